"""The tree of average linkage: merge the two groups whose lines are most alike on average, and so on up to one."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.cluster.hierarchy
import scipy.sparse as sp

from ..arrays import FloatArray, IntArray
from .lloyd import lloyd
from .seeds import plus_plus

LINKED_ROWS = 8000  # rows of one tree: their distances take 256 MB, twice
_ROWS_AT_ONCE = 500
_LEAST_PART = 8  # a half has at least this fraction of the rows: k-means may part one stranger from all the others


@dataclass(frozen=True)
class Tree:
    """Merges of n rows, the most alike first.

    Attributes
    ----------
    merges : (n - 1, 2) what is merged: a row below n, or the group made by merge m as ``n + m``
    heights : (n - 1,) 1 - mean similarity between the two, ascending
    """

    merges: IntArray
    heights: FloatArray

    @property
    def n_rows(self) -> int:
        return len(self.merges) + 1

    def n_groups(self, height: float) -> int:
        """Groups left when merges up to this height are made."""
        return self.n_rows - int(np.searchsorted(self.heights, height, side="right"))

    def labels(self, n_groups: int) -> IntArray:
        """(n,) group of each row, 0 .. n_groups - 1, when the first ``n - n_groups`` merges are made."""
        n, made = self.n_rows, self.n_rows - n_groups
        parents = np.repeat(n + np.arange(made), 2)
        graph = sp.coo_array((np.ones(2 * made), (self.merges[:made].ravel(), parents)), shape=(n + made, n + made))
        return np.unique(sp.csgraph.connected_components(graph, directed=False)[1][:n], return_inverse=True)[1]


def link(X: Any, *, rng: np.random.Generator) -> Tree:
    """Average linkage on cosine similarity (Sokal & Michener 1958).

    Above ``LINKED_ROWS`` rows, k-means with two centres halves the set until every part is small enough; each part has
    its own tree, and the parts are joined last, at height 1. Near-equal lines rarely fall into different parts.

    Parameters
    ----------
    X : (n, d) CSR, rows of unit length, n at least 1
    """
    parts = _parts(X, np.arange(X.shape[0]), rng)
    trees = [_linked(X[part]) for part in parts]
    return _joined(parts, trees) if len(parts) > 1 else Tree(trees[0][:, :2].astype(np.intp), trees[0][:, 2])


def _parts(X: Any, rows: IntArray, rng: np.random.Generator) -> list[IntArray]:
    """The rows in parts of at most ``LINKED_ROWS``, alike ones together."""
    if rows.size <= LINKED_ROWS:
        return [rows]
    part, weights = X[rows], np.ones(rows.size)
    centres = lloyd(part, weights, plus_plus(part, weights, 2, rng=rng)).centres
    squares = centres.multiply(centres).sum(axis=1)
    margin = (part @ (centres[[1]] - centres[[0]]).T).toarray().ravel() - (squares[1] - squares[0]) / 2
    n_second = np.clip((margin > 0).sum(), rows.size // _LEAST_PART, rows.size - rows.size // _LEAST_PART)
    order = np.argsort(-margin, kind="stable")
    return [piece for side in (order[n_second:], order[:n_second]) for piece in _parts(X, np.sort(rows[side]), rng)]


def _linked(rows: Any) -> FloatArray:
    """scipy's table of merges."""
    if rows.shape[0] == 1:
        return np.empty((0, 4))
    return scipy.cluster.hierarchy.linkage(_distances(rows), "average")


def _joined(parts: list[IntArray], trees: list[FloatArray]) -> Tree:
    """One tree: the merges of all parts by height, then the parts one after the other at height 1."""
    n = sum(part.size for part in parts)
    tables, tops, made = [], [], 0
    for part, tree in zip(parts, trees, strict=True):
        names = np.concatenate([part, n + made + np.arange(len(tree))])
        tables.append(names[tree[:, :2].astype(np.intp)])
        tops.append(names[-1])
        made += len(tree)
    heights = np.concatenate([tree[:, 2] for tree in trees])
    order = np.argsort(heights, kind="stable")
    name = np.arange(n + made)  # of each row and merge once the merges are sorted
    name[n + order] = n + np.arange(made)
    last = np.column_stack([[name[tops[0]], *range(n + made, 2 * n - 2)], name[tops[1:]]])
    return Tree(
        np.concatenate([name[np.concatenate(tables)[order]], last]),
        np.concatenate([heights[order], np.ones(len(parts) - 1)]),
    )


def _distances(rows: Any) -> FloatArray:
    """``1 - similarity`` of all pairs in the order of scipy's condensed matrices, block by block."""
    n = rows.shape[0]
    turned = rows.T.tocsr()
    condensed = np.empty(n * (n - 1) // 2)
    done = 0
    for start in range(0, n, _ROWS_AT_ONCE):
        similarity = (rows[start : start + _ROWS_AT_ONCE] @ turned).toarray()
        for i, line in enumerate(similarity, start):
            condensed[done : done + n - i - 1] = 1 - line[i + 1 :]
            done += n - i - 1
    return np.maximum(condensed, 0, out=condensed)
