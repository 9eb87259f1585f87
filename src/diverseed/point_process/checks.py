"""What a user passes as a kernel, a factor, weights or indices: checked, with messages that say what is wrong."""

from typing import Any

import numpy as np
import scipy.sparse

from ..arrays import FloatArray, IntArray
from ..errors import InputError


def check_kernel(kernel: Any) -> FloatArray:
    """A square, finite, symmetric floating-point matrix, or an error that says what is wrong with it."""
    if scipy.sparse.issparse(kernel):
        raise InputError("the kernel is sparse; pass a dense matrix, or LEnsemble.from_factor(B) for L = B B^T.")
    kernel = _check_floats(kernel, "kernel")
    if kernel.shape[0] != kernel.shape[1]:
        raise InputError(f"the kernel must be square, n x n; its shape is {kernel.shape}.")
    scale = max(float(kernel.max()), -float(kernel.min()))
    # squared distances computed from products differ by rounding, in proportion to norms that do not show here
    allowed = np.finfo(kernel.dtype).eps ** 0.6 * scale
    step = 256  # rows and columns of a block stay in the processor's cache
    for start in range(0, len(kernel), step):
        difference = np.abs(kernel[start : start + step, start:] - kernel[start:, start : start + step].T)
        if not difference.max() > allowed:
            continue
        i, j = start + np.array(np.unravel_index(difference.argmax(), difference.shape))
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


def check_rows(X: Any) -> FloatArray:
    """A finite matrix of numbers, also memory-mapped: it is looked at block by block, and not copied."""
    rows = X if isinstance(X, np.ndarray) else np.asarray(X)
    if rows.ndim != 2 or 0 in rows.shape or rows.dtype.kind not in "fiub":
        raise InputError(f"X must be a matrix of numbers, one row for each point; its shape is {rows.shape}.")
    step = 4_096
    for start in range(0, len(rows), step):
        if not np.isfinite(rows[start : start + step].sum(dtype=np.float64)):
            raise InputError(f"X contains NaN or infinity in rows {start} to {start + step - 1}. Remove them first.")
    return rows


def check_weights(weights: Any, n: int, *, name: str = "weights") -> FloatArray:
    """One finite, non-negative number per point."""
    checked = np.asarray(weights, dtype=np.float64)
    if checked.shape != (n,):
        raise InputError(f"{name} must hold one number per point, shape ({n},); its shape is {checked.shape}.")
    if not np.isfinite(checked).all() or (checked < 0).any():
        worst = checked[~(checked >= 0) | ~np.isfinite(checked)][0]
        raise InputError(f"{name} must be finite and non-negative; one of them is {worst:g}.")
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
    if not np.isfinite(matrix.sum()) and not np.isfinite(matrix).all():
        i, j = np.argwhere(~np.isfinite(matrix))[0]
        raise InputError(f"the {name} contains {matrix[i, j]} at [{i}, {j}]. Remove or fill in such values first.")
    return matrix


def check_indices(indices: Any, n: int, *, name: str) -> IntArray:
    """Different indices of n points, in any order."""
    points = np.asarray(indices)
    if points.size == 0:
        return np.empty(0, dtype=np.intp)
    if points.ndim != 1 or points.dtype.kind not in "iu":
        raise InputError(f"{name} must be a list of indices; it has shape {points.shape}, type {points.dtype}.")
    if points.min() < 0 or points.max() >= n:
        raise InputError(f"{name} holds {points.min()} .. {points.max()}; indices go from 0 to {n - 1}.")
    if np.unique(points).size < points.size:
        raise InputError(f"{name} holds an index twice; a draw never does.")
    return points.astype(np.intp)


def check_count(k: Any) -> int:
    """A number of points to draw."""
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or k < 0:
        raise InputError(f"k must be a non-negative integer; it is {k!r}.")
    return int(k)
