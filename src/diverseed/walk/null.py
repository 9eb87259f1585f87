"""Reference data sets with the data's covariance and no clusters: the contrast above which clusters are real.

A Monte Carlo test at the 5 % level; the contrasts of the references are assumed to be normally distributed.
"""

from collections.abc import Callable
from itertools import chain
from typing import NamedTuple

import numpy as np
import scipy.sparse
from scipy.special import stdtrit
from sklearn.utils.extmath import safe_sparse_dot

from ..arrays import FloatArray
from ..engine.representatives import Summary
from ..threads import one_blas_thread
from .graph import MANY_COLUMNS
from .separation import POWER, scaled, separation

# Contrasts that differ by less may differ by chance: their standard deviation over references is .07 to .26 for at
# least 500 points in two or more columns, and up to .6 for few points or one column.
CHANCE = 0.2
# At least two standard deviations; doubled for few points or one column.
CLEAR = 0.5
# The score of a ring, the largest of any curve without gaps: three modes before a ratio of 4. A lower score may come
# from one curved shape, and references are never curved.
RING = float(scaled(separation(np.log(np.array(4.0))), 3.0))
# No data set with no structure, at least 500 points and two columns has more contrast than this (the largest: 1.7).
_BOUND, _MANY_POINTS = 3.0, 500
# References have as many points as the data, up to this: contrast grows with them, in five dimensions from .70 among
# 1,000 points to .85 among 2,700. In many columns it does not: with the covariance of MNIST, in two tries, it is .12
# and .13 among 2,000 points, .12 and .11 among 4,000.
_N_POINTS, _N_POINTS_IN_MANY_COLUMNS = 4000, 2000
# Largest number of points whose full kernel matrix is decomposed, which takes cubic time.
SMALL = 1000
_LAWS = ("gaussian", "uniform")
# At most twelve references: one of each law, then more of the law whose mean is higher so far. A contrast in doubt by
# then is above chance if by Student's law one more reference would reach it with a probability of at most 5 % divided
# by two, the number of laws. Fewer are enough where that probability is 0.001. Of 192 data sets with no structure 4 %
# pass (``benchmarks/no_structure.py``; ``benchmarks/references.py`` varies these). One reference of each law is enough
# for a clear contrast if there are many points and columns.
_MOST, _LEVEL, _UNLIKELY = 12, 0.05 / len(_LAWS), 0.001


class Null(NamedTuple):
    """The contrast of data without clusters.

    Attributes
    ----------
    contrast : the largest of the references, what one more would reach by chance, or an upper bound
    margin : by how much a clear contrast exceeds it
    """

    contrast: float
    margin: float


def null_of(
    found: float,
    summary: Summary,
    contrast_of: Callable[[Summary], float],
    rng: np.random.Generator,
    *,
    most_points: int | None = None,
) -> Null:
    """Draw references until one reaches the contrast of the data, or until the data clearly exceeds them.

    Parameters
    ----------
    found : the contrast of the data at its best number of clusters
    summary : the data
    contrast_of : computes the contrast of a reference in the same way
    most_points : per reference; None for 4,000, or 2,000 in many columns
    """
    deviations = _deviations(summary, rng)
    n, d = summary.weights.size, deviations.size
    little_chance = d > 1 and n >= _MANY_POINTS
    bound = max(_BOUND, float(d**POWER * np.log(2)) + CLEAR)  # one Gaussian has log 2 after d + 1 eigenvalues
    if little_chance and found >= bound + CLEAR:
        return Null(bound, CLEAR)
    if most_points is None:
        most_points = _N_POINTS_IN_MANY_COLUMNS if summary.points.shape[1] > MANY_COLUMNS else _N_POINTS
    size = min(n, most_points)
    margin = CLEAR if little_chance else 2 * CLEAR
    drawn: dict[str, list[float]] = {law: [] for law in _LAWS}
    with one_blas_thread():
        for number in range(_MOST):
            law = _LAWS[number] if number < len(_LAWS) else max(_LAWS, key=lambda law: np.mean(drawn[law]))
            drawn[law].append(contrast_of(_reference(law, deviations, size, rng)))
            highest = max(chain(*drawn.values()))
            clear = little_chance and all(drawn.values()) and found >= highest + margin
            # one alone, or zeros among a handful of points, say nothing about chance
            beyond = len(set(drawn[law])) > 1 and found >= _reached(drawn[law], _UNLIKELY)
            if found <= highest or clear or beyond:
                return Null(highest, margin)
    return Null(_reached(drawn[law], _LEVEL), margin)


def _reached(drawn: list[float], probability: float) -> float:
    """What one more reference reaches with some probability, if their contrasts are normally distributed."""
    n = len(drawn)
    return float(np.mean(drawn) + stdtrit(n - 1, 1 - probability) * np.sqrt(1 + 1 / n) * np.std(drawn, ddof=1))


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
