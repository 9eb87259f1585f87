"""What is written of a table: cells as they were, in every format."""

import io
import json
from datetime import date, datetime, time, timedelta
from decimal import Decimal

import numpy as np
import openpyxl
import pandas as pd
import polars as pl
import pytest

from diverseed.tables import Recipe, Table, as_table, prepare, read_table
from diverseed.tables.delimited import read_delimited
from diverseed.tables.recipe import ColumnRecipe
from diverseed.tables.writing import SUFFIXES, file_of, table_with

LONG = [400012341234000117, 400012341234000224, 5]


def written(table: Table, suffix: str, *, decimal: str = ".", **added) -> str | bytes:
    columns = tuple(ColumnRecipe(name, "number", {"decimal": decimal}) for name in table.names)
    return table_with(table, added, suffix, recipe=Recipe(columns, (), (), (), "none"), rows=range(table.n_rows))


def columns_of(content: str | bytes, suffix: str) -> dict[str, list]:
    if suffix == ".parquet":
        return pl.read_parquet(io.BytesIO(content)).to_dict(as_series=False)
    if suffix == ".json":
        rows = json.loads(content)
        return {name: [row[name] for row in rows] for name in rows[0]}
    if suffix == ".xlsx":
        names, *rows = openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)
        return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    table = read_delimited(content.encode(), "text")
    return dict(zip(table.names, map(list, table.cells), strict=True))


def round_trip(table: Table, suffix: str, **options) -> dict[str, list]:
    return columns_of(written(table, suffix, **options), suffix)


def assert_same(cells: list, expected: list) -> None:
    """Equal, and of equal types: 1, 1.0, True and "1" are different cells."""
    assert [(type(cell), str(cell)) for cell in cells] == [(type(cell), str(cell)) for cell in expected]


FROM = {
    "csv": lambda path: (path.write_text("id,x\n" + "".join(f"{one},0.5\n" for one in LONG)), read_table(path))[1],
    "json": lambda path: (path.write_text(json.dumps([{"id": i, "x": 0.5} for i in LONG])), read_table(path))[1],
    "parquet": lambda path: (pl.DataFrame({"id": LONG, "x": 0.5}).write_parquet(path), read_table(path))[1],
    "pandas": lambda _: as_table(pd.DataFrame({"id": LONG, "x": 0.5})),
    "nullable": lambda _: as_table(pd.DataFrame({"id": pd.array(LONG, dtype="Int64"), "x": 0.5})),
    "numpy": lambda _: as_table({"id": np.array(LONG), "x": np.full(3, 0.5)}),
}


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("source", FROM)
def test_long_ids_keep_all_digits_and_their_type(source, suffix, tmp_path) -> None:
    """Excel would round them to 15 digits."""
    found = round_trip(FROM[source](tmp_path / "data"), suffix)
    assert_same(found["id"], [str(one) for one in LONG] if suffix in (".csv", ".tsv", ".xlsx") else LONG)


@pytest.mark.parametrize("suffix", [".json", ".parquet"])
def test_long_ids_of_an_array_file(suffix, tmp_path) -> None:
    np.save(tmp_path / "ids.npy", np.array([LONG, [1, 2, 3]]).T)
    found = round_trip(read_table(tmp_path / "ids.npy"), suffix)
    assert_same(found["0"], LONG)
    assert_same(found["1"], [1, 2, 3])


