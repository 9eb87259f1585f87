"""Which columns of Parquet files are compared, and what is said of the others."""

import numpy as np
import pandas as pd
import pytest

from diverseed.dask.parquet import open_parquet
from diverseed.errors import InputError
from diverseed.tables import prepare
from diverseed.tables.notes import left_out_notes


@pytest.fixture
def folder(tmp_path):
    days = pd.date_range("2020-01-01", periods=60, freq="D")[np.random.default_rng(0).integers(0, 60, 60)]
    frame = pd.DataFrame(
        {
            "x": np.arange(60) % 7.0,
            "iso": days.strftime("%Y-%m-%d"),
            "american": days.strftime("%m/%d/%Y"),
            "daily": pd.date_range("2020-01-01", periods=60, freq="D").strftime("%d.%m.%Y"),
            "stamp": days,
            "day": days.date,
            "member": np.arange(60) % 2 == 0,
            "town": np.resize(["York", "Bath"], 60),
            "remark": [None] * 30 + ["seen on 2020-01-01"] * 30,
        }
    )
    for part in range(2):
        frame[30 * part : 30 * (part + 1)].to_parquet(tmp_path / f"{part}.parquet", index=False)
    return tmp_path


def test_dates_are_left_out_as_dates_however_they_are_stored(folder) -> None:
    table = open_parquet(str(folder))
    assert table.columns == ("x",)
    assert table.left_out == {
        **dict.fromkeys(["iso", "american", "daily", "stamp", "day"], "dates"),
        "member": "not numbers",
        "town": "text",
        "remark": "text",
    }
    whole = prepare(pd.read_parquet(folder))
    assert {column.name for column in whole.columns if column.kind == "date"} == {"iso", "american", "stamp", "day"}
    assert {column.why for column in whole.columns if column.name == "daily"} == {"consecutive dates"}


def test_the_notes_say_why(folder) -> None:
    notes = left_out_notes([(name, why, "") for name, why in open_parquet(str(folder)).left_out.items()])
    assert [note.partition(",")[0].partition(":")[0] for note in notes] == [
        "Left out as dates",
        "Left out because they hold no numbers",
        "Left out as text",
    ]
    assert "stored as numbers, such as days: 'iso', 'american', 'daily', 'stamp', 'day'." in notes[0]


@pytest.mark.parametrize("name", ["iso", "stamp", "member"])
def test_a_column_without_numbers_that_is_asked_for_is_refused(folder, name) -> None:
    with pytest.raises(InputError, match=f"column '{name}' of .* not numbers"):
        open_parquet(str(folder), columns=[name])
