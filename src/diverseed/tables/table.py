"""A table as it was read or given: named columns of cells, not yet numbers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray
from ..errors import InputError
from ..files.pages import counted
from .cells import TextColumn

NO_NAME = "(no name)"
_LONGEST_NAME, _MOST_NAMES = 60, 20
LARGEST_EXACT = 2**53  # floats hold all whole numbers up to here

Column = FloatArray | TextColumn


@dataclass(frozen=True)
class Table:
    """Named columns.

    Attributes
    ----------
    names : d different names; 0-based numbers where the file names no columns
    cells : d columns of n cells. Each is an array of floats, NaN where there is no number; or a ``TextColumn``, strings
        as they stand in the file, which dates and booleans of data frames become too
    source : name of the file, for messages
    lines : (n,) line of the file that each row stands on, from 1; None if the table was not text
    notes : remarks for the user about the reading, in sentences
    given : the same columns with the types that the file or frame has; None if the table was text
    delimiter : between the cells of a text, a tab where blanks delimit; "" if the table was not text
    byte_order_mark : whether the text had one, or needs one now that it is written as UTF-8
    """

    names: tuple[str, ...]
    cells: tuple[Column, ...]
    source: str = "the table"
    lines: Sequence[int] | None = None
    notes: tuple[str, ...] = ()
    given: tuple[Any, ...] | None = None
    delimiter: str = ""
    byte_order_mark: bool = False

    @property
    def decimal_comma(self) -> bool:
        """Whether the delimiter leaves the comma free for decimals, as in files of many European programs."""
        return self.delimiter == ";"

    @property
    def n_rows(self) -> int:
        return len(self.cells[0]) if self.cells else 0

    def texts(self, column: int) -> Sequence[str]:
        """The cells of a column as they would be written; "" for missing ones."""
        return as_texts(self.cells[column])

    def place(self, row: int) -> str:
        """Where a row stands, for messages: its line in a text, else its number from 1."""
        return f"row {row + 1:,}" if self.lines is None else f"line {self.lines[row]:,}"


def as_table(frame: Any, *, source: str = "the table") -> Table:
    """A pandas or polars data frame, a mapping of columns, a two-dimensional array, or a table, as a table."""
    if isinstance(frame, Table):
        return frame
    if hasattr(frame, "collect"):
        frame = frame.collect()  # a lazy frame of polars
    if isinstance(frame, Mapping):
        names, columns = list(frame), list(frame.values())
    elif hasattr(frame, "columns"):
        names = list(frame.columns)
        columns = frame.get_columns() if hasattr(frame, "get_columns") else [column for _, column in frame.items()]
    else:
        try:
            array = np.asarray(frame)
        except ValueError as error:
            raise InputError(f"the rows of {source} differ in length. Give each a cell for every column.") from error
        if array.ndim != 2:
            raise InputError(
                f"{source} is {type(frame).__name__} of shape {array.shape}. Give a data frame, a mapping of columns, "
                "or an array of two dimensions."
            )
        names, columns = list(range(array.shape[1])), list(array.T)
    cells = tuple(map(_column, columns))
    if len(set(map(len, cells))) > 1:
        raise InputError(f"the columns of {source} differ in length. Give each a cell for every row.")
    return Table(tuple(distinct_names(map(str, names))), cells, source, given=tuple(columns))


def _column(values: Any) -> Column:
    array = _array(values)
    if array.dtype.kind == "f":
        return array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)
    if array.dtype.kind in "iu" and _exact(array):
        return array.astype(np.float64)
    cells = _python_cells(array)
    if array.dtype.kind in "bmM":  # most dates and booleans come again: each different one is written once
        texts = {cell: string_of(cell) for cell in dict.fromkeys(cells)}
        return TextColumn(map(texts.__getitem__, cells))
    if all(map(_is_plain, cells)):
        return np.array(cells, dtype=np.float64)
    return TextColumn(map(string_of, cells))


def _array(values: Any) -> NDArray[Any]:
    """Values as an array: of their type where NumPy has it, else of objects, None where one is missing."""
    if isinstance(values, np.ndarray):
        return values
    if hasattr(values, "null_count"):  # a series of polars
        dtype = values.dtype
        if dtype.is_integer() and _exact(values.drop_nulls()):
            return values.cast(float).to_numpy()
        zoned = getattr(dtype, "time_zone", None) is not None
        known = dtype.is_float() or str(dtype) == "Boolean" or dtype.is_temporal()
        return values.to_numpy() if known and not zoned else np.array(values.to_list(), dtype=object)
    if hasattr(values, "isna"):  # a series of pandas
        known = isinstance(values.dtype, np.dtype)
        return (values if known else values.astype(object).where(values.notna(), None)).to_numpy()
    if not isinstance(values, Iterable) or isinstance(values, str):
        raise InputError(f"a column is {values!r:.60}, not a sequence. Give each column a cell for every row.")
    return np.array(list(values), dtype=object)


def cells_of(given: Any) -> list[Any]:
    """The cells of a column in Python's own types; None where one is missing."""
    if hasattr(given, "null_count"):
        try:
            cells = given.to_list()
        except ValueError:  # dates beyond the year 9999, which Python does not have
            cells = given.cast(str).to_list()
        if any(isinstance(cell, Decimal) for cell in cells):
            cells = _of_decimals(cells)
    else:
        array = given if isinstance(given, list | tuple) else _array(given)
        cells = _python_cells(array) if isinstance(array, np.ndarray) else list(array)
    return [None if isinstance(cell, float) and cell != cell else cell for cell in cells]


