"""Established rules for choosing the number of clusters, to compare with."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
from scipy.stats import norm
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import calinski_harabasz_score, davies_bouldin_score, silhouette_score
from sklearn.mixture import GaussianMixture
from sklearn.utils import check_array

from .arrays import FloatArray, IntArray
from .engine.checks import check_positive_integer
from .errors import InputError
from .random_state import RandomState, as_generator

__all__ = ["CHOOSE_K", "SWEEPS", "KMeansPath", "choose_k", "k_means_path"]

# Two centres for a cluster's points and how strongly they are to be preferred to one: above 0, split.
Splitter = Callable[[FloatArray, np.random.Generator], tuple[FloatArray, float]]

_REFERENCES = 10  # of the gap statistic
_SILHOUETTE_SAMPLE = 5_000  # the silhouette takes all pairwise distances
_SMALLEST_TO_SPLIT = 8  # points, not all the same; a test on fewer says nothing
_ANDERSON_DARLING = 1.8692  # critical value at the level 0.0001, Hamerly & Elkan's choice


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


def x_means(X: FloatArray, *, k_max: int, rng: np.random.Generator) -> int:
    """Splits that raise the BIC of spherical Gaussians of one variance; of all stages the one with the highest BIC.

    The first split of clusters on the corners of a square does not pay, only the second: the search starts from one
    cluster and, again, from two.

    References
    ----------
    Pelleg & Moore (2000), X-means: extending k-means with efficient estimation of the number of clusters.
    """
    stages = _split_until_stable(X, _split_by_bic, k_max=k_max, rng=rng)
    if k_max > 1:
        halves = KMeans(2, random_state=_seed(rng)).fit(X).labels_
        stages += _split_until_stable(X, _split_by_bic, k_max=k_max, rng=rng, start=halves.astype(np.intp))
    best = max(stages, key=lambda labels: spherical_bic(X, labels))
    return int(best.max()) + 1


def g_means(X: FloatArray, *, k_max: int, rng: np.random.Generator) -> int:
    """Splits wherever the points, projected on the line between two centres, fail a test of normality.

    References
    ----------
    Hamerly & Elkan (2003), Learning the k in k-means.
    """
    return int(_split_until_stable(X, _split_by_normality, k_max=k_max, rng=rng)[-1].max()) + 1


def spherical_bic(X: FloatArray, labels: IntArray) -> float:
    """BIC (larger is better) of clusters as spherical Gaussians that share one variance, with their shares as weights.

    The variance is that of one coordinate, ``inertia / (d (n - k))``; the formula printed in Pelleg & Moore leaves out
    the d.
    """
    n, d = X.shape
    sizes = np.bincount(labels)
    k = sizes.size
    if n <= k:
        return -np.inf
    inertia = float(((X - _means(X, labels)[labels]) ** 2).sum())
    variance = max(inertia / (d * (n - k)), np.finfo(float).tiny)
    log_likelihood = sizes @ np.log(sizes / n) - n * d / 2 * np.log(2 * np.pi * variance) - d * (n - k) / 2
    n_parameters = (k - 1) + d * k + 1
    return float(log_likelihood - n_parameters / 2 * np.log(n))


def anderson_darling(values: FloatArray) -> float:
    """Anderson-Darling statistic of a test of normality with mean and variance estimated (Stephens 1974)."""
    n = values.size
    ordered = np.sort((values - values.mean()) / values.std(ddof=1))
    terms = norm.logcdf(ordered) + norm.logsf(ordered[::-1])
    statistic = -n - ((2 * np.arange(n) + 1) @ terms) / n
    return float(statistic * (1 + 4 / n - 25 / n**2))


def _split_until_stable(
    X: FloatArray, split: Splitter, *, k_max: int, rng: np.random.Generator, start: IntArray | None = None
) -> list[IntArray]:
    """Labels after each round of splits and k-means from the new centres, those of ``start`` (or all zero) first."""
    stages = [np.zeros(len(X), dtype=np.intp) if start is None else start]
    centres = _means(X, stages[0])
    while len(centres) < k_max:
        pieces = [X[stages[-1] == i] for i in range(len(centres))]
        large = [len(piece) >= _SMALLEST_TO_SPLIT and bool((piece != piece[0]).any()) for piece in pieces]
        tried = [split(piece, rng) if is_large else (piece, 0.0) for piece, is_large in zip(pieces, large, strict=True)]
        gains = np.array([gain for _, gain in tried])
        accepted = [i for i in np.argsort(-gains, kind="stable") if gains[i] > 0][: k_max - len(centres)]
        if not accepted:
            break
        centres = np.concatenate([np.delete(centres, accepted, axis=0), *(tried[i][0] for i in accepted)])
        fit = KMeans(len(centres), init=centres, n_init=1).fit(X)
        centres = fit.cluster_centers_
        stages.append(fit.labels_.astype(np.intp))
    return stages


def _split_by_bic(piece: FloatArray, rng: np.random.Generator) -> tuple[FloatArray, float]:
    """Two centres set off along a random direction, and what they add to the BIC."""
    direction = rng.standard_normal(piece.shape[1])
    fit = _two_means(piece, direction / np.linalg.norm(direction) * np.sqrt(piece.var(axis=0).sum()))
    one = np.zeros(len(piece), dtype=np.intp)
    return fit.cluster_centers_, spherical_bic(piece, fit.labels_.astype(np.intp)) - spherical_bic(piece, one)


def _split_by_normality(piece: FloatArray, rng: np.random.Generator) -> tuple[FloatArray, float]:
    """Two centres set off along the principal axis, and by how much normality along their line is rejected."""
    singular, axes = np.linalg.svd(piece - piece.mean(axis=0), full_matrices=False)[1:]
    fit = _two_means(piece, axes[0] * singular[0] * np.sqrt(2 / (np.pi * len(piece))))
    projected = piece @ (fit.cluster_centers_[0] - fit.cluster_centers_[1])
    if projected.std() == 0:
        return fit.cluster_centers_, 0.0
    return fit.cluster_centers_, anderson_darling(projected) - _ANDERSON_DARLING


def _means(X: FloatArray, labels: IntArray) -> FloatArray:
    return np.stack([np.bincount(labels, weights=column) for column in X.T], axis=1) / np.bincount(labels)[:, None]


def _two_means(piece: FloatArray, offset: FloatArray) -> KMeans:
    centre = piece.mean(axis=0)
    return KMeans(2, init=np.stack([centre - offset, centre + offset]), n_init=1).fit(piece)


# Each a function (X, *, k_max, rng) of a valid (n, d) float64 array and 1 <= k_max <= n that returns 1 .. k_max.
CHOOSE_K: Mapping[str, Callable[..., int]] = MappingProxyType(
    {
        # rules of thumb, rounded; the paper compares with the first
        "log n": lambda X, *, k_max, rng: int(np.clip(round(np.log10(len(X))), 1, k_max)),
        "sqrt n": lambda X, *, k_max, rng: int(np.clip(round(np.sqrt(len(X))), 1, k_max)),
        **{name: partial(best_by_index, index=name) for name in INDICES},
        "gap statistic": gap_statistic,
        "X-means": x_means,
        "G-means": g_means,
        "BIC of mixtures": bic_of_mixtures,
    }
)

# Those that judge the same k-means clusterings, one for each k, and take them ready-made as ``path=``.
SWEEPS = frozenset({*INDICES, "gap statistic"})


def choose_k(X: Any, method: str, *, k_max: int | None = None, random_state: RandomState = None) -> int:
    """Choose the number of clusters by one of the usual methods.

    Parameters
    ----------
    X : (n, d)
    method : a key of ``CHOOSE_K``
    k_max : largest number to try, at most the number of distinct points; by default sqrt(n), but at least 10
    """
    if method not in CHOOSE_K:
        raise InputError(f"unknown method {method!r}. Use one of {', '.join(CHOOSE_K)}.")
    if k_max is not None:
        check_positive_integer("k_max", k_max)
    try:
        checked = check_array(X, dtype=np.float64)
    except ValueError as error:
        raise InputError(str(error)) from error
    different = np.unique(checked, axis=0).shape[0]
    largest = max(10, int(np.sqrt(checked.shape[0]))) if k_max is None else int(k_max)
    return CHOOSE_K[method](checked, k_max=min(largest, different), rng=as_generator(random_state))
