"""From a number of clusters to the centres that Lloyd's algorithm starts from."""

import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.metrics import pairwise_distances_argmin

from .arrays import FloatArray, IntArray
from .errors import InputError
from .kernels.vectors import squared_distances
from .scale import Scales, Spectra
from .scores import cost
from .seeding import Seeding, get_seeding
from .seeding.plus_plus import extend
from .seeding.points import Points
from .seeding.processes import WeightedKernel, automatic_gamma, draw_not_empty
from .summary import Summary
from .texts.rule import fit_text_features

# Above this many clusters the process on the representatives costs more than it gains.
_MOST_FOR_PROCESS = 300
_MOST_CENTRE_ENTRIES = 100_000_000


@dataclass(frozen=True)
class Plan:
    """Where Lloyd's algorithm starts.

    Attributes
    ----------
    centres : (k, d) starting centres; sparse, and final, where there are too many of a large vocabulary
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
    points = Points.of(X, weights)
    size = None if n_clusters == "sample" else int(n_clusters)
    columns = WeightedKernel(X, points, size, kernel=kernel, gamma=gamma, sharp=power > 1, rng=rng)
    ensemble = columns.ensemble(size, rng=rng)
    if ensemble is None:
        raise InputError("the kernel is zero: all rows are, or their weights. Use the RBF kernel.")
    ensemble = ensemble.sharpen(power)
    if size is None:
        probabilities = ensemble.size_distribution()
        # a clustering has at least one cluster: the law given that the draw is not empty
        sizes = {k: float(p / probabilities[1:].sum()) for k, p in enumerate(probabilities) if k and p > 1e-9}
        return _plan_of_rows(X, draw_not_empty(ensemble, rng), columns.gamma, sizes)
    rows = ensemble.sample(min(size, ensemble.rank), random_state=rng)
    if rows.size < size:
        raise InputError(
            f"n_clusters={size} is above the numerical rank of this kernel, {ensemble.rank}. Ask for at most "
            f"{ensemble.rank} clusters, raise gamma (which raises the rank), or leave sharpness at its default."
        )
    return _plan_of_rows(X, rows, columns.gamma, {size: 1.0})


def drawn_for_texts(
    X: Any, weights: FloatArray, n_clusters: int | str, *, n_draws: int, rng: np.random.Generator
) -> Plan:
    """Seeds and number of clusters for normalised text features, from the process on their own kernel."""
    found = fit_text_features(X, weights, None if n_clusters == "auto" else int(n_clusters), rng=rng, n_init=n_draws)
    k, d = found.centres.shape
    if found.empty:
        warnings.warn(
            f"{found.empty} rows have no feature (texts without a word): "
            + ("they are a cluster of their own." if n_clusters == "auto" else "they join the nearest cluster."),
            UserWarning,
            stacklevel=5,
        )
    if n_clusters == "auto" and k > 1 and found.alone > (weights > 0).sum() / 2:
        warnings.warn(
            f"{found.alone} of {(weights > 0).sum()} rows share nothing with any other row, or too little: each counts "
            "as a cluster of its own.",
            UserWarning,
            stacklevel=5,
        )
    sizes = {k: 1.0} if n_clusters != "auto" else _normal_sizes(found.expected_size, found.size_sd)
    if k * d > _MOST_CENTRE_ENTRIES:
        return Plan(found.centres, X[found.seeds], found.seeds, None, sizes)
    return Plan(_dense(found.centres), _dense(X[found.seeds]), found.seeds, None, sizes)


def _normal_sizes(mean: float, deviation: float) -> dict[int, float]:
    """A normal approximation to a Poisson-binomial distribution, on the sizes within four deviations."""
    low, high = max(1, round(mean - 4 * deviation)), max(1, round(mean + 4 * deviation))
    sizes = np.arange(low, high + 1)
    density = np.exp(-0.5 * ((sizes - mean) / max(deviation, 1e-9)) ** 2) if low < high else np.ones(1)
    return {int(k): float(p) for k, p in zip(sizes, density / density.sum(), strict=True)}


def best_of_draws(
    summary: Summary,
    spectra: Spectra | None,
    n_clusters: int,
    *,
    gamma: float | str,
    n_draws: int,
    rng: np.random.Generator,
) -> Plan:
    """The cheapest of several draws on the representatives, each improved by Lloyd's algorithm there.

    ``n_draws`` come from the projection process on the leading eigenvectors of the degree-normalised kernel, and half
    as many from greedy k-means++, for where the kernel is blind; all of them where the process has too few points.

    Parameters
    ----------
    spectra : of the representatives, where they are known already
    gamma : "auto" takes the bandwidth at which the clusters show best
    """
    draws: list[IntArray] = []
    scale = None if gamma == "auto" else float(gamma)
    if 1 < n_clusters <= min(_MOST_FOR_PROCESS, summary.weights.size // 2):
        if spectra is None or scale is not None:
            spectra = _spectra_for(summary, n_clusters, scale)
        if spectra is not None:
            draws += spectra.process(n_clusters).sample(n_clusters, n_samples=n_draws, random_state=rng)
    points, none = Points.of(summary.points, summary.weights), np.empty(0, dtype=np.intp)
    n_greedy = 1 if n_clusters == 1 else (n_draws + 1) // 2 if draws else n_draws
    draws += [extend(points, none, n_clusters, rng=rng, n_candidates=None) for _ in range(n_greedy)]
    if spectra is not None and n_clusters < spectra.eigenvalues.shape[1]:
        scale = 1 / (2 * float(spectra.bandwidths[spectra.best(n_clusters)]) ** 2)
    runs = [_improved(summary, _dense(summary.points[draw])) for draw in draws]
    costs = np.array([run.inertia_ for run in runs])
    level = np.flatnonzero(costs <= costs.min() * (1 + 1e-9))  # the same clustering: the best seeds of it count
    best = min(
        level, key=lambda run: cost(summary.points, _dense(summary.points[draws[run]]), sample_weight=summary.weights)
    )
    seeds = _dense(summary.points[draws[best]])
    return Plan(runs[best].cluster_centers_, seeds, None, scale, {n_clusters: 1.0})


def _spectra_for(summary: Summary, n_clusters: int, gamma: float | None) -> Spectra | None:
    """Spectra of the representatives at all bandwidths, or at that of gamma; None if all points are equal."""
    scales = Scales.of(squared_distances(summary.points), summary.weights, summary.resolution)
    if scales.unit == 0:
        return None
    return (scales if gamma is None else scales.at(1 / np.sqrt(2 * gamma))).spectra(n_clusters)


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
