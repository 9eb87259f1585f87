"""Tables in every dialect, each read by both engines: with polars, and by the csv module alone."""

import io
import sys

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diverseed.errors import InputError
from diverseed.tables import read_table
from diverseed.tables.delimited import read_delimited

EXPECTED = [[1.5, 2.0], [-3.0, 4e5], [0.25, 6.0]]


@pytest.fixture(params=["polars", "csv"])
def engine(request, monkeypatch):
    if request.param == "csv":
        monkeypatch.setitem(sys.modules, "polars", None)
    return request.param


@pytest.fixture
def write(tmp_path):
    def make(content: str | bytes, name: str = "data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return make


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    "content",
    [
        "a,b\n1.5,2\n-3,4e5\n.25,6\n",
        "a;b\n1.5;2\n-3;4e5\n.25;6\n",
        "a;b\n1,5;2,0\n-3;4e5\n0,25;6\n",
        "a\tb\n1,5\t2\n-3\t4e5\n0,25\t6",
        "a|b\n1.5|2\n-3|4e5\n.25|6\n",
        "a b\n1.5   2\n-3 4e5\n .25 6\n",
        "a,b\r\n1.5,2\r\n-3,4e5\r\n.25,6\r\n",
        "a,b\n\n1.5, 2\n\n-3, +4e5 \n .25,6.\n\n\n",
        'a,b\n"1.5","2"\n"-3",4e5\n.25,6\n',
        'a,b\n"1.5", "2"\n"-3", 4e5\n.25, 6\n',
        "\ufeffa,b\n1.5,2\n-3,4e5\n.25,6\n",
        "a,b,\n1.5,2,\n-3,4e5,\n.25,6,\n",
        "a,b\n1.5,2,\n-3,4e5,\n.25,6,\n",
    ],
)
def test_dialects(write, content) -> None:
    table = read_table(write(content))
    assert table.columns == ("a", "b")
    np.testing.assert_array_equal(table.values, EXPECTED)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_encodings(write, encoding) -> None:
    table = read_table(write("Höhe,b\n1,2\n3,4\n".encode(encoding)))
    assert table.columns == ("Höhe", "b")


@pytest.mark.usefixtures("engine")
def test_no_header_numbers_the_columns(write) -> None:
    table = read_table(write("5.1,3.5,setosa\n4.9,3.0,setosa\n7.0,3.2,versicolor\n"))
    assert table.columns == ("0", "1")
    assert table.values.shape == (3, 2)
    assert [(out.column, out.reason) for out in table.left_out] == [("2", "text")]
    assert read_table(write("5.1,3.5\n4.9,3.0\n"), columns=["1"]).columns == ("1",)


@pytest.mark.usefixtures("engine")
def test_what_is_left_out(write) -> None:
    table = read_table(write(",x,name,blank\n0,1.5,ann,\n1,2.5,bob,\n2,0.5,cy,\n"))
    assert table.columns == ("x",)
    reasons = {out.column: out.reason for out in table.left_out}
    assert reasons == {"(no name)": "row numbers", "name": "text", "blank": "empty"}
    assert read_table(write("id,x\n1,5\n2,7\n"), columns=["id,x"]).columns == ("id", "x")
    assert read_table(write("id,x\n4,5\n9,7\n")).columns == ("id", "x")


@pytest.mark.usefixtures("engine")
def test_names_are_made_distinct_and_may_hold_commas(write) -> None:
    assert read_table(write("x,x\n1,2\n3,4\n")).columns == ("x", "x (2)")
    assert read_table(write('"a,b",c\n1,2\n3,4\n'), columns=["a,b"]).columns == ("a,b",)


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        (" \n\n", "is empty"),
        ("a,b\n", "no rows"),
        ("a,b\n1,2\n", "one row"),
        ("a,b\n1,2\n3,\n5,NA\n", r"column 'b' has 2 missing values in 3 rows, the first in row 2.*--columns a"),
        ("a,b\n1,2\n3\n5,6\n", "column 'b' has 1 missing value"),
        ("a\n1\n\n3\n", "column 'a' has 1 missing value"),
        ("a,b\n1,2\n3,inf\n", "column 'b' has 1 infinite value in 2 rows, the first in row 2"),
        (
            "a,b\n" + "1,2\n" * 30 + "3,oops\n",
            "column 'b' holds numbers but for 1 cell of 31, the first 'oops' in row 31",
        ),
        ("a,b\n1,2\n1,2\n", "all 2 rows are equal"),
        ("name,town\nann,york\nbob,bath\n", "no column of numbers; it has 'name', 'town'"),
        ("a,b\n1,2\n3,4,5\n", "line 3: 3 cells, but the table has 2 columns"),
        (b"PK\x03\x04\x00\x00garbage", "not a table"),
        (b"\x93NUMPY\x01\x00garbage", "not a whole NPY"),
    ],
)
def test_bad_tables_are_refused(write, content, message) -> None:
    with pytest.raises(InputError, match=message):
        read_table(write(content))


