"""What kind of file it is: by its name, by its first bytes, else by the layout of its lines."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from ..files.decoding import decode, split_lines
from .settings import FileKind

if TYPE_CHECKING:
    from ..screenplay import Script

_ENDINGS: dict[str, FileKind] = {
    **dict.fromkeys((".csv", ".tsv", ".parquet", ".npy", ".xlsx"), "table"),
    **dict.fromkeys((".fountain", ".spmd", ".fdx", ".pdf", ".html", ".htm"), "screenplay"),
}
KNOWN_ENDINGS = (*_ENDINGS, ".txt")
_MAGIC: dict[bytes, FileKind] = {
    b"\x93NUMPY": "table",
    b"PAR1": "table",
    b"PK\x03\x04": "table",
    b"%PDF-": "screenplay",
}
_LOOKED_AT = 200_000
"""Bytes at the start of a file that show whether it is a table."""
_ALIKE = 0.95
"""Share of the rows of a table that have as many cells as most: title lines and a torn last row are let pass."""
_NUMBER = re.compile(r"[-+−]?[€$£]?\s?\d[\d.,' ]*(?:[eE][-+]?\d+)?\s?[%€]?|[-+]?\.\d+")


def kind_of(path: Path, name: str) -> FileKind:
    """The kind of a file.

    Parameters
    ----------
    path : where it is; its ending is that of the file as the user has it
    name : what the user calls it
    """
    if path.suffix in _ENDINGS:
        return _ENDINGS[path.suffix]
    with path.open("rb") as stream:
        opening = stream.read(_LOOKED_AT)
    for magic, kind in _MAGIC.items():
        if opening.startswith(magic):
            return kind
    if is_table(opening):
        return "table"
    return "screenplay" if _is_screenplay(path, name) else "text"


def is_table(opening: bytes) -> bool:
    """Whether text is cells in columns, at least one of them of numbers: rows of as many cells, whatever is between."""
    try:
        text = decode(opening, "the file")
    except InputError:
        return False
    lines = [line for line in split_lines(text)[:200] if line.strip()]
    if len(opening) == _LOOKED_AT and len(lines) < 200:
        lines = lines[:-1]  # torn by the bound
    if len(lines) < 3:
        return False
    if any(_has_numbers(_cells(lines, mark)) for mark in "\t;,|"):
        return True
    rows = [line.split() for line in lines]
    return _has_numbers(rows) and all(_NUMBER.fullmatch(cell) for row in rows[1:] for cell in row)


def _cells(lines: Sequence[str], mark: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=mark))
    except csv.Error:
        return []


def _has_numbers(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the rows are as wide as most, and some column is of numbers (but for its name, and cells left empty)."""
    width, alike = Counter(map(len, rows)).most_common(1)[0] if rows else (0, 0)
    if width < 2 or alike < _ALIKE * len(rows):
        return False
    filled = [[cell.strip() for cell in row] for row in rows[1:] if len(row) == width]
    for column in zip(*filled, strict=True):
        cells = [cell for cell in column if cell]
        if cells and sum(bool(_NUMBER.fullmatch(cell)) for cell in cells) > 0.8 * len(cells):
            return True
    return False


@lru_cache(maxsize=1)
def read_script(path: Path, name: str) -> Script:
    """A screenplay, which is not read again once its kind has been found out."""
    from ..screenplay import read

    return read(path.read_bytes(), name=name)


def _is_screenplay(path: Path, name: str) -> bool:
    """Whether a file reads as one and is laid out as one: a list of short lines has neither headings nor speeches that
    stand apart from each other."""
    from ..screenplay.records import Kind

    try:
        script = read_script(path, name)
    except InputError:
        return False
    if script.format != "text" or any(scene.parsed.setting for scene in script.scenes):
        return True
    kinds = [line.kind for line in script.lines]
    cues = [at for at, line in enumerate(script.lines) if line.kind is Kind.CHARACTER or line.speaker]
    around = [Kind.BLANK, *kinds, Kind.BLANK]
    apart = [at for at in cues if around[at] is Kind.BLANK and around[at + 2] is not Kind.BLANK]
    named = [at for at in cues if script.lines[at].speaker]
    return max(len(apart), len(named)) > len(cues) / 2
