"""Exact draws over very many points whose kernel is a function: no n x n matrix, no eigenvectors of length n.

Intermediate sampling (Derezinski, Calandriello & Valko 2019, DPP-VFX; Calandriello, Derezinski & Valko 2020,
alpha-DPP). With leverage scores ``l_i``, ``s`` their sum, draw a Poisson number of points i.i.d. in proportion to them,
and keep the multiset sigma with probability proportional to ``det(I + L~_sigma) exp(-s |sigma| / q)``, where
``L~_ij = s L_ij / (q sqrt(l_i l_j))``. The process with kernel ``L~_sigma`` on sigma then has the law of the process
with kernel L on all n points, **for any positive l and any q**, as long as that probability is at most 1. It is,
because ``log det`` is concave: with C = sum phi_i phi_i^T and any estimate C^ of it,

    log det(I + C_sigma) <= log det(I + C^) + tr((C_sigma - C^) (I + C^)^-1),      l_i = phi_i^T (I + C^)^-1 phi_i.

C^ comes from a dictionary of points. It decides how often sigma is kept, and nothing else.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import Any, Self, overload

import numpy as np
from scipy.linalg import eigh, solve_triangular
from scipy.optimize import brentq
from scipy.special import expit
from sklearn.utils.extmath import row_norms

from ..arrays import FloatArray, IntArray
from ..engine.weighted_draws import propose
from ..errors import InputError
from ..random_state import RandomState, as_generator
from ..threads import one_blas_thread
from .checks import check_condition, check_weights
from .conditioning import check_possible
from .draw import keep_independently, points_of_projection
from .pivoted import pivoted_cholesky
from .spectrum import Spectrum, spectrum_of_kernel

Kernel = Callable[[FloatArray, FloatArray], FloatArray]

_SAMPLE = 20_000  # points that C^ is estimated from; its error costs a factor exp(s^2 / (2 * 20,000)) of trials
_DICTIONARY = 500  # points at most; the pass over the data costs n * 500^2
_BLOCK = 4_096  # rows at a time
# q = s + s^2 / 6: sigma is kept with probability exp(-s^2 / (2 q)), about exp(-3), at the cost q^3 of a determinant;
# q^3 exp(s^2 / (2 q)) is smallest there.
_SHARE = 6
_LARGEST = 20_000  # points of sigma; their matrix takes 3.2 GB
_TRIALS = 20_000


class LazyEnsemble:
    """A determinantal point process on the rows of X with a kernel that is evaluated where it is needed.

    Draws are exact, as those of ``LEnsemble(kernel(X, X))`` are. Memory is O(n + q^2) with q about ``k + k^2 / 6``;
    time is one pass over the data, n times the square of the dictionary's size, and then some determinants of size q
    for each draw. Draws have up to some 300 points.

    Parameters
    ----------
    X : (n, d) array, also memory-mapped
    kernel : "rbf", ``exp(-gamma |x - y|^2)``; "linear", ``<x, y>``, where X is the factor; "cosine"; or a function
        of two arrays of rows, (a, d) and (b, d), that returns their (a, b) positive semi-definite kernel matrix
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
        self._kernel, self._origin = _kernel_function(kernel, gamma), np.zeros(1)
        if kernel == "rbf":  # differences lose fewest digits around the mean
            self._origin = self._X.mean(axis=0, dtype=np.float64)
        self._weights = np.ones(len(self)) if weights is None else check_weights(weights, len(self))
        self._n_dictionary, self._log_scale = n_dictionary, 0.0
        self._included = np.empty(0, dtype=np.intp)
        self._eliminated: FloatArray = np.empty((0, 0))  # Cholesky factor of the kernel of the included points
        self._diagonal = self._kernel_diagonal(kernel)
        self._prepared: dict[int | None, _Proposal] = {}

    def __len__(self) -> int:
        return int(self._X.shape[0])

    def __repr__(self) -> str:
        return f"{type(self).__name__}(n={len(self)}, expected_size={self.expected_size:.4g})"

    # ------------------------------------------------------------------ the kernel

    def _rows(self, points: IntArray | slice) -> FloatArray:
        return np.asarray(self._X[points], dtype=np.float64) - self._origin

    def _values(self, left: IntArray | slice, right: IntArray) -> FloatArray:
        """``L[left, right]``, with weights and conditions."""
        rows, others = self._rows(left), self._rows(right)
        values = self._kernel(rows, others)
        if self._included.size:
            values = values - self._coordinates(rows) @ self._coordinates(others).T
        values *= np.sqrt(self._weights[left])[:, None]
        values *= np.sqrt(self._weights[right])
        return values

    def _coordinates(self, rows: FloatArray) -> FloatArray:
        """Of rows, in the span of the included points."""
        values = self._kernel(rows, self._rows(self._included))
        return solve_triangular(self._eliminated, values.T, lower=True).T

    def _kernel_diagonal(self, kernel: str | Kernel) -> FloatArray:
        """(n,) of the kernel itself, before weights and conditions."""
        if kernel == "rbf":
            return np.ones(len(self))
        if kernel == "linear":
            return np.concatenate([row_norms(self._rows(block), squared=True) for block in self._blocks()])
        small = [slice(start, start + 64) for start in range(0, len(self), 64)]
        return np.concatenate([self._kernel(self._rows(b), self._rows(b)).diagonal() for b in small])

    def _blocks(self) -> list[slice]:
        return [slice(start, start + _BLOCK) for start in range(0, len(self), _BLOCK)]

    # ------------------------------------------------------------------ other ensembles on the same points

    def rescale(self, expected_size: float) -> Self:
        """The ensemble ``a L`` that draws about ``expected_size`` points on average, by the estimated eigenvalues."""
        if not self._included.size < expected_size < len(self):
            raise InputError(
                f"expected_size must lie between {self._included.size} and n={len(self)}; it is {expected_size}."
            )
        dictionary = self._dictionary(int(expected_size))
        other = copy(self)
        other._log_scale = _log_tilt(dictionary.eigenvalues, dictionary.tail, expected_size - self._included.size)
        other._prepared = {}
        return other

    def condition(self, *, include: Any = (), exclude: Any = ()) -> Self:
        """The law of the draws that contain all of ``include`` and none of ``exclude``, as of ``LEnsemble``."""
        included, excluded = check_condition(include, exclude, len(self))
        refused = np.intersect1d(excluded, self._included)
        if refused.size:
            raise InputError(f"point {refused[0]} is included by an earlier condition and cannot be excluded.")
        other = copy(self)
        other._weights, other._prepared = self._weights.copy(), {}
        other._weights[excluded] = 0
        new = np.setdiff1d(included, self._included)
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
        return other

    @property
    def expected_size(self) -> float:
        """``E|Y|``, estimated from a sample of 20,000 points and a dictionary; a little high where both are small."""
        dictionary = self._dictionary(None)
        scale = np.exp(self._log_scale)
        random = expit(self._log_scale + np.log(dictionary.eigenvalues)).sum() + scale * dictionary.tail
        return float(random) + self._included.size

    # ------------------------------------------------------------------ draws

    @overload
    def sample(self, k: int | None = None, *, n_samples: None = None, random_state: RandomState = None) -> IntArray: ...
    @overload
    def sample(self, k: int | None = None, *, n_samples: int, random_state: RandomState = None) -> list[IntArray]: ...
    def sample(
        self, k: int | None = None, *, n_samples: int | None = None, random_state: RandomState = None
    ) -> IntArray | list[IntArray]:
        """Draw exactly from the process, or with k from the k-DPP; as ``LEnsemble.sample``.

        The first draw prepares the leverage scores; they are kept for further draws with the same k.
        """
        k = None if k is None else self._check_size(k)
        rng = as_generator(random_state)
        with one_blas_thread():
            if k not in self._prepared:
                self._prepared = {k: self._proposal(k)}
            draws = [self._draw(self._prepared[k], k, rng) for _ in range(1 if n_samples is None else n_samples)]
        return draws[0] if n_samples is None else draws

    def _draw(self, proposal: "_Proposal", k: int | None, rng: np.random.Generator) -> IntArray:
        wanted = None if k is None else k - self._included.size
        if wanted == 0 or proposal.total <= 0:
            return self._included
        for _ in range(_TRIALS):
            size = rng.poisson(proposal.q * np.exp(proposal.total / proposal.q))
            points = propose(proposal.cumulative, size, rng)
            kernel = np.empty((0, 0))
            if size:
                root = np.sqrt(proposal.scale * proposal.total / (proposal.q * proposal.leverage[points]))
                kernel = root[:, None] * self._values(points, points) * root
            if np.log(rng.random()) >= log_acceptance(kernel, proposal):
                continue
            spectrum = spectrum_of_kernel((kernel + kernel.T) / 2) if size else Spectrum(np.empty(0), kernel)
            kept = keep_independently(np.log(spectrum.eigenvalues), rng)
            if wanted is None or kept.size == wanted:
                drawn = points[points_of_projection(spectrum.rows(kept), rng)] if kept.size else points[:0]
                return np.union1d(self._included, drawn)
        raise InputError(
            f"{_TRIALS:,} trials gave no draw. A larger n_dictionary makes trials succeed more often; where X has "
            "too few different points, ask for fewer."
        )

    # ------------------------------------------------------------------ preparation

    def _dictionary(self, k: int | None) -> "_Dictionary":
        """A dictionary from a sample of points, with the eigenvalues of C^; the same one at every call."""
        rng = np.random.default_rng(0)
        diagonal = self._current_diagonal()
        trace = float(diagonal.sum())
        if len(self) <= _SAMPLE or not trace > 0:
            sample, root = np.arange(len(self)), np.ones(len(self))
        else:
            sample = propose(np.cumsum(diagonal), _SAMPLE, rng)
            root = np.sqrt(trace / (_SAMPLE * diagonal[sample]))
        # four eigenvectors for each point drawn hold nearly all that matters; where they do not, more trials are needed
        size = self._n_dictionary or min(_DICTIONARY, _DICTIONARY if k is None else 50 + 4 * k)

        def columns(pivots: IntArray) -> FloatArray:
            return root[:, None] * self._values(sample, sample[pivots]) * root[pivots]

        run = pivoted_cholesky(columns, root**2 * diagonal[sample], size, rng=rng, tol=1e-8)
        values, vectors = eigh(run.factor.T @ run.factor)
        kept = values > 0
        back = solve_triangular(run.factor[run.pivots], vectors[:, kept], lower=True, trans="T")
        chosen = root[run.pivots][:, None] * back
        return _Dictionary(sample[run.pivots], chosen, values[kept], run.trace_error * trace)

    def _current_diagonal(self) -> FloatArray:
        diagonal = self._weights * self._diagonal
        if self._included.size:
            shares = [np.square(self._coordinates(self._rows(block))).sum(axis=1) for block in self._blocks()]
            diagonal = self._weights * np.maximum(self._diagonal - np.concatenate(shares), 0)
        return diagonal

    def _proposal(self, k: int | None) -> "_Proposal":
        """Leverage scores ``a L_ii - sum_e a^2 l_e / (1 + a l_e) (v_e . phi_i)^2`` of all points, block by block."""
        dictionary, diagonal = self._dictionary(k), self._current_diagonal()
        values, log_a = dictionary.eigenvalues, self._log_scale
        wanted = None if k is None else k - self._included.size
        if wanted and dictionary.tail <= 1e-6 * values.sum() and values.size < wanted:
            raise InputError(
                f"k={k} is above the numerical rank of this kernel, about {values.size + self._included.size} of "
                f"n={len(self)}. Ask for fewer points, or narrow the kernel (a larger gamma raises the rank)."
            )
        if wanted:  # a k-DPP is the same at every scale; at this one its size is the likeliest
            log_a = _log_tilt(values, dictionary.tail, wanted)
        a = np.exp(log_a)
        directions = dictionary.coordinates * np.sqrt(a * expit(log_a + np.log(values)))
        leverage = a * diagonal
        for block in self._blocks():
            leverage[block] -= row_norms(self._values(block, dictionary.points) @ directions, squared=True)
        np.maximum(leverage, 1e-14 * a * diagonal, out=leverage)
        total = float(leverage.sum())
        q = total + total**2 / _SHARE if total > 0 else 1.0
        if q > _LARGEST:
            raise InputError(
                f"draws of about {total:.0f} points need an intermediate sample of {q:,.0f} points, above the limit "
                f"of {_LARGEST:,}. Ask for at most {int(np.sqrt(_SHARE * _LARGEST))} points: give k, or rescale."
            )
        kept = expit(log_a + np.log(values))
        offset = float(np.logaddexp(0, log_a + np.log(values)).sum() - kept.sum())
        return _Proposal(leverage, np.cumsum(leverage), total, q, float(a), offset)

    def _check_size(self, k: Any) -> int:
        if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or not self._included.size <= k <= len(self):
            raise InputError(
                f"k must be an integer from {self._included.size} (the included points) to n={len(self)}, or None for "
                f"a random size; it is {k!r}."
            )
        return int(k)


