"""Workers that are killed while they work: real processes, SIGKILL."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import dask
import dask.array as da
import distributed
import numpy as np
import pytest
from distributed import Client, LocalCluster

from diverseed.dask import DPPKMeans
from tests.dask.test_estimator import POOR_SEEDS, assert_identical
from tests.data import grid

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")


def deadly(block: np.ndarray, *, marks: str, spared: int, victims: int) -> np.ndarray:
    """Kill the worker that reads a block, after ``spared`` reads of any block and at most ``victims`` times."""
    folder = Path(marks)
    reads = len(list(folder.glob("read-*")))
    (folder / f"read-{os.urandom(8).hex()}").touch()
    killed = len(list(folder.glob("killed-*")))
    if reads >= spared and killed < victims:
        (folder / f"killed-{killed}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return block


@pytest.fixture
def points() -> np.ndarray:
    return np.random.default_rng(0).permutation(grid(3, per_cluster=400)[0] * [0.5, 1.0])


def deadly_array(points: np.ndarray, marks: Path, **options: int) -> da.Array:
    blocks = da.from_array(points, chunks=(600, 2))
    return blocks.map_blocks(deadly, dtype=points.dtype, meta=points[:0], marks=str(marks), **options)


def test_a_worker_killed_in_the_middle_changes_nothing(points, tmp_path) -> None:
    with dask.config.set(scheduler="synchronous"):
        calm = DPPKMeans(**POOR_SEEDS).fit(da.from_array(points, chunks=(600, 2)))
    assert calm.n_iter_ > 2
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50) as cluster,
        Client(cluster),
    ):
        model = DPPKMeans(**POOR_SEEDS).fit(deadly_array(points, tmp_path, spared=15, victims=1))
        assert (tmp_path / "killed-0").exists()  # in the third pass of six blocks
        assert_identical(model, calm)


def test_all_workers_lost_is_an_error_and_not_a_hang(points, tmp_path) -> None:
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "2s"}),
        LocalCluster(n_workers=0, protocol="tcp", dashboard_address=":0", silence_logs=50) as cluster,
        Client(cluster) as client,
    ):
        command = [sys.executable, "-m", "distributed.cli.dask_worker", cluster.scheduler_address, "--no-nanny"]
        workers = [
            subprocess.Popen([*command, "--nthreads", "1", "--no-dashboard"], stderr=subprocess.DEVNULL)
            for _ in range(2)
        ]
        try:
            client.wait_for_workers(2, timeout=60)
            with pytest.raises(distributed.TimeoutError, match="0/1 workers"):
                DPPKMeans(random_state=3).fit(deadly_array(points, tmp_path, spared=9, victims=2))
            assert [worker.wait(10) for worker in workers] == [-signal.SIGKILL] * 2
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()
