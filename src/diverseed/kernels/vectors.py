"""Kernels of vectors: the paper's RBF and linear ones, cosine, and the degree-normalised one that clusters show in."""

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.metrics.pairwise import cosine_similarity, linear_kernel, rbf_kernel

from ..arrays import FloatArray
from ..errors import InputError

Kernel = Callable[..., FloatArray]


def rbf(X: Any, Y: Any = None, *, gamma: float = 1.0) -> FloatArray:
    """``exp(-gamma |x - y|^2)``."""
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
        raise InputError(f"kernel={kernel!r} is not known. Use one of {', '.join(map(repr, KERNELS))}, or a function.")
    return KERNELS[kernel]


def squared_distances(X: Any) -> FloatArray:
    """(n, n) squared Euclidean distances, relative to their mean; sparse rows stay sparse on the way.

    Returns
    -------
    float64 with an exact zero diagonal
    """
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


def neighbour_distance(squares: FloatArray, weights: FloatArray, mass: float) -> FloatArray:
    """(n,) distance from each point at which the weight around it, its own left out, reaches ``mass``.

    Parameters
    ----------
    squares : (n, n) squared distances
    weights : (n,) positive
    mass : weight of the neighbours to reach; only the nearest 32 points are looked at
    """
    n = squares.shape[0]
    count = min(32, n - 1)
    if count < 1:
        return np.zeros(n)
    near = np.argpartition(squares, count, axis=1)[:, : count + 1]
    distances = np.take_along_axis(squares, near, axis=1)
    order = np.argsort(distances, axis=1)
    near, distances = np.take_along_axis(near, order, axis=1), np.take_along_axis(distances, order, axis=1)
    around = np.cumsum(weights[near], axis=1) - weights[:, None]
    reached = around >= mass * (1 - 1e-9)
    first = np.where(reached.any(axis=1), reached.argmax(axis=1), count)
    return np.sqrt(distances[np.arange(n), first])


def normalised_kernel(squares: FloatArray, weights: FloatArray, widths: FloatArray) -> FloatArray:
    """Degree-normalised RBF kernel of weighted points, each with a bandwidth of its own.

    ``A = D^-1/2 W^1/2 K W^1/2 D^-1/2`` with ``K_ij = exp(-d_ij^2 / (2 b_i b_j))`` and D the row sums of ``K W``. Its
    eigenvalues are those of a random walk that steps to neighbours in proportion to weight; the largest is 1, and each
    cluster that the walk hardly leaves adds one near 1, whatever its size.

    Parameters
    ----------
    squares : (n, n) squared distances
    weights : (n,) positive
    widths : (n,) the bandwidths b

    Returns
    -------
    (n, n) float32: eigenvalues are compared to three digits
    """
    inverse = (1 / (np.sqrt(2) * widths)).astype(np.float32)
    kernel = squares.astype(np.float32)
    kernel *= -inverse[:, None]
    kernel *= inverse
    np.exp(kernel, out=kernel)
    masses = (weights / weights.mean()).astype(np.float32)
    scale = np.sqrt(masses / (kernel @ masses))
    kernel *= scale[:, None]
    kernel *= scale
    return kernel
