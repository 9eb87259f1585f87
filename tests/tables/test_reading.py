"""Tables in every dialect."""

import io
import json
import sys
import warnings
from datetime import date, datetime

import numpy as np
import openpyxl
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diverseed.errors import InputError
from diverseed.examples import open_table
from diverseed.tables import as_table, prepare, read_table
from diverseed.tables.delimited import read_delimited
from diverseed.tables.writing import table_with

EXPECTED = [[1.5, 2.0], [-3.0, 4e5], [0.25, 6.0]]


@pytest.fixture
def write(tmp_path):
    def make(content: str | bytes, name: str = "data.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return make


def values_of(path, **options) -> np.ndarray:
    return prepare(read_table(path), scale="none", **options).values


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
        'a,b\n"1,5","2,0"\n"-3","400.000"\n"0,25","6"\n',
        "\ufeffa,b\n1.5,2\n-3,4e5\n.25,6\n",
        "a,b,\n1.5,2,\n-3,4e5,\n.25,6,\n",
        "a,b\n1.5,2,\n-3,4e5,\n.25,6,\n",
        "Report of 2020\n\na,b\n1.5,2\n-3,4e5\n.25,6\n",
        "Report of 2020;;\nRegion;;\na;b;\n1.5;2;\n-3;4e5;\n.25;6;\n",
        "# made by a program\n# on a day\na\tb\n1.5\t2\n-3\t4e5\n.25\t6\n",
    ],
)
def test_dialects(write, content) -> None:
    table = read_table(write(content))
    assert table.names[:2] == ("a", "b")
    np.testing.assert_array_equal(prepare(table, columns=["a", "b"], scale="none").values, EXPECTED)


def test_one_row_of_another_width_does_not_choose_the_delimiter(write) -> None:
    """As one program padded the file of another: every row has one comma, and all but the first two semicolons."""
    table = read_table(write("a;b,\n" + "1,5;2;\n" * 30))
    assert (table.names[0], table.n_rows) == ("a", 30)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings(write, encoding) -> None:
    assert read_table(write("Höhe €,b\n1,2\n3,4\n".encode(encoding))).names == ("Höhe €", "b")


@pytest.mark.parametrize(
    ("content", "names", "n_rows"),
    [
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n7.0,3.2,versicolor\n", ("0", "1", "2"), 3),
        ("Country,1990,1991,1992\nItaly,1,2,3\nSpain,4,5,6\n", ("Country", "1990", "1991", "1992"), 2),
        ('"x","y"\n"ann",1,2\n"bob",3,4\n', ("(no name)", "x", "y"), 2),
        ("x,x,x (2)\n1,2,3\n3,4,5\n", ("x", "x (3)", "x (2)"), 2),
        (",x\n0,5\n1,7\n", ("(no name)", "x"), 2),
        ("state,2018\nAlabama,R+27\nAlaska,R+15\n", ("state", "2018"), 2),  # a number above words
        ("state,2021\nAlabama,-29.6\nAlaska,-14.6\n", ("state", "2021"), 2),  # a year above other numbers
        ("item,1940,1945\nFood,22.2,44.5\nCare,1.04,1.98\n", ("item", "1940", "1945"), 2),
        ("Alabama,2021\nAlaska,2019\n", ("0", "1"), 2),  # a year above years
        # years alone
        (
            "Doctors\nRegion:;all\n;1985;1993;2000;2005\nsurgery;.;379;20;5\nheart;1;400;4;5\n",
            ("(no name)", "1985", "1993", "2000", "2005"),
            2,
        ),
        ("1950,2000\n1,3\n2,2010\n", ("0", "1"), 3),
        ("1950\n1\n2\n", ("0",), 3),
        # titles over groups of columns
        (
            "no,,Searches,Votes,\n,Town,NFL,NFL,MLB\n1,Bath,45%,,1%\n2,York,32%,3%,-\n",
            ("no", "Town", "Searches: NFL", "Votes: NFL", "MLB"),
            2,
        ),
        # words above the names, and below the table
        (
            "Notes,at,the top,,\nName,Kind,Age,Town,Note\nann,a,69,Bath,x\nbob,b,60,York,y\nend,,of it,,\n",
            ("Name", "Kind", "Age", "Town", "Note"),
            3,
        ),
        (",x,kind\nann,5,red\nbob,7,blue\n", ("(no name)", "x", "kind"), 2),
        (",kind\nann,red\nbob,blue\n", ("(no name)", "kind"), 2),
        ("low,red,no\nhigh,blue,no\nlow,red,yes\nhigh,red,no\n", ("0", "1", "2"), 4),  # words that come again
        ("team,colour\nReds,red\nteam,colour\nBlues,blue\n", ("team", "colour"), 3),  # names repeated above a page
        ("Source,World Bank,,\n\nUpdated,2021-01-01,,\n\nname,code,x,y\nItaly,IT,1,2\n", ("name", "code", "x", "y"), 1),
    ],
)  # fmt: skip
def test_headers(write, content, names, n_rows) -> None:
    table = read_table(write(content))
    assert (table.names, table.n_rows) == (names, n_rows)


