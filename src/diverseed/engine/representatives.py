"""Weighted representatives: a few thousand points that stand for any number.

Each representative is the mean of the points nearest to it and carries their weight. Averaging removes most of the
sampling noise that a plain sample of the same size would have.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse

from ..arrays import FloatArray
from .assignment import nearest, sums_by_label
from .weighted_draws import draw_rows, propose

# Estimators look at a random sample of this size of larger sets: it adds less noise than the size of the summary does.
SAMPLE = 50_000
# Rows that a representative is the mean of, on average; more would take longer and hardly lower the noise further.
_ROWS_PER_POINT = 16


@dataclass(frozen=True)
class Summary:
    """Weighted representatives of a data set."""

    points: Any  # (m, d) array, or sparse rows of the data
    weights: FloatArray  # (m,) positive, the total weight of the points that each one stands for

    @property
    def resolution(self) -> float:
        """The weight that a representative would have if all had the same effective share (Kish's sample size)."""
        return float((self.weights**2).sum() / self.weights.sum())


def summarise(X: Any, sample_weight: FloatArray, *, n_points: int, rng: np.random.Generator) -> Summary:
    """Represent weighted points by at most ``n_points`` others.

    At most ``n_points`` points of positive weight represent themselves. More are represented by a sample of them,
    drawn in proportion to weight and moved by a step of Lloyd's algorithm over the data, or over a sample of it that is
    large enough. Sparse rows are not moved, since their means would not be sparse.

    Parameters
    ----------
    X : (n, d), dense or CSR
    sample_weight : (n,) non-negative
    """
    rows = np.flatnonzero(sample_weight > 0)
    if rows.size < X.shape[0]:
        X, sample_weight = X[rows], sample_weight[rows]
    if rows.size <= n_points:
        return Summary(X, np.asarray(sample_weight, dtype=np.float64))
    centres = X[np.sort(draw_rows(sample_weight, n_points, rng=rng))]
    if scipy.sparse.issparse(X):
        served = np.bincount(nearest(X, centres), sample_weight, minlength=n_points).astype(np.float64)
        return Summary(centres[np.flatnonzero(served > 0)], served[served > 0])
    if rows.size > _ROWS_PER_POINT * n_points:
        X, sample_weight = _resampled(X, sample_weight, _ROWS_PER_POINT * n_points, rng)
    sums, weights = sums_by_label(X, nearest(X, centres), sample_weight, n_points)
    filled = weights > 0
    return Summary((sums[filled] / weights[filled, None]).astype(X.dtype), weights[filled])


def _resampled(
    X: FloatArray, sample_weight: FloatArray, size: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Rows drawn with replacement in proportion to weight, and the weights that they then stand for."""
    cumulated = np.cumsum(sample_weight)
    rows, counts = np.unique(propose(cumulated, size, rng), return_counts=True)
    return X[rows], counts * (cumulated[-1] / size)