# cells of a text, the decimal mark -> what JSON and Parquet hold
CELLS = {
    "whole": (["1", "-20", ""], ".", [1, -20, None]),
    "fractions": (["1", "0.5", "2.0"], ".", [1.0, 0.5, 2.0]),
    "scientific": (["1.5e-3", "1E5", "2"], ".", [0.0015, 1e5, 2.0]),
    "negative zero": (["-0", "3", "0"], ".", [-0.0, 3.0, 0.0]),
    "missing": (["N/A", "3", "?"], ".", [None, 3, None]),
    "nothing but marks": (["NA", "-", "NA"], ".", ["NA", "-", "NA"]),
    "comma": (["1,5", "-2,25", "3"], ",", [1.5, -2.25, 3.0]),
    "thousands": (["1.234", "12.345.678", "7"], ",", [1234, 12345678, 7]),
    "thousands with commas": (["1,234", "12,345", "7"], ".", [1234, 12345, 7]),
    "minus signs": (["−1.5", "–2.5", "3"], ".", [-1.5, -2.5, 3.0]),
    "infinite": (["inf", "-inf", "3"], ".", [np.inf, -np.inf, 3.0]),
    "rounded fractions": (["1.836728372837283728e+00", "2", "3"], ".", [1.8367283728372837, 2.0, 3.0]),
    "true and false": (["True", "", "False"], ".", [True, None, False]),
    "empty": (["", "", ""], ".", [None, None, None]),
}
KEPT = {
    "percent": ["4.5%", "24.7%", "5%"],
    "clock": ["7:50", "15:48", "7:18"],
    "dotted clock": ["18.00.00", "7.30.00", "8.15.00"],
    "currency": ["$1,179.35", "$10", "$12"],
    "amounts": ["40.522,11 €", "1 €", "2 €"],
    "brackets": ["105", "(114)", "(3)"],
    "zeros in front": ["007", "010", "1234"],
    "zeros in front of fractions": ["-07.5", "1", "2"],
    "surplus": ["+49", "+3", "-2"],
    "phone": ["555 123 456", "555 123 457", "1"],
    "millions": ["18.3M", "2M", "5"],
    "out of range": ["1e400", "2", "3"],
    "long beside fractions": ["400012341234000117", "0.5", "1"],
    "long with a fraction": ["400012341234000117.25", "0.5", "1"],
    "too long": ["9" * 5000, "1", "2"],
    "days": ["2020-01-01", "3/4/2020", "n/a"],
    "words": ["NA", "none", " x "],
}


@pytest.mark.parametrize("suffix", [".json", ".parquet"])
@pytest.mark.parametrize("case", CELLS)
def test_numbers_of_a_text_become_numbers(case, suffix) -> None:
    cells, decimal, expected = CELLS[case]
    table = read_delimited("\n".join(["key|x", *(f"a|{cell}" for cell in cells)]).encode(), "text")
    found = round_trip(table, suffix, decimal=decimal)["x"]
    assert_same(found, [None if suffix == ".json" and cell in (np.inf, -np.inf) else cell for cell in expected])


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("case", KEPT)
def test_cells_that_are_more_than_a_number_stay_as_written(case, suffix) -> None:
    table = read_delimited("\n".join(["key|x", *(f"a|{cell}" for cell in KEPT[case])]).encode(), "text")
    for decimal in ".,":
        assert_same(round_trip(table, suffix, decimal=decimal)["x"], KEPT[case])


def test_hours_are_read_but_not_written_as_numbers() -> None:
    lines = [f"{7 + 8 * (i % 2)}.{i:02}.00;{i * i}" for i in range(20)]
    table = read_delimited("\n".join(["start;x", *lines]).encode(), "text")
    found = prepare(table)
    assert found.columns[0].kind == "number"
    content = table_with(table, {}, ".json", recipe=found.recipe, rows=found.rows.tolist())
    assert [row["start"] for row in json.loads(content)] == [line.split(";")[0] for line in lines]


FRAME = {
    "whole": pl.Series([1, None, 3], dtype=pl.Int64),
    "small": pl.Series([1, 2, 3], dtype=pl.Int8),
    "unsigned": pl.Series([2**64 - 1, 1, 2], dtype=pl.UInt64),
    "float": pl.Series([1.0, -0.0, None]),
    "float32": pl.Series([0.1, 2, 3], dtype=pl.Float32),
    "flag": pl.Series([True, None, False]),
    "day": pl.Series([date(2020, 1, 1), date(1850, 1, 1), None]),
    "moment": pl.Series([datetime(2020, 1, 1, 8, 30), None, datetime(2020, 1, 2)]),
    "precise": pl.Series([datetime(2020, 1, 1, 8, 30, 0, 123456)] * 3),
    "zoned": pl.Series([datetime(2020, 1, 1, 8, 30)] * 3).dt.replace_time_zone("Europe/Berlin"),
    "clock": pl.Series([time(7, 50)] * 3),
    "duration": pl.Series([timedelta(hours=30)] * 3),
    "word": pl.Series(["007", "", None]),
    "category": pl.Series(["a", "b", "a"], dtype=pl.Categorical),
    "money": pl.Series([Decimal("1.50"), Decimal("2.25"), None]),
    "long": pl.Series([Decimal("40001234123400012345")] * 3),
    "exact": pl.Series([Decimal("0.1234567890123456789")] * 3),
    "list": pl.Series([[1, 2], [3], None]),
    "far": pl.Series([4_000_000] * 3, dtype=pl.Int32).cast(pl.Date),  # in the year 12921
}


