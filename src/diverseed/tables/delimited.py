"""Delimited text: which encoding, which delimiter, where the table begins."""

import codecs
import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ..errors import InputError
from ..files.decoding import decode
from .cells import TextColumn, is_number
from .header import Header, find_header
from .table import Table

_ADVICE = "Give a table as CSV, TSV, Excel (.xlsx), Parquet, JSON or NPY."
_DELIMITERS = (",", ";", "\t", "|")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SAMPLE_CHARACTERS, _SAMPLE_ROWS, _FEWEST_ROWS, _SAMPLE_CELLS = 200_000, 100, 3, 2_000
# The csv module refuses longer cells. A header read with the wrong delimiter is one cell, as long as the file perhaps.
_LONGEST_CELL = 2**31 - 1


def read_delimited(data: bytes, source: str) -> Table:
    """The cells of a delimited text; ``source`` is its name, for messages."""
    csv.field_size_limit(_LONGEST_CELL)
    text = decode(data, source, advice=_ADVICE).rstrip("\n")
    if not text.strip():
        raise InputError(f"{source} is empty. Give a table with a column for each feature and a row for each point.")
    sample = _sample(text)
    delimiter = _delimiter(sample)
    if not delimiter:
        delimiter = "\t"
        if _blanks_delimit(sample):
            text = "\n".join("\t".join(line.split()) for line in text.split("\n"))
            sample = _sample(text)
    header = find_header([row for row in _reader(sample, delimiter) if row])
    width = len(header.names)
    reader = _reader(_lines(text), delimiter, padded=_quotes_are_padded(text, delimiter))
    lines, cells = _body(reader, header, source)
    columns = tuple(TextColumn(cells[place::width]) for place in range(width))
    return Table(header.names, columns, source, lines, delimiter=delimiter, byte_order_mark=_needs_mark(data))


def _needs_mark(data: bytes) -> bool:
    """Whether a text has a byte order mark, or is not UTF-8. Excel, which writes such files, reads UTF-8 only by its
    mark."""
    if data.isascii():
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return data.startswith(codecs.BOM_UTF8)


def _reader(lines: Iterable[str], delimiter: str, *, padded: bool = True) -> Any:
    """Rows of cells; ``padded`` drops blanks before cells, without which those before a quote would hide it."""
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=padded)


def _quotes_are_padded(text: str, delimiter: str) -> bool:
    """Whether blanks stand between a delimiter and the quote that begins a cell."""
    cells = (cell for row in _reader(_lines(text), delimiter, padded=False) for cell in row)
    return f'{delimiter} "' in text and any(cell[:1] == " " and cell.lstrip()[:1] == '"' for cell in cells)


def _blanks_delimit(lines: Sequence[str]) -> bool:
    """Whether blanks cut all lines into equally many cells, some of them numbers: else they are words of a text."""
    rows = [line.split() for line in lines]
    widths = set(map(len, rows))
    return len(widths) == 1 and widths != {1} and any(is_number(cell) for row in rows[1:] for cell in row)


def _lines(text: str) -> Iterator[str]:
    """Lines with their ends."""
    return (line[0] for line in _LINE.finditer(text))


def _sample(text: str) -> list[str]:
    """The first lines that are not blank, whole ones: a few at least, however long they are."""
    lines: list[str] = []
    size = 0
    for line in islice(filter(str.strip, _lines(text)), _SAMPLE_ROWS):
        if size >= _SAMPLE_CHARACTERS and len(lines) >= _FEWEST_ROWS:
            break
        lines.append(line)
        size += len(line)
    return lines


def _delimiter(lines: Sequence[str]) -> str:
    """The delimiter that cuts most rows into equally many cells (a tenth may differ, as notes above the table do), and
    then into most numbers; "" if none does."""

    def merit(delimiter: str) -> tuple[float, float, int]:
        rows = [row for row in _reader(lines, delimiter) if row]
        (width, count), *_ = Counter(map(len, rows)).most_common(1) or [(1, 0)]
        if width < 2:
            return 0.0, 0.0, 0
        cells = [cell for row in reversed(rows) for cell in row][:_SAMPLE_CELLS]
        return round(count / len(rows), 1), sum(map(is_number, cells)) / len(cells), width

    merits = {delimiter: merit(delimiter) for delimiter in _DELIMITERS if any(delimiter in line for line in lines)}
    best = max(merits, key=lambda delimiter: merits[delimiter], default="")
    return best if best and merits[best][0] > 0 else ""


def _body(reader: Any, header: Header, source: str) -> tuple[list[int], list[str]]:
    """The line on which each row of data begins, and the cells, row by row in one list: a list for each row would take
    twice as long. Rows may be short, which leaves cells missing, but not long; blank ones count in a single column."""
    cells: list[str] = []
    lines: list[int] = []
    line = 1
    above, width = header.first, len(header.names)
    try:
        for row in reader:
            if above:
                above -= bool(row)
            elif row or (width == 1 and (lines or header.named)):
                if len(row) != width:
                    if any(cell.strip() for cell in row[width:]):
                        raise InputError(
                            f"{source}, line {line}: {len(row)} cells, but a row of the table has {width}. Correct the "
                            "line, or put quotes around cells that hold the delimiter."
                        )
                    row = row[:width] + [""] * (width - len(row))
                cells += row
                lines.append(line)
            line = 1 + reader.line_num
    except csv.Error as error:
        raise InputError(f"{source}, after line {line}: {error}.") from error
    return lines, cells
