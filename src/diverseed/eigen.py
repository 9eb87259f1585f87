"""The largest eigenvalues of a symmetric matrix, to a few digits, fast and from a good start."""

import numpy as np

from .arrays import FloatArray
from .blas_threads import one_blas_thread

_DEGREE = 6
_MAX_ROUNDS = 12


def top_eigenpairs(
    matrix: FloatArray, count: int, *, start: FloatArray | None = None, tol: float = 1e-3
) -> tuple[FloatArray, FloatArray]:
    """The ``count`` largest eigenvalues of a matrix whose spectrum lies in about [0, 1], and their eigenvectors.

    Subspace iteration with a Chebyshev filter that damps what lies below the subspace (Zhou, Saad, Tiago & Chelikowsky
    2006). Unlike Lanczos iteration it does not mind many equal eigenvalues, which is what clusters are, and it starts
    from the eigenvectors of a similar matrix.

    Parameters
    ----------
    matrix : (n, n) symmetric
    count : how many, at most n
    start : (n, at least count) vectors near the eigenvectors, optional
    tol : stop when no eigenvalue among the first ``count`` moves by more than this in a round

    Returns
    -------
    (count + margin,) eigenvalues, falling, and (n, count + margin) orthonormal eigenvectors. The margin, a quarter
    more, guards the first ``count``: it is a start for the next call, and less exact.
    """
    with one_blas_thread():
        return _top_eigenpairs(matrix, count, start, tol)


def _top_eigenpairs(
    matrix: FloatArray, count: int, start: FloatArray | None, tol: float
) -> tuple[FloatArray, FloatArray]:
    n = matrix.shape[0]
    size = min(count + count // 4 + 6, n)
    if n <= 250 or size > 0.4 * n:
        values, vectors = np.linalg.eigh(matrix)
        return values[::-1][:size], vectors[:, ::-1][:, :size]
    if start is None or start.shape[1] < size:
        start = np.random.default_rng(0).standard_normal((n, size)).astype(matrix.dtype)
    values, vectors, images = _rayleigh_ritz(matrix, start[:, :size])
    for _ in range(_MAX_ROUNDS):
        previous = values
        values, vectors, images = _rayleigh_ritz(matrix, _filtered(matrix, values[-1], vectors, images))
        if np.abs(values - previous)[:count].max() < tol:
            break
    return values, vectors


def _rayleigh_ritz(matrix: FloatArray, vectors: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Best eigenpairs within the span of the vectors, largest first, and the images of the eigenvectors."""
    basis = np.linalg.qr(vectors)[0]
    images = matrix @ basis
    values, rotation = np.linalg.eigh(basis.T @ images)
    rotation = rotation[:, ::-1]
    return values[::-1], basis @ rotation, images @ rotation


def _filtered(matrix: FloatArray, edge: float, vectors: FloatArray, images: FloatArray) -> FloatArray:
    """Apply a Chebyshev polynomial of the matrix that is small on [-0.02, edge] and grows steeply above."""
    low, high = -0.02, max(float(edge), 1e-3)
    half, middle = matrix.dtype.type((high - low) / 2), matrix.dtype.type((high + low) / 2)
    before, now = vectors, (images - middle * vectors) / half
    for _ in range(_DEGREE - 1):
        before, now = now, (2 / half) * (matrix @ now - middle * now) - before
    return now / np.linalg.norm(now, axis=0)
