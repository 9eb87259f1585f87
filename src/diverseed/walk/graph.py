"""Graphs of weighted points at several bandwidths: who the walk can step to.

Two views are taken. The neighbour graph of the points themselves, at narrow bandwidths, follows thin shapes; joined
along its strongest edges until few enough nodes are left for a dense spectrum. The kernel of at most 700
representatives, at bandwidths up to the median distance, smooths over noise and sees clusters that overlap.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy.sparse
from sklearn import config_context
from sklearn.neighbors import NearestNeighbors

from ..arrays import FloatArray, IntArray
from ..engine.assignment import nearest
from ..engine.representatives import Summary, summarise
from ..kernels.vectors import squared_distances
from .coarsening import Edges, coarsened

# Nodes of a graph of neighbours, and representatives of a kernel: a dense eigensolver takes 0.1 and 0.05 s for them.
# With 1,000 representatives as many of the public development sets were counted right (56 of 76).
N_NODES, N_REPRESENTATIVES = 1000, 700
# Each point's least bandwidth is a share of the distance to its fourth neighbour, and the narrowest bandwidth of all is
# half of the median one. Chosen on the public development sets by prototypes: shares from 0.5 to 0.7 counted 53 to 57
# of 76 right, a spread that is mostly chance. ``benchmarks/walk_settings.py`` varies each of these alone.
NEIGHBOUR = 4
_SHARE_OF_GRAPH, _SHARE_OF_KERNEL = 0.7, 0.5
_NARROWEST = 0.5
_GRAPH_FACTORS = (0.5, 1.0, 1.5, 2.2)
_N_KERNELS = 6
# Above so many columns distances even out and the same few points are everybody's neighbours.
MANY_COLUMNS = 32
# Up to so many columns a tree finds the neighbours of 10,000 points faster than a table of distances.
_FEW_COLUMNS = 6
# For a table of distances of sparse rows; scikit-learn's default is a gigabyte, and no faster.
_MEGABYTES = 128


@dataclass(frozen=True)
class Graph:
    """A weighted graph on groups of points.

    Attributes
    ----------
    bandwidth : in the units of the data
    affinity : (m, m) symmetric, not negative, single precision
    node_of : (n,) the node of each point
    """

    bandwidth: float
    affinity: FloatArray
    node_of: IntArray


def default_neighbours(n_features: int) -> int:
    """30 neighbours, and 10 above 32 columns."""
    return 10 if n_features > MANY_COLUMNS else 30


@dataclass(frozen=True)
class Neighbours:
    """The nearest points of each point.

    Attributes
    ----------
    distances : (n, count), ascending
    near : (n, count) their positions
    reach : (n,) distance to the fourth neighbour, counted by weight
    """

    distances: FloatArray
    near: IntArray
    reach: FloatArray

    @classmethod
    def of(cls, summary: Summary, count: int) -> "Neighbours":
        n = summary.weights.size
        if n < 2:
            return cls(np.zeros((n, 0)), np.zeros((n, 0), dtype=np.intp), np.zeros(n))
        by_tree = summary.points.shape[1] <= _FEW_COLUMNS and not scipy.sparse.issparse(summary.points)
        search = NearestNeighbors(n_neighbors=min(count, n - 1), algorithm="kd_tree" if by_tree else "brute")
        with config_context(working_memory=_MEGABYTES):
            distances, near = search.fit(summary.points).kneighbors()
        distances = distances.astype(np.float64)
        return cls(distances, near, _reach(distances, summary.weights[near], NEIGHBOUR * summary.resolution))


def graphs_of(summary: Summary, neighbours: Neighbours, *, rng: np.random.Generator) -> Iterator[Graph]:
    """The graphs of weighted points, from narrow to wide bandwidths; none if all points are equal."""
    yield from neighbour_graphs(summary, neighbours)
    if summary.points.shape[1] <= MANY_COLUMNS:
        representatives = summarise(summary.points, summary.weights, n_points=N_REPRESENTATIVES, rng=rng)
        yield from kernel_graphs(
            squared_distances(representatives.points),
            representatives.weights,
            representatives.resolution,
            _owners(summary, representatives),
        )


def neighbour_graphs(summary: Summary, neighbours: Neighbours) -> Iterator[Graph]:
    """``K_ij = exp(-d_ij^2 / (2 b_i b_j))`` between neighbours, for a few least bandwidths b, on the same nodes."""
    distances = neighbours.distances
    if not distances.max(initial=0) > 0:
        return
    own = np.maximum(_SHARE_OF_GRAPH * neighbours.reach, 0.01 * distances[distances > 0].min())
    typical = float(np.median(own))
    first, second, squares = _pairs(neighbours)
    masses = summary.weights / summary.weights.mean()
    weights = masses[first] * masses[second]

    def edges(width: float) -> Edges:
        widths = np.maximum(own, width)
        kernel = np.exp(-squares / (2 * widths[first] * widths[second]))
        return Edges(first, second, kernel * weights, masses**2)

    node_of = coarsened(edges(typical), N_NODES)
    for factor in _GRAPH_FACTORS:
        yield Graph(factor * typical, edges(factor * typical).joined(node_of).dense(), node_of)


def _pairs(neighbours: Neighbours) -> tuple[IntArray, IntArray, FloatArray]:
    """Each pair of neighbours once, with its squared distance: a pair counts if one of the two is near the other."""
    n, count = neighbours.near.shape
    rows = np.repeat(np.arange(n), count)
    low, high = np.minimum(rows, neighbours.near.ravel()), np.maximum(rows, neighbours.near.ravel())
    _, once = np.unique(low * n + high, return_index=True)
    return low[once], high[once], neighbours.distances.ravel()[once] ** 2


def kernel_graphs(
    squares: FloatArray,
    weights: FloatArray,
    resolution: float,
    node_of: IntArray | None = None,
    *,
    bandwidth: float | None = None,
) -> Iterator[Graph]:
    """The RBF kernel of a few points, each with the given bandwidth or its own where that is larger.

    Parameters
    ----------
    squares : (m, m) squared distances
    weights : (m,) positive
    resolution : the weight that counts as one neighbour
    node_of : (n,) the node of each point, where there are more points than nodes
    bandwidth : this one alone
    """
    m = weights.size
    positive = squares[squares > 0]
    if not positive.size:
        return
    near = np.argpartition(squares, min(33, m - 1), axis=1)[:, : min(34, m)]
    order = np.take_along_axis(near, np.argsort(np.take_along_axis(squares, near, axis=1), axis=1), axis=1)[:, 1:]
    reach = _reach(np.sqrt(np.take_along_axis(squares, order, axis=1)), weights[order], NEIGHBOUR * resolution)
    own = np.maximum(_SHARE_OF_KERNEL * reach, 0.01 * np.sqrt(positive.min()))
    widest = float(np.sqrt(np.median(positive)))
    narrowest = min(_NARROWEST * float(np.median(own)), 0.99 * widest)
    masses = (weights / weights.mean()).astype(np.float32)
    ladder = np.geomspace(narrowest, widest, _N_KERNELS + 1)[:-1] if bandwidth is None else np.array([bandwidth])
    for width in ladder:
        inverse = 1 / (np.sqrt(2) * np.maximum(own, width))
        affinity = np.exp((-squares * inverse[:, None] * inverse).astype(np.float32))
        affinity *= masses[:, None]
        affinity *= masses
        yield Graph(float(width), affinity, np.arange(m) if node_of is None else node_of)


def _reach(distances: FloatArray, weights: FloatArray, mass: float) -> FloatArray:
    """(n,) how far each point must go until its neighbours weigh ``mass``, or to its last one.

    Parameters
    ----------
    distances, weights : (n, count) of the neighbours, nearest first
    """
    reached = np.cumsum(weights, axis=1) >= mass * (1 - 1e-9)
    first = np.where(reached.any(axis=1), reached.argmax(axis=1), distances.shape[1] - 1)
    return distances[np.arange(len(distances)), first]


def _owners(summary: Summary, representatives: Summary) -> IntArray | None:
    same = representatives.points.shape[0] == summary.points.shape[0]
    return None if same else nearest(summary.points, representatives.points)
