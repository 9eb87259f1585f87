"""A job, and what is written of it so that it is there again after a restart."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from .. import __version__
from ..files.whole_files import write_whole
from .settings import EXAMPLE, Settings
from .worker import RESULT, Stage

State = Literal["queued", "running", "done", "failed", "cancelled"]
NO_STAGE = Stage("")
_RECORD = "job.json"


@cache
def _program() -> str:
    """The version and the time of its newest file: what another program has left is not read, but made again."""
    package = Path(__file__).parent.parent
    return f"{__version__} {max(path.stat().st_mtime_ns for path in package.rglob('*.py'))}"


@dataclass
class Job:
    """A file and what is done with it.

    Attributes
    ----------
    id : opaque
    name : what the user calls the file
    place : path of the file, or ``example:NAME``
    folder : its own; everything about it lies there
    wanted, shown : the settings asked for last, and those of the result that is shown
    state : of the last run
    kind : screenplay, table or text, once that is known
    stage : what the run is doing
    error : why the last run gave no result; the result before it stays
    hints : columns of text in a table that was refused
    revision : number of the result; 0 while there is none
    runs : runs begun
    since : when the last run began, on the monotonic clock
    added : when the file came, in seconds since 1970
    """

    id: str
    name: str
    place: str
    folder: Path
    wanted: Settings
    shown: Settings
    state: State = "queued"
    kind: str = ""
    stage: Stage = NO_STAGE
    error: str = ""
    hints: tuple[str, ...] = ()
    revision: int = 0
    runs: int = 0
    since: float = field(default_factory=time.monotonic)
    added: float = field(default_factory=time.time)

    @property
    def result_folder(self) -> Path | None:
        return self.folder / f"run-{self.revision}" if self.revision else None


class _Record(BaseModel):
    """What a job's folder says about it."""

    model_config = ConfigDict(frozen=True)

    name: str
    place: str
    wanted: Settings = Settings()
    shown: Settings = Settings()
    state: State = "queued"
    kind: str = ""
    error: str = ""
    hints: tuple[str, ...] = ()
    revision: int = 0
    added: float = 0.0
    version: str = ""


def save(job: Job) -> None:
    """Write down what a restart needs. Where there is no room for it, the job goes on without."""
    place = job.place if job.place.startswith(EXAMPLE) else Path(job.place).name
    facts = {name: getattr(job, name) for name in _Record.model_fields if name not in ("place", "version")}
    record = _Record(place=place, version=_program(), **facts)
    with suppress(OSError, ValueError):
        write_whole(job.folder / _RECORD, record.model_dump_json())


def load_all(folder: Path) -> dict[str, Job]:
    """The jobs of an earlier studio, oldest first; what is none (an upload that broke off) is removed."""
    jobs = []
    for path in folder.iterdir():
        job = _load(path) if path.is_dir() else None
        if job is not None:
            jobs.append(job)
        elif path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return {job.id: job for job in sorted(jobs, key=lambda job: job.added)}


def _load(folder: Path) -> Job | None:
    """The job of a folder, without what an unfinished run has left there; None for an upload that never ended."""
    file = folder / _RECORD
    if not file.is_file():
        return None
    record = _read(folder, file)
    if record is None:
        return None
    place = record.place if record.place.startswith(EXAMPLE) else str(folder / Path(record.place).name)
    job = Job(folder.name, record.name, place, folder, record.wanted, record.shown)
    job.kind, job.added, job.error, job.hints = record.kind, record.added, record.error, record.hints
    result = folder / f"run-{record.revision}"
    if record.version == _program() and (result / RESULT).is_file():
        job.revision = job.runs = record.revision
        job.state = "done" if record.wanted == record.shown else "queued"
    elif record.state in ("failed", "cancelled"):
        job.state = record.state
    for run in folder.glob("run-*"):
        if run != job.result_folder:
            shutil.rmtree(run, ignore_errors=True)
    return job


def _read(folder: Path, file: Path) -> _Record | None:
    """The record; of one that this version does not understand, the file with settings of its own."""
    try:
        record = _Record.model_validate_json(file.read_bytes())
    except (OSError, ValueError, ValidationError):
        sources = [path.name for path in folder.glob("source*")]
        return _Record(name=sources[0], place=sources[0], added=file.stat().st_mtime) if sources else None
    known = record.place.startswith(EXAMPLE) or (folder / Path(record.place).name).is_file()
    return record if known else None
