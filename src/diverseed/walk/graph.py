"""Graphs of weighted points: who the walk can step to, at several bandwidths, on the same few nodes.

The neighbour graph of the points is joined along its strongest edges until few enough nodes are left for a dense
spectrum. In up to 32 columns two views are taken of these nodes. Distances between neighbouring points, at narrow
bandwidths, follow thin shapes; distances between the means of the nodes, at bandwidths up to the median distance,
smooth over noise and see clusters that overlap. In more columns distances even out, and points are compared by the
neighbours they share.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy.sparse
from sklearn import config_context
from sklearn.neighbors import NearestNeighbors

from ..arrays import FloatArray, IntArray
from ..engine.assignment import means_by_label
from ..engine.representatives import Summary
from ..kernels.vectors import squared_distances
from .coarsening import Edges, coarsened

# Constants marked * were chosen by the mean over all public development sets, where the neighbouring values count
# equally well; ``benchmarks/walk_settings.py`` changes each of them alone and shows by how much that matters.
N_NODES = 700  # * a dense eigensolver takes 0.05 s for them
NEIGHBOUR = 4  # * a point's local bandwidth is a share of the distance to this neighbour
_SHARE_OF_GRAPH, _SHARE_OF_KERNEL = 0.7, 0.5  # *
_GRAPH_FACTORS = (0.5, 1.0, 1.5, 2.2)  # * least bandwidths, in units of the median local one
_NARROWEST_FACTOR, _N_KERNELS = 0.5, 6  # * kernels from this factor up to the median distance
# Above 32 columns: the power of the share of common neighbours. Of 12, 15 and 20 neighbours, powers of 2, 3 and 4 and
# least shares of 0.001 and 0.1, this choice is among the best in mean ARI over digits, MNIST and halves of both
# (.69; from .57 to .71, mostly by chance), and a least share of 0.1 bounds the memory.
_SHARED_POWER = 2
# Above so many columns distances even out and the same few points are everybody's neighbours.
MANY_COLUMNS = 32
# A neighbour of so many times the usual number of points tells nobody apart, and would cost the square of that number.
# Pairs below this share weigh less than a hundredth of a point's step to itself. Rows are compared so many at a time.
_HUB, _LEAST_SHARE, _ROWS = 20, 0.1, 1000
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
    affinity : (m, m) symmetric, non-negative, single precision
    """

    bandwidth: float
    affinity: FloatArray


def default_neighbours(n_features: int) -> int:
    """30 neighbours, and 20 above 32 columns."""
    return 20 if n_features > MANY_COLUMNS else 30


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

    def edges(self) -> tuple[IntArray, IntArray, FloatArray]:
        """Each pair of neighbours once, with its squared distance: a pair counts if one is near the other."""
        n, count = self.near.shape
        rows = np.repeat(np.arange(n), count)
        low, high = np.minimum(rows, self.near.ravel()), np.maximum(rows, self.near.ravel())
        _, once = np.unique(low * n + high, return_index=True)
        return low[once], high[once], self.distances.ravel()[once] ** 2


def graphs_of(summary: Summary, neighbours: Neighbours) -> tuple[IntArray, list[Graph]]:
    """(n,) the node of each point, and the graphs on these nodes; none if all points are equal."""
    if not neighbours.distances.max(initial=0) > 0:
        return np.arange(summary.weights.size), []
    if summary.points.shape[1] > MANY_COLUMNS:
        return shared_neighbour_graphs(summary, neighbours)
    node_of, graphs = neighbour_graphs(summary, neighbours)
    nodes = means_of_nodes(summary, node_of)
    kernels = kernel_graphs(squared_distances(nodes.points), nodes.weights, nodes.resolution)
    return node_of, [*graphs, *kernels]


def means_of_nodes(summary: Summary, node_of: IntArray) -> Summary:
    """One weighted point for each node."""
    means, masses = means_by_label(summary.points, node_of, summary.weights, int(node_of.max()) + 1)
    return Summary(means, masses)


def neighbour_graphs(summary: Summary, neighbours: Neighbours) -> tuple[IntArray, list[Graph]]:
    """``K_ij = exp(-d_ij^2 / (2 b_i b_j))`` between neighbours, for a few least bandwidths b."""
    distances = neighbours.distances
    local = np.maximum(_SHARE_OF_GRAPH * neighbours.reach, 0.01 * distances[distances > 0].min())
    typical = float(np.median(local))
    first, second, squares = neighbours.edges()
    masses = summary.weights / summary.weights.mean()
    weights = masses[first] * masses[second]

    def edges(bandwidth: float) -> Edges:
        widths = np.maximum(local, bandwidth)
        kernel = np.exp(-squares / (2 * widths[first] * widths[second]))
        return Edges(first, second, kernel * weights, masses**2)

    node_of = coarsened(edges(typical), N_NODES)
    bandwidths = [factor * typical for factor in _GRAPH_FACTORS]
    return node_of, [Graph(b, edges(b).joined(node_of).dense()) for b in bandwidths]


