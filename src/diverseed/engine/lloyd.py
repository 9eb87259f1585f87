"""Lloyd's algorithm over blocks of data: each pass adds up sums and weights, and only these leave a block.

The rules are those of scikit-learn's KMeans: it ends when the centres move by no more than a tolerance in all, which
includes that no point changes its cluster, and a cluster that loses its points starts anew from the point that is
farthest from its centre.
"""

import warnings
from dataclasses import dataclass
from functools import partial
from operator import add
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.exceptions import ConvergenceWarning

from ..arrays import FloatArray, IntArray
from .assignment import block_sums, nearest
from .blocks import Block, Blocks


@dataclass(frozen=True)
class Frame:
    """How blocks are looked at: moved to an origin amid the data, where squared distances lose fewest digits.

    Attributes
    ----------
    origin : (d,) in the precision to compute in; sparse rows are not moved
    heaviest : the weight that counts as 1
    """

    origin: FloatArray
    heaviest: float = 1.0

    def rows(self, rows: Any) -> Any:
        rows = rows.astype(self.origin.dtype, copy=False)
        return rows if scipy.sparse.issparse(rows) else np.subtract(rows, self.origin, order="C")

    def weights(self, block: Block) -> FloatArray:
        return block.weights / self.heaviest


@dataclass(frozen=True)
class Clustering:
    """Where Lloyd's algorithm ended: centres relative to the frame's origin, and how many passes it took."""

    centres: FloatArray
    n_iter: int


def lloyd(blocks: Blocks, centres: FloatArray, frame: Frame, *, tolerance: float, max_iter: int) -> Clustering:
    """Move centres to the means of their clusters until they stay.

    Parameters
    ----------
    centres : (k, d) to start from, relative to the frame's origin
    tolerance : the sum of squared moves at which to stop
    """
    centres = np.ascontiguousarray(centres, dtype=frame.origin.dtype)
    for n_iter in range(1, max_iter + 1):
        moved, weights = _step(blocks, centres, frame, stage=f"k-means, step {n_iter}")
        shift = float(((moved - centres) ** 2).sum())
        centres = moved
        if shift <= tolerance:
            break
    if (weights <= 0).any():
        warnings.warn(
            f"only {int((weights > 0).sum())} of {weights.size} clusters have points: X may hold fewer different rows.",
            ConvergenceWarning,
            stacklevel=3,
        )
    return Clustering(centres, n_iter)


def _step(blocks: Blocks, centres: FloatArray, frame: Frame, *, stage: str) -> tuple[FloatArray, FloatArray]:
    """The means of the clusters and their weights; a cluster that cannot get a point keeps its centre."""
    sums, weights = blocks.fold(partial(_sums, centres=centres, frame=frame), _added, stage=stage)
    if (weights <= 0).any():
        sums, weights = _refilled(blocks, centres, frame, sums, weights)
    served = weights > 0
    moved = centres.copy()
    moved[served] = sums[served] / weights[served, None]
    return moved, weights


def _sums(block: Block, *, centres: FloatArray, frame: Frame) -> tuple[FloatArray, FloatArray]:
    return block_sums(frame.rows(block.rows), centres, frame.weights(block))


def _added(left: tuple[FloatArray, FloatArray], right: tuple[FloatArray, FloatArray]) -> tuple[FloatArray, FloatArray]:
    return left[0] + right[0], left[1] + right[1]


@dataclass(frozen=True)
class _Farthest:
    """The points of positive weight that are farthest from their centres, the farthest first."""

    squares: FloatArray
    rows: FloatArray
    weights: FloatArray
    labels: IntArray

    def first(self, count: int) -> "_Farthest":
        order = np.argsort(-self.squares, kind="stable")[:count]
        return _Farthest(self.squares[order], self.rows[order], self.weights[order], self.labels[order])


def _refilled(
    blocks: Blocks, centres: FloatArray, frame: Frame, sums: FloatArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Sums and weights once each empty cluster has taken one of the farthest points from its cluster."""
    empty = np.flatnonzero(weights <= 0)
    far = blocks.fold(
        partial(_farthest, centres=centres, frame=frame, count=empty.size),
        partial(_farther, count=empty.size),
        stage="filling empty clusters",
    )
    sums, weights = sums.copy(), weights.copy()
    for cluster, square, row, weight, owner in zip(empty, far.squares, far.rows, far.weights, far.labels, strict=False):
        if square == 0:  # fewer different points than clusters: moving one there and back would never end
            break
        sums[owner] -= weight * row
        weights[owner] -= weight
        sums[cluster], weights[cluster] = weight * row, weight
    return sums, weights


def _farthest(block: Block, *, centres: FloatArray, frame: Frame, count: int) -> _Farthest:
    weights = frame.weights(block)
    labels, squares = located(block.rows, centres, frame)
    order = np.argsort(-np.where(weights > 0, squares, -1), kind="stable")[: min(count, int((weights > 0).sum()))]
    rows = frame.rows(block.rows[order])
    dense = rows.toarray() if scipy.sparse.issparse(rows) else rows
    return _Farthest(squares[order], dense.astype(np.float64), weights[order], labels[order])


def _farther(left: _Farthest, right: _Farthest, *, count: int) -> _Farthest:
    both = _Farthest(
        np.concatenate([left.squares, right.squares]),
        np.concatenate([left.rows, right.rows]),
        np.concatenate([left.weights, right.weights]),
        np.concatenate([left.labels, right.labels]),
    )
    return both.first(count)


def assign(blocks: Blocks, centres: FloatArray, frame: Frame) -> tuple[IntArray, FloatArray, float]:
    """(n,) the nearest centre of each point of data in memory, (n,) the squared distance to it, and the cost of all."""
    parts, cost = blocks.fold(partial(_assigned, centres=centres, frame=frame), _joined, stage="labelling")
    labels, squares = zip(*parts, strict=True)
    return np.concatenate(labels), np.concatenate(squares), cost * frame.heaviest


def cost(blocks: Blocks, centres: FloatArray, frame: Frame) -> float:
    """The weighted sum of squared distances to the nearest centre."""
    return frame.heaviest * blocks.fold(partial(_cost, centres=centres, frame=frame), add, stage="adding up the cost")


def located(rows: Any, centres: FloatArray, frame: Frame) -> tuple[IntArray, FloatArray]:
    """(n,) the nearest centre of each row, and (n,) the squared distance to it."""
    rows = frame.rows(rows)
    labels = nearest(rows, centres)
    return labels, _squared_distances(rows, centres, labels)


_Located = tuple[list[tuple[IntArray, FloatArray]], float]


def _assigned(block: Block, *, centres: FloatArray, frame: Frame) -> _Located:
    labels, squares = located(block.rows, centres, frame)
    return [(labels, squares)], float(frame.weights(block) @ squares)


def _joined(left: _Located, right: _Located) -> _Located:
    return left[0] + right[0], left[1] + right[1]


def _cost(block: Block, *, centres: FloatArray, frame: Frame) -> float:
    return _assigned(block, centres=centres, frame=frame)[1]


def _squared_distances(rows: Any, centres: FloatArray, labels: IntArray) -> FloatArray:
    """(n,) squared distance of each row to the centre it belongs to."""
    if scipy.sparse.issparse(rows):
        owner = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
        moved = rows.data * (rows.data - 2 * centres[labels[owner], rows.indices])
        squares = np.bincount(owner, moved, minlength=rows.shape[0]) + (centres**2).sum(axis=1)[labels]
        return np.maximum(squares, 0)
    apart = rows - centres[labels]
    return np.einsum("ij,ij->i", apart, apart)
