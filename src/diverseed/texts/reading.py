"""Lines of text from a file: one string for each line, or one column of a table with all the others kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import InputError
from ..files.decoding import decode, split_lines
from ..files.whole_files import read_whole, source_name
from ..tables import read_table
from ..tables.reading import JSON
from ..tables.table import listed, quoted

MAX_BYTES = 500_000_000
MAX_CHARACTERS = 100_000  # of one line; the comparison is for short texts
TABLES = (".csv", ".tsv", *JSON, ".parquet", ".xlsx")
_ADVICE = "Give lines of text. For a table, name the text column with --column."


@dataclass(frozen=True)
class TextTable:
    """What was read."""

    texts: Sequence[str]  # n strings, those that are grouped
    # of the table that they are a column of, by name; for plain text, line numbers and lines
    columns: Mapping[str, Sequence[object]]

    @classmethod
    def of_lines(cls, texts: Sequence[str]) -> TextTable:
        """Plain lines, numbered from 1."""
        return cls(texts, {"line": range(1, len(texts) + 1), "text": texts})


def read_texts(source: str, *, column: str | None = None, sheet: str | None = None) -> TextTable:
    """The strings of a file, with the table that they are a column of.

    Parameters
    ----------
    source : a path, or "-" for standard input
    column : the column of a table (CSV, TSV, JSON, Excel or Parquet); None for plain text, one string for each line
        (the last line may be empty; other empty lines are kept, so that rows keep their numbers)
    sheet : name or number (from 1) of the sheet of an Excel workbook; default: the first that holds a table
    """
    name = source_name(source)
    if column is not None or sheet is not None or Path(source).suffix.lower() in TABLES:
        table = read_table(source, sheet=sheet, limit=MAX_BYTES)
        if column is None:
            raise InputError(f"{source} is a table. Name the text column with --column; it has {listed(table.names)}.")
        if column not in table.names:
            raise InputError(f"{name} has no column {column!r}. It has {listed(table.names)}.")
        columns = {name: table.texts(place) for place, name in enumerate(table.names)}
        found = TextTable(columns[column], columns)
    else:
        data = read_whole(source, limit=MAX_BYTES)
        found = TextTable.of_lines(split_lines(decode(data, name, advice=_ADVICE)))
    if not any(map(str.strip, found.texts)):
        what = "no lines of text" if column is None else f"no text in the column {quoted(column)}"
        raise InputError(f"{name} holds {what}. Give at least one.")
    for row, text in enumerate(found.texts, 1):
        if len(text) > MAX_CHARACTERS:
            raise InputError(
                f"row {row:,} of {name} has {len(text):,} characters, and the limit is {MAX_CHARACTERS:,}: lines are "
                "compared as short texts. Shorten it, or check that lines end where they should."
            )
    return found
