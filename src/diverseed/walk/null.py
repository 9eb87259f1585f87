"""References that have the data's covariance and no clusters: the level above which a score means something.

A Monte Carlo test at the 5 % level: of data without clusters and nineteen references, one in twenty is the highest.
"""

from collections.abc import Callable, Iterator
from itertools import cycle, islice

import numpy as np
import scipy.sparse
from sklearn.utils.extmath import safe_sparse_dot

from ..arrays import FloatArray
from ..engine.representatives import Summary
from ..threads import one_blas_thread
from .graph import MANY_COLUMNS
from .separation import POWER, score, separation

# References have fewer points than large data has, and score up to this much less (Gaussians in 3 to 10 columns).
WEAK = 0.02
# Two numbers of clusters whose scores differ by less may change places by chance: the standard deviation of the score
# of a uniform square is .05 at 500 points and .03 at 2,000; in five columns it is .02 and .01.
CHANCE = 0.06
# Three of these standard deviations.
CLEAR = 0.15
# The score of a ring, the most that one curve without gaps has: three modes before a ratio of 4. What lies below may be
# one bent shape that references of the data's covariance do not know.
RING = float(score(separation(np.exp(-np.array([1e-9, 1.0, 1.0, 4.0])))[2], np.array(3.0)))
# No data set with no structure of two columns or more and 500 points or more scores above this (there: .51).
_BOUND, _FEWEST_FOR_BOUND = 0.85, 500
# References have no more points than this. In many columns fewer points have more chance structure, and the level would
# err upwards: with the covariance of MNIST, in two tries, it is .22 and .16 for 1,000 points, .12 and .13 for 2,000,
# .12 and .11 for 4,000.
_N_POINTS, _N_POINTS_IN_MANY_COLUMNS = 1000, 2000
_LAWS = ("gaussian", "uniform")
# Nineteen references for a score in doubt: chance beats them in one case of twenty. A score that is four standard
# deviations above the mean of six or more is not in doubt.
_MOST, _FEWEST, _FAR = 19, 6, 4


def null_level(found: float, summary: Summary, score_of: Callable[[Summary], float], rng: np.random.Generator) -> float:
    """The largest score of references, drawn until one comes close to the score found, or until that is far above all.

    Where chance moves scores little, one reference of each law is enough for a score that is clear.

    Parameters
    ----------
    found : the best score of the data
    summary : the data
    score_of : the best score of a reference, found in the same way
    """
    scores: list[float] = []
    little_chance = np.isfinite(bound_on_references(summary))
    with one_blas_thread():
        for reference in islice(_references(summary, rng), _MOST):
            scores.append(score_of(reference))
            far = len(scores) >= _FEWEST and found >= np.mean(scores) + _FAR * np.std(scores, ddof=1)
            clear = len(scores) >= len(_LAWS) and found >= max(scores) + CLEAR and little_chance
            if found < max(scores) + WEAK or far or clear:
                break
    return max(scores)


def bound_on_references(summary: Summary) -> float:
    """A level that references do not reach; infinite for few points or one column, where gaps come by chance.

    One Gaussian has a separation of 1/4 after d + 1 eigenvalues, so scores of ``d^0.4 / 4``; a ring has 0.62.
    """
    n, d = summary.points.shape
    if d == 1 or n < _FEWEST_FOR_BOUND:
        return np.inf
    return max(_BOUND, 0.25 * float(d**POWER) + 0.25)


def _references(summary: Summary, rng: np.random.Generator) -> Iterator[Summary]:
    """Gaussian and uniform sets in turn, without end, whose covariance is exactly that of the data."""
    deviations = _deviations(summary, rng)
    many = summary.points.shape[1] > MANY_COLUMNS
    n = min(summary.weights.size, _N_POINTS_IN_MANY_COLUMNS if many else _N_POINTS)
    for law in cycle(_LAWS):
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