def test_rows_are_counted_as_in_the_file(write) -> None:
    table = read_table(write('Title\n\nname,x\n"two\nlines",1\n\nann,2\n'))
    assert list(table.lines) == [4, 7]
    assert table.place(1) == "line 7"
    assert list(read_table(write("x,y\n1,2\n3,4\n")).lines) == [2, 3]
    assert list(read_table(write("1,2\n3,4\n")).lines) == [1, 2]


def test_cells_keep_their_blanks_and_the_table_may_begin_late(write) -> None:
    table = read_table(write("\n" * 150 + "name,x\n  ann,1\nbob, 2\n"))
    assert table.names == ("name", "x")
    assert list(table.texts(0)) == ["  ann", "bob"]
    assert list(table.lines) == [152, 153]
    assert list(read_table(write('name,x\n  ann,1\n"b, ""c""", 2\n')).texts(0)) == ["  ann", 'b, "c"']
    assert list(read_table(write('name,x\n"two\n\n\nlines",1\nbob,2\n')).texts(0)) == ["two\n\n\nlines", "bob"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        (" \n\n", "is empty"),
        ("a,b\n", "no rows"),
        ("a,b\n1,2\n", "one row of data"),
        ("a,b\n1,2\n1,2\n", r"no usable column: 'a' \(constant\), 'b' \(constant\)"),
        ("name,town\nann,york\nbob,bath\n", r"no usable column: 'name' \(text\), 'town' \(text\)"),
        (
            "name,x\nann,1\nbob,2\neve,\ndan,\nivy,\n",
            r"'name' \(text\), 'x' \(most cells missing\). Name columns to use them",
        ),
        ("id\n" + "\n".join(f"u{i}" for i in range(30)), r"no usable column: 'id' \(id\)\.$"),
        ("a,b\n1,2\n3,4,5\n", "line 3: 3 cells, but a row of the table has 2"),
        (b"\x01\x02garbage\x00", "not text: .* Give a table"),
        (b"PK\x03\x04\x00\x00garbage", "not a valid Excel workbook: it is damaged, .* save the table as CSV"),
        (b"\xd0\xcf\x11\xe0garbage", r"\.xls"),
        (b"\x93NUMPY\x01\x00garbage", "not a valid NPY"),
    ],
)
def test_bad_tables_are_refused(write, content, message) -> None:
    with pytest.raises(InputError, match=message):
        prepare(read_table(write(content)))


def test_a_line_of_many_characters(write) -> None:
    names = [f"ENSG{number:011}" for number in range(9000)]
    rows = [",".join(str((row * 7 + column) % 11) for column in range(9000)) for row in range(4)]
    path = write("\n".join([",".join(names), *rows]))
    assert len(path.read_text().split("\n")[0]) > 131_072
    assert values_of(path).shape == (4, 9000)
    with pytest.raises(InputError, match="no rows of data"):
        prepare(read_table(write("x" * 5_000_000)))


def test_files_that_are_not_there(tmp_path) -> None:
    with pytest.raises(InputError, match="no file"):
        read_table(tmp_path / "absent.csv")
    with pytest.raises(InputError, match="is a folder"):
        read_table(tmp_path)


