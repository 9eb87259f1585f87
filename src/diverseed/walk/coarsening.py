"""Coarser graphs: nodes are merged along their strongest edges, never across a gap."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse

from ..arrays import FloatArray, IntArray

# Rounds of proposals in one matching, after which few nodes are left without a partner.
_ROUNDS = 6
# After this many steps a walk from the border has seen enough of both sides: on handwritten digits the labels are as
# good as after 64 steps (ARI within .003 on seven samples); after 4 they are worse by up to .02. On the public sets
# there is no difference: ``benchmarks/walk_settings.py``.
_MOST_STEPS = 16


@dataclass(frozen=True)
class Edges:
    """A weighted graph, each edge once.

    Attributes
    ----------
    first, second : (e,) the two ends of each edge, first < second
    weights : (e,) positive
    loops : (n,) the weight of each node's edge to itself
    """

    first: IntArray
    second: IntArray
    weights: FloatArray
    loops: FloatArray

    def joined(self, group: IntArray) -> "Edges":
        """The graph of groups of nodes: edges between two groups add up, those within a group become its loop."""
        n = int(group.max()) + 1
        first, second = np.sort((group[self.first], group[self.second]), axis=0)
        inside = first == second
        loops = 2.0 * np.bincount(first[inside], self.weights[inside], n) + np.bincount(group, self.loops, n)
        between = scipy.sparse.coo_array((self.weights[~inside], (first[~inside], second[~inside])), shape=(n, n))
        between = between.tocsr().tocoo()  # adds up
        low, high = between.coords
        return Edges(low, high, between.data, loops)

    def dense(self) -> FloatArray:
        """(n, n) symmetric affinities in single precision."""
        n = self.loops.size
        affinity = np.zeros((n, n), dtype=np.float32)
        affinity[self.first, self.second] = affinity[self.second, self.first] = self.weights
        affinity[np.diag_indices(n)] = self.loops
        return affinity

    @cached_property
    def walk(self) -> tuple[scipy.sparse.csr_array, FloatArray]:
        """(n, n) transition probabilities, sparse and in single precision, and (n,) the degrees of the nodes."""
        n = self.loops.size
        upper = scipy.sparse.coo_array((self.weights, (self.first, self.second)), shape=(n, n)).tocsr()
        affinity = (upper + upper.T + scipy.sparse.diags_array(self.loops)).astype(np.float32)
        degrees = affinity.sum(axis=1)
        return (scipy.sparse.diags_array(1 / degrees) @ affinity).tocsr(), degrees


def coarsened(edges: Edges, n_nodes: int) -> IntArray:
    """(n,) the group of each node, in at most about ``n_nodes`` groups.

    Heavy-edge matching (Karypis & Kumar 1998): pairs that are each other's strongest partner, by ``w_ij / sqrt(d_i
    d_j)``, become one node, again and again. The walk on the groups has the slow time scales of the walk on the points.
    Nodes without a neighbour cannot be joined, so more may be left.
    """
    group = np.arange(edges.loops.size)
    while (n := edges.loops.size) > n_nodes:
        first, second = _matched(edges, most=n - n_nodes)
        if not first.size:
            break
        partner = np.arange(n)
        partner[second] = first
        number = np.unique(partner, return_inverse=True)[1]
        edges, group = edges.joined(number), number[group]
    return group


def refined(edges: Edges, labels: IntArray, steps: float) -> IntArray:
    """(n,) for each node, the cluster that a walk from it is most likely to be in after some steps, relative to chance.

    Clusters of merged nodes have coarse borders; this assigns every node on its own. The walk ends earlier if twice as
    many steps change no label. The labels are returned unchanged if a cluster is empty, or would be.

    Parameters
    ----------
    labels : (n,) clusters 0 .. k - 1
    steps : of the walk, after which it has mixed within clusters and not yet left them; at most 16
    """
    (walk, degrees), k = edges.walk, int(labels.max()) + 1
    masses = np.bincount(labels, weights=degrees, minlength=k)
    if not masses.all():
        return labels
    odds = (labels[:, None] == np.arange(k)) / masses.astype(np.float32)
    found, done, most = labels, 0, int(np.clip(np.rint(steps), 1, _MOST_STEPS))
    while done < most:
        before, more = found, min(max(done, 1), most - done)
        for _ in range(more):
            odds = walk @ odds
        found, done = odds.argmax(axis=1), done + more
        # two steps may change nothing where the labels' border is coarse, and later ones do
        if done > 2 and np.array_equal(found, before):
            break
    return found if np.unique(found).size == k else labels


def _matched(edges: Edges, *, most: int) -> tuple[IntArray, IntArray]:
    """At most ``most`` pairs of nodes, the strongest, no node in two of them."""
    first, second, n = edges.first, edges.second, edges.loops.size
    roots = np.sqrt(edges.loops + np.bincount(first, edges.weights, n) + np.bincount(second, edges.weights, n))
    # equal edges, as on a grid, would wait for each other: tiny random differences break the ties
    shade = 1 + 1e-6 * np.random.default_rng(0).random(first.size)
    strength = edges.weights / (roots[first] * roots[second]) * shade
    free = np.ones(n, dtype=bool)
    pairs: list[tuple[IntArray, IntArray, FloatArray]] = []
    for _ in range(_ROUNDS):
        open_ = free[first] & free[second]
        first, second, strength = first[open_], second[open_], strength[open_]
        best = np.zeros(n)
        np.maximum.at(best, first, strength)
        np.maximum.at(best, second, strength)
        mutual = (strength >= best[first]) & (strength >= best[second])
        pairs.append((first[mutual], second[mutual], strength[mutual]))
        free[first[mutual]] = free[second[mutual]] = False
    left, right, strengths = (np.concatenate(parts) for parts in zip(*pairs, strict=True))
    strongest = np.argsort(-strengths, kind="stable")[:most]
    return left[strongest], right[strongest]
