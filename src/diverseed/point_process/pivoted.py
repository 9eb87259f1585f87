"""Randomly pivoted Cholesky: the paper's Algorithm 2, and the low-rank factor that comes with it.

The next point is drawn with probability proportional to ``det(K_{S + x}) / det(K_S)``, which is the residual of x on
the diagonal of K after eliminating the points of S. This is **not** a k-DPP, whose law depends on the product of all
steps normalised together; the two agree for projection kernels only.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.weighted_draws import propose
from ..errors import InputError
from ..random_state import as_generator
from .checks import check_count, check_weights
from .draw import accept_in_block

Columns = Callable[[IntArray], FloatArray]


@dataclass(frozen=True)
class PivotedCholesky:
    """A partial Cholesky factorisation ``K ~ F F^T``, exact on the rows and columns of the pivots.

    Attributes
    ----------
    pivots : (m,) points in the order drawn; m is below the number asked for if the residual reached ``tol``
    factor : (n, m) the factor F
    trace_error : ``trace(K - F F^T) / trace(K)``, the share of the kernel that the factor leaves out
    """

    pivots: IntArray
    factor: FloatArray
    trace_error: float


def pivoted_cholesky(
    columns: Columns,
    diagonal: Any,
    k: int,
    *,
    rng: np.random.Generator | int | None = None,
    tol: float | None = None,
    n_candidates: int = 1,
) -> PivotedCholesky:
    """Randomly pivoted Cholesky: draw k pivots, each in proportion to the diagonal of the residual.

    O(n k^2) time and O(n k) memory; K is never formed. Proposals are judged in blocks, with one matrix product for all
    of a block (Epperly, Tropp & Webber 2024), which does not change the distribution.

    Parameters
    ----------
    columns : function of an integer array of m points that returns the n x m columns ``K[:, points]``
    diagonal : (n,) the diagonal of K
    k : number of pivots
    rng : Generator, or a seed for one
    tol : stop early once the trace error is at most this; by default where only rounding is left
    n_candidates : above 1, each step draws this many candidates and keeps the one that takes most off the trace, as
        greedy k-means++ does. A different distribution, with smaller errors; one pivot per step.

    References
    ----------
    Chen, Epperly, Tropp & Webber (2025), Randomly pivoted Cholesky. Epperly, Tropp & Webber (2024), Embrace rejection.
    """
    if n_candidates < 1:
        raise InputError(f"n_candidates must be at least 1; it is {n_candidates}.")
    if tol is not None and not tol >= 0:
        raise InputError(f"tol must be a non-negative number, or None; it is {tol}.")
    state = _Elimination(columns, diagonal, check_count(k), tol)
    generator = as_generator(rng)
    while not state.done:
        if n_candidates > 1:
            state.eliminate_best(propose(np.cumsum(state.residual), n_candidates, generator))
        else:
            state.eliminate_accepted(propose(np.cumsum(state.residual), _block_size(k), generator), generator)
    return state.result()


def _block_size(k: int) -> int:
    """A block's rejected columns are wasted; a tenth of k keeps that share small and the products large."""
    return int(np.clip(k // 10, 1, 64))


def greedy_pivots(columns: Columns, diagonal: Any, k: int, *, first: Any = ()) -> IntArray:
    """The pivots of full pivoting: at each step the point with the largest residual, the first one among equals.

    ``first`` are points eliminated beforehand, neither counted nor returned. A lower rank gives fewer than k.
    """
    state = _Elimination(columns, diagonal, check_count(k) + len(first), tol=0.0)
    for point in first:
        state.eliminate_best(np.array([point]))
    before = state.pivots.size
    state.k = before + k
    while not state.done:
        # equal residuals differ by rounding: the first of them counts
        state.eliminate_best(np.array([np.argmax(state.residual >= state.residual.max() * (1 - 1e-10))]))
    return state.result().pivots[before:]


class _Elimination:
    """A factorisation in progress: the columns so far and what they leave of the diagonal."""

    def __init__(self, columns: Columns, diagonal: Any, k: int, tol: float | None) -> None:
        self.diagonal = check_weights(diagonal, max(np.size(diagonal), 1), name="diagonal")
        self.columns, self.k = columns, min(k, self.diagonal.size)
        self.trace, self.residual = float(self.diagonal.sum()), self.diagonal.copy()
        self.pivots = np.empty(0, dtype=np.intp)
        self.factor: FloatArray = np.empty((self.diagonal.size, 0))
        self.tol = tol

    @property
    def done(self) -> bool:
        if self.pivots.size == 0:
            return self.k == 0 or self.trace <= 0
        tol = self.tol if self.tol is not None else 1e3 * float(np.finfo(self.factor.dtype).eps)
        return self.pivots.size >= self.k or self.residual.sum() <= tol * self.trace

    def eliminate_accepted(self, proposed: IntArray, rng: np.random.Generator) -> None:
        """Judge a block of proposals, then eliminate the accepted ones together."""
        columns = self._residual_columns(proposed)
        alive = self.residual[proposed] > 0  # of the others only rounding is left, and that would be judged, too
        if not alive.any():
            return
        proposed, columns = proposed[alive], columns[:, alive]
        gram = np.asarray(columns[proposed], dtype=np.float64)
        accepted = accept_in_block(
            (gram + gram.T) / 2, self.residual[proposed], limit=self.k - self.pivots.size, rng=rng
        )
        self._append(proposed[accepted], columns[:, accepted])

    def eliminate_best(self, candidates: IntArray) -> None:
        """Eliminate the candidate whose column takes most off the trace, ``|column|^2 / residual``; none of which only
        rounding is left."""
        columns = self._residual_columns(candidates)
        left = self.residual[candidates]
        if not left.any():
            return
        gains = np.einsum("ij,ij->j", columns, columns / np.where(left > 0, left, np.inf))
        best = [int(np.argmax(gains >= gains.max() * (1 - 1e-9)))]  # equal gains differ by rounding
        self._append(candidates[best], columns[:, best])

    def _residual_columns(self, points: IntArray) -> FloatArray:
        columns = np.asarray(self.columns(points))
        if columns.shape != (self.residual.size, points.size):
            raise InputError(
                f"columns() must return shape ({self.residual.size}, {points.size}) for indices of shape "
                f"{points.shape}; it returned {columns.shape}."
            )
        if self.factor.shape[1]:
            columns = columns - self.factor[:, : self.pivots.size] @ self.factor[points, : self.pivots.size].T
        left = np.asarray(columns[points, np.arange(points.size)], dtype=np.float64)
        if not np.isfinite(left).all():
            raise InputError(
                f"columns() returned {left[~np.isfinite(left)][0]} on the kernel's diagonal; it must be finite."
            )
        # what is left of a point, computed anew: rounding, with each pivot more of it, may have kept a copy alive
        eps = float(np.finfo(columns.dtype).eps) if columns.dtype.kind == "f" else 0.0
        left[left <= (8 + self.pivots.size) * eps * self.diagonal[points]] = 0
        self.residual[points] = np.minimum(self.residual[points], left)
        return columns

    def _append(self, points: IntArray, columns: FloatArray) -> None:
        """Add the columns of new pivots, orthogonalised among themselves by the Cholesky factor of their block."""
        if not points.size:
            return
        start = self.pivots.size
        if not self.factor.shape[1]:
            dtype = columns.dtype if columns.dtype.kind == "f" else np.dtype(np.float64)
            self.factor = np.empty((self.residual.size, self.k), dtype=dtype, order="F")
        block = np.asarray(columns[points], dtype=np.float64)
        triangle = _leading_triangle((block + block.T) / 2)
        new = columns[:, : len(triangle)] @ np.linalg.inv(triangle).T.astype(self.factor.dtype)
        self.factor[:, start : start + len(triangle)] = new
        for point, column in zip(points, new.T, strict=False):
            self.pivots = np.append(self.pivots, point)
            self.residual -= np.square(column, dtype=self.residual.dtype)
            np.maximum(self.residual, 0, out=self.residual)
            self.residual[self.pivots] = 0
            if self.done:  # the plain algorithm would stop inside the block, too
                break

    def result(self) -> PivotedCholesky:
        factor = self.factor[:, : self.pivots.size]
        error = float(self.residual.sum() / self.trace) if self.trace > 0 else 0.0
        return PivotedCholesky(self.pivots, factor, error)


def _leading_triangle(block: FloatArray) -> FloatArray:
    """Cholesky factor of the largest leading part of a matrix that is positive definite in spite of rounding."""
    try:
        return np.linalg.cholesky(block)
    except np.linalg.LinAlgError:
        return _leading_triangle(block[:-1, :-1])
