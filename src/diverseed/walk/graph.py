"""Graphs of weighted points: several views of the data on the same few nodes.

Points are similar if they share neighbours. This needs no scale and follows thin shapes in any number of columns.
Merged along its strongest edges, the graph of shared neighbours has few enough nodes for a dense eigensolver. In up to
32 columns, Gaussian kernels of the distances between the nodes' means are used as well, at bandwidths up to the median
distance: they smooth over noise and separate clusters that overlap. Distances are measured in two ways: along paths
through the nodes, which follow long clusters, and in coordinates in which neighbours lie equally far in every
direction, which separate clusters that are all elongated in one direction. In more columns all distances are similar.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
import scipy.sparse

from ..arrays import FloatArray, IntArray
from ..engine.assignment import means_by_label
from ..engine.representatives import Summary
from ..kernels.vectors import squared_distances
from ..threads import one_blas_thread, one_openmp_thread
from .coarsening import Edges, coarsened
from .metric import along_paths, is_line, isotropic, nearest_others

# Chosen on public sets, none by a single set: ``benchmarks/walk_settings.py`` varies each of them.
N_NODES = 700
N_NEIGHBOURS = 15
N_KERNELS = 4
# In more columns all distances are similar, and the same few points are everybody's neighbours.
MANY_COLUMNS = 32
# Half the distance to this neighbour is a node's least bandwidth.
NEIGHBOUR = 5
# Pairs with a smaller Jaccard index would weigh less than a hundredth of a self-loop, and take most of the memory. Rows
# compared at a time.
_LEAST_SHARE, _ROWS = 0.1, 1000


@dataclass(frozen=True)
class Graph:
    """A weighted graph on groups of points.

    Attributes
    ----------
    bandwidth : in the units of the data; for shared neighbours, the median distance to the last one
    affinity : (m, m) symmetric, non-negative, single precision
    of_points : the graph of the points themselves, if its nodes were merged
    """

    bandwidth: float
    affinity: FloatArray
    of_points: Edges | None = None


@dataclass(frozen=True)
class Neighbours:
    """The nearest points of each point.

    Attributes
    ----------
    distances : (n, count), ascending
    near : (n, count) their positions
    """

    distances: FloatArray
    near: IntArray

    @classmethod
    def of(cls, points: FloatArray, count: int = N_NEIGHBOURS) -> "Neighbours":
        n = points.shape[0]
        count = min(max(count, NEIGHBOUR), n - 1)
        if count < 1:
            return cls(np.zeros((n, 0)), np.zeros((n, 0), dtype=np.intp))
        return cls(*nearest_others(points, count))

    @property
    def reach(self) -> FloatArray:
        """(n,) distance to the fifth neighbour, or the last of fewer; 0 for a point alone."""
        return self.distances[:, :NEIGHBOUR].max(axis=1, initial=0)


def graphs_of(summary: Summary, neighbours: Neighbours) -> tuple[IntArray, Iterator[Graph]]:
    """(n,) the node of each point, and the graphs on these nodes, built on demand; none for a single point."""
    if summary.weights.size < 2:
        return np.arange(summary.weights.size), iter(())
    node_of, graph = shared_neighbour_graph(neighbours, summary.weights)
    if summary.points.shape[1] > MANY_COLUMNS:
        return node_of, iter((graph,))
    means, masses = means_by_label(summary.points, node_of, summary.weights, int(node_of.max()) + 1)
    squares = _distances(means, masses)
    return node_of, chain((graph,), chain.from_iterable(kernel_graphs(view, masses) for view in squares))


def _distances(means: FloatArray, masses: FloatArray) -> Iterator[FloatArray]:
    """(m, m) squared distances between nodes: in isotropic coordinates, and along paths."""
    with one_blas_thread(), one_openmp_thread():
        straight = squared_distances(means)
        even = isotropic(means, masses, n_neighbors=N_NEIGHBOURS)
        evenly = squared_distances(even)
        variances = np.linalg.eigvalsh(np.atleast_2d(np.cov(means.T, aweights=masses, ddof=0)))
    if even.shape[1] > 1:
        yield evenly
    # a line has only one direction, and paths would only enlarge chance gaps
    yield straight if is_line(variances) else along_paths(straight)


def shared_neighbour_graph(neighbours: Neighbours, weights: FloatArray) -> tuple[IntArray, Graph]:
    """``K_ij = J_ij^2``, where J is the share of common points among the neighbours of i and of j, themselves included.

    Jarvis & Patrick (1973), with the Jaccard index. Two points of different clusters may be neighbours by chance, but
    then share few others.

    Returns
    -------
    (n,) the node of each point, and the graph of the nodes
    """
    first, second, shares = _shares(neighbours.near)
    masses = weights / weights.mean()
    edges = Edges(first, second, shares**2 * masses[first] * masses[second], masses**2)
    node_of = coarsened(edges, N_NODES)
    bandwidth = float(np.median(neighbours.distances[:, -1]))
    return node_of, Graph(bandwidth, edges.joined(node_of).dense(), edges if node_of.max() + 1 < weights.size else None)


def _shares(near: IntArray) -> tuple[IntArray, IntArray, FloatArray]:
    """Pairs of points and the Jaccard index of their neighbourhoods, if it is not negligible."""
    n, count = near.shape
    ends = np.arange(0, n * count + 1, count)
    links = scipy.sparse.csr_array((np.ones(n * count, dtype=np.float32), near.ravel(), ends), shape=(n, n))
    member = (links + scipy.sparse.eye_array(n, dtype=np.float32)).tocsr()
    least = 2 * (count + 1) * _LEAST_SHARE / (1 + _LEAST_SHARE)  # common neighbours at that share
    found = []
    for start in range(0, n, _ROWS):
        common = (member[start : start + _ROWS] @ member.T).tocoo()
        rows, columns = common.coords
        kept = (columns > rows + start) & (common.data >= least)
        found.append((rows[kept].astype(np.intp) + start, columns[kept].astype(np.intp), common.data[kept]))
    first, second, counts = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return first, second, counts / (2 * (count + 1) - counts.astype(np.float64))


def kernel_graphs(squares: FloatArray, weights: FloatArray, *, bandwidth: float | None = None) -> Iterator[Graph]:
    """``K_ij = exp(-d_ij^2 / (2 b_i b_j))``, where b is the bandwidth, or half a point's reach if that is larger.

    Parameters
    ----------
    squares : (m, m) squared distances
    weights : (m,) positive
    bandwidth : only this one, instead of a few from a quarter of the median reach up to the median distance
    """
    positive = squares[squares > 0]
    if not positive.size:
        return
    last = min(NEIGHBOUR, len(squares) - 1)
    reach = np.sqrt(np.partition(squares, last, axis=1)[:, last])  # a point is its own nearest one
    local = np.maximum(reach / 2, 0.01 * np.sqrt(positive.min()))
    widest = float(np.sqrt(np.median(positive)))
    narrowest = min(float(np.median(local)) / 2, 0.99 * widest)
    masses = (weights / weights.mean()).astype(np.float32)
    ladder = np.geomspace(narrowest, widest, N_KERNELS + 1)[:-1] if bandwidth is None else np.array([bandwidth])
    for width in ladder:
        inverse = 1 / (np.sqrt(2) * np.maximum(local, width))
        exponents = squares * -inverse
        exponents *= inverse[:, None]
        affinity = np.exp(exponents.astype(np.float32))
        affinity *= masses[:, None]
        affinity *= masses
        yield Graph(float(width), affinity)
