"""``diverseed studio`` as a process: a taken port, its token, Ctrl-C and kill -9, a missing extra."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from diverseed.cli import app
from diverseed.errors import how_to_install

from .conftest import PATIENCE, SCRIPT, long_text

STUDIO = [sys.executable, "-m", "diverseed", "studio", "--no-browser"]
OCTETS = {"content-type": "application/octet-stream"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch) -> Path:
    """A data directory of the test's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return folder / "diverseed" / "studio"


def wait_until(condition: Callable[[], bool]) -> None:
    """Fails where the condition does not come true; a machine under load takes long for what is sure to happen."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


class Running:
    """A studio in a process of its own, as the command starts it."""

    def __init__(self, *options: str, port: int = 0) -> None:
        arguments = [*STUDIO, "--port", str(port), *options]
        # Tests that run in the background of a shell ignore Ctrl-C, and so would what they start.
        heed: Any = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)} if os.name == "posix" else {}
        self.process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True, start_new_session=True, **heed)
        self.address = self.process.stderr.readline().split()[2]
        base, _, token = self.address.partition("?token=")
        self.port = int(base.rsplit(":", 1)[1].rstrip("/"))
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=base, timeout=PATIENCE, headers=headers)

    def __enter__(self) -> "Running":
        return self

    def __exit__(self, *exception: object) -> None:
        self.http.close()
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def end(self, how: signal.Signals) -> None:
        if how == signal.SIGINT:
            os.killpg(self.process.pid, how)  # a terminal sends it to all of them
        else:
            self.process.send_signal(how)
        self.process.wait(timeout=PATIENCE)

    def ended_jobs(self) -> list[dict]:
        wait_until(lambda: all(job["state"] in ("done", "failed") for job in self.http.get("/api/jobs").json()))
        return self.http.get("/api/jobs").json()


def test_a_port_that_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = subprocess.run([*STUDIO, "--port", str(port)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert f"cannot listen on port {port}" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("package", ["fastapi", "uvicorn"])
def test_a_missing_extra(monkeypatch, package) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "diverseed.studio.server", raising=False)
    done = CliRunner().invoke(app, ["studio", "--no-browser"])
    assert done.exit_code == 2
    assert f"the studio needs {package}. {how_to_install('studio')}" in done.stderr


def descendants(process: int) -> set[int]:
    """Processes that stem from this one."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (FileNotFoundError, ProcessLookupError):
                continue
    found, fresh = set(), {process}
    while fresh:
        fresh = {child for child, parent in parents.items() if parent in fresh} - found
        found |= fresh
    return found