@dataclass(frozen=True)
class _Dictionary:
    """Points, coordinates (m, r) from ``L[:, points]`` to eigenvectors of C^, its eigenvalues, the trace left out."""

    points: IntArray
    coordinates: FloatArray
    eigenvalues: FloatArray
    tail: float


@dataclass(frozen=True)
class _Proposal:
    """Leverage scores of ``a L``, running sums, total, q, a, and ``log det(I + C^) - tr(C^ (I + C^)^-1)``."""

    leverage: FloatArray
    cumulative: FloatArray
    total: float
    q: float
    scale: float
    offset: float


def log_acceptance(kernel: FloatArray, proposal: _Proposal) -> float:
    """Logarithm of the probability to keep an intermediate sample with kernel ``L~_sigma``; not above 0."""
    triangle = np.linalg.cholesky(np.eye(len(kernel)) + kernel)
    determinant = 2 * float(np.log(triangle.diagonal()).sum())
    return determinant - proposal.offset - proposal.total * len(kernel) / proposal.q


def _log_tilt(eigenvalues: FloatArray, tail: float, size: float) -> float:
    """log a with ``sum a l / (1 + a l) + a tail = size``; without a tail, size is at most nearly all eigenvalues."""
    log_l = np.log(eigenvalues)
    if tail <= 1e-6 * eigenvalues.sum():
        size = min(size, 0.98 * eigenvalues.size)

    def excess(log_a: float) -> float:
        return float(expit(log_a + log_l).sum() + np.exp(log_a) * tail - size)

    low = float(np.log(size / (eigenvalues.sum() + tail)))  # l / (1 + l) is below l
    high = low + 1
    while excess(high) < 0:
        high += 2
    return float(brentq(excess, low, high, xtol=1e-6))


