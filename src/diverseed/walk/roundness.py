"""Whether the clusters of a walk are round: whether k-means keeps them."""

from dataclasses import replace

from sklearn.metrics import adjusted_rand_score

from ..arrays import FloatArray, IntArray
from ..engine.assignment import means_by_label, nearest
from ..engine.lloyd import Run, best_run
from ..engine.points import Points
from ..engine.representatives import Summary
from ..engine.survey import Moments
from .evidence import Evidence
from .look import Walk

# Clusters are not round if the adjusted Rand index between the walk's partition and that of k-means is below this.
# Above it, the labels of k-means are as good on the public sets: ``benchmarks/roundness.py``.
ROUND = 0.9
# After this many steps k-means has left the clusters that it does not keep.
_FEW_STEPS = 20


def compared_with_centres(walk: Walk, centres: FloatArray) -> Evidence:
    """The evidence of a walk, with whether its clusters are those of the nearest centres.

    Parameters
    ----------
    centres : (k, d) for k the number of clusters of the evidence
    """
    return compared_with_labels(walk, nearest(walk.summary.points, centres))


def compared_with_labels(walk: Walk, labels: IntArray) -> Evidence:
    """The evidence of a walk, with whether (n,) labels of its points are its clusters."""
    if walk.evidence.n_clusters == 1:
        return walk.evidence
    agreement = float(adjusted_rand_score(walk.labels_at(walk.evidence.n_clusters), labels))
    return replace(walk.evidence, is_round=agreement >= ROUND, agreement=agreement)


def compared_with_k_means(walk: Walk) -> Evidence:
    """The evidence of a walk, with whether k-means, started from the means of its clusters, keeps them."""
    k = walk.evidence.n_clusters
    return compared_with_centres(walk, k_means_from(walk.summary, walk.labels_at(k), k, max_iter=_FEW_STEPS).centres)


def k_means_from(summary: Summary, labels: IntArray, k: int, *, max_iter: int = 300) -> Run:
    """k-means started from the means of given clusters."""
    start, _ = means_by_label(summary.points, labels, summary.weights, k)
    tolerance = 1e-4 * float(Moments.of(summary.points).variances.mean())
    return best_run(Points(summary.points, summary.weights), [start], tolerance=tolerance, max_iter=max_iter)
