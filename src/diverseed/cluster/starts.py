"""From a number of clusters to the centres that Lloyd's algorithm starts from."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.metrics import pairwise_distances_argmin

from ..arrays import FloatArray, IntArray
from ..engine.representatives import Summary
from ..errors import InputError
from ..point_process import LEnsemble
from ..scores import cost
from ..seeding import Seeding, get_seeding
from ..seeding.plus_plus import extend
from ..seeding.points import Points
from ..seeding.processes import automatic_gamma, draw_not_empty, weighted_kernel
from ..walk import Walk
from ..walk.look import spectrum_at
from ..walk.partition import projection_process

# Above this many clusters the process on the representatives costs more than it gains.
_MOST_FOR_PROCESS = 300


@dataclass(frozen=True)
class Plan:
    """Where Lloyd's algorithm starts.

    Attributes
    ----------
    centres : (k, d) starting centres
    seeds : (k, d) the points that were drawn, rows of the data or of its representatives
    rows : (k,) the seeds' rows in the data, None where representatives were drawn
    gamma : the kernel's scale, None where there is none
    size_distribution : k and its probability
    """

    centres: Any
    seeds: Any
    rows: IntArray | None
    gamma: float | None
    size_distribution: dict[int, float]

    def with_sizes(self, size_distribution: dict[int, float]) -> "Plan":
        return replace(self, size_distribution=size_distribution)


def drawn_by_name(
    X: Any,
    weights: FloatArray,
    n_clusters: int | str,
    seeding: str | Seeding,
    *,
    kernel: str,
    gamma: Any,
    rng: np.random.Generator,
) -> Plan:
    """Seeds from a seeding by name."""
    chosen = get_seeding(seeding)
    size = None if n_clusters == "sample" else int(n_clusters)
    if size is None and chosen.sizes_itself and chosen.uses_kernel:
        return drawn_by_process(X, weights, n_clusters, kernel=kernel, gamma=gamma, power=1.0, rng=rng)
    scale = None
    if chosen.uses_kernel:
        scale = 1.0 if kernel == "linear" else gamma
        if gamma != "auto":
            scale = float(gamma)
        elif kernel == "rbf" and size is not None:
            sharp = chosen.options.get("power", 1) > 1
            scale = automatic_gamma(Points.of(X, weights), size, sharp=sharp, rng=rng)
        chosen = chosen.with_options(kernel=kernel, gamma=scale)
    rows = chosen.indices(X, size, sample_weight=weights, random_state=rng)
    return _plan_of_rows(X, rows, scale, {rows.size: 1.0})


def drawn_by_process(
    X: Any,
    weights: FloatArray,
    n_clusters: int | str,
    *,
    kernel: Any,
    gamma: Any,
    power: float,
    rng: np.random.Generator,
) -> Plan:
    """Seeds from one draw of the process on the data, as in the paper: of random size, or of a given one."""
    size = None if n_clusters == "sample" else int(n_clusters)
    ensemble, scale = _process(X, weights, size, kernel=kernel, gamma=gamma, power=power, rng=rng)
    if size is None:
        probabilities = ensemble.size_distribution()
        # a clustering has at least one cluster: the law given that the draw is not empty
        sizes = {k: float(p / probabilities[1:].sum()) for k, p in enumerate(probabilities) if k and p > 1e-9}
        return _plan_of_rows(X, draw_not_empty(ensemble, rng), scale, sizes)
    rows = ensemble.sample(min(size, ensemble.rank), random_state=rng)
    if rows.size < size:
        raise InputError(
            f"n_clusters={size} is above the numerical rank of this kernel, {ensemble.rank}. Ask for at most "
            f"{ensemble.rank} clusters, raise gamma (which raises the rank), or leave sharpness at its default."
        )
    return _plan_of_rows(X, rows, scale, {size: 1.0})


def expected_number(X: Any, weights: FloatArray, *, kernel: Any, gamma: Any, rng: np.random.Generator) -> int:
    """The expected size of the paper's process on the data, rounded, and at least 1."""
    ensemble = _process(X, weights, None, kernel=kernel, gamma=gamma, power=1.0, rng=rng)[0]
    return min(max(round(ensemble.expected_size), 1), ensemble.rank)


def _process(
    X: Any, weights: FloatArray, size: int | None, *, kernel: Any, gamma: Any, power: float, rng: np.random.Generator
) -> tuple[LEnsemble, float]:
    """The process on the data, and its gamma."""
    columns = weighted_kernel(X, Points.of(X, weights), size, kernel=kernel, gamma=gamma, sharp=power > 1, rng=rng)
    ensemble = columns.ensemble(size, rng=rng)
    if ensemble is None:
        raise InputError("the kernel is zero for all rows of positive weight. Use the RBF kernel.")
    return ensemble.sharpen(power), columns.gamma


