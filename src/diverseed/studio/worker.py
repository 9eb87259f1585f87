"""The process a job runs in: it can be stopped at any moment, and nothing of the server goes with it."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import re
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, Literal

from ..files.plain_json import json_text
from ..files.whole_files import write_whole
from ..progress import heard_by, report
from .plain_words import plain
from .settings import Settings

_LEAVING_SECONDS = 10
_NOT_SO = "This cannot be done with the choices made."
RESULT, STATE = "result.json", "state.pickle"
# Forked from a process that has imported everything, a worker starts in milliseconds; elsewhere it imports anew.
_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
_PRELOADED = [
    *(f"{__package__}.pipelines.{kind}" for kind in ("screenplay", "table", "text")),
    *(f"matplotlib.{part}" for part in ("figure", "backends.backend_agg", "backends.backend_svg")),
    *("polars", "networkx", "defusedxml.ElementTree", "pypdfium2"),
]


@dataclass(frozen=True)
class Task:
    """Work for a worker.

    Attributes
    ----------
    place : path of the file, or ``example:NAME``
    name : what the user calls it
    settings : how
    before : folder of the last result, if there is one
    folder : where to write; exists
    export : the file to make from the result in ``folder``; None for the result itself
    """

    place: str
    name: str
    settings: Settings
    before: Path | None
    folder: Path
    export: str | None = None


@dataclass(frozen=True)
class Stage:
    """What a worker is at; a ``total`` of 0 is not known."""

    what: str
    done: int = 0
    total: int = 0


@dataclass(frozen=True)
class Ending:
    """How a worker ended: ``done``; ``refused`` by what was asked; ``stopped`` from outside; ``broken`` by itself.

    ``kind`` is what the file was read as; ``hints`` are columns of text in a table that was refused.
    """

    how: Literal["done", "refused", "stopped", "broken"]
    message: str = ""
    kind: str = ""
    hints: tuple[str, ...] = ()


class Worker:
    """One process for one task.

    ``stop`` may be called from another thread, also before ``run`` has begun.
    """

    def __init__(self, task: Task, *, seconds: float) -> None:
        self._task = task
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: Any = None
        self._why: str | None = None

    def run(self, on_stage: Callable[[Stage], None] = lambda stage: None) -> Ending:
        """Start the process and wait for its end, at most the seconds given."""
        if self._stopped():
            return self._ended()
        context: Any = multiprocessing.get_context(_METHOD)
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=_main, args=(sender, self._task), daemon=True)
        try:
            process.start()
        except (OSError, EOFError) as error:  # no memory for a process, or nobody left to fork it from
            return Ending("broken", f"the work could not be started ({error}). Try again.")
        finally:
            sender.close()
        with self._lock:
            self._process = process
            if self._stopped():
                process.kill()
        try:
            return self._listen(receiver, on_stage)
        finally:
            receiver.close()
            process.join(timeout=_LEAVING_SECONDS)
            process.kill()  # of one that has said its last word but does not go
            process.join()

    def stop(self, why: str) -> None:
        """Kill the process, or keep it from doing anything."""
        with self._lock:
            self._why = self._why or why
            if self._process is not None:
                self._process.kill()

    def _listen(self, receiver: Connection, on_stage: Callable[[Stage], None]) -> Ending:
        end = time.monotonic() + self._seconds
        while True:
            if not wait([receiver, self._process.sentinel], timeout=max(0.0, end - time.monotonic())):
                self.stop(f"it took more than {self._seconds:g} seconds, the most a job may take. Give a smaller file.")
                continue
            try:
                message = receiver.recv() if receiver.poll() else None
            except (EOFError, OSError):
                message = None
            if message is None:
                return self._ended()
            if isinstance(message, Ending):
                return message
            on_stage(message)

    def _stopped(self) -> bool:
        return self._why is not None

    def _ended(self) -> Ending:
        if self._why is not None:
            return Ending("stopped", self._why)
        self._process.join()
        code = self._process.exitcode
        reason = "the system stopped it, perhaps for lack of memory" if code == -9 else f"exit code {code}"
        return Ending("broken", f"the work ended without a result ({reason}). The terminal may say more.")


def warm_up() -> None:
    """Start the process that workers are forked from, where there is one, and import what they need."""
    context: Any = multiprocessing.get_context(_METHOD)
    if _METHOD == "forkserver":
        context.set_forkserver_preload(_PRELOADED)
    first = context.Process(target=time.sleep, args=(0,), daemon=True)
    first.start()
    first.join()


def _main(sender: Connection, task: Task) -> None:
    """In the new process. What the input causes is reported; a mistake of ours ends in a traceback on the terminal."""
    from ..errors import InputError

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the server, which stops its workers
    threading.Thread(target=_end_with_server, daemon=True).start()
    try:
        with heard_by(lambda stage, done, total: sender.send(Stage(stage, done, total))):
            kind = _run(task) if task.export is None else _export(task, task.export)
    except InputError as error:
        message = str(error).replace(task.place, task.name)  # the user knows the name, not where we keep the file
        message = re.sub(r"cannot write \S+:", "The result could not be kept:", message)
        sender.send(Ending("refused", plain(message) or _NOT_SO, hints=_text_columns(task)))
    except MemoryError:
        sender.send(Ending("refused", f"{task.name} needs more memory than there is. Give a smaller file."))
    else:
        sender.send(Ending("done", kind=kind))


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _run(task: Task) -> str:
    from .pipelines import Order, pipeline_of

    order = Order(task.place, task.name, task.settings, _state(task.before) if task.before else None)
    report("opening the file")
    pipeline = pipeline_of(order)
    product = pipeline.run(order)
    result = {"kind": pipeline.KIND, "files": list(pipeline.FILES), **product.result}
    for name, content in product.files.items():
        write_whole(task.folder / name, content)
    write_whole(task.folder / STATE, pickle.dumps(product.state))
    write_whole(task.folder / RESULT, json_text(result))
    return str(pipeline.KIND)


def _export(task: Task, file: str) -> str:
    from ..errors import InputError
    from .pipelines import Order, pipeline_of

    state = _state(task.folder)
    if state is None:
        raise InputError(f"{task.name} has changed meanwhile. Export it again.")
    order = Order(task.place, task.name, task.settings.model_copy(update={"kind": state.kind}), state)
    files = pipeline_of(order).FILES
    if file not in files:
        raise InputError(f"{task.name} gives no {file}. It gives {', '.join(files)}.")
    write_whole(task.folder / file, files[file](state, order))
    return str(state.kind)


def _state(folder: Path) -> Any:
    """What the last run left; None if that is gone, or was left by another version of the program."""
    try:
        return pickle.loads((folder / STATE).read_bytes())
    except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, TypeError, IndexError):
        return None


def _text_columns(task: Task) -> tuple[str, ...]:
    """The columns of text of a table that was refused: the user may have meant one of them."""
    from ..errors import InputError
    from .pipelines.text import text_columns

    if task.export:
        return ()
    try:
        return tuple(text_columns(task.place))
    except (InputError, MemoryError):
        return ()
