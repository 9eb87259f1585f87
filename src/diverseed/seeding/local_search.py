"""Seeds improved by swaps: local search for k-means."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.plus_plus import extend
from ..engine.points import Points
from ..engine.space import HELD
from ..engine.weighted_draws import propose


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
    nearest = two_nearest(points, seeds, everyone)
    for _ in range(max(25, n_clusters) if n_steps is None else n_steps):
        potential = np.cumsum(points.weights * nearest.distances[0])
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
    """For each point the positions of its nearest and second nearest seed, and the squared distances to them."""

    owners: IntArray  # (2, n)
    distances: FloatArray  # (2, n)


def two_nearest(points: Points, seeds: IntArray, among: IntArray) -> _Nearest:
    """Of the points ``among`` all of them; the first seed among equals."""
    step = max(1, HELD // seeds.size)
    starts = range(0, max(among.size, 1), step)
    blocks = [_two_smallest(points.squared_distances(seeds, among=among[i : i + step])) for i in starts]
    return _Nearest(*(np.concatenate(parts, axis=1) for parts in zip(*blocks, strict=True)))


def _two_smallest(distances: FloatArray) -> tuple[IntArray, FloatArray]:
    """Of each column the rows and values of the smallest and of the second smallest entry, which is inf in one row."""
    columns = np.arange(distances.shape[1])
    first = distances.argmin(axis=0)
    smallest = distances[first, columns]
    distances[first, columns] = np.inf
    second = distances.argmin(axis=0)
    return np.stack([first, second]), np.stack([smallest, distances[second, columns]])


def _cheapest_to_lose(points: Points, nearest: _Nearest, distance: FloatArray, n_clusters: int) -> int | None:
    """The seed to give up for a new one at these squared distances, or None if every swap costs more than it gains.

    Points keep the closer of their nearest and the new seed; those that lose their nearest take the closer of their
    second nearest and the new one instead.
    """
    kept, without = np.minimum(nearest.distances, distance)
    lost = without - kept
    losses = np.bincount(nearest.owners[0], weights=points.weights * lost, minlength=n_clusters)
    leaving = int(losses.argmin())
    gain = points.cost(nearest.distances[0] - kept)
    return leaving if losses[leaving] < gain else None


def _after_swap(points: Points, seeds: IntArray, position: int, before: _Nearest, distance: FloatArray) -> _Nearest:
    """Nearest and second nearest once ``seeds[position]`` is new: points that had lost one of the two are searched
    again; for all others the new seed is first, second or neither."""
    owners = np.vstack([before.owners, np.full(distance.size, position)])
    distances = np.vstack([before.distances, distance])
    order = np.argsort(distances, axis=0, kind="stable")[:2]
    after = _Nearest(np.take_along_axis(owners, order, axis=0), np.take_along_axis(distances, order, axis=0))
    touched = np.flatnonzero((before.owners == position).any(axis=0))
    again = two_nearest(points, seeds, touched)
    after.owners[:, touched], after.distances[:, touched] = again.owners, again.distances
    return after
