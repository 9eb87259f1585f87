"""Kernels as functions of rows: evaluated where they are needed, with no n x n matrix."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sklearn.utils.extmath import row_norms, safe_sparse_dot

from ..arrays import FloatArray
from ..errors import InputError

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
        raise InputError(f'kernel={kernel!r} is not known. Use "rbf", "linear" or a function.')
    if not 0 < gamma < np.inf:
        raise InputError(f"gamma must be a positive number; it is {gamma!r}.")
    return RBF(gamma) if kernel == "rbf" else Linear()
