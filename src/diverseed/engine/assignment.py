"""Which centre is nearest to each row, and what one step of Lloyd's algorithm makes of that."""

from typing import Any

import numpy as np
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.utils.extmath import row_norms, safe_sparse_dot

from ..arrays import FloatArray, IntArray


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
    return np.asarray(sums), cluster_weights(labels, sample_weight, n_centres)


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


def cluster_weights(labels: IntArray, sample_weight: FloatArray, n_centres: int) -> FloatArray:
    return np.bincount(labels, weights=sample_weight, minlength=n_centres).astype(np.float64)
