"""Exact draws over very many points whose kernel is a function: no n x n matrix, no eigenvectors of length n."""

from collections.abc import Callable
from copy import copy
from typing import Any, Self

import numpy as np
from scipy.linalg import eigh, solve_triangular
from scipy.special import expit
from sklearn.utils.extmath import row_norms

from ..arrays import FloatArray, IntArray
from ..engine.points import Points
from ..engine.weighted_draws import propose
from ..errors import InputError
from ..threads import one_blas_thread
from .checks import check_weights
from .conditioning import check_possible
from .draw import points_of_projection
from .intermediate import Dictionary, FixedSize, Proposal, RandomSize, make_proposal
from .pivoted import pivoted_cholesky
from .process import PointProcess
from .row_kernels import Kernel, row_kernel
from .sizes import log_tilt
from .spectrum import Spectrum, spectrum_of_factor, spectrum_of_kernel

_SAMPLE = 20_000  # points that C^ is estimated from; its error costs a factor exp(s^2 / (2 * 20,000)) of trials
_DICTIONARY = 500  # points at most; the pass over the data costs n * 500^2
_BLOCK = 4_096  # rows at a time
# q = s + s^2 / 6: sigma is kept with probability exp(-s^2 / (2 q)), about exp(-3), at the cost q^3 of its eigenvalues;
# q^3 exp(s^2 / (2 q)) is smallest there.
_SHARE = 6
_LARGEST = 20_000  # points of sigma; their matrix takes 3.2 GB
_TRIALS = 20_000


