"""Seeds by squared distance: k-means++, its greedy form, and rows picked at random."""

from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.weighted_draws import draw_rows, propose
from .points import Points


def random_rows(X: Any, n_clusters: int, *, sample_weight: FloatArray, rng: np.random.Generator) -> IntArray:
    """Different rows, one after the other in proportion to their weights (Forgy 1965)."""
    return draw_rows(np.asarray(sample_weight, dtype=np.float64), n_clusters, rng=rng)


def k_means_plus_plus(
    X: Any, n_clusters: int, *, sample_weight: FloatArray, rng: np.random.Generator, n_candidates: int | None = 1
) -> IntArray:
    """k-means++: each seed in proportion to weight times squared distance to the nearest seed so far.

    Parameters
    ----------
    X : (n, d), array or CSR
    n_candidates : candidates per step, of which the one that leaves the lowest cost is kept (the greedy form); None
        takes ``2 + floor(log n_clusters)``, as scikit-learn does

    References
    ----------
    Arthur & Vassilvitskii (2007), k-means++: the advantages of careful seeding.
    """
    chosen = np.empty(0, dtype=np.intp)
    return extend(Points.of(X, sample_weight), chosen, n_clusters, rng=rng, n_candidates=n_candidates)


def extend(
    points: Points, chosen: IntArray, n_clusters: int, *, rng: np.random.Generator, n_candidates: int | None = 1
) -> IntArray:
    """Add seeds to those already chosen, as k-means++ would, until there are ``n_clusters``.

    Where every point lies on a seed already (fewer distinct points than clusters), the rest is drawn at random among
    the rows not chosen yet.
    """
    if chosen.size >= n_clusters:
        return chosen[:n_clusters]
    candidates = n_candidates or 2 + int(np.log(n_clusters))
    if not chosen.size:
        chosen = draw_rows(points.weights, 1, rng=rng)
    distance = points.nearest(chosen)[1]
    distance[chosen] = 0
    while chosen.size < n_clusters:
        potential = np.cumsum(points.weights * distance)
        if potential[-1] <= 0:
            return _fill(points, chosen, n_clusters, rng)
        index, distance = _best(points, propose(potential, candidates, rng), distance)
        chosen = np.append(chosen, index)
    return chosen


def _best(points: Points, candidates: IntArray, distance: FloatArray) -> tuple[np.intp, FloatArray]:
    """The candidate that leaves the lowest cost, and the squared distances to the nearest seed that it leaves."""
    distances = np.minimum(points.squared_distances(candidates), distance)
    distances[np.arange(candidates.size), candidates] = 0
    best = int((distances @ points.weights).argmin())
    return candidates[best], distances[best]


def _fill(points: Points, chosen: IntArray, n_clusters: int, rng: np.random.Generator) -> IntArray:
    free = np.setdiff1d(np.arange(len(points)), chosen)
    return np.concatenate([chosen, free[draw_rows(points.weights[free], n_clusters - chosen.size, rng=rng)]])
