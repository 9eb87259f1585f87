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
from ..engine.lloyd import SAME_COST, Run, best_run
from ..engine.plus_plus import extend
from ..engine.points import Points
from ..engine.rows import Frame
from ..engine.survey import Moments
from ..errors import InputError, NotRoundWarning, warn_caller
from ..kernels.vectors import Kernel, get_kernel
from ..point_process import LEnsemble
from ..point_process.checks import check_kernel
from ..random_state import RandomState, as_generator
from ..seeding.processes import automatic_gamma, draw_not_empty
from ..walk import Walk, take_walk
from ..walk.levels import Branch, check_level
from .base import warn_if_empty, warn_if_none
from .card import NotebookCard
from .kernel_points import KernelPoints, WalkedPoints, with_copies
from .model_files import Saves
from .outliers import outlier_scores, spreads_of
from .starts import Method

# An n x n kernel of more points than this does not fit into the memory of most machines several times.
_MOST_POINTS = 20_000


@dataclass(eq=False, repr=False)
class DPPKernelKMeans(Saves, NotebookCard, ClusterMixin, BaseEstimator):
    """Kernel k-means that finds the number of clusters and draws its seeds from a determinantal point process.

    It works on the distinct rows of positive weight, or on the points of a given kernel: neither the order of rows nor
    rows without weight matter, and a weight of two is the same as two copies.

    Parameters
    ----------
    n_clusters : "auto", "expected", "sample" or int, default "auto"
        - "auto": from the random walk on the distances ``K_ii + K_jj - 2 K_ij``, with evidence. Its clusters are one
          more start, and results that keep them come first; a warning says if none does.
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
    evidence_ : Evidence for "auto", else None; ``is_round`` says whether kernel k-means finds the walk's clusters
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
        self._check_data(X, weights)
        points = KernelPoints.of(X, weights, is_kernel=self.kernel == "precomputed")
        rng = as_generator(self.random_state)
        rows = None if self.kernel == "precomputed" else X[points.rows].astype(np.float64)
        walk = self._walk_on_rows(X, weights, points, rng)
        self.gamma_ = self._scale_of(rows, points, walk, rng)
        kernel = check_kernel(points.of_kernel(X) if rows is None else self._call(rows, rows))
        space = FeatureSpace(kernel[: points.size, : points.size], points.weights)
        ensemble = LEnsemble(space.kernel, weights=space.weights)
        self.expected_size_ = ensemble.expected_size  # refuses a kernel that is not positive semi-definite
        self.size_distribution_ = {k: float(p) for k, p in enumerate(ensemble.size_distribution()) if p > 1e-9}
        seen = None
        if self.n_clusters == "auto":
            on_rows = None if walk is None else WalkedPoints.on_rows(walk, points.moved(X)[points.first])
            seen = on_rows or WalkedPoints.on_kernel(space.kernel, space.weights, rng)
        size, draws = self._draws(method, ensemble, space, seen, rng)
        run, seeds = _best_run(space, draws, seen if method.power is None else None, max_iter=self.max_iter)
        self.evidence_ = None if seen is None else seen.compared(run.labels)
        self._levels = None if seen is None else seen.levels(X, weights, points.nearest(kernel)[points.of_row])
        self._set(run, size, points, kernel)
        self.seed_indices_ = with_copies(points.rows[seeds], size, weights)
        self._X_fit = None if rows is None else X
        self._warn()
        return self

    def _walk_on_rows(
        self, X: FloatArray, weights: FloatArray, points: KernelPoints, rng: np.random.Generator
    ) -> Walk | None:
        """The walk that gives the number of clusters or the scale of the RBF kernel, whose distances follow from those
        of the rows; None for other kernels."""
        unknown = self.n_clusters == "auto" or (isinstance(self.n_clusters, str) and self.gamma == "auto")
        if self.kernel != "rbf" or not unknown:
            return None
        # in units of the largest weight, as in DPPKMeans; in the process the unit of weights counts
        return take_walk(points.moved(X), weights / weights.max(), rng=rng, judge=self.n_clusters == "auto")

    def _scale_of(
        self, rows: FloatArray | None, points: KernelPoints, walk: Walk | None, rng: np.random.Generator
    ) -> float | None:
        """The kernel's gamma; by default that of the RBF kernel follows from the number of clusters."""
        if self.gamma != "auto":
            return float(self.gamma)
        if self.kernel != "rbf" or rows is None:
            return None
        k = int(self.n_clusters) if walk is None else walk.evidence.best_n_clusters
        sharp = self.n_clusters not in ("expected", "sample")
        drawn_from = Points.of(rows[: points.size], points.weights / points.weights.max())
        return automatic_gamma(drawn_from, k, sharp=sharp, rng=rng)

    def _draws(
        self,
        method: Method,
        ensemble: LEnsemble,
        space: FeatureSpace,
        seen: WalkedPoints | None,
        rng: np.random.Generator,
    ) -> tuple[int, list[IntArray]]:
        """The number of clusters, and the seeds of each run; fewer where there are fewer distinct points."""
        process = ensemble.sharpen(np.inf if method.power is None else method.power)
        if method.number == "sample":
            draw = draw_not_empty(process, rng)
            return draw.size, [draw]
        if method.number == "expected":
            size = max(round(ensemble.expected_size), 1)
        else:
            size = int(method.number) if seen is None else seen.n_clusters
        if method.power is not None:
            return size, [process.sample(size, random_state=rng)]
        draws = process.sample(min(size, process.rank), n_samples=method.n_draws, random_state=rng)
        return size, [extend(space, draw, min(size, space.weights.size), rng=rng) for draw in draws]

    def _set(self, run: Run, size: int, points: KernelPoints, kernel: FloatArray) -> None:
        """The clusters, from those of the points; rows without weight are in the nearest one."""
        m, weights = points.size, points.weights
        means = FeatureSpace(kernel[:m, :m], weights).means(run.labels, size)
        inner = means @ kernel[:m]
        sums, masses = totals_by_label(run.squares, run.labels, weights, size)
        norms = np.einsum("ij,ij->i", means, inner[:, :m])
        # no point is nearest to an empty cluster; a model file holds finite numbers
        self._norms = np.where(masses > 0, norms, np.finfo(np.float64).max)
        others = kernel.diagonal()[m:] - 2 * inner[:, m:] + self._norms[:, None]
        labels = np.concatenate([run.labels, others.argmin(axis=0)])[points.of_row]
        squares = np.concatenate([run.squares, np.maximum(others.min(axis=0), 0)])[points.of_row]
        self._shares = np.zeros((labels.size, size))
        self._shares[points.first] = means.T
        self.labels_: IntArray = labels.astype(np.int32)
        self.n_clusters_, self.inertia_, self.n_iter_ = size, run.cost, run.n_iter
        self.outlier_scores_ = outlier_scores(np.sqrt(squares), labels, spreads_of(sums, masses))
        warn_if_empty(int((masses > 0).sum()), size)

    def _warn(self) -> None:
        """Warn if no clusters were found, or if they are not round in the feature space."""
        warn_if_none(self.evidence_)
        if self.evidence_ is not None and self.evidence_.is_round is False:
            chosen = ", or the seeds miss some" if self.sharpness != "auto" else ""
            warn_caller(
                f"kernel k-means cuts across the {self.evidence_.n_clusters} clusters in this data (adjusted Rand "
                f"index {self.evidence_.agreement:z.2f}): they are not round in the feature space of this kernel"
                f"{chosen}. Use DPPSpectralClustering on features, or another kernel"
                f"{', or leave out sharpness' if chosen else ''}.",
                NotRoundWarning,
            )

    def predict(self, X: Any) -> IntArray:
        """(m,) nearest cluster of new points: their m x n kernel with the training points, or their features."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=[np.float64, np.float32], reset=False)
        if self._X_fit is not None:
            Frame(np.zeros(X.shape[1])).check(X)
        rows = X if self._X_fit is None else self._call(X, self._X_fit)
        return np.argmin(self._norms - 2 * (rows @ self._shares), axis=1).astype(np.int32)

    def labels_at(self, k: int) -> IntArray:
        """(n,) labels at another level of ``evidence_.levels``: the clusters of the walk."""
        check_is_fitted(self)
        k = check_positive_integer("k", k)
        return self.labels_ if k == self.n_clusters_ else check_level(self._levels, k).labels[k]

    def levels_tree(self) -> tuple[Branch, ...]:
        """How the levels nest: every cluster of every level with its parent at the next coarser one."""
        check_is_fitted(self)
        return () if self._levels is None else self._levels.tree(self.labels_at)

    def _call(self, X: FloatArray, Y: FloatArray) -> FloatArray:
        function = get_kernel(self.kernel)
        X, Y = X.astype(np.float64, copy=False), Y.astype(np.float64, copy=False)
        kernel = function(X, Y) if self.gamma_ is None else function(X, Y, gamma=self.gamma_)
        if np.shape(kernel) != (len(X), len(Y)):
            raise InputError(
                f"the kernel function returned an array of shape {np.shape(kernel)} for {len(X)} and {len(Y)} rows. "
                "kernel(X, Y) must have one row for each row of X and one column for each row of Y."
            )
        return kernel

    def _check_parameters(self, n: int) -> Method:
        """Refuse wrong parameters for n points, and resolve the others."""
        method = Method.of(self)
        if not (isinstance(self.kernel, str) or callable(self.kernel)):  # an array has no truth value
            raise InputError(f"kernel must be a name or a function; it is {self.kernel!r}.")
        if not isinstance(self.n_clusters, str) and self.n_clusters > n:
            raise InputError(f"n_clusters={self.n_clusters} exceeds n_samples={n}. Ask for at most {n}.")
        if n > _MOST_POINTS:
            raise InputError(
                f"n_samples={n} exceeds {_MOST_POINTS}: the kernel has n x n entries. Use DPPKMeans on features, "
                "or fit a sample of the points and predict() the others."
            )
        return method

    def _check_data(self, X: FloatArray, weights: FloatArray) -> None:
        """Refuse data that cannot be clustered with these parameters."""
        if self.kernel != "precomputed":
            check_spread(Moments.of(X).variances, np.float64)
        elif X.shape[0] != X.shape[1]:
            raise InputError(
                f"kernel='precomputed' needs the square kernel of the training points; X has shape {X.shape}. "
                'Pass kernel="rbf", "linear" or a function for features.'
            )
        n = int((weights > 0).sum())
        if not isinstance(self.n_clusters, str) and self.n_clusters > n:
            raise InputError(
                f"n_clusters={self.n_clusters} exceeds n_samples={n}, the number of rows of positive weight. Ask for "
                f"at most {n}."
            )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = isinstance(self.kernel, str) and self.kernel == "precomputed"
        return tags


def _best_run(
    space: FeatureSpace, draws: list[IntArray], seen: WalkedPoints | None, *, max_iter: int
) -> tuple[Run, IntArray]:
    """The cheapest run, and its seeds.

    Where a walk found the number of clusters, it is the cheapest of those that keep the walk's clusters, if there are
    any, as in DPPKMeans. The means of these are one more start, whose seeds are the points nearest to them.
    """
    starts = [space.at(draw) for draw in draws]
    if seen is None or seen.n_clusters == 1:
        best = best_run(space, starts, max_iter=max_iter)
        return best, draws[best.start]

    def keeps(run: Run) -> bool:
        return seen.compared(run.labels).is_round is True

    drawn = best_run(space, starts, max_iter=max_iter, wanted=keeps)
    means = space.means(seen.labels, seen.n_clusters)
    own = best_run(space, [means], max_iter=max_iter)
    if (keeps(own), -own.cost * SAME_COST) <= (keeps(drawn), -drawn.cost):
        return drawn, draws[drawn.start]
    squares = space.assign(means)[1]
    members = (np.flatnonzero(seen.labels == label) for label in range(seen.n_clusters))
    return own, np.array([inside[squares[inside].argmin()] for inside in members])
