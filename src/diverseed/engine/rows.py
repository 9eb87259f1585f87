"""Rows of data in blocks, in memory or on Dask: one pass for each step of Lloyd's algorithm, for labels, for the cost.

Only sums and weights leave a block. As in scikit-learn's KMeans, a cluster that loses its points starts again from the
point that is farthest from its centre.
"""

from dataclasses import dataclass
from functools import partial
from operator import add
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils.extmath import row_norms

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from .assignment import nearest_on_one_core, squares_to_own, sums_by_label, totals_by_label
from .blocks import Block, Blocks


@dataclass(frozen=True)
class Frame:
    """Coordinates to compute in: relative to an origin amid the data, where squared distances lose fewest digits."""

    origin: FloatArray  # (d,) in the precision to compute in; zero for sparse rows, which are not moved
    heaviest: float = 1.0  # the weight that counts as 1

    def rows(self, rows: Any) -> Any:
        rows = rows.astype(self.origin.dtype, copy=False)
        if scipy.sparse.issparse(rows):
            if not self.origin.any():
                return rows
            rows = rows.toarray()  # new rows for a model of dense ones
        return np.subtract(rows, self.origin, order="C") if self.origin.any() else np.ascontiguousarray(rows)

    def check(self, rows: Any) -> None:
        """Refuse rows so far away that squared distances overflow."""
        limits, values = np.finfo(self.origin.dtype), rows.data if scipy.sparse.issparse(rows) else np.asarray(rows)
        limit, flat = float(limits.max) / 8, values.ravel(order="K")
        with np.errstate(over="ignore", invalid="ignore"):
            # all squares together, in a quarter of the time that a sum for each row takes
            if 2 * (float(flat @ flat) + float(self.origin @ self.origin)) < limit:
                return
            squares = row_norms(
                rows if scipy.sparse.issparse(rows) else rows - self.origin.astype(np.float64), squared=True
            )
        far = np.flatnonzero(~(squares < limit))
        if far.size:
            row = rows[far[:1]]
            value = (row.toarray() if scipy.sparse.issparse(row) else row).ravel()
            raise InputError(
                f"row {far[0]} of X holds {value[np.abs(value).argmax()]:.3g}, too large for squared distances in "
                f"{limits.bits}-bit floats: they hold those of values up to about {np.sqrt(limit / value.size):.1g}. "
                "Remove such rows."
            )

    def weights(self, block: Block) -> FloatArray:
        return block.weights / self.heaviest

    def located(self, rows: Any, centres: FloatArray) -> tuple[IntArray, FloatArray]:
        """(n,) the nearest centre of each row, and (n,) the squared distance to it."""
        rows = self.rows(rows)
        labels = nearest_on_one_core(rows, centres)
        return labels, squares_to_own(rows, centres, labels)


@dataclass(frozen=True)
class Rows:
    """Weighted rows that are passed over block by block. Centres are (k, d), relative to the frame's origin."""

    blocks: Blocks
    frame: Frame

    def step(self, centres: FloatArray, *, stage: str = "") -> tuple[FloatArray, FloatArray]:
        centres = np.ascontiguousarray(centres, dtype=self.frame.origin.dtype)
        sums, weights = self.blocks.fold(partial(_sums, centres=centres, frame=self.frame), added, stage=stage)
        if (weights <= 0).any():
            sums, weights = self._refilled(centres, sums, weights)
        filled = weights > 0
        moved = centres.copy()
        moved[filled] = sums[filled] / weights[filled, None]
        return moved, weights

    def assign(self, centres: FloatArray, *, stage: str = "") -> tuple[IntArray, FloatArray]:
        """(n,) the nearest centre of each row of data in memory, and (n,) the squared distance to it."""
        parts = self.blocks.fold(partial(_assigned, centres=centres, frame=self.frame), add, stage=stage)
        labels, squares = zip(*parts, strict=True)
        return np.concatenate(labels), np.concatenate(squares)

    def squares(self, centres: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(k,) weighted sums of squared distances to each centre, of the rows nearest to it, and (k,) their weights."""
        pass_over = partial(_squares, centres=centres, frame=self.frame)
        sums, weights = self.blocks.fold(pass_over, added, stage="measuring the clusters")
        return self.frame.heaviest * sums, self.frame.heaviest * weights

    def _refilled(self, centres: FloatArray, sums: FloatArray, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Sums and weights once each empty cluster has taken one of the farthest points from another cluster."""
        empty = np.flatnonzero(weights <= 0)
        far = self.blocks.fold(
            partial(_farthest, centres=centres, frame=self.frame, count=empty.size),
            partial(_farther, count=empty.size),
            stage="filling empty clusters",
        )
        sums, weights = sums.copy(), weights.copy()
        for cluster, square, row, weight, owner in zip(empty, *far, strict=False):
            if square == 0:  # fewer distinct points than clusters: moving one there and back would never end
                break
            sums[owner] -= weight * row
            weights[owner] -= weight
            sums[cluster], weights[cluster] = weight * row, weight
        return sums, weights


def added(left: tuple[FloatArray, FloatArray], right: tuple[FloatArray, FloatArray]) -> tuple[FloatArray, FloatArray]:
    return left[0] + right[0], left[1] + right[1]


def _sums(block: Block, *, centres: FloatArray, frame: Frame) -> tuple[FloatArray, FloatArray]:
    rows = frame.rows(block.rows)
    return sums_by_label(rows, nearest_on_one_core(rows, centres), frame.weights(block), centres.shape[0])


def _assigned(block: Block, *, centres: FloatArray, frame: Frame) -> list[tuple[IntArray, FloatArray]]:
    return [frame.located(block.rows, centres)]


def _squares(block: Block, *, centres: FloatArray, frame: Frame) -> tuple[FloatArray, FloatArray]:
    labels, squares = frame.located(block.rows, centres)
    return totals_by_label(squares, labels, frame.weights(block), centres.shape[0])


def _farthest(block: Block, *, centres: FloatArray, frame: Frame, count: int) -> list[Any]:
    """Squares, rows, weights and labels of the points of positive weight that are farthest from their centres."""
    weights = frame.weights(block)
    labels, squares = frame.located(block.rows, centres)
    order = np.argsort(-np.where(weights > 0, squares, -1), kind="stable")[: min(count, int((weights > 0).sum()))]
    rows = frame.rows(block.rows[order])
    dense = rows.toarray() if scipy.sparse.issparse(rows) else rows
    return [squares[order], dense.astype(np.float64), weights[order], labels[order]]


def _farther(left: list[Any], right: list[Any], *, count: int) -> list[Any]:
    both = [np.concatenate(pair) for pair in zip(left, right, strict=True)]
    order = np.argsort(-both[0], kind="stable")[:count]
    return [values[order] for values in both]
