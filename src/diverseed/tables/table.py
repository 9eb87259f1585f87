"""A table as it was read or given: named columns of cells, not yet numbers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from .cells import TextColumn

NO_NAME = "(no name)"
_LONGEST_NAME, _MOST_NAMES = 60, 20
_LARGEST_EXACT = 2**53  # floats hold all whole numbers up to here


@dataclass(frozen=True)
class Table:
    """Named columns.

    Attributes
    ----------
    names : d different names; 0-based numbers where the file names no columns
    cells : d columns of n cells. Each is an array of floats (NaN where there is no number), of booleans or of
        ``datetime64[s]``; or a ``TextColumn``, strings as they stand in the file
    source : name of the file, for messages
    lines : (n,) line of the file that each row stands on, from 1; None where the table was no text
    decimal_comma : whether the delimiter leaves the comma free for decimals, as in files of many European programs
    notes : what the user should know of the reading, in sentences
    """

    names: tuple[str, ...]
    cells: tuple[NDArray[Any] | TextColumn, ...]
    source: str = "the table"
    lines: Sequence[int] | None = None
    decimal_comma: bool = False
    notes: tuple[str, ...] = ()

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
    if hasattr(frame, "collect_schema") and hasattr(frame, "collect") and not hasattr(frame, "get_columns"):
        frame = frame.collect()  # a lazy frame of polars
    if isinstance(frame, Mapping):
        names, columns = list(frame), [_from_values(values) for values in frame.values()]
    elif hasattr(frame, "columns") and hasattr(frame, "__getitem__"):
        names = list(frame.columns)
        polars = hasattr(frame, "get_columns")
        columns = [
            _from_polars(frame[name]) if polars else _from_pandas(frame.iloc[:, place])
            for place, name in enumerate(names)
        ]
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
        names, columns = list(range(array.shape[1])), [_from_values(column) for column in array.T]
    if len({len(column) for column in columns}) > 1:
        raise InputError(f"the columns of {source} differ in length. Give each a cell for every row.")
    return Table(tuple(distinct_names([str(name) for name in names])), tuple(columns), source)


def _from_polars(series: Any) -> Any:
    import polars as pl

    if series.dtype.is_integer() and not _exact(series.drop_nulls()):
        return _strings(series.to_list())
    if series.dtype.is_numeric():
        kind = pl.Float32 if series.dtype == pl.Float32 else pl.Float64
        return series.cast(kind).fill_null(float("nan")).to_numpy()
    if series.dtype in (pl.Date, pl.Datetime):
        return series.to_numpy().astype("datetime64[s]")
    if series.dtype == pl.Boolean and not series.null_count():
        return series.to_numpy()
    return _strings(series.to_list())


def _from_pandas(series: Any) -> Any:
    kind = series.dtype.kind if hasattr(series.dtype, "kind") else "O"
    if kind == "M":
        return series.to_numpy(dtype="datetime64[s]")  # in UTC where it has a time zone
    if kind == "b" and not series.isna().any():
        return series.to_numpy(dtype=bool)
    if kind in "iu" and not _exact(series.dropna()):
        return _strings(series.astype(object).where(series.notna(), None).tolist())
    if kind in "iuf":
        return series.to_numpy(dtype=np.float32 if series.dtype == np.float32 else np.float64, na_value=np.nan)
    return _strings(series.astype(object).where(series.notna(), None).tolist())


def _from_values(values: Any) -> Any:
    if hasattr(values, "dtype") and hasattr(values, "to_list"):
        return _from_pandas(values) if hasattr(values, "iloc") else _from_polars(values)
    if not isinstance(values, Iterable) or isinstance(values, str):
        raise InputError(f"a column is {values!r:.60}, not a sequence. Give each column a cell for every row.")
    array = values if isinstance(values, np.ndarray) else np.array(list(values), dtype=object)
    if array.dtype.kind in "iu":
        return array.astype(np.float64) if _exact(array) else _strings(array.tolist())
    if array.dtype.kind == "f":
        return array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)
    if array.dtype.kind == "M":
        return array.astype("datetime64[s]")
    if array.dtype.kind == "b":
        return array
    cells = array.tolist()
    if all(_is_plain(cell) for cell in cells):
        return np.array(cells, dtype=np.float64)
    return _strings(cells)


def _is_plain(cell: Any) -> bool:
    if isinstance(cell, int | np.integer):
        return not isinstance(cell, bool) and abs(int(cell)) <= _LARGEST_EXACT
    return isinstance(cell, float | np.number)


def _exact(whole: Any) -> bool:
    """Whether whole numbers, an array or a series, stay the same as floats. Long ids do not, and are kept as texts."""
    return len(whole) == 0 or bool(whole.min() >= -_LARGEST_EXACT and whole.max() <= _LARGEST_EXACT)


def _strings(cells: Sequence[Any]) -> TextColumn:
    return TextColumn(cell if isinstance(cell, str) else string_of(cell) for cell in cells)


def string_of(cell: Any) -> str:
    """A cell of any type as it would be written in a text."""
    if cell is None or (isinstance(cell, float) and cell != cell):
        return ""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e15:
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.isoformat(sep=" ") if cell.time() != cell.min.time() else cell.date().isoformat()
    return cell.isoformat() if isinstance(cell, date) else str(cell)


def as_texts(cells: NDArray[Any] | Sequence[str]) -> Sequence[str]:
    """Cells of any kind as strings; "" for missing ones."""
    if not isinstance(cells, np.ndarray):
        return cells
    if cells.dtype.kind == "M":
        whole = np.all(np.isnat(cells) | (cells == cells.astype("datetime64[D]")))
        written = np.datetime_as_string(cells, unit="D" if whole else "s")
        return ["" if text == "NaT" else text.replace("T", " ") for text in written.tolist()]
    return [string_of(cell) for cell in cells.tolist()]


def distinct_names(names: Sequence[str]) -> list[str]:
    """Names without blanks around them; the second x becomes "x (2)"."""
    stripped = [" ".join(name.split()) or NO_NAME for name in names]
    taken, used = set(stripped), set()
    result: list[str] = []
    numbers: dict[str, int] = {}
    for name in stripped:
        unused = name
        while unused in used or (unused != name and unused in taken):
            numbers[name] = numbers.get(name, 1) + 1
            unused = f"{name} ({numbers[name]})"
        used.add(unused)
        result.append(unused)
    return result


def not_whole(source: str, kind: str, why: object, *, instead: str = "save the table as CSV") -> InputError:
    """The error for a file that begins, or is named, like a format that it then does not have."""
    reason = " ".join(str(why).split()).rstrip(".")
    return InputError(
        f"{source} is not a whole {kind}: it is damaged, or not one at all. Copy or export it again, or {instead}. "
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
    return shown if len(parts) <= most else f"{shown} and {len(parts) - most:,} more{what}"