def _of_decimals(cells: Sequence[Decimal | None]) -> list[Any]:
    """Decimals as whole numbers or as floats if all of them can be, else as texts."""
    for kind in (int, float):
        if all(cell is None or Decimal(repr(kind(cell))) == cell for cell in cells):
            return [cell if cell is None else kind(cell) for cell in cells]
    return [cell if cell is None else str(cell) for cell in cells]


def _python_cells(array: NDArray[Any]) -> list[Any]:
    """Dates in microseconds: NumPy gives those in nanoseconds as whole numbers."""
    return (array.astype(f"{array.dtype.kind}8[us]") if array.dtype.kind in "mM" else array).tolist()


def _exact(whole: Any) -> bool:
    """Whether whole numbers, an array or a series, stay the same as floats. Long ids do not, and are kept as texts."""
    return len(whole) == 0 or bool(whole.min() >= -LARGEST_EXACT and whole.max() <= LARGEST_EXACT)


def _is_plain(cell: Any) -> bool:
    """Whether a cell is a number that a float holds, or missing."""
    if isinstance(cell, int | np.integer):
        return not isinstance(cell, bool) and abs(int(cell)) <= LARGEST_EXACT
    return cell is None or isinstance(cell, float | np.number)


def string_of(cell: Any) -> str:
    """A cell of any type as it would be written in a text."""
    if cell is None or (isinstance(cell, float) and cell != cell):
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return f"{cell:.0f}"  # -0 for negative zero
    return str(cell).removesuffix(" 00:00:00") if isinstance(cell, date) else str(cell)


def as_texts(cells: FloatArray | Sequence[str]) -> Sequence[str]:
    """The cells of a column, or some of them, as strings; "" for missing ones."""
    return [string_of(cell) for cell in cells.tolist()] if isinstance(cells, np.ndarray) else cells


def distinct_names(names: Iterable[str]) -> list[str]:
    """Names without blanks around them; the second x becomes "x (2)"."""
    stripped = [" ".join(name.split()) or NO_NAME for name in names]
    taken, numbers = set(stripped), Counter[str]()
    result = []
    for name in stripped:
        numbers[name] += 1
        unused = name
        while numbers[name] > 1 and (unused := f"{name} ({numbers[name]})") in taken:
            numbers[name] += 1
        result.append(unused)
    return result


def not_whole(source: str, kind: str, why: object, *, instead: str = "save the table as CSV") -> InputError:
    """The error for a file that begins, or is named, like a format that it then does not have."""
    reason = " ".join(str(why).split()).rstrip(".")
    return InputError(
        f"{source} is not a valid {kind}: it is damaged, or in another format. Copy or export it again, or {instead}. "
        f"({reason:.200}.)"
    )


def quoted(text: str) -> str:
    """Text from a file for a message: bounded, control characters escaped."""
    return repr(text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 3] + "...")


def listed(names: Sequence[str]) -> str:
    """Names for a message, quoted."""
    return bounded([quoted(name) for name in names])


def bounded(parts: Sequence[str], most: int = _MOST_NAMES, what: str = "") -> str:
    """Parts of a message with commas between, and a count instead of the end of a long list."""
    shown = ", ".join(parts[:most])
    if len(parts) <= most:
        return shown
    return f"{shown} and {counted(len(parts) - most, f'more {what}') if what else f'{len(parts) - most:,} more'}"
