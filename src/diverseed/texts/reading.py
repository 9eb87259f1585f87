"""Lines of text from a file: one a line, one column of a table, or the headings of a bundled screenplay."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

from ..errors import InputError

MAX_BYTES = 500_000_000
_EXAMPLE = "example:"
_TABLES = {".csv", ".tsv", ".parquet"}


def read_lines(source: str, *, column: str | None = None) -> list[str]:
    """The strings of a file.

    Parameters
    ----------
    source : a path, "-" for standard input, or "example:NAME" for the headings of a bundled screenplay
    column : the column of a CSV, TSV or Parquet table; None for plain text, one string a line (the last line may be
        empty; other empty lines are kept, so that rows keep their numbers)
    """
    if source.startswith(_EXAMPLE):
        return _headings(source.removeprefix(_EXAMPLE))
    suffix = Path(source).suffix.lower() if source != "-" else ""
    data = _bytes_of(source)
    if suffix == ".parquet":
        return _from_parquet(data, column, source)
    text = _decoded(data, source)
    if column is not None:
        return _from_delimited(text, column, source, tabs=suffix == ".tsv")
    if suffix in _TABLES:
        names = ", ".join(_header(text, tabs=suffix == ".tsv")[:20])
        raise InputError(f"{source} is a table. Name the column of text with --column; it has: {names}.")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")  # not splitlines: it breaks at form feeds too
    return lines[:-1] if lines[-1] == "" else lines


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


def _header(text: str, *, tabs: bool) -> list[str]:
    first = next(csv.reader(io.StringIO(text), delimiter=_delimiter(text, tabs=tabs)), [])
    return [name.strip() for name in first]


def _delimiter(text: str, *, tabs: bool) -> str:
    """The mark that stands most often in the first line."""
    first = text.split("\n", 1)[0]
    return "\t" if tabs else max(",;\t|", key=first.count)


def _from_delimited(text: str, column: str, source: str, *, tabs: bool) -> list[str]:
    names = _header(text, tabs=tabs)
    if column not in names:
        raise InputError(f"{source} has no column {column!r}. It has: {', '.join(names[:20])}.")
    at = names.index(column)
    csv.field_size_limit(10_000_000)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text, tabs=tabs))
    try:
        next(reader)
        return [row[at] if at < len(row) else "" for row in reader if row]
    except csv.Error as error:
        raise InputError(f"{source} is not a table that can be read, at line {reader.line_num}: {error}.") from error


def _from_parquet(data: bytes, column: str | None, source: str) -> list[str]:
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
    return ["" if cell is None else str(cell) for cell in frame[column].to_list()]


def _headings(name: str) -> list[str]:
    from ..examples import example_path
    from ..screenplay import read

    return [scene.heading for scene in read(example_path(name)).scenes]