@pytest.fixture
def stored(tmp_path) -> Table:
    path = tmp_path / "all.parquet"
    pl.DataFrame(FRAME).write_parquet(path)
    return read_table(path)


def test_parquet_keeps_its_types(stored) -> None:
    found = pl.read_parquet(io.BytesIO(written(stored, ".parquet", cluster=[0, 1, 0])))
    assert found.drop("cluster").equals(pl.DataFrame(FRAME))
    assert found.drop("cluster").schema == pl.DataFrame(FRAME).schema


def test_json_of_every_type(stored) -> None:
    assert json.loads(written(stored, ".json"))[0] == {
        "whole": 1,
        "small": 1,
        "unsigned": 2**64 - 1,
        "float": 1.0,
        "float32": float(np.float32(0.1)),
        "flag": True,
        "day": "2020-01-01",
        "moment": "2020-01-01 08:30:00",
        "precise": "2020-01-01 08:30:00.123456",
        "zoned": "2020-01-01 08:30:00+01:00",
        "clock": "07:50:00",
        "duration": "1 day, 6:00:00",
        "word": "007",
        "category": "a",
        "money": 1.5,
        "long": 40001234123400012345,
        "exact": "0.1234567890123456789",
        "list": [1, 2],
        "far": "+12921-08-18",
    }


def test_a_workbook_of_every_type(stored) -> None:
    """What Excel does not hold is text: whole numbers above 15 digits, dates before 1900, microseconds, time zones."""
    found = round_trip(stored, ".xlsx")
    assert found["whole"] == [1, None, 3]
    assert found["unsigned"] == [str(2**64 - 1), "1", "2"]
    assert found["flag"] == [True, None, False]
    assert found["day"] == ["2020-01-01", "1850-01-01", None]
    assert found["moment"] == [datetime(2020, 1, 1, 8, 30), None, datetime(2020, 1, 2)]
    assert found["precise"] == ["2020-01-01 08:30:00.123456"] * 3
    assert found["zoned"] == ["2020-01-01 08:30:00+01:00"] * 3
    assert found["clock"] == [time(7, 50)] * 3
    assert found["duration"] == [timedelta(hours=30)] * 3
    assert found["word"][0] == "007"
    assert found["money"] == [1.5, 2.25, None]
    assert found["long"] == ["40001234123400012345"] * 3
    assert found["list"] == ["[1, 2]", "[3]", None]


@pytest.fixture
def sheet(tmp_path) -> Table:
    book = openpyxl.Workbook()
    book.active.append(["code", "day", "moment", "clock", "mixed", "paid", "share"])
    mixed = [1, "a", datetime(2020, 1, 1)]
    for i in range(3):
        day = datetime(2020, 1, 1 + i)
        book.active.append([f"00{i}", day, day.replace(hour=8), time(7, 50), mixed[i], [True, None, False][i], i / 4])
    book.active["B2"].number_format = "dd.mm.yyyy"
    book.save(tmp_path / "book.xlsx")
    return read_table(tmp_path / "book.xlsx")


def test_dates_of_a_workbook_stay_dates(sheet) -> None:
    rows = list(openpyxl.load_workbook(io.BytesIO(written(sheet, ".xlsx"))).active.iter_rows(min_row=2))
    assert [row[1].value for row in rows] == [datetime(2020, 1, day) for day in (1, 2, 3)]
    assert {row[1].number_format for row in rows} == {"yyyy-mm-dd"}  # without a time
    assert [row[2].value for row in rows] == [datetime(2020, 1, day, 8) for day in (1, 2, 3)]
    assert [row[3].value for row in rows] == [time(7, 50)] * 3
    assert [row[4].value for row in rows] == [1, "a", datetime(2020, 1, 1)]
    assert [row[5].value for row in rows] == [True, None, False]
    assert [row[0].value for row in rows] == ["000", "001", "002"]