class LazyEnsemble(PointProcess):
    """A determinantal point process on the rows of X with a kernel that is evaluated where it is needed.

    Draws are exact, as those of ``LEnsemble(kernel(X, X))`` are; ``intermediate`` describes the method. It takes one
    pass over the data, n times the square of the dictionary's size, and for each draw the eigenvalues of one or a few
    matrices: q x q with q about ``k + k^2 / 6``, or d x d for the linear kernel where d is below q. Memory is
    O(n + q^2), or O(n + q d) for the linear kernel. A low-rank factor of an RBF kernel on the q points would hardly be
    smaller: in three or more dimensions its numerical rank is close to q. Draws have up to some 300 points.

    Parameters
    ----------
    X : (n, d) array, also memory-mapped
    kernel : "rbf", ``exp(-gamma |x - y|^2)``; "linear", ``<x, y>``, where X is the factor; or a function of two
        arrays of rows, (a, d) and (b, d), that returns their (a, b) positive semi-definite kernel matrix
    gamma : of the RBF kernel
    weights : (n,) non-negative, optional. ``L <- W^1/2 L W^1/2``.
    n_dictionary : size of the dictionary, by default what the number of points needs, at most 500. The law does not
        depend on it; a larger one takes longer to prepare and needs fewer trials.
    """

    def __init__(
        self,
        X: Any,
        kernel: str | Kernel = "rbf",
        *,
        gamma: float = 1.0,
        weights: Any = None,
        n_dictionary: int | None = None,
    ) -> None:
        self._X = _check_rows(X)
        self._n = int(self._X.shape[0])
        self._kernel = row_kernel(kernel, gamma)
        self._origin = self._X.mean(axis=0, dtype=np.float64) if self._kernel.moves else np.zeros(1)
        self._weights = np.ones(len(self)) if weights is None else check_weights(weights, len(self))
        self._n_dictionary, self._log_scale = n_dictionary, 0.0
        self._included = np.empty(0, dtype=np.intp)
        self._eliminated: FloatArray = np.empty((0, 0))  # Cholesky factor of the kernel of the included points
        self._diagonal = self._compute_diagonal()
        self._prepared: dict[int | None, tuple[Dictionary, Proposal]] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}(n={len(self)}, expected_size={self.expected_size:.4g})"

    # ------------------------------------------------------------------ the kernel

    def _rows(self, points: IntArray | slice) -> FloatArray:
        return np.asarray(self._X[points], dtype=np.float64) - self._origin

    def _values(self, points: IntArray, others: IntArray) -> FloatArray:
        """``L[points, others]``, with weights and conditions."""
        return self._values_with(self._rows(others), points) * np.sqrt(self._weights[others])

    def _values_with(self, others: FloatArray, points: IntArray | slice) -> FloatArray:
        """The same for points and any other rows, whose weight is 1."""
        values = self._unweighted(self._rows(points), others)
        values *= np.sqrt(self._weights[points])[:, None]
        return values

    def _unweighted(self, rows: FloatArray, others: FloatArray) -> FloatArray:
        values = self._kernel(rows, others)
        if self._included.size:
            values = values - self._coordinates(rows) @ self._coordinates(others).T
        return values

    def _coordinates(self, rows: FloatArray) -> FloatArray:
        """Of rows, in the span of the included points."""
        values = self._kernel(rows, self._rows(self._included))
        return solve_triangular(self._eliminated, values.T, lower=True).T

    def _features(self, points: IntArray) -> FloatArray | None:
        """(m, d) rows whose inner products are ``L[points, points]``; None if the kernel has no such rows."""
        features = self._kernel.features(self._rows(points))
        if features is None:
            return None
        included = self._kernel.features(self._rows(self._included))
        if included is not None and included.size:
            basis = solve_triangular(self._eliminated, included, lower=True)  # orthonormal rows
            features = features - (features @ basis.T) @ basis
        return np.sqrt(self._weights[points])[:, None] * features

    def _blocks(self) -> list[slice]:
        return [slice(start, start + _BLOCK) for start in range(0, len(self), _BLOCK)]

    # ------------------------------------------------------------------ other ensembles on the same points

    def rescale(self, expected_size: float) -> Self:
        """The ensemble ``a L`` that draws about ``expected_size`` points on average, by the estimated eigenvalues."""
        if not self._included.size < expected_size < len(self):
            raise InputError(
                f"expected_size must lie between {self._included.size} and n={len(self)}; it is {expected_size}."
            )
        log_l = self._dictionary(expected_size).log_eigenvalues
        least, rank = self._included.size, self._included.size + log_l.size
        if not expected_size < rank:
            raise InputError(
                f"expected_size={expected_size} is not below the numerical rank of this kernel, about {rank} of "
                f"n={len(self)}. Ask for fewer points, or narrow the kernel (a larger gamma raises the rank)."
            )
        other = copy(self)
        other._log_scale, other._prepared = log_tilt(log_l, expected_size - least), {}
        return other

    def condition(self, *, include: Any = (), exclude: Any = ()) -> Self:
        """The law of the draws that contain all of ``include`` and none of ``exclude``, as of ``LEnsemble``."""
        new, excluded = self._new_conditions(include, exclude)
        other = copy(self)
        other._weights, other._prepared = self._weights.copy(), {}
        other._weights[excluded] = 0
        other._included = np.union1d(self._included, new)
        if other._included.size:
            rows = self._rows(other._included)
            inside = self._kernel(rows, rows)
            values = np.linalg.eigvalsh(inside)[::-1]
            if not (self._weights[new] > 0).all():
                values[-1] = 0
            check_possible(values, other._included, scale=float(inside.diagonal().max()))
            other._eliminated = np.linalg.cholesky(inside)
            other._weights[new] = 0  # no point is drawn a second time
        other._diagonal = other._compute_diagonal()
        return other

    @property
    def expected_size(self) -> float:
        """``E|Y|``, estimated from a sample of 20,000 points and a dictionary; a little high where both are small."""
        log_l = self._dictionary(None).log_eigenvalues
        return float(expit(self._log_scale + log_l).sum()) + self._included.size

    # ------------------------------------------------------------------ draws

    def _draws(self, k: int | None, n_samples: int, rng: np.random.Generator) -> list[IntArray]:
        if k == self._included.size:
            return [self._included] * n_samples
        with one_blas_thread():
            if k not in self._prepared:
                self._prepared = {k: self._prepare(k)}
            return [self._draw(*self._prepared[k], rng) for _ in range(n_samples)]

    def _draw(self, dictionary: Dictionary, proposal: Proposal, rng: np.random.Generator) -> IntArray:
        if proposal.total <= 0:
            return np.empty(0, dtype=np.intp)
        for _ in range(_TRIALS):
            size = proposal.size(rng)
            points, log_limit = propose(proposal.cumulative, size, rng), np.log(rng.random())
            root = proposal.roots(points)[:, None]
            if size > dictionary.eigenvalues.size:  # a bound costs less than the eigenvalues and rejects most samples
                coordinates = root * self._values_with(dictionary.rows, points) @ dictionary.coordinates
                norms = root[:, 0] ** 2 * self._diagonal[points]
                if log_limit >= proposal.log_acceptance_bound(coordinates, norms):
                    continue
            gram, spectrum = self._intermediate(points, root)
            values = np.linalg.eigvalsh(gram)
            positive = values[values > 10 * size * np.finfo(float).eps * values.max(initial=0)]
            if log_limit < proposal.log_acceptance(positive, size):
                return _draw_from(spectrum(), points, proposal, rng) if size else points
        raise InputError(
            f"{_TRIALS:,} trials gave no draw. A larger n_dictionary makes trials succeed more often; where X has "
            "too few different points, ask for fewer."
        )

    def _intermediate(self, points: IntArray, root: FloatArray) -> tuple[FloatArray, Callable[[], Spectrum]]:
        """A matrix with the positive eigenvalues of the intermediate sample's kernel, and how to get its spectrum."""
        features = self._features(points)
        if features is not None and features.shape[1] < points.size:
            factor = root * features
            return factor.T @ factor, lambda: spectrum_of_factor(factor)
        kernel = root * self._values(points, points) * root.T
        return kernel, lambda: spectrum_of_kernel((kernel + kernel.T) / 2)

    # ------------------------------------------------------------------ preparation

    def _dictionary(self, expected_size: float | None) -> Dictionary:
        """A dictionary for draws of this size, from a sample of points; the same one at every call."""
        rng = np.random.default_rng(0)
        diagonal = self._diagonal
        trace = float(diagonal.sum())
        if len(self) <= _SAMPLE or not trace > 0:
            sample, root = np.arange(len(self)), np.ones(len(self))
        else:
            sample = propose(np.cumsum(diagonal), _SAMPLE, rng)
            root = np.sqrt(trace / (_SAMPLE * diagonal[sample]))
        # two eigenvectors for each point drawn hold most of what matters; where they do not, more trials are needed
        needed = _DICTIONARY if expected_size is None else 50 + int(2 * expected_size)
        rows = self._dictionary_rows(sample, root, self._n_dictionary or min(_DICTIONARY, needed), rng)
        values, vectors = eigh(self._unweighted(rows, rows))
        kept = values > 1e-10 * values.max(initial=0)
        basis = vectors[:, kept] / np.sqrt(values[kept])
        features = root[:, None] * self._values_with(rows, sample) @ basis
        values, vectors = eigh(features.T @ features)
        kept = values > 1e-12 * values.max(initial=0)
        tail = max(trace - float(values.sum()), 0.0)
        return Dictionary(rows, basis @ vectors[:, kept], values[kept], tail, len(self))

    def _dictionary_rows(self, sample: IntArray, root: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
        """Pivots, moved to the means of the rows nearest to them: such rows span more of C^ than points do.

        Zhang, Tsang & Kwok (2008), Improved Nystrom low-rank approximation and error analysis.
        """
        diagonal = root**2 * self._diagonal[sample]

        def columns(pivots: IntArray) -> FloatArray:
            return root[:, None] * self._values(sample, sample[pivots]) * root[pivots]

        pivots = pivoted_cholesky(columns, diagonal, size, rng=rng, tol=1e-8).pivots
        rows, centres = self._rows(sample), self._rows(sample[pivots])
        points = Points(rows, diagonal)
        for _ in range(3 if pivots.size else 0):
            centres = points.step(centres)[0]
        return centres

    def _compute_diagonal(self) -> FloatArray:
        """(n,) of the kernel, with weights and conditions."""
        return np.concatenate([self._block_diagonal(block) for block in self._blocks()])

    def _block_diagonal(self, block: slice) -> FloatArray:
        rows = self._rows(block)
        diagonal = self._kernel.diagonal(rows)
        if self._included.size:
            diagonal = np.maximum(diagonal - row_norms(self._coordinates(rows), squared=True), 0)
        return self._weights[block] * diagonal

    def _prepare(self, k: int | None) -> tuple[Dictionary, Proposal]:
        """Leverage scores ``g_0 L_ii - sum_e (g_0 - g_e) (v_e . phi_i)^2`` of all points, block by block."""
        dictionary = self._dictionary(self.expected_size if k is None else k)
        law = RandomSize(self._log_scale) if k is None else FixedSize(k - self._included.size)
        if k is not None and dictionary.log_eigenvalues.size < k - self._included.size:
            raise InputError(
                f"k={k} is above the numerical rank of this kernel, about "
                f"{dictionary.eigenvalues.size + self._included.size} of n={len(self)}. Ask for fewer points, or "
                "narrow the kernel (a larger gamma raises the rank)."
            )
        inside, outside = dictionary.slopes(law)
        directions = dictionary.coordinates * np.sqrt(outside - inside)
        leverage = outside * self._diagonal
        for block in self._blocks():
            leverage[block] -= row_norms(self._values_with(dictionary.rows, block) @ directions, squared=True)
        # too large a score costs a little time; one rounded down could make the probability of a sample exceed 1
        leverage = np.maximum(leverage * (1 + 1e-10), 1e-13 * outside * self._diagonal)
        proposal = make_proposal(law, dictionary, leverage, share=_SHARE)
        if proposal.q > _LARGEST:
            raise InputError(
                f"draws of about {proposal.total:.0f} points need an intermediate sample of {proposal.q:,.0f} points, "
                f"above the limit of {_LARGEST:,}. Ask for at most {int(np.sqrt(_SHARE * _LARGEST))} points: give k, "
                "or rescale."
            )
        return dictionary, proposal

    def _check_size(self, k: Any) -> int:
        if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or not self._included.size <= k <= len(self):
            raise InputError(
                f"k must be an integer from {self._included.size} (the included points) to n={len(self)}, or None for "
                f"a random size; it is {k!r}."
            )
        return int(k)


def _draw_from(spectrum: Spectrum, points: IntArray, proposal: Proposal, rng: np.random.Generator) -> IntArray:
    """A draw from the process on the intermediate sample."""
    kept = proposal.law.keep(np.log(spectrum.eigenvalues), rng)
    return np.sort(points[points_of_projection(spectrum.rows(kept), rng)])


def _check_rows(X: Any) -> Any:
    rows = X if isinstance(X, np.ndarray) else np.asarray(X)
    if rows.ndim != 2 or 0 in rows.shape or rows.dtype.kind not in "fiub":
        raise InputError(f"X must be a matrix of numbers, one row for each point; its shape is {rows.shape}.")
    for start in range(0, len(rows), _BLOCK):
        if not np.isfinite(rows[start : start + _BLOCK].sum(dtype=np.float64)):
            raise InputError(f"X contains NaN or infinity in rows {start} to {start + _BLOCK - 1}. Remove them first.")
    return rows
