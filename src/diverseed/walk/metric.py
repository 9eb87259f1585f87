"""Distances that suit clusters better than straight lines: along paths through the data, and in isotropic coordinates.

Two points of one cluster are joined by a path of short steps, however long and bent the cluster is; a path between
clusters needs a long step. Where a step counts by its cube, many short ones are cheaper than one long one (Fermat
distances: Groisman, Jonckheere & Sapienza 2022; Little, McKenzie & Murphy 2022).

Clusters are often elongated alike: columns have their own units, or measure nearly the same thing. Such clusters touch
along their length long before they touch across it, and no single bandwidth suits both directions. Art, Gnanadesikan &
Kettenring (1982) estimate the spread within clusters before any cluster is known, from pairs of points that are close
to each other, and measure distances in units of it. What is close depends on these units, so both are found in turn.
"""

from typing import Any

import numpy as np
import scipy.sparse
from scipy.sparse.csgraph import shortest_path
from sklearn import config_context
from sklearn.neighbors import NearestNeighbors

from ..arrays import FloatArray, IntArray

# Power of the steps along paths. With 1, paths are hardly shorter than straight lines; the higher the power, the more
# the longest step dominates, which one point between two clusters halves. See ``benchmarks/walk_settings.py``.
PATH_POWER = 3
# Paths go from neighbour to neighbour, among this many. 15 are as good and take twice the time; 5 are worse.
_STEPS = 8
# After five rounds bars thirty times as long as wide are found, four side by side; after three, not all are.
_ROUNDS = 5
# Variances below this share of the largest are rounding errors.
_LEAST_VARIANCE = 1e-9
# So are eigenvalues of inner products below this share.
_LEAST_PRODUCT = 1e-12
# Points are moved by this share of a column's standard deviation to break ties: more than rounding, less than matters.
_NO_MOVE = 1e-10
# Data of fewer effective directions is a line. In two columns that is a ratio of deviations above six; along paths, one
# of ten such samples without clusters would have some from a ratio of thirty on: ``benchmarks/no_structure.py``.
_LINE = 1.05
# Up to this many columns a tree finds the neighbours of 10,000 points faster than brute force. For brute force on
# sparse rows this working memory is as fast as scikit-learn's default of a gigabyte.
_FEW_COLUMNS, _MEGABYTES = 6, 128


def is_line(variances: FloatArray) -> bool:
    """Whether nearly all variance lies in one direction, by the inverse Simpson index of the principal variances."""
    shares = variances / variances.sum()
    return bool(_LINE * (shares**2).sum() > 1)


def along_paths(squares: FloatArray) -> FloatArray:
    """(n, n) squared lengths of the shortest paths, ``(sum of d^3)^(1/3)``, by steps to neighbours or in one step.

    Parameters
    ----------
    squares : (n, n) squared distances, some of them positive
    """
    n, largest = len(squares), squares.max()
    count = min(_STEPS, n - 1)
    near = np.argpartition(squares + np.diag(np.full(n, np.inf)), count - 1, axis=1)[:, :count]
    steps = np.full((n, n), np.inf)
    costs = (np.take_along_axis(squares, near, axis=1) / largest) ** (PATH_POWER / 2)
    np.put_along_axis(steps, near, costs, axis=1)
    steps = np.minimum(steps, steps.T)
    first, second = np.nonzero(steps < np.inf)
    # a step that costs more than a detour of two is on no shortest path; the search is twice as fast without these
    detours = steps[first[:, None], near[first]] + steps[near[first], second[:, None]]
    kept = detours.min(axis=1) >= steps[first, second]
    first, second = first[kept], second[kept]
    lengths = shortest_path(scipy.sparse.csr_array((steps[first, second], (first, second)), shape=(n, n)))
    return np.minimum(largest * lengths ** (2 / PATH_POWER), squares)


def isotropic(points: FloatArray, weights: FloatArray, *, n_neighbors: int) -> FloatArray:
    """(n, r) the points in coordinates in which differences between neighbours vary equally in every direction.

    They do not depend on the units of the columns, nor on any other linear change of coordinates. Volumes are kept, so
    that bandwidths stay in the units of the data.

    Parameters
    ----------
    points : (n, d), of rank r
    weights : (n,)
    n_neighbors : size of the neighbourhoods
    """
    axes = _whitening(points, weights)
    white = points @ axes
    scaling: FloatArray = np.eye(axes.shape[1])
    for _ in range(_ROUNDS):
        near = nearest_others(white @ scaling, min(n_neighbors, len(points) - 1))[1]
        scaling = _equalising(white, weights, near)
    whole = axes @ scaling
    volume = np.exp(np.log(np.linalg.svd(whole, compute_uv=False)).mean())
    return points @ (whole / volume)


def principal_coordinates(
    squares: FloatArray, weights: FloatArray, *, most: int, rng: np.random.Generator
) -> FloatArray:
    """(n, r) coordinates of points of which only distances are known: classical scaling.

    More than ``most`` points have the coordinates that their distances to so many of them give (landmark scaling: de
    Silva & Tenenbaum 2004), which are exact in fewer dimensions than that.

    Parameters
    ----------
    squares : (n, n) squared distances
    weights : (n,) positive; the coordinates of the landmarks have the mean 0
    """
    shares = weights / weights.sum()
    landmarks = np.arange(shares.size)
    if shares.size > most:
        landmarks = np.sort(rng.choice(shares.size, most, replace=False, p=shares))
        shares = np.full(most, 1 / most)
    known = squares[:, landmarks]
    means = known[landmarks] @ shares
    products = -0.5 * (known - (known @ shares)[:, None] - means + shares @ means)
    values, axes = np.linalg.eigh(products[landmarks])
    kept = values > _LEAST_PRODUCT * values.max()
    return products @ (axes[:, kept] / np.sqrt(values[kept]))


def _whitening(points: FloatArray, weights: FloatArray) -> FloatArray:
    """(d, r) map to coordinates whose covariance is the identity."""
    centred = points - np.average(points, axis=0, weights=weights)
    variances, axes = np.linalg.eigh((centred * (weights / weights.sum())[:, None]).T @ centred)
    kept = variances > 1e-10 * variances.max()
    return axes[:, kept] / np.sqrt(variances[kept])


def nearest_others(points: Any, count: int) -> tuple[FloatArray, IntArray]:
    """(n, count) distances to the nearest others, ascending, and their positions.

    Of points equally far away, as on a grid, chance chooses, and not their place in a tree or the number of threads.
    """
    sparse = scipy.sparse.issparse(points)
    if not sparse:
        points = np.asarray(points, dtype=np.float64)
        points = points + _NO_MOVE * points.std(axis=0) * np.random.default_rng(0).uniform(-1, 1, points.shape)
    by_tree = points.shape[1] <= _FEW_COLUMNS and not sparse
    search = NearestNeighbors(n_neighbors=count, algorithm="kd_tree" if by_tree else "brute").fit(points)
    with config_context(working_memory=_MEGABYTES):
        distances, near = search.kneighbors()
    return distances.astype(np.float64), near


def _equalising(points: FloatArray, weights: FloatArray, near: IntArray) -> FloatArray:
    """(r, r) map after which differences between neighbours vary equally in all directions.

    Parameters
    ----------
    near : (n, count) the neighbours of each point
    """
    differences = (points[near] - points[:, None]).reshape(-1, points.shape[1])
    pairs = (weights[near] * weights[:, None]).ravel()
    variances, axes = np.linalg.eigh((differences * pairs[:, None]).T @ differences / pairs.sum())
    return axes / np.sqrt(np.maximum(variances, _LEAST_VARIANCE * variances.max()))
