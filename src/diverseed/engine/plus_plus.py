"""k-means++ in any space."""

import numpy as np

from ..arrays import FloatArray, IntArray
from .space import HELD, Space
from .weighted_draws import draw_rows, propose


def extend(
    space: Space, chosen: IntArray, n_seeds: int, *, rng: np.random.Generator, n_candidates: int | None = 1
) -> IntArray:
    """Add seeds to those already chosen, as k-means++ would, until there are ``n_seeds``.

    Each seed is drawn in proportion to weight times squared distance to the nearest seed so far. Where every point lies
    on a seed already (fewer distinct points than seeds), the rest is drawn at random among the points not chosen yet.

    Parameters
    ----------
    n_candidates : seeds tried in each step, of which the one that leaves the lowest cost is kept (the greedy form);
        None takes ``2 + floor(log n_seeds)``, as scikit-learn does

    References
    ----------
    Arthur & Vassilvitskii (2007), k-means++: the advantages of careful seeding.
    """
    if chosen.size >= n_seeds:
        return chosen[:n_seeds]
    candidates = n_candidates or 2 + int(np.log(n_seeds))
    if not chosen.size:
        chosen = draw_rows(space.weights, 1, rng=rng)
    distance = _to_nearest(space, chosen)
    while chosen.size < n_seeds:
        potential = np.cumsum(space.weights * distance)
        if potential[-1] <= 0:
            return _filled(space, chosen, n_seeds, rng)
        index, distance = _best(space, propose(potential, candidates, rng), distance)
        chosen = np.append(chosen, index)
    return chosen


def _to_nearest(space: Space, chosen: IntArray) -> FloatArray:
    """(n,) squared distance to the nearest seed."""
    distance = np.full(space.weights.size, np.inf)
    step = max(1, HELD // distance.size)
    for start in range(0, chosen.size, step):
        np.minimum(distance, space.squared_distances(chosen[start : start + step]).min(axis=0), out=distance)
    distance[chosen] = 0
    return distance


def _best(space: Space, candidates: IntArray, distance: FloatArray) -> tuple[np.intp, FloatArray]:
    """The candidate that leaves the lowest cost, and the squared distances to the nearest seed that it leaves."""
    distances = np.minimum(space.squared_distances(candidates), distance)
    distances[np.arange(candidates.size), candidates] = 0
    best = int((distances @ space.weights).argmin())
    return candidates[best], distances[best]


def _filled(space: Space, chosen: IntArray, n_seeds: int, rng: np.random.Generator) -> IntArray:
    free = np.setdiff1d(np.arange(space.weights.size), chosen)
    return np.concatenate([chosen, free[draw_rows(space.weights[free], n_seeds - chosen.size, rng=rng)]])
