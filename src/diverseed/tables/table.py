"""From columns as they were read to a matrix of numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray
from ..errors import InputError

# A column in which at least this share of the cells are numbers is meant to be numeric: other cells are mistakes.
_MEANT_AS_NUMBERS = 0.9
NO_NAME = "(no name)"
# Columns of consecutive integers that go by one of these names only number the rows.
ROW_NUMBER_NAMES = {NO_NAME, "id", "index", "row", "no", "no.", "nr", "#"}
_LONGEST_NAME, _MOST_NAMES = 60, 20


@dataclass(frozen=True)
class Column:
    """A column as it was read.

    Attributes
    ----------
    name : as in the file; its 0-based number where the file names none
    numbers : (n,) the cells as numbers, NaN where a cell is none
    missing : (n,) whether a cell is empty or a mark for a missing value
    stray : the first cell that is neither a number nor missing, and its row from 0; None if there is none
    """

    name: str
    numbers: FloatArray
    missing: NDArray[np.bool_]
    stray: tuple[int, str] | None = None

    @property
    def n_numbers(self) -> int:
        return int((~np.isnan(self.numbers)).sum())

    @property
    def n_stray(self) -> int:
        return self.numbers.size - self.n_numbers - int(self.missing.sum())

    @property
    def is_empty(self) -> bool:
        return bool(self.missing.all())

    @property
    def is_text(self) -> bool:
        return self.n_stray > (1 - _MEANT_AS_NUMBERS) * (self.n_numbers + self.n_stray)

    @property
    def numbers_rows(self) -> bool:
        """Whether it only numbers the rows, as the first column of many exported tables does."""
        if self.name.casefold() not in ROW_NUMBER_NAMES:
            return False
        return self.numbers.size > 1 and self.numbers[0] in (0, 1) and bool(np.all(np.diff(self.numbers) == 1))


@dataclass(frozen=True)
class LeftOut:
    """A column that is not part of the matrix, and why."""

    column: str
    reason: str


@dataclass(frozen=True)
class Table:
    """Numbers in named columns.

    Attributes
    ----------
    values : (n, d) finite
    columns : d names
    left_out : columns of the file that are not in ``values``
    """

    values: FloatArray
    columns: tuple[str, ...]
    left_out: tuple[LeftOut, ...] = ()

    @cached_property
    def constant(self) -> tuple[str, ...]:
        """Names of the columns in which all values are equal."""
        same = (self.values == self.values[:1]).all(axis=0)
        return tuple(name for name, is_same in zip(self.columns, same, strict=True) if is_same)


def table_of(columns: Sequence[Column], source: str, *, wanted: Sequence[str] | None = None) -> Table:
    """The numeric columns of a file as one matrix, or an error that says what is in the way.

    Parameters
    ----------
    columns : as they were read
    source : name of the file, for messages
    wanted : names of the columns to take; an entry may hold several with commas between. Default: all numeric ones.
    """
    if not columns or columns[0].numbers.size == 0:
        raise InputError(f"{source} has no rows of data. Clustering needs at least two.")
    left_out: list[LeftOut] = []
    if wanted:
        chosen = _picked(columns, wanted, source)
    else:
        chosen, left_out = _numeric(columns, source)
    for column in chosen:
        _check_cells(column, chosen)
    values = np.column_stack([column.numbers for column in chosen])
    if values.shape[0] < 2:
        raise InputError(f"{source} has one row of data. Clustering needs at least two.")
    table = Table(values, tuple(column.name for column in chosen), tuple(left_out))
    if len(table.constant) == len(table.columns):
        raise InputError(f"{source}: all {values.shape[0]} rows are equal in {listed(table.columns)}: no clusters.")
    return table


def _numeric(columns: Sequence[Column], source: str) -> tuple[list[Column], list[LeftOut]]:
    chosen, left_out = [], []
    for column in columns:
        reason = _why_not(column)
        if reason:
            left_out.append(LeftOut(column.name, reason))
        else:
            chosen.append(column)
    if not chosen:
        raise InputError(
            f"{source} has no column of numbers; it has {listed([column.name for column in columns])}. Clustering "
            "needs at least one."
        )
    return chosen, left_out


def _why_not(column: Column) -> str:
    """Why a column is left out if nobody asks for it by name; "" for a column to take."""
    if column.is_empty:
        return "empty"
    if column.is_text:
        return "text"
    return "row numbers" if column.numbers_rows else ""


def _picked(columns: Sequence[Column], wanted: Sequence[str], source: str) -> list[Column]:
    by_name = {column.name: column for column in columns}
    names = [
        name
        for entry in wanted
        for name in ([entry] if entry in by_name else [part.strip() for part in entry.split(",") if part.strip()])
    ]
    unknown = [name for name in names if name not in by_name]
    if unknown:
        raise InputError(f"{source} has no column {listed(unknown)}. Its columns are {listed(list(by_name))}.")
    if not names:
        raise InputError(f"--columns names no column. The columns of {source} are {listed(list(by_name))}.")
    return [by_name[name] for name in dict.fromkeys(names)]


def _check_cells(column: Column, chosen: Sequence[Column]) -> None:
    name, n = quoted(column.name), column.numbers.size
    others = [other.name for other in chosen if other is not column]
    way_out = f", or leave the column out: --columns {','.join(others[:8])}" if 0 < len(others) <= 8 else ""
    if column.is_text:
        row, cell = column.stray or (0, "")
        raise InputError(f"column {name} holds text, for example {quoted(cell)} in row {row + 1}: it has no distances.")
    if column.stray is not None:
        row, cell = column.stray
        raise InputError(
            f"column {name} holds numbers but for {_counted(column.n_stray, 'cell')} of {n}, the first {quoted(cell)} "
            f"in row {row + 1}. Correct them{way_out}."
        )
    if column.missing.any():
        count = int(column.missing.sum())
        raise InputError(
            f"column {name} has {_counted(count, 'missing value')} in {n} rows, the first in row "
            f"{int(column.missing.argmax()) + 1}. Fill them in, delete those rows{way_out}."
        )
    infinite = np.isinf(column.numbers)
    if infinite.any():
        raise InputError(
            f"column {name} has {_counted(int(infinite.sum()), 'infinite value')} in {n} rows, the first in row "
            f"{int(infinite.argmax()) + 1}. Replace them, delete those rows{way_out}."
        )


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def quoted(text: str) -> str:
    """Text from a file for a message: bounded, control characters escaped."""
    return repr(text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 3] + "...")


def listed(names: Sequence[str]) -> str:
    """Names for a message, with a count instead of the end of a long list."""
    shown = ", ".join(quoted(name) for name in names[:_MOST_NAMES])
    return shown if len(names) <= _MOST_NAMES else f"{shown} and {len(names) - _MOST_NAMES} more"