def shared_neighbour_graphs(summary: Summary, neighbours: Neighbours) -> tuple[IntArray, list[Graph]]:
    """``K_ij = J_ij^2``, where J is the share of common points among the neighbours of i and of j, themselves included.

    Jarvis & Patrick (1973), with the Jaccard index. Two points of different clusters may be neighbours by chance, but
    then share few others.
    """
    first, second, shares = _shares(neighbours.near)
    masses = summary.weights / summary.weights.mean()
    edges = Edges(first, second, shares**_SHARED_POWER * masses[first] * masses[second], masses**2)
    node_of = coarsened(edges, N_NODES)
    typical = _SHARE_OF_GRAPH * float(np.median(neighbours.reach))
    return node_of, [Graph(typical, edges.joined(node_of).dense())]


def _shares(near: IntArray) -> tuple[IntArray, IntArray, FloatArray]:
    """Pairs of points with the Jaccard index of their neighbours, where that is not negligible."""
    n, count = near.shape
    ends = np.arange(0, n * count + 1, count)
    links = scipy.sparse.csr_array((np.ones(n * count, dtype=np.float32), near.ravel(), ends), shape=(n, n))
    member = (links + scipy.sparse.eye_array(n, dtype=np.float32)).tocsr()
    hubs = np.bincount(member.indices, minlength=n) > _HUB * (count + 1)
    shared = (member @ scipy.sparse.diags_array((~hubs).astype(np.float32))).tocsr()
    least = 2 * (count + 1) * _LEAST_SHARE / (1 + _LEAST_SHARE)  # common neighbours at that share
    found = []
    for start in range(0, n, _ROWS):
        common = (shared[start : start + _ROWS] @ shared.T).tocoo()
        rows, columns = common.coords
        kept = (columns > rows + start) & (common.data >= least)
        found.append((rows[kept].astype(np.intp) + start, columns[kept].astype(np.intp), common.data[kept]))
    first, second, counts = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return first, second, counts / (2 * (count + 1) - counts.astype(np.float64))


def kernel_graphs(
    squares: FloatArray, weights: FloatArray, resolution: float, *, bandwidth: float | None = None
) -> Iterator[Graph]:
    """The RBF kernel of a few points, each with the given bandwidth or its local one where that is larger.

    Parameters
    ----------
    squares : (m, m) squared distances
    weights : (m,) positive
    resolution : the weight that counts as one neighbour
    bandwidth : this one alone
    """
    m = weights.size
    positive = squares[squares > 0]
    if not positive.size:
        return
    near = np.argpartition(squares, min(33, m - 1), axis=1)[:, : min(34, m)]
    order = np.take_along_axis(near, np.argsort(np.take_along_axis(squares, near, axis=1), axis=1), axis=1)[:, 1:]
    reach = _reach(np.sqrt(np.take_along_axis(squares, order, axis=1)), weights[order], NEIGHBOUR * resolution)
    local = np.maximum(_SHARE_OF_KERNEL * reach, 0.01 * np.sqrt(positive.min()))
    widest = float(np.sqrt(np.median(positive)))
    narrowest = min(_NARROWEST_FACTOR * float(np.median(local)), 0.99 * widest)
    masses = (weights / weights.mean()).astype(np.float32)
    ladder = np.geomspace(narrowest, widest, _N_KERNELS + 1)[:-1] if bandwidth is None else np.array([bandwidth])
    for width in ladder:
        inverse = 1 / (np.sqrt(2) * np.maximum(local, width))
        affinity = np.exp((-squares * inverse[:, None] * inverse).astype(np.float32))
        affinity *= masses[:, None]
        affinity *= masses
        yield Graph(float(width), affinity)


def _reach(distances: FloatArray, weights: FloatArray, mass: float) -> FloatArray:
    """(n,) how far each point must go until its neighbours weigh ``mass``, or to its last one.

    Parameters
    ----------
    distances, weights : (n, count) of the neighbours, nearest first
    """
    reached = np.cumsum(weights, axis=1) >= mass * (1 - 1e-9)
    first = np.where(reached.any(axis=1), reached.argmax(axis=1), distances.shape[1] - 1)
    return distances[np.arange(len(distances)), first]