@pytest.mark.parametrize("dtype", ["float32", "float64", "int16", "bool"])
def test_npy(write, dtype) -> None:
    values = np.array([[0, 1], [1, 1], [1, 0]], dtype=dtype)
    buffer = io.BytesIO()
    np.save(buffer, values)
    table = read_table(write(buffer.getvalue(), "points"))
    assert table.names == ("0", "1")
    matrix = prepare(table).matrix
    np.testing.assert_array_equal(matrix, values)
    assert matrix.dtype == (np.float32 if dtype == "float32" else np.float64)


@pytest.mark.parametrize("array", [np.zeros((2, 2, 2)), np.array(["a", "b"]), np.array([1j, 2j])])
def test_other_arrays_are_refused(write, array) -> None:
    buffer = io.BytesIO()
    np.save(buffer, array)
    with pytest.raises(InputError, match="two dimensions"):
        read_table(write(buffer.getvalue(), "points.npy"))


def test_a_false_npy_header(write) -> None:
    buffer = io.BytesIO()
    np.save(buffer, np.zeros((9, 9)))
    lie = buffer.getvalue().replace(b"(9, 9)", b"(9999999999999, 9)").replace(b"              \n", b"\n", 1)
    with pytest.raises(InputError, match="not a valid NPY"):
        read_table(write(lie, "liar.npy"))


@pytest.mark.parametrize(
    ("name", "kind"), [("a.xlsx", "Excel workbook"), ("a.parquet", "Parquet file"), ("a.npy", "NPY file")]
)
def test_files_with_the_wrong_extension(write, name, kind) -> None:
    """Damage at the start, or another file under that name; text is read as text whatever its name is."""
    with pytest.raises(InputError, match=rf"{name} is not a valid {kind}: it is damaged, .* Copy or export it again"):
        read_table(write(b"\x00\x01\x02\xfejunk", name))
    assert read_table(write("x,y\n1,2\n3,4\n", name)).names == ("x", "y")


def test_damaged_parquet_is_refused(tmp_path, monkeypatch) -> None:
    path = tmp_path / "points.parquet"
    pl.DataFrame({"a": [1.0, 2.0]}).write_parquet(path)
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(InputError, match=r"points\.parquet is not a valid Parquet file: .* as CSV\. \(.*[^.]\.\)$"):
        read_table(path)

    def panic(_):
        raise pl.exceptions.PanicException("assertion failed")

    monkeypatch.setattr(pl, "read_parquet", panic)  # as some damage inside of a file makes it do
    with pytest.raises(InputError, match=r"not a valid Parquet file: .*\(assertion failed\.\)"):
        read_table(path)


def test_parquet(tmp_path, monkeypatch) -> None:
    path = tmp_path / "data.parquet"
    frame = pl.DataFrame(
        {"a": [1, None, 3], "t": ["x", "y", "z"], "d": [date(2020, 1, 1), date(2020, 1, 5), date(2020, 2, 1)]}
    )
    frame.write_parquet(path)
    found = prepare(read_table(path), scale="none")
    assert [(column.name, column.kind, column.missing) for column in found.columns] == [
        ("a", "number", 1),
        ("t", "text", 0),
        ("d", "date", 0),
    ]
    np.testing.assert_array_equal(found.values[:, 0], [1, 2, 3])
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match=r"pip install .*\[io\]"):
        read_table(path)


