"""Delimited text: which encoding, which delimiter, where the table begins.

polars reads the cells where it is installed, the csv module where it is not or where polars refuses the file.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..errors import InputError
from ..files.decoding import decode
from .cells import MISSING, is_number
from .header import Header, find_header
from .table import Table

_ADVICE = "Give a table as CSV, TSV, Excel (.xlsx), Parquet or NPY."
_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_CHARACTERS, _SAMPLE_ROWS, _FEWEST_ROWS, _SAMPLE_CELLS = 200_000, 100, 3, 2_000
# With many more columns than rows polars, whose cost is per column, takes twice as long as the csv module.
_WIDE = 10
# The csv module refuses longer cells. A header read with the wrong delimiter is one cell, as long as the file perhaps.
_LONGEST_CELL = 2**31 - 1


@dataclass(frozen=True)
class _Body:
    """The text of a table from its header or first row on."""

    text: str  # with plain line ends
    line: int  # of the file on which it begins, from 1
    delimiter: str  # between the cells
    header: Header  # skips nothing


def read_delimited(data: bytes, source: str) -> Table:
    """The cells of a delimited text; ``source`` is its name, for messages."""
    csv.field_size_limit(_LONGEST_CELL)
    text = decode(data, source, advice=_ADVICE).rstrip("\n")
    if not text.strip():
        raise InputError(f"{source} is empty. Give a table with a column for each feature and a row for each point.")
    body = _body(text)
    wide = len(body.header.names) > _WIDE * (1 + body.text.count("\n"))
    read = None if wide else _by_polars(body)
    lines: Sequence[int]
    if read is None:
        cells, lines = _by_csv(body, source)
        numbers = {place: _plain_numbers(column) for place, column in enumerate(cells)}
        plain = {place: values for place, values in numbers.items() if values is not None}
    else:
        cells, plain = read
        lines = _lines(body, len(cells[0]))
    return Table(body.header.names, tuple(cells), plain, source, lines, decimal_comma=body.delimiter == ";")


def _body(text: str) -> _Body:
    """The table in a text; blanks between cells are made tabs where blanks are the only delimiter."""
    sample = _sample(text)
    delimiter = _delimiter(sample)
    if not delimiter:
        if _blanks_delimit(sample):
            text = "\n".join("\t".join(line.split()) for line in text.split("\n"))
            sample = _sample(text)
        delimiter = "\t"
    reader = csv.reader(sample, delimiter=delimiter, skipinitialspace=True)
    rows, ends = [], []
    for row in reader:
        if row:
            rows.append(row)
            ends.append(reader.line_num)
    header = find_header(rows)
    # the line after the last one that is skipped, past blank ones
    skipped = ends[header.skipped - 1] if header.skipped else 0
    while not sample[skipped].strip():
        skipped += 1
    start = sum(len(line) + 1 for line in sample[:skipped])
    return _Body(text[start:], skipped + 1, delimiter, Header(0, header.named, header.names))


def _blanks_delimit(lines: Sequence[str]) -> bool:
    """Whether blanks cut all lines into equally many cells, some of them numbers: else they are words of a text."""
    rows = [line.split() for line in lines if line.strip()]
    widths = set(map(len, rows))
    return len(widths) == 1 and widths != {1} and any(is_number(cell) for row in rows[1:] for cell in row)


def _sample(text: str) -> list[str]:
    """The first lines, whole ones: a few at least, however long they are."""
    lines: list[str] = []
    start = 0
    while (
        start <= len(text) and len(lines) < _SAMPLE_ROWS and (start < _SAMPLE_CHARACTERS or len(lines) < _FEWEST_ROWS)
    ):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        lines.append(text[start:end])
        start = end + 1
    return lines


def _rows(lines: Iterable[str], delimiter: str) -> list[list[str]]:
    return [row for row in csv.reader(lines, delimiter=delimiter, skipinitialspace=True) if row]


def _delimiter(lines: Sequence[str]) -> str:
    """The delimiter that cuts most rows into equally many cells, and then into most numbers; "" if none does."""

    def merit(delimiter: str) -> tuple[float, float, int]:
        rows = _rows(lines, delimiter)
        (width, count), *_ = Counter(map(len, rows)).most_common(1) or [(1, 0)]
        if width < 2:
            return 0.0, 0.0, 0
        cells = [cell for row in reversed(rows) for cell in row][:_SAMPLE_CELLS]
        return count / len(rows), sum(map(is_number, cells)) / len(cells), width

    merits = {delimiter: merit(delimiter) for delimiter in _DELIMITERS if any(delimiter in line for line in lines)}
    best = max(merits, key=lambda delimiter: merits[delimiter], default="")
    return best if best and merits[best][0] > 0 else ""


def _csv_rows(body: _Body) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the line on which it begins; the names of the columns first, if any."""
    reader = csv.reader(io.StringIO(body.text), delimiter=body.delimiter, skipinitialspace=True)
    line = body.line
    for row in reader:
        if row or len(body.header.names) == 1:
            yield line, row
        line = body.line + reader.line_num


