"""k-means over sparse rows with sparse centres: thousands of clusters over a vocabulary that would not fit densely."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.utils.extmath import row_norms

from ..arrays import FloatArray, IntArray

_CELLS_PER_BLOCK = 4_000_000  # of similarities to all centres: 32 MB
_MAX_ITER = 30
_TOLERANCE = 1e-4  # stop when the cost falls by a smaller share


@dataclass(frozen=True)
class Clustering:
    """labels : (n,) cluster of each row; centres : (k, d) CSR; cost : weighted sum of squared distances"""

    labels: IntArray
    centres: Any
    cost: float
    seeds: IntArray


def lloyd(X: Any, weights: FloatArray, seeds: IntArray, *, max_iter: int = _MAX_ITER) -> Clustering:
    """Lloyd's algorithm from the rows ``seeds``; a cluster that runs empty restarts from the row that fits worst.

    Parameters
    ----------
    X : (n, d) CSR
    weights : (n,) positive
    seeds : (k,) rows of X
    """
    squares = row_norms(X, squared=True)
    centres, cost = X[seeds], np.inf
    labels = np.zeros(X.shape[0], dtype=np.intp)
    for _ in range(max_iter):
        before, previous = labels, cost
        labels, distances = nearest(X, centres, squares)
        labels = _without_empty(labels, weights * distances, seeds.size)
        cost = float(weights @ distances)
        centres = means(X, weights, labels, seeds.size)
        if np.array_equal(labels, before) or cost > (1 - _TOLERANCE) * previous:
            break
    exact = weights @ squares - _between(weights, labels, centres)
    return Clustering(labels, centres, max(float(exact), 0.0), seeds)


def nearest(X: Any, centres: Any, squares: FloatArray) -> tuple[IntArray, FloatArray]:
    """Nearest centre of each row and the squared distance to it."""
    n, k = X.shape[0], centres.shape[0]
    own = row_norms(centres, squared=True)
    turned = centres.T.tocsr()
    labels, distances = np.empty(n, dtype=np.intp), np.empty(n)
    step = max(1, _CELLS_PER_BLOCK // k)
    for start in range(0, n, step):
        gap = own - 2 * (X[start : start + step] @ turned).toarray()
        best = gap.argmin(axis=1)
        labels[start : start + step] = best
        distances[start : start + step] = gap[np.arange(best.size), best]
    return labels, np.maximum(distances + squares, 0.0)


def means(X: Any, weights: FloatArray, labels: IntArray, k: int) -> Any:
    """(k, d) CSR weighted mean of each cluster's rows."""
    mass = np.bincount(labels, weights=weights, minlength=k)
    member = sp.csr_array((weights / mass[labels], (labels, np.arange(labels.size))), shape=(k, labels.size))
    return (member @ X).tocsr()


def _without_empty(labels: IntArray, costs: FloatArray, k: int) -> IntArray:
    """Give each empty cluster one row: the costliest rows of clusters that keep another."""
    sizes = np.bincount(labels, minlength=k)
    empty = np.flatnonzero(sizes == 0)
    if not empty.size:
        return labels
    labels = labels.copy()
    waiting = list(empty)
    for row in np.argsort(-costs, kind="stable"):
        if not waiting:
            break
        if sizes[labels[row]] > 1:
            sizes[labels[row]] -= 1
            labels[row] = waiting.pop()
    return labels


def _between(weights: FloatArray, labels: IntArray, centres: Any) -> float:
    """Weighted sum of the centres' squares: what the cost lacks from the sum of the rows' squares."""
    mass = np.bincount(labels, weights=weights, minlength=centres.shape[0])
    return float(mass @ row_norms(centres, squared=True))