@pytest.fixture
def workbook(tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "about"
    book.active.append(["Sales of 2020"])
    sheet = book.create_sheet("data")
    sheet.append([])
    sheet.append(["Sales of 2020"])
    sheet.append([])
    sheet.append([None, "amount", "day", "paid", "town"])
    for row in range(8):
        sheet.append([None, 10.5 * row, datetime(2020, 1, 1 + row * row % 7), row % 2 == 0, "ab"[row % 2]])
    path = tmp_path / "book.xlsx"
    book.save(path)
    return path


def test_excel(workbook, monkeypatch) -> None:
    table = read_table(workbook)
    assert table.names == ("amount", "day", "paid", "town")
    assert list(table.lines) == list(range(5, 13))
    found = prepare(table, scale="none")
    assert [column.kind for column in found.columns] == ["number", "date", "yes/no", "category"]
    np.testing.assert_array_equal(found.values[:, 0], 10.5 * np.arange(8))
    np.testing.assert_array_equal(found.values[:, 1], 18262 + np.arange(8) ** 2 % 7)
    np.testing.assert_array_equal(found.values[:, 2], [1, 0] * 4)
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(InputError, match=r"needs openpyxl.*pip install .*\[io\]"):
        read_table(workbook)


def test_what_openpyxl_leaves_out_is_not_warned_about(workbook, monkeypatch) -> None:
    """Workbooks with charts and lists of choices are full of parts that are no cells."""
    load = openpyxl.load_workbook

    def warn_and_load(*args, **options):
        warnings.warn("Unknown extension is not supported and will be removed", stacklevel=1)
        return load(*args, **options)

    monkeypatch.setattr(openpyxl, "load_workbook", warn_and_load)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        read_table(workbook)
    assert not caught


def test_a_workbook_of_one_sheet_has_no_range_of_numbers(tmp_path) -> None:
    path = tmp_path / "one.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "only"
    book.save(path)
    with pytest.raises(InputError, match=r"no sheet '2'\. Its only sheet is 'only'\. Omit the sheet\."):
        read_table(path, sheet="2")


def test_broken_workbooks_are_refused(workbook) -> None:
    whole = workbook.read_bytes()
    workbook.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="not a valid Excel workbook: it is damaged"):
        read_table(workbook)
    packed = whole.index(b"xl/worksheets/sheet2.xml") + 40
    workbook.write_bytes(whole[:packed] + bytes(60) + whole[packed + 60 :])
    with pytest.raises(InputError, match="not a valid Excel workbook"):
        read_table(workbook)


@pytest.fixture
def sheet_of(tmp_path):
    def make(rows):
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        path = tmp_path / "sheet.xlsx"
        book.save(path)
        return path

    return make


def test_the_sheet_that_was_read_is_named_where_there_are_several(workbook, sheet_of) -> None:
    assert read_table(workbook).notes == ("Sheet 'data' was read; the workbook has 'about' too.",)
    assert read_table(sheet_of([["a", "b"], [1, 2], [3, 4]])).notes == ()


def test_a_sheet_is_chosen_by_name_or_number(tmp_path) -> None:
    book = openpyxl.Workbook()
    book.active.title = "first"
    for name in ("first", "1", "empty"):
        sheet = book["first"] if name == "first" else book.create_sheet(name)
        for row in [[f"x of {name}"], [1], [2]] if name != "empty" else []:
            sheet.append(row)
    path = tmp_path / "book.xlsx"
    book.save(path)
    read = {sheet: read_table(path, sheet=sheet) for sheet in ("first", "1", "2")}
    assert {sheet: table.names for sheet, table in read.items()} == {
        "first": ("x of first",),
        "1": ("x of 1",),  # a name comes before a number
        "2": ("x of 1",),
    }
    assert all(table.notes == () for table in read.values())
    with pytest.raises(InputError, match=r"no sheet 'third'. Its sheets are 'first', '1', 'empty'; .* 1 to 3"):
        read_table(path, sheet="third")
    with pytest.raises(InputError, match="no rows of data on the sheet 'empty'"):
        read_table(path, sheet="empty")
    (tmp_path / "a.csv").write_text("a\n1\n2\n")
    with pytest.raises(InputError, match="is not an Excel workbook"):
        read_table(tmp_path / "a.csv", sheet="first")
    with pytest.raises(InputError, match="is not an Excel workbook"):
        open_table("example:wine", sheet="first")


@pytest.mark.parametrize("title", [[], [["Costs"]]])
def test_a_second_table_below_the_first_is_left_out_and_named(sheet_of, title) -> None:
    rows = [["a", "b"], [1, 2], [3, 4], [], *title, ["cost", "share"], [7, 8], [9, 10]]
    table = read_table(sheet_of(rows))
    assert (table.names, table.n_rows) == (("a", "b"), 2)
    assert "rows from 5 on were not read" in table.notes[0]
    assert "separate sheet" in prepare(table).notes[0]


