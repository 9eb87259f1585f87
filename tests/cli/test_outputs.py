"""Nothing is lost: inputs are never written over, and what cannot be written leaves nothing and says so once."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from diverseed.cli import app
from diverseed.errors import InputError
from diverseed.files.whole_files import write_together, write_whole

SCRIPT = "INT. KITCHEN - DAY\n\nANN\nHello.\n\nBOB\nHello, Ann.\n\nEXT. GARDEN - NIGHT\n\nANN\nGood night.\n"
COMMANDS = {
    "cluster": ["cluster", "INPUT", "--out"],
    "cluster report": ["cluster", "INPUT", "--report"],
    "cluster centres": ["cluster", "INPUT", "--save-centres"],
    "text": ["text", "INPUT", "--out"],
    "text column": ["text", "INPUT", "--column", "x", "--out"],
    "text report": ["text", "INPUT", "--report"],
    "text save": ["text", "INPUT", "--save"],
    "chart": ["chart", "INPUT", "--out"],
}


def run(arguments):
    return CliRunner().invoke(app, list(map(str, arguments)))


@pytest.mark.parametrize("way", ["same", "symbolic link", "hard link", "other spelling"])
@pytest.mark.parametrize("case", COMMANDS)
def test_an_output_that_is_the_input_is_refused(case, way, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("diverseed.tables.read_table", lambda *_: pytest.fail("it was read"))
    suffix = {"chart": ".html", "cluster report": ".html"}.get(case, ".csv")
    path = tmp_path / f"data{suffix}"
    path.write_text("x,y\n1,2\n3,5\n")
    out = tmp_path / f"other{suffix}"
    if way == "symbolic link":
        out.symlink_to(path)
    elif way == "hard link":
        os.link(path, out)
    else:
        out = path if way == "same" else Path("..") / tmp_path.name / path.name
    done = run([path if word == "INPUT" else word for word in COMMANDS[case]] + [out])
    assert done.exit_code == 2
    assert "would overwrite the input" in done.stderr
    assert str(out) in done.stderr.replace("\n", "")
    assert path.read_text() == "x,y\n1,2\n3,5\n"
    assert len(list(tmp_path.iterdir())) == 1 + ("link" in way)


def test_a_folder_of_results_spares_the_input(tmp_path) -> None:
    path = tmp_path / "report.html"
    path.write_text(f"<html><body><pre>{SCRIPT}</pre></body></html>")
    done = run(["screenplay", path, "--out", tmp_path])
    assert done.exit_code == 2
    assert "would overwrite the input" in done.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.html"]
    refused = run(["paper", "table4", "--screenplays", tmp_path, "--out", tmp_path])
    assert refused.exit_code == 2
    assert "would overwrite the input" in refused.stderr


@pytest.mark.parametrize(
    "options", [("--out", "--report"), ("--out", "--save-centres"), ("--save-centres", "--report")]
)
def test_two_outputs_in_one_place_are_refused(options, tmp_path) -> None:
    (tmp_path / "link.csv").symlink_to(tmp_path / "one.csv")
    done = run(["cluster", "example:iris", options[0], tmp_path / "one.csv", options[1], tmp_path / "link.csv"])
    assert done.exit_code == 2
    assert f"would overwrite {options[0]}" in done.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["link.csv"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full, a disk that is always full")
@pytest.mark.parametrize("link", [False, True])
def test_a_full_disk(tmp_path, link) -> None:
    """As a device, /dev/full is written to as it is; nothing takes its place."""
    target = Path("/dev/full")
    if link:
        target = tmp_path / "labels.csv"
        target.symlink_to("/dev/full")
    with pytest.raises(InputError, match=f"cannot write {target}: No space left on device"):
        write_whole(target, "x" * 100_000)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)


def test_files_are_written_together_or_not_at_all(tmp_path, monkeypatch) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text("old")
    whole = Path.write_bytes

    def full(self, data):
        if self.name.startswith(".b.csv"):
            whole(self, data[:2])
            raise OSError(28, "No space left on device")
        return whole(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(InputError, match=f"cannot write {second}: No space left on device"):
        write_together({first: "new", second: "new"})
    assert first.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.csv"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["cluster", "example:iris", "--out", "LONG"],
        ["cluster", "LONG"],
        ["cluster", "LONG", "--engine", "dask"],
        ["text", "LONG"],
        ["chart", "LONG"],
        ["chart", "example:lido", "--out", "LONG"],
        ["screenplay", "LONG"],
        ["screenplay", "example:lido", "--out", "LONG"],
        ["screenplay", "example:lido", "--write-overrides", "LONG"],
        ["assign", "LONG", "example:iris"],
    ],
)
def test_names_that_are_too_long_are_refused(arguments, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run([f"{'x' * 300}.csv" if word == "LONG" else word for word in arguments])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("diverseed: ")
    assert "xxx" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_a_link(tmp_path) -> None:
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("old")
    link.symlink_to(real)
    write_whole(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_read_only_folders(tmp_path, monkeypatch) -> None:
    """The user of the tests may be root, who may write anywhere: the system's answer is played here."""
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    done = run(["cluster", "example:iris", "--out", tmp_path / "x.csv"])
    assert done.exit_code == 2
    assert f"cannot write {tmp_path / 'x.csv'}: the folder {tmp_path} is read-only" in done.stderr.replace("\n", "")

    monkeypatch.setattr(os, "access", lambda path, mode, **_: mode != os.W_OK)
    (tmp_path / "kept.csv").write_text("kept")
    kept = run(["cluster", "example:iris", "--out", tmp_path / "kept.csv"])
    assert f"cannot write {tmp_path / 'kept.csv'}: it is read-only" in kept.stderr.replace("\n", "")

    def read_only(*_, **__):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("tempfile.mkstemp", read_only)
    with pytest.raises(InputError, match=f"cannot write {tmp_path / 'x.csv'}: Read-only file system"):
        write_whole(tmp_path / "x.csv", "x")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full, a disk that is always full")
@pytest.mark.parametrize("arguments", [["cluster", "example:iris", "--json"], ["examples"], ["--version"]])
def test_a_full_standard_output(arguments) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "diverseed", *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "diverseed: cannot write to standard output: No space left on device."
    assert "Traceback" not in done.stderr


def test_a_lying_header_and_a_very_long_line(tmp_path) -> None:
    np.save(tmp_path / "liar.npy", np.zeros((9, 9)))
    content = (tmp_path / "liar.npy").read_bytes()
    (tmp_path / "liar.npy").write_bytes(content.replace(b"(9, 9), }          ", b"(999999999999, 9), }"[:19]))
    (tmp_path / "line.csv").write_text("x" * 5_000_000)
    for name in ("liar.npy", "line.csv"):
        done = run(["cluster", tmp_path / name])
        assert (done.exit_code, done.stdout) == (2, "")
        assert str(tmp_path / name) in done.stderr.replace("\n", "")
