"""Where the studio keeps its files: a private folder in the user's data directory, used by one studio at a time."""

import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from ..errors import InputError
from ..files.whole_files import write_whole

_LOCK, _TOKEN = "in-use", "token"
_TEMPORARY = "temporary-"


def data_folder() -> Path:
    """The folder of the studio under the user's data directory, as the system has it."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "diverseed" / "studio"


@contextmanager
def kept_folder(folder: Path | None) -> Iterator[tuple[Path, bool]]:
    """A folder for the files, and whether they are kept: if none is given, or while another studio uses it, they are in
    a temporary folder.

    Temporary folders left behind by a studio that was killed are removed.
    """
    with ExitStack() as stack:
        kept = False
        if folder is not None:
            _make_private(folder)
            for left in folder.glob(f"{_TEMPORARY}*"):
                with _held(left) as free:
                    if free:
                        shutil.rmtree(left, ignore_errors=True)
            kept = stack.enter_context(_held(folder))
        if folder is None or not kept:
            folder = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=folder))
            stack.callback(shutil.rmtree, folder, ignore_errors=True)
            stack.enter_context(_held(folder))
        _make_private(folder / "files")
        yield folder / "files", kept


def _make_private(folder: Path) -> None:
    """Results are pickles, which can run code when they are loaded: nobody else may write here."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)  # fails if the folder belongs to somebody else
    except OSError as error:
        why = "it is a file" if folder.is_file() else error.strerror
        raise InputError(f"the studio cannot keep its files in {folder}: {why}. Name another with --folder.") from error


@contextmanager
def _held(folder: Path) -> Iterator[bool]:
    """Lock a folder, and say whether that worked. The system unlocks it when the process ends, however it ends."""
    try:
        handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        yield False
        return
    try:
        yield _locked(handle)
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    with suppress(OSError):
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def token_of(folder: Path) -> str:
    """The token of a folder, the same at every start, so that an open page can reconnect."""
    _make_private(folder)
    file = folder / _TOKEN
    with suppress(OSError):
        known = file.read_text(encoding="ascii", errors="replace").strip()
        if len(known) >= 32 and known.isalnum():
            return known
    token = secrets.token_hex(24)
    with suppress(OSError, InputError):  # a token that cannot be saved is valid until the studio ends
        write_whole(file, token)
        file.chmod(0o600)
    return token


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder."""
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):  # removed meanwhile
                total += os.stat(os.path.join(path, name)).st_size
    return total