def test_blank_rows_inside_a_table_do_not_end_it(sheet_of) -> None:
    table = read_table(sheet_of([["a", "b"], [1, 2], [], [3, 4], [], ["", 5], [6, 7]]))
    assert (table.n_rows, table.notes) == (4, ())
    words = read_table(sheet_of([["town", "b"], ["York", 2], ["Ely", 3], [], ["Bath", 4], ["Hull", 5]]))
    assert (words.n_rows, words.notes) == (4, ())


def test_tables_side_by_side_are_named(sheet_of) -> None:
    rows = [["a", "b", None, "c"], [1, 2, None, 3], [4, 5, None, 6], [7, 8, None, None]]
    assert "side by side" in read_table(sheet_of(rows)).notes[0]
    rows[3][3] = 9  # an empty column in one table
    assert read_table(sheet_of(rows)).notes == ()


def test_blanks_between_words_do_not_cut_a_column_of_text(write) -> None:
    assert read_table(write("full name\nann lee\nbob ray\n")).names == ("full name",)
    assert read_table(write("x y\n1 2\n3 4\n")).names == ("x", "y")


@pytest.mark.parametrize("kind", ["polars", "pandas", "nullable", "numpy"])
def test_long_ids_keep_all_digits(kind) -> None:
    ids = [2**60 + 1, 2**60 + 2, 5]
    frame = {
        "polars": lambda: pl.DataFrame({"id": ids, "x": [1, 2, 3]}),
        "pandas": lambda: pd.DataFrame({"id": ids, "x": [1, 2, 3]}),
        "nullable": lambda: pd.DataFrame({"id": pd.array(ids, dtype="Int64"), "x": [1, 2, 3]}),
        "numpy": lambda: {"id": np.array(ids), "x": np.array([1, 2, 3])},
    }[kind]()
    table = as_table(frame)
    assert list(table.texts(0)) == [str(number) for number in ids]
    assert isinstance(table.cells[1], np.ndarray)


CELLS = st.sampled_from(
    [
        "1",
        "-2.5",
        "3e2",
        "1,5",
        ",5",
        "NA",
        "",
        "x",
        "1_0",
        "+7",
        "inf",
        "nan",
        " 8 ",
        "1.2.3",
        "ü",
        "€5",
        "1.234,5",
        "5%",
    ]
)


@settings(deadline=None)
@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=8), st.sampled_from([";", "\t", "|"]))
def test_cells_are_read_as_written(rows, delimiter) -> None:
    text = "\n".join(delimiter.join(row) for row in [("a", "b", "c"), *rows]).encode()
    read = read_delimited(text, "data")
    assert read.names == ("a", "b", "c")
    assert list(read.lines) == list(range(2, 2 + len(rows)))
    assert list(zip(*map(read.texts, range(3)), strict=True)) == rows


def test_quotes_inside_cells() -> None:
    """Inch marks beside quoted names."""
    rng = np.random.default_rng(0)
    for _ in range(150):
        names = rng.choice(['"Acme, Inc"', '"Bolt"', "Cory", '"D ""x"" E"'], size=rng.integers(3, 30))
        marks = rng.choice(["", '"'], (names.size, 4))
        sizes = np.strings.add(rng.integers(1, 200, marks.shape).astype(str), marks).tolist()
        lines = [
            "name,width,height,price,depth",
            *(",".join([name, *row]) for name, row in zip(names, sizes, strict=True)),
        ]
        table = read_delimited("\n".join(lines).encode(), "sizes.csv")
        assert [list(row) for row in zip(*(table.texts(column) for column in range(1, 5)), strict=True)] == sizes
        assert list(table.texts(0)) == [name.strip('"').replace('""', '"') for name in names]


@pytest.mark.filterwarnings("error")
def test_infinite_numbers_in_the_first_row() -> None:
    assert read_delimited(b"a,b,c\ninf,inf,inf\n1,2,3\n2,5,1\n", "x").names == ("a", "b", "c")
    assert read_delimited(b"name,inf,inf,inf\nx,1,2,3\ny,2,5,1\n", "x").n_rows >= 2


