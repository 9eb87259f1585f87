# ruff: noqa: E402
"""DPPKMeans on Dask: 20 million points in two small workers, the price at a million, against dask-ml.

``python benchmarks/dask.py``; ``--quick`` takes a twentieth of the points and prints only. It writes 1.3 GB of Parquet
into a temporary folder and removes it.
"""

import sys
from pathlib import Path

# This file has the name of the package it measures: its own folder comes last where modules are looked for.
_FOLDER = str(Path(__file__).resolve().parent)
sys.path = [entry for entry in sys.path if entry != _FOLDER] + [_FOLDER]

import logging
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import dask
import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
from dask import delayed
from distributed import Client, LocalCluster
from tables import Row, markdown_table, peak_memory, publish

from diverseed import DPPKMeans as InMemory
from diverseed.dask import DPPKMeans
from diverseed.scores import cost

DIMENSIONS, CLUSTERS = 16, 100
BIG, MIDDLE, SMALL = 20_000_000, 4_000_000, 1_000_000
FILES = 40
LIMIT = "700MB"
STEPS = 10

NOTES = f"""
{CLUSTERS} Gaussian clusters of standard deviation 1 in {DIMENSIONS} dimensions, 32-bit floats, in Parquet files; the
centres are Gaussian of standard deviation 2. "In memory" reads all files into one array first, which is not in its
time. Dask runs workers of one thread each; they read the files anew for every pass. "Peak" is the largest memory of a
worker (in memory: of the process, less what it held before), "spilled" what workers wrote to disk for lack of memory.
Scaling runs {STEPS} steps of Lloyd's algorithm from random rows, k given. dask-ml is given k, and gets the data
persisted in the workers' memory, as does our second row there; the first reads the files.
"""


@dataclass
class Run:
    """One measured fit."""

    seconds: float
    model: Any
    peak: float = 0.0
    spilled: float = 0.0
    read: float = 0.0
    inertia: float = field(default=0.0)


def write_points(folder: Path, n: int) -> None:
    """Parquet files of n points of 100 clusters in all."""
    centres = 2 * np.random.default_rng(0).standard_normal((CLUSTERS, DIMENSIONS), dtype=np.float32)
    names, rows = [f"x{i}" for i in range(DIMENSIONS)], n // FILES
    for number in range(FILES):
        rng = np.random.default_rng([1, number])
        X = centres[rng.integers(CLUSTERS, size=rows)] + rng.standard_normal((rows, DIMENSIONS), dtype=np.float32)
        # noise does not compress: a file is then as large as its numbers
        options = {"compression": None, "use_dictionary": False}
        pd.DataFrame(X, columns=names).to_parquet(folder / f"part.{number:03d}.parquet", index=False, **options)


def files_of(folder: Path, part: float) -> list[str]:
    """The first files, a ``part`` of all."""
    return [str(path) for path in sorted(folder.glob("*.parquet"))[: round(part * FILES)]]


def read_whole(folder: Path, part: float) -> Any:
    return np.concatenate([pd.read_parquet(file).to_numpy() for file in files_of(folder, part)])


@contextmanager
def workers(count: int, memory_limit: str = "4GB") -> Iterator[Client]:
    options = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.ERROR}
    # as in `diverseed cluster --engine dask`: Arrow's own pool keeps what it frees
    plain_pool = {"distributed.nanny.pre-spawn-environ.ARROW_DEFAULT_MEMORY_POOL": "system"}
    with (
        dask.config.set(plain_pool),
        LocalCluster(n_workers=count, memory_limit=memory_limit, **options) as cluster,
        Client(cluster) as client,
    ):
        client.run(import_module, "diverseed.dask")  # imports are not part of what is measured
        yield client


def spilled_bytes(dask_worker: Any) -> int:
    return int(getattr(dask_worker.data, "spilled_total", (0, 0))[1])


def timed(fit: Callable[[], Any]) -> Run:
    start = time.perf_counter()
    model = fit()
    return Run(time.perf_counter() - start, model)


def in_memory(folder: Path, part: float) -> Run:
    X = read_whole(folder, part)
    before = peak_memory()
    run = timed(lambda: InMemory(random_state=0).fit(X))
    run.peak, run.inertia = peak_memory() - before, run.model.inertia_
    return run


