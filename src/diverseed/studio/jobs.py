"""The queue of jobs: they run one after another and keep their results until they are removed."""

import asyncio
import secrets
import shutil
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from anyio import CancelScope
from fastapi import HTTPException

from ..errors import InputError
from .folders import size_of
from .records import EXPORTS, NO_STAGE, RESULT, Job, load_all, save
from .settings import JobSettings
from .worker import Ending, perform, warm_up

MOST_JOBS = 500
_SHOWN = {"name", "state", "kind", "revision", "error", "text_columns", "added"}


class Jobs:
    """All jobs of a studio; each runs for at most ``seconds``, and ``most_bytes`` limits all files together.

    All of this is done on one event loop: nothing changes but where something is awaited. What cannot be done is an
    ``HTTPException``: 404 if there is no such job, 409 if it has no result, 507 at a limit on files.
    """

    def __init__(self, *, seconds: float, most_bytes: int) -> None:
        self._folder = Path()
        self._seconds = seconds
        self._most_bytes = most_bytes
        self._arriving = 0
        self._jobs: dict[str, Job] = {}
        self._queued = asyncio.Event()
        self._running: tuple[Job, CancelScope] | None = None
        self._exporting = asyncio.Lock()

    @asynccontextmanager
    async def working(self, folder: Path) -> AsyncIterator[None]:
        """Load the jobs in a folder, and run what is in the queue. No worker is left after the context."""
        self._folder, self._jobs = folder, load_all(folder)
        at_work = asyncio.create_task(self._work())
        try:
            yield
        finally:
            at_work.cancel()
            with suppress(asyncio.CancelledError):
                await at_work

    @property
    def used_bytes(self) -> int:
        return size_of(self._folder)

    @property
    def _queue(self) -> list[str]:
        """The ids of jobs that wait, the next one first."""
        waiting = [job for job in self._jobs.values() if job.state == "queued"]
        return [job.id for job in sorted(waiting, key=lambda job: (job.turn, job.added))]

    @contextmanager
    def adding(self, name: str, file: str, settings: JobSettings, *, expected: int = 0) -> Iterator[Job]:
        """A new job, for whose file this context makes a place with room for the expected bytes.

        At the end of the context it is put at the end of the queue; if something fails there, it is removed.
        """
        if len(self._jobs) >= MOST_JOBS:
            raise HTTPException(507, f"The studio holds {MOST_JOBS} files, the maximum. Remove some first.")
        if self.used_bytes + self._arriving + expected > self._most_bytes:
            raise HTTPException(507, self._no_room())
        folder = self._folder / secrets.token_urlsafe(12)
        job = Job(folder=folder, name=name, file=file, wanted=settings, shown=settings)
        job.folder.mkdir()
        self._arriving += expected  # at the end: nothing is reserved where no folder could be made
        try:
            yield job
        except BaseException:
            shutil.rmtree(job.folder, ignore_errors=True)
            raise
        finally:
            self._arriving -= expected
        self._jobs[job.id] = job
        save(job)
        self._queued.set()

    def _no_room(self) -> str:
        return (
            f"The studio has used up its {self._most_bytes / 1e9:.3g} GB of disk space. "
            "Remove files you no longer need."
        )

    def summaries(self) -> list[dict[str, Any]]:
        """All jobs, newest first."""
        return [self._summary(job) for job in reversed(self._jobs.values())]

    async def get(self, job_id: str) -> dict[str, Any]:
        """One job, with its settings."""
        job = self._job(job_id)
        return {**self._summary(job), "settings": job.wanted.model_dump()}

    async def revise(self, job_id: str, settings: JobSettings) -> dict[str, Any]:
        """Run a job again with other settings, as the next one: somebody is looking at it. A current run is stopped;
        the current result stays until the new one is ready."""
        job = self._job(job_id)
        job.wanted, job.error, job.state, job.turn = settings, "", "queued", -time.monotonic()
        self._queued.set()
        save(job)
        self._stop_if_running(job)
        return self._summary(job)

    async def cancel(self, job_id: str) -> dict[str, Any]:
        """Take a job out of the queue, or stop it."""
        job = self._job(job_id)
        if job.state == "queued":
            self._end(job, Ending("cancelled"))
        else:
            self._stop_if_running(job)
        return self._summary(job)

    async def remove(self, job_id: str) -> None:
        """Remove a job and its files."""
        job = self._jobs.pop(self._job(job_id).id)
        self._stop_if_running(job)
        await asyncio.to_thread(shutil.rmtree, job.folder, ignore_errors=True)

    async def remove_all(self) -> None:
        """Remove all jobs and their files."""
        for job_id in list(self._jobs):
            with suppress(HTTPException):  # removed meanwhile
                await self.remove(job_id)

    def result(self, job_id: str) -> bytes:
        """The result as JSON; an ``InputError`` if the file was refused."""
        job = self._job(job_id)
        if job.result_folder is not None:
            return (job.result_folder / RESULT).read_bytes()
        if job.state == "failed":
            raise InputError(job.error)
        raise HTTPException(409, f"{job.name} is {job.state}; there is no result.")

    async def export(self, job_id: str, file: str) -> tuple[str, bytes]:
        """The job's name, and a file made from its result, in a worker unless it was made before."""
        job = self._job(job_id)
        async with self._exporting:
            folder = job.result_folder
            if folder is None:
                raise HTTPException(409, f"{job.name} is {job.state}; there is nothing to export.")
            made = folder / EXPORTS / file
            if not made.is_file():
                try:
                    ending = await perform(job, folder, file, seconds=self._seconds)
                except asyncio.CancelledError:  # an answer, where the server would print a traceback
                    raise HTTPException(409, "The studio is closing.") from None
                if ending.how == "refused":
                    raise InputError(ending.message)
                if ending.how != "done":
                    raise HTTPException(409, f"{file} could not be created: {ending.message}")
            try:
                content = made.read_bytes()
            except FileNotFoundError as error:
                raise HTTPException(409, f"{job.name} has changed in the meantime. Export it again.") from error
            if self.used_bytes > self._most_bytes:
                made.unlink(missing_ok=True)
            return job.name, content

    def _job(self, job_id: str) -> Job:
        if job_id not in self._jobs:
            raise HTTPException(404, "There is no such file in the studio; it may have been removed.")
        return self._jobs[job_id]

    def _stop_if_running(self, job: Job) -> None:
        if self._running is not None and self._running[0] is job:
            self._running[1].cancel()

    async def _work(self) -> None:
        async with self._exporting:  # exports too wait for the process that workers are forked from
            await asyncio.to_thread(warm_up)
        while True:
            if not self._queue:
                self._queued.clear()
                await self._queued.wait()
                continue
            job = self._jobs[self._queue[0]]
            job.state, job.stage, job.error, job.text_columns = "running", NO_STAGE, "", ()
            job.since = time.monotonic()
            folder = job.folder / f"run-{job.revision + 1}"
            ending = Ending("cancelled")
            with CancelScope() as scope:
                self._running = job, scope
                ending = await perform(job, folder, seconds=self._seconds, on_stage=partial(setattr, job, "stage"))
            self._running = None
            self._settle(job, folder, ending)

    def _settle(self, job: Job, folder: Path, ending: Ending) -> None:
        """Keep the result of a run, unless the job was removed or changed in the meantime."""
        if job.id not in self._jobs:
            shutil.rmtree(job.folder, ignore_errors=True)
            return
        if ending.how == "done" and self.used_bytes > self._most_bytes:
            ending = Ending("refused", self._no_room())
        if job.state != "running" or ending.how != "done":
            shutil.rmtree(folder, ignore_errors=True)
            if job.state == "running":
                self._end(job, ending)
            return
        old = job.result_folder
        job.revision, job.kind, job.state, job.shown = job.revision + 1, ending.kind, "done", job.wanted
        save(job)
        if old is not None:
            shutil.rmtree(old, ignore_errors=True)

    def _end(self, job: Job, ending: Ending) -> None:
        """A run without a result: the result before it stays, with its settings."""
        job.error, job.text_columns = ending.message, ending.text_columns
        if job.revision:
            job.state, job.wanted = "done", job.shown
        else:
            job.state = "cancelled" if ending.how == "cancelled" else "failed"
        save(job)

    def _summary(self, job: Job) -> dict[str, Any]:
        running = job.state == "running"
        return {
            "id": job.id,
            **job.model_dump(include=_SHOWN),
            **dict(zip(("stage", "done", "total"), job.stage if running else NO_STAGE, strict=True)),
            "seconds": round(time.monotonic() - job.since, 1) if running else 0.0,
            "waiting": self._queue.index(job.id) + 1 if job.state == "queued" else 0,
        }
