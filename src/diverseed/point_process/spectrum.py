"""From a kernel, or a factor of one, to its eigenvalues and eigenvectors, checked on the way."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse

from ..arrays import FloatArray
from ..errors import InputError

# Gram matrices square the condition number; above this spread of eigenvalues the vectors would not be orthonormal
# to eight digits, and the singular value decomposition takes over.
_GRAM_SPREAD = 1e-7


@dataclass(frozen=True)
class Spectrum:
    """The positive eigenvalues of a positive semi-definite matrix, largest first, and their eigenvectors.

    Attributes
    ----------
    eigenvalues : (r,) positive, falling
    vectors : (r, n), row i the eigenvector of eigenvalue i (rows, so that picking eigenvectors copies whole rows)
    """

    eigenvalues: FloatArray
    vectors: FloatArray


def spectrum_of_kernel(kernel: FloatArray, *, eps: float = float(np.finfo(float).eps)) -> Spectrum:
    """Eigen-decomposition of a checked kernel; eigenvalues within rounding of zero are left out.

    Smooth kernels have a numerical rank far below n. A pivoted Cholesky factorisation that stops at rounding level
    finds it in O(n r^2), and the decomposition of the factor costs no more; only where r is a good part of n, or
    the remainder shows that the matrix is not positive semi-definite, is the O(n^3) decomposition needed.

    Parameters
    ----------
    kernel : (n, n) symmetric
    eps : rounding unit of the numbers that the kernel was made with
    """
    n = kernel.shape[0]
    noise = 10 * n * eps
    kernel = np.asarray(kernel, dtype=np.float64)
    largest = float(kernel.diagonal().max())
    if largest > 0 and n > 200:
        factor = _low_rank_factor(kernel, tolerance=noise * largest)
        if factor is not None:
            return _cut(_spectrum_by_svd(factor), noise)
    eigenvalues, vectors = scipy.linalg.eigh(kernel, check_finite=False)
    level = noise * max(abs(eigenvalues[-1]), abs(eigenvalues[0]))
    if eigenvalues[0] < -max(level, np.finfo(float).tiny):
        raise InputError(
            f"the kernel is not positive semi-definite: its smallest eigenvalue is {eigenvalues[0]:.6g}, below the "
            f"rounding level -{level:.2g}. Use a positive semi-definite kernel, or set negative eigenvalues to zero."
        )
    return _cut(Spectrum(eigenvalues[::-1], np.ascontiguousarray(vectors.T[::-1])), noise)


def spectrum_of_factor(factor: Any) -> Spectrum:
    """Spectrum of ``B B^T`` from B, dense or sparse, n x r, by the smaller of the two Gram matrices."""
    n, r = factor.shape
    if r > n:
        gram = factor @ factor.T
        return spectrum_of_kernel(gram.toarray() if scipy.sparse.issparse(gram) else gram)
    gram = factor.T @ factor
    gram = gram.toarray() if scipy.sparse.issparse(gram) else gram
    eigenvalues, right = scipy.linalg.eigh(gram, check_finite=False)
    if eigenvalues[0] <= _GRAM_SPREAD * eigenvalues[-1]:
        dense = factor.toarray() if scipy.sparse.issparse(factor) else factor
        return _spectrum_by_svd(dense)
    vectors = (factor @ (right / np.sqrt(eigenvalues))).T
    return Spectrum(eigenvalues[::-1], np.ascontiguousarray(vectors[::-1]))


def _spectrum_by_svd(factor: FloatArray) -> Spectrum:
    left, singular, _ = scipy.linalg.svd(factor, full_matrices=False, check_finite=False)
    kept = singular > max(factor.shape) * np.finfo(float).eps * singular.max(initial=0)
    return Spectrum(singular[kept] ** 2, np.ascontiguousarray(left.T[kept]))


def _cut(spectrum: Spectrum, noise: float) -> Spectrum:
    """Leave out the eigenvalues that are rounding noise of the largest."""
    kept = spectrum.eigenvalues > noise * spectrum.eigenvalues.max(initial=0)
    return Spectrum(spectrum.eigenvalues[kept], spectrum.vectors[kept])


def _low_rank_factor(kernel: FloatArray, *, tolerance: float) -> FloatArray | None:
    """Pivoted Cholesky factor F, n x r with ``kernel = F F^T`` to rounding, or None if r is large or there is none."""
    n = kernel.shape[0]
    lower, pivots, rank, _ = scipy.linalg.lapack.dpstrf(kernel, tol=tolerance, lower=1)
    if rank > n // 3:
        return None
    factor = np.zeros((n, rank))
    factor[pivots - 1] = np.tril(lower[:, :rank])
    # The factorisation looks at the diagonal alone: an indefinite remainder can hide beside it, but not from a few
    # random directions.
    probes = np.random.default_rng(0).standard_normal((n, 4))
    remainder = kernel @ probes - factor @ (factor.T @ probes)
    if np.abs(remainder).max() > 10 * n * tolerance:
        return None
    return factor


def check_kernel(kernel: Any) -> FloatArray:
    """A square, finite, symmetric floating-point matrix, or an error that says what is wrong with it."""
    if scipy.sparse.issparse(kernel):
        raise InputError("the kernel is sparse; pass a dense matrix, or LEnsemble.from_factor(B) for L = B B^T.")
    kernel = _check_floats(kernel, "kernel")
    if kernel.shape[0] != kernel.shape[1]:
        raise InputError(f"the kernel must be square, n x n; its shape is {kernel.shape}.")
    scale = np.abs(kernel).max()
    difference = np.abs(kernel - kernel.T)
    # squared distances computed from products differ by rounding, in proportion to norms that do not show here
    if difference.max() > np.finfo(kernel.dtype).eps ** 0.6 * scale:
        i, j = np.unravel_index(difference.argmax(), difference.shape)
        raise InputError(
            f"the kernel is not symmetric: L[{i}, {j}] = {kernel[i, j]:.6g} but L[{j}, {i}] = {kernel[j, i]:.6g}. "
            "Use (L + L.T) / 2 if the difference is noise."
        )
    return kernel


def check_factor(factor: Any) -> Any:
    """A finite n x r matrix, dense or CSR, or an error that says what is wrong with it."""
    if scipy.sparse.issparse(factor):
        factor = scipy.sparse.csr_array(factor, dtype=np.float64)
        if 0 in factor.shape:
            raise InputError(f"the factor is empty: its shape is {factor.shape}. Pass at least one point and column.")
        if not np.isfinite(factor.data).all():
            raise InputError("the factor contains NaN or infinity. Remove or fill in those values first.")
        return factor
    return np.asarray(_check_floats(factor, "factor"), dtype=np.float64)


def check_weights(weights: Any, n: int) -> FloatArray:
    """One finite, non-negative weight a point, not all of them zero."""
    checked = np.asarray(weights, dtype=np.float64)
    if checked.shape != (n,):
        raise InputError(f"weights must hold one number a point, shape ({n},); its shape is {checked.shape}.")
    if not np.isfinite(checked).all() or (checked < 0).any():
        worst = checked[~(checked >= 0) | ~np.isfinite(checked)][0]
        raise InputError(f"weights must be finite and not negative; one of them is {worst:g}.")
    return checked


def _check_floats(matrix: Any, name: str) -> FloatArray:
    matrix = np.asarray(matrix)
    if matrix.dtype.kind not in "fiub":
        raise InputError(f"the {name} must hold real numbers; its type is {matrix.dtype}.")
    if matrix.dtype not in (np.float32, np.float64):
        matrix = matrix.astype(np.float64)
    if matrix.ndim != 2:
        raise InputError(f"the {name} must be a matrix; it has {matrix.ndim} dimension(s), shape {matrix.shape}.")
    if 0 in matrix.shape:
        raise InputError(f"the {name} is empty: its shape is {matrix.shape}. Pass at least one point.")
    if not np.isfinite(matrix).all():
        i, j = np.argwhere(~np.isfinite(matrix))[0]
        raise InputError(f"the {name} contains {matrix[i, j]} at [{i}, {j}]. Remove or fill in such values first.")
    return matrix
