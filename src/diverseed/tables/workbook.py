"""Excel workbooks (.xlsx), read and written by openpyxl."""

import io
import warnings
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from ..errors import InputError, optional_module
from .cells import TextColumn, is_number
from .header import find_header
from .table import Table, listed, not_whole, quoted, string_of

# Unpacked, a sheet of a million rows and ten columns has about 500 MB; more is a mistake or an attack.
_MOST_BYTES = 2_000_000_000
_MOST_ROWS, _MOST_COLUMNS = 1_048_576, 16_384
# What Excel stores: 15 digits of a whole number, milliseconds, and dates from 1900 on.
_FIRST_ROUNDED, _MICROSECONDS, _FIRST_YEAR = 10**15, 1_000, 1900

Row = Sequence[Any]


def openpyxl_for(source: str) -> Any:
    """The library, or an error that says how to get it."""
    return optional_module("openpyxl", f"{source} is an Excel workbook, which needs openpyxl.", "io")


def is_workbook(data: bytes) -> bool:
    """Whether bytes are an Excel workbook and not another archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (zipfile.BadZipFile, ValueError, RuntimeError):  # damaged: RuntimeError where it looks like a zip version
        return False


def read_workbook(data: bytes, source: str, sheet: str | None = None) -> Table:
    """The sheet of this name or number (from 1), or the first that holds a table."""
    openpyxl = openpyxl_for(source)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        size = sum(entry.file_size for entry in archive.infolist())
    if size > _MOST_BYTES:
        raise InputError(f"{source} unpacks to {size:,} bytes; the limit is {_MOST_BYTES:,}. Save it as CSV.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of parts that are no cells: charts, styles, lists of choices
            found = _read(openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True), source, sheet)
    except InputError:
        raise
    except Exception as error:  # openpyxl raises whatever the broken part of the file leads to
        raise not_whole(source, "Excel workbook", repr(error)) from error
    if found is None:
        where = "no sheet with rows of data" if sheet is None else f"no rows of data on the sheet {quoted(sheet)}"
        raise InputError(f"{source} has {where}. Clustering needs at least two.")
    return found


def _read(book: Any, source: str, sheet: str | None) -> Table | None:
    for one in book.worksheets if sheet is None else [_named(book.worksheets, sheet, source)]:
        one.reset_dimensions()  # the size stated in the file is often wrong
        given = list(one.iter_rows(values_only=True))
        rows = [[string_of(cell) for cell in row] for row in given]
        places = [place for place, row in enumerate(rows) if any(row)]
        if len(places) > 1:
            table = _table([rows[place] for place in places], given, places, source, one.title)
            others = [name for name in book.sheetnames if name != one.title and sheet is None]
            note = f"Sheet {quoted(one.title)} was read; the workbook has {listed(others)} too."
            return replace(table, notes=(*([note] if others else []), *table.notes))
    return None


def _named(sheets: Sequence[Any], wanted: str, source: str) -> Any:
    """The sheet of this name, or else of this number."""
    by_name = {sheet.title: sheet for sheet in sheets}
    by_number = {str(number): sheet for number, sheet in enumerate(sheets, start=1)}
    found = by_name.get(wanted, by_number.get(wanted))
    if found is None:
        names = listed(list(by_name))
        known = f"Its sheets are {names}; name one, or give its number from 1 to {len(sheets)}."
        known = known if len(sheets) > 1 else f"Its only sheet is {names}. Omit the sheet."
        raise InputError(f"{source} has no sheet {quoted(wanted)}. {known}")
    return found


def _table(rows: list[list[str]], given: Sequence[Row], places: list[int], source: str, sheet: str) -> Table:
    """The first table of a sheet, from its rows that are not blank, all rows with their types, and where the former
    stand among these."""
    width = max(len(row) for row in rows)
    rows = [[*row, *[""] * (width - len(row))] for row in rows]
    header = find_header(rows)
    first = header.skipped
    stop = _end(rows, places, first)
    used = [column for column in range(width) if any(row[column] for row in rows[first:stop])]
    names = tuple(header.names[column] for column in used) if header.named else tuple(map(str, range(len(used))))
    notes = []
    if stop < len(rows):
        notes.append(
            f"Sheet {quoted(sheet)} holds another table below the first: rows from {places[stop] + 1:,} on were not "
            "read. Put each table on a separate sheet, or save it as CSV."
        )
    if _side_by_side([[row[column] for row in rows[first:stop]] for column in range(used[0], used[-1] + 1)]):
        notes.append(
            f"Sheet {quoted(sheet)} seems to hold tables side by side, of different length and with an empty column "
            "between. They were read as one: put each on a separate sheet, or leave out the columns of the others."
        )
    cells = tuple(TextColumn(row[column] for row in rows[header.first : stop]) for column in used)
    body = places[header.first : stop]
    whole = [[*given[place], *[None] * (width - len(given[place]))] for place in body]
    typed = tuple(_days([row[column] for row in whole]) for column in used)
    return Table(names, cells, source, [place + 1 for place in body], notes=tuple(notes), given=typed)


def _days(cells: list[Any]) -> list[Any]:
    """A column of dates, which Excel stores as the first moment of each day; other columns as they are."""
    if any(isinstance(cell, datetime) and cell.time() != time() for cell in cells):
        return cells
    return [cell.date() if isinstance(cell, datetime) else cell for cell in cells]


def _end(rows: list[list[str]], places: list[int], first: int) -> int:
    """The row, after a blank one, that names the columns of another table: its words stand between numbers."""
    for stop in range(first + 2, len(rows) - 1):
        if places[stop] == places[stop - 1] + 1:
            continue
        header = find_header(rows[stop:])
        names = rows[stop + header.skipped]
        for column in [column for column, name in enumerate(names) if header.named and name and not is_number(name)]:
            above = [row[column] for row in rows[first + 1 : stop] if row[column]]
            below = [row[column] for row in rows[stop + header.first :] if row[column]]
            if above and below and all(map(is_number, above + below)):
                return stop
    return len(rows)


def _side_by_side(columns: list[list[str]]) -> bool:
    """Whether empty columns part the others into blocks that end in different rows."""
    ends, last = [], 0
    for cells in columns:
        filled = [row for row, cell in enumerate(cells, 1) if cell]
        if not filled:
            ends.append(last)
        last = max(last, filled[-1]) if filled else 0
    return len({*ends, last} - {0}) > 1


def write_workbook(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Named columns as a workbook of one sheet. Text that begins with = stays text; what Excel would round or cannot
    show becomes text."""
    openpyxl = openpyxl_for("the output")
    n_rows = 1 + max(map(len, columns.values()), default=0)
    if n_rows > _MOST_ROWS or len(columns) > _MOST_COLUMNS:
        raise InputError(
            f"an Excel sheet holds {_MOST_ROWS:,} rows and {_MOST_COLUMNS:,} columns; the output has {n_rows:,} "
            f"and {len(columns):,}. Write it as .csv or .parquet."
        )
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("clusters")

    def written(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub(" ", value)[:32_767])
        cell.data_type = "s"
        return cell

    for row in (columns, *zip(*map(_storable, columns.values()), strict=True)):
        sheet.append([written(value) for value in row])
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def _storable(cells: Sequence[Any]) -> Sequence[Any]:
    """A column as Excel can hold it: cells of a type are written as text if it cannot hold one of them as it is."""
    others = {type(cell) for cell in cells if not _is_storable(cell)}
    return [string_of(cell) if type(cell) in others else cell for cell in cells] if others else cells


def _is_storable(cell: Any) -> bool:
    """Whether Excel holds a cell as it is: it has no time zones, and no dates before 1900."""
    if isinstance(cell, int):
        return abs(cell) < _FIRST_ROUNDED
    if isinstance(cell, timedelta):
        return cell >= timedelta(0) and cell.microseconds % _MICROSECONDS == 0
    if isinstance(cell, date) and cell.year < _FIRST_YEAR:
        return False
    if isinstance(cell, datetime | time):
        return cell.tzinfo is None and cell.microsecond % _MICROSECONDS == 0
    return cell is None or isinstance(cell, str | float | date)
