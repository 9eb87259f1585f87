"""Tables as files: columns of any kind, or a table that was read with more columns."""

import csv
import io
import json
import re
from collections.abc import Callable, Container, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError, optional_module
from ..files.plain_json import plain
from .cells import Decimal, TextColumn, number
from .recipe import ColumnRecipe, Recipe
from .table import LARGEST_EXACT, Table, cells_of, string_of

_DELIMITERS = {".csv": ",", ".tsv": "\t"}
SUFFIXES = (*_DELIMITERS, ".json", ".xlsx", ".parquet")
_BOOLEANS = {"True": True, "False": False}
# A number without a sign for a currency, a percentage or a surplus, zeros in front or the blanks of phone numbers.
_BARE = re.compile(r"[-−–]?(?!0[0-9])[0-9.,'’]+(?:[eE][+-]?[0-9]+)?|-?inf(?:inity)?", re.IGNORECASE)
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,99}")
_WITHOUT_GROUPS: dict[Decimal, dict[int, int | None]] = {
    ".": str.maketrans("−–", "--", ",'’"),
    ",": str.maketrans("−–,", "--.", ".'’"),
}
_COLUMN_TYPES = {bool, int, float, str, date, datetime, time, timedelta}
_INT64 = range(-(2**63), 2**63)


def check_suffix(path: Path) -> None:
    """Refuse a name that does not say what to write, or a format whose library is not installed."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"cannot tell the format from {path.name}. Use a name ending in {', '.join(SUFFIXES)}.")
    if suffix == ".xlsx":
        from .workbook import openpyxl_for

        openpyxl_for(path.name)
    if suffix == ".parquet":
        optional_module("polars", "Parquet needs polars.", "io")


def table_with(
    table: Table, added: Mapping[str, Sequence[Any]], suffix: str, *, recipe: Recipe, rows: Sequence[int]
) -> str | bytes:
    """All columns and rows of the table as they were, and more columns with values for some of the rows.

    Text to text, cells are copied, and the delimiter and the decimal mark are kept. Formats with types get those of the
    input; from a text, numbers become numbers if they mean the same there.
    """
    text = suffix in _DELIMITERS
    known = {column.name: column for column in recipe.columns}
    columns: dict[str, Sequence[Any]] = {
        name: table.texts(place) if text else _typed(table, place, known.get(name))
        for place, name in enumerate(table.names)
    }
    for name, values in added.items():
        whole: list[Any] = [None] * table.n_rows
        for row, value in zip(rows, values, strict=True):
            whole[row] = value
        columns[unused_name(name, columns)] = whole
    return file_like(table, columns, suffix, recipe=recipe)


def file_like(table: Table, columns: Mapping[str, Sequence[Any]], suffix: str, *, recipe: Recipe) -> str | bytes:
    """The contents of a file of named columns; a text has the delimiter and the decimal mark of the table."""
    if suffix not in _DELIMITERS:
        return file_of(columns, suffix)
    commas = any(column.how.get("decimal") == "," for column in recipe.columns)
    decimal: Decimal = "," if table.delimiter and commas else "."
    usual = table.delimiter if table.delimiter.strip() else ";" if decimal == "," else ","
    content = delimited_text(columns, usual if suffix == ".csv" else _DELIMITERS[suffix], decimal=decimal)
    return "\ufeff" + content if table.byte_order_mark else content


def file_of(columns: Mapping[str, Sequence[Any]], suffix: str) -> str | bytes:
    """The contents of a file of named columns; None is a missing value."""
    if suffix == ".parquet":
        import polars as pl

        target = io.BytesIO()
        pl.DataFrame({name: _of_one_type(cells) for name, cells in columns.items()}).write_parquet(target)
        return target.getvalue()
    if suffix in _DELIMITERS:
        return delimited_text(columns, _DELIMITERS[suffix])
    cells = {name: cells_of(column) for name, column in columns.items()}
    if suffix == ".xlsx":
        from .workbook import write_workbook

        return write_workbook(cells)
    records = [dict(zip(cells, row, strict=True)) for row in zip(*cells.values(), strict=True)]
    whole = plain(records, lambda number: None)
    return json.dumps(whole, ensure_ascii=False, allow_nan=False, default=string_of) + "\n"


def delimited_text(columns: Mapping[str, Sequence[Any]], delimiter: str = ",", *, decimal: Decimal = ".") -> str:
    """Named columns as delimited text; texts as they are, other numbers with the decimal mark."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    for row in zip(*columns.values(), strict=True):
        writer.writerow([f"{cell:.9g}".replace(".", decimal) if isinstance(cell, float) else cell for cell in row])
    return stream.getvalue()


def _typed(table: Table, place: int, known: ColumnRecipe | None) -> Any:
    """A column with the types it was given; of a text, numbers, or true and false, where all filled cells are. None
    where empty."""
    cells = table.cells[place] if table.given is None else table.given[place]
    if not isinstance(cells, TextColumn):
        return cells
    filled = set(cells) - {""}
    if filled and filled <= _BOOLEANS.keys():
        return [_BOOLEANS.get(cell) for cell in cells]
    how = known.how if known is not None and known.kind == "number" else {}
    numbers = None if how.get("format") == "hours" else _numbers(cells, how.get("decimal", "."))
    return numbers or [text or None for text in cells]


def _numbers(texts: TextColumn, decimal: Decimal) -> list[int | float | None] | None:
    """The numbers of a column, None where one is missing; None if one of them would lose something as a number.

    It would lose a currency or a percent sign, a zero in front as in 007, or digits that floats do not have.
    """
    bare = {cell: _bare(cell, decimal) for cell in texts.filled}
    read: Callable[[str], int | float] = int if all(map(_WHOLE.fullmatch, bare.values())) else float
    if not bare or (read is float and not all(map(_fits_float, bare.values()))):
        return None
    numbers = {cell: read(number) for cell, number in bare.items()}
    return [numbers.get(cell.strip()) for cell in texts]


def _bare(cell: str, decimal: Decimal) -> str:
    """A number as programs write it; "" for a cell that holds something else or more."""
    if not _BARE.fullmatch(cell) or np.isnan(number(cell, decimal)):
        return ""
    return cell.translate(_WITHOUT_GROUPS[decimal])


def _fits_float(bare: str) -> bool:
    """Whether a float is as good as the number written, of which it may round digits after the decimal point."""
    value = abs(float(bare or "nan"))
    if value == np.inf:
        return not bare[-1].isdigit()  # written as such, and not 1e400
    return value <= LARGEST_EXACT or "e" in bare.casefold()


def _of_one_type(values: Sequence[Any]) -> Any:
    """A column for Parquet: as it is if that has its type, else as texts."""
    if hasattr(values, "null_count"):
        return values
    cells = cells_of(values)
    types = {type(cell) for cell in cells if cell is not None}
    if types == {int, float} and all(abs(cell) <= LARGEST_EXACT for cell in cells if isinstance(cell, int)):
        return [cell if cell is None else float(cell) for cell in cells]
    if len(types) > 1 or not types <= _COLUMN_TYPES or any(type(cell) is int and cell not in _INT64 for cell in cells):
        return [cell if cell is None else string_of(cell) for cell in cells]
    return cells


def unused_name(name: str, taken: Container[str]) -> str:
    """The name, with a number if it is taken."""
    number, unused = 2, name
    while unused in taken:
        unused, number = f"{name}_{number}", number + 1
    return unused
