"""Writing output files whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from .errors import InputError


def write_with(path: str | Path, writer: Callable[[Path], object]) -> None:
    """Let ``writer`` fill a temporary file beside ``path``, then move it there in one step.

    A reader of ``path`` sees the old file or the whole new one, also when the program is stopped half-way.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise InputError(f"cannot write {path}: the folder {path.parent} does not exist. Make it first.")
    if path.is_dir():
        raise InputError(f"cannot write {path}: it is a folder. Name a file inside it.")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=path.suffix, dir=path.parent)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}.") from error
    os.close(handle)
    temporary = Path(name)
    try:
        try:
            writer(temporary)
        except OSError as error:
            raise InputError(f"cannot write {path}: {error.strerror or error}.") from error
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)  # mkstemp makes private files; an output file has the user's usual mode
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def write_together(contents: Mapping[Path, str | bytes]) -> None:
    """Write several files, all of them or none: each is complete beside its place before the first is moved there."""
    with ExitStack() as stack:
        moves = []
        for path, content in contents.items():
            temporary = path.with_name(f".{path.name}.{os.getpid()}")
            stack.callback(temporary.unlink, missing_ok=True)
            write_whole(temporary, content)
            if path.is_dir():
                raise InputError(f"cannot write {path}: it is a folder. Name a file inside it.")
            moves.append((temporary, path))
        for temporary, path in moves:
            temporary.replace(path)


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write ``content`` (text as UTF-8) to ``path``, whole or not at all."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    write_with(path, lambda temporary: temporary.write_bytes(data))


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to fill, which gets its name when all is done: there is the whole folder, or none."""
    if path.exists():
        raise InputError(f"{path} exists already. Name another folder, or remove this one first.")
    if not path.parent.is_dir():
        raise InputError(f"cannot write {path}: the folder {path.parent} does not exist. Make it first.")
    try:
        filling = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}.") from error
    try:
        yield filling
        umask = os.umask(0)
        os.umask(umask)
        filling.chmod(0o777 & ~umask)  # mkdtemp makes private folders
        filling.rename(path)
    finally:
        shutil.rmtree(filling, ignore_errors=True)
