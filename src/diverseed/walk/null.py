"""Reference data sets with the data's covariance and no clusters: the contrast above which clusters are real."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import scipy.sparse
from sklearn.utils.extmath import safe_sparse_dot

from ..arrays import FloatArray
from ..engine.representatives import Summary
from ..threads import one_blas_thread
from .graph import MANY_COLUMNS
from .metric import is_line
from .separation import POWER, scaled

# The logarithms of contrasts of n points without clusters have a standard deviation of about n^(-1/3), and 1.4 times
# that on a line, which a chance gap cuts in two. The line is where one and a half of them end, from the
# mean of the references of a law on, and further from the mean of few. Less than 5 % of data without clusters exceed
# it: ``benchmarks/references.py``.
_DEVIATIONS, _ON_A_LINE = 1.5, 1.4
# Small data has more references of each law, so that the verdict does not hang on one draw: this many points in all.
_POINTS_IN_ALL, _MOST_REFERENCES = 2000, 10
_LAWS = ("gaussian", "uniform")
# Less is no contrast: time scales that differ by a tenth. Chance differences are of this size in many columns.
_LEAST = 0.1
# The contrast of a line: a ratio of 4 after two modes. On a ring it comes after three. A lower one may come from a
# single curved shape, and references are never curved.
LINE = float(np.log(4))
RING = float(scaled(np.array(LINE), 3.0))
# References have as many points as the data, up to this: contrast grows with them, in five dimensions from .70 among
# 1,000 points to .85 among 2,700. In many columns it does not: with the covariance of MNIST, in two tries, it is .12
# and .13 among 2,000 points, .12 and .11 among 4,000.
_N_POINTS, _N_POINTS_IN_MANY_COLUMNS = 4000, 2000
# Largest number of points whose full kernel matrix is decomposed, which takes cubic time.
SMALL = 1000


class Null(NamedTuple):
    """What data without clusters may reach.

    Attributes
    ----------
    line : the contrast that chance may give
    clear : the contrast that neither chance nor a ring gives
    """

    line: float
    clear: float


def null_of(
    found: tuple[float, float],
    summary: Summary,
    contrast_of: Callable[[Summary], float],
    rng: np.random.Generator,
    *,
    least: float = _LEAST,
    most_points: int | None = None,
) -> Null:
    """Compare data with references of each law: one of each, or up to ten of each if the data is small.

    None or only Gaussian ones are drawn if that settles the matter.

    Parameters
    ----------
    found : contrast of the data at the number with the best score, and the largest contrast at any number
    summary : the data
    contrast_of : computes the contrast of a reference in the same way
    least : the least contrast that references are credited with
    most_points : per reference; None for 4,000, or 2,000 in many columns
    """
    deviations = _deviations(summary, rng)
    if most_points is None:
        most_points = _N_POINTS_IN_MANY_COLUMNS if summary.points.shape[1] > MANY_COLUMNS else _N_POINTS
    n = min(summary.weights.size, most_points)
    count = int(np.clip(_POINTS_IN_ALL // n, 1, _MOST_REFERENCES))
    deviation = n ** (-1 / 3) * (_ON_A_LINE if is_line(deviations**2) else 1)
    margin = float(np.exp(_DEVIATIONS * deviation * np.sqrt(1 + 1 / count)))
    preferred, largest = found
    # among many points, a Gaussian or a cube has log 2 after d + 1 eigenvalues
    highest = max(LINE, float(deviations.size**POWER * np.log(2)))
    if preferred < highest * margin**4:
        highest = least
        with one_blas_thread():
            for law in _LAWS:
                contrasts = [contrast_of(_reference(law, deviations, n, rng)) for _ in range(count)]
                highest = max(highest, float(np.exp(np.log(np.maximum(contrasts, least)).mean())))
                if largest <= highest * margin:
                    break
    return Null(highest * margin, max(highest * margin**2, RING))


def _reference(law: str, deviations: FloatArray, n: int, rng: np.random.Generator) -> Summary:
    """n random points whose covariance is exactly that of the data."""
    shape = (n, deviations.size)
    points = rng.standard_normal(shape) if law == "gaussian" else rng.uniform(-1, 1, shape)
    points -= points.mean(axis=0)
    if n > 2 * deviations.size:
        # chance differences between the directions would lower the reference's contrast
        values, axes = np.linalg.eigh(points.T @ points / n)
        points = points @ (axes / np.sqrt(values)) @ axes.T
    return Summary(points * deviations, np.ones(n))


def _deviations(summary: Summary, rng: np.random.Generator) -> FloatArray:
    """Standard deviations along the principal axes, without those that are zero up to rounding.

    With more columns than points, they come from the inner products of at most 1,000 points.
    """
    points, shares = summary.points, summary.weights / summary.weights.sum()
    n, d = points.shape
    if d <= n and not scipy.sparse.issparse(points):
        centred = np.sqrt(shares)[:, None] * (points - shares @ points)
        squares = np.linalg.eigvalsh(centred.T @ centred)
    else:
        if n > SMALL:
            drawn = np.sort(rng.choice(n, SMALL, replace=False, p=shares))
            points, shares = points[drawn], np.full(SMALL, 1 / SMALL)
        products = safe_sparse_dot(points, points.T, dense_output=True)
        means = products @ shares
        roots = np.sqrt(shares)
        squares = np.linalg.eigvalsh(roots[:, None] * (products - means[:, None] - means + shares @ means) * roots)
    deviations = np.sqrt(np.maximum(squares[::-1], 0))
    return deviations[deviations > 1e-6 * deviations.max()]
