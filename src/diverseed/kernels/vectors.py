"""Kernels of vectors: the paper's RBF and linear ones, and cosine; squared distances."""

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.metrics.pairwise import cosine_similarity, linear_kernel, rbf_kernel

from ..arrays import FloatArray
from ..errors import InputError

Kernel = Callable[..., FloatArray]


def rbf(X: Any, Y: Any = None, *, gamma: float = 1.0) -> FloatArray:
    """``exp(-gamma |x - y|^2)``."""
    if isinstance(X, np.ndarray) and isinstance(Y, np.ndarray | None):
        # far from the origin, squares of the coordinates leave no digits for those of the distances
        origin = np.mean(X if Y is None else Y, axis=0)
        X, Y = X - origin, None if Y is None else Y - origin
    return rbf_kernel(X, Y, gamma=gamma)


def linear(X: Any, Y: Any = None, *, gamma: float = 1.0) -> FloatArray:
    """``gamma <x, y>``; the paper's tables of real data come from gamma = 2 on raw features."""
    return gamma * linear_kernel(X, Y, dense_output=True)


def cosine(X: Any, Y: Any = None, *, gamma: float = 1.0) -> FloatArray:
    """``gamma <x, y> / (|x| |y|)``."""
    return gamma * cosine_similarity(X, Y, dense_output=True)


KERNELS: dict[str, Kernel] = {"rbf": rbf, "linear": linear, "cosine": cosine}


def get_kernel(kernel: str | Kernel) -> Kernel:
    """The kernel of that name, or the callable ``kernel(X, Y, gamma=...)`` itself."""
    if callable(kernel):
        return kernel
    if kernel not in KERNELS:
        raise InputError(f"kernel={kernel!r} is not supported. Use {', '.join(map(repr, KERNELS))} or a function.")
    return KERNELS[kernel]


def squared_distances(X: Any) -> FloatArray:
    """(n, n) squared Euclidean distances of the rows, which are taken relative to their mean unless they are sparse:
    float64, with an exact zero diagonal."""
    if not isinstance(X, np.ndarray):
        gram = np.asarray((X @ X.T).toarray(), dtype=np.float64)
    else:
        centred = X - X.mean(axis=0, dtype=np.float64)
        gram = centred @ centred.T
    return squared_distances_of_kernel(gram, out=gram)


def squared_distances_of_kernel(kernel: FloatArray, *, out: FloatArray | None = None) -> FloatArray:
    """(n, n) squared distances in the feature space of a kernel: ``K_ii + K_jj - 2 K_ij``; it may be written over."""
    norms = kernel.diagonal().copy()
    squares = np.multiply(kernel, -2, out=out)
    squares += norms[:, None]
    squares += norms
    np.maximum(squares, 0, out=squares)
    np.fill_diagonal(squares, 0)
    return squares
