"""From a kernel, or a factor of one, to its eigenvalues and eigenvectors."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import scipy.linalg
import scipy.sparse
from scipy.linalg import lapack
from sklearn.utils.extmath import safe_sparse_dot

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..threads import one_blas_thread

# Gram matrices square the condition number; above this spread of eigenvalues the vectors would not be orthonormal
# to eight digits, and the singular value decomposition takes over.
_GRAM_SPREAD = 1e-7


@dataclass(frozen=True)
class Spectrum:
    """The positive eigenvalues of a positive semi-definite matrix, largest first, and their eigenvectors."""

    eigenvalues: FloatArray  # (r,) positive, descending; infinite ones belong to vectors that every draw keeps
    # (r, n), row i the eigenvector of eigenvalue i (rows, so that picking eigenvectors copies whole rows)
    vectors: FloatArray


def noise_level(n: int, eps: float = float(np.finfo(float).eps)) -> float:
    """The share of the largest eigenvalue of an n x n kernel that may be rounding."""
    return 10 * n * eps


def spectrum_of_kernel(
    kernel: FloatArray, factor: "PivotedFactor | None" = None, *, eps: float = float(np.finfo(float).eps)
) -> Spectrum:
    """Eigen-decomposition of a checked kernel; eigenvalues within rounding of zero are left out.

    Smooth kernels have a numerical rank r far below n: the decomposition of the factor costs O(n r^2). Only where r is
    a good part of n, or there is no factor, is the O(n^3) decomposition needed.

    Parameters
    ----------
    kernel : (n, n) symmetric
    factor : of the kernel
    eps : rounding unit of the numbers that the kernel was made with
    """
    n = kernel.shape[0]
    noise = noise_level(n, eps)
    kernel = np.asarray(kernel, dtype=np.float64)
    if factor is not None and factor.columns.shape[1] <= n // 3:
        columns = np.empty_like(factor.columns)
        columns[factor.points] = factor.columns
        return _spectrum_by_svd(columns, noise=noise)
    # Divide and conquer: it never fails, and its vectors are orthogonal to rounding.
    eigenvalues, vectors = scipy.linalg.eigh(kernel, driver="evd", check_finite=False)
    smallest, level = eigenvalues[0], noise * max(abs(eigenvalues[-1]), abs(eigenvalues[0]))
    if smallest < -max(level, np.finfo(float).tiny):
        raise InputError(
            f"the kernel is not positive semi-definite: its smallest eigenvalue is {smallest:.6g}, below the "
            f"rounding level -{level:.2g}. Use a positive semi-definite kernel, or set negative eigenvalues to zero."
        )
    kept = np.flatnonzero(eigenvalues > noise * max(eigenvalues[-1], 0))[::-1]
    return Spectrum(eigenvalues[kept], np.ascontiguousarray(vectors.T[kept]))


def spectrum_of_marginal_kernel(kernel: FloatArray) -> Spectrum:
    """Spectrum of L from ``K = L (I + L)^-1``: ``l = k / (1 - k)``, infinite where k is 1 to rounding."""
    values, vectors = scipy.linalg.eigh(np.asarray(kernel, dtype=np.float64), check_finite=False)
    eps = float(np.finfo(kernel.dtype).eps)
    # refused: what rounding in the caller's products cannot explain; snapped to 0 and 1: what ours can
    allowed, noise = np.sqrt(eps), noise_level(values.size, eps)
    for value, limit in ((values[0], "0"), (values[-1], "1")):
        if not -allowed <= value <= 1 + allowed:
            raise InputError(
                f"the eigenvalues of a marginal kernel lie between 0 and 1; one of them is {value:.6g}. Clip it to "
                f"{limit}, or pass a likelihood kernel to LEnsemble(L)."
            )
    kept = np.flatnonzero(values > noise)[::-1]
    values = values[kept]
    sure = values >= 1 - noise
    odds = np.where(sure, np.inf, values / np.where(sure, 1, 1 - values))
    return Spectrum(odds, np.ascontiguousarray(vectors.T[kept]))


def spectrum_of_factor(factor: Any) -> Spectrum:
    """Spectrum of ``B B^T`` from B, dense or sparse, n x r, by the smaller of the two Gram matrices."""
    n, r = factor.shape
    if r > n // 2:  # the vectors of the small Gram matrix would have to be taken back, at the cost of the large one
        return spectrum_of_kernel(safe_sparse_dot(factor, factor.T, dense_output=True))
    gram = safe_sparse_dot(factor.T, factor, dense_output=True)
    eigenvalues, right = scipy.linalg.eigh(gram, check_finite=False)
    if eigenvalues[0] <= _GRAM_SPREAD * eigenvalues[-1]:
        dense = factor.toarray() if scipy.sparse.issparse(factor) else factor
        return _spectrum_by_svd(dense)
    vectors = (factor @ (right / np.sqrt(eigenvalues))).T
    return Spectrum(eigenvalues[::-1], np.ascontiguousarray(vectors[::-1]))


def _spectrum_by_svd(factor: FloatArray, *, noise: float = 0.0) -> Spectrum:
    left, singular, _ = scipy.linalg.svd(factor, full_matrices=False, check_finite=False)
    least = max(max(factor.shape) * np.finfo(float).eps, np.sqrt(noise)) * singular.max(initial=0)
    kept = singular > least
    return Spectrum(singular[kept] ** 2, np.ascontiguousarray(left.T[kept]))


@dataclass(frozen=True)
class PivotedFactor:
    """The Cholesky factor with full pivoting, large columns first: ``L[points][:, points] = F F^T`` to rounding."""

    columns: FloatArray  # (n, rank) the matrix F, lower triangular
    points: IntArray  # (n,) the order of the pivots

    @classmethod
    def of(cls, kernel: FloatArray, *, tolerance: float) -> Self | None:
        """Down to a diagonal of ``tolerance``, in O(n rank^2); None if what is left is more than rounding."""
        n = kernel.shape[0]
        lower, pivots, rank, _ = lapack.dpstrf(kernel.T, tol=tolerance, lower=1)  # columns are what LAPACK reads
        factor = cls(np.tril(lower[:, :rank]), pivots - 1)
        if rank < n:
            # The factorisation looks at the diagonal alone: an indefinite rest can hide beside it, but not from a few
            # random directions.
            probes = np.random.default_rng(0).standard_normal((n, 4))
            inside = np.empty_like(probes)
            inside[factor.points] = factor.columns @ (factor.columns.T @ probes[factor.points])
            if np.abs(kernel @ probes - inside).max() > 10 * n * tolerance:
                return None
        return factor

    @cached_property
    def squares(self) -> FloatArray:
        """(rank,) squared norms of the columns."""
        return np.einsum("ij,ij->j", self.columns, self.columns)


class LazySpectrum:
    """A spectrum computed at its first use and shared by all ensembles on the same eigenvectors."""

    def __init__(self, compute: Callable[[], Spectrum]) -> None:
        self._compute = compute

    @cached_property
    def spectrum(self) -> Spectrum:
        with one_blas_thread():
            spectrum = self._compute()
        del self._compute  # lets go of the kernel
        return spectrum
