"""``diverseed cluster --engine dask``: folders of Parquet in and out, and nothing left behind."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import psutil
import pytest
from distributed import Client, LocalCluster
from typer.testing import CliRunner

from diverseed import DPPKMeans
from diverseed.cli import app

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@pytest.fixture(scope="module")
def blobs() -> np.ndarray:
    rng = np.random.default_rng(0)
    centres = np.array([[0, 0], [12, 0], [0, 12]])
    return (centres[rng.integers(3, size=1100)] + rng.standard_normal((1100, 2))).astype(np.float32)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, blobs):
    """Eleven files, so that their names do not sort as their numbers do."""
    path = tmp_path_factory.mktemp("points")
    frame = pd.DataFrame({"id": np.arange(1100), "x": blobs[:, 0], "y": blobs[:, 1], "name": "a", "c": 7.0})
    for number in range(11):
        frame[number * 100 : (number + 1) * 100].to_parquet(path / f"part.{number}.parquet", index=False)
    return path


@pytest.fixture(scope="module")
def scheduler():
    with LocalCluster(n_workers=1, threads_per_worker=1, protocol="tcp", dashboard_address=":0") as cluster:
        yield cluster.scheduler_address


def run(*arguments):
    return CliRunner().invoke(app, ["cluster", *map(str, arguments), "--engine", "dask"])


def result_of(*arguments) -> dict:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout, parse_constant=pytest.fail)


def test_labels_are_those_of_the_estimator_in_memory(folder, blobs, scheduler, tmp_path) -> None:
    out = tmp_path / "labels.parquet"
    result = result_of(folder, "--scheduler", scheduler, "--out", out)
    model = DPPKMeans(random_state=0).fit(np.column_stack([blobs, np.full(1100, 7.0)]))
    assert (result["n"], result["columns"], result["n_clusters"]) == (1100, ["x", "y", "c"], 3)
    assert result["engine"] == "dask"
    assert result["left_out"] == [{"column": "id", "reason": "id"}, {"column": "name", "reason": "text"}]
    assert result["seeds"] == model.seed_indices_.tolist()
    assert result["inertia"] == pytest.approx(model.inertia_, rel=1e-5)
    assert "Constant columns, which have no effect: 'c'." in result["notes"]
    labels = pd.read_parquet(out)
    np.testing.assert_array_equal(labels["row"], np.arange(1100))
    np.testing.assert_array_equal(labels["label"], model.labels_)
    assert (labels["distance"] ** 2).sum() == pytest.approx(model.inertia_, rel=1e-5)
    np.testing.assert_array_equal(np.bincount(labels["label"]), result["cluster_sizes"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["labels.parquet"]


def test_columns_far_from_zero_are_scaled_and_constant_ones_have_no_effect(tmp_path, scheduler) -> None:
    """Numbers of accounts, which differ by less than 1e-12 of their size, had the effect of all other columns."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"x": rng.normal(size=400), "account": 4e15 + rng.integers(0, 3000, 400), "c": 0.1 + 0.2})
    frame.loc[::2, "c"] = 0.3
    (tmp_path / "accounts").mkdir()
    frame.to_parquet(tmp_path / "accounts" / "part.0.parquet", index=False)
    result = result_of(tmp_path / "accounts", "--scheduler", scheduler, "--k", "1", "--scale", "standard")
    assert result["inertia"] == pytest.approx(800, rel=0.01)  # two columns of variance 1
    assert any("Constant columns, which have no effect: 'c'." in note for note in result["notes"])


def test_clusters_of_any_shape(tmp_path, scheduler) -> None:
    """Two rings: found as such where any shape is asked for, and where k-means is seen not to fit them."""
    angles = np.random.default_rng(0).uniform(0, 2 * np.pi, 600)
    radii = np.repeat([1.0, 3.0], 300) + np.random.default_rng(1).normal(0, 0.05, 600)
    rings = pd.DataFrame({"x": radii * np.cos(angles), "y": radii * np.sin(angles)})
    source = tmp_path / "rings"
    source.mkdir()
    for part in range(2):
        rings[300 * part : 300 * (part + 1)].to_parquet(source / f"part.{part}.parquet", index=False)
    for shape in ("any", "auto"):
        out = tmp_path / shape
        result = result_of(source, "--scheduler", scheduler, "--shape", shape, "--out", out)
        assert (result["shape"], result["n_clusters"], result["cluster_sizes"]) == ("any", 2, [300, 300])
        labels = pd.read_parquet(out)
        assert labels["label"].nunique() == 2
        assert labels["label"][:300].nunique() == labels["label"][300:].nunique() == 1
        centres = rings.groupby(labels["label"]).transform("mean")
        np.testing.assert_allclose(labels["distance"], np.hypot(*(rings - centres).to_numpy().T), rtol=1e-4)
    assert any("not round" in note for note in result["notes"])
    refused = run(source, "--shape", "any", "--k", "sample")
    assert (refused.exit_code, refused.stdout) == (2, "")


def test_columns_scale_and_patterns(folder, blobs, scheduler) -> None:
    result = result_of(f"{folder}/part.*.parquet", "--scheduler", scheduler, "--columns", "y,x", "--scale", "standard")
    swapped = blobs[:, ::-1]
    expected = DPPKMeans(random_state=0).fit((swapped - swapped.mean(axis=0)) / swapped.std(axis=0))
    assert result["columns"] == ["y", "x"]
    assert result["inertia"] == pytest.approx(expected.inertia_, rel=1e-4)


