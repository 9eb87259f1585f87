"""Weighted representatives: a few hundred points that stand for any number.

Each representative is the mean of the points nearest to it and carries their weight. Averaging takes away the
sampling noise that a plain sample of the same size would have.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.utils.extmath import row_norms, safe_sparse_dot

from .arrays import FloatArray, IntArray
from .point_process.draw import propose
from .seeding.points import draw_rows

# Estimators summarise a larger set by a random sample of this size: its noise is below that of the summary's own size.
SAMPLE = 50_000
# Rows that a representative is the mean of, on average; more would take longer and hardly take away more noise.
_ROWS_A_POINT = 16


@dataclass(frozen=True)
class Summary:
    """Weighted representatives of a data set.

    Attributes
    ----------
    points : (m, d) array, or sparse rows of the data
    weights : (m,) positive, the total weight of the points that each one stands for
    """

    points: Any
    weights: FloatArray

    @property
    def resolution(self) -> float:
        """The weight that a representative would have if all had the same effective share (Kish's sample size)."""
        total = float(self.weights.sum())
        return total / max(total**2 / float((self.weights**2).sum()), 1.0)


def summarise(X: Any, sample_weight: FloatArray, *, n_points: int, rng: np.random.Generator) -> Summary:
    """Represent weighted points by at most ``n_points`` others.

    At most ``n_points`` points of positive weight represent themselves. More are represented by a sample of them,
    drawn in proportion to weight and moved by two steps of Lloyd's algorithm over the data, or over a sample of it that
    is large enough. Sparse rows are not moved, since their means would not be sparse.

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
        return Summary(*_served(X, centres, sample_weight))
    if rows.size > _ROWS_A_POINT * n_points:
        X, sample_weight = _resampled(X, sample_weight, _ROWS_A_POINT * n_points, rng)
    for _ in range(2):
        centres, weights = lloyd_step(X, centres, sample_weight)
    return Summary(centres, weights)


def _resampled(
    X: FloatArray, sample_weight: FloatArray, size: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Rows drawn with replacement in proportion to weight, and the weights that they then stand for."""
    cumulated = np.cumsum(sample_weight)
    rows, counts = np.unique(propose(cumulated, size, rng), return_counts=True)
    return X[rows], counts * (cumulated[-1] / size)


def lloyd_step(X: Any, centres: FloatArray, sample_weight: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Means and weights of the points nearest to each centre; centres without points are left out.

    Returns
    -------
    (m', d) means, (m',) weights
    """
    sums, weights = block_sums(X, centres, sample_weight)
    served = weights > 0
    return (sums[served] / weights[served, None]).astype(centres.dtype), weights[served]


def block_sums(X: Any, centres: FloatArray, sample_weight: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Weighted sums and weights of the points nearest to each centre: what blocks of data add up to one step."""
    labels = nearest(X, centres)
    n_points, n_centres = labels.size, centres.shape[0]
    owner = scipy.sparse.csr_array(
        (np.asarray(sample_weight, dtype=np.float64), labels, np.arange(n_points + 1)), shape=(n_points, n_centres)
    )
    sums = owner.T @ X
    if scipy.sparse.issparse(sums):
        sums = sums.toarray()
    return np.asarray(sums), _masses(labels, sample_weight, n_centres)


def nearest(X: Any, centres: Any) -> IntArray:
    """Index of the nearest centre of each point, by Euclidean distance."""
    if X.shape[0] == 0:
        return np.zeros(0, dtype=np.int32)
    if scipy.sparse.issparse(X) or scipy.sparse.issparse(centres):
        # |x - c|^2 without the |x|^2 that all centres share; blocks bound the memory
        offsets = row_norms(centres, squared=True) / 2
        block = max(1, 10_000_000 // centres.shape[0])
        parts = [
            np.argmax(safe_sparse_dot(X[start : start + block], centres.T, dense_output=True) - offsets, axis=1)
            for start in range(0, X.shape[0], block)
        ]
        return np.concatenate(parts).astype(np.int32)
    return _fitted(centres.astype(X.dtype, copy=False)).predict(X)


def _fitted(centres: FloatArray) -> KMeans:
    """A KMeans with these centres: its compiled assignment is several times as fast as a matrix of distances."""
    zero = np.zeros((1, centres.shape[1]), dtype=centres.dtype)
    model = KMeans(1, init=zero, n_init=1).fit(zero)
    model.cluster_centers_ = np.ascontiguousarray(centres)
    return model


def _served(X: Any, centres: Any, sample_weight: FloatArray) -> tuple[Any, FloatArray]:
    weights = _masses(nearest(X, centres), sample_weight, centres.shape[0])
    return centres[np.flatnonzero(weights > 0)], weights[weights > 0]


def _masses(labels: IntArray, sample_weight: FloatArray, n_centres: int) -> FloatArray:
    return np.bincount(labels, weights=sample_weight, minlength=n_centres).astype(np.float64)
