"""Screenplays as commands take them: a path, ``-`` for standard input, or ``example:NAME``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ..examples import PREFIX, example_path
from ..files.decoding import decode
from ..files.whole_files import read_whole

if TYPE_CHECKING:
    from ..screenplay.overrides import Overrides
    from ..screenplay.records import Script


def source_of(file: str) -> Path | bytes:
    """The path of a file or of a bundled screenplay; or what standard input or another stream holds."""
    if file.startswith(PREFIX):
        return example_path(file.removeprefix(PREFIX))
    is_stream = os.path.exists(file) and not (os.path.isfile(file) or os.path.isdir(file))
    if file != "-" and not is_stream:
        return Path(file)
    from ..screenplay.readers.reading import MAX_BYTES

    return read_whole(file, limit=MAX_BYTES)


def read_script(source: Path | bytes) -> Script:
    """Read a screenplay in any known format."""
    from ..screenplay import read

    return read(source, name="standard input" if isinstance(source, bytes) else "")


def read_corrections(path: Path | None) -> Overrides | None:
    """Read a file of corrections, if there is one."""
    if path is None:
        return None
    from ..screenplay.overrides import read_overrides

    content = decode(read_whole(path), path.name, advice="Write a file of corrections with --write-overrides.")
    return read_overrides(content, name=path.name)
