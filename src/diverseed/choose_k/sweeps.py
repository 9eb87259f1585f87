"""Criteria that compare clusterings for every k: silhouette, Calinski-Harabasz, Davies-Bouldin, the gap, the BIC."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import calinski_harabasz_score, davies_bouldin_score, silhouette_score
from sklearn.mixture import GaussianMixture

from ..arrays import FloatArray, IntArray

_REFERENCES = 10  # of the gap statistic
_SILHOUETTE_SAMPLE = 5_000  # the silhouette takes all pairwise distances


@dataclass(frozen=True)
class KMeansPath:
    """One k-means clustering for each k = 1 .. k_max.

    Attributes
    ----------
    labels : k_max arrays (n,)
    inertias : (k_max,)
    """

    labels: tuple[IntArray, ...]
    inertias: FloatArray


def k_means_path(X: FloatArray, *, k_max: int, rng: np.random.Generator) -> KMeansPath:
    """scikit-learn's k-means with its default settings for every k up to ``k_max``."""
    fits = [KMeans(k, random_state=_seed(rng)).fit(X) for k in range(1, k_max + 1)]
    return KMeansPath(tuple(fit.labels_ for fit in fits), np.array([fit.inertia_ for fit in fits]))


# Scores of clusterings, (X, labels, rng) to a number: the higher, the better.
INDICES: dict[str, Callable[..., float]] = {
    # Rousseeuw (1987), on at most 5,000 points
    "silhouette": lambda X, labels, rng: silhouette_score(
        X, labels, sample_size=_SILHOUETTE_SAMPLE if len(X) > _SILHOUETTE_SAMPLE else None, random_state=_seed(rng)
    ),
    # variance between clusters to variance within them (Calinski & Harabasz 1974)
    "Calinski-Harabasz": lambda X, labels, rng: calinski_harabasz_score(X, labels),
    # minus the mean similarity to the most similar other cluster (Davies & Bouldin 1979)
    "Davies-Bouldin": lambda X, labels, rng: -davies_bouldin_score(X, labels),
}


def best_by_index(
    X: FloatArray, *, k_max: int, rng: np.random.Generator, path: KMeansPath | None = None, index: str
) -> int:
    """The k with the highest score. The indices compare clusters: they are defined for 2 .. n - 1 of them."""
    largest = min(k_max, len(X) - 1)
    if largest < 2:
        return 1
    path = path or k_means_path(X, k_max=largest, rng=rng)
    return 2 + int(np.argmax([INDICES[index](X, labels, rng) for labels in path.labels[1:largest]]))


def gap_statistic(X: FloatArray, *, k_max: int, rng: np.random.Generator, path: KMeansPath | None = None) -> int:
    """The smallest k whose gap is within one standard error of the largest gap.

    ``gap_k = mean log W_k of the references - log W_k``, W the inertia; the references are uniform in the box around
    the data in their principal axes (Tibshirani, Walther & Hastie 2001). Their rule, the first k whose gap is within
    one standard error of the next, often stops at 1 in several dimensions, where the first splits of clear clusters
    gain less than those of a uniform box. Looking at the largest gap makes this the stronger opponent.
    """
    observed = (path or k_means_path(X, k_max=k_max, rng=rng)).inertias
    centre = X.mean(axis=0)
    axes = np.linalg.svd(X - centre, full_matrices=False)[2]
    turned = (X - centre) @ axes.T
    references = [
        k_means_path(rng.uniform(turned.min(axis=0), turned.max(axis=0), size=turned.shape), k_max=k_max, rng=rng)
        for _ in range(_REFERENCES)
    ]
    logs = _log(np.array([reference.inertias for reference in references]))
    gap = logs.mean(axis=0) - _log(observed)
    error = logs.std(axis=0) * np.sqrt(1 + 1 / _REFERENCES)
    top = int(gap.argmax())
    return 1 + int(np.flatnonzero(gap >= gap[top] - error[top])[0])


def bic_of_mixtures(X: FloatArray, *, k_max: int, rng: np.random.Generator) -> int:
    """The number of components of the Gaussian mixture, full covariances, with the lowest BIC (Schwarz 1978)."""
    spread = float(X.var(axis=0).mean())
    if spread == 0:
        return 1
    criteria = []
    for k in range(1, k_max + 1):
        # the floor under the variances follows the unit of the data
        mixture = GaussianMixture(k, reg_covar=1e-6 * spread, random_state=_seed(rng))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            criteria.append(mixture.fit(X).bic(X))
    return 1 + int(np.argmin(criteria))


def _log(inertias: FloatArray) -> FloatArray:
    return np.log(np.maximum(inertias, np.finfo(float).tiny))


def _seed(rng: np.random.Generator) -> int:
    return int(rng.integers(2**31 - 1))
