"""A clustered table with its rows in other clusters: those of another level, or several joined into one."""

import copy
from dataclasses import replace

import numpy as np
from sklearn.metrics import pairwise_distances_argmin

from ..arrays import FloatArray, IntArray
from ..cluster.outliers import mean_squares, outlier_scores
from ..cluster.spectral import DPPSpectralClustering
from ..engine.assignment import squares_to_own
from ..walk.graph import N_NEIGHBOURS, Neighbours
from .clustered_table import ClusteredTable, means_of


def with_labels(outcome: ClusteredTable, labels: IntArray) -> ClusteredTable:
    """The same table with its rows in other clusters: centres are means, seeds the rows nearest to those.

    What was said of the old clusters is dropped: their evidence, and how they were found.
    """
    model, points, k = copy.copy(outcome.model), outcome.points, int(labels.max()) + 1
    weights = outcome.prepared.sample_weight if outcome.weighted else None
    weights = np.ones(len(labels)) if weights is None else np.asarray(weights, dtype=np.float64)
    model.labels_, model.n_clusters_, model.evidence_ = labels, k, None
    means = means_of(points, labels, k)
    model.cluster_centers_ = np.where(np.isnan(means), points.mean(axis=0), means)
    model.seed_indices_ = pairwise_distances_argmin(model.cluster_centers_, points)
    squares = squares_to_own(points, model.cluster_centers_, labels)
    model.inertia_ = float(weights @ squares)
    if isinstance(model, DPPSpectralClustering):
        model.outlier_scores_ = _isolation(model, labels)
    else:
        spreads = np.sqrt(mean_squares(squares, labels, weights, k))
        model.outlier_scores_ = outlier_scores(np.sqrt(squares), labels, spreads)
    return replace(outcome, model=model, labels=labels, on_fit=())


def _isolation(model: DPPSpectralClustering, labels: IntArray) -> FloatArray:
    """(n,) outlier scores as in ``DPPSpectralClustering``: how far the walk's points lie from their neighbours."""
    of_row = model._point_of_row
    reach = Neighbours.of(model._points.points, N_NEIGHBOURS).reach
    visited, first = np.unique(of_row, return_index=True)
    reaches, label_of = reach[visited], labels[first]  # rows of one point have one label
    members = (reaches[label_of == label] for label in range(model.n_clusters_))
    usual = np.array([np.median(some) if some.size else 0.0 for some in members])
    return outlier_scores(reach[of_row], labels, usual)
