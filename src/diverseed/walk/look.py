"""The walk on a data set: levels, their labels, and the evidence."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse

from ..arrays import BoolArray, FloatArray, IntArray
from ..engine.assignment import nearest
from ..engine.distinct import distinct_rows, n_distinct_rows
from ..engine.representatives import Summary, summarise
from ..kernels.vectors import squared_distances
from .coarsening import refined
from .curve import MOST_CLUSTERS, Curve, score_curve
from .evidence import NOTHING_TO_SEE, Evidence, Level, judged
from .graph import MANY_COLUMNS, N_NEIGHBOURS, Neighbours, graphs_of, kernel_graphs
from .metric import principal_coordinates
from .null import LINE, SMALL, Null, null_of
from .partition import diverse_nodes, partition, projection_process
from .rounding import dequantised
from .separation import contrast, time_scale
from .spectrum import Spectrum, spectrum_of

# The walk runs on the points themselves up to this number; beyond it, on means of points or, in many columns, where
# means lose thin shapes, on a sample.
MOST_POINTS = 10_000
_REPRESENTATIVES = 4000
# With fewer distinct points chance decides. A handful of values, each repeated many times, are clusters nevertheless.
_FEWEST_POINTS, _HANDFUL = 10, 5
# Rows of a smaller weight, relative to the largest, count as much as those without: nothing in single precision.
_NO_WEIGHT = 1e-12
# Points of a smaller squared distance, relative to the largest, are equal: kernels have rounding errors.
_NO_DISTANCE = 1e-12


class _Draw(NamedTuple):
    """Seeds, the clusters of nodes grown from them, which of these are outliers, and the quality of the partition."""

    seeds: IntArray
    labels: IntArray
    light: BoolArray
    quality: float


@dataclass(frozen=True)
class Walk:
    """The walk on a data set.

    Attributes
    ----------
    summary : the points that the walk runs on, with weights
    evidence : Evidence
    curve : None if the points are too few or all equal
    reach : (n,) distance of each of these points to its fifth neighbour; 0 if only distances are known
    """

    summary: Summary
    evidence: Evidence
    curve: Curve | None
    reach: FloatArray
    _labels: dict[int, IntArray] = field(default_factory=dict, repr=False)  # computed by ``labels_at``

    @property
    def most_clusters(self) -> int:
        """The largest number of clusters with labels."""
        return 1 if self.curve is None else self.curve.scores.size

    def labels_at(self, k: int) -> IntArray:
        """(n,) cluster of each point, for any number of clusters up to ``most_clusters``."""
        if k not in self._labels:
            self._labels[k] = self._find_labels(k)
        return self._labels[k].copy()

    def _find_labels(self, k: int) -> IntArray:
        if k == 1 or self.curve is None:
            # without a walk, all points are one cluster, or each is one
            return np.arange(self.summary.weights.size) % k
        found, spectrum = self.curve.partitions.get(k), self.curve.spectrum_for(k)
        if found is None:
            return self._of_points(partition(spectrum, diverse_nodes(spectrum, k))[0], k)
        return self._without_light(self._of_points(found.labels, k), found.light)

    def draws(self, k: int, n_draws: int, rng: np.random.Generator) -> list[IntArray]:
        """Seeds, one point for each of k clusters: ``n_draws`` draws of the projection process."""
        if self.curve is None or not 1 < k <= self.most_clusters:
            return []
        known = self.curve.partitions.get(k)
        if known is None or not known.light.any():  # every node drawn is in a cluster
            points = _heaviest_points(self.curve.node_of, self.summary.weights)
            return [points[nodes] for nodes in self._nodes(k, n_draws, rng)]
        return [draw.seeds for draw in self._drawn(k, n_draws, rng)]

    def best_partition(self, k: int, n_draws: int, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
        """(n,) cluster of each point, and (k,) the seeds: the best of several draws.

        The best partition has the largest mean cosine between points and clusters in the space of the slowest modes.
        """
        drawn = self._drawn(k, n_draws, rng)
        if not drawn:  # the draws disagree about who is an outlier
            labels = self.labels_at(k)
            return labels, np.array([np.flatnonzero(labels == label)[0] for label in range(k)])
        best = max(drawn, key=lambda draw: draw.quality)
        labels = self._without_light(self._of_points(best.labels, k), best.light)
        labels[best.seeds] = np.arange(k)
        return labels, best.seeds

    def _nodes(self, k: int, n_draws: int, rng: np.random.Generator) -> list[IntArray]:
        """Draws of the projection process: one node for each mode."""
        assert self.curve is not None  # k is at most ``most_clusters``
        n_modes = self.curve.n_modes(k)
        process = projection_process(self.curve.spectrum_for(k), n_modes)
        return process.sample(n_modes, n_samples=n_draws, random_state=rng)

    def _drawn(self, k: int, n_draws: int, rng: np.random.Generator) -> list[_Draw]:
        """The draws that have k clusters, not counting outliers."""
        assert self.curve is not None  # k is at most ``most_clusters``
        spectrum, known = self.curve.spectrum_for(k), self.curve.partitions.get(k)
        n_modes = self.curve.n_modes(k)
        points = _heaviest_points(self.curve.node_of, self.summary.weights)
        drawn = []
        for nodes in self._nodes(k, n_draws, rng):
            labels, quality = partition(spectrum, nodes)
            light = np.zeros(n_modes, dtype=bool)
            if known is not None and known.light.any():
                light[np.unique(labels[known.light[known.labels]])] = True
            drawn.append(_Draw(points[nodes[~light]], labels, light, quality))
        return [draw for draw in drawn if draw.seeds.size == k]

    def _of_points(self, labels: IntArray, k: int) -> IntArray:
        """From labels of nodes to labels of points."""
        assert self.curve is not None
        spectrum, of_points = self.curve.spectrum_for(k), labels[self.curve.node_of]
        if spectrum.of_points is None:
            return of_points
        return refined(spectrum.of_points, of_points, time_scale(spectrum.eigenvalues, self.curve.n_modes(k)))

    def _without_light(self, labels: IntArray, light: BoolArray) -> IntArray:
        """Labels in which each outlier belongs to the cluster of its nearest inlier."""
        if not light.any():
            return labels
        outlier = light[labels]
        number = np.cumsum(~light) - 1
        merged = number[labels]
        heavy = np.flatnonzero(~outlier)
        closest = nearest(self.summary.points[outlier], self.summary.points[heavy])
        merged[outlier] = merged[heavy[closest]]
        return merged


def take_walk(
    X: Any,
    sample_weight: FloatArray,
    *,
    rng: np.random.Generator,
    n_neighbors: int = N_NEIGHBOURS,
    judge: bool = True,
    at_least: int = 1,
) -> Walk:
    """Find the number of clusters of weighted points.

    Parameters
    ----------
    X : (n, d), dense or CSR
    sample_weight : (n,) not negative, some of them positive
    n_neighbors : size of the neighbourhoods
    judge : whether to compare with references, which takes longer; the verdict is meaningless without
    at_least : compute enough modes for labels of this many clusters
    """
    n_total = int((sample_weight > _NO_WEIGHT * sample_weight.max()).sum())
    summary, seen = look_at(X, sample_weight, rng)
    neighbours = Neighbours.of(seen.points, n_neighbors)
    if summary.weights.size <= _HANDFUL < n_total / 4:
        return Walk(summary, _evidence_of_copies(summary.weights.size), None, neighbours.reach)
    curve = None
    if summary.weights.size >= _FEWEST_POINTS:
        graphs = graphs_of(seen, neighbours)
        curve = score_curve(*graphs, n_total, seen.weights, n_neighbors=n_neighbors, at_least=at_least)
    if curve is None or not curve.partitions:
        return Walk(summary, NOTHING_TO_SEE, None, neighbours.reach)
    if not judge:
        return Walk(summary, judged(curve, Null(0.0, 0.0)), curve, neighbours.reach)
    null = null_of(_contrasts(curve), seen, partial(_contrast_of, n_neighbors=n_neighbors), rng)
    return Walk(summary, judged(curve, null), curve, neighbours.reach)


def _contrasts(curve: Curve) -> tuple[float, float]:
    """That of the number with the best score, and the largest."""
    return curve.contrast_of(curve.ranked[0]), curve.largest_contrast


def _contrast_of(reference: Summary, *, n_neighbors: int) -> float:
    n, d = reference.points.shape
    most = min(2 * (d + 10), MOST_CLUSTERS)  # one Gaussian has its largest contrast at d + 1, chance gaps at up to 14
    graphs = graphs_of(reference, Neighbours.of(reference.points, n_neighbors))
    curve = score_curve(*graphs, n, reference.weights, n_neighbors=n_neighbors, most=most)
    return 0.0 if curve is None else curve.largest_contrast


def _evidence_of_copies(k: int) -> Evidence:
    """A handful of distinct points, each repeated many times, are as many clusters."""
    if k == 1:
        return NOTHING_TO_SEE
    scores = np.eye(k)[k - 1]
    level = Level(k, 1.0, 1.0, 0.0, 0.0)
    return Evidence(
        k, "clear", 1.0, 0.0, k, (level,), True, 1.0, np.zeros(1), np.ones((1, k)), scores, scores, 0 * scores
    )


def walk_on_distances(squares: FloatArray, weights: FloatArray, *, rng: np.random.Generator) -> Walk:
    """The walk where only the (n, n) squared distances are known: on kernels of the distinct points.

    The references have the covariance of the points' principal coordinates (classical scaling), but a kernel may bend
    the data, which they do not see: a ratio of time scales that a line has is not enough.
    """
    n = weights.size
    weights = np.maximum(weights, 1e-6 * weights.mean())  # points without weight have labels too
    first, node_of = np.unique((squares <= _NO_DISTANCE * squares.max()).argmax(axis=1), return_inverse=True)
    squares, masses = squares[np.ix_(first, first)], np.bincount(node_of, weights=weights).astype(np.float64)
    points = principal_coordinates(squares, masses, most=SMALL, rng=rng)
    summary = Summary(points[node_of], weights)
    curve = None
    if first.size >= _FEWEST_POINTS:
        curve = score_curve(node_of, kernel_graphs(squares, masses), n, weights)
    if curve is None or not curve.partitions:
        return Walk(summary, NOTHING_TO_SEE, None, np.zeros(n))
    found, known = _contrasts(curve), Summary(points, masses)
    null = null_of(found, known, _contrast_of_kernels, rng, least=LINE, most_points=SMALL)
    return Walk(summary, judged(curve, null), curve, np.zeros(n))


def _contrast_of_kernels(reference: Summary) -> float:
    n, graphs = reference.weights.size, kernel_graphs(squared_distances(reference.points), reference.weights)
    curve = score_curve(np.arange(n), graphs, n, reference.weights)
    return 0.0 if curve is None else curve.largest_contrast


def spectrum_at(summary: Summary, k: int, bandwidth: float | None = None) -> Spectrum | None:
    """The walk on the kernel of a few points where k clusters show best, or at a given bandwidth.

    Returns
    -------
    None if all points are equal
    """
    weights = np.maximum(summary.weights, _NO_WEIGHT * summary.weights.max())
    graphs = kernel_graphs(squared_distances(summary.points), weights, bandwidth=bandwidth)
    spectra = [spectrum_of(graph, k) for graph in graphs]
    return max(spectra, key=lambda spectrum: float(contrast(spectrum.eigenvalues)[k - 1]), default=None)


def look_at(X: Any, sample_weight: FloatArray, rng: np.random.Generator) -> tuple[Summary, Summary]:
    """The points that the walk runs on, and the same with rounded values spread over their intervals.

    They are the distinct rows, sorted, with added weights; representatives; or a sample. In many columns, or if X is
    sparse, nothing is spread: no single column cuts such data into slices.
    """
    rows = np.flatnonzero(sample_weight > _NO_WEIGHT * sample_weight.max())
    X, weights = X[rows], np.asarray(sample_weight, dtype=np.float64)[rows]
    few_columns = X.shape[1] <= MANY_COLUMNS and not scipy.sparse.issparse(X)
    if few_columns and rows.size > MOST_POINTS:
        if n_distinct_rows(X) > MOST_POINTS:
            means = summarise(dequantised(X, rng), weights, n_points=_REPRESENTATIVES, rng=rng)
            return means, means
    elif rows.size > MOST_POINTS:
        drawn = np.sort(rng.choice(rows.size, MOST_POINTS, replace=False, p=weights / weights.sum()))
        X, weights = X[drawn], np.ones(MOST_POINTS)
    first, number = distinct_rows(X)
    summary = Summary(X[first], np.bincount(number, weights=weights).astype(np.float64))
    return summary, Summary(dequantised(summary.points, rng), summary.weights) if few_columns else summary


def _heaviest_points(node_of: IntArray, weights: FloatArray) -> IntArray:
    """(m,) the heaviest point of each node, the first among equals."""
    order = np.lexsort((np.arange(weights.size)[::-1], weights))
    heaviest = np.zeros(int(node_of.max()) + 1, dtype=np.intp)
    heaviest[node_of[order]] = order
    return heaviest
