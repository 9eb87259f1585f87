"""Delimited text: which delimiter, a header or none, which encoding, points or commas in numbers.

polars reads the cells where it is installed, the csv module where it is not or where polars refuses the file.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..errors import InputError
from .table import NO_NAME, Column

MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "?", "-", "#n/a", "missing"})
_DELIMITERS = (",", ";", "\t", "|")
_COMMA_NUMBER = re.compile(r"([+-]?\d*),(\d+(?:[eE][+-]?\d+)?)")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_SAMPLE_CHARACTERS, _SAMPLE_ROWS = 200_000, 100


@dataclass(frozen=True)
class Dialect:
    """How a delimited text is written.

    Attributes
    ----------
    delimiter : between the cells
    names : of the columns, from the header or their 0-based numbers
    has_header : whether the first row names the columns
    """

    delimiter: str
    names: tuple[str, ...]
    has_header: bool

    @property
    def comma_decimals(self) -> bool:
        """Whether 1,5 may mean one and a half: where the comma is free, as in tables of many European programs."""
        return self.delimiter in ";\t"


def read_delimited(data: bytes, source: str) -> list[Column]:
    """The columns of a delimited text.

    Parameters
    ----------
    data : the file
    source : its name, for messages
    """
    text = _decoded(data, source)
    if not text.strip():
        raise InputError(f"{source} is empty. Give a table with a column for each feature and a row for each point.")
    dialect, text = _dialect(text)
    columns = _by_polars(text, dialect)
    return _by_csv(text, dialect, source) if columns is None else columns


def _decoded(data: bytes, source: str) -> str:
    """UTF-8 with or without a byte order mark, UTF-16 with one, else Latin-1; with plain line ends."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    if _CONTROL.search(text[:_SAMPLE_CHARACTERS]):
        raise InputError(f"{source} is not a table that can be read. Give CSV, TSV, Parquet or NPY.")
    return text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")


def _dialect(text: str) -> tuple[Dialect, str]:
    """The dialect, and the text with blanks between cells made tabs where blanks are the only delimiter."""
    sample = _sample(text)
    delimiter = _delimiter(sample)
    if not delimiter:
        widths = {len(line.split()) for line in sample if line.strip()}
        if len(widths) == 1 and widths != {1}:
            text = "\n".join("\t".join(line.split()) for line in text.split("\n"))
            sample = _sample(text)
        delimiter = "\t"
    rows = _rows(sample, delimiter)
    has_header = _has_header(rows, comma_decimals=delimiter in ";\t")
    width = len(rows[0]) if has_header else max(len(row) for row in rows)
    names = _distinct(rows[0]) if has_header else [str(number) for number in range(width)]
    return Dialect(delimiter, tuple(names), has_header), text


def _sample(text: str) -> list[str]:
    lines = text[:_SAMPLE_CHARACTERS].split("\n")
    if len(text) > _SAMPLE_CHARACTERS and len(lines) > 1:
        lines.pop()  # it may be cut
    return lines[:_SAMPLE_ROWS]


def _rows(lines: Iterable[str], delimiter: str) -> list[list[str]]:
    return [row for row in csv.reader(lines, delimiter=delimiter, skipinitialspace=True) if row]


def _delimiter(lines: Sequence[str]) -> str:
    """The delimiter that cuts most rows into equally many cells, and then into most numbers; "" if none does."""

    def merit(delimiter: str) -> tuple[float, float, int]:
        rows = _rows(lines, delimiter)
        (width, count), *_ = Counter(map(len, rows)).most_common(1) or [(1, 0)]
        if width < 2:
            return 0.0, 0.0, 0
        cells = [cell for row in rows for cell in row]
        numeric = sum(_is_number(cell, comma_decimals=delimiter in ";\t") for cell in cells)
        return count / len(rows), numeric / len(cells), width

    best = max(_DELIMITERS, key=merit)
    return best if merit(best)[0] > 0 else ""


def _has_header(rows: list[list[str]], *, comma_decimals: bool) -> bool:
    """Whether the first row holds no number, or a word above a column of numbers."""
    head, body = rows[0], rows[1:]
    words = [not _is_number(cell, comma_decimals=comma_decimals) and not _is_missing(cell) for cell in head]
    if not any(_is_number(cell, comma_decimals=comma_decimals) for cell in head):
        return any(words)
    for index in np.flatnonzero(words):
        below = [row[index] for row in body if index < len(row) and not _is_missing(row[index])]
        if below and all(_is_number(cell, comma_decimals=comma_decimals) for cell in below):
            return True
    return False


