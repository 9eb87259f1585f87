"""Large sets: DPPKMeans, which finds k, against k-means given k: ``python benchmarks/speed.py``.

``--quick`` stops at 100,000 points and prints only.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import faiss
import numpy as np
from sklearn.cluster import KMeans
from sklearn.metrics import pairwise_distances_argmin_min
from tables import Row, markdown_table, peak_memory, publish

from diverseed import DPPKMeans

DIMENSIONS, CLUSTERS = 16, 100
SIZES = (10_000, 100_000, 1_000_000)
REPEATS = 2

OURS, SCIKIT = "DPPKMeans()", "scikit-learn, n_init=1"

NOTES = f"""
{CLUSTERS} Gaussian clusters of standard deviation 1 in {DIMENSIONS} dimensions, 32-bit floats; the centres are Gaussian
of standard deviation 2. DPPKMeans finds the number of clusters; the others are given it. All in one process, in turns,
all cores; the time is the better of {REPEATS} runs. "faiss" trains on its default subsample of 256 points per cluster,
25 iterations, "faiss, all points" on all; both then label all points. The inertia is that of all points at the centres
each one returned. "Peak" is the memory of a process that makes the data and runs the method once, less that of a
process that only makes the data.
"""


def gaussians(n: int) -> Any:
    """n points of 100 clusters."""
    rng = np.random.default_rng(0)
    centres = 2 * rng.standard_normal((CLUSTERS, DIMENSIONS), dtype=np.float32)
    return centres[rng.integers(CLUSTERS, size=n)] + rng.standard_normal((n, DIMENSIONS), dtype=np.float32)


def _by_faiss(X: Any, **options: Any) -> Any:
    kmeans = faiss.Kmeans(DIMENSIONS, CLUSTERS, seed=1, **options)
    kmeans.train(X)
    kmeans.index.search(X, 1)  # the labels, which the others return too
    return kmeans.centroids


METHODS: Mapping[str, Callable[[Any], Any]] = {
    OURS: lambda X: DPPKMeans(random_state=0).fit(X).cluster_centers_,
    SCIKIT: lambda X: KMeans(CLUSTERS, n_init=1, random_state=0).fit(X).cluster_centers_,
    "faiss": _by_faiss,
    "faiss, all points": lambda X: _by_faiss(X, max_points_per_centroid=10**9),
}


def inertia(X: Any, centres: Any) -> float:
    """Mean squared distance to the nearest centre."""
    return float((pairwise_distances_argmin_min(X, centres)[1].astype(np.float64) ** 2).mean())


def peak_alone(n: int, method: str) -> float:
    """Peak memory in GB of a process that makes the data and runs the method; "" runs none."""
    command = [sys.executable, __file__, "--peak", str(n), method]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def peak_here(n: int, method: str) -> float:
    X = gaussians(n)
    if method:
        METHODS[method](X)
    return peak_memory()


def measured(n: int) -> list[Row]:
    X = gaussians(n)
    seconds: dict[str, list[float]] = {name: [] for name in METHODS}
    centres: dict[str, Any] = {}
    for _ in range(REPEATS):
        for name, method in METHODS.items():
            start = time.perf_counter()
            centres[name] = method(X)
            seconds[name].append(time.perf_counter() - start)
            print(f"{n} {name}: {seconds[name][-1]:.2f} s", file=sys.stderr)
    told = {name: inertia(X, found) for name, found in centres.items()}
    data_alone = peak_alone(n, "")
    return [
        {
            "points": n,
            "method": name,
            "k": len(centres[name]),
            "seconds": f"{min(seconds[name]):.2f}",
            "time / scikit-learn": f"{min(seconds[name]) / min(seconds[SCIKIT]):.2f}",
            "inertia / n": f"{told[name]:.4f}",
            "inertia / scikit-learn": f"{told[name] / told[SCIKIT]:.4f}",
            "peak": f"{peak_alone(n, name) - data_alone:.2f} GB",
        }
        for name in METHODS
    ]


def all_rows(sizes: Sequence[int]) -> list[Row]:
    return [row for n in sizes for row in measured(n)]


def main() -> None:
    if sys.argv[1:2] == ["--peak"]:
        print(json.dumps(peak_here(int(sys.argv[2]), sys.argv[3])))
    elif "--quick" in sys.argv:
        print(markdown_table(all_rows(SIZES[:2])))
    else:
        publish(
            "speed",
            all_rows(SIZES),
            title="Large sets: time, inertia, memory",
            packages=["scikit-learn", "faiss-cpu"],
            notes=NOTES,
        )


if __name__ == "__main__":
    main()
