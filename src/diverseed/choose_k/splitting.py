"""Clusters split in two as long as a test says so: X-means and G-means."""

from collections.abc import Callable

import numpy as np
from scipy.stats import norm
from sklearn.cluster import KMeans

from ..arrays import FloatArray, IntArray

# Two centres for a cluster's points and how strongly they are to be preferred to one: above 0, split.
Splitter = Callable[[FloatArray, np.random.Generator], tuple[FloatArray, float]]

_SMALLEST_TO_SPLIT = 8  # points; a test on fewer says nothing
_ANDERSON_DARLING = 1.8692  # critical value at the level 0.0001, Hamerly & Elkan's choice


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
        halves = KMeans(2, random_state=int(rng.integers(2**31 - 1))).fit(X).labels_
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
        tried = [split(piece, rng) if len(piece) >= _SMALLEST_TO_SPLIT else (piece, 0.0) for piece in pieces]
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
