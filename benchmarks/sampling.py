"""Draws from determinantal point processes, side by side with DPPy: ``python benchmarks/sampling.py``.

Both libraries get the same kernels, and one BLAS thread: with more, what else runs on the machine decides.
"""

import json
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy is imported

import numpy as np
from dppy.finite_dpps import FiniteDPP
from sklearn.metrics.pairwise import rbf_kernel
from tables import Row, peak_memory, publish

from diverseed.point_process import LEnsemble, pivoted_cholesky

NOTES = """
One BLAS thread in both. "First draw" starts from the matrix; in "draws" the spectrum is ready in both libraries, and
the time is the better of two runs, taken in turns.

The rows "law" show the mean log-probability of the draws of a k-DPP under its exact law. The law does not depend on
the scale of the kernel, so the value must not either; DPPy's elementary symmetric polynomials overflow at the larger
scale, and what it then draws is another law.
"""


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def compared(task: str, ours: Callable[[], object], theirs: Callable[[], object], *, repeats: int = 1) -> Row:
    """Wall time of the fastest of a few runs, the two in turns."""
    runs = [(seconds(ours), seconds(theirs)) for _ in range(repeats)]
    best, their_best = (min(times) for times in zip(*runs, strict=True))
    print(f"{task}: {best:.3g} s, {their_best:.3g} s", file=sys.stderr)
    ratio = f"{their_best / best:.1f}"
    return {"task": task, "diverseed": f"{best:.3g} s", "DPPy": f"{their_best:.3g} s", "ratio": ratio}


def first_and_further(
    name: str, make_ours: Callable[[], LEnsemble], make_theirs: Callable[[], FiniteDPP], *, k: int | None, n_draws: int
) -> list[Row]:
    """A first draw, from the matrix on, and further draws from the same objects."""
    made: dict[str, Any] = {}
    state = np.random.RandomState(0)

    def ours_first() -> None:
        made["ours"] = make_ours()
        made["ours"].sample(k, random_state=0)

    def draw_theirs() -> object:
        theirs = made["theirs"]
        return (
            theirs.sample_exact(random_state=state) if k is None else theirs.sample_exact_k_dpp(k, random_state=state)
        )

    def theirs_first() -> None:
        made["theirs"] = make_theirs()
        draw_theirs()

    return [
        compared(f"{name}: first draw", ours_first, theirs_first),
        compared(
            f"{name}: {n_draws} draws",
            lambda: made["ours"].sample(k, n_samples=n_draws, random_state=0),
            lambda: [draw_theirs() for _ in range(n_draws)],
            repeats=2,
        ),
    ]


def dense_kernel(n: int, gamma: float) -> list[Row]:
    """n uniform points in the unit square, RBF kernel: the process of random size, E|Y| about 100."""
    kernel = rbf_kernel(np.random.default_rng(n).random((n, 2)), gamma=gamma)
    name = f"n = {n:,}, RBF, E\\|Y\\| = {LEnsemble(kernel).expected_size:.0f}"
    return first_and_further(
        name, lambda: LEnsemble(kernel), lambda: FiniteDPP("likelihood", L=kernel), k=None, n_draws=50
    )


def low_rank_factor(n: int, rank: int, k: int) -> list[Row]:
    """A Gaussian factor; DPPy's dual sampler takes it transposed. Eigenvalues near 1, where DPPy does not overflow."""
    factor = np.random.default_rng(0).standard_normal((n, rank)) / np.sqrt(n)
    return first_and_further(
        f"n = {n:,}, factor of rank {rank}, k = {k}",
        lambda: LEnsemble.from_factor(factor),
        lambda: FiniteDPP("likelihood", L_gram_factor=factor.T),
        k=k,
        n_draws=5,
    )


def law_at_scale(scale: float, *, n_draws: int = 100) -> Row:
    """Mean log-probability of draws at n = 1000, k = 100, under the exact law of the k-DPP."""
    kernel = rbf_kernel(np.random.default_rng(0).random((1000, 2)), gamma=50)
    reference = LEnsemble(kernel)
    theirs, state = FiniteDPP("likelihood", L=scale * kernel), np.random.RandomState(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # overflow and division of infinities inside DPPy
        their_draws = [theirs.sample_exact_k_dpp(100, random_state=state) for _ in range(n_draws)]
    our_draws = LEnsemble(scale * kernel).sample(100, n_samples=n_draws, random_state=0)
    values = [[reference.log_prob(draw, 100) for draw in draws] for draws in (our_draws, their_draws)]
    ours, theirs_shown = (f"{np.mean(v):.1f} ± {np.std(v) / np.sqrt(n_draws):.1f}" for v in values)
    return {"task": f"n = 1,000, {scale:,.0f} x RBF, k = 100: law", "diverseed": ours, "DPPy": theirs_shown}


def pivoted_run(n: int, d: int, k: int) -> dict[str, float]:
    """Time and peak memory of the sequential sampler on n Gaussian points, in this process."""
    points = np.random.default_rng(0).standard_normal((n, d), dtype=np.float32)
    gamma = 1 / (2 * d)

    def columns(pivots: np.ndarray) -> np.ndarray:
        return rbf_kernel(points, points[pivots], gamma=gamma)

    start = time.perf_counter()
    result = pivoted_cholesky(columns, np.ones(n), k, rng=0)
    elapsed = time.perf_counter() - start
    return {"seconds": elapsed, "peak_gb": peak_memory(), "trace_error": result.trace_error}


def pivoted_alone(n: int = 1_000_000, d: int = 16, k: int = 100) -> Row:
    """The same in a process of its own, so that nothing else counts towards the peak."""
    command = [sys.executable, __file__, "--pivoted", str(n), str(d), str(k)]
    run = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {
        "task": f"n = {n:,}, d = {d}: pivoted Cholesky, k = {k}, trace error {run['trace_error']:.2f}",
        "diverseed": f"{run['seconds']:.3g} s, peak {run['peak_gb']:.2f} GB",
        "DPPy": "no such sampler",
    }


def main() -> None:
    if sys.argv[1:2] == ["--pivoted"]:
        print(json.dumps(pivoted_run(*map(int, sys.argv[2:]))))
        return
    rows = [
        *dense_kernel(1000, gamma=75.0),
        *dense_kernel(5000, gamma=50.0),
        *low_rank_factor(100_000, 500, 100),
        pivoted_alone(),
        law_at_scale(1.0),
        law_at_scale(1000.0),
    ]
    publish("sampling", rows, title="Draws, against DPPy", packages=["scipy", "scikit-learn", "dppy"], notes=NOTES)


if __name__ == "__main__":
    main()
