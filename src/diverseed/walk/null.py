"""References that have the data's covariance and no clusters: the level above which a score means something."""

from collections.abc import Iterator

import numpy as np
import scipy.sparse
from sklearn.utils.extmath import safe_sparse_dot

from ..arrays import FloatArray
from ..engine.representatives import Summary
from .graph import MANY_COLUMNS
from .separation import POWER, score, separation

# How far a score must lie above all references. Of 240 data sets with no structure (``benchmarks/no_structure.py`` and
# six more draws of the same laws) one lies .06 or more above them, none .07; of 90 uniform squares, where the score
# varies most, 5 and at most .10.
WEAK, CLEAR = 0.06, 0.15
# The score of a ring, the most that one curve without gaps has: three modes before a ratio of 4. What lies below may be
# one bent shape that references of the data's covariance do not know.
RING = float(score(separation(np.exp(-np.array([1e-9, 1.0, 1.0, 4.0])))[2], np.array(3.0)))
# No data set with no structure of two columns or more and 500 points or more scores above this (there: .51).
_BOUND, _FEWEST_FOR_BOUND = 0.85, 500
# References need no more points than this: fewer points have more chance structure, so the level errs upwards. In many
# columns it does so by more: with the covariance of MNIST, in two tries, it is .22 and .16 for 1,000 points, .12 and
# .13 for 2,000, .12 and .11 for 4,000.
_N_POINTS, _N_POINTS_IN_MANY_COLUMNS = 1000, 2000
_LAWS = ("gaussian", "uniform")
# Draws of each law. In one column, and less so among few points, gaps come by chance, and the level varies from draw to
# draw.
_DRAWS, _DRAWS_OF_FEW, _DRAWS_IN_A_COLUMN = 1, 2, 4


def bound_on_references(summary: Summary) -> float:
    """A level that references do not reach; infinite for few points or one column, where gaps come by chance.

    One Gaussian has a separation of 1/4 after d + 1 eigenvalues, so scores of ``d^0.4 / 4``; a ring has 0.62.
    """
    n, d = summary.points.shape
    if d == 1 or n < _FEWEST_FOR_BOUND:
        return np.inf
    return max(_BOUND, 0.25 * float(d**POWER) + 0.25)


def references(summary: Summary, rng: np.random.Generator) -> Iterator[Summary]:
    """Gaussian and uniform sets whose covariance is exactly that of the data."""
    deviations = _deviations(summary, rng)
    many = summary.points.shape[1] > MANY_COLUMNS
    n = min(summary.weights.size, _N_POINTS_IN_MANY_COLUMNS if many else _N_POINTS)
    few = _DRAWS_OF_FEW if n < _FEWEST_FOR_BOUND else _DRAWS
    for law in _LAWS * (_DRAWS_IN_A_COLUMN if deviations.size == 1 else few):
        shape = (n, deviations.size)
        points = rng.standard_normal(shape) if law == "gaussian" else rng.uniform(-1, 1, shape)
        points -= points.mean(axis=0)
        if n > 2 * deviations.size:
            # chance differences between the directions would lower the reference's score
            values, axes = np.linalg.eigh(points.T @ points / n)
            points = points @ (axes / np.sqrt(values)) @ axes.T
        yield Summary(points * deviations, np.ones(n))


def _deviations(summary: Summary, rng: np.random.Generator) -> FloatArray:
    """Standard deviations along the principal axes, those that are zero but for rounding left out.

    Where there are more columns than points they come from the inner products of as many points as a reference has.
    """
    points, shares = summary.points, summary.weights / summary.weights.sum()
    n, d = points.shape
    if d <= n and not scipy.sparse.issparse(points):
        centred = np.sqrt(shares)[:, None] * (points - shares @ points)
        squares = np.linalg.eigvalsh(centred.T @ centred)
    else:
        if n > _N_POINTS:
            drawn = np.sort(rng.choice(n, _N_POINTS, replace=False, p=shares))
            points, shares = points[drawn], np.full(_N_POINTS, 1 / _N_POINTS)
        products = safe_sparse_dot(points, points.T, dense_output=True)
        means = products @ shares
        roots = np.sqrt(shares)
        squares = np.linalg.eigvalsh(roots[:, None] * (products - means[:, None] - means + shares @ means) * roots)
    deviations = np.sqrt(np.maximum(squares[::-1], 0))
    return deviations[deviations > 1e-6 * deviations.max()]
