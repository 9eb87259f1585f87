"""L-ensembles: one spectrum, any number of draws, at any scale and sharpness."""

from functools import cached_property
from typing import Any, Self

import numpy as np
from scipy.linalg import qr
from scipy.sparse import diags_array
from scipy.special import expit

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..threads import one_blas_thread
from .checks import check_count, check_factor, check_indices, check_kernel, check_weights
from .conditioning import condition_factor, condition_marginal_kernel, embedded
from .draw import keep, points_of_projection, split_at
from .head_and_tail import HeadAndTail, KernelSource
from .pivoted import greedy_pivots
from .process import PointProcess
from .sizes import kept_given_size, log_tilt, log_total, poisson_binomial
from .spectrum import (
    LazySpectrum,
    Spectrum,
    spectrum_of_factor,
    spectrum_of_marginal_kernel,
)

# From this power on the rounding of equal eigenvalues would decide which are kept; the limit is what is meant.
_LIMIT = 1e10


class LEnsemble(PointProcess):
    """A determinantal point process on n points: ``P(Y = S) = det(L_S) / det(I + L)``.

    The spectrum of L is computed once, when it is first needed, and shared with the sharpened, rescaled and conditioned
    ensembles made from this one. Draws of up to about a tenth of the points of a matrix do not need it
    (``head_and_tail``). Ensembles are immutable.

    Parameters
    ----------
    kernel : (n, n) symmetric positive semi-definite, the matrix L
    weights : (n,) non-negative, optional. ``L <- W^1/2 L W^1/2``: a point of weight 2 is drawn as one of two copies
        would be; a point of weight 0 is never drawn.

    References
    ----------
    Kulesza & Taskar (2012), Determinantal point processes for machine learning.
    """

    # Log-eigenvalues are slope * log l + offset; a hard ensemble is the limit of ever higher powers of that.
    _slope, _offset, _hard = 1.0, 0.0, False
    _included: IntArray = np.empty(0, dtype=np.intp)

    def __init__(self, kernel: Any, *, weights: Any = None) -> None:
        checked = check_kernel(kernel)
        self._n, eps = checked.shape[0], float(np.finfo(checked.dtype).eps)
        if weights is not None:
            root = np.sqrt(check_weights(weights, self._n))
            checked = root[:, None] * checked * root
        self._source: LazySpectrum = KernelSource(checked, eps=eps)

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
            checked = diags_array(np.sqrt(check_weights(weights, checked.shape[0]))) @ checked
        return cls._from_source(LazySpectrum(lambda: spectrum_of_factor(checked)), checked.shape[0])

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
        order = np.argsort(-values, kind="stable")
        spectrum = Spectrum(values[order], np.ascontiguousarray(vectors.T[order]))
        return cls._from_source(LazySpectrum(lambda: spectrum), vectors.shape[0])

    @classmethod
    def from_marginal_kernel(cls, kernel: Any) -> Self:
        """The process with ``P(A in Y) = det(K_A)``, from K, n x n with eigenvalues from 0 to 1.

        The inverse of ``marginal_kernel()``. Eigenvalues of 1 are allowed: the projection on their eigenvectors is part
        of every draw, and L has infinite eigenvalues there. With k, draws are those of the process given its size.
        Eigenvalues within ``10 n eps`` of 0 or 1 count as 0 or 1.
        """
        checked = check_kernel(kernel)
        return cls._from_source(LazySpectrum(lambda: spectrum_of_marginal_kernel(checked)), checked.shape[0])

    @classmethod
    def _from_source(cls, source: LazySpectrum, n: int, **attributes: Any) -> Self:
        ensemble = cls.__new__(cls)
        vars(ensemble).update(_source=source, _n=n, **attributes)
        return ensemble

    def __repr__(self) -> str:
        return f"{type(self).__name__}(n={self._n}, rank={self.rank}, expected_size={self.expected_size:.4g})"

    # ------------------------------------------------------------------ the spectrum

    @property
    def rank(self) -> int:
        """Numerical rank of L: the largest number of points a draw can have, included ones among them."""
        return int(self._source.spectrum.eigenvalues.size) + self._included.size

    @property
    def eigenvalues(self) -> FloatArray:
        """(r,) positive eigenvalues of L, descending; if conditioned, those of the kernel of the remaining points."""
        with np.errstate(over="ignore"):
            return np.exp(self._log_eigenvalues)

    @property
    def eigenvectors(self) -> FloatArray:
        """(n, r) orthonormal eigenvectors of L, in the order of the eigenvalues."""
        return self._source.spectrum.vectors.T

    @cached_property
    def _soft_log_eigenvalues(self) -> FloatArray:
        return self._slope * np.log(self._source.spectrum.eigenvalues) + self._offset

    @property
    def _log_eigenvalues(self) -> FloatArray:
        soft = self._soft_log_eigenvalues
        return np.where(soft == 0, 0.0, np.copysign(np.inf, soft)) if self._hard else soft

    # ------------------------------------------------------------------ other ensembles on the same eigenvectors

    def sharpen(self, power: float, scale: float = 1.0) -> Self:
        """The ensemble whose eigenvalues are ``(l / scale) ** power``.

        A power above 1 drives the probability of each eigenvector towards 0 or 1: those above ``scale`` are kept, the
        others dropped. ``power=inf`` is the limit, used from 1e10 on. With k it is the projection process on the top k
        eigenvectors, which draws exactly one point from each of k clusters if each cluster is one block of L.
        """
        if not power > 0:
            raise InputError(f"power must be above 0 (1 leaves the process as it is, inf is the limit); it is {power}.")
        if not 0 < scale < np.inf:
            raise InputError(f"scale must be a positive number; it is {scale}.")
        if self._hard:  # 0 and infinity stay what they are
            return self
        offset = self._offset - np.log(scale)
        if self._slope * power >= _LIMIT:
            return self._with(self._slope, offset, hard=True)
        return self._with(self._slope * power, offset * power)

    def rescale(self, expected_size: float) -> Self:
        """The ensemble ``a L`` that draws ``expected_size`` points on average.

        It lies between the rank and the smallest possible size, which is 0 unless points are included or the marginal
        kernel has eigenvalues of 1.
        """
        if self._hard:
            raise InputError("an infinitely sharp ensemble has only one size. Rescale first, then sharpen.")
        sure, _, log_l = self._kept_by(None)
        least = self._included.size + sure.size
        if not least < expected_size < self.rank:
            raise InputError(
                f"expected_size must lie between {least} and the rank, {self.rank}; it is {expected_size}."
            )
        return self._with(self._slope, self._offset + log_tilt(log_l, expected_size - least))

    def _with(self, slope: float, offset: float, *, hard: bool = False) -> Self:
        return self._from_source(
            self._source, self._n, _slope=slope, _offset=offset, _hard=hard, _included=self._included
        )

    def condition(self, *, include: Any = (), exclude: Any = ()) -> Self:
        """The distribution of draws that contain all of ``include`` and none of ``exclude``, as an ensemble.

        Indices stay those of the original points, and draws contain the included ones. Included points count towards
        k. The rest of a draw has the kernel ``L_BB - L_BA L_AA^-1 L_AB`` with A the included points and B those that
        are neither included nor excluded.
        ``sharpen`` and ``rescale`` then act on that kernel.

        Parameters
        ----------
        include, exclude : indices of different points; those of an earlier condition stay in force
        """
        if self._hard:
            raise InputError(
                "an infinitely sharp ensemble cannot be conditioned. Condition first, or pass its marginal_kernel() to "
                "from_marginal_kernel."
            )
        included, excluded = self._new_conditions(include, exclude)
        if not included.size + excluded.size:
            return self
        rest = np.setdiff1d(np.arange(self._n), np.concatenate([self._included, included, excluded]))
        spectrum, log_l = self._source.spectrum, self._soft_log_eigenvalues
        shift = float(log_l.max()) if log_l.size else 0.0
        with one_blas_thread():
            if shift == np.inf:
                kernel = condition_marginal_kernel(self.marginal_kernel(), included, excluded)
                shift, found = 0.0, spectrum_of_marginal_kernel(kernel[np.ix_(rest, rest)])
            else:
                factor = spectrum.vectors.T * np.exp((log_l - shift) / 2)
                found = condition_factor(factor, included, rest)
        source, points = LazySpectrum(lambda: embedded(found, rest, self._n)), np.union1d(self._included, included)
        return self._from_source(source, self._n, _offset=shift, _included=points)

    # ------------------------------------------------------------------ draws

    def _draws(self, k: int | None, n_samples: int, rng: np.random.Generator) -> list[IntArray]:
        columns = self._columns(k)
        if columns is not None:
            with one_blas_thread():
                return columns.draws(k, n_samples, rng)
        sure, chance, log_l = self._kept_by(k)
        left = None if k is None else k - self._included.size - sure.size
        sets = [np.concatenate([sure, chance[kept]]) for kept in keep(log_l, left, rng, n_samples=n_samples)]
        with one_blas_thread():
            return [points_of_projection(self._source.spectrum.vectors[kept], rng) for kept in sets]

    def _columns(self, k: int | None) -> HeadAndTail | None:
        """The columns that draws use instead of the spectrum, or None where they need it."""
        derived = self._slope != 1 or self._offset != 0 or self._hard or self._included.size
        return self._source.head_and_tail(k) if isinstance(self._source, KernelSource) and not derived else None

    def _kept_by(self, k: int | None) -> tuple[IntArray, IntArray, FloatArray]:
        """Eigenvectors that a draw (of k points) keeps for sure, those that it may keep, and the latter's log-odds."""
        if self._hard and k is not None:
            tied = self._slope * 1e-10  # as logarithms, the rounding of eigenvalues grows with the power
            sure, chance = split_at(self._soft_log_eigenvalues, k - self._included.size, tied=tied)
            return sure, chance, np.zeros(chance.size)
        log_l = self._log_eigenvalues
        chance = np.flatnonzero(np.isfinite(log_l))
        return np.flatnonzero(log_l == np.inf), chance, log_l[chance]

    def greedy_map(self, k: int) -> IntArray:
        """k points found by a greedy search for the most probable set, in the order found; deterministic.

        Each step adds the point that raises ``det(L_S)`` most (Chen, Zhang & Zhou 2018). It is the pivot order of a
        Cholesky factorisation with full pivoting.
        """
        k = self._check_spectrum_has(k)
        wanted = k - self._included.size
        sure, chance, log_l = self._kept_by(k)
        # The vectors kept for sure outweigh the others: the first points are the greedy choice in their span alone.
        found = self._greedy(sure, np.zeros(sure.size), min(wanted, sure.size))
        if wanted > sure.size:
            if sure.size and not self._hard:
                others = self.condition(include=found).greedy_map(k)[k - wanted + sure.size :]
                return np.concatenate([self._included, found, others])
            both = np.concatenate([sure, chance])
            found = self._greedy(both, np.concatenate([np.zeros(sure.size), log_l]), wanted)
        return np.concatenate([self._included, found])

    def _greedy(self, kept: IntArray, log_l: FloatArray, k: int) -> IntArray:
        factor = self._source.spectrum.vectors[kept].T * np.exp((log_l - log_l.max(initial=0)) / 2)
        diagonal = np.einsum("ij,ij->i", factor, factor)
        return greedy_pivots(lambda points: factor @ factor[points].T, diagonal, k)

    # ------------------------------------------------------------------ probabilities

    @property
    def expected_size(self) -> float:
        """``E|Y| = sum l / (1 + l)``, plus one for each included point."""
        return float(expit(self._log_eigenvalues).sum()) + self._included.size

    @property
    def size_variance(self) -> float:
        """``Var|Y| = sum l / (1 + l)^2``."""
        kept = expit(self._log_eigenvalues)
        return float((kept * (1 - kept)).sum())

    def size_distribution(self) -> FloatArray:
        """(rank + 1,) probabilities of drawing 0 .. rank points, a Poisson-binomial distribution."""
        sizes = poisson_binomial(expit(self._log_eigenvalues))
        return np.concatenate([np.zeros(self._included.size), sizes])

    def marginal_kernel(self) -> FloatArray:
        """(n, n) matrix K with ``P(A in Y) = det(K_A)``: ``K = L (I + L)^-1``."""
        vectors = self._source.spectrum.vectors
        kernel = (vectors.T * expit(self._log_eigenvalues)) @ vectors
        kernel[self._included, self._included] = 1  # their rows are zero otherwise
        return kernel

    def inclusion_probabilities(self, k: int | None = None) -> FloatArray:
        """(n,) probability that each point is drawn, by the process or, with k, by the k-DPP."""
        vectors = self._source.spectrum.vectors
        drawn = np.einsum("i,ij,ij->j", self._kept_probabilities(k), vectors, vectors)
        drawn[self._included] = 1
        return drawn

    def _kept_probabilities(self, k: int | None) -> FloatArray:
        if k is None:
            return expit(self._log_eigenvalues)
        k = self._check_spectrum_has(k)
        sure, chance, log_l = self._kept_by(k)
        kept = np.zeros(self._log_eigenvalues.size)
        kept[sure] = 1
        kept[chance] = kept_given_size(log_l, k - self._included.size - sure.size)
        return kept

    def log_prob(self, subset: Any, k: int | None = None) -> float:
        """Natural logarithm of the probability that a draw is exactly ``subset``; ``-inf`` if impossible.

        Parameters
        ----------
        subset : indices of different points, in any order
        k : None for the process of random size, an integer for the k-DPP
        """
        points = check_indices(subset, self._n, name="subset")
        if k is not None and self._check_spectrum_has(k) != points.size:
            return -np.inf
        if not np.isin(self._included, points).all():
            return -np.inf
        points = np.setdiff1d(points, self._included)
        sure, chance, log_l = self._kept_by(k)
        chosen = points.size - sure.size
        if not 0 <= chosen <= chance.size:
            return -np.inf
        return self._log_minor(points, sure, chance, log_l) - log_total(log_l, None if k is None else chosen)

    def _log_minor(self, points: IntArray, sure: IntArray, chance: IntArray, log_l: FloatArray) -> float:
        """``log det(L_S)``, without the infinite factors of the vectors kept for sure.

        With T their coordinates of the points, it splits by Cauchy-Binet into ``det(T^T T)`` and the minor of the other
        vectors in the orthogonal complement of T. These are graded by their eigenvalues: QR keeps the small digits.
        """
        if not points.size:
            return 0.0
        vectors = self._source.spectrum.vectors
        complete, triangle = np.linalg.qr(vectors[np.ix_(sure, points)].T, mode="complete")
        with np.errstate(divide="ignore"):
            log_minor = 2 * np.log(np.abs(triangle.diagonal())).sum()
            if points.size > sure.size:
                shift, others = log_l.max(), vectors[np.ix_(chance, points)]
                others = others @ complete[:, sure.size :] if sure.size else others
                graded = np.exp((log_l - shift) / 2)[:, None] * others
                triangle = qr(graded, mode="r", pivoting=True)[0][: others.shape[1]]
                log_minor += 2 * np.log(np.abs(triangle.diagonal())).sum() + others.shape[1] * shift
        return float(log_minor)

    # ------------------------------------------------------------------ checks

    def _check_size(self, k: Any) -> int:
        """For draws; where they need no spectrum, there are more than k columns."""
        k = check_count(k)
        return k if self._columns(k) is not None else self._check_spectrum_has(k)

    def _check_spectrum_has(self, k: Any) -> int:
        k = check_count(k)
        if k > self.rank:
            raise InputError(
                f"k={k} exceeds the numerical rank of this kernel ({self.rank}, with n={self._n}). Ask for at most "
                f"{self.rank}, or narrow the kernel (a larger gamma raises the rank)."
            )
        infinite = 0 if self._hard else int(np.isposinf(self._log_eigenvalues).sum())
        if k < self._included.size + infinite:
            raise InputError(
                f"k={k} is below the smallest possible size: {self._included.size} for the included points, {infinite} "
                "for eigenvalues of 1 in the marginal kernel. Ask for more."
            )
        return k