def _by_csv(body: _Body, source: str) -> tuple[list[Any], list[int]]:
    """The columns, and the line of each row. Rows may be short, which leaves cells missing, but not long."""
    width = len(body.header.names)
    rows, lines, line = [], [], body.line
    try:
        for line, row in _csv_rows(body):
            if any(cell.strip() for cell in row[width:]):
                raise InputError(
                    f"{source}, line {line}: {len(row)} cells, but the table has {width} columns. Correct the line, "
                    "or put quotes around cells that hold the delimiter."
                )
            rows.append(row[:width] + [""] * (width - len(row)))
            lines.append(line)
    except csv.Error as error:
        raise InputError(f"{source}, after line {line}: {error}.") from error
    del rows[: body.header.named], lines[: body.header.named]
    columns = [list(column) for column in zip(*rows, strict=True)] if rows else [[] for _ in range(width)]
    return columns, lines


def _plain_numbers(cells: Sequence[str]) -> FloatArray | None:
    """The numbers of a column that holds nothing else but marks for missing values; None for any other."""
    if any("_" in cell for cell in cells):
        return None
    try:
        return np.array(cells, dtype=np.float64)
    except ValueError:
        pass
    try:
        return np.array(["nan" if cell.strip().casefold() in MISSING else cell for cell in cells], dtype=np.float64)
    except ValueError:
        return None


def _by_polars(body: _Body) -> tuple[list[Any], dict[int, FloatArray]] | None:
    """The columns, and those that are plain numbers; None where polars is not installed or refuses the text."""
    try:
        import polars as pl
    except ImportError:
        return None
    text = body.text
    if '"' in text and _has_stray_quotes(text, body.delimiter):
        return None
    width = len(body.header.names)
    if width > 1:
        text = re.sub(r"\n{2,}", "\n", text)
    schema = {str(number): pl.String for number in range(width)}
    try:
        frame = pl.read_csv(
            io.BytesIO(text.encode("utf-8", errors="replace")),
            has_header=False,
            separator=body.delimiter,
            schema=schema,
        )
    except pl.exceptions.PolarsError:
        return None
    frame = frame.slice(int(body.header.named)).fill_null("")
    numbers = frame.select(pl.all().str.strip_chars().cast(pl.Float64, strict=False))
    plain: dict[int, FloatArray] = {}
    whole = []
    for place, count in enumerate(numbers.null_count().row(0)):
        if count == 0:
            whole.append(place)
            continue
        unread = frame[:, place].filter(numbers[:, place].is_null()).unique().to_list()
        if all(cell.strip().casefold() in MISSING for cell in unread):
            plain[place] = numbers[:, place].fill_null(float("nan")).to_numpy()
    if whole and frame.height:
        plain |= dict(zip(whole, numbers[:, whole].to_numpy().T, strict=True))
    return list(frame.iter_columns()), plain


def _has_stray_quotes(text: str, delimiter: str) -> bool:
    """Whether there are quotes other than those around a whole cell, such as 42", or "a" after a blank.

    polars would then sometimes read two cells as one, or the quotes as part of the cell.
    """
    edge = rf"[^{re.escape(delimiter)}\n]"
    return '"' in re.sub(rf'(?<!{edge})"(?>[^"]+|"")*+"(?!{edge})', "", text)


def _lines(body: _Body, n_rows: int) -> Sequence[int]:
    """The line of each row: one after the other, unless lines are blank or cells hold line ends."""
    first = body.line + body.header.named
    if body.text.count("\n") + 1 - body.header.named == n_rows:
        return range(first, first + n_rows)
    return [line for line, _ in _csv_rows(body)][body.header.named :]
