"""The largest eigenvalues of a symmetric matrix, to a few digits, fast and from a good start."""

import numpy as np

from .arrays import FloatArray
from .blas_threads import one_blas_thread

# A low degree keeps the filtered vectors well apart in single precision.
_DEGREE = 4
_MAX_ROUNDS = 12
_FRESH = 6


def top_eigenpairs(
    matrix: FloatArray, count: int, *, start: FloatArray | None = None, tol: float = 2e-3
) -> tuple[FloatArray, FloatArray]:
    """The ``count`` largest eigenvalues of a matrix whose spectrum lies in about [0, 1], and their eigenvectors.

    Subspace iteration with a Chebyshev filter that damps what lies below the subspace (Zhou, Saad, Tiago & Chelikowsky
    2006). Unlike Lanczos iteration it does not mind many equal eigenvalues, which is what clusters are, and it starts
    from the eigenvectors of a similar matrix.

    Parameters
    ----------
    matrix : (n, n) symmetric
    count : how many, at most n
    start : (n, any number) vectors near the eigenvectors, optional
    tol : stop when the residuals show no eigenvalue among the first ``count`` to be further off than about this

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
    size = min(count + count // 4 + _FRESH, n)
    if n <= 250 or size > 0.4 * n:
        values, vectors = np.linalg.eigh(matrix)
        return values[::-1][:size], vectors[:, ::-1][:, :size]
    values, vectors, images = _rayleigh_ritz(matrix, _first_basis(matrix, start, size))
    for _ in range(_MAX_ROUNDS):
        if _largest_error(values, vectors, images, count) < tol:
            break
        values, vectors, images = _rayleigh_ritz(matrix, _orthonormal(_filtered(matrix, values[-1], vectors, images)))
    return values, vectors


def _first_basis(matrix: FloatArray, start: FloatArray | None, size: int) -> FloatArray:
    """An orthonormal basis to start from. Residuals cannot show an eigenvector that the start has no share of, so some
    random vectors always come in."""
    known = np.empty((matrix.shape[0], 0), dtype=matrix.dtype) if start is None else start[:, : size - _FRESH]
    random = np.random.default_rng(0).standard_normal((matrix.shape[0], size - known.shape[1])).astype(matrix.dtype)
    images = matrix @ random
    if start is None:
        images = matrix @ images
    return np.linalg.qr(np.hstack([known, images / np.linalg.norm(images, axis=0)]))[0]


def _largest_error(values: FloatArray, vectors: FloatArray, images: FloatArray, count: int) -> float:
    """How far off the first ``count`` eigenvalues may be: residual^2 over the distance to what lies outside."""
    residuals = images[:, :count] - vectors[:, :count] * values[:count]
    squares = np.einsum("ij,ij->j", residuals, residuals)
    return float(np.minimum(squares / np.maximum(values[:count] - values[-1], 1e-6), np.sqrt(squares)).max())


def _orthonormal(vectors: FloatArray) -> FloatArray:
    """An orthonormal basis of the span of vectors that are far from dependent, by Cholesky factors of their products:
    ten times faster than Householder's way, and repeated once for the digits lost."""
    for _ in range(2):
        try:
            factor = np.linalg.cholesky(vectors.T @ vectors)
        except np.linalg.LinAlgError:
            return np.linalg.qr(vectors)[0]
        vectors = vectors @ np.linalg.inv(factor).T
    return vectors


def _rayleigh_ritz(matrix: FloatArray, basis: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Best eigenpairs within the span of an orthonormal basis, largest first, and the images of the eigenvectors."""
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