def on_dask(folder: Path, part: float, *, count: int, memory_limit: str = "4GB", **parameters: Any) -> Run:
    files = files_of(folder, part)
    with workers(count, memory_limit) as client:
        run = timed(lambda: DPPKMeans(random_state=0, **parameters).fit(dd.read_parquet(files)))
        run.peak = max(client.run(peak_memory).values())
        run.spilled = sum(client.run(spilled_bytes).values()) / 1e9
    run.read = (run.model.n_iter_ + 2) * sum(Path(file).stat().st_size for file in files) / 1e9
    run.inertia = run.model.inertia_
    return run


def against_dask_ml(folder: Path, part: float) -> dict[str, Run]:
    from dask_ml.cluster import KMeans

    with workers(2) as client:
        X = client.persist(dd.read_parquet(files_of(folder, part)).to_dask_array(lengths=True))
        da.sum(X).compute()
        ours = timed(lambda: DPPKMeans(random_state=0).fit(X))
        theirs = timed(lambda: KMeans(CLUSTERS, random_state=0).fit(X))
        # dask-ml's own inertia_ adds up distances that are not squared: both are measured by the same function
        for run in (ours, theirs):
            run.inertia = inertia_of(X, run.model.cluster_centers_)
    return {"Dask, persisted": ours, "dask-ml, persisted": theirs}


def inertia_of(X: Any, centres: Any) -> float:
    """Sum of squared distances of a Dask array's rows to the nearest centre."""
    return sum(delayed(cost)(block, np.asarray(centres)) for block in X.to_delayed().ravel()).compute()


def row(experiment: str, n: int, method: str, run: Run, base: Run) -> Row:
    found: Row = {
        "experiment": experiment,
        "points": n,
        "method": method,
        "k": len(run.model.cluster_centers_),
        "steps": int(run.model.n_iter_),
        "seconds": f"{run.seconds:.1f}",
        "time / first": f"{run.seconds / base.seconds:.2f}",
        "inertia / n": f"{run.inertia / n:.4f}",
        "inertia / first": f"{run.inertia / base.inertia:.4f}",
        "peak": f"{run.peak:.2f} GB" if run.peak else "",
        "read": f"{run.read:.2f} GB" if run.read else "",
        "spilled": f"{run.spilled:.2f} GB" if run.read else "",
    }
    print(markdown_table([found]), file=sys.stderr)
    return found


def all_rows(folder: Path, n: int) -> Iterator[Row]:
    """The first method of each experiment is what the others are compared with."""
    middle, small = MIDDLE / BIG, SMALL / BIG
    told = {"n_clusters": CLUSTERS, "seeding": "random", "tol": 0, "max_iter": STEPS}
    experiments: list[tuple[str, float, dict[str, Callable[[], Run]]]] = [
        (
            "more than memory",
            1,
            {
                "in memory": lambda: in_memory(folder, 1),
                f"Dask, 2 workers of {LIMIT}": lambda: on_dask(folder, 1, count=2, memory_limit=LIMIT),
            },
        ),
        (
            "overhead",
            small,
            {"in memory": lambda: in_memory(folder, small), "Dask, 2 workers": lambda: on_dask(folder, small, count=2)},
        ),
        (
            "scaling",
            middle,
            {
                "Dask, 1 worker": lambda: on_dask(folder, middle, count=1, **told),
                "Dask, 2 workers": lambda: on_dask(folder, middle, count=2, **told),
            },
        ),
    ]
    for experiment, part, methods in experiments:
        runs = {method: fit() for method, fit in methods.items()}
        yield from rows_of(experiment, round(n * part), runs)
    runs = {"Dask, from files": on_dask(folder, small, count=2), **against_dask_ml(folder, small)}
    yield from rows_of("against dask-ml", round(n * small), runs)


def rows_of(experiment: str, n: int, runs: dict[str, Run]) -> Iterator[Row]:
    first = next(iter(runs.values()))
    for method, run in runs.items():
        yield row(experiment, n, method, run, first)


def main() -> None:
    n = BIG // 20 if "--quick" in sys.argv else BIG
    with tempfile.TemporaryDirectory() as name:
        write_points(Path(name), n)
        rows = list(all_rows(Path(name), n))
    if n < BIG:
        print(markdown_table(rows))
        return
    packages = ["dask", "distributed", "dask-ml", "scikit-learn", "pyarrow"]
    publish("dask", rows, title="On Dask: memory, overhead, scaling, dask-ml", packages=packages, notes=NOTES)


if __name__ == "__main__":
    main()
