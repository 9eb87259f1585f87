"""Which centre is nearest to each row, and the sums that a step of Lloyd's algorithm takes from that."""

from operator import add
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils.extmath import row_norms, safe_sparse_dot

from ..arrays import FloatArray, IntArray
from .blocks import Block

# Products of rows and centres that are held at a time: 512 kB in 32-bit floats stay in the cache of one core. With a
# million rows of 16 columns and 100 centres, one core takes 0.14 s, and as much for tiles of half or four times the
# size; scikit-learn's ``KMeans.predict`` takes 0.18 s and ``pairwise_distances_argmin`` 0.5 s.
_TILE = 1 << 17
# A tile has at least this many rows, since each product reads all centres: twice as fast with 50,000 centres.
_FEWEST_ROWS = 8
# Tiles in a block, when the blocks are only there to share the work between cores.
_TILES_PER_BLOCK = 32


def nearest(X: Any, centres: Any) -> IntArray:
    """(n,) index of the nearest centre of each row, by Euclidean distance, on all cores; the first of equal ones.

    Parameters
    ----------
    X : (n, d), dense or CSR
    centres : (k, d), dense or CSR
    """
    numbers = _TILES_PER_BLOCK * max(1, _TILE // centres.shape[0]) * X.shape[1]
    whole = Block(X, np.broadcast_to(1.0, X.shape[0]))
    return np.concatenate(whole.fold(lambda block: [nearest_on_one_core(block.rows, centres)], add, numbers=numbers))


def nearest_on_one_core(X: Any, centres: Any) -> IntArray:
    """The same on the calling thread: what a pass over blocks calls.

    The nearest centre has the largest ``<x, c> - |c|^2 / 2``, which is half of what ``-|x - c|^2`` is without the
    ``|x|^2`` that all centres share.
    """
    (n, d), k = X.shape, centres.shape[0]
    labels = np.empty(n, dtype=np.int32)
    if scipy.sparse.issparse(X) or scipy.sparse.issparse(centres):
        half_squares, transposed, step = row_norms(centres, squared=True) / 2, centres.T, max(1, _TILE // k)
        if scipy.sparse.issparse(transposed):
            transposed = transposed.tocsr()  # once, as each product would
        for start in range(0, n, step):
            products = safe_sparse_dot(X[start : start + step], transposed, dense_output=True)
            labels[start : start + step] = (products - half_squares).argmax(axis=1)
        return labels
    step = min(max(_FEWEST_ROWS, _TILE // max(k, d)), max(n, 1))
    # one more column, of ones, for the half squares: the product then needs no second pass
    factors = np.empty((d + 1, k), dtype=X.dtype)
    factors[:d] = centres.T
    factors[d] = -np.einsum("ij,ij->j", factors[:d], factors[:d]) / 2
    rows, products = np.ones((step, d + 1), dtype=X.dtype), np.empty((step, k), dtype=X.dtype)
    for start in range(0, n, step):
        count = min(step, n - start)
        rows[:count, :d] = X[start : start + count]
        np.dot(rows[:count], factors, out=products[:count])
        labels[start : start + count] = products[:count].argmax(axis=1)
    return labels


def squares_to_own(X: Any, centres: FloatArray, labels: IntArray) -> FloatArray:
    """(n,) squared distance of each row to the centre of its label."""
    if scipy.sparse.issparse(X):
        row_of_entry = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
        terms = X.data * (X.data - 2 * centres[labels[row_of_entry], X.indices])
        squares = np.bincount(row_of_entry, terms, minlength=X.shape[0]) + (centres**2).sum(axis=1)[labels]
        return np.maximum(squares, 0)
    apart = X - np.take(centres, labels, axis=0)
    return np.einsum("ij,ij->i", apart, apart)


def sums_by_label(X: Any, labels: IntArray, weights: FloatArray, k: int) -> tuple[FloatArray, FloatArray]:
    """(k, d) weighted sums of the rows with each label, in 64 bits, and (k,) their weights."""
    n = labels.size
    weights = np.asarray(weights, dtype=np.float64)
    members = scipy.sparse.csc_array((weights, labels, np.arange(n + 1, dtype=np.int32)), shape=(k, n))
    sums = members @ X
    dense = sums.toarray() if scipy.sparse.issparse(sums) else np.asarray(sums)
    return dense, np.bincount(labels, weights=weights, minlength=k).astype(np.float64)


def totals_by_label(values: FloatArray, labels: IntArray, weights: FloatArray, k: int) -> tuple[FloatArray, FloatArray]:
    """(k,) weighted sums of the (n,) values with each label, in 64 bits, and (k,) their weights."""
    sums, masses = (np.bincount(labels, terms, minlength=k) for terms in (weights * values, weights))
    return sums.astype(np.float64), masses.astype(np.float64)


def means_by_label(X: Any, labels: IntArray, weights: FloatArray, k: int) -> tuple[FloatArray, FloatArray]:
    """(k, d) weighted means of the rows with each label, zero for a label that no row has, and (k,) their weights."""
    sums, masses = sums_by_label(X, labels, weights, k)
    means = sums / np.maximum(masses, 1e-300)[:, None]
    return np.ascontiguousarray(means, dtype=X.dtype), masses