def test_json_that_the_command_writes_can_be_read(write) -> None:
    """A list of objects, some without a value for every column."""
    rows = '[{"a": 1.5, "b": 2, "word": "x"}, {"a": -3, "b": 4e5, "word": null}, {"b": 6, "a": 0.25}]'
    table = read_table(write(rows, "data.json"))
    assert table.names == ("a", "b", "word")
    np.testing.assert_array_equal(values_of(write(rows, "unnamed"), columns=["a", "b"]), EXPECTED)
    assert list(table.texts(2)) == ["x", "", ""]


def test_json_with_an_object_on_each_line_can_be_read(write) -> None:
    rows = '\ufeff{"a": 1.5, "b": 2, "word": "x"}\n{"a": -3, "b": 4e5, "word": null}\r\n\n{"b": 6, "a": 0.25}\n'
    table = read_table(write(rows, "data.jsonl"))
    assert table.names == ("a", "b", "word")
    assert list(table.texts(2)) == ["x", "", ""]
    np.testing.assert_array_equal(values_of(write(rows, "unnamed"), columns=["a", "b"]), EXPECTED)
    with pytest.raises(InputError, match=r"torn\.jsonl is not a table.*one object per line"):
        read_table(write(rows + '{"a": ', "torn.jsonl"))


@pytest.mark.parametrize("name", ["data.csv", "data.xlsx", "data.parquet"])
def test_a_pointer_of_git_lfs_is_called_that(write, name) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0\nsize 12345\n"
    with pytest.raises(InputError, match=rf"{name} is a Git LFS pointer.*git lfs pull"):
        read_table(write(pointer, name))


@pytest.mark.parametrize("content", ['{"a": 1}', "[1, 2]", "[]", '[{"a": 1}', "[" * 100_000])
def test_json_of_another_form_is_refused(write, content) -> None:
    with pytest.raises(InputError, match=r"data\.json is not a table. Give JSON that is a list of objects"):
        read_table(write(content, "data.json"))


def test_a_column_may_be_called_like_a_list(write) -> None:
    assert read_table(write("[a],b\n1.5,2\n-3,4e5\n.25,6\n")).names == ("[a]", "b")


def test_thousands_with_points_are_written_as_they_were_read() -> None:
    table = read_delimited(b"a;b\n1.234;0,5\n950;1,25\n2.500;2,5\n", "table")
    found = prepare(table)
    written = table_with(table, {}, ".json", recipe=found.recipe, rows=found.rows.tolist())
    assert json.loads(written) == [{"a": 1234, "b": 0.5}, {"a": 950, "b": 1.25}, {"a": 2500, "b": 2.5}]


def test_true_and_false_are_written_as_such() -> None:
    table = as_table({"x": [1.0, 2.0, 4.0], "paid": np.array([True, False, True]), "sent": [True, None, False]})
    found = prepare(table)
    written = json.loads(table_with(table, {}, ".json", recipe=found.recipe, rows=found.rows.tolist()))
    assert [(row["paid"], row["sent"]) for row in written] == [(True, True), (False, None), (True, False)]


def test_zeros_in_front_are_kept() -> None:
    table = read_delimited(b"plz,a,b\n07311,0,0.5\n10115,1,0\n,2,1.5\n", "table")
    found = prepare(table)
    written = json.loads(table_with(table, {}, ".json", recipe=found.recipe, rows=found.rows.tolist()))
    assert [tuple(row.values()) for row in written] == [("07311", 0, 0.5), ("10115", 1, 0.0), (None, 2, 1.5)]


def test_titles_over_groups_of_columns_of_a_sheet(sheet_of) -> None:
    rows = [[None, None, "Searches", None, "Votes"], [None, "Town", "NFL", "MLB", "NFL"]]
    rows += [[None, "Bath", 45, 3, 1], [None, "York", 32, 5, 2]]
    assert read_table(sheet_of(rows)).names == ("Town", "Searches: NFL", "MLB", "Votes: NFL")
