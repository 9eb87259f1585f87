"""Several files written into a folder, all or none."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ...errors import InputError


def write_folder(folder: Path, contents: Mapping[str, str]) -> None:
    """Write files beside ``folder`` first, then move them in; other files there stay.

    Raises
    ------
    InputError : the folder cannot be made or written
    """
    parent = folder.absolute().parent
    if not parent.is_dir():
        raise InputError(f"cannot write {folder}: the folder {parent} does not exist. Make it first.")
    if folder.exists() and not folder.is_dir():
        raise InputError(f"cannot write {folder}: it is a file. Name a folder.")
    blocked = [name for name in contents if (folder / name).is_dir()]
    if blocked:
        raise InputError(f"cannot write {folder / blocked[0]}: it is a folder. Move it away, or name another folder.")
    try:
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=parent) as temporary:
            for name, content in contents.items():
                (Path(temporary) / name).write_text(content, encoding="utf-8", newline="")
            folder.mkdir(exist_ok=True)
            for name in contents:
                os.replace(Path(temporary) / name, folder / name)
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror}.") from error
