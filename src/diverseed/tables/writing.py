"""Tables as files: columns of any kind, or a table that was read with more columns."""

import csv
import io
import json
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError, optional_module
from ..files.plain_json import plain
from .cells import TextColumn
from .kinds import read_as
from .recipe import ColumnRecipe, Recipe
from .table import Table

SUFFIXES = (".csv", ".tsv", ".json", ".xlsx", ".parquet")
_BOOLEANS = {"True": True, "False": False, "": None}


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
    """All columns and rows of the table as they were, and more columns with values for some of the rows."""
    typed = suffix not in (".csv", ".tsv")
    known = {column.name: column for column in recipe.columns}
    columns: dict[str, Sequence[Any]] = {
        name: _typed(table, place, known.get(name)) if typed else table.texts(place)
        for place, name in enumerate(table.names)
    }
    for name, values in added.items():
        whole: list[Any] = [None] * table.n_rows
        for row, value in zip(rows, values, strict=True):
            whole[row] = value
        columns[unused_name(name, columns)] = whole
    return file_of(columns, suffix)


def file_of(columns: dict[str, Sequence[Any]], suffix: str) -> str | bytes:
    """The contents of a file of named columns; None is a missing value."""
    if suffix == ".parquet":
        import polars as pl

        target = io.BytesIO()
        pl.DataFrame({name: list(values) for name, values in columns.items()}, strict=False).write_parquet(target)
        return target.getvalue()
    if suffix == ".xlsx":
        from .workbook import write_workbook

        return write_workbook(columns)
    if suffix == ".json":
        records = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
        return json.dumps(plain(records, lambda number: None), ensure_ascii=False, allow_nan=False) + "\n"
    return delimited_text(columns, "\t" if suffix == ".tsv" else ",")


def delimited_text(columns: Mapping[str, Sequence[Any]], delimiter: str = ",") -> str:
    """Named columns as delimited text."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\n")
    writer.writerow(columns)
    for row in zip(*columns.values(), strict=True):
        writer.writerow([f"{cell:.9g}" if isinstance(cell, float) else cell for cell in row])
    return stream.getvalue()


def _typed(table: Table, place: int, known: ColumnRecipe | None) -> Sequence[Any]:
    """Cells as numbers, or as true and false, where all that are filled are; else as texts. None where empty."""
    cells = table.cells[place]
    how = {} if known is None else known.how
    if isinstance(cells, TextColumn) and any(text.isdigit() and text[0] == "0" != text for text in set(cells)):
        return [text or None for text in cells]  # postcodes and the like: a number would lose the zeros in front
    if isinstance(cells, TextColumn) and cells.plain is not None and how.get("decimal") != ",":
        cells = cells.plain
    elif isinstance(cells, TextColumn) and known is not None and known.kind == "number":
        numbers = read_as(cells, known.kind, how)
        cells = numbers if np.array_equal(np.isnan(numbers), cells.missing) else cells
    if isinstance(cells, np.ndarray):
        finite = cells[np.isfinite(cells)]
        whole = bool(np.all(np.floor(finite) == finite)) and np.abs(finite).max(initial=0) < 2**53
        return [None if cell != cell else int(cell) if whole and cell - cell == 0 else cell for cell in cells.tolist()]
    if set(cells) <= _BOOLEANS.keys():
        return [_BOOLEANS[cell] for cell in cells]
    return [text or None for text in cells]


def unused_name(name: str, taken: Container[str]) -> str:
    """The name, with a number if it is taken."""
    number, unused = 2, name
    while unused in taken:
        unused, number = f"{name}_{number}", number + 1
    return unused
