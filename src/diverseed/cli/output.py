"""What commands print and write: results on standard output, everything else on standard error."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import Any

from ..errors import InputError
from ..files.plain_json import json_text
from ..files.whole_files import check_place, write_together
from ..progress import heard_by

_PATIENCE_SECONDS = 0.2


def complain(message: str) -> None:
    """Say on standard error why the command stops."""
    print(f"diverseed: {message}", file=sys.stderr)


def note(*messages: str) -> None:
    """Tell the user something about the result, on standard error."""
    for message in messages:
        print(f"note: {message}", file=sys.stderr)


def print_json(result: Mapping[str, Any]) -> None:
    """Print one JSON object on standard output; numbers that are not finite become null."""
    print(json_text(result))


@contextmanager
def written(contents: Mapping[Path, str | bytes]) -> Iterator[None]:
    """Write files, all of them or none; name them on standard error after the context, in which results are printed."""
    write_together(contents)
    yield
    note(*(f"wrote {path}" for path in contents))


def shown_name(file: str) -> str:
    """The name of an input in a report."""
    return "standard input" if file == "-" else Path(file).name


def printable(text: str) -> str:
    """Text on one line that cannot control the terminal: control characters become spaces."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def check_outputs(inputs: Iterable[str | Path | None], targets: Mapping[str, Path | None]) -> None:
    """Refuse, before any work is done, to overwrite an input, to write one file twice, or to write where that fails.

    Inputs that are not files ("-", "example:iris") are ignored; ``targets`` are options and the files they name.
    """
    taken = [(Path(path), "the input") for path in inputs if path is not None]
    for option, target in targets.items():
        if target is None:
            continue
        for other, what in taken:
            if _same_place(other, target):
                raise InputError(f"{option} {target} would overwrite {what}. Choose another name.")
        taken.append((target, f"{option} {target}"))
        check_place(target)
        _check_access(target)


def check_report(path: Path | None) -> None:
    """Refuse a report whose name says that it is something else."""
    if path is not None and path.suffix.lower() not in (".html", ".htm"):
        raise InputError(f"cannot write the report as {path.name}. Use a name that ends in .html.")


def check_out_folder(inputs: Iterable[str | Path | None], folder: Path, names: Iterable[str]) -> None:
    """The same for ``--out``, a folder that gets files of these names."""
    check_place(folder, folder=True)
    _check_access(folder)
    paths = [Path(path) for path in inputs if path is not None]
    for name in names:
        if any(_same_place(path, folder / name) for path in paths):
            raise InputError(f"--out {folder} would overwrite the input, {folder / name}. Choose another folder.")


def _check_access(target: Path) -> None:
    exists = target.exists()
    if not os.access(target if exists else os.path.dirname(os.path.realpath(target)), os.W_OK):
        what = "it" if exists else f"the folder {target.parent}"
        raise InputError(f"cannot write {target}: {what} is read-only. Choose another place.")


def _same_place(one: Path, other: Path) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):  # one of them does not exist yet
        return os.path.realpath(one) == os.path.realpath(other)


@contextmanager
def working(message: str) -> Iterator[None]:
    """Show on standard error, if it is a terminal, what is being done and how far it has got, once that takes a while.

    What the work reports (``diverseed.progress``) follows the message. Nothing can be printed in this context.
    """
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    bar = progress.add_task(message, total=None)

    def show(stage: str, done: int, total: int) -> None:
        progress.tasks[0].total = total or None  # None: unknown
        progress.update(bar, description=f"{message}: {stage}", completed=done)

    later = Timer(_PATIENCE_SECONDS, progress.start)
    later.start()
    try:
        with heard_by(show):
            yield
    finally:
        later.cancel()
        later.join()
        progress.stop()
