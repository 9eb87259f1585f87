"""Coordinates in which neighbours lie equally far in every direction.

Clusters are often elongated alike: columns have their own units, or measure nearly the same thing. Such clusters touch
along their length long before they touch across it, and no single bandwidth suits both directions. Art, Gnanadesikan &
Kettenring (1982) estimate the spread within clusters before any cluster is known, from pairs of points that are close
to each other, and measure distances in units of it. What is close depends on these units, so both are found in turn.
"""

import numpy as np

from ..arrays import FloatArray, IntArray
from ..kernels.vectors import squared_distances

# After ten rounds bars twenty times as long as wide are as wide as long; after three they are not.
_ROUNDS = 10
# In a small set neighbours are at most this share of it: there may be so many clusters.
_SHARE = 1 / 20
# Columns of few values do not vary among neighbours at all: no direction is stretched by more than four times another.
_LEAST_VARIANCE = 1 / 16


def isotropic(points: FloatArray, weights: FloatArray, *, n_neighbors: int) -> FloatArray:
    """(n, r) the points in coordinates in which differences between neighbours vary equally in every direction.

    They do not depend on the units of the columns, nor on any other linear change of coordinates. Volumes are kept, so
    that bandwidths stay in the units of the data.

    Parameters
    ----------
    points : (n, d), of rank r
    weights : (n,)
    n_neighbors : whose differences count
    """
    axes = _whitening(points, weights)
    white = points @ axes
    scaling: FloatArray = np.eye(axes.shape[1])
    for _ in range(_ROUNDS):
        scaling = _equalising(white, weights, _near(white @ scaling, n_neighbors))
    whole = axes @ scaling
    volume = np.exp(np.log(np.linalg.svd(whole, compute_uv=False)).mean())
    return points @ (whole / volume)


def _whitening(points: FloatArray, weights: FloatArray) -> FloatArray:
    """(d, r) map to coordinates whose covariance is the identity."""
    centred = points - np.average(points, axis=0, weights=weights)
    variances, axes = np.linalg.eigh((centred * (weights / weights.sum())[:, None]).T @ centred)
    kept = variances > 1e-10 * variances.max()
    return axes[:, kept] / np.sqrt(variances[kept])


def _near(points: FloatArray, n_neighbors: int) -> IntArray:
    """(n, count + 1) the neighbours of each point, and the point itself."""
    n = len(points)
    count = min(n_neighbors, max(int(_SHARE * n), 1))
    return np.argpartition(squared_distances(points), count, axis=1)[:, : count + 1]


def _equalising(points: FloatArray, weights: FloatArray, near: IntArray) -> FloatArray:
    """(r, r) map after which the differences between neighbours have the same variance in every direction."""
    differences = (points[near] - points[:, None]).reshape(-1, points.shape[1])
    pairs = (weights[near] * weights[:, None]).ravel()
    variances, axes = np.linalg.eigh((differences * pairs[:, None]).T @ differences)
    return axes / np.sqrt(np.maximum(variances, _LEAST_VARIANCE * variances.max()))
