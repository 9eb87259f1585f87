"""``diverseed studio`` as a process: a taken port, Ctrl-C, a missing extra."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from diverseed.cli import app

from .conftest import PATIENCE, long_text

STUDIO = [sys.executable, "-m", "diverseed", "studio", "--no-browser"]


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
    assert re.search(r"pip install .*\[studio\]", done.stderr)


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
def test_the_end_leaves_no_worker(end, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*STUDIO, "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    try:
        address = process.stderr.readline().split()[2]
        with httpx.Client(base_url=address, timeout=PATIENCE) as http:
            headers = {"content-type": "application/octet-stream"}
            http.post("/api/jobs?name=long.txt&kind=text", content=long_text(), headers=headers)
            while http.get("/api/jobs").json()[0]["stage"] != "grouping the lines":
                time.sleep(0.05)
            left = descendants(process.pid)
            assert len(left) >= 2  # the worker, and the process it was forked from
            if end == signal.SIGINT:
                os.killpg(process.pid, end)  # a terminal sends it to all of them
            else:
                process.send_signal(end)
            process.wait(timeout=PATIENCE)  # although a connection is open
        assert process.returncode == (130 if end == signal.SIGINT else -9)
        assert "Traceback" not in process.stderr.read()
    finally:
        process.kill()
    # reading standard error to its end has waited for all who held it
    assert not any(alive(one) for one in left)
    if end == signal.SIGINT:
        assert not list(tmp_path.glob("diverseed-studio-*"))  # nor any file
