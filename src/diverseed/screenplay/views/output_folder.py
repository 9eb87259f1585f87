"""Several files written into a folder, all or none."""

from collections.abc import Mapping
from pathlib import Path

from ...errors import InputError
from ...files.whole_files import write_together


def write_folder(folder: Path, contents: Mapping[str, str]) -> None:
    """Make the folder if need be and write files into it, all or none; other files there stay.

    Raises
    ------
    InputError : the folder cannot be made or written
    """
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError as error:
        raise InputError(f"cannot write {folder}: it is a file. Name a folder.") from error
    except FileNotFoundError as error:
        raise InputError(f"cannot write {folder}: the folder {folder.parent} does not exist. Make it first.") from error
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror}.") from error
    write_together({folder / name: content for name, content in contents.items()})
