"""A studio that really listens, and a client that waits for its jobs."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the studio extra is not installed")
uvicorn = pytest.importorskip("uvicorn", reason="the studio extra is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

from diverseed.studio.connections import impatient  # noqa: E402
from diverseed.studio.server import create_app  # noqa: E402
from diverseed.studio.serving import _listener  # noqa: E402

PATIENCE = float(os.environ.get("STUDIO_PATIENCE", "120"))  # seconds: a busy machine is no failure


class Studio:
    """A running studio, spoken to over HTTP."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def upload(self, content: bytes, name: str, **query: str) -> str:
        """Send a file; the id of its job."""
        answer = self.http.post(
            "/api/jobs",
            params={"name": name, **query},
            content=content,
            headers={"content-type": "application/octet-stream"},
        )
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def example(self, name: str, kind: str = "auto") -> str:
        answer = self.http.post(f"/api/examples/{name}", params={"kind": kind})
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def job(self, job_id: str) -> dict:
        return self.http.get(f"/api/jobs/{job_id}").json()

    def until(self, job_id: str, *states: str) -> dict:
        """The job once it is in one of the states."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            job = self.job(job_id)
            if job["state"] in states:
                return job
            time.sleep(0.05)
        raise AssertionError(f"still {job}")

    def ended(self, job_id: str) -> dict:
        return self.until(job_id, "done", "failed", "cancelled")

    def result(self, job_id: str) -> dict:
        """The result of a job that must succeed."""
        job = self.ended(job_id)
        assert (job["state"], job["error"]) == ("done", ""), job
        return self.http.get(f"/api/jobs/{job_id}/result").json()

    def change(self, job_id: str, **settings: object) -> dict:
        """Other settings, and the job once it has ended with them."""
        answer = self.http.put(f"/api/jobs/{job_id}/settings", json=settings)
        assert answer.status_code == 200, answer.text
        return self.ended(job_id)

    def file(self, job_id: str, name: str) -> bytes:
        answer = self.http.get(f"/api/jobs/{job_id}/files/{name}")
        assert answer.status_code == 200, answer.text
        return answer.content


@contextmanager
def running(*, port: int = 0, patience: float = PATIENCE, **options: float | str | Path) -> Iterator[Studio]:
    """A studio on a free port, in a thread of this process."""
    listener = _listener(port)
    port = listener.getsockname()[1]
    app = create_app(port=port, **options)
    config = uvicorn.Config(app, http=impatient(patience), log_level="error", ws="none", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    studio = Studio(port)
    try:
        studio.http.get("/api/studio")  # the listener takes the connection before the server is up
        yield studio
    finally:
        studio.http.close()
        server.should_exit = True
        thread.join(timeout=PATIENCE)
        assert not thread.is_alive()


@pytest.fixture(scope="session")
def studio() -> Iterator[Studio]:
    with running() as started:
        yield started


def long_text() -> bytes:
    """Lines whose grouping takes far longer than any test waits: for what is stopped half-way."""
    import numpy as np

    words = np.random.default_rng(0).integers(4000, size=(60_000, 5))
    return "\n".join(" ".join(f"w{word}" for word in line) for line in words.tolist()).encode()


def nested() -> str:
    """Four groups of four, as a table."""
    import numpy as np

    far, near = np.divmod(np.arange(480) % 16, 4)
    places = np.column_stack([100 * (far % 2) + 9 * (near % 2), 100 * (far // 2) + 9 * (near // 2)])
    points = places + np.random.default_rng(0).normal(size=(480, 2))
    return "\n".join(["x,y", *(f"{x:.6f},{y:.6f}" for x, y in points)])


SCRIPT = """Title: The <script>alert(1)</script> Affair

INT. KITCHEN - DAY

ANNA
Is the <b>kettle</b> on?

BEN
It is.

EXT. HARBOUR - NIGHT

ANNA
Cold.

<SCRIPT>ALERT(1)</SCRIPT>
Very.

INT. KITCHEN - NIGHT

BENJAMIN
Where were you?

ANNA
Out.

EXT. HARBOUR - <IMG SRC=X ONERROR=ALERT(1)> - DAY

BEN
There she is.

ANNA
Here I am.
"""
