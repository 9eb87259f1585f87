"""Lines of text from a file: one string for each line, or one column of a table with all the others kept."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError

MAX_BYTES = 500_000_000
MAX_CHARACTERS = 100_000  # of one line; the comparison is for short texts
_TABLES = {".csv", ".tsv", ".parquet"}


@dataclass(frozen=True)
class TextTable:
    """What was read.

    Attributes
    ----------
    texts : n strings, those that are grouped
    names, rows : header and rows of the table that they are a column of; for plain text, line numbers and lines
    """

    texts: Sequence[str]
    names: Sequence[str]
    rows: Sequence[Sequence[str]]

    @classmethod
    def of_lines(cls, texts: Sequence[str]) -> TextTable:
        """Plain lines, numbered from 1."""
        return cls(texts, ("line", "text"), _Numbered(texts))


class _Numbered(Sequence[Sequence[str]]):
    """Rows of line number and line, made when they are asked for: a log has millions."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, row: int) -> tuple[str, str]:  # type: ignore[override]
        return str(row + 1), self.texts[row]


def read_texts(source: str, *, column: str | None = None) -> TextTable:
    """The strings of a file, with the table that they are a column of.

    Parameters
    ----------
    source : a path, or "-" for standard input
    column : the column of a CSV, TSV or Parquet table; None for plain text, one string for each line (the last line may
        be empty; other empty lines are kept, so that rows keep their numbers)
    """
    suffix = Path(source).suffix.lower() if source != "-" else ""
    data = _bytes_of(source)
    if suffix == ".parquet":
        found = _from_parquet(data, column, source)
    else:
        text = _decoded(data, source)
        del data
        csv.field_size_limit(MAX_BYTES)
        if column is not None:
            found = _from_delimited(text, column, source, tabs=suffix == ".tsv")
        elif suffix in _TABLES:
            names = ", ".join(_header(text, source, tabs=suffix == ".tsv")[:20])
            raise InputError(f"{source} is a table. Name the column of text with --column; it has: {names}.")
        else:
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")  # splitlines breaks at form feeds too
            found = TextTable.of_lines(lines[:-1] if lines[-1] == "" else lines)
    _check_lengths(found.texts, source)
    return found


def _check_lengths(texts: Sequence[str], source: str) -> None:
    for row, text in enumerate(texts, 1):
        if len(text) > MAX_CHARACTERS:
            raise InputError(
                f"row {row:,} of {source} has {len(text):,} characters, and the limit is {MAX_CHARACTERS:,}: lines are "
                "compared as short texts. Shorten it, or check that lines end where they should."
            )


def _bytes_of(source: str) -> bytes:
    if source == "-":
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
    else:
        try:
            with Path(source).open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except OSError as error:
            raise InputError(f"cannot read {source}: {error.strerror}. Check the name and the permissions.") from error
    if len(data) > MAX_BYTES:
        raise InputError(f"{source} is larger than {MAX_BYTES:,} bytes. Split it, or leave out what repeats.")
    return data


def _decoded(data: bytes, source: str) -> str:
    marks = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    try:
        return data.decode(marks.get(data[:2], "utf-8-sig"))
    except UnicodeDecodeError as error:
        if error.encoding == "utf-16":
            raise InputError(f"{source} is not whole UTF-16 text. Save it as UTF-8.") from error
        text = data.decode("cp1252", errors="replace")
        sample = text[:65_536]
        if sum(not (c.isprintable() or c.isspace()) for c in sample) > 0.002 * len(sample):
            raise InputError(f"{source} is not text: it holds control characters, as binary files do.") from error
        return text


def _header(text: str, source: str, *, tabs: bool) -> list[str]:
    try:
        first = next(csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, tabs=tabs)), [])
    except csv.Error as error:
        raise InputError(f"{source} is not a table that can be read: {error}.") from error
    return [name.strip() for name in first]


def _delimiter(text: str, *, tabs: bool) -> str:
    """The mark that stands most often in the first line."""
    first = text.split("\n", 1)[0]
    return "\t" if tabs else max(",;\t|", key=first.count)


def _from_delimited(text: str, column: str, source: str, *, tabs: bool) -> TextTable:
    names = _header(text, source, tabs=tabs)
    if column not in names:
        raise InputError(f"{source} has no column {column!r}. It has: {', '.join(names[:20])}.")
    at = names.index(column)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, tabs=tabs))
    try:
        next(reader)
        rows = [row for row in reader if row]
    except csv.Error as error:
        raise InputError(f"{source} is not a table that can be read, at line {reader.line_num}: {error}.") from error
    return TextTable([row[at] if at < len(row) else "" for row in rows], names, rows)


def _from_parquet(data: bytes, column: str | None, source: str) -> TextTable:
    try:
        import polars as pl
    except ImportError as error:
        raise InputError("Parquet needs the package polars. Install diverseed[io], or give a CSV.") from error
    try:
        frame = pl.read_parquet(io.BytesIO(data))
    except pl.exceptions.PolarsError as error:
        raise InputError(f"{source} is not a Parquet file that can be read: {error}.") from error
    if column is None or column not in frame.columns:
        wrong = "Name the column of text with --column" if column is None else f"It has no column {column!r}"
        raise InputError(f"{source} is a table. {wrong}; it has: {', '.join(frame.columns[:20])}.")
    rows = [["" if cell is None else str(cell) for cell in row] for row in frame.iter_rows()]
    at = frame.columns.index(column)
    return TextTable([row[at] for row in rows], frame.columns, rows)