def _distinct(names: Sequence[str]) -> list[str]:
    """Names without blanks around them; the second x becomes "x (2)"."""
    stripped = [name.strip() or NO_NAME for name in names]
    result: list[str] = []
    for name in stripped:
        number, unused = 1, name
        while unused in result or (number > 1 and unused in stripped):
            number += 1
            unused = f"{name} ({number})"
        result.append(unused)
    return result


def _is_missing(cell: str) -> bool:
    return cell.strip().casefold() in MISSING


def _is_number(cell: str, *, comma_decimals: bool) -> bool:
    if comma_decimals and _COMMA_NUMBER.fullmatch(cell.strip()):
        return True
    return not _is_missing(cell) and not np.isnan(_number(cell))


def _number(cell: str) -> float:
    """The number a cell holds, NaN for none."""
    try:
        return float("nan") if "_" in cell else float(cell)
    except ValueError:
        return float("nan")


def _by_csv(text: str, dialect: Dialect, source: str) -> list[Column]:
    """The columns, read by the csv module: rows may be short, which leaves cells missing, but not long."""
    width = len(dialect.names)
    rows = []
    reader = csv.reader(io.StringIO(text), delimiter=dialect.delimiter, skipinitialspace=True)
    try:
        for row in reader:
            if not row and width > 1:
                continue
            if any(cell.strip() for cell in row[width:]):
                raise InputError(
                    f"{source}, line {reader.line_num}: {len(row)} cells, but the table has {width} columns. Correct "
                    "the line, or put quotes around cells that hold the delimiter."
                )
            rows.append(row[:width] + [""] * (width - len(row)))
    except csv.Error as error:
        raise InputError(f"{source}, line {reader.line_num}: {error}.") from error
    body = rows[1:] if dialect.has_header else rows
    by_column = zip(*body, strict=True) if body else [()] * width
    return [_column(name, list(cells), dialect) for name, cells in zip(dialect.names, by_column, strict=True)]


def _column(name: str, cells: list[str], dialect: Dialect) -> Column:
    cells = [cell.strip() for cell in cells]
    missing = np.array([_is_missing(cell) for cell in cells], dtype=bool)
    if dialect.comma_decimals and any("," in cell for cell in cells) and not any("." in cell for cell in cells):
        plain = [_COMMA_NUMBER.sub(r"\1.\2", cell) if _COMMA_NUMBER.fullmatch(cell) else cell for cell in cells]
    else:
        plain = cells
    numbers = np.array([_number(cell) for cell in plain], dtype=np.float64)
    numbers[missing] = np.nan
    return _finished(name, numbers, missing, cells)


def _finished(name: str, numbers: FloatArray, missing: Any, cells: Any) -> Column:
    stray = np.flatnonzero(np.isnan(numbers) & ~missing)
    first = (int(stray[0]), str(cells[int(stray[0])])) if stray.size else None
    return Column(name, numbers, missing, first)


def _by_polars(text: str, dialect: Dialect) -> list[Column] | None:
    """The columns, read by polars; None where it is not installed or refuses the text."""
    try:
        import polars as pl
    except ImportError:
        return None
    if f'{dialect.delimiter} "' in text:
        return None  # polars does not see a quote after a blank
    if len(dialect.names) > 1:
        text = re.sub(r"\n{2,}", "\n", text)
    schema = {str(number): pl.String for number in range(len(dialect.names))}
    try:
        frame = pl.read_csv(
            io.BytesIO(text.encode("utf-8", errors="replace")),
            has_header=False,
            separator=dialect.delimiter,
            schema=schema,
        )
    except pl.exceptions.PolarsError:
        return None
    frame = frame.slice(1) if dialect.has_header else frame
    return [_column_by_polars(name, frame[key], dialect) for name, key in zip(dialect.names, schema, strict=True)]


def _column_by_polars(name: str, series: Any, dialect: Dialect) -> Column:
    import polars as pl

    cells = series.fill_null("").str.strip_chars()
    missing = cells.str.to_lowercase().is_in(list(MISSING)).to_numpy()
    plain = cells
    if (
        dialect.comma_decimals
        and cells.str.contains(",", literal=True).any()
        and not cells.str.contains(".", literal=True).any()
    ):
        plain = cells.str.replace(f"^{_COMMA_NUMBER.pattern}$", "${1}.${2}")
    numbers = plain.cast(pl.Float64, strict=False).fill_null(float("nan")).to_numpy().copy()
    numbers[missing] = np.nan
    # Python reads a few ways to write a number that polars does not
    unread = np.isnan(numbers) & ~missing
    numbers[unread] = [_number(cell) for cell in plain.filter(pl.Series(unread)).to_list()]
    return _finished(name, numbers, missing, cells)