def _kernel_function(kernel: str | Kernel, gamma: float) -> Kernel:
    if callable(kernel):
        return kernel
    if kernel not in ("rbf", "linear"):
        raise InputError(f'kernel={kernel!r} is not known. Use "rbf", "linear" or a function.')
    if not 0 < gamma < np.inf:
        raise InputError(f"gamma must be a positive number; it is {gamma!r}.")
    if kernel == "linear":
        return lambda a, b: np.asarray(a @ b.T)

    def rbf(a: FloatArray, b: FloatArray) -> FloatArray:
        squares = a @ (-2 * b.T)
        squares += row_norms(a, squared=True)[:, None]
        squares += row_norms(b, squared=True)
        squares = np.maximum(squares, 0, out=squares)
        squares *= -gamma
        return np.exp(squares, out=squares)

    return rbf


def _check_rows(X: Any) -> Any:
    rows = X if isinstance(X, np.ndarray) else np.asarray(X)
    if rows.ndim != 2 or 0 in rows.shape or rows.dtype.kind not in "fiub":
        raise InputError(f"X must be a matrix of numbers, one row for each point; its shape is {rows.shape}.")
    for start in range(0, len(rows), _BLOCK):
        if not np.isfinite(rows[start : start + _BLOCK].sum(dtype=np.float64)):
            raise InputError(f"X contains NaN or infinity in rows {start} to {start + _BLOCK - 1}. Remove them first.")
    return rows
