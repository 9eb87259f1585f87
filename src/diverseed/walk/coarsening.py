"""Fewer nodes for a graph: neighbours are joined along their strongest edges, and never across a gap."""

from typing import Any

import numpy as np
import scipy.sparse

from ..arrays import FloatArray, IntArray

# Rounds of proposals in one matching; few nodes are left without a partner after them.
_ROUNDS = 6


def coarsened(affinity: Any, n_nodes: int) -> tuple[Any, IntArray]:
    """A graph of at most about ``n_nodes`` nodes, each a group of the old ones, whose affinities add up.

    Heavy-edge matching (Karypis & Kumar 1998): pairs that are each other's strongest partner, by ``w_ij / sqrt(d_i
    d_j)``, become one node, again and again. The walk on the groups has the slow time scales of the walk on the points.

    Parameters
    ----------
    affinity : (n, n) CSR, symmetric, not negative
    n_nodes : when to stop; nodes without a neighbour cannot be joined, so more may be left

    Returns
    -------
    (m, m) CSR affinity between groups, and (n,) the group of each node
    """
    group = np.arange(affinity.shape[0])
    while affinity.shape[0] > n_nodes:
        n = affinity.shape[0]
        first, second = _matched(affinity, most=n - n_nodes)
        if first.size < n / 100:
            break
        joined = np.arange(n)
        joined[second] = first
        kept, number = np.unique(joined, return_inverse=True)
        member = scipy.sparse.csr_array((np.ones(n), (np.arange(n), number)), shape=(n, kept.size))
        affinity = (member.T @ affinity @ member).tocsr()
        group = number[group]
    return affinity, group


def _matched(affinity: Any, *, most: int) -> tuple[IntArray, IntArray]:
    """At most ``most`` pairs of nodes, the strongest, no node in two of them."""
    n = affinity.shape[0]
    edges = scipy.sparse.triu(affinity, 1).tocoo()
    roots = np.sqrt(np.asarray(affinity.sum(axis=1)).ravel())
    first, second = edges.coords
    # equal edges, as on a grid, would wait for each other: a shade of difference settles who goes first
    shade = 1 + 1e-6 * np.random.default_rng(0).random(edges.nnz)
    strength = edges.data / (roots[first] * roots[second]) * shade
    free = np.ones(n, dtype=bool)
    pairs: list[tuple[IntArray, IntArray, FloatArray]] = []
    for _ in range(_ROUNDS):
        open_ = free[first] & free[second]
        first, second, strength = first[open_], second[open_], strength[open_]
        if not first.size:
            break
        best = np.zeros(n)
        np.maximum.at(best, first, strength)
        np.maximum.at(best, second, strength)
        mutual = (strength >= best[first]) & (strength >= best[second])
        pairs.append((first[mutual], second[mutual], strength[mutual]))
        free[first[mutual]] = free[second[mutual]] = False
    if not pairs:
        return np.empty(0, np.intp), np.empty(0, np.intp)
    left, right, strengths = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    strongest = np.argsort(-strengths, kind="stable")[:most]
    return left[strongest], right[strongest]
