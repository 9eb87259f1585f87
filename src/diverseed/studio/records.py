"""A job, and its record on disk, from which it is restored after a restart."""

import shutil
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, Field, ValidationError

from .. import __version__
from ..examples import PREFIX
from ..files.whole_files import write_whole
from .settings import JobSettings

JobState = Literal["queued", "running", "done", "failed", "cancelled"]
Stage: TypeAlias = tuple[str, int, int]
"""What a run is doing, how much of it is done, and of how much; 0 for a total that is unknown."""
NO_STAGE: Stage = ("", 0, 0)
RESULT, EXPORTS = "result.json", "exports"
"""In the folder of a run: what the page shows, and the folder of files that were made from it."""
_RECORD = "job.json"


@cache
def _program() -> str:
    """The version, and the time of the newest source file: results of another program are computed again."""
    package = Path(__file__).parent.parent
    return f"{__version__} {max(path.stat().st_mtime_ns for path in package.rglob('*.py'))}"


class Job(BaseModel):
    """A file and what is done with it. Fields with ``exclude`` are not written to disk.

    Attributes
    ----------
    folder : holds everything about the job; its name is the id
    name : what the user calls the file
    file : the name of its copy in ``folder``, or ``example:NAME``
    wanted, shown : the settings asked for last, and those of the result that is shown
    state : of the last run
    kind : screenplay, table or text, once that is known
    error : why the last run gave no result; the result before it stays
    text_columns : of a table that was refused
    revision : number of the result; 0 while there is none
    added : when the file was opened, in seconds since 1970
    program : that wrote the result
    stage : what the run is doing
    since : when the last run began, on the monotonic clock
    turn : the lowest is the next to run; of equal ones, what was added first
    """

    folder: Path = Field(default=Path(), exclude=True)
    name: str
    file: str
    wanted: JobSettings = JobSettings()
    shown: JobSettings = JobSettings()
    state: JobState = "queued"
    kind: str = ""
    error: str = ""
    text_columns: tuple[str, ...] = ()
    revision: int = 0
    added: float = Field(default_factory=time.time)
    program: str = ""
    stage: Stage = Field(default=NO_STAGE, exclude=True)
    since: float = Field(default_factory=time.monotonic, exclude=True)
    turn: float = Field(default=0.0, exclude=True)

    @property
    def id(self) -> str:
        return self.folder.name

    @property
    def place(self) -> str:
        """The path of the file, or ``example:NAME``; never outside the folder, whatever the record says."""
        return self.file if self.example else str(self.folder / Path(self.file).name)

    @property
    def example(self) -> str | None:
        """The name of a bundled example; None for a file."""
        return self.file.removeprefix(PREFIX) if self.file.startswith(PREFIX) else None

    @property
    def result_folder(self) -> Path | None:
        return self.folder / f"run-{self.revision}" if self.revision else None


def save(job: Job) -> None:
    """Write what a restart needs. Without room on the disk, the job goes on unsaved."""
    job.program = _program()
    with suppress(OSError, ValueError):
        write_whole(job.folder / _RECORD, job.model_dump_json())


def load_all(folder: Path) -> dict[str, Job]:
    """The jobs of an earlier studio, oldest first; anything else (an interrupted upload) is removed."""
    found = {path: _load(path) for path in folder.iterdir()}
    for path, job in found.items():
        if job is None:
            shutil.rmtree(path, ignore_errors=True)
    return {job.id: job for job in sorted(filter(None, found.values()), key=lambda job: job.added)}


def _load(folder: Path) -> Job | None:
    """The job of a folder, without the remains of an unfinished run; None for an interrupted upload."""
    job = _read(folder)
    if job is None:
        return None
    job.folder = folder
    if not job.example and not Path(job.place).is_file():
        return None
    if job.program == _program() and job.result_folder is not None and (job.result_folder / RESULT).is_file():
        job.state = "done" if job.wanted == job.shown else "queued"
    else:
        job.revision, job.kind = 0, ""
        job.state = job.state if job.state in ("failed", "cancelled") else "queued"
    for run in folder.glob("run-*"):
        if run != job.result_folder:
            shutil.rmtree(run, ignore_errors=True)
    return job


def _read(folder: Path) -> Job | None:
    """The record of a job; if this version does not understand it, a new one for its file."""
    record = folder / _RECORD
    if not record.is_file():
        return None
    try:
        return Job.model_validate_json(record.read_bytes())
    except (OSError, ValueError, ValidationError):
        sources = [path.name for path in folder.glob("source*")]
        return Job(name=sources[0], file=sources[0], added=record.stat().st_mtime) if sources else None
