"""Seeds improved by swaps: local search for k-means."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.points import Points
from ..engine.space import HELD
from ..engine.weighted_draws import propose
from .plus_plus import extend


def local_search(
    X: Any, n_clusters: int, *, sample_weight: FloatArray, rng: np.random.Generator, n_steps: int | None = None
) -> IntArray:
    """k-means++, then single swaps while they lower the cost (LS++).

    Kanungo et al. try every swap. Here each step proposes one point by k-means++'s law and swaps it with the seed whose
    loss costs least, if the cost falls; a number of steps in proportion to k suffices for a constant factor.

    Parameters
    ----------
    X : (n, d), array or CSR
    n_steps : swaps proposed; by default one for each cluster, and at least 25

    References
    ----------
    Kanungo, Mount, Netanyahu, Piatko, Silverman & Wu (2002), A local search approximation algorithm for k-means
    clustering. Lattanzi & Sohler (2019), A better k-means++ algorithm via local search.
    """
    points = Points.of(X, sample_weight)
    seeds = extend(points, np.empty(0, dtype=np.intp), n_clusters, rng=rng)
    everyone = np.arange(len(points))
    nearest = _two_nearest(points, seeds, everyone)
    for _ in range(max(25, n_clusters) if n_steps is None else n_steps):
        potential = np.cumsum(points.weights * nearest.distance)
        proposed = propose(potential, 1, rng)
        distance = points.squared_distances(proposed)[0]
        leaving = _cheapest_to_lose(points, nearest, distance, n_clusters)
        if leaving is None:
            continue
        seeds = seeds.copy()
        seeds[leaving] = proposed[0]
        nearest = _after_swap(points, seeds, leaving, nearest, distance)
    return seeds


@dataclass(frozen=True)
class _Nearest:
    """For each point: the positions of its nearest and second nearest seed, and the squared distances to them."""

    owner: IntArray
    distance: FloatArray
    second_owner: IntArray
    second_distance: FloatArray


def _two_nearest(points: Points, seeds: IntArray, among: IntArray) -> _Nearest:
    step = max(1, HELD // seeds.size)
    starts = range(0, max(among.size, 1), step)
    blocks = [_two_smallest(points.squared_distances(seeds, among=among[i : i + step])) for i in starts]
    return _Nearest(*(np.concatenate(parts) for parts in zip(*blocks, strict=True)))


def _two_smallest(distances: FloatArray) -> tuple[IntArray, FloatArray, IntArray, FloatArray]:
    """Of each column the row and value of the smallest and of the second smallest entry, which is inf in one row."""
    columns = np.arange(distances.shape[1])
    first = distances.argmin(axis=0)
    smallest = distances[first, columns]
    distances[first, columns] = np.inf
    second = distances.argmin(axis=0)
    return first, smallest, second, distances[second, columns]


def _cheapest_to_lose(points: Points, nearest: _Nearest, distance: FloatArray, n_clusters: int) -> int | None:
    """The seed to give up for a new one at these squared distances, or None if every swap costs more than it gains.

    Points keep the closer of their nearest and the new seed; those that lose their nearest take the closer of their
    second nearest and the new one instead.
    """
    kept = np.minimum(nearest.distance, distance)
    lost = np.minimum(nearest.second_distance, distance) - kept
    losses = np.bincount(nearest.owner, weights=points.weights * lost, minlength=n_clusters)
    leaving = int(losses.argmin())
    gain = points.cost(nearest.distance - kept)
    return leaving if losses[leaving] < gain else None


def _after_swap(points: Points, seeds: IntArray, position: int, before: _Nearest, distance: FloatArray) -> _Nearest:
    """Nearest and second nearest once ``seeds[position]`` is new: points that had lost one of the two are searched
    again; for all others the new seed is first, second or neither."""
    first = distance < before.distance
    second = ~first & (distance < before.second_distance)
    after = _Nearest(
        np.where(first, position, before.owner),
        np.where(first, distance, before.distance),
        np.where(first, before.owner, np.where(second, position, before.second_owner)),
        np.where(first, before.distance, np.where(second, distance, before.second_distance)),
    )
    touched = np.flatnonzero((before.owner == position) | (before.second_owner == position))
    again = _two_nearest(points, seeds, touched)
    after.owner[touched], after.distance[touched] = again.owner, again.distance
    after.second_owner[touched], after.second_distance[touched] = again.second_owner, again.second_distance
    return after
