"""L-ensembles: one spectrum, any number of draws, at any scale and sharpness."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Self, overload

import numpy as np
from scipy.linalg import qr
from scipy.special import expit, gammaln

from ..arrays import FloatArray, IntArray
from ..blas_threads import one_blas_thread
from ..errors import InputError
from ..random_state import RandomState, as_generator
from .draw import keep_exactly, keep_independently, keep_largest, points_of_projection, split_at
from .pivoted import greedy_pivots
from .sizes import kept_given_size, log_elementary_symmetric, log_tilt, poisson_binomial
from .spectrum import Spectrum, check_factor, check_kernel, check_weights, spectrum_of_factor, spectrum_of_kernel


class LEnsemble:
    """A determinantal point process on n points: ``P(Y = S) = det(L_S) / det(I + L)``.

    The spectrum of L is computed once, at the first question that needs it; draws and probabilities, also those of
    sharpened and rescaled ensembles made from this one, share it. An ensemble never changes.

    Parameters
    ----------
    kernel : (n, n) symmetric positive semi-definite, the matrix L
    weights : (n,) non-negative, optional. ``L <- W^1/2 L W^1/2``: a point of weight 2 is drawn as one of two copies
        would be; a point of weight 0 is never drawn.

    References
    ----------
    Kulesza & Taskar (2012), Determinantal point processes for machine learning.
    """

    def __init__(self, kernel: Any, *, weights: Any = None) -> None:
        checked = check_kernel(kernel)
        self._n, eps = checked.shape[0], float(np.finfo(checked.dtype).eps)
        if weights is not None:
            root = np.sqrt(check_weights(weights, self._n))
            checked = root[:, None] * checked * root
        self._source = _Lazy(lambda: spectrum_of_kernel(checked, eps=eps))
        # Log-eigenvalues are slope * log l + offset; a hard ensemble is the limit of ever higher powers of that.
        self._slope, self._offset, self._hard = 1.0, 0.0, False

    @classmethod
    def from_factor(cls, factor: Any, *, weights: Any = None) -> Self:
        """The ensemble of ``L = B B^T`` from B, n x r, dense or sparse; for r <= n in O(n r^2), never forming L.

        Parameters
        ----------
        factor : (n, r), array or scipy sparse
        weights : (n,) non-negative, optional
        """
        checked = check_factor(factor)
        if weights is not None:
            root = np.sqrt(check_weights(weights, checked.shape[0]))
            checked = (
                checked * root[:, None] if isinstance(checked, np.ndarray) else checked.multiply(root[:, None]).tocsr()
            )
        return cls._from_source(_Lazy(lambda: spectrum_of_factor(checked)), checked.shape[0])

    @classmethod
    def from_eigenvectors(cls, eigenvalues: Any, eigenvectors: Any) -> Self:
        """The ensemble with these positive eigenvalues, (r,), and orthonormal eigenvectors, (n, r)."""
        values, vectors = np.asarray(eigenvalues, dtype=np.float64), np.asarray(eigenvectors, dtype=np.float64)
        if vectors.ndim != 2 or values.shape != vectors.shape[1:]:
            raise InputError(
                f"r eigenvalues need eigenvectors of shape (n, r); got {values.shape} and {vectors.shape}."
            )
        if not (np.isfinite(values).all() and (values > 0).all() and np.isfinite(vectors).all()):
            raise InputError("eigenvalues must be positive, and eigenvectors finite.")
        falling = np.argsort(-values, kind="stable")
        spectrum = Spectrum(values[falling], np.ascontiguousarray(vectors.T[falling]))
        return cls._from_source(_Lazy(lambda: spectrum), vectors.shape[0])

    @classmethod
    def _from_source(cls, source: "_Lazy", n: int, *, slope: float = 1, offset: float = 0, hard: bool = False) -> Self:
        ensemble = cls.__new__(cls)
        ensemble._source, ensemble._n = source, n
        ensemble._slope, ensemble._offset, ensemble._hard = float(slope), float(offset), hard
        return ensemble

    def __repr__(self) -> str:
        return f"{type(self).__name__}(n={self._n}, rank={self.rank}, expected_size={self.expected_size:.4g})"

    # ------------------------------------------------------------------ the spectrum

    def __len__(self) -> int:
        return self._n

    @property
    def rank(self) -> int:
        """Numerical rank of L: the largest number of points a draw can have."""
        return int(self._source.spectrum.eigenvalues.size)

    @property
    def eigenvalues(self) -> FloatArray:
        """(rank,) positive eigenvalues of L, falling."""
        with np.errstate(over="ignore"):
            return np.exp(self._log_eigenvalues)

    @property
    def eigenvectors(self) -> FloatArray:
        """(n, rank) orthonormal eigenvectors of L, in the order of the eigenvalues."""
        return self._source.spectrum.vectors.T

    @cached_property
    def _soft_log_eigenvalues(self) -> FloatArray:
        return self._slope * np.log(self._source.spectrum.eigenvalues) + self._offset

    @property
    def _log_eigenvalues(self) -> FloatArray:
        soft = self._soft_log_eigenvalues
        return np.where(soft == 0, 0.0, np.copysign(np.inf, soft)) if self._hard else soft

    @property
    def _tied(self) -> float:
        """Eigenvalues closer than rounding, as logarithms: relative rounding grows with the power."""
        return self._slope * 1e-10

    # ------------------------------------------------------------------ other ensembles on the same eigenvectors

    def sharpen(self, power: float, scale: float = 1.0) -> Self:
        """The ensemble whose eigenvalues are ``(l / scale) ** power``.

        A power above 1 drives the probability of each eigenvector towards 0 or 1: those above ``scale`` are kept, the
        others are not. ``power=inf`` is the limit. With k it is the projection process on the top k eigenvectors,
        which draws exactly one point from each of k clusters where each cluster is one block of L.
        """
        if not power > 0:
            raise InputError(f"power must be above 0 (1 leaves the process as it is, inf is the limit); it is {power}.")
        if not 0 < scale < np.inf:
            raise InputError(f"scale must be a positive number; it is {scale}.")
        if self._hard:  # 0 and infinity stay what they are
            return self
        offset = self._offset - np.log(scale)
        if np.isinf(power):
            return self._with(self._slope, offset, hard=True)
        return self._with(self._slope * power, offset * power)

    def rescale(self, expected_size: float) -> Self:
        """The ensemble ``a L`` that draws ``expected_size`` points on average, between 0 and the rank."""
        if self._hard:
            raise InputError("an infinitely sharp ensemble has one size only. Rescale first, then sharpen.")
        if not 0 < expected_size < self.rank:
            raise InputError(f"expected_size must lie between 0 and the rank, {self.rank}; it is {expected_size}.")
        return self._with(self._slope, self._offset + log_tilt(self._log_eigenvalues, expected_size))

    def _with(self, slope: float, offset: float, *, hard: bool = False) -> Self:
        return self._from_source(self._source, self._n, slope=slope, offset=offset, hard=hard)

    # ------------------------------------------------------------------ draws

    @overload
    def sample(self, k: int | None = None, *, n_samples: None = None, random_state: RandomState = None) -> IntArray: ...
    @overload
    def sample(self, k: int | None = None, *, n_samples: int, random_state: RandomState = None) -> list[IntArray]: ...
    def sample(
        self, k: int | None = None, *, n_samples: int | None = None, random_state: RandomState = None
    ) -> IntArray | list[IntArray]:
        """Draw exactly from the process.

        Parameters
        ----------
        k : None draws a set of random size, ``P(S) = det(L_S) / det(I + L)``; an integer draws the k-DPP,
            ``P(S)`` proportional to ``det(L_S)`` among the sets of k points.
        n_samples : None for one draw, else how many independent draws
        random_state : int, Generator, RandomState or None

        Returns
        -------
        ascending indices of one draw, or a list of such arrays
        """
        if n_samples is not None and n_samples < 0:
            raise InputError(f"n_samples must not be negative; it is {n_samples}.")
        rng = as_generator(random_state)
        vectors = self._source.spectrum.vectors
        kept_sets = self._kept(k, 1 if n_samples is None else n_samples, rng)
        with one_blas_thread():
            draws = [points_of_projection(vectors[kept], rng) for kept in kept_sets]
        return draws[0] if n_samples is None else draws

    def _kept(self, k: int | None, n_samples: int, rng: np.random.Generator) -> Sequence[IntArray]:
        if k is None:
            return [keep_independently(self._log_eigenvalues, rng) for _ in range(n_samples)]
        k = self._check_size(k)
        if self._hard:
            soft = self._soft_log_eigenvalues
            return [keep_largest(soft, k, rng, tied=self._tied) for _ in range(n_samples)]
        return keep_exactly(self._log_eigenvalues, k, rng, n_samples=n_samples)

    def greedy_map(self, k: int) -> IntArray:
        """The k points that a greedy search for the most probable set finds, in the order found; no randomness.

        Each step adds the point that raises ``det(L_S)`` most (Chen, Zhang & Zhou 2018). It is the pivot order of a
        Cholesky factorisation with full pivoting.
        """
        k = self._check_size(k)
        log_l = self._soft_log_eigenvalues
        roots = (
            np.exp((log_l - log_l.max(initial=0)) / 2) if not self._hard else (np.arange(self.rank) < k).astype(float)
        )
        factor = self.eigenvectors * roots
        diagonal = np.einsum("ij,ij->i", factor, factor)
        return greedy_pivots(lambda points: factor @ factor[points].T, diagonal, k)

    # ------------------------------------------------------------------ probabilities

    @property
    def expected_size(self) -> float:
        """``E|Y| = sum l / (1 + l)``."""
        return float(expit(self._log_eigenvalues).sum())

    @property
    def size_variance(self) -> float:
        """``Var|Y| = sum l / (1 + l)^2``."""
        kept = expit(self._log_eigenvalues)
        return float((kept * (1 - kept)).sum())

    def size_distribution(self) -> FloatArray:
        """(rank + 1,) probabilities of drawing 0 .. rank points, a Poisson-binomial distribution."""
        return poisson_binomial(expit(self._log_eigenvalues))

    def marginal_kernel(self) -> FloatArray:
        """(n, n) matrix K with ``P(A in Y) = det(K_A)``: ``K = L (I + L)^-1``."""
        vectors = self._source.spectrum.vectors
        return (vectors.T * expit(self._log_eigenvalues)) @ vectors

    def inclusion_probabilities(self, k: int | None = None) -> FloatArray:
        """(n,) probability that each point is drawn, by the process or, with k, by the k-DPP."""
        vectors = self._source.spectrum.vectors
        return np.einsum("i,ij,ij->j", self._kept_probabilities(k), vectors, vectors)

    def _kept_probabilities(self, k: int | None) -> FloatArray:
        if k is None:
            return expit(self._log_eigenvalues)
        k = self._check_size(k)
        if not self._hard:
            return kept_given_size(self._log_eigenvalues, k)
        above, level = split_at(self._soft_log_eigenvalues, k, tied=self._tied)
        kept = np.zeros(self.rank)
        kept[above] = 1
        kept[level] = (k - above.size) / max(level.size, 1)
        return kept

    def log_prob(self, subset: Any, k: int | None = None) -> float:
        """Natural logarithm of the probability that a draw is exactly ``subset``; ``-inf`` if it cannot be.

        Parameters
        ----------
        subset : indices of different points, in any order
        k : None for the process of random size, an integer for the k-DPP
        """
        points = self._check_subset(subset)
        if k is not None and self._check_size(k) != points.size:
            return -np.inf
        if points.size > self.rank:
            return -np.inf
        if self._hard:
            return self._log_prob_hard(points, k)
        log_l = self._log_eigenvalues
        normaliser = np.logaddexp(0, log_l).sum() if k is None else log_elementary_symmetric(log_l, k)
        return self._log_minor(points) - float(normaliser)

    def _log_minor(self, points: IntArray) -> float:
        """``log det(L_S)`` from ``L_S = M M^T``, M's columns graded by the eigenvalues: QR keeps their small digits."""
        if not points.size:
            return 0.0
        log_l = self._log_eigenvalues
        shift = log_l.max()
        graded = np.exp((log_l - shift) / 2)[:, None] * self._source.spectrum.vectors[:, points]
        triangle = qr(graded, mode="r", pivoting=True)[0][: points.size]
        with np.errstate(divide="ignore"):
            return float(2 * np.log(np.abs(triangle.diagonal())).sum() + points.size * shift)

    def _log_prob_hard(self, points: IntArray, k: int | None) -> float:
        """Eigenvectors above the edge are kept for sure, and some of those level with it, each choice alike.

        With T the sure vectors' coordinates of the points and J those of a choice, ``sum_J det([T J])^2`` splits, by
        Cauchy-Binet, into ``det(T^T T)`` and the minor of the level ones in the orthogonal complement of T.
        """
        if k is None:
            log_l = self._log_eigenvalues
            above, level = np.flatnonzero(log_l > 0), np.flatnonzero(log_l == 0)
            log_choices = level.size * np.log(2)
        else:
            above, level = split_at(self._soft_log_eigenvalues, k, tied=self._tied)
            chosen = k - above.size
            log_choices = gammaln(level.size + 1) - gammaln(chosen + 1) - gammaln(level.size - chosen + 1)
        if not above.size <= points.size <= above.size + level.size:
            return -np.inf
        if not points.size:
            return float(-log_choices)
        vectors = self._source.spectrum.vectors
        complete, triangle = np.linalg.qr(vectors[above][:, points].T, mode="complete")
        rest = vectors[level][:, points] @ complete[:, above.size :]
        with np.errstate(divide="ignore"):
            sure = 2 * np.log(np.abs(triangle.diagonal())).sum()
            _, minor = np.linalg.slogdet(rest.T @ rest)
        return float(sure + minor - log_choices)

    # ------------------------------------------------------------------ checks

    def _check_size(self, k: Any) -> int:
        if isinstance(k, bool) or not isinstance(k, (int, np.integer)):
            raise InputError(f"k must be an integer, or None for a random size; it is {k!r}.")
        if k < 0:
            raise InputError(f"k must not be negative; it is {k}.")
        if k > self.rank:
            raise InputError(
                f"k={k} is above the numerical rank of this kernel, {self.rank} of n={self._n}. Ask for at most "
                f"{self.rank} points, or narrow the kernel (a larger gamma raises the rank)."
            )
        return int(k)

    def _check_subset(self, subset: Any) -> IntArray:
        points = np.asarray(subset)
        if points.size == 0:
            return np.empty(0, dtype=np.intp)
        if points.ndim != 1 or points.dtype.kind not in "iu":
            raise InputError(f"subset must be a list of indices; it has shape {points.shape}, type {points.dtype}.")
        if points.min() < 0 or points.max() >= self._n:
            raise InputError(f"subset holds {points.min()} .. {points.max()}; indices go from 0 to {self._n - 1}.")
        if np.unique(points).size < points.size:
            raise InputError("subset holds an index twice; a draw never does.")
        return points.astype(np.intp)


class _Lazy:
    """A spectrum computed at its first use and shared by all ensembles on the same eigenvectors."""

    def __init__(self, compute: Callable[[], Spectrum]) -> None:
        self._compute = compute

    @cached_property
    def spectrum(self) -> Spectrum:
        with one_blas_thread():
            spectrum = self._compute()
        del self._compute  # lets go of the kernel
        return spectrum
