"""The queue of jobs: they run one after another and keep their results until they are removed."""

import secrets
import shutil
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import HTTPException

from ..errors import InputError
from .folders import size_of
from .records import NO_STAGE, Job, load_all, save
from .settings import JobSettings
from .task import RESULT, Ending, Stage, Task
from .worker import Worker, warm_up

CANCELLED, SUPERSEDED = "cancelled", "superseded"
MOST_JOBS = 500


class Jobs:
    """All jobs of a studio, and the thread that runs them, each for at most ``seconds``.

    Jobs in the folder are loaded at the start. ``most_bytes`` limits all files together. What cannot be done is an
    ``HTTPException``: 404 if there is no such job, 409 if it has no result, 507 at a limit on files.
    """

    def __init__(self, folder: Path, *, seconds: float, most_bytes: int) -> None:
        self._folder = folder
        self._seconds = seconds
        self._most_bytes = most_bytes
        self._arriving = 0
        self._jobs = load_all(folder)
        self._queue = deque(job.id for job in self._jobs.values() if job.state == "queued")
        self._changed = threading.Condition()
        self._running: tuple[Job, Worker] | None = None
        self._exporting = threading.Lock()
        self._exporter: Worker | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="studio jobs", daemon=True)
        self._thread.start()

    @property
    def used_bytes(self) -> int:
        return size_of(self._folder)

    @contextmanager
    def room_for(self, expected: int) -> Iterator[tuple[str, Path]]:
        """A new id and its folder, with disk space reserved in this context; the folder is removed if that fails."""
        with self._changed:
            if len(self._jobs) >= MOST_JOBS:
                raise HTTPException(507, f"The studio holds {MOST_JOBS} files, the limit. Remove some first.")
            if self.used_bytes + self._arriving + expected > self._most_bytes:
                raise HTTPException(507, self._no_room())
            job_id = secrets.token_urlsafe(12)
            folder = self._folder / job_id
            folder.mkdir()
            self._arriving += expected  # at the end: nothing is reserved where no folder could be made
        try:
            yield job_id, folder
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        finally:
            with self._changed:
                self._arriving -= expected

    def _no_room(self) -> str:
        return (
            f"The studio has used up its {self._most_bytes / 1e9:.3g} GB of disk space. "
            "Remove files you no longer need."
        )

    def add(self, job_id: str, folder: Path, *, name: str, file: str, settings: JobSettings) -> dict[str, Any]:
        """Put a job at the end of the queue."""
        with self._changed:
            job = Job(id=job_id, folder=folder, name=name, file=file, wanted=settings, shown=settings)
            self._jobs[job_id] = job
            save(job)
            self._queue.append(job_id)
            self._changed.notify_all()
            return self._summary(job)

    def summaries(self) -> list[dict[str, Any]]:
        """All jobs, newest first."""
        with self._changed:
            return [self._summary(job) for job in reversed(self._jobs.values())]

    def summary(self, job_id: str) -> dict[str, Any]:
        """One job, with its settings."""
        with self._changed:
            job = self._job(job_id)
            return {**self._summary(job), "settings": job.wanted.model_dump()}

    def revise(self, job_id: str, settings: JobSettings) -> dict[str, Any]:
        """Run a job again with other settings, as the next one: somebody is looking at it. A current run is stopped."""
        with self._changed:
            job = self._job(job_id)
            job.wanted, job.error, job.state, job.stage = settings, "", "queued", NO_STAGE
            if job.id not in self._queue:
                self._queue.appendleft(job.id)
                self._changed.notify_all()
            save(job)
            self._stop_if_running(job, SUPERSEDED)
            return self._summary(job)

    def cancel(self, job_id: str) -> dict[str, Any]:
        """Take a job out of the queue, or stop it."""
        with self._changed:
            job = self._job(job_id)
            if job.state == "queued":
                self._queue.remove(job.id)
                self._end(job, Ending("stopped", CANCELLED))
            else:
                self._stop_if_running(job, CANCELLED)
            return self._summary(job)

    def remove(self, job_id: str) -> None:
        """Remove a job and its files."""
        with self._changed:
            job = self._jobs.pop(self._job(job_id).id)
            if job.id in self._queue:
                self._queue.remove(job.id)
            self._stop_if_running(job, CANCELLED)
        shutil.rmtree(job.folder, ignore_errors=True)

    def remove_all(self) -> None:
        """Remove all jobs and their files."""
        for job in self.summaries():
            with suppress(HTTPException):  # removed meanwhile
                self.remove(job["id"])

    def result(self, job_id: str) -> bytes:
        """The result as JSON; an ``InputError`` if the file was refused."""
        with self._changed:
            job = self._job(job_id)
            if job.result_folder is not None:
                return (job.result_folder / RESULT).read_bytes()
            if job.state == "failed":
                raise InputError(job.error)
            raise HTTPException(409, f"{job.name} is {job.state}; there is no result.")

    def export(self, job_id: str, file: str) -> tuple[str, bytes]:
        """The job's name, and a file made from its result, in a worker unless it was made before."""
        with self._changed:
            job = self._job(job_id)
            folder, settings = job.result_folder, job.shown
        if folder is None:
            raise HTTPException(409, f"{job.name} is {job.state}; there is nothing to export.")
        made = folder / file
        with self._exporting:
            if not made.is_file():
                self._make(Task(job.place, job.name, settings, None, folder, export=file))
            try:
                content = made.read_bytes()
            except FileNotFoundError as error:
                raise HTTPException(409, f"{job.name} has changed in the meantime. Export it again.") from error
            if self.used_bytes > self._most_bytes:
                made.unlink(missing_ok=True)
            return job.name, content

    def _make(self, task: Task) -> None:
        self._exporter = Worker(task, seconds=self._seconds)
        if self._closed:
            raise HTTPException(409, "the studio is closing.")
        ending = self._exporter.run()
        if ending.how == "refused":
            raise InputError(ending.message)
        if ending.how != "done":
            raise HTTPException(409, f"{task.export} could not be made: {ending.message}")

    def close(self) -> None:
        """Stop everything. Returns when no worker is left."""
        with self._changed:
            self._closed = True
            self._queue.clear()
            for worker in (self._running and self._running[1], self._exporter):
                if worker is not None:
                    worker.stop("the studio is closing")
            self._changed.notify_all()
        self._thread.join(timeout=5)

    def _job(self, job_id: str) -> Job:
        if job_id not in self._jobs:
            raise HTTPException(404, "There is no such file in the studio; it may have been removed.")
        return self._jobs[job_id]

    def _stop_if_running(self, job: Job, why: str) -> None:
        if self._running is not None and self._running[0] is job:
            self._running[1].stop(why)

    def _work(self) -> None:
        warm_up()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._queue)
                if self._closed:
                    return
                job = self._jobs[self._queue.popleft()]
                job.runs += 1
                job.state, job.stage, job.error, job.hints, job.since = "running", NO_STAGE, "", (), time.monotonic()
                task = Task(job.place, job.name, job.wanted, job.result_folder, job.folder / f"run-{job.runs}")
                worker = Worker(task, seconds=self._seconds)
                self._running = job, worker
            ending = worker.run(partial(self._note, job))
            with self._changed:
                self._running = None
                self._settle(job, task, ending)

    def _note(self, job: Job, stage: Stage) -> None:
        with self._changed:
            job.stage = stage

    def _settle(self, job: Job, task: Task, ending: Ending) -> None:
        """Keep the result of a run, unless the job was removed or changed in the meantime."""
        if self._closed:  # on disk the job is still queued, so that the next studio starts it again
            return
        if job.id not in self._jobs:
            shutil.rmtree(job.folder, ignore_errors=True)
            return
        if ending.how == "done" and self.used_bytes > self._most_bytes:
            ending = Ending("refused", self._no_room())
        if job.state == "queued" or ending.how != "done":
            shutil.rmtree(task.folder, ignore_errors=True)
            if job.state != "queued" and ending.message != SUPERSEDED:
                self._end(job, ending)
            return
        old = job.result_folder
        job.revision, job.kind, job.state, job.stage = job.runs, ending.kind, "done", NO_STAGE
        job.wanted = job.shown = task.settings
        save(job)
        if old is not None:
            shutil.rmtree(old, ignore_errors=True)

    def _end(self, job: Job, ending: Ending) -> None:
        """A run without a result: the result before it stays, with its settings."""
        cancelled = ending.message == CANCELLED
        job.error = "" if cancelled else ending.message
        job.hints = ending.hints
        job.stage = NO_STAGE
        if job.revision:
            job.state, job.wanted = "done", job.shown
        else:
            job.state = "cancelled" if cancelled else "failed"
        save(job)

    def _summary(self, job: Job) -> dict[str, Any]:
        return {
            "id": job.id,
            "name": job.name,
            "state": job.state,
            **dict(zip(("stage", "done", "total"), job.stage, strict=True)),
            "seconds": round(time.monotonic() - job.since, 1) if job.state == "running" else 0.0,
            "waiting": self._queue.index(job.id) + 1 if job.state == "queued" else 0,
            "kind": job.kind,
            "revision": job.revision,
            "error": job.error,
            "text_columns": list(job.hints),
            "added": round(job.added),
        }