def alive(process: int) -> bool:
    """Whether it still runs; one that nobody has reaped yet does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_stopping_leaves_no_worker_and_a_restart_restores_everything(end, home: Path) -> None:
    step = {"what": "location", "name": "KITCHEN", "new": "GALLEY"}
    with Running() as studio:
        job = studio.http.post("/api/jobs?name=affair.fountain", content=SCRIPT.encode(), headers=OCTETS).json()["id"]
        table = studio.http.post("/api/examples/iris").json()["id"]
        studio.ended_jobs()
        studio.http.put(f"/api/jobs/{job}/settings", json={"steps": [step], "undone": [{**step, "new": "X"}]})
        studio.ended_jobs()
        before = {one: studio.http.get(f"/api/jobs/{one}/result").json() for one in (job, table)}
        long = studio.http.post("/api/jobs?name=long.txt&kind=text", content=long_text(), headers=OCTETS).json()["id"]
        wait_until(lambda: studio.http.get(f"/api/jobs/{long}").json()["stage"] == "grouping the lines")
        left = descendants(studio.process.pid)
        assert len(left) >= 2  # the worker, and the process it was forked from
        studio.end(end)  # although a connection is open
        assert studio.process.returncode == (130 if end == signal.SIGINT else -9)
        assert "Traceback" not in studio.process.stderr.read()
    # all processes have closed standard error, which was read to its end; the system may still be removing them
    wait_until(lambda: not any(alive(one) for one in left))
    (home / "files" / "half-an-upload").mkdir()
    (home / "files" / "half-an-upload" / "source.csv").write_text("x,y")
    (home / "files" / job / "run-99").mkdir()
    with Running(port=studio.port) as again:
        assert again.address == studio.address  # the token is the same, so that an open page can reconnect
        assert again.http.get(f"/api/jobs/{long}").json()["state"] in ("queued", "running")  # it starts again
        assert again.http.delete(f"/api/jobs/{long}").status_code == 204
        assert [one["name"] for one in again.ended_jobs()] == ["iris", "affair.fountain"]
        assert {one: again.http.get(f"/api/jobs/{one}/result").json() for one in (job, table)} == before
        settings = again.http.get(f"/api/jobs/{job}").json()["settings"]
        assert (len(settings["steps"]), len(settings["undone"])) == (1, 1)
        assert again.http.get(f"/api/jobs/{job}/files/chart.svg").status_code == 200
        assert {path.name for path in (home / "files").iterdir()} == {job, table}
        assert not (home / "files" / job / "run-99").exists()
        # removal is for good
        assert again.http.delete(f"/api/jobs/{job}").status_code == 204
        assert again.http.delete("/api/jobs").status_code == 204
        assert list((home / "files").iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_the_end_during_an_export_is_quiet() -> None:
    with Running() as studio, ThreadPoolExecutor(1) as pool:
        job = studio.http.post("/api/examples/iris").json()["id"]
        studio.ended_jobs()
        before = descendants(studio.process.pid)
        answer = pool.submit(studio.http.get, f"/api/jobs/{job}/files/clusters.png")
        wait_until(lambda: answer.done() or descendants(studio.process.pid) > before)
        for worker in descendants(studio.process.pid) - before:
            os.kill(worker, signal.SIGSTOP)
        assert not answer.done()
        studio.end(signal.SIGINT)
        assert studio.process.returncode == 130
        assert "Traceback" not in studio.process.stderr.read()
        assert answer.result().status_code == 409


def test_a_second_studio_keeps_nothing(home: Path) -> None:
    with Running() as first:
        first.http.post("/api/examples/iris")
        with Running() as second:
            assert second.http.get("/api/jobs").json() == []
            assert (first.http.get("/api/studio").json()["kept"], second.http.get("/api/studio").json()["kept"]) == (
                True,
                False,
            )
            second.end(signal.SIGKILL)
        assert len(list(home.glob("temporary-*"))) == 1
        with Running():
            assert len(list(home.glob("temporary-*"))) == 1  # its own; that of the killed one is gone
        assert [job["name"] for job in first.ended_jobs()] == ["iris"]


def test_the_token_is_private_and_no_token_gives_a_warning(home: Path, tmp_path: Path) -> None:
    with Running() as studio:
        for path in ("/", "/api/jobs", "/static/main.js", "/openapi.json", "/nowhere"):
            assert httpx.get(studio.address.partition("?")[0].rstrip("/") + path).status_code == 403, path
        assert httpx.get(studio.address).status_code == 200
    if os.name == "posix":
        assert [path.stat().st_mode & 0o777 for path in (home, home / "files", home / "token")] == [0o700, 0o700, 0o600]
    with Running("--no-token", "--folder", str(tmp_path / "own")) as studio:
        assert "?" not in studio.address
        assert "every user" in studio.process.stderr.readline()
        assert httpx.get(f"{studio.address}api/jobs").status_code == 200
    assert (tmp_path / "own" / "files").is_dir()


def test_the_browser_is_opened_without_the_token_on_a_command_line(monkeypatch, tmp_path: Path) -> None:
    from diverseed.studio import serving

    opened: list[str] = []
    monkeypatch.setattr(serving.webbrowser, "open", opened.append)
    serving._open("http://127.0.0.1:1/?token=secret", tmp_path / "open.html")
    wait_until(lambda: bool(opened))
    assert opened == [(tmp_path / "open.html").as_uri()]
    assert "secret" in (tmp_path / "open.html").read_text()
    assert os.name != "posix" or (tmp_path / "open.html").stat().st_mode & 0o777 == 0o600
