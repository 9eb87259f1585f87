"""Exact draws over very many points whose kernel is a function: no n x n matrix, no eigenvectors of length n."""

from copy import copy
from typing import Any, Self

import numpy as np
from scipy.special import expit

from ..arrays import IntArray
from ..engine.checks import check_positive_integer
from ..errors import InputError
from ..threads import one_blas_thread
from .checks import check_rows, check_weights
from .intermediate import Proposal, expected_points
from .process import PointProcess
from .rows import Kernel, RowProcess, row_kernel
from .sizes import log_tilt
from .split import KernelSplit

_DICTIONARY = 2_000  # rows at most; the two passes over the data cost 5 n m^2 operations for m rows
# Points of an intermediate sample, for each point drawn, and how many are few in any case: with more, draws take longer
# than a larger dictionary.
_POINTS, _FEW = 4, 1_000
_FOR_SIZES = 500  # rows that sizes are estimated with
_LARGEST = 20_000  # points of an intermediate sample; their matrix takes 3.2 GB
_TRIALS = 20_000


class LazyEnsemble(PointProcess):
    """A determinantal point process on the rows of X with a kernel that is evaluated only where needed.

    Draws are exact, distributed like those of ``LEnsemble(kernel(X, X))``; see ``intermediate``. It takes two
    passes over the data, 5 n m^2 operations for a dictionary of m rows, and for each draw the eigenvalues of a few
    matrices of size q. Memory is O(n + m^2 + q^2). m is about 4 k, or as much more as it takes to keep q below 4 k
    or 1,000, up to 2,000: 6 k for an RBF kernel of 8 columns and k = 200.

    Parameters
    ----------
    X : (n, d) array, also memory-mapped
    kernel : "rbf", ``exp(-gamma |x - y|^2)``; "linear", ``<x, y>``, where X is the factor; or a function of two
        arrays of rows, (a, d) and (b, d), that returns their (a, b) positive semi-definite kernel matrix
    gamma : scale of the RBF kernel
    weights : (n,) non-negative, optional. ``L <- W^1/2 L W^1/2``.
    n_dictionary : size of the dictionary, by default 30 plus four or more for each point drawn, at most 2,000. The
        distribution does not depend on it; a larger one takes longer to prepare and makes draws faster.
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
        rows = check_rows(X)
        self._n = int(rows.shape[0])
        weights = np.ones(self._n) if weights is None else check_weights(weights, self._n)
        self._process = RowProcess.of(rows, row_kernel(kernel, gamma), weights)
        if n_dictionary is not None:
            check_positive_integer("n_dictionary", n_dictionary, or_else="None")
        self._n_dictionary, self._included = n_dictionary, np.empty(0, dtype=np.intp)
        self._prepared: dict[int | None, Proposal] = {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}(shape={self._process.X.shape}, kernel={self._process.kernel})"

    # ------------------------------------------------------------------ other ensembles on the same points

    def rescale(self, expected_size: float) -> Self:
        """The ensemble ``a L`` that draws about ``expected_size`` points on average, by the estimated eigenvalues."""
        if not self._included.size < expected_size < len(self):
            raise InputError(
                f"expected_size must lie between {self._included.size} and n={len(self)}; it is {expected_size}."
            )
        log_l = self._estimate(_rows_for(expected_size)).log_eigenvalues
        least, rank = self._included.size, self._included.size + log_l.size
        if not expected_size < rank:
            raise InputError(
                f"expected_size={expected_size} must be below the numerical rank of this kernel (about {rank}, with "
                f"n={len(self)}). Ask for fewer points, or narrow the kernel (a larger gamma raises the rank)."
            )
        return self._with(self._process.scaled(log_tilt(log_l, expected_size - least)), self._included)

    def condition(self, *, include: Any = (), exclude: Any = ()) -> Self:
        """The distribution of draws with all of ``include`` and none of ``exclude``, as ``LEnsemble.condition``."""
        included, excluded = self._new_conditions(include, exclude)
        return self._with(self._process.condition(included, excluded), np.union1d(self._included, included))

    def _with(self, process: RowProcess, included: IntArray) -> Self:
        other = copy(self)
        other._process, other._included, other._prepared = process, included, {}
        return other

    @property
    def expected_size(self) -> float:
        """``E|Y|``, estimated from a sample of 20,000 points and a dictionary; a little high where both are small."""
        return float(expit(self._estimate(_FOR_SIZES).log_eigenvalues).sum()) + self._included.size

    # ------------------------------------------------------------------ draws

    def _draws(self, k: int | None, n_samples: int, rng: np.random.Generator) -> list[IntArray]:
        if k == self._included.size:
            return [self._included] * n_samples
        if k is None and not self._process.diagonal.any():
            return [np.empty(0, dtype=np.intp)] * n_samples
        if k not in self._prepared:
            self._prepared = {k: self._prepare(k)}
        with one_blas_thread():
            return [self._draw(self._prepared[k], rng) for _ in range(n_samples)]

    def _draw(self, proposal: Proposal, rng: np.random.Generator) -> IntArray:
        for _ in range(_TRIALS):
            points = proposal.draw(rng)
            if points is not None:
                return points
        raise InputError(
            f"no draw succeeded in {_TRIALS:,} trials. Use a larger n_dictionary, or ask for fewer points if X has "
            "few distinct ones."
        )

    def _estimate(self, rows: int) -> KernelSplit:
        return KernelSplit.of_sample(self._process, self._n_dictionary or min(rows, _DICTIONARY))

    def _estimate_for(self, k: int | None, total: float) -> tuple[KernelSplit, float]:
        """One that leaves so little that intermediate samples are small, and the log-scale for draws of k points."""
        size, rows = total - self._included.size, _rows_for(total)
        while True:
            split, log_scale = self._estimate(rows), 0.0
            log_l = split.log_eigenvalues
            if k is not None and log_l.size < size:
                raise InputError(
                    f"k={k} exceeds the numerical rank of this kernel (about {log_l.size + self._included.size}, with "
                    f"n={len(self)}). Ask for fewer points, or narrow the kernel (a larger gamma raises the rank)."
                )
            if k is not None:
                log_scale = log_tilt(log_l, min(size, log_l.size - 0.5))  # a k-DPP does not depend on it; rounding does
            left = np.exp(log_scale) * float(split.rest.sum())
            small = expected_points(size, left) <= max(_POINTS * size, _FEW)
            if small or self._n_dictionary or len(split.rows) < rows or rows >= _DICTIONARY:
                return split, log_scale
            rows += rows // 2

    def _prepare(self, k: int | None) -> Proposal:
        """What all draws of k points, or of a random number, have in common."""
        total = self.expected_size if k is None else float(k)
        estimate, log_scale = self._estimate_for(k, total)
        split = KernelSplit.of(self._process.scaled(log_scale), estimate.rows)
        proposal = Proposal(split, None if k is None else k - self._included.size)
        trials = np.exp(min(proposal.log_trials(log_scale + estimate.log_eigenvalues), 700))
        if proposal.expected_size > _LARGEST or trials > _TRIALS:
            raise InputError(
                f"draws of about {total:.0f} points need intermediate samples of {proposal.expected_size:,.0f} points "
                f"and {trials:.3g} trials; the limits are {_LARGEST:,} and {_TRIALS:,}. Ask for fewer points "
                f"(give k, or rescale), or for a larger n_dictionary than {len(split.rows):,}."
            )
        return proposal

    def _check_size(self, k: Any) -> int:
        if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or not self._included.size <= k <= len(self):
            raise InputError(
                f"k must be an integer from {self._included.size} (the included points) to n={len(self)}, or None for "
                f"a random size; it is {k!r}."
            )
        return int(k)


def _rows_for(size: float) -> int:
    """Of a dictionary for draws of this size: four rows for each point mostly leave little of the kernel."""
    return 30 + int(4 * size)
