"""Files as a whole: read up to a limit, written whole or not at all."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from ..errors import InputError

_LFS_POINTER = b"version https://git-lfs.github.com/spec/"


def source_name(source: str | Path) -> str:
    """What messages call a source: its path, or standard input for "-"."""
    return "standard input" if str(source) == "-" else str(source)


def read_whole(source: str | Path, *, limit: int | None = None) -> bytes:
    """The bytes of a file, or of standard input for "-"; an error says why it cannot be read, or is too large."""
    most = -1 if limit is None else limit + 1
    name = source_name(source)
    if name != str(source) and sys.stdin is None:
        raise InputError("standard input is closed. Name a file, or pipe something into the command.")
    try:
        if name != str(source):
            data = sys.stdin.buffer.read(most)
        else:
            with Path(source).open("rb") as stream:
                data = stream.read(most)
    except FileNotFoundError:
        raise InputError(f"there is no file {name}. Check the name.") from None
    except IsADirectoryError:
        raise InputError(f"{name or '.'} is a folder. Name a file in it.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {name}: {getattr(error, 'strerror', None) or error}.") from error
    if limit is not None and len(data) > limit:
        raise InputError(f"{name} exceeds the limit of {limit:,} bytes. Split it.")
    if data.startswith(_LFS_POINTER):
        raise InputError(f"{name} is a Git LFS pointer, not the file itself. Fetch the file: git lfs pull.")
    return data


def write_together(contents: Mapping[Path, str | bytes]) -> None:
    """Write several files, all of them or none: each is complete beside its place before the first is moved there.

    A reader sees the old file or the whole new one, also when the program is stopped half-way. A link is followed, and
    a device or pipe is written to as it is.
    """
    with ExitStack() as stack:
        moves = []
        for path, content in contents.items():
            check_place(path)
            place = Path(os.path.realpath(path))
            data = content.encode("utf-8") if isinstance(content, str) else content
            with _blamed_on(path):
                if place.exists() and not place.is_file():
                    place.write_bytes(data)
                    continue
                start, end = f".{place.name[:100]}.", place.suffix[:20]
                handle, name = tempfile.mkstemp(prefix=start, suffix=end, dir=place.parent)
                stack.callback(_remove, name)
                os.close(handle)
                Path(name).write_bytes(data)
            moves.append((path, Path(name), place))
        for path, temporary, place in moves:
            with _blamed_on(path):
                _make_public(temporary, 0o666)
                temporary.replace(place)


def write_folder(folder: Path, contents: Mapping[str, str | bytes]) -> None:
    """Make the folder if need be and write files into it, all or none; other files there stay."""
    check_place(folder, folder=True)
    with _blamed_on(folder):
        folder.mkdir(exist_ok=True)
    write_together({folder / name: content for name, content in contents.items()})


def write_whole(path: str | Path, content: str | bytes) -> None:
    """Write ``content`` (text as UTF-8) to ``path``, whole or not at all."""
    write_together({Path(path): content})


def _remove(name: str) -> None:
    with suppress(OSError):  # it has been moved, or cannot be removed where it could not be written
        os.unlink(name)


def check_place(path: Path, *, folder: bool = False) -> None:
    """Refuse a path that no file, or no folder, can have: it is that of the other, or in no folder."""
    with _blamed_on(path):  # as for a name that is too long
        exists, is_folder = path.exists(), path.is_dir()
    if exists and is_folder != folder:
        what = "a folder. Name a file inside it" if is_folder else "a file. Name a folder"
        raise InputError(f"cannot write {path}: it is {what}.")
    if not Path(os.path.realpath(path)).parent.is_dir():
        raise InputError(f"cannot write {path}: the folder {path.parent} does not exist. Create it first.")


def _make_public(path: Path, mode: int) -> None:
    """Temporary files and folders are private; outputs have the user's usual mode."""
    umask = os.umask(0)
    os.umask(umask)
    path.chmod(mode & ~umask)


@contextmanager
def _blamed_on(path: str | Path) -> Iterator[None]:
    """Failures to write, named after the file that the user asked for."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}.") from error


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder to fill, which gets its name when all is done: there is the whole folder, or none."""
    if path.exists():
        raise InputError(f"{path} already exists. Name another folder, or remove this one first.")
    check_place(path, folder=True)
    with _blamed_on(path):
        filling = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=path.parent))
    try:
        yield filling
        _make_public(filling, 0o777)
        filling.rename(path)
    finally:
        shutil.rmtree(filling, ignore_errors=True)
