"""What each kind of column becomes, what is left out and why, and that later rows become the same numbers."""

import json
from datetime import timedelta

import numpy as np
import pandas as pd
import polars as pl
import pytest

from diverseed.errors import InputError
from diverseed.tables import Recipe, as_table, prepare
from diverseed.tables.table import bounded

N = 60
RNG = np.random.default_rng(0)
MIXED = {
    "amount": [f"{1000 * (row % 7) + row / 4:,.2f} €" for row in range(N)],
    "share": [f"{row % 9}.5%" for row in range(N)],
    "day": [f"{1 + row * row % 28:02}.03.2020" for row in range(N)],
    "member": ["yes" if row % 3 else "No" for row in range(N)],
    "colour": [("red", "green", "blue")[row % 4 % 3] for row in range(N)],
    "customer_id": [str(9 * row) for row in range(N)],
    "counter": [str(100 + row) for row in range(N)],
    "comment": [f"what they said, number {row}" for row in range(N)],
    "same": ["7"] * N,
    "blank": ["N/A", ""] * (N // 2),
}


def kinds(frame, **options) -> dict[str, str]:
    return {column.name: column.kind for column in prepare(frame, **options).columns}


def test_what_each_column_is() -> None:
    found = prepare(MIXED)
    assert {column.name: column.kind for column in found.columns} == {
        "amount": "number",
        "share": "number",
        "day": "date",
        "member": "yes/no",
        "colour": "category",
        "customer_id": "id",
        "counter": "id",
        "comment": "text",
        "same": "constant",
        "blank": "empty",
    }
    assert [column.name for column in found.columns if column.used] == ["amount", "share", "day", "member", "colour"]
    assert found.feature_names == (
        "amount",
        "share",
        "day",
        "member",
        "colour = blue",
        "colour = green",
        "colour = red",
    )
    np.testing.assert_allclose(found.values[:, 0], [1000 * (row % 7) + row / 4 for row in range(N)])
    np.testing.assert_allclose(found.values[:, 1], [row % 9 + 0.5 for row in range(N)])
    days = [
        (np.datetime64(f"2020-03-{1 + row * row % 28:02}") - np.datetime64("1970-01-01")).astype(int)
        for row in range(N)
    ]
    np.testing.assert_array_equal(found.values[:, 2], days)
    np.testing.assert_array_equal(found.values[:, 3], [row % 3 > 0 for row in range(N)])
    np.testing.assert_array_equal(found.values[:, 6], [row % 4 % 3 == 0 for row in range(N)])
    text = " ".join(found.notes)
    for name in ("customer_id", "counter", "comment", "same", "blank"):
        assert repr(name) in text


@pytest.mark.parametrize("scale", ["auto", "none", "standard", "robust"])
def test_later_rows_become_the_same_numbers(scale) -> None:
    gaps = {name: [("" if (row + place) % 13 == 5 else cell) for row, cell in enumerate(cells)]
            for place, (name, cells) in enumerate(MIXED.items())}  # fmt: skip
    found = prepare(gaps, scale=scale)
    recipe = Recipe.from_dict(json.loads(json.dumps(found.recipe.to_dict())))
    assert recipe == found.recipe
    np.testing.assert_array_equal(recipe.apply(gaps)[found.rows], found.matrix)
    for row in (3, 41):  # one row at a time: nothing depends on the other rows
        one = {name: [cells[row]] for name, cells in gaps.items()}
        np.testing.assert_array_equal(recipe.apply(one), found.matrix[found.rows == row])


def test_new_categories_and_absent_columns() -> None:
    recipe = prepare({"x": [1.0, 2, 3, 4], "c": ["a", "b", "a", "b"]}, scale="none").recipe
    w = np.sqrt(0.5)
    np.testing.assert_allclose(
        recipe.apply({"c": ["b", "new", ""], "x": ["5", "1e3", "?"]}), [[5, 0, w], [1000, 0, 0], [2.5, w, 0]]
    )
    with pytest.raises(InputError, match="no column 'c'"):
        recipe.apply({"x": [1.0]})


@pytest.mark.parametrize("content", [{}, {"version": 2}, {"version": 1, "columns": [{}]}, {"version": 1, "columns": 3}])
def test_recipes_that_are_none(content) -> None:
    with pytest.raises(InputError, match="recipe"):
        Recipe.from_dict(content)


def test_one_category_counts_as_one_column() -> None:
    """Standardised, equally frequent categories have a total variance of 1, like a number; unscaled, distance 1."""
    colours = ["red", "green", "blue"] * (N // 3)
    frame = {"x": RNG.normal(size=N), "colour": colours, "member": ["yes", "no"] * (N // 2)}
    matrix = prepare(frame, scale="standard").matrix
    variances = matrix.var(axis=0)
    np.testing.assert_allclose([variances[0], variances[1:4].sum(), variances[4]], 1)
    plain = prepare(frame, columns=["colour"], scale="none").matrix
    assert {round(float(np.linalg.norm(one - other)), 9) for one in plain for other in plain} == {0.0, 1.0}


@pytest.mark.parametrize(("factor", "scale"), [(1, "none"), (9, "none"), (11, "standard"), (1e6, "standard")])
def test_auto_scale_by_spread(factor, scale) -> None:
    x = RNG.permutation(np.linspace(0, 1, N))
    found = prepare({"a": x, "b": factor * x[::-1]})
    assert found.recipe.scale == scale
    assert any("standardised" in note and "'b'" in note for note in found.notes) == (scale == "standard")
    if scale == "standard":
        np.testing.assert_allclose(found.matrix.std(axis=0), 1)
        np.testing.assert_allclose(found.matrix.mean(axis=0), 0, atol=1e-12)
    else:
        np.testing.assert_array_equal(found.matrix, found.values)


def test_auto_scale_where_units_differ() -> None:
    assert prepare({"x": RNG.normal(size=N), "m": MIXED["member"]}).recipe.scale == "standard"
    assert prepare({"c": MIXED["colour"], "m": MIXED["member"]}).recipe.scale == "none"


def test_rare_categories_are_not_farther_than_frequent_ones() -> None:
    frame = {"x": RNG.normal(size=N), "c": ["a"] * (N - 3) + ["b", "b", "c"]}
    matrix = prepare(frame, scale="standard").matrix[:, 1:]
    assert np.linalg.norm(matrix[0] - matrix[-1]) == pytest.approx(np.sqrt(2 / (1 - 1 / 3)))


@pytest.mark.parametrize(
    ("unit", "scale"), [(1e308, "standard"), (1e308, "robust"), (5e-324, "robust"), (1e308, "none")]
)
def test_columns_that_cannot_be_scaled_are_named(unit, scale) -> None:
    columns = {"fine": RNG.normal(size=20), "far": unit * np.resize([-1.0, 0.5, 1.0], 20)}
    with (
        np.errstate(over="raise", invalid="raise", divide="raise"),
        pytest.raises(InputError, match=r"values of 'far' go from .* Give them in another unit"),
    ):
        prepare(columns, scale=scale)


@pytest.mark.parametrize("scale", ["auto", "standard", "robust"])
@pytest.mark.parametrize(("far", "dtype"), [(4e17, float), (1.7e18, float), (2e7, np.float32)])
def test_small_spreads_far_from_zero_are_scaled(scale, far, dtype) -> None:
    """As account numbers and times in nanoseconds have. The mean is that of the differences, as sums are rounded."""
    step = np.spacing(dtype(far))
    steps = RNG.permutation(100_000) % 97
    found = prepare({"far": dtype(far) + dtype(step) * steps.astype(dtype), "x": RNG.normal(size=100_000)}, scale=scale)
    centre, width = (np.median(steps), 48 / 1.3489795003921634) if scale == "robust" else (steps.mean(), steps.std())
    np.testing.assert_allclose(found.matrix[:, 0], (steps - centre) / width, atol=0.05)
    assert not any("rounding" in note for note in found.notes)


@pytest.mark.parametrize(("scale", "weight"), [("auto", 0), ("standard", 0), ("robust", 0), ("none", 1)])
@pytest.mark.parametrize("far", [0.3, 1e17])
def test_a_column_that_only_rounding_varies_has_no_weight(far, scale, weight) -> None:
    column = far + np.spacing(far) * np.resize([0.0, 1.0, 2.0], 30)
    found = prepare({"far": column, "x": RNG.normal(size=30)}, scale=scale)
    np.testing.assert_array_equal(found.matrix[:, 0], weight * column)
    assert found.columns[0].weight == weight
    noted = "Without effect, because all values are equal but for rounding: 'far'." in found.notes
    assert noted == (weight == 0)


PARTS = RNG.uniform(20_000, 90_000, size=200)
TOTALS = {
    "exact": ([1.5, 2.0, 4.25, 7.75], True),
    "rounded": ([*np.round(PARTS), np.round(PARTS.sum())], True),
    "cents": ([*np.round(PARTS, 2), np.round(PARTS.sum(), 2)], True),
    "losses": ([-2.0, -3.0, -7.0, -12.0], True),
    "with a gap": ([2.0, np.nan, 3.0, 7.0, 12.0], True),
    "a little more": ([*np.round(PARTS), np.round(PARTS.sum() * 1.0001)], False),
    "balance": ([-2.0, 3.0, 7.0, 8.0], False),
    "one of them": ([0.0, 0.0, 8.0, 0.0, 8.0], False),
    "counts": ([*[0.0, 1.0] * 20, 2.0], False),
    "far away": ([*np.round(PARTS), 1e9], False),
    "two": ([1.0, 2.0, 3.0], False),
}


@pytest.mark.parametrize("case", TOTALS)
def test_a_total_in_the_last_row_is_noted(case) -> None:
    """The sum of numbers of one sign, made before or after these were rounded."""
    values, is_total = TOTALS[case]
    frame = {"amount": values, "mark": ["a", "b"] * (len(values) // 2) + ["a"] * (len(values) % 2)}
    note = f"The last row (row {len(values)}) holds the sum of the rows above it in 'amount'."
    assert any(note in one for one in prepare(frame).notes) == is_total
    beside = frame | {"age": [30.0, 50.0, *[40.0] * (len(values) - 2)]}  # which is no sum
    assert not any("The last row" in one for one in prepare(beside).notes)
    beside["age"][-1] = np.nan
    assert any(note in one for one in prepare(beside).notes) == is_total


def test_robust_scale() -> None:
    x = np.append(RNG.normal(5, 3, size=5000), [1e9])
    matrix = prepare({"x": x, "y": RNG.normal(size=5001)}, scale="robust").matrix
    assert np.median(matrix[:, 0]) == pytest.approx(0, abs=1e-9)
    assert matrix[:-1, 0].std() == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize(
    ("name", "values", "is_id"),
    [
        ("x", range(500, 530), True),
        ("x", RNG.permutation(range(30)), True),
        ("x", [row + row // 3 for row in range(30)], True),  # some are missing
        ("x", [row * row for row in range(30)], False),
        ("x", [row // 2 for row in range(30)], False),
        ("x", [row + 0.5 for row in range(30)], False),
        ("x", range(10), False),  # ten different numbers are no surprise
        ("order_id", [5, 5, 9], True),
        ("orderId", [5, 5, 9], True),
        ("Kundennr", [5, 5, 9], True),
        ("Nr.", [5, 5, 9], True),
        ("uuid", [5, 5, 9], True),
        ("postcode", [5, 5, 9], True),
        ("Zip Code", [5, 5, 9], True),
        ("index", [0, 1, 2], True),
        ("price index", [0.5, 1, 2], False),
        ("customerid", [10, 20, 40], True),
        ("paid", [10, 20, 20], False),
        ("S4(NO2)", [10, 20, 20], False),
        ("id1", [10, 20, 20], True),
        ("(no name)", [0, 1, 2], True),
    ],
)
def test_ids_are_left_out_and_can_be_kept(name, values, is_id) -> None:
    values = [float(value) for value in values]
    frame = {name: values, "y": RNG.normal(size=len(values))}
    found = prepare(frame)
    assert [column.name for column in found.recipe.columns] == (["y"] if is_id else [name, "y"])
    assert any(note.startswith("Left out as ids") for note in found.notes) == is_id
    assert len(prepare(frame, keep_ids=True).recipe.columns) == 2
    assert len(prepare(frame, columns=[name, "y"]).recipe.columns) == 2
    np.testing.assert_array_equal(prepare(frame, columns=[name], scale="none").values[:, 0], values)


def test_dates_that_count_the_rows_are_ids() -> None:
    daily = np.datetime64("2020-01-01") + np.arange(40)
    assert kinds({"day": daily, "x": RNG.normal(size=40)})["day"] == "id"
    assert kinds({"day": daily[RNG.integers(0, 40, 40)], "x": RNG.normal(size=40)})["day"] == "date"
    assert kinds({"day": daily[0] + np.arange(40) ** 2, "x": RNG.normal(size=40)})["day"] == "date"


def test_constant_columns_are_kept_if_asked() -> None:
    frame = {"c": [3.0, 3.0, 3.0], "x": [1.0, 2.0, 4.0]}
    assert prepare(frame).feature_names == ("x",)
    assert prepare(frame, keep_ids=True).feature_names == ("c", "x")
    assert np.isfinite(prepare(frame, columns="c,x", scale="standard").matrix).all()


GAPS = {
    "a": [1.0, np.nan, 3.0, 10.0, np.nan],
    "b": [1.0, 5.0, np.nan, 7.0, np.nan],
    "c": ["u", "v", "u", "", ""],
    "d": [1.0, 2.0, 3.0, 4.0, np.nan],
}


def test_missing_values_are_filled_in_and_counted() -> None:
    found = prepare(GAPS, scale="none")
    np.testing.assert_array_equal(found.rows, [0, 1, 2, 3])  # the last row is empty
    assert found.feature_names == ("a", "b", "c = u", "c = v", "d")
    np.testing.assert_array_equal(found.values[:, 0], [1, 3, 3, 10])
    np.testing.assert_array_equal(found.values[:, 1], [1, 5, 5, 7])
    np.testing.assert_array_equal(found.values[:, 2], [1, 0, 1, 1])
    assert [column.missing for column in found.columns] == [2, 2, 2, 1]
    assert any("'a' 1, 'b' 1, 'c' 1." in note for note in found.notes)
    assert any("1 row of 5" in note and "row 5" in note for note in found.notes)


def test_rows_with_missing_values_are_dropped() -> None:
    found = prepare(GAPS, missing="drop", exclude="c", scale="none")
    np.testing.assert_array_equal(found.rows, [0, 3])
    np.testing.assert_array_equal(found.values, [[1, 1, 1], [10, 7, 4]])
    assert any("Rows left out: 3 of 5." in note for note in found.notes)
    with pytest.raises(InputError, match="one row without missing values, of 3"):
        prepare({"a": [1.0, np.nan, 5.0], "b": [np.nan, 2.0, 7.0]}, missing="drop")


def test_missing_values_are_refused_all_at_once() -> None:
    with pytest.raises(
        InputError, match=r"in 4 of the columns used: 'a' 2 \(first in row 2\), 'b' 2 \(first in row 3\), 'c' 2"
    ):
        prepare(GAPS, missing="refuse")
    assert prepare({"x": [1.0, 2.0, 4.0]}, missing="refuse").matrix.shape == (3, 1)


def test_columns_that_are_mostly_empty_are_left_out() -> None:
    frame = {"x": [1.0, 2, 3, 5, 8], "y": ["4", "", "9", "", ""], "z": ["1", "", "6", "7", ""]}
    found = prepare(frame)
    assert found.feature_names == ("x", "z")
    assert any("most cells are missing: 'y' (3 of 5 cells are missing)" in note for note in found.notes)
    assert prepare(frame, columns=["x", "y", "z"]).feature_names == ("x", "y", "z")


def test_cells_that_are_not_numbers_count_as_missing() -> None:
    found = prepare({"x": [*map(str, range(0, 300, 7)), "oops"], "y": RNG.normal(size=44)})
    assert (found.columns[0].kind, found.columns[0].missing) == ("number", 1)
    assert any("do not fit their column: 'oops' in 'x' (row 44)." in note for note in found.notes)


def test_numbers_that_may_mean_missing_are_named() -> None:
    readings = [*RNG.normal(20, 5, size=57).tolist(), -200.0, -200.0, -200.0]
    assert any("-200 in 't' (3 cells)" in note for note in prepare({"t": readings, "u": RNG.normal(size=N)}).notes)
    wild = RNG.permutation(np.append(np.linspace(-5, 5, 57), [12.0, 12.0, 12.0]))
    assert not any("codes for missing" in note for note in prepare({"t": wild, "u": RNG.normal(size=N)}).notes)


def test_infinite_values_count_as_missing() -> None:
    found = prepare({"x": [1.0, 2.0, np.inf, 4.0], "y": [3.0, 1.0, 2.0, 9.0]}, scale="none")
    np.testing.assert_array_equal(found.values[:, 0], [1, 2, 2, 4])
    assert found.columns[0].missing == 1


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"columns": ["b_2", "a_1"]}, ["b_2", "a_1"]),
        ({"columns": "a_*"}, ["a_1", "a_2"]),
        ({"columns": ["*_2,a_1"]}, ["a_2", "b_2", "a_1"]),
        ({"columns": "B_?"}, ["b_1", "b_2"]),
        ({"exclude": "a_*"}, ["b_1", "b_2", "x,y"]),
        ({"exclude": ["x,y", "b_1"]}, ["a_1", "a_2", "b_2"]),
        ({"columns": "a_*", "exclude": "*2"}, ["a_1"]),
    ],
)
def test_columns_by_name_and_pattern(options, names) -> None:
    frame = {name: RNG.normal(size=9) for name in ("a_1", "a_2", "b_1", "b_2", "x,y")}
    assert list(prepare(frame, **options).feature_names) == names


def test_bad_requests_are_refused() -> None:
    frame = {"a": [1.0, 2, 4], "b": [2.0, 5, 1], "t": ["one text", "another", "a third"]}
    with pytest.raises(InputError, match=r"no column 'c', 'd\*'. Its columns are 'a', 'b', 't'"):
        prepare(frame, columns=["a,c", "d*"])
    with pytest.raises(InputError, match="column 't' holds text, for example 'one text' in row 1"):
        prepare(frame, columns=["t"])
    with pytest.raises(InputError, match="no columns are named"):
        prepare(frame, columns=[" , "])
    with pytest.raises(InputError, match=r"all columns .* are excluded"):
        prepare(frame, exclude="*")
    with pytest.raises(InputError, match="missing='mean' is not supported"):
        prepare(frame, missing="mean")
    with pytest.raises(InputError, match="differ in length"):
        prepare({"a": [1.0], "b": [1.0, 2.0]})
    with pytest.raises(InputError, match="two dimensions"):
        prepare(np.zeros(3))


@pytest.mark.parametrize(("n", "rest"), [(3, ""), (4, " and 1 more column"), (5, " and 2 more columns")])
def test_a_long_list_ends_in_a_count(n: int, rest: str) -> None:
    assert bounded(list("abcde"[:n]), 3, "column") == "a, b, c" + rest
    assert bounded(list("abcde"[:n]), 3) == "a, b, c" + rest.partition(" column")[0]


def test_names_in_messages_are_escaped_and_bounded() -> None:
    with pytest.raises(InputError) as caught:
        prepare({"\x1b[31mred" + "x" * 500: [1.0, 2.0]}, columns=["nope"])
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.filterwarnings("error")
def test_columns_of_rarer_types() -> None:
    times = pd.date_range("2020-01-01 01:00", periods=6, freq="11D")
    expected = prepare(pd.DataFrame({"t": times})).values
    for zoned in (times.tz_localize("UTC"), times.tz_localize("UTC").tz_convert("Asia/Tokyo")):
        np.testing.assert_array_equal(prepare(pd.DataFrame({"t": zoned})).values, expected)
    wide = pl.DataFrame({"x": pl.Series([1, 4, None, 9], dtype=pl.Int128)})
    np.testing.assert_array_equal(prepare(wide).values.ravel(), [1, 4, 9])


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ({"a": 5}, "a column is 5"),
        ({"a": "abc"}, "a column is 'abc'"),
        ([[1, 2], [3]], "rows of the table differ in length"),
        ({"a": [1, 2], "b": [1]}, "columns of the table differ in length"),
    ],
)
def test_frames_that_are_not_tables(frame, message) -> None:
    with pytest.raises(InputError, match=message):
        prepare(frame)


def test_pandas_polars_arrays_and_mappings_agree() -> None:
    columns = {
        "x": [1.5, None, 3.0, 7.0],
        "n": [5, 6, 9, 1],
        "b": [True, False, True, True],
        "d": [np.datetime64(f"2020-01-0{day}", "us").item() for day in (1, 4, 2, 9)],
        "c": ["u", None, "v", "u"],
    }
    frames = [pd.DataFrame(columns), pl.DataFrame(columns), columns, pd.DataFrame(columns).convert_dtypes()]
    found = [prepare(frame, columns="*") for frame in frames]
    for one in found:
        assert [column.kind for column in one.columns] == ["number", "number", "yes/no", "date", "category"]
        np.testing.assert_array_equal(one.matrix, found[0].matrix)
        assert one.recipe.fill == found[0].recipe.fill
    array = RNG.normal(size=(9, 2)).astype(np.float32)
    np.testing.assert_array_equal(prepare(array).matrix, array)
    assert prepare(array).matrix.dtype == np.float32


def test_decimal_marks_follow_the_other_columns() -> None:
    rows = {
        "clear": ["1.234,5", "2,75", "13,125"],
        "either": ["1.250", "950", "2.100"],
        "comma": ["1,250", "2,5", "3,125"],
    }
    values = prepare(rows, scale="none").values
    np.testing.assert_array_equal(values, [[1234.5, 1250, 1.25], [2.75, 950, 2.5], [13.125, 2100, 3.125]])
    english = {"clear": ["1,234.5", "2.75", "13.125"], "either": ["1,250", "950", "2,100"]}
    np.testing.assert_array_equal(prepare(english, scale="none").values[:, 1], [1250, 950, 2100])


def test_ambiguous_dates_are_reported() -> None:
    unsure = prepare({"d": ["01/02/2020", "03/04/2021", "05/06/2020"], "x": [1.0, 5.0, 2.0]})
    assert any("month first" in note for note in unsure.notes)
    sure = prepare({"d": ["01/02/2020", "23/04/2021", "05/06/2020"], "x": [1.0, 5.0, 2.0]}, scale="none")
    assert not any("month first" in note for note in sure.notes)
    assert sure.values[0, 0] == (np.datetime64("2020-02-01") - np.datetime64("1970-01-01")).astype(int)


def test_ticks_are_yes_and_no() -> None:
    """Answers of which several may be ticked: the answer, x, TRUE or 1 in some cells, and nothing in the others."""
    marks = {"Kansas": "Kansas", "x": "x", "true": "TRUE", "one": "1"}
    ticked = np.arange(30) % 3 == 0
    frame = {"amount": list(map(str, range(0, 90, 3)))}
    frame |= {name: [mark if tick else "" for tick in ticked] for name, mark in marks.items()}
    found = prepare(frame | {"real": np.where(ticked, 1.0, np.nan)}, keep_ids=True)
    assert found.feature_names == ("amount", *marks, "real")
    np.testing.assert_array_equal(found.values[:, 1:], np.tile(ticked[:, None], 5))
    assert found.columns[1].why == "an empty cell is 0, 'Kansas' is 1"
    assert found.sample_weight is None  # nothing is missing
    later = {"amount": ["1", "2", "3"], "Kansas": ["", "kansas", "-"], "x": ["", "X", "no"]}
    later |= {"true": np.array([False, True, False]), "one": [np.nan, 1.0, 0.0], "real": ["", "1", "0"]}
    recipe = Recipe.from_dict(json.loads(json.dumps(found.recipe.to_dict())))
    np.testing.assert_array_equal(recipe.read(as_table(later))[1:], [[0, 1, 0]] * 5)


@pytest.mark.parametrize(("mark", "filled"), [("no", 10), ("7", 10), ("2020-01-01", 10), ("USA", 28), ("once", 1)])
def test_other_columns_of_one_value_are_constant(mark, filled) -> None:
    """A word for no, a quantity or a date; nearly all cells; or one cell alone."""
    frame = {"amount": list(map(str, range(0, 90, 3))), "same": [mark] * filled + [""] * (30 - filled)}
    assert kinds(frame)["same"] == "constant"


@pytest.mark.parametrize(
    "later", [[True, False, True], np.array([True, False, True]), [1.0, 0.0, 1.0], ["1", "0", "YES"]]
)
def test_later_answers_may_be_written_in_another_way(later) -> None:
    recipe = prepare({"member": ["yes", "no", "no", "yes"]}).recipe
    np.testing.assert_array_equal(recipe.read(as_table({"member": later}))[0], [1, 0, 1])


def test_none_is_a_category_among_words_and_missing_among_numbers() -> None:
    damage, cost = ["None", "None", "minor", "major", ""] * 6, ["None", "10", "25", "31", "8"] * 6
    found = prepare({"damage": damage, "cost": cost, "sold": ["yes", "no", "None"] * 10})
    assert [column.missing for column in found.columns] == [6, 6, 10]
    assert found.feature_names == ("damage = None", "damage = major", "damage = minor", "cost", "sold")
    np.testing.assert_array_equal(found.values[:4, 0], [1, 1, 0, 0])
    again = found.recipe.read(as_table({"damage": damage, "cost": cost, "sold": ["no"] * 30}))
    np.testing.assert_array_equal(again[0][:5], [0, 0, 2, 1, np.nan])


def test_one_mark_among_numbers_means_missing() -> None:
    numbers = [str(row / 8) for row in range(20)]
    found = prepare({"x": list(map(str, range(0, 60, 2))), "y": [*numbers, *["**"] * 10]}, keep_ids=True)
    assert (found.columns[1].kind, found.columns[1].missing) == ("number", 10)
    assert any("'**' in 'y' (row 21 and 9 more)" in note for note in found.notes)
    # two different marks, grades beside a word, or mostly marks: no numbers
    assert kinds({"y": [*numbers, *["a", "b"] * 5] * 2})["y"] != "number"
    assert kinds({"y": ["1", "2", "3", "rotary"] * 8})["y"] == "category"
    assert kinds({"x": list(map(str, range(0, 90, 2))), "y": [*numbers, *["**"] * 25]})["y"] != "number"


def test_names_of_ids_on_columns_that_are_none() -> None:
    """Shares and words are no ids, whatever their column is called; and beside "yes", "no" is an answer."""
    n = 40
    shares = {"Party ID": [str(row % 7 / 8) for row in range(n)], "identity_id": ["secret", "public"] * (n // 2)}
    votes = {"Rep Yes": [str(row * row % 23) for row in range(n)], "Rep No": [str(row * row % 19) for row in range(n)]}
    assert set(kinds(shares | votes).values()) == {"number", "category"}
    orders = {"amount": votes["Rep Yes"], "Order No": votes["Rep No"], "store_id": ["S01", "S02"] * (n // 2)}
    assert kinds(orders) == {"amount": "number", "Order No": "id", "store_id": "id"}


@pytest.mark.parametrize(
    ("cells", "first"),
    [
        (["Mar-64", "May-65", "Sep-63", "Sep-65"], "1964-03-01"),
        (["6/17/47", "6/12/48", "5/20/18", "5/29/99"], "1947-06-17"),
        (["1/28/29", "6/12/48", "5/20/18", "5/29/99"], "2029-01-28"),
    ],
)
def test_years_of_two_digits_are_those_of_spreadsheets(cells, first) -> None:
    found = prepare({"day": cells * 5})
    assert found.columns[0].kind == "date"
    assert found.values[0, 0] == (np.datetime64(first) - np.datetime64("1970-01-01")).astype(int)


def test_durations_are_hours_and_long_ids_are_not_constant() -> None:
    hours = np.arange(30) * 7 % 50 + 0.5
    spans = [timedelta(hours=float(hour)) for hour in hours]
    ids = [2**60 + row for row in range(30)]
    for frame in (
        pd.DataFrame({"span": spans, "customer": ids}),
        pl.DataFrame({"span": spans, "customer": ids}).lazy(),
        {"span": list(map(str, spans)), "customer": list(map(str, ids))},
    ):
        found = prepare(frame)
        assert [(column.kind, column.why) for column in found.columns] == [
            ("number", ""),
            ("id", "every cell is different"),
        ]
        np.testing.assert_allclose(found.values[:, 0], hours)


def test_long_whole_numbers_in_a_list_stay_different() -> None:
    table = as_table({"id": [2**60 + step for step in range(3)], "x": [1, 2.5, 4]})
    assert list(table.texts(0)) == [str(2**60 + step) for step in range(3)]
    assert table.cells[1].tolist() == [1, 2.5, 4]


def test_ids_of_many_digits_are_not_constant() -> None:
    """As floats, these are all equal."""
    ids = [str(12345678901234567890 + row) for row in range(30)]
    assert kinds({"ref": ids, "x": [str(row * row % 7) for row in range(30)]}) == {"ref": "id", "x": "number"}


def test_times_and_dates_with_points() -> None:
    assert kinds(
        {"time": [f"{row % 24:02}.30.00" for row in range(N)], "day": [f"{1 + row % 28:02}.03.04" for row in range(N)]}
    ) == {
        "time": "number",
        "day": "date",
    }
