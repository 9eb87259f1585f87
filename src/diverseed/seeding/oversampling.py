"""Seedings that draw more centres than asked for, with a bound on the cost, and are then reduced to k of them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.plus_plus import extend
from ..engine.points import Points
from ..engine.weighted_draws import draw_rows, propose
from .local_search import two_nearest


def oversampled(
    X: Any,
    n_clusters: int,
    *,
    sample_weight: FloatArray,
    rng: np.random.Generator,
    candidates: Callable[..., IntArray],
    **options: Any,
) -> IntArray:
    """``n_clusters`` of the candidates that one of the functions below draws."""
    points = Points.of(X, sample_weight)
    return reduce_candidates(points, candidates(points, n_clusters, rng=rng, **options), n_clusters, rng=rng)


def k_means_sharp_candidates(points: Points, n_clusters: int, *, rng: np.random.Generator) -> IntArray:
    """``n_clusters`` rounds of ``3 log n_clusters`` points, the first by weight alone, the others by k-means++'s law.

    O(k log k) candidates, whose cost is within a constant factor of the best k centres' with a probability that does
    not fall with k (Ailon, Jaiswal & Monteleoni 2009, Streaming k-means approximation).
    """
    each = max(1, int(np.ceil(3 * np.log(n_clusters))))
    return _rounds(points, n_rounds=n_clusters, each=each, rng=rng)


def adaptive_candidates(
    points: Points, n_clusters: int, *, rng: np.random.Generator, constant: float = 16.0
) -> IntArray:
    """``constant (k + sqrt k)`` points drawn one after the other by k-means++'s law.

    With the constant 16 their cost is within a constant factor of the best k centres' with constant probability
    (Aggarwal, Deshpande & Kannan 2009, Adaptive sampling for k-means clustering).
    """
    n_rounds = int(np.ceil(constant * (n_clusters + np.sqrt(n_clusters))))
    return _rounds(points, n_rounds=min(n_rounds, len(points)), each=1, rng=rng)


def reduce_candidates(points: Points, candidates: IntArray, n_clusters: int, *, rng: np.random.Generator) -> IntArray:
    """``n_clusters`` of the candidates by greedy k-means++, each weighing as much as the points nearest to it."""
    owner = two_nearest(points, candidates, np.arange(len(points))).owners[0]
    served = np.bincount(owner, weights=points.weights, minlength=candidates.size)
    summary = Points(points.rows[candidates], served.astype(np.float64))
    kept = extend(summary, np.empty(0, dtype=np.intp), min(n_clusters, candidates.size), rng=rng, n_candidates=None)
    return extend(points, candidates[kept], n_clusters, rng=rng)


def _rounds(points: Points, *, n_rounds: int, each: int, rng: np.random.Generator) -> IntArray:
    """Rounds of ``each`` points drawn with replacement by weight times squared distance to the earlier rounds."""
    if points.weights.sum() <= 0:
        return draw_rows(points.weights, 1, rng=rng)
    drawn = np.unique(propose(np.cumsum(points.weights), each, rng))
    distance = points.squared_distances(drawn).min(axis=0)
    rounds = [drawn]
    for _ in range(n_rounds - 1):
        distance[drawn] = 0
        potential = np.cumsum(points.weights * distance)
        if potential[-1] <= 0:
            break
        drawn = np.unique(propose(potential, each, rng))
        np.minimum(distance, points.squared_distances(drawn).min(axis=0), out=distance)
        rounds.append(drawn)
    return np.concatenate(rounds)