def best_of_draws(
    summary: Summary,
    walk: Walk | None,
    n_clusters: int,
    *,
    gamma: float | str,
    n_draws: int,
    rng: np.random.Generator,
) -> Plan:
    """The cheapest of several draws, each improved by Lloyd's algorithm on the representatives.

    ``n_draws`` come from the projection process on the leading eigenvectors of the walk, and half as many from greedy
    k-means++, for where the walk is blind; all of them where the process has too few points.

    Parameters
    ----------
    walk : on the same points, where it was taken
    gamma : "auto" takes the bandwidth at which the clusters show best
    """
    starts: list[FloatArray] = []
    scale = None if gamma == "auto" else float(gamma)
    if 1 < n_clusters <= min(_MOST_FOR_PROCESS, summary.weights.size // 2):
        starts, scale = _starts_from_the_walk(summary, walk, n_clusters, scale, n_draws, rng)
    points, none = Points.of(summary.points, summary.weights), np.empty(0, dtype=np.intp)
    n_greedy = 1 if n_clusters == 1 else (n_draws + 1) // 2 if starts else n_draws
    starts += [
        _dense(summary.points[extend(points, none, n_clusters, rng=rng, n_candidates=None)]) for _ in range(n_greedy)
    ]
    runs = [_improved(summary, start) for start in starts]
    costs = np.array([run.inertia_ for run in runs])
    level = np.flatnonzero(costs <= costs.min() * (1 + 1e-9))  # the same clustering: the best seeds of it count
    best = min(level, key=lambda run: cost(summary.points, starts[run], sample_weight=summary.weights))
    return Plan(runs[best].cluster_centers_, starts[best], None, scale, {n_clusters: 1.0})


def _starts_from_the_walk(
    summary: Summary, walk: Walk | None, n_clusters: int, gamma: float | None, n_draws: int, rng: np.random.Generator
) -> tuple[list[FloatArray], float | None]:
    """Seeds drawn by the walk's projection process, and the gamma of its bandwidth."""
    if walk is not None and gamma is None and n_clusters <= walk.most_clusters:
        draws = walk.draws(n_clusters, n_draws, rng)
        bandwidth = walk.curve.spectrum_for(n_clusters).bandwidth if walk.curve else 0.0
        return [_dense(walk.summary.points[draw]) for draw in draws], 1 / (2 * bandwidth**2) if bandwidth else None
    spectrum = spectrum_at(summary, n_clusters, None if gamma is None else 1 / np.sqrt(2 * gamma))
    if spectrum is None:
        return [], gamma
    draws = projection_process(spectrum, n_clusters).sample(n_clusters, n_samples=n_draws, random_state=rng)
    return [_dense(summary.points[draw]) for draw in draws], 1 / (2 * spectrum.bandwidth**2)


def rows_of(X: Any, plan: Plan, weights: FloatArray) -> IntArray:
    """The rows of the data that the seeds are, or are nearest to: different rows of positive weight where possible."""
    if plan.rows is not None:
        return plan.rows
    taken: list[int] = []
    points = np.flatnonzero(weights > 0) if (weights > 0).sum() >= plan.seeds.shape[0] else np.arange(X.shape[0])
    candidates = X if points.size == X.shape[0] else X[points]
    closest = points[_closest_rows(candidates, plan.seeds)]
    for seed, row in zip(plan.seeds, closest, strict=True):
        if row in taken:  # two representatives share their nearest row: the next one for the later
            free = np.setdiff1d(points, taken)
            row = free[_closest_rows(X[free], seed[None])[0]]
        taken.append(int(row))
    return np.array(taken, dtype=np.intp)


def _closest_rows(X: Any, seeds: FloatArray) -> IntArray:
    """For each seed the nearest row."""
    if not scipy.sparse.issparse(X):
        return pairwise_distances_argmin(seeds, X)
    squares = np.asarray(X.multiply(X).sum(axis=1)).reshape(-1, 1) - 2 * (X @ seeds.T)
    return np.argmin(squares, axis=0)


def _improved(summary: Summary, centres: FloatArray) -> KMeans:
    return KMeans(n_clusters=centres.shape[0], init=centres, n_init=1, max_iter=50).fit(
        summary.points, sample_weight=summary.weights
    )


def _plan_of_rows(X: Any, rows: IntArray, gamma: float | None, sizes: dict[int, float]) -> Plan:
    seeds = _dense(X[rows])
    return Plan(seeds, seeds, rows, gamma, sizes)


def _dense(rows: Any) -> FloatArray:
    return rows.toarray() if scipy.sparse.issparse(rows) else np.array(rows)
