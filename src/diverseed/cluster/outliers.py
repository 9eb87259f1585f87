"""How unusual a point is in its cluster, from 0 to 1."""

import numpy as np

from ..arrays import FloatArray, IntArray

# A point three spreads out has the score 1/2.
_HALF = 3.0


def outlier_scores(distances: FloatArray, labels: IntArray, spreads: FloatArray) -> FloatArray:
    """(n,) ``u^2 / (u^2 + 9)`` with u a point's distance in units of its cluster's spread: 1/2 at three spreads.

    A distance of 0 has the score 0, also where the spread is 0, and every other distance there the score 1.
    """
    inverse = np.take(_HALF * spreads, labels)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        inverse /= distances
        inverse[distances == 0] = np.inf
        inverse *= inverse
    inverse += 1
    return 1 / inverse


def mark_outliers(labels: IntArray, scores: FloatArray, share: float) -> IntArray:
    """Labels with -1 for the most unusual points: those with a score above 1/2, and at most ``share`` of all."""
    most = int(share * labels.size)
    unusual = np.argsort(-scores, kind="stable")[:most]
    marked = labels.copy()
    marked[unusual[scores[unusual] > 0.5]] = -1
    return marked


def spreads_of(sums: FloatArray, weights: FloatArray) -> FloatArray:
    """(k,) root mean squared distance of each cluster's points to its centre; that of all points for a cluster whose
    points are equal.

    Parameters
    ----------
    sums : (k,) weighted sums of the squared distances
    weights : (k,) of the clusters
    """
    means = np.divide(sums, weights, out=np.zeros(sums.size), where=weights > 0)
    return np.sqrt(np.where(means > 0, means, sums.sum() / weights.sum()))
