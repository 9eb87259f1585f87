"""How unusual a point is in its cluster, from 0 to 1."""

import numpy as np

from ..arrays import FloatArray, IntArray

# A point three spreads out has the score 1/2.
_HALF = 3.0


def outlier_scores(distances: FloatArray, labels: IntArray, spreads: FloatArray) -> FloatArray:
    """(n,) ``u^2 / (u^2 + 9)`` with u a point's distance in units of its cluster's spread: 1/2 at three spreads.

    A cluster of equal points, with a spread of 0, has no outliers.
    """
    scale = _HALF * spreads[labels]
    squares = np.square(distances, dtype=np.float64)
    return np.divide(squares, squares + scale**2, out=np.zeros(distances.size), where=scale > 0)


def mark_outliers(labels: IntArray, scores: FloatArray, share: float) -> IntArray:
    """Labels with -1 for the most unusual points: those with a score above 1/2, and at most ``share`` of all."""
    most = int(share * labels.size)
    unusual = np.argsort(-scores, kind="stable")[:most]
    marked = labels.copy()
    marked[unusual[scores[unusual] > 0.5]] = -1
    return marked


def mean_squares(squares: FloatArray, labels: IntArray, weights: FloatArray, k: int) -> FloatArray:
    """(k,) weighted mean of the squares in each cluster; 0 for one without weight."""
    totals = np.bincount(labels, weights=weights, minlength=k)
    sums = np.bincount(labels, weights=weights * squares, minlength=k)
    return np.divide(sums, totals, out=np.zeros(k), where=totals > 0)
