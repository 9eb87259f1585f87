"""Kernels of the rows of a matrix, with weights and conditions: evaluated where they are needed, no n x n matrix."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy.linalg import solve_triangular
from sklearn.utils.extmath import row_norms, safe_sparse_dot

from ..arrays import FloatArray, IntArray
from ..engine.weighted_draws import propose
from ..errors import InputError
from .conditioning import check_possible

BLOCK = 4_096  # rows at a time

Kernel = Callable[[FloatArray, FloatArray], FloatArray]


@dataclass(frozen=True)
class RBF:
    """``exp(-gamma |x - y|^2)``, in the precision of the rows."""

    gamma: float
    moves = True  # whether rows may be moved to their mean first, where differences lose fewest digits

    def __call__(self, left: FloatArray, right: FloatArray, *, left_norms: FloatArray | None = None) -> FloatArray:
        """(a, b) values for a and b rows; ``left_norms`` are the squared norms of ``left``, where they are at hand."""
        squares = left @ (-2 * right.T)
        squares += (row_norms(left, squared=True) if left_norms is None else left_norms)[:, None]
        squares += row_norms(right, squared=True)
        np.maximum(squares, 0, out=squares)
        squares *= -self.gamma
        return np.exp(squares, out=squares)

    def diagonal(self, rows: FloatArray) -> FloatArray:
        """(a,) values of each row with itself."""
        return np.ones(len(rows))


@dataclass(frozen=True)
class Linear:
    """``gamma <x, y>``, also of sparse rows."""

    gamma: float = 1.0
    moves = False

    def __call__(self, left: FloatArray, right: FloatArray) -> FloatArray:
        return self.gamma * safe_sparse_dot(left, right.T, dense_output=True)

    def diagonal(self, rows: FloatArray) -> FloatArray:
        return self.gamma * row_norms(rows, squared=True)


@dataclass(frozen=True)
class FunctionKernel:
    """A function of the caller's."""

    function: Kernel
    moves = False

    def __call__(self, left: FloatArray, right: FloatArray) -> FloatArray:
        return np.array(self.function(left, right), dtype=np.float64)

    def diagonal(self, rows: FloatArray) -> FloatArray:
        blocks = [rows[start : start + 64] for start in range(0, len(rows), 64)]
        return np.concatenate([self(block, block).diagonal() for block in blocks])


RowKernel = RBF | Linear | FunctionKernel


def row_kernel(kernel: str | Kernel, gamma: float) -> RowKernel:
    """The kernel of that name, or one made of a function of two arrays of rows."""
    if callable(kernel):
        return FunctionKernel(kernel)
    if kernel not in ("rbf", "linear"):
        raise InputError(f'kernel={kernel!r} is not supported. Use "rbf", "linear" or a function.')
    if not 0 < gamma < np.inf:
        raise InputError(f"gamma must be a positive number; it is {gamma!r}.")
    return RBF(gamma) if kernel == "rbf" else Linear()


