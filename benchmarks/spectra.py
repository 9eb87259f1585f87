"""Exact draws from the kernel on, decompositions included, and without any matrix: ``python benchmarks/spectra.py``."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is imported

import numpy as np
import scipy.linalg
from dppy.finite_dpps import FiniteDPP
from sklearn.metrics.pairwise import rbf_kernel
from tables import Row, peak_memory, publish

from diverseed import LazyEnsemble, LEnsemble, which_kernel

NOTES = """
One BLAS thread, and processor time. Uniform points in five dimensions, where the RBF kernel has full numerical rank;
20 draws of the process of random size, the preparation and all checks included. Draws take a pivoted Cholesky factor,
eigenvectors of what its first columns span, and the other columns as they are; a rejection step makes the law exact
(`point_process/head_and_tail.py`). The rows below time ways to decompose the same matrix, which probabilities and
sharpened or conditioned ensembles need. Single precision would be faster, but is off by 1e-6 of the largest eigenvalue,
and a refinement takes four products of n x n matrices, more than it saves.

The law: pivots and eigenvalues below ``10 n eps`` of the largest are left out. That moves the probability of any event
by at most their sum, so by at most ``10 n^2 eps`` times the largest: 1e-7 for n = 1,000 and a largest eigenvalue of 50.
Here none is that small. Nothing else is approximate but rounding.

"Intermediate sampling": Gaussian points in 8 dimensions, gamma = 1/16; the k-DPP is exact and its kernel never formed.
First the preparation and one draw, then the mean of two further ones (trials are random, so times vary).
"""


def seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def from_the_matrix_on(n: int, size: int) -> list[Row]:
    points = np.random.default_rng(0).random((n, 5))
    choice = which_kernel(points, size)
    kernel = rbf_kernel(points, gamma=choice.gamma)
    state = np.random.RandomState(0)

    def theirs() -> None:
        process = FiniteDPP("likelihood", L=kernel)
        for _ in range(20):
            process.sample_exact(random_state=state)

    ours, dppy = seconds(lambda: LEnsemble(kernel).sample(n_samples=20, random_state=0)), seconds(theirs)
    task = f"n = {n:,}, E\\|Y\\| about {size}"
    rows: list[Row] = [
        {
            "task": f"{task}: 20 draws",
            "diverseed": f"{ours:.3g} s",
            "DPPy": f"{dppy:.3g} s",
            "ratio": f"{dppy / ours:.1f}",
        }
    ]
    print(rows, file=sys.stderr)
    ways: dict[str, Callable[[], object]] = {
        "LEnsemble, eigenvalues only": lambda: LEnsemble(kernel).expected_size,
        "LEnsemble, all eigenvectors": lambda: LEnsemble(kernel).eigenvectors,
        "eigh, evr": lambda: scipy.linalg.eigh(kernel, driver="evr", check_finite=False),
        "eigh, evd": lambda: scipy.linalg.eigh(kernel, driver="evd", check_finite=False),
        "eigh, evd, 32 bits": lambda: scipy.linalg.eigh(kernel.astype(np.float32), driver="evd", check_finite=False),
    }
    rows += [{"task": f"{task}: {name}", "diverseed": f"{seconds(run):.3g} s"} for name, run in ways.items()]
    return rows


def lazy_run(n: int, k: int) -> dict[str, float]:
    """Time and peak memory of exact draws of a k-DPP on n Gaussian points, in this process."""
    points = np.random.default_rng(0).standard_normal((n, 8), dtype=np.float32)
    ensemble = LazyEnsemble(points, gamma=1 / 16)
    first = seconds(lambda: ensemble.sample(k, random_state=0))
    further = seconds(lambda: ensemble.sample(k, n_samples=2, random_state=1)) / 2
    return {"first": first, "further": further, "peak": peak_memory()}


def lazy_alone(n: int, k: int) -> Row:
    """The same in a process of its own, so that nothing else counts towards the peak."""
    command = [sys.executable, __file__, str(n), str(k)]
    run = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(run, file=sys.stderr)
    return {
        "task": f"n = {n:,}, k = {k}: intermediate sampling",
        "diverseed": f"{run['first']:.3g} s, then {run['further']:.3g} s; peak {run['peak']:.2f} GB",
        "DPPy": "needs the matrix",
    }


def main() -> None:
    if sys.argv[1:]:
        print(json.dumps(lazy_run(*map(int, sys.argv[1:]))))
        return
    rows = [
        *from_the_matrix_on(1000, 96),
        *from_the_matrix_on(3000, 213),
        lazy_alone(1_000_000, 20),
        lazy_alone(1_000_000, 40),
        lazy_alone(1_000_000, 100),
    ]
    title = "Exact draws, decompositions included"
    publish("spectra", rows, title=title, packages=["scipy", "scikit-learn", "dppy"], notes=NOTES)


if __name__ == "__main__":
    main()
