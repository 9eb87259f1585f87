"""Average linkage on sparse similarities: merge the two groups whose lines are most similar on average, and repeat."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..files.pages import counted
from ..progress import report

EXACT_ROWS = 1000  # up to here every pair counts, however little it is similar
FLOOR = 0.2  # least similarity that counts above that, so the height where trees end is 0.8
_PRODUCTS = 5000  # multiplications for each row in the search for neighbours, apart from those of the rarest columns
_NEIGHBOURS = 100  # kept of a row
_PARTIAL = 0.5  # of the floor, for dot products of some columns
_LOOSE = 0.65  # height of most cuts: records of the benchmark are cut at 0.38 to 0.65
TIGHT = 0.2  # height of groups whose lines differ in typing errors alone; one row may represent them
_COMPLETED = 5000  # groups that are merged to the last: 25 million pairs, 300 MB
_ROWS_AT_ONCE, _PAIRS_AT_ONCE = 500, 100_000


@dataclass(frozen=True)
class Tree:
    """Merges of n rows, the most similar first."""

    n_rows: int  # n
    merges: IntArray  # (m, 2) a row of each of the two groups merged; m < n where some groups have nothing in common
    heights: FloatArray  # (m,) 1 - mean similarity between the two, ascending

    @classmethod
    def of(cls, n_rows: int, merges: IntArray, heights: FloatArray) -> "Tree":
        """The tree of merges in any order in which parts come before wholes."""
        order = np.argsort(heights, kind="stable")
        return cls(n_rows, merges[order], heights[order])

    def labels(self, height: float) -> IntArray:
        """(n,) group of each row, 0, 1, ..., when merges up to this height are made."""
        return self._after(int(np.searchsorted(self.heights, height, side="right")))

    def divided(self, n_groups: int, X: Any) -> IntArray:
        """(n,) group of each row when merges are made until this many groups are left, if need be beyond this tree."""
        if n_groups > self.n_rows:
            most = counted(self.n_rows, "group")
            raise InputError(f"k={n_groups:,} exceeds the number of distinct lines. Ask for at most {most}.")
        made = self.n_rows - n_groups
        return (self if made <= len(self.merges) else self.completed(X))._after(made)

    def completed(self, X: Any) -> "Tree":
        """The tree with all its groups merged, by their means, those that have nothing in common last."""
        groups = self._after(len(self.merges))
        means, sizes = group_means(X, groups)
        if sizes.size > _COMPLETED:
            raise InputError(
                f"the lines make {sizes.size:,} groups that have little in common, too many to merge further "
                f"(the limit is {_COMPLETED:,}). Ask for at least {sizes.size:,} groups."
            )
        above = link_similarities(similarities(means, floor=0.0), sizes)
        roots = np.unique(above._after(len(above.merges)), return_index=True)[1]
        last = np.column_stack([roots[:-1], roots[1:]])
        heights = np.append(above.heights, np.ones(len(last)))
        return self.below(len(self.merges), Tree(sizes.size, np.concatenate([above.merges, last]), heights))

    def below(self, made: int, above: "Tree") -> "Tree":
        """The first merges of this tree, then those of the other tree, whose rows are the groups so far."""
        member = np.unique(self._after(made), return_index=True)[1]
        lowest = self.heights[made - 1] if made else 0.0
        merges = np.concatenate([self.merges[:made], member[above.merges]])
        return Tree.of(self.n_rows, merges, np.append(self.heights[:made], np.maximum(above.heights, lowest)))

    def _after(self, made: int) -> IntArray:
        rows, columns = self.merges[:made].T
        graph = sp.coo_array((np.ones(made), (rows, columns)), shape=(self.n_rows, self.n_rows))
        return sp.csgraph.connected_components(graph, directed=False)[1].astype(np.intp)


def link(X: Any, sizes: FloatArray | None = None) -> Tree:
    """Average linkage on the dot products of rows (Sokal & Michener 1958).

    Up to ``EXACT_ROWS`` rows the tree is exact. Above, similarities below 0.2 count as 0, and so do pairs whose few
    dot products outside the fullest columns do not show that they are similar. Where rows have more neighbours than
    can be kept, they are first merged into tight groups, which are then linked by their means: the dot product of two
    means is the mean similarity.

    Parameters
    ----------
    X : (n, d) CSR, non-negative, rows of unit length or means of such
    sizes : (n,) number of lines that each row represents; default: one
    """
    n = X.shape[0]
    sizes = np.ones(n) if sizes is None else sizes
    if n <= EXACT_ROWS:
        return link_similarities(similarities(X, floor=0.0), sizes)
    near = similarities(X, floor=FLOOR, most=_NEIGHBOURS)
    tree = link_similarities(near, sizes)
    # What was left out matters if it may be as similar as the lines of a group.
    full = np.bincount(near.indices[near.data > 1 - _LOOSE], minlength=1).max() >= _NEIGHBOURS
    tight = int(np.searchsorted(tree.heights, TIGHT, side="right"))
    if not full or not tight:
        return tree
    return tree.below(tight, link(*group_means(X, tree.labels(TIGHT), sizes)))


def group_means(X: Any, groups: IntArray, weights: FloatArray | None = None) -> tuple[Any, FloatArray]:
    """Weighted mean row of each group, and its weight: the number of its rows where all count the same."""
    own = np.ones(groups.size) if weights is None else weights
    sizes = np.bincount(groups, weights=own).astype(np.float64)
    member = sp.csr_array((own / sizes[groups], (groups, np.arange(groups.size))))
    return sp.csr_array(member @ X), sizes


def similarities(X: Any, *, floor: float, most: int | None = None) -> Any:
    """Dot products above ``floor`` of different rows, of each row the ``most`` largest: (n, n) CSR, symmetric.

    With ``most``, rows are searched for neighbours by the columns that few rows fill, and pairs found are compared by
    all columns.
    """
    n, X = X.shape[0], X.astype(np.float32)
    searched = X if most is None else _without_fullest(X, _PRODUCTS * n)
    partial = searched.nnz < X.nnz
    turned = searched.T.tocsr()
    parts = []
    for start in range(0, n, _ROWS_AT_ONCE):
        report("comparing the lines", start, n)
        block = thresholded(searched[start : start + _ROWS_AT_ONCE] @ turned, _PARTIAL * floor if partial else floor)
        parts.append(block if most is None else _strongest(block, most + 1))  # the row itself is one
    near = sp.vstack(parts, format="csr")
    near.setdiag(0)
    near.eliminate_zeros()
    if most is not None:
        near = near.maximum(near.T.tocsr())
    return _compared(X, near, floor) if partial else near


def thresholded(products: Any, least: float) -> Any:
    """A CSR matrix without its entries up to ``least``."""
    products.data[products.data <= least] = 0
    products.eliminate_zeros()
    return products


def _without_fullest(X: Any, products: float) -> Any:
    """X without its fullest columns, so that the product with its transpose takes this many multiplications."""
    filled = np.bincount(X.indices, minlength=X.shape[1]).astype(np.float64)
    ascending = np.argsort(filled, kind="stable")
    kept = np.zeros(X.shape[1])
    kept[ascending[: np.searchsorted(np.cumsum(filled[ascending] ** 2), products)]] = 1.0
    rest = sp.csr_array(X @ sp.diags_array(kept))
    rest.eliminate_zeros()
    return rest


def _compared(X: Any, near: Any, floor: float) -> Any:
    """The dot products of pairs of rows that ``near`` names, those above ``floor``."""
    upper = sp.coo_array(sp.triu(near, k=1))
    first, second = upper.coords
    exact = np.empty(first.size)
    for start in range(0, first.size, _PAIRS_AT_ONCE):
        report("comparing the lines", start, first.size)
        part = slice(start, start + _PAIRS_AT_ONCE)
        exact[part] = X[first[part]].multiply(X[second[part]]).sum(axis=1)
    half = thresholded(sp.csr_array((exact, upper.coords), shape=near.shape), floor)
    return sp.csr_array(half + half.T)


def _strongest(block: Any, most: int) -> Any:
    """The ``most`` largest entries of each row."""
    sizes = np.diff(block.indptr)
    if sizes.max(initial=0) <= most:
        return block
    rows = np.repeat(np.arange(block.shape[0]), sizes)
    order = np.argsort(2.0 * rows - block.data)  # by row, then by similarity, which is at most 1
    rank = np.arange(order.size) - np.repeat(block.indptr[:-1], sizes)
    kept = order[rank < most]
    return sp.csr_array((block.data[kept], (rows[kept], block.indices[kept])), shape=block.shape)


def link_similarities(similar: Any, sizes: FloatArray) -> Tree:
    """Average linkage on a sparse matrix of similarities; pairs that it does not hold have similarity 0.

    In each round all pairs of groups that are each other's nearest are merged. Average linkage is reducible (merging
    two groups brings neither of them nearer to a third), so this gives the tree that merging one pair at a time gives
    (Murtagh 1983), in some twenty rounds of sparse products.

    Parameters
    ----------
    similar : (n, n) CSR, symmetric, not negative, no diagonal
    sizes : (n,) number of lines that each row represents
    """
    n = similar.shape[0]
    # Of each group one row, and of two groups the sum of the similarities between their lines.
    member, weighted = np.arange(n), sp.diags_array(sizes)
    sums = sp.csr_array(weighted @ sp.csr_array(similar, dtype=np.float64) @ weighted)
    merges: list[IntArray] = [np.empty((0, 2), dtype=np.intp)]
    heights: list[FloatArray] = [np.empty(0)]
    while sums.nnz:
        report("merging the groups", n - sums.shape[0], n)
        first, second, mean = _mutual_nearest(sums, sizes)
        merges.append(np.column_stack([member[first], member[second]]))
        heights.append(1 - mean)
        target = np.arange(sums.shape[0])
        target[second] = first
        kept, target = np.unique(target, return_inverse=True)
        join = sp.csr_array((np.ones(target.size), (target, np.arange(target.size))))
        sizes, member = join @ sizes, member[kept]
        sums = sp.csr_array(join @ sums @ join.T)
        sums.setdiag(0)
        sums.eliminate_zeros()
    return Tree.of(n, np.concatenate(merges), np.maximum(np.concatenate(heights), 0.0))


def _mutual_nearest(sums: Any, sizes: FloatArray) -> tuple[IntArray, IntArray, FloatArray]:
    """Pairs of groups that are each other's nearest, at least one, and their mean similarities."""
    filled = np.flatnonzero(np.diff(sums.indptr))
    rows = np.repeat(np.arange(sums.shape[0]), np.diff(sums.indptr))
    means = sums.data / (sizes[rows] * sizes[sums.indices])
    # Equal similarities are put in a fixed random order, the same seen from both sides: without it, a thousand equally
    # similar lines would all name the same neighbour and be merged one per round.
    low, high = np.minimum(rows, sums.indices).astype(np.uint64), np.maximum(rows, sums.indices).astype(np.uint64)
    mixed = (low * np.uint64(0x9E3779B97F4A7C15)) ^ (high * np.uint64(0xC2B2AE3D27D4EB4F))
    mixed ^= mixed >> np.uint64(29)
    ranked = np.round(means, 9) + 1e-10 * ((mixed * np.uint64(0xBF58476D1CE4E5B9)) >> np.uint64(40)) / 2**24
    best = np.maximum.reduceat(ranked, sums.indptr[filled])
    at_best = np.flatnonzero(ranked == np.repeat(best, np.diff(sums.indptr)[filled]))
    at_best = at_best[np.unique(rows[at_best], return_index=True)[1]]
    nearest = np.full(sums.shape[0], -1)
    nearest[rows[at_best]] = sums.indices[at_best]
    mutual = at_best[(nearest[nearest[rows[at_best]]] == rows[at_best]) & (rows[at_best] < nearest[rows[at_best]])]
    return rows[mutual], sums.indices[mutual].astype(np.intp), means[mutual]