@dataclass(frozen=True)
class RowProcess:
    """The kernel L of a process on n rows, given that some points are drawn."""

    X: Any  # (n, d), also memory-mapped
    kernel: RowKernel  # of two arrays of rows
    origin: FloatArray  # subtracted from all rows
    weights: FloatArray  # (n,) ``L <- W^1/2 L W^1/2``; 0 for points that can no longer be drawn
    given: FloatArray  # (m, d) the points that every draw contains, relative to the origin
    eliminated: FloatArray  # (m, m) Cholesky factor of their kernel

    @classmethod
    def of(cls, X: Any, kernel: RowKernel, weights: FloatArray) -> "RowProcess":
        origin = X.mean(axis=0, dtype=np.float64) if kernel.moves else np.zeros(1)
        return cls(X, kernel, origin, weights, np.empty((0, X.shape[1])), np.empty((0, 0)))

    @property
    def n(self) -> int:
        return self.weights.size

    def blocks(self) -> list[slice]:
        return [slice(start, start + BLOCK) for start in range(0, self.n, BLOCK)]

    def rows(self, points: IntArray | slice) -> FloatArray:
        return np.asarray(self.X[points], dtype=np.float64) - self.origin

    def values(self, points: IntArray, others: IntArray) -> FloatArray:
        """``L[points, others]``."""
        return self.values_with(self.rows(others), points) * np.sqrt(self.weights[others])

    def values_with(self, others: FloatArray, points: IntArray | slice) -> FloatArray:
        """The same for points and any other rows, whose weight is 1."""
        values = self.unweighted(self.rows(points), others)
        values *= np.sqrt(self.weights[points])[:, None]
        return values

    def unweighted(self, rows: FloatArray, others: FloatArray) -> FloatArray:
        """The same for any rows."""
        values = self.kernel(rows, others)
        if len(self.given):
            values = values - self._coordinates(rows) @ self._coordinates(others).T
        return values

    def basis(self, rows: FloatArray) -> FloatArray:
        """(m, r) from kernel values with m rows to coordinates in the span of their features."""
        values, vectors = np.linalg.eigh(self.unweighted(rows, rows))
        kept = values > 1e-10 * values.max(initial=0)
        return vectors[:, kept] / np.sqrt(values[kept])

    @cached_property
    def diagonal(self) -> FloatArray:
        """(n,) ``L_ii``."""
        return np.concatenate([self._block_diagonal(block) for block in self.blocks()])

    def _block_diagonal(self, block: slice) -> FloatArray:
        rows = self.rows(block)
        diagonal = self.kernel.diagonal(rows)
        if len(self.given):
            coordinates = self._coordinates(rows)
            left = diagonal - row_norms(coordinates, squared=True)
            # combined from included points, a row collects their rounding: nothing is left of what they span
            shares = solve_triangular(self.eliminated, coordinates.T, lower=True, trans="T")
            inside = row_norms(self.eliminated, squared=True).max()
            noise = 10 * len(self.given) * np.finfo(float).eps * (diagonal + inside * np.square(shares).sum(axis=0))
            diagonal = np.where(left > noise, left, 0)
        return self.weights[block] * diagonal

    def _coordinates(self, rows: FloatArray) -> FloatArray:
        """Of rows, in the span of the included points."""
        values = self.kernel(rows, self.given)
        return solve_triangular(self.eliminated, values.T, lower=True).T

    def scaled(self, log_scale: float) -> "RowProcess":
        """The process with the kernel ``a L``, of ``log a``."""
        return replace(self, weights=self.weights * np.exp(log_scale))

    def sampled(self, size: int, rng: np.random.Generator) -> "RowProcess":
        """Of ``size`` points drawn in proportion to ``L_ii``, each with the weight of those that it stands for, where
        there are more: its kernel has about the same eigenvalues."""
        if self.n <= size or not self.diagonal.any():
            return self
        drawn = propose(np.cumsum(self.diagonal), size, rng)
        stands_for = self.diagonal.sum() / (size * self.diagonal[drawn])
        return replace(self, X=self.X[drawn], weights=self.weights[drawn] * stands_for)

    def condition(self, new: IntArray, excluded: IntArray) -> "RowProcess":
        """Given that ``new`` points are drawn as well, and ``excluded`` ones are not."""
        weights, given, eliminated = self.weights.copy(), self.given, self.eliminated
        if new.size:
            given = np.concatenate([given, self.rows(new)])
            inside = self.kernel(given, given)
            values = np.linalg.eigvalsh(inside)[::-1]
            if not (weights[new] > 0).all():
                values[-1] = 0
            check_possible(values, len(given), scale=float(inside.diagonal().max()))
            eliminated = np.linalg.cholesky(inside)
        weights[excluded] = weights[new] = 0  # no point is drawn a second time
        return replace(self, weights=weights, given=given, eliminated=eliminated)
