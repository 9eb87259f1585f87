"""Screenplays as commands take them: a path, ``-`` for standard input, or ``example:NAME``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ..examples import PREFIX, example_path
from ..files.decoding import decode
from ..files.whole_files import read_whole

if TYPE_CHECKING:
    from ..screenplay.overrides import Overrides
    from ..screenplay.records import Script


def standard_input() -> bytes:
    """The standard input, up to one byte more than readers accept."""
    from ..screenplay.readers.reading import MAX_BYTES

    return sys.stdin.buffer.read(MAX_BYTES + 1)


def read_script(file: str, *, piped: bytes | None = None) -> Script:
    """Read a screenplay in any known format; ``piped`` is the standard input if it was read already."""
    from ..screenplay import read

    if file == "-":
        return read(standard_input() if piped is None else piped, name="standard input")
    if file.startswith(PREFIX):
        return read(example_path(file.removeprefix(PREFIX)))
    return read(Path(file))


def read_corrections(path: Path | None) -> Overrides | None:
    """Read a file of corrections, if there is one."""
    if path is None:
        return None
    from ..screenplay.overrides import read_overrides

    content = decode(read_whole(path), path.name, advice="Write a file of corrections with --write-overrides.")
    return read_overrides(content, name=path.name)
