"""The distinct rows of a data set, in an order that depends on the rows alone."""

from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse

from ..arrays import IntArray

# In more columns NumPy compares rows column by column, for seconds.
_MANY_COLUMNS = 32


def distinct_rows(X: Any) -> tuple[IntArray, IntArray]:
    """(m,) position of the first of each distinct row, in an order that depends on the rows alone, and (n,) which of
    the distinct rows each row is.

    Parameters
    ----------
    X : (n, d), dense, or CSR without duplicate entries
    """
    if scipy.sparse.issparse(X):
        X = X.sorted_indices()
        keys = [X.indices[a:b].tobytes() + X.data[a:b].tobytes() for a, b in pairwise(X.indptr)]
    elif X.shape[1] > _MANY_COLUMNS:
        keys = [row.tobytes() for row in X + 0.0]  # -0 is 0
    else:
        _, first, number = np.unique(X, axis=0, return_index=True, return_inverse=True)
        return first, number.ravel()
    _, first, number = np.unique(np.array(keys, dtype=object), return_index=True, return_inverse=True)
    return first, number.ravel()


def n_distinct_rows(X: Any) -> int:
    """How many rows of a dense matrix differ, by a random number for each: a hundredth of the time of sorting them."""
    bits = (np.asarray(X, dtype=np.float64) + 0.0).view(np.uint64)  # -0 is 0
    factors = np.random.default_rng(0).integers(2**64, size=X.shape[1], dtype=np.uint64) | np.uint64(1)
    bits ^= bits >> np.uint64(32)  # those of small integers are all among the highest
    return np.unique((bits * factors).sum(axis=1)).size