def test_a_person_reads_the_number_and_the_verdict(folder, scheduler) -> None:
    done = run(folder, "--scheduler", scheduler)
    assert done.exit_code == 0
    assert done.stdout.startswith("3 clusters (strong evidence)\n")
    assert "1,100 rows, 3 columns" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["absent"], "no file that matches absent"),
        (["."], "no Parquet file"),
        (["POINTS", "--columns", "name"], "holds"),
        (["POINTS", "--columns", "weight"], "has no column 'weight'"),
        (["POINTS", "--report", "report.html"], "--report: not available with --engine dask"),
        (["POINTS", "--out", "absent/labels.parquet"], "does not exist"),
        (["POINTS", "--out", "POINTS"], "would overwrite the input"),
        (["POINTS", "--out", "."], "already exists. Name another folder"),
        (["POINTS", "--memory-limit", "much"], "--memory-limit much is not a size"),
        (["POINTS", "--memory-limit=-2GB"], "--memory-limit -2GB is not a size"),
        (["POINTS", "--memory-limit", "inf"], "--memory-limit inf is not a size"),
        (["POINTS", "--scheduler", "tcp://127.0.0.1:1", "--workers", "2"], "Leave them out with --scheduler"),
    ],
)
def test_bad_requests_are_refused(arguments, message, folder, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*[str(folder) if argument == "POINTS" else argument for argument in arguments], "--json")
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_options_of_dask_without_dask(tmp_path) -> None:
    done = CliRunner().invoke(app, ["cluster", "example:iris", "--workers", "2"])
    assert done.exit_code == 2
    assert "Add --engine dask" in done.stderr


def test_without_the_extra_the_way_to_it_is_named(folder, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = run(folder)
    assert done.exit_code == 2
    assert re.search(r"pip install .*\[dask\]", done.stderr)


def test_files_that_do_not_fit_are_named(tmp_path, blobs) -> None:
    pd.DataFrame({"x": blobs[:, 0], "y": blobs[:, 1]}).to_parquet(tmp_path / "a.parquet")
    pd.DataFrame({"x": blobs[:, 0]}).to_parquet(tmp_path / "b.parquet")
    done = run(tmp_path, "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "b.parquet has no column 'y'" in done.stderr
    (tmp_path / "a.parquet").write_text("not Parquet")
    refused = run(tmp_path)
    assert refused.exit_code == 2
    assert "a.parquet is not a valid Parquet file" in refused.stderr
    assert ".." not in refused.stderr
    assert "or leave out --engine dask, which reads only Parquet. (" in refused.stderr


def test_a_column_that_cannot_be_scaled_is_named(tmp_path, blobs, scheduler) -> None:
    pd.DataFrame({"x": blobs[:, 0], "far": 1e308 * np.sign(blobs[:, 1].astype(float))}).to_parquet(
        tmp_path / "a.parquet"
    )
    done = run(tmp_path, "--scheduler", scheduler, "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "the squares of 'far' are too large for floats. Use another unit" in done.stderr


def test_a_missing_value_names_the_block_and_nothing_is_written(tmp_path, blobs, scheduler) -> None:
    source = tmp_path / "points"
    source.mkdir()
    frame = pd.DataFrame({"x": blobs[:, 0], "y": blobs[:, 1]})
    frame[:500].to_parquet(source / "a.parquet")
    frame.loc[700, "y"] = None
    frame[500:].to_parquet(source / "b.parquet")
    done = run(source, "--scheduler", scheduler, "--out", tmp_path / "labels.parquet")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "holds NaN" in done.stderr
    assert "column 1" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["points"]


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["at the start", "while labels are written"])
def test_an_interrupt_leaves_no_files_and_no_processes(tmp_path, moment) -> None:
    source = tmp_path / "points"
    source.mkdir()
    rng = np.random.default_rng(0)
    centres = np.array([[0, 0], [12, 0], [0, 12]])
    frame = pd.DataFrame(centres[rng.integers(3, size=10_000)] + rng.standard_normal((10_000, 2)), columns=["x", "y"])
    for number in range(60):
        frame.to_parquet(source / f"part.{number}.parquet", index=False)
    arguments = ["cluster", source, "--k", 3, "--scale", "none", "--out", tmp_path / "labels.parquet"]
    program = [sys.executable, "-m", "diverseed", *map(str, arguments), "--engine", "dask", "--workers", "1"]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    waited_for = ".labels.parquet.*" if moment == "at the start" else ".labels.parquet.*/part.*"
    children: list[psutil.Process] = []
    for _ in range(2400):
        if any(tmp_path.glob(waited_for)):
            children = psutil.Process(process.pid).children(recursive=True)
            if children:
                break
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    assert stdout == ""
    assert "Traceback" not in stderr
    assert psutil.wait_procs(children, timeout=20)[1] == []
    assert [path.name for path in tmp_path.iterdir()] == ["points"]


def test_progress_is_shown_at_a_terminal(folder, scheduler) -> None:
    """A pseudo-terminal as standard error: the stages of the work are drawn there, the result goes elsewhere."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    program = [sys.executable, "-m", "diverseed", "cluster", str(folder), "--engine", "dask", "--scheduler", scheduler]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen([*program, "--json"], stdout=subprocess.PIPE, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # the terminal is closed: the program has ended
            break
        if not chunk:
            break
        shown += chunk
    json.loads(process.communicate(timeout=60)[0])
    assert process.returncode == 0
    for stage in ("scanning the data", "looking for clusters", "k-means, step 1", "labelling"):
        assert stage in shown.decode(errors="replace")


def test_the_cluster_of_the_user_stays(folder, scheduler) -> None:
    assert result_of(folder, "--scheduler", scheduler)["n_clusters"] == 3
    with Client(scheduler) as client:
        assert len(client.scheduler_info()["workers"]) == 1