def test_bad_requests_are_refused(write, tmp_path) -> None:
    path = write("a,b,t\n1,2,x\n3,4,y\n")
    with pytest.raises(InputError, match=r"no column 'c'. Its columns are 'a', 'b', 't'"):
        read_table(path, columns=["a,c"])
    with pytest.raises(InputError, match="column 't' holds text, for example 'x' in row 1"):
        read_table(path, columns=["t"])
    with pytest.raises(InputError, match="names no column"):
        read_table(path, columns=[" , "])
    with pytest.raises(InputError, match="no file"):
        read_table(tmp_path / "absent.csv")
    with pytest.raises(InputError, match="is a folder"):
        read_table(tmp_path)


def test_control_characters_in_names_are_escaped_and_bounded(write) -> None:
    name = "\x1b[31mred" + "x" * 500
    with pytest.raises(InputError) as caught:
        read_table(write(f"{name},b\n1,2\n3,NA\n".replace("\x1b", "\x7f")), columns=["nope"])
    assert "\x7f" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("dtype", ["float32", "float64", "int16", "bool"])
def test_npy(write, dtype) -> None:
    values = np.array([[0, 1], [1, 1], [1, 0]], dtype=dtype)
    buffer = io.BytesIO()
    np.save(buffer, values)
    table = read_table(write(buffer.getvalue(), "points"))
    np.testing.assert_array_equal(table.values, values)
    assert table.values.dtype == (np.float32 if dtype == "float32" else np.float64)
    assert table.columns == ("0", "1")


@pytest.mark.parametrize("array", [np.zeros((2, 2, 2)), np.array(["a", "b"]), np.array([1j, 2j])])
def test_other_arrays_are_refused(write, array) -> None:
    buffer = io.BytesIO()
    np.save(buffer, array)
    with pytest.raises(InputError, match="two dimensions"):
        read_table(write(buffer.getvalue(), "points.npy"))


def test_parquet(tmp_path, monkeypatch) -> None:
    path = tmp_path / "data.parquet"
    pl.DataFrame({"a": [1, 2, 3], "t": ["x", "y", "z"], "b": [0.5, 1.5, 2.5]}).write_parquet(path)
    table = read_table(path)
    assert table.columns == ("a", "b")
    assert [(out.column, out.reason) for out in table.left_out] == [("t", "text")]
    pl.DataFrame({"a": [1, None, 3]}).write_parquet(path)
    with pytest.raises(InputError, match="column 'a' has 1 missing value in 3 rows, the first in row 2"):
        read_table(path)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match=r"pip install 'diverseed\[io\]'"):
        read_table(path)


def test_constant_columns_are_named(write) -> None:
    assert read_table(write("a,b,c\n1,2,3\n1,4,3\n")).constant == ("a", "c")


CELLS = st.sampled_from(
    ["1", "-2.5", "3e2", "1,5", ",5", "NA", "", "x", "1_0", "+7", "inf", "nan", " 8 ", "1.2.3", "ü"]
)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=8), st.sampled_from([";", "\t", "|"]))
def test_both_engines_read_the_same(rows, delimiter) -> None:
    text = "\n".join(delimiter.join(row) for row in [("a", "b", "c"), *rows]).encode()
    read = read_delimited(text, "data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "polars", None)
        expected = read_delimited(text, "data")
    assert [column.name for column in read] == [column.name for column in expected]
    for one, other in zip(read, expected, strict=True):
        np.testing.assert_array_equal(one.numbers, other.numbers)
        np.testing.assert_array_equal(one.missing, other.missing)
        assert one.stray == other.stray
