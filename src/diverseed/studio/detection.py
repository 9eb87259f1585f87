"""The kind of a file: by its name, else by its first bytes, else by the layout of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from ..tables.cells import is_number
from ..tables.delimited import read_delimited
from ..tables.reading import JSON
from ..tables.table import as_texts
from .settings import FileKind

if TYPE_CHECKING:
    from ..screenplay import Script

_ENDINGS: dict[str, FileKind] = {
    **dict.fromkeys((".csv", ".tsv", *JSON, ".parquet", ".npy", ".xlsx"), "table"),
    **dict.fromkeys((".fountain", ".spmd", ".fdx", ".pdf", ".html", ".htm"), "screenplay"),
}
KNOWN_ENDINGS = (*_ENDINGS, ".txt")
_MAGIC: dict[bytes, FileKind] = {
    b"\x93NUMPY": "table",
    b"PAR1": "table",
    b"PK\x03\x04": "table",
    b"%PDF-": "screenplay",
}
_OPENING_BYTES = 200_000
"""Bytes at the start of a file that show whether it is a table."""
_ALIKE = 0.95
"""Share of the lines of a table that hold its delimiter: title lines do not."""
_MOST_CELLS = 200


def kind_of(path: Path, name: str) -> FileKind:
    """The kind of a file, which has the extension of the user's file; ``name`` is what the user calls it."""
    if path.suffix in _ENDINGS:
        return _ENDINGS[path.suffix]
    with path.open("rb") as stream:
        opening = stream.read(_OPENING_BYTES)
    for magic, kind in _MAGIC.items():
        if opening.startswith(magic):
            return kind
    if is_table(opening):
        return "table"
    return "screenplay" if _is_screenplay(path, name) else "text"


def is_table(opening: bytes) -> bool:
    """Whether text is cells in columns, at least one of them of numbers; between blanks, all of them."""
    if len(opening) == _OPENING_BYTES:
        opening = opening[: opening.rfind(b"\n") + 1]  # the last line is torn by the bound
    try:
        table = read_delimited(opening, "the file")
    except InputError:
        return False
    if len(table.names) < 2 or table.n_rows < 2:
        return False
    lines = [line for line in opening.splitlines() if line.strip()]
    delimited = any(sum(mark in line for line in lines) >= _ALIKE * len(lines) for mark in (b"\t", b";", b",", b"|"))
    numeric = [_is_numeric(as_texts(cells)[:_MOST_CELLS]) for cells in table.cells]
    return any(numeric) if delimited else all(numeric)


def _is_numeric(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    return sum(map(is_number, filled)) > 0.8 * len(filled)


@lru_cache(maxsize=1)
def read_script(path: Path, name: str) -> Script:
    """A screenplay, which is not read again once its kind has been found out."""
    from ..screenplay import read

    return read(path.read_bytes(), name=name)


def _is_screenplay(path: Path, name: str) -> bool:
    """Whether a file can be read as a screenplay and has the layout of one: a list of short lines has neither headings
    nor speeches that stand apart from each other."""
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
