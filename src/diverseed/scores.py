"""How good a clustering is: against known classes, and by its cost."""

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.cluster import contingency_matrix
from sklearn.utils import check_array

from .arrays import IntArray
from .engine.blocks import Block
from .engine.rows import Frame, Rows
from .errors import InputError

__all__ = ["adjusted_rand", "cost", "macro_f1", "missed_clusters", "pairwise_f1"]


def macro_f1(gold: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    r"""Mean over the gold classes of the best F1 that any cluster reaches for that class.

    .. math:: \frac{1}{|G|} \sum_{g \in G} \max_{c \in C} \frac{2 |g \cap c|}{|g| + |c|}

    Every class counts the same whatever its size, and one cluster may serve several classes. This is the F1-measure
    of the paper's tables.

    Parameters
    ----------
    gold, labels : (n,) class and cluster of each point; any integers or strings. Every label is a cluster, also the
        -1 by which some methods mark noise.
    """
    counts = _contingency(gold, labels)
    classes, clusters, common = sp.find(counts)
    class_sizes = np.asarray(counts.sum(axis=1)).ravel()
    cluster_sizes = np.asarray(counts.sum(axis=0)).ravel()
    best = np.zeros(class_sizes.size)
    np.maximum.at(best, classes, 2 * common / (class_sizes[classes] + cluster_sizes[clusters]))
    return float(best.mean())


def pairwise_f1(gold: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    """F1 over all pairs of points, a pair being positive when its two points are together.

    ``2 t / (g + c)`` with g the pairs together in the same gold class, c those in the same cluster, t those in both;
    1 when there is no pair to find and none was found.
    """
    counts = _contingency(gold, labels)
    both = _pairs(counts.data)
    in_class = _pairs(np.asarray(counts.sum(axis=1)))
    in_cluster = _pairs(np.asarray(counts.sum(axis=0)))
    return 2 * both / (in_class + in_cluster) if in_class + in_cluster else 1.0


def adjusted_rand(gold: npt.ArrayLike, labels: npt.ArrayLike) -> float:
    """Adjusted Rand index: agreement over pairs, 0 on average for random labels and 1 for equal partitions.

    scikit-learn's ``adjusted_rand_score`` (Hubert and Arabie 1985).
    """
    return float(adjusted_rand_score(*_checked(gold, labels)))


def missed_clusters(gold: npt.ArrayLike, seed_indices: npt.ArrayLike) -> int:
    """Number of gold clusters without a seed.

    Parameters
    ----------
    gold : (n,) cluster of each point
    seed_indices : (k,) which points are the seeds
    """
    clusters, seeds = np.asarray(gold), np.asarray(seed_indices)
    if seeds.size == 0:
        seeds = seeds.astype(np.int64)
    if seeds.dtype.kind not in "iu":
        raise InputError(f"seed_indices must be row numbers, got {seeds.dtype} values. Pass indices, not points.")
    if seeds.size and not 0 <= seeds.min() <= seeds.max() < clusters.size:
        raise InputError(f"seed_indices range from {seeds.min()} to {seeds.max()}; rows are 0 to {clusters.size - 1}.")
    return np.unique(clusters).size - np.unique(clusters[seeds]).size


def cost(X: npt.ArrayLike, centers: npt.ArrayLike, *, sample_weight: npt.ArrayLike | None = None) -> float:
    r"""Cost of k-means: :math:`\sum_i w_i \min_c \lVert x_i - c \rVert^2`, computed block by block.

    Parameters
    ----------
    X : (n, d) dense or sparse
    centers : (k, d)
    sample_weight : (n,) non-negative, or None for ones
    """
    points = check_array(X, accept_sparse="csr", dtype=(np.float64, np.float32))
    middles = check_array(centers, dtype=np.float64)
    n, d = points.shape
    if middles.shape[1] != d:
        raise InputError(f"X has shape {points.shape} and centers {middles.shape}; both need the same columns.")
    weight = np.ones(n) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
    if weight.shape != (n,):
        raise InputError(f"sample_weight has shape {weight.shape}, X {points.shape}. Give one weight for each row.")
    origin = np.zeros(d) if sp.issparse(points) else middles.mean(axis=0)
    return float(Rows(Block(points, weight), Frame(origin)).squares(middles - origin)[0].sum())


def _contingency(gold: npt.ArrayLike, labels: npt.ArrayLike) -> sp.csr_matrix:
    """How many points each gold class and each cluster share: (n_classes, n_clusters)."""
    return contingency_matrix(*_checked(gold, labels), sparse=True)


def _checked(gold: npt.ArrayLike, labels: npt.ArrayLike) -> tuple[npt.NDArray[np.generic], npt.NDArray[np.generic]]:
    classes, clusters = np.asarray(gold), np.asarray(labels)
    if classes.ndim != 1 or classes.shape != clusters.shape:
        raise InputError(f"gold has shape {classes.shape} and labels {clusters.shape}; both need one entry per point.")
    if not classes.size:
        raise InputError("gold and labels are empty. Give at least one point.")
    return classes, clusters


def _pairs(sizes: IntArray) -> float:
    return float((sizes.astype(np.float64) * (sizes - 1) / 2).sum())
