"""The process that a job runs in: it can be stopped at any moment without harm to the server."""

import asyncio
import multiprocessing
import os
import re
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Literal

from ..errors import InputError
from ..progress import heard_by
from .pipelines import export, run
from .plain_words import plain
from .records import Job, Stage

_IMPOSSIBLE = "This is not possible with the current settings."
# Forked from a process that has imported everything, a worker starts in milliseconds; elsewhere it imports anew.
_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
_PRELOADED = [
    *(f"{__package__}.pipelines.{kind}" for kind in ("screenplay", "table", "text")),
    *(f"matplotlib.{part}" for part in ("figure", "backends.backend_agg", "backends.backend_svg")),
    *("polars", "networkx", "defusedxml.ElementTree", "pypdfium2"),
]


@dataclass(frozen=True)
class Ending:
    """How a worker ended: ``done``; ``refused`` because of its input; ``cancelled``; or ``broken``.

    ``kind`` is what the file was read as; ``text_columns`` are those of a table that was refused.
    """

    how: Literal["done", "refused", "cancelled", "broken"]
    message: str = ""
    kind: str = ""
    text_columns: tuple[str, ...] = ()


async def perform(
    job: Job,
    folder: Path,
    file: str = "",
    *,
    seconds: float,
    on_stage: Callable[[Stage], None] = lambda stage: None,
) -> Ending:
    """Write the result of a job, or an export made from it, into a folder, in a process of its own.

    The process is killed after these seconds, or when this is cancelled.
    """
    context: Any = multiprocessing.get_context(_METHOD)
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_main, args=(sender, job, folder, file), daemon=True)
    try:
        process.start()
    except (OSError, EOFError) as error:  # no memory for a process, or the server to fork it from is gone
        return Ending("broken", f"the job could not be started ({error}). Try again.")
    finally:
        sender.close()
    try:
        async with asyncio.timeout(seconds):
            while not isinstance(message := await asyncio.to_thread(_heard, receiver, process), Ending):
                on_stage(message)
            return message
    except TimeoutError:
        return Ending("broken", f"it took more than {seconds:g} seconds, the limit for one job. Try a smaller file.")
    finally:
        process.kill()
        process.join()


def _heard(receiver: Connection, process: Any) -> Stage | Ending:
    """What a process says next; if it has ended without a word, why."""
    wait([receiver, process.sentinel])
    with suppress(EOFError, OSError):
        if receiver.poll():
            return receiver.recv()
    process.join()
    code = process.exitcode
    reason = "stopped by the system, perhaps for lack of memory" if code == -9 else f"exit code {code}"
    return Ending("broken", f"the job ended without a result ({reason}). See the terminal for details.")


def warm_up() -> None:
    """Start the process that workers are forked from, where there is one, and import what they need."""
    context: Any = multiprocessing.get_context(_METHOD)
    if _METHOD == "forkserver":
        context.set_forkserver_preload(_PRELOADED)
    first = context.Process(target=time.sleep, args=(0,), daemon=True)
    first.start()
    first.join()


def _main(sender: Connection, job: Job, folder: Path, file: str) -> None:
    """In the new process. Errors caused by the input are reported; a bug ends in a traceback on the terminal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the server, which stops its workers
    threading.Thread(target=_end_with_server, daemon=True).start()
    try:
        with heard_by(lambda *stage: sender.send(stage)):
            kind = export(job, folder, file) if file else run(job, folder)
    except InputError as error:
        message = str(error).replace(job.place, job.name)  # the user knows the name, not where we keep the file
        ours = rf"cannot write {re.escape(str(folder))}\S*:"
        message = re.sub(ours, "The result could not be saved:", message)
        sender.send(Ending("refused", plain(message) or _IMPOSSIBLE, text_columns=() if file else _text_columns(job)))
    except MemoryError:
        sender.send(Ending("refused", f"{job.name} needs more memory than is available. Try a smaller file."))
    else:
        sender.send(Ending("done", kind=kind))


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _text_columns(job: Job) -> tuple[str, ...]:
    """The text columns of a table that was refused: perhaps the user meant one of them."""
    from .pipelines.text import text_columns

    try:
        return tuple(text_columns(job.place))
    except (InputError, MemoryError):
        return ()
