"""The process that a job runs in: it can be stopped at any moment without harm to the server."""

import asyncio
import multiprocessing
import os
import pickle
import re
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..files.plain_json import json_text
from ..files.whole_files import write_folder, write_whole
from ..progress import heard_by, report
from .plain_words import plain
from .task import RESULT, STATE, Ending, Stage, Task

_IMPOSSIBLE = "This is not possible with the current settings."
# Forked from a process that has imported everything, a worker starts in milliseconds; elsewhere it imports anew.
_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
_PRELOADED = [
    *(f"{__package__}.pipelines.{kind}" for kind in ("screenplay", "table", "text")),
    *(f"matplotlib.{part}" for part in ("figure", "backends.backend_agg", "backends.backend_svg")),
    *("polars", "networkx", "defusedxml.ElementTree", "pypdfium2"),
]


async def perform(task: Task, *, seconds: float, on_stage: Callable[[Stage], None] = lambda stage: None) -> Ending:
    """Do a task in a process of its own, which is killed after these seconds, or when this is cancelled."""
    context: Any = multiprocessing.get_context(_METHOD)
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_main, args=(sender, task), daemon=True)
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


def _main(sender: Connection, task: Task) -> None:
    """In the new process. Errors caused by the input are reported; a bug ends in a traceback on the terminal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the server, which stops its workers
    threading.Thread(target=_end_with_server, daemon=True).start()
    try:
        with heard_by(lambda *stage: sender.send(stage)):
            kind = _run(task) if task.export is None else _export(task, task.export)
    except InputError as error:
        message = str(error).replace(task.place, task.name)  # the user knows the name, not where we keep the file
        ours = rf"cannot write {re.escape(str(task.folder))}\S*:"
        message = re.sub(ours, "The result could not be saved:", message)
        sender.send(Ending("refused", plain(message) or _IMPOSSIBLE, hints=_text_columns(task)))
    except MemoryError:
        sender.send(Ending("refused", f"{task.name} needs more memory than is available. Try a smaller file."))
    else:
        sender.send(Ending("done", kind=kind))


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _run(task: Task) -> str:
    from .pipelines import kind_for, pipeline_of

    before = _state(task.before) if task.before else None
    report("opening the file")
    kind = kind_for(task, before)
    pipeline = pipeline_of(kind)
    product = pipeline.run(task, before)
    result = json_text({"kind": kind, "files": list(pipeline.FILES), **product.result})
    write_folder(task.folder, {**product.files, STATE: pickle.dumps(product.state), RESULT: result})
    return kind


def _export(task: Task, file: str) -> str:
    from .pipelines import pipeline_of

    state = _state(task.folder)
    if state is None:
        raise InputError(f"{task.name} has changed in the meantime. Export it again.")
    files = pipeline_of(state.kind).FILES
    if file not in files:
        raise InputError(f"{task.name} cannot be exported as {file}, only as {', '.join(files)}.")
    write_whole(task.folder / file, files[file](state, task))
    return str(state.kind)


def _state(folder: Path) -> Any:
    """The state of the last run; None if it is gone, or was written by another version of the program."""
    try:
        return pickle.loads((folder / STATE).read_bytes())
    except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, TypeError, IndexError):
        return None


def _text_columns(task: Task) -> tuple[str, ...]:
    """The text columns of a table that was refused: perhaps the user meant one of them."""
    from .pipelines.text import text_columns

    if task.export:
        return ()
    try:
        return tuple(text_columns(task.place))
    except (InputError, MemoryError):
        return ()
