"""The largest eigenvalues of a symmetric matrix, to a few digits, fast and from a good start."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from .arrays import FloatArray
from .blas_threads import one_blas_thread, openmp_threads

# A low degree keeps the filtered vectors well apart in single precision.
_DEGREE = 4
_MAX_ROUNDS = 12
_FRESH = 6
# Multiplications in a product above which more than one thread gains.
_LARGE = 50_000_000

_Product = Callable[[FloatArray], FloatArray]


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
    n = matrix.shape[0]
    size = min(count + count // 4 + _FRESH, n)
    n_threads = openmp_threads() if n * n * size > _LARGE else 1
    with one_blas_thread(), ThreadPoolExecutor(n_threads) as pool:
        if n <= 250 or size > 0.4 * n:
            values, vectors = np.linalg.eigh(matrix)
            return values[::-1][:size], vectors[:, ::-1][:, :size]
        images_of = _product_by(matrix, pool, n_threads) if n_threads > 1 else matrix.__matmul__
        return _iterated(images_of, _first_basis(images_of, n, start, size, matrix.dtype), count, tol)


def _product_by(matrix: FloatArray, pool: ThreadPoolExecutor, n_threads: int) -> _Product:
    """Products with the matrix, its rows divided among threads. They sleep when they are done; those of BLAS spin, and
    on a busy machine wait far longer than they compute."""
    edges = [matrix.shape[0] * part // n_threads for part in range(n_threads + 1)]
    parts = [slice(*pair) for pair in pairwise(edges)]

    def images_of(vectors: FloatArray) -> FloatArray:
        images = np.empty_like(vectors, order="C")
        list(pool.map(lambda part: np.matmul(matrix[part], vectors, out=images[part]), parts))
        return images

    return images_of


def _iterated(images_of: _Product, basis: FloatArray, count: int, tol: float) -> tuple[FloatArray, FloatArray]:
    values, vectors, images = _rayleigh_ritz(images_of, basis)
    for _ in range(_MAX_ROUNDS):
        if _largest_error(values, vectors, images, count) < tol:
            break
        values, vectors, images = _rayleigh_ritz(
            images_of, _orthonormal(_filtered(images_of, values[-1], vectors, images))
        )
    return values, vectors


def _first_basis(images_of: _Product, n: int, start: FloatArray | None, size: int, dtype: Any) -> FloatArray:
    """An orthonormal basis to start from. Residuals cannot show an eigenvector that the start has no share of, so some
    random vectors always come in."""
    known = np.empty((n, 0), dtype=dtype) if start is None else start[:, : size - _FRESH]
    images = images_of(np.random.default_rng(0).standard_normal((n, size - known.shape[1])).astype(dtype))
    if start is None:
        images = images_of(images)
    return _orthonormal(np.hstack([known, images / np.linalg.norm(images, axis=0)]))


def _largest_error(values: FloatArray, vectors: FloatArray, images: FloatArray, count: int) -> float:
    """How far off the first ``count`` eigenvalues may be: residual^2 over the distance to what lies outside."""
    residuals = images[:, :count] - vectors[:, :count] * values[:count]
    squares = np.einsum("ij,ij->j", residuals, residuals)
    return float(np.minimum(squares / np.maximum(values[:count] - values[-1], 1e-6), np.sqrt(squares)).max())


def _orthonormal(vectors: FloatArray) -> FloatArray:
    """An orthonormal basis of the span, by the Cholesky factor of the products: ten times faster than Householder's
    way, and repeated once for the digits lost. Nearly dependent vectors have no such factor, and go Householder's way.
    """
    for _ in range(2):
        try:
            factor = np.linalg.cholesky(vectors.T @ vectors)
        except np.linalg.LinAlgError:
            return np.linalg.qr(vectors)[0]
        vectors = vectors @ np.linalg.inv(factor).T
    return vectors


def _rayleigh_ritz(images_of: _Product, basis: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Best eigenpairs within the span of an orthonormal basis, largest first, and the images of the eigenvectors."""
    images = images_of(basis)
    values, rotation = np.linalg.eigh(basis.T @ images)
    rotation = rotation[:, ::-1]
    return values[::-1], basis @ rotation, images @ rotation


def _filtered(images_of: _Product, edge: float, vectors: FloatArray, images: FloatArray) -> FloatArray:
    """Apply a Chebyshev polynomial of the matrix that is small on [-0.02, edge] and grows steeply above."""
    low, high = -0.02, max(float(edge), 1e-3)
    half, middle = vectors.dtype.type((high - low) / 2), vectors.dtype.type((high + low) / 2)
    before, now = vectors, (images - middle * vectors) / half
    for _ in range(_DEGREE - 1):
        before, now = now, (2 / half) * (images_of(now) - middle * now) - before
    return now / np.linalg.norm(now, axis=0)
