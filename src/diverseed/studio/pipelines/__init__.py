"""What a worker does with a job. One module per kind of file.

Each has ``run(job, before)``, which gives the result for the page, the state for exports and the next run, and the
exports that are made at once; and ``FILES``, all exports by name: functions of the state and the name of the file.
"""

import pickle
from importlib import import_module
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...examples import NUMERIC
from ...files.plain_json import json_text
from ...files.whole_files import write_folder, write_whole
from ...progress import report
from ..detection import kind_of
from ..records import EXPORTS, RESULT, Job

_STATE = "state.pickle"


def run(job: Job, folder: Path) -> str:
    """Read and cluster the file as asked for, and write the result into a folder; returns what it was read as."""
    report("opening the file")
    kind = kind_for(job)
    pipeline = pipeline_of(kind)
    found, state, exports = pipeline.run(job, _state(job) if kind == job.kind else None)
    result = json_text({"kind": kind, "files": list(pipeline.FILES), **found})
    write_folder(folder, {_STATE: pickle.dumps(state), RESULT: result})
    write_folder(folder / EXPORTS, exports)
    return kind


def export(job: Job, folder: Path, file: str) -> str:
    """Make a file from the result, and write it into its folder; returns what the job was read as."""
    files = pipeline_of(job.kind).FILES
    if file not in files:
        raise InputError(f"{job.name} cannot be exported as {file}, only as {', '.join(files)}.")
    state = _state(job)
    if state is None:
        raise InputError(f"{job.name} has changed in the meantime. Export it again.")
    write_whole(folder / EXPORTS / file, files[file](state, job.name))
    return job.kind


def _state(job: Job) -> Any:
    """The state of the last run; None if there is none, or it was written by another version of the program."""
    try:
        return pickle.loads((job.result_folder / _STATE).read_bytes()) if job.result_folder else None
    except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, TypeError, IndexError):
        return None


def pipeline_of(kind: str) -> Any:
    """The module for a kind of file."""
    return import_module(f".{kind}", __name__)


def kind_for(job: Job) -> str:
    """The kind that the user chose, or that was found before, or that the file seems to be."""
    if job.wanted.kind != "auto":
        return job.wanted.kind
    if job.kind:
        return job.kind
    if job.example:
        return "table" if job.example in NUMERIC else "screenplay"
    return kind_of(Path(job.place), job.name)
