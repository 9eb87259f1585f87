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
