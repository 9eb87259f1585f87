"""The score of every number of clusters on the graphs of a data set."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import BoolArray, FloatArray, IntArray
from ..engine.representatives import Summary
from ..threads import one_blas_thread
from .graph import N_NEIGHBOURS, Graph
from .partition import diverse_nodes, effective_number, partition
from .separation import contrast, scaled, separation
from .spectrum import Spectrum, spectrum_of

# The largest number of clusters searched for, and the fewest points per cluster.
MOST_CLUSTERS = 300
_POINTS_PER_CLUSTER = 20
# Labels are computed for at least this many numbers of clusters, so that users see the next best levels too.
_N_CANDIDATES = 8
# Outliers are few.
_MOST_OUTLIERS = 0.05


@dataclass(frozen=True)
class Partition:
    """The clusters that k modes of the walk show.

    Attributes
    ----------
    n_modes : k
    labels : (m,) of the nodes of the graph, 0 .. k - 1
    light : (k,) which of them are outliers: too few points, far from all others, so that the walk rarely leaves them
    n_effective : the effective number of clusters
    """

    n_modes: int
    labels: IntArray
    light: BoolArray
    n_effective: float

    @property
    def n_clusters(self) -> int:
        return self.n_modes - int(self.light.sum())


@dataclass(frozen=True)
class Curve:
    """The contrast of time scales of every k on every graph, and the score of the best ones.

    Attributes
    ----------
    node_of : (n,) the node of each point
    spectra : one per graph
    contrasts : (h, K) of each graph, by number of modes
    scores : (K,) from separation and effective number of clusters; for numbers that cannot be the best, the upper
        bound that k equal clusters would have
    partitions : those that were computed, by number of clusters
    """

    node_of: IntArray
    spectra: tuple[Spectrum, ...]
    contrasts: FloatArray
    scores: FloatArray
    partitions: dict[int, Partition]

    @property
    def mean_contrasts(self) -> FloatArray:
        """(K,) of the two best graphs: one graph alone may owe its contrast to chance."""
        return np.sort(self.contrasts, axis=0)[-2:].mean(axis=0)

    @property
    def separations(self) -> FloatArray:
        """(K,)"""
        return separation(self.mean_contrasts)

    @property
    def ranked(self) -> list[int]:
        """The numbers with a partition, best first."""
        return sorted(self.partitions, key=lambda k: -float(self.scores[k - 1]))

    @property
    def largest_contrast(self) -> float:
        """What is compared between data sets; 0 if there are no clusters to compare."""
        return max(map(self.contrast_of, self.partitions), default=0.0)

    def contrast_of(self, k: int) -> float:
        """The scaled contrast of a number with a partition. Unlike the score, it has no largest value."""
        found = self.partitions[k]
        return float(scaled(self.mean_contrasts[found.n_modes - 1], found.n_effective))

    def n_modes(self, k: int) -> int:
        """How many modes show k clusters: more than k where there are outliers."""
        return self.partitions[k].n_modes if k in self.partitions else k

    def spectrum_for(self, k: int) -> Spectrum:
        """The spectrum in which k clusters are best separated."""
        return self.spectra[int(self.contrasts[:, self.n_modes(k) - 1].argmax())]


def score_curve(
    node_of: IntArray,
    graphs: Iterable[Graph],
    n_points: int,
    weights: FloatArray,
    *,
    n_neighbors: int = N_NEIGHBOURS,
    at_least: int = 1,
    most: int = MOST_CLUSTERS,
) -> Curve | None:
    """Score every number of clusters on graphs of the same nodes; None if there is no graph.

    Parameters
    ----------
    node_of : (n,) the node of each point
    n_points : number of points of the data, which the n points may represent
    weights : (n,)
    n_neighbors : size of the neighbourhoods; groups of at most this many points are outliers
    at_least : compute enough eigenvalues for this many clusters
    most : search for at most this many clusters
    """
    most = max(int(np.clip(n_points // _POINTS_PER_CLUSTER, 5, most)), at_least)
    with one_blas_thread():
        spectra = tuple(spectrum_of(graph, min(most, graph.affinity.shape[0] - 2)) for graph in graphs)
    if not spectra:
        return None
    contrasts = np.zeros((len(spectra), max(spectrum.eigenvalues.size for spectrum in spectra) - 1))
    for row, spectrum in zip(contrasts, spectra, strict=True):
        row[: spectrum.eigenvalues.size - 1] = contrast(spectrum.eigenvalues)
    masses = np.bincount(node_of, weights=weights).astype(np.float64)
    least = n_neighbors * Summary(weights, weights).resolution * (1 + 1e-9)  # whatever the unit of equal weights
    bare = Curve(node_of, spectra, contrasts, np.zeros(contrasts.shape[1]), {})
    separations = bare.separations
    bounds = scaled(separations, np.arange(1.0, separations.size + 1))
    scores: dict[int, float] = {}
    partitions: dict[int, Partition] = {}
    tried = []
    for rank, k in enumerate((np.argsort(-bounds, kind="stable") + 1).tolist()):
        if bounds[k - 1] <= 0 or (rank >= _N_CANDIDATES and bounds[k - 1] <= max(scores.values(), default=0)):
            break
        tried.append(k - 1)
        found = _partition(bare.spectrum_for(k), k, masses, least)
        value, number = float(scaled(separations[k - 1], found.n_effective)), found.n_clusters
        if number > 1 and value > scores.get(number, 0):
            scores[number], partitions[number] = value, found
    bounds[tried] = 0  # these count as what they turned out to be: k - 1 clusters and an outlier are not k clusters
    bounds[[number - 1 for number in scores]] = list(scores.values())
    return replace(bare, scores=bounds, partitions=partitions)


def _partition(spectrum: Spectrum, k: int, node_masses: FloatArray, least: float) -> Partition:
    """The clusters of k modes, those of a mass up to ``least`` marked as light."""
    labels, _ = partition(spectrum, diverse_nodes(spectrum, k))
    masses = np.bincount(labels, weights=node_masses, minlength=k).astype(np.float64)
    light = masses <= least  # a group no larger than a neighbourhood has no inside
    if masses[light].sum() > _MOST_OUTLIERS * masses.sum():  # the data is small, not full of outliers
        light[:] = False
    return Partition(k, labels, light, effective_number(masses))
