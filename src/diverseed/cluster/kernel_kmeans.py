"""Kernel k-means that finds the number of clusters and its seeds, where only similarities are known."""

from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal, Self

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from ..arrays import FloatArray, IntArray
from ..engine.assignment import totals_by_label
from ..engine.checks import check_positive_integer, check_spread, weights_of
from ..engine.feature_space import FeatureSpace
from ..engine.lloyd import Run, best_run
from ..engine.plus_plus import extend
from ..engine.points import Points
from ..engine.representatives import Summary
from ..errors import InputError
from ..kernels.vectors import Kernel, get_kernel, squared_distances_of_kernel
from ..point_process import LEnsemble
from ..point_process.checks import check_kernel
from ..random_state import RandomState, as_generator
from ..seeding.processes import automatic_gamma, draw_not_empty
from ..walk import Walk, take_walk, walk_on_distances
from ..walk.levels import Branch, Levels, check_level
from .base import warn_if_none
from .card import NotebookCard
from .model_files import Saves
from .outliers import outlier_scores, spreads_of
from .spectral import nearest_points
from .starts import Method

# An n x n kernel of more points than this does not fit into the memory of most machines several times.
_MOST_POINTS = 20_000


@dataclass(eq=False, repr=False)
class DPPKernelKMeans(Saves, NotebookCard, ClusterMixin, BaseEstimator):
    """Kernel k-means that finds the number of clusters and draws its seeds from a determinantal point process.

    Parameters
    ----------
    n_clusters : "auto", "expected", "sample" or int, default "auto"
        - "auto": from the random walk on the distances ``K_ii + K_jj - 2 K_ij``, with evidence.
        - "expected": the expected size of the process with L = K, rounded: the paper's count for text.
        - "sample": the size of one draw of the process with L = K, the paper's kmeansD++.
        - an integer: seeds from the process conditioned on its size, kmeansDk++.
    kernel : "rbf", "linear", "cosine", "precomputed" or function, default "rbf"
        With "precomputed", ``fit`` takes the n x n kernel of the training points and ``predict`` the m x n kernel
        between new points and them. A function is called as ``kernel(X, Y, gamma=...)``, without gamma if it is "auto".
    gamma : "auto" or float, default "auto"
        Parameter of the kernel. "auto" is 1 unless the kernel is "rbf": then its bandwidth ``1 / sqrt(2 gamma)`` is
        the width of the clusters, or the distance between them for "expected" and "sample".
    sharpness : "auto" or float, default "auto"
        Power of L. "auto" is 1 for "sample", else inf, the projection process on the leading eigenvectors; if the
        kernel's rank is below the number of clusters, k-means++ in the feature space adds the missing seeds.
    n_init : int or "auto", default "auto"
        Number of draws of seeds ("auto": 5); the one with the lowest cost is kept. A finite sharpness draws once.
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
    gamma_ : the gamma that was used; None if the kernel has none
    """

    n_clusters: int | Literal["auto", "expected", "sample"] = "auto"
    _: KW_ONLY
    kernel: str | Kernel = "rbf"
    gamma: float | Literal["auto"] = "auto"
    sharpness: float | Literal["auto"] = "auto"
    n_init: int | Literal["auto"] = "auto"
    max_iter: int = 300
    random_state: RandomState = None

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Cluster the points of an n x n kernel, or of n x d features.

        Parameters
        ----------
        X : (n, n) kernel if precomputed, else (n, d) features
        y : ignored
        sample_weight : (n,) non-negative, optional
        """
        X = validate_data(self, X, dtype=[np.float64, np.float32], ensure_min_samples=2)
        weights = np.asarray(weights_of(X, sample_weight))
        method = self._check_parameters(X.shape[0])
        if self.kernel == "precomputed" and X.shape[0] != X.shape[1]:
            raise InputError(
                f"kernel='precomputed' needs the square kernel of the training points; X has shape {X.shape}. "
                'Pass kernel="rbf", "linear" or a function for features.'
            )
        if self.kernel != "precomputed":
            with np.errstate(over="ignore", invalid="ignore"):
                check_spread(np.var(X, axis=0, dtype=np.float64), np.float64)
        rng = as_generator(self.random_state)
        relative = weights / weights.max()  # for the walk, as in DPPKMeans; in the process their unit counts
        walk = self._walk_on_rows(X, relative, rng)
        self.gamma_ = self._scale_of(X, relative, walk, rng)
        kernel = check_kernel(X if self.kernel == "precomputed" else self._call(X, X))
        ensemble = LEnsemble(kernel, weights=weights)
        self.expected_size_ = ensemble.expected_size  # refuses a kernel that is not positive semi-definite
        self.size_distribution_ = {k: float(p) for k, p in enumerate(ensemble.size_distribution()) if p > 1e-9}
        space = FeatureSpace(kernel, weights)
        self.evidence_ = self._levels = None
        if self.n_clusters == "auto":
            of_row = np.arange(len(X))
            if walk is None:
                walk = walk_on_distances(squared_distances_of_kernel(kernel), relative, rng=rng)
            else:
                of_row = nearest_points(X - X.mean(axis=0), walk.summary.points)
            found = Levels.of(walk).labels
            self.evidence_ = walk.evidence
            self._levels = Levels(Summary(X, relative), {k: labels[of_row] for k, labels in found.items()})
        draws = self._draws(method, ensemble, space, rng)
        best = best_run(space, [space.at(draw) for draw in draws], max_iter=self.max_iter)
        self._set(best, draws[best.start], space)
        self._X_fit = None if self.kernel == "precomputed" else X
        warn_if_none(self.evidence_)
        return self

    def _draws(
        self, method: Method, ensemble: LEnsemble, space: FeatureSpace, rng: np.random.Generator
    ) -> list[IntArray]:
        """The seeds of each run."""
        process = ensemble.sharpen(np.inf if method.power is None else method.power)
        if method.number == "sample":
            return [draw_not_empty(process, rng)]
        if method.number == "expected":
            size = max(round(ensemble.expected_size), 1)
        else:
            size = int(method.number) if self.evidence_ is None else self.evidence_.n_clusters
        if method.power is not None:
            return [process.sample(size, random_state=rng)]
        draws = process.sample(min(size, process.rank), n_samples=method.n_draws, random_state=rng)
        return [extend(space, draw, size, rng=rng) for draw in draws]

    def _set(self, run: Run, seeds: IntArray, space: FeatureSpace) -> None:
        self.labels_, self.inertia_, self.n_iter_ = run.labels, run.cost, run.n_iter
        self.seed_indices_, self.n_clusters_ = seeds, seeds.size
        means = space.means(run.labels, seeds.size)
        self._shares = means.T
        self._norms = np.einsum("ij,ij->i", means, means @ space.kernel)
        spreads = spreads_of(*totals_by_label(run.squares, run.labels, space.weights, seeds.size))
        self.outlier_scores_ = outlier_scores(np.sqrt(run.squares), run.labels, spreads)

    def predict(self, X: Any) -> IntArray:
        """(m,) nearest cluster of new points: their m x n kernel with the training points, or their features."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=[np.float64, np.float32], reset=False)
        rows = X if self._X_fit is None else self._call(X, self._X_fit)
        return np.argmin(self._norms - 2 * (rows @ self._shares), axis=1)

    def labels_at(self, k: int) -> IntArray:
        """(n,) labels at another level of ``evidence_.levels``: the clusters of the walk."""
        check_is_fitted(self)
        k = check_positive_integer("k", k)
        return self.labels_ if k == self.n_clusters_ else check_level(self._levels, k).labels[k].astype(np.intp)

    def levels_tree(self) -> tuple[Branch, ...]:
        """How the levels nest: every cluster of every level with its parent at the next coarser one."""
        check_is_fitted(self)
        return () if self._levels is None else self._levels.tree(self.labels_at)

    def _walk_on_rows(self, X: FloatArray, weights: FloatArray, rng: np.random.Generator) -> Walk | None:
        """The walk that gives the number of clusters or the scale of the RBF kernel, whose distances follow from those
        of the rows; None for other kernels."""
        unknown = self.n_clusters == "auto" or (isinstance(self.n_clusters, str) and self.gamma == "auto")
        if self.kernel != "rbf" or not unknown:
            return None
        return take_walk(X - X.mean(axis=0), weights, rng=rng, judge=self.n_clusters == "auto")

    def _scale_of(
        self, X: FloatArray, weights: FloatArray, walk: Walk | None, rng: np.random.Generator
    ) -> float | None:
        """The kernel's gamma; by default that of the RBF kernel follows from the number of clusters."""
        if self.gamma != "auto":
            return float(self.gamma)
        if self.kernel != "rbf":
            return None
        k = int(self.n_clusters) if walk is None else walk.evidence.best_n_clusters
        return automatic_gamma(Points.of(X, weights), k, sharp=self.n_clusters not in ("expected", "sample"), rng=rng)

    def _call(self, X: FloatArray, Y: FloatArray) -> FloatArray:
        function = get_kernel(self.kernel)
        X, Y = X.astype(np.float64, copy=False), Y.astype(np.float64, copy=False)
        return function(X, Y) if self.gamma_ is None else function(X, Y, gamma=self.gamma_)

    def _check_parameters(self, n: int) -> Method:
        """Refuse wrong parameters for n points, and resolve the others."""
        method = Method.of(self)
        if not isinstance(self.n_clusters, str) and self.n_clusters > n:
            raise InputError(f"n_clusters={self.n_clusters} exceeds n_samples={n}. Ask for at most {n}.")
        if n > _MOST_POINTS:
            raise InputError(
                f"n_samples={n} exceeds {_MOST_POINTS}: the kernel has n x n entries. Use DPPKMeans on features, "
                "or fit a sample of the points and predict() the others."
            )
        return method

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags
