"""A clustered table with its rows in other clusters: those of another level, or several joined into one."""

import copy
from dataclasses import replace

import numpy as np
from sklearn.metrics import pairwise_distances_argmin

from ..arrays import IntArray
from ..cluster.outliers import outlier_scores, spreads_of
from ..cluster.spectral import DPPSpectralClustering, usual_reach
from ..engine.assignment import squares_to_own, totals_by_label
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
        reach = model._reach_of_point[model._point_of_row]
        model.outlier_scores_ = outlier_scores(reach, labels, usual_reach(reach, labels, k))
    else:
        spreads = spreads_of(*totals_by_label(squares, labels, weights, k))
        model.outlier_scores_ = outlier_scores(np.sqrt(squares), labels, spreads)
    return replace(outcome, model=model, labels=labels, on_fit=())