def test_cells_of_a_workbook_elsewhere(sheet) -> None:
    found = round_trip(sheet, ".parquet")
    assert found["day"] == [date(2020, 1, day) for day in (1, 2, 3)]
    assert_same(found["mixed"], ["1", "a", "2020-01-01"])  # a column of Parquet has one type
    assert_same(found["share"], [0.0, 0.25, 0.5])
    assert_same(round_trip(sheet, ".json")["mixed"], [1, "a", "2020-01-01"])
    assert round_trip(sheet, ".csv")["day"] == ["2020-01-01", "2020-01-02", "2020-01-03"]


def test_json_stays_as_it_was(tmp_path) -> None:
    rows = [{"x": 1.0, "mixed": 1, "text": "07", "list": {"k": [1]}, "no": False, "empty": ""} for _ in range(3)]
    rows[1] |= {"mixed": "a", "empty": None}
    (tmp_path / "data.json").write_text(json.dumps(rows))
    table = read_table(tmp_path / "data.json")
    assert written(table, ".json") == json.dumps(rows) + "\n"
    assert_same(round_trip(table, ".parquet")["mixed"], ["1", "a", "1"])


@pytest.mark.parametrize(
    ("content", "suffix", "expected"),
    [
        ("a;b\n1,5;2\n3,5;4\n", ".csv", "a;b;d\n1,5;2;0,25\n3,5;4;-1,5e-07\n"),
        ("a;b\n1.5;2\n3.5;4\n", ".csv", "a;b;d\n1.5;2;0.25\n3.5;4;-1.5e-07\n"),
        ("a,b\n1.5,2\n3.5,4\n", ".csv", "a,b,d\n1.5,2,0.25\n3.5,4,-1.5e-07\n"),
        ("a|b\n1,5|2\n3,5|4\n", ".csv", "a|b|d\n1,5|2|0,25\n3,5|4|-1,5e-07\n"),
        ("a\tb\n1,5\t2\n3,5\t4\n", ".csv", "a;b;d\n1,5;2;0,25\n3,5;4;-1,5e-07\n"),
        ("a b\n1.5 2\n3.5 4\n", ".csv", "a,b,d\n1.5,2,0.25\n3.5,4,-1.5e-07\n"),
        ("a;b\n1,5;2\n3,5;4\n", ".tsv", "a\tb\td\n1,5\t2\t0,25\n3,5\t4\t-1,5e-07\n"),
        ('a,b\n"1,5",2\n"3,5",4\n', ".csv", 'a,b,d\n"1,5",2,"0,25"\n"3,5",4,"-1,5e-07"\n'),
    ],
)
def test_a_text_keeps_its_delimiter_and_its_decimal_mark(content, suffix, expected) -> None:
    table = read_delimited(content.encode(), "text")
    found = prepare(table)
    added = {"d": [0.25, -1.5e-7]}
    assert table_with(table, added, suffix, recipe=found.recipe, rows=found.rows.tolist()) == expected


def test_decimal_commas_of_a_frame_are_not_those_of_a_text() -> None:
    table = as_table({"a": ["1,5", "2,5", "4,5"], "b": [1.5, 2.5, 4]})
    assert written(table, ".csv", decimal=",", d=[0.5, 1, 2]) == 'a,b,d\n"1,5",1.5,0.5\n"2,5",2.5,1\n"4,5",4,2\n'


@pytest.mark.parametrize(
    ("encoding", "mark"), [("utf-8", False), ("utf-8-sig", True), ("utf-16", True), ("cp1252", True), ("ascii", False)]
)
def test_a_byte_order_mark_where_excel_needs_one(encoding, mark) -> None:
    """In place of the encoding of Windows, and where there was one."""
    name = "x" if encoding == "ascii" else "Höhe"
    table = read_delimited(f"{name};b\n1;2\n3;4\n".encode(encoding), "text")
    assert written(table, ".csv") == "\ufeff" * mark + f"{name};b\n1;2\n3;4\n"
    assert written(table, ".json")[0] == "["


def test_files_of_other_columns() -> None:
    columns = {"cluster": [0, 1], "mean": [1.23456789012, None], "day": ["2020-01-01", None]}
    assert file_of(columns, ".csv") == "cluster,mean,day\n0,1.23456789,2020-01-01\n1,,\n"
    assert pl.read_parquet(io.BytesIO(file_of(columns, ".parquet"))).to_dict(as_series=False) == columns
