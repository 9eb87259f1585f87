"""Kernel k-means that finds the number of clusters and its own seeds, where only similarities are known."""

import warnings
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..kernels.vectors import Kernel, get_kernel, squared_distances_of_kernel
from ..model_files import Saves
from ..parameters import check_positive_integer, check_scale, check_sharpness, number_of_draws
from ..point_process import LEnsemble
from ..point_process.checks import check_kernel
from ..random_state import RandomState, as_generator
from ..walk import Evidence, take_walk, walk_on_distances, warn_if_none
from ..walk.levels import Branch, Levels, check_level
from .notebook import NotebookCard
from .outliers import mean_squares, outlier_scores

# An n x n kernel of more points than this does not fit into the memory of most machines several times.
_MOST_POINTS = 20_000


class DPPKernelKMeans(Saves, NotebookCard, ClusterMixin, BaseEstimator):
    """Kernel k-means with the number of clusters and the seeds from a determinantal point process.

    Parameters
    ----------
    n_clusters : "auto", "expected", "sample" or int, default "auto"
        - "auto": from the random walk on the distances ``K_ii + K_jj - 2 K_ij``, with evidence.
        - "expected": the expected size of the process with L = K, rounded: the paper's count for text.
        - "sample": the size of one draw of the process with L = K, the paper's kmeansD++.
        - an integer: seeds from the process given its size, kmeansDk++.
    kernel : "rbf", "linear", "cosine", "precomputed" or function, default "rbf"
        With "precomputed", ``fit`` takes the n x n kernel of the training points and ``predict`` the m x n kernel
        between new points and them. A function is called as ``kernel(X, Y, gamma=...)``, without gamma if it is "auto".
    gamma : "auto" or float, default "auto"
        Parameter of the kernel; "auto" is the scale at which the clusters show best for "rbf", else 1.
    sharpness : "auto" or float, default "auto"
        Power of L. "auto" is 1 for "sample", else inf, the projection process on the leading eigenvectors; where the
        kernel's rank is below the number of clusters, k-means++ in the feature space adds the missing seeds.
    repair : bool, default False
        Whether to set negative eigenvalues of the kernel to zero. Otherwise a kernel that is not positive semi-definite
        is refused.
    n_init : int or "auto", default "auto"
        Draws of seeds ("auto": 5); the clustering of lowest cost is kept. One for a finite sharpness, as in the paper.
    max_iter : int, default 300
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    n_clusters_ : int
    labels_ : (n,) cluster of each point
    inertia_ : weighted sum of squared distances to the cluster means, in the feature space of the kernel
    n_iter_ : iterations of the best run
    seed_indices_ : (n_clusters,) the points that were its seeds
    size_distribution_ : dict of k to its probability under the process with L = K
    expected_size_ : mean of that distribution
    evidence_ : Evidence for "auto", else None
    outlier_scores_ : (n,) how unusual each point is in its cluster, from 0 to 1; 1/2 at three times the cluster's root
        mean squared distance to its mean, in feature space
    gamma_ : the kernel's parameter that was used; None where there is none
    repaired_ : the most negative eigenvalue that was set to zero; 0.0 if there was none
    """

    def __init__(
        self,
        n_clusters: int | Literal["auto", "expected", "sample"] = "auto",
        *,
        kernel: str | Kernel = "rbf",
        gamma: float | Literal["auto"] = "auto",
        sharpness: float | Literal["auto"] = "auto",
        repair: bool = False,
        n_init: int | Literal["auto"] = "auto",
        max_iter: int = 300,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.kernel = kernel
        self.gamma = gamma
        self.sharpness = sharpness
        self.repair = repair
        self.n_init = n_init
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Cluster the points of an n x n kernel, or of n x d features.

        Parameters
        ----------
        X : (n, n) kernel if precomputed, else (n, d) features
        y : ignored
        sample_weight : (n,) non-negative, optional
        """
        X = validate_data(self, X, dtype=[np.float64, np.float32], ensure_min_samples=2)
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        self._check_parameters(X.shape[0])
        rng = as_generator(self.random_state)
        self.evidence_, self._levels = self._nothing_found()
        self.gamma_ = self._scale_of(X, weights, rng)
        kernel = self._kernel_of(X)
        kernel, self.repaired_ = _repaired(kernel) if self.repair else (kernel, 0.0)
        ensemble = LEnsemble(kernel, weights=weights)
        self.expected_size_ = ensemble.expected_size  # refuses a kernel that is not positive semi-definite
        self.size_distribution_ = {k: float(p) for k, p in enumerate(ensemble.size_distribution()) if p > 1e-9}
        power = float(self.sharpness) if self.sharpness != "auto" else 1.0 if self.n_clusters == "sample" else np.inf
        process = ensemble.sharpen(power)
        size = self._number(kernel, weights, ensemble, rng)
        draws = self._draws(process, size, kernel, weights, rng)
        runs = [kernel_lloyd(kernel, weights, draw, max_iter=self.max_iter) for draw in draws]
        best = int(np.argmin([run.cost for run in runs]))
        self._set(runs[best], draws[best], X, kernel, weights)
        if self.evidence_ is not None:
            warn_if_none(self.evidence_, stacklevel=3)
        return self

    @staticmethod
    def _nothing_found() -> tuple[Evidence | None, Levels | None]:
        return None, None

    def _draws(
        self, process: LEnsemble, size: int | None, kernel: FloatArray, weights: FloatArray, rng: np.random.Generator
    ) -> list[IntArray]:
        if size is None:
            draw = process.sample(random_state=rng)
            return [draw if draw.size else process.sample(1, random_state=rng)]  # at least one cluster
        if self.sharpness != "auto":
            return [process.sample(size, random_state=rng)]
        draws = process.sample(min(size, process.rank), n_samples=number_of_draws(self.n_init), random_state=rng)
        return [extended(kernel, weights, draw, size, rng=rng) for draw in draws]

    def _number(self, kernel: FloatArray, weights: FloatArray, ensemble: LEnsemble, rng: Any) -> int | None:
        if self.n_clusters == "sample":
            return None
        if self.n_clusters == "expected":
            return max(round(ensemble.expected_size), 1)
        if self.n_clusters != "auto":
            return int(self.n_clusters)
        walk = walk_on_distances(squared_distances_of_kernel(kernel), weights, rng=rng)
        self.evidence_, self._levels = walk.evidence, Levels.of(walk)
        return walk.evidence.n_clusters

    def _set(self, run: "KernelRun", seeds: IntArray, X: Any, kernel: FloatArray, weights: FloatArray) -> None:
        self.labels_, self.inertia_, self.n_iter_ = run.labels, run.cost, run.n_iter
        self.seed_indices_, self.n_clusters_ = seeds, seeds.size
        self._shares = membership(run.labels, weights, seeds.size)
        self._norms = np.einsum("ij,ij->j", self._shares, kernel @ self._shares)
        inner = np.einsum("ij,ij->i", kernel @ self._shares, np.eye(seeds.size)[run.labels])
        squares = np.maximum(kernel.diagonal() - 2 * inner + self._norms[run.labels], 0)
        spreads = np.sqrt(mean_squares(squares, run.labels, weights, seeds.size))
        self.outlier_scores_ = outlier_scores(np.sqrt(squares), run.labels, spreads)
        self._X_fit = None if self.kernel == "precomputed" else X

    def predict(self, X: Any) -> IntArray:
        """(m,) nearest cluster of new points: their m x n kernel with the training points, or their features."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=[np.float64, np.float32], reset=False)
        rows = X if self._X_fit is None else self._call(X, self._X_fit)
        return np.argmin(self._norms - 2 * (rows @ self._shares), axis=1)

    def labels_at(self, k: int) -> IntArray:
        """(n,) labels at another level of ``evidence_.levels``: the walk's own clusters."""
        check_is_fitted(self)
        return self.labels_ if k == self.n_clusters_ else check_level(self._levels, k).labels[k].astype(np.intp)

    def levels_tree(self) -> tuple[Branch, ...]:
        """How the levels nest: every cluster of every level with its parent at the next coarser one."""
        check_is_fitted(self)
        return () if self._levels is None else self._levels.tree()

    def _kernel_of(self, X: FloatArray) -> FloatArray:
        if self.kernel == "precomputed" and X.shape[0] != X.shape[1]:
            raise InputError(
                f"kernel='precomputed' needs the square kernel of the training points; X has shape {X.shape}. "
                'Pass kernel="rbf", "linear" or a function for features.'
            )
        return check_kernel(X if self.kernel == "precomputed" else self._call(X, X))

    def _scale_of(self, X: FloatArray, weights: FloatArray, rng: np.random.Generator) -> float | None:
        """The kernel's gamma; the RBF kernel's own from the walk on the features."""
        if self.gamma != "auto":
            return float(self.gamma)
        if self.kernel != "rbf":
            return None
        bandwidth = take_walk(X - X.mean(axis=0), weights, rng=rng, judge=False).evidence.bandwidth
        return 1 / (2 * bandwidth**2) if bandwidth > 0 else 1 / X.shape[1]

    def _call(self, X: FloatArray, Y: FloatArray) -> FloatArray:
        function = get_kernel(self.kernel)
        X, Y = X.astype(np.float64, copy=False), Y.astype(np.float64, copy=False)
        return function(X, Y) if self.gamma_ is None else function(X, Y, gamma=self.gamma_)

    def _check_parameters(self, n: int) -> None:
        wanted = self.n_clusters if self.n_clusters not in ("auto", "expected", "sample") else 1
        if check_positive_integer("n_clusters", wanted, or_else='"auto", "expected", "sample"') > n:
            raise InputError(f"n_clusters={wanted} is above n_samples={n}. Ask for at most {n} clusters.")
        if n > _MOST_POINTS:
            raise InputError(
                f"n_samples={n} is above {_MOST_POINTS}, and the kernel has n x n entries. Use DPPKMeans on features, "
                "or a sample of the points and predict() for the others."
            )
        check_scale("gamma", self.gamma)
        check_sharpness(self.sharpness)
        number_of_draws(self.n_init)
        check_positive_integer("max_iter", self.max_iter)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


@dataclass(frozen=True)
class KernelRun:
    """A run of kernel k-means: labels (n,), cost, number of iterations."""

    labels: IntArray
    cost: float
    n_iter: int


def kernel_lloyd(kernel: FloatArray, weights: FloatArray, seeds: IntArray, *, max_iter: int) -> KernelRun:
    """Lloyd's algorithm in the feature space of a kernel, from the seeds' nearest points.

    The squared distance of i to the mean of cluster c is ``K_ii - 2 sum_j m_jc K_ij + sum_jl m_jc m_lc K_jl`` with
    m the members' shares of the cluster's weight (Dhillon, Guan & Kulis 2004). A cluster that loses its last point
    takes the point farthest from its own mean.
    """
    k = seeds.size
    diagonal = kernel.diagonal()
    labels = np.argmin(diagonal[seeds] - 2 * kernel[:, seeds], axis=1)
    labels[seeds] = np.arange(k)
    n_iter = 0
    while n_iter < max_iter:
        n_iter += 1
        shares = membership(labels, weights, k)
        inner = kernel @ shares
        distances = diagonal[:, None] - 2 * inner + np.einsum("ij,ij->j", shares, inner)
        nearest = np.argmin(distances, axis=1)
        # stay where the gain is rounding: ties would otherwise go back and forth
        own = distances[np.arange(labels.size), labels]
        nearest = np.where(
            distances[np.arange(labels.size), nearest] < own - 1e-12 * np.abs(own).max(), nearest, labels
        )
        _fill_empty(nearest, distances, weights, k)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
    cost = float(weights @ np.maximum(distances[np.arange(labels.size), labels], 0))
    return KernelRun(labels, cost, n_iter)


def extended(
    kernel: FloatArray, weights: FloatArray, seeds: IntArray, n_seeds: int, *, rng: np.random.Generator
) -> IntArray:
    """Seeds made up to ``n_seeds`` by k-means++ in the feature space; at random where no distance is left."""
    diagonal = kernel.diagonal()
    while seeds.size < n_seeds:
        squares = diagonal[:, None] + diagonal[seeds] - 2 * kernel[:, seeds]
        density = weights * np.maximum(squares.min(axis=1, initial=np.inf), 0) if seeds.size else weights.copy()
        density[seeds] = 0
        if density.sum() <= 1e-12 * weights.sum() * diagonal.max():
            density = np.ones(weights.size)
            density[seeds] = 0
        seeds = np.append(seeds, rng.choice(weights.size, p=density / density.sum()))
    return seeds


def _fill_empty(labels: IntArray, distances: FloatArray, weights: FloatArray, k: int) -> None:
    for empty in np.flatnonzero(np.bincount(labels, minlength=k) == 0):
        crowded = np.bincount(labels, minlength=k)[labels] > 1
        own = np.where(crowded, weights * distances[np.arange(labels.size), labels], -np.inf)
        labels[own.argmax()] = empty


def membership(labels: IntArray, weights: FloatArray, k: int) -> FloatArray:
    """(n, k) each point's share of the weight of its cluster; of a cluster without weight all points have the same."""
    shares = np.zeros((labels.size, k))
    shares[np.arange(labels.size), labels] = weights
    totals = shares.sum(axis=0)
    weightless = totals[labels] == 0
    shares[np.flatnonzero(weightless), labels[weightless]] = 1
    return shares / np.maximum(shares.sum(axis=0), np.finfo(float).tiny)


def _repaired(kernel: FloatArray) -> tuple[FloatArray, float]:
    """The nearest positive semi-definite matrix, and the most negative eigenvalue that was set to zero."""
    values, vectors = np.linalg.eigh(kernel)
    if values[0] >= 0:
        return kernel, 0.0
    repaired = (vectors * np.maximum(values, 0)) @ vectors.T
    if values[0] < -1e-10 * abs(values[-1]):
        warnings.warn(
            f"the kernel was not positive semi-definite: {int((values < 0).sum())} negative eigenvalues, the lowest "
            f"{values[0]:.3g} (the largest is {values[-1]:.3g}), were set to zero.",
            UserWarning,
            stacklevel=3,
        )
    return (repaired + repaired.T) / 2, float(values[0])
