"""From a kernel, or a factor of one, to its eigenvalues and eigenvectors."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse
from scipy.linalg import lapack

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..threads import one_blas_thread
from .pivoted_factor import PivotedFactor

# Gram matrices square the condition number; above this spread of eigenvalues the vectors would not be orthonormal
# to eight digits, and the singular value decomposition takes over.
_GRAM_SPREAD = 1e-7
SMALL = 200  # points up to which one plain decomposition is quicker than anything clever


class Spectrum:
    """The positive eigenvalues of a positive semi-definite matrix, largest first, and their eigenvectors.

    Attributes
    ----------
    eigenvalues : (r,) positive, descending; infinite ones belong to vectors that every draw keeps
    """

    def __init__(self, eigenvalues: FloatArray, vectors: FloatArray) -> None:
        self.eigenvalues, self._vectors = eigenvalues, vectors

    @property
    def vectors(self) -> FloatArray:
        """(r, n), row i the eigenvector of eigenvalue i (rows, so that picking eigenvectors copies whole rows)."""
        return self._vectors

    def rows(self, kept: IntArray) -> FloatArray:
        """(m, n) some of the eigenvectors."""
        return self._vectors[kept]


class TridiagonalSpectrum(Spectrum):
    """A spectrum whose eigenvectors are known in the basis that makes the matrix tridiagonal.

    Taking a vector back to the points costs 4 n^2, all of them together nearly half of a decomposition. Draws need the
    few that they keep, so each vector is taken back when it is first asked for.
    """

    def __init__(self, kernel: FloatArray, *, noise: float) -> None:
        n = kernel.shape[0]
        work = int(lapack.dsytrd_lwork(n, lower=1)[0])
        self._reflectors, diagonal, beside, self._tau, _ = lapack.dsytrd(kernel, lower=1, lwork=work)
        # Divide and conquer: a little slower here than relatively robust representations, but it never fails, and its
        # vectors are orthogonal to rounding.
        values, vectors, failed = lapack.dstevd(diagonal, beside)
        if failed:
            raise np.linalg.LinAlgError("the eigenvalues of the kernel were not found: the iteration did not converge.")
        self.smallest = float(values[0])
        kept = np.flatnonzero(values > noise * values[-1])[::-1]
        super().__init__(values[kept], np.ascontiguousarray(vectors.T[kept]))
        self._back = np.zeros(kept.size, dtype=bool)

    @property
    def vectors(self) -> FloatArray:
        self._take_back(np.arange(self.eigenvalues.size))
        return self._vectors

    def rows(self, kept: IntArray) -> FloatArray:
        self._take_back(kept)
        return self._vectors[kept]

    def _take_back(self, kept: IntArray) -> None:
        missing = kept[~self._back[kept]]
        if missing.size:
            # The basis is 1 in the first coordinate, and a product of Householder reflections in the others.
            inner = np.asfortranarray(self._vectors[missing, 1:].T)
            reflectors = self._reflectors[1:, :-1]
            work = int(lapack.dormqr("L", "N", reflectors, self._tau, inner, -1)[1][0])
            self._vectors[missing, 1:] = lapack.dormqr("L", "N", reflectors, self._tau, inner, work)[0].T
            self._back[missing] = True


def noise_level(n: int, eps: float) -> float:
    """The share of the largest eigenvalue of an n x n kernel that may be rounding."""
    return 10 * n * eps


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
    noise = noise_level(n, eps)
    kernel = np.asarray(kernel, dtype=np.float64)
    tolerance = noise * float(kernel.diagonal().max())
    if tolerance > 0 and n > SMALL:
        factor = _low_rank_factor(kernel, tolerance=tolerance)
        if factor is not None:
            return _cut(_spectrum_by_svd(factor), noise)
        spectrum = TridiagonalSpectrum(kernel, noise=noise)
        _check_definite(spectrum.smallest, noise * max(spectrum.eigenvalues[0], -spectrum.smallest))
        return spectrum
    eigenvalues, vectors = scipy.linalg.eigh(kernel, check_finite=False)
    _check_definite(eigenvalues[0], noise * max(abs(eigenvalues[-1]), abs(eigenvalues[0])))
    return _cut(Spectrum(eigenvalues[::-1], np.ascontiguousarray(vectors.T[::-1])), noise)


def _check_definite(smallest: float, level: float) -> None:
    if smallest < -max(level, np.finfo(float).tiny):
        raise InputError(
            f"the kernel is not positive semi-definite: its smallest eigenvalue is {smallest:.6g}, below the "
            f"rounding level -{level:.2g}. Use a positive semi-definite kernel, or set negative eigenvalues to zero."
        )


def spectrum_of_marginal_kernel(kernel: FloatArray) -> Spectrum:
    """Spectrum of L from ``K = L (I + L)^-1``: ``l = k / (1 - k)``, infinite where k is 1 to rounding."""
    values, vectors = scipy.linalg.eigh(np.asarray(kernel, dtype=np.float64), check_finite=False)
    eps = float(np.finfo(kernel.dtype).eps)
    # refused: what rounding in the caller's products cannot explain; snapped to 0 and 1: what ours can
    allowed, noise = np.sqrt(eps), 10 * values.size * eps
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
    # A part of full rank, at 1/27 of the cost, proves that the rank is too large.
    part = np.linspace(0, n - 1, n // 3 + 1).astype(np.intp)
    if lapack.dpstrf(kernel[np.ix_(part, part)], tol=tolerance, lower=1)[2] == part.size:
        return None
    factor = PivotedFactor.of(kernel, tolerance=tolerance)
    if factor is None or factor.columns.shape[1] > n // 3:
        return None
    columns = np.empty_like(factor.columns)
    columns[factor.points] = factor.columns
    return columns


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
