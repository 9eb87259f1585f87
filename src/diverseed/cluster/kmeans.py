"""k-means that finds the number of clusters and its own seeds."""

import warnings
from typing import Any, Literal, Self

import numpy as np
import scipy.sparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.preprocessing import normalize
from sklearn.utils.validation import check_is_fitted, validate_data

from ..arrays import FloatArray, IntArray
from ..engine.blocks import ArrayBlocks, Blocks
from ..engine.lloyd import Frame, assign, lloyd
from ..engine.representatives import SAMPLE, Summary, summarise
from ..engine.survey import Sample, Survey, take_survey
from ..errors import InputError, NotRoundWarning
from ..model_files import Saves
from ..parameters import (
    check_metric,
    check_positive_integer,
    check_scale,
    check_sharpness,
    check_spread,
    number_of_draws,
    weights_of,
)
from ..progress import report
from ..random_state import RandomState, as_generator
from ..seeding import Seeding
from ..threads import one_blas_thread, one_openmp_thread
from ..walk import Walk, take_walk, warn_if_none
from ..walk.levels import Branch, KeptLevels, Levels, check_level
from .notebook import NotebookCard
from .outliers import mean_squares, outlier_scores
from .starts import Plan, best_of_draws, drawn_by_name, drawn_by_process, expected_number, rows_of
from .updates import Updatable

# Starts are compared on so many representatives, or five for each cluster.
_REPRESENTATIVES = 1500


class DPPKMeans(
    Updatable, Saves, NotebookCard, ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator
):
    """k-means with the number of clusters and the seeds from a determinantal point process.

    Parameters
    ----------
    n_clusters : "auto", "expected", "sample" or int, default "auto"
        - "auto" finds the number of clusters by a random walk on the data, with evidence.
        - "expected" takes the expected size of the paper's process with the given kernel and gamma, rounded. On word
          sequences (``WordSequenceVectorizer``, ``kernel="linear"``, ``gamma=1``) it is the paper's count for text.
        - "sample" is the paper's kmeansD++: one draw of the process with the given kernel and gamma is the set of
          seeds, and its size the number of clusters.
        - an integer is the paper's kmeansDk++: seeds from the process given its size.
    metric : "euclidean" or "cosine", default "euclidean"
        "cosine" scales every row to length 1 first, for texts and embeddings.
    kernel : "rbf" or "linear", default "rbf"
        Kernel of the process that is drawn from: ``exp(-gamma |x - y|^2)`` or ``gamma <x, y>``. "linear" is used only
        with ``n_clusters="sample"`` or ``"expected"``, a sharpness or a seeding; otherwise a warning says that it is
        ignored.
    gamma : "auto" or float, default "auto"
        "auto" takes the scale at which the clusters show best.
    sharpness : "auto" or float, default "auto"
        Power of the kernel. 1 is the paper's process, inf the projection process on the leading eigenvectors, which
        draws one point from each separated cluster. "auto" is 1 for ``n_clusters="sample"``; otherwise it draws from
        the projection process of the walk ``n_init`` times, and half as often by greedy k-means++, and keeps the seeds
        of lowest cost, so that the result is no worse than k-means++ where the walk does not see the clusters.
    seeding : None, str or Seeding, default None
        A seeding by name instead, one of ``diverseed.seeding.SEEDINGS``.
    n_init : int or "auto", default "auto"
        Draws that are compared where ``sharpness="auto"``; "auto" is 5. Every other way draws once.
    max_iter, tol : as in scikit-learn's KMeans
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    n_clusters_ : int
    labels_ : (n,) cluster of each point
    cluster_centers_ : (n_clusters, d)
    inertia_ : weighted sum of squared distances to the nearest centre
    n_iter_ : iterations of Lloyd's algorithm over the data
    seed_indices_ : (n_clusters,) rows of X that were the seeds (the nearest rows of the sample, where representatives
        were drawn)
    gamma_ : float, the scale that was used; None where a seeding by name has none
    size_distribution_ : dict of k to its probability. Of the process for "sample"; the share of each level in the
        evidence for "auto"; 1 for a given k.
    evidence_ : Evidence for "auto", else None
    outlier_scores_ : (n,) how unusual each point is in its cluster, from 0 to 1; 1/2 at three times the cluster's
        root mean squared distance to its centre
    update_report_ : UpdateReport of the last ``partial_fit``
    n_features_in_, feature_names_in_ : as in scikit-learn

    References
    ----------
    Agarwal, Choromanska & Choromanski, Notes on using determinantal point processes for clustering with applications
    to text clustering.

    Examples
    --------
    >>> from sklearn.datasets import make_blobs
    >>> from diverseed import DPPKMeans
    >>> X, _ = make_blobs(300, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)
    >>> model = DPPKMeans(random_state=0).fit(X)
    >>> model.n_clusters_, model.evidence_.verdict
    (3, 'clear')
    """

    def __init__(
        self,
        n_clusters: int | Literal["auto", "expected", "sample"] = "auto",
        *,
        metric: Literal["euclidean", "cosine"] = "euclidean",
        kernel: Literal["rbf", "linear"] = "rbf",
        gamma: float | Literal["auto"] = "auto",
        sharpness: float | Literal["auto"] = "auto",
        seeding: str | Seeding | None = None,
        n_init: int | Literal["auto"] = "auto",
        max_iter: int = 300,
        tol: float = 1e-4,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.metric = metric
        self.kernel = kernel
        self.gamma = gamma
        self.sharpness = sharpness
        self.seeding = seeding
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the number of clusters if asked to, draw the seeds, and run Lloyd's algorithm.

        Parameters
        ----------
        X : (n, d), array, data frame or sparse. A float ``np.memmap`` is read block by block and not copied; then all
            seeds come from a sample of at most 50,000 rows, also those by name and those of the paper's processes.
        y : ignored
        sample_weight : (n,) non-negative, optional. Counts in the evidence, the seeds and the centres.
        """
        mapped = isinstance(X, np.memmap) and self.metric == "euclidean"
        self._check_parameters()
        X = validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], ensure_min_samples=2)
        X = self._scaled(X)
        weights = weights_of(X, sample_weight)
        rng = as_generator(self.random_state)
        blocks = ArrayBlocks(X, weights)
        survey = take_survey(blocks, size=SAMPLE, rng=rng)
        sample = survey.sample if mapped or not self._draws_from_all() else Sample.whole(X, weights)
        self._learn(blocks, survey, sample, rng, stacklevel=4)
        self.labels_, squares, self.inertia_ = assign(blocks, self._centres, self._frame)
        self._cluster_spreads = np.sqrt(mean_squares(squares, self.labels_, weights, self.n_clusters_))
        self.outlier_scores_ = outlier_scores(np.sqrt(squares), self.labels_, self._cluster_spreads)
        self._X_fit, self._weights_fit = X, weights
        self._survey: Survey | None = None
        return self

    def _learn(
        self, blocks: Blocks, survey: Survey, sample: Sample, rng: np.random.Generator, *, stacklevel: int
    ) -> None:
        """The number of clusters and the seeds from a sample, and Lloyd's algorithm over blocks."""
        dtype = survey.sketch.rows.dtype
        check_spread(survey.moments.variances, dtype)
        self._check_count(survey.n_positive)
        frame = frame_of(survey, dtype, moved=not scipy.sparse.issparse(survey.sketch.rows))
        plan, walk = self._plan(sample, frame, rng)
        self._keep(walk, stacklevel=stacklevel)
        self._fit_centres(blocks, plan, sample, survey, frame)

    def _draws_from_all(self) -> bool:
        """Whether seeds are drawn from all rows of data in memory, and not from representatives of a sample."""
        return self.n_clusters in ("sample", "expected") or self.sharpness != "auto" or self.seeding is not None

    def _plan(self, sample: Sample, frame: Frame, rng: np.random.Generator) -> tuple[Plan, Walk | None]:
        """Where to start, and the walk if one was taken to find the number of clusters.

        The linear kernel alone depends on the origin, so processes on the data see it as it is.
        """
        X, weights, centred = sample.rows, sample.weights, frame.rows(sample.rows)
        n_clusters, gamma, walk = self._number(sample, centred, rng)
        report("drawing seeds")
        if self.seeding is not None:
            plan = drawn_by_name(X, weights, n_clusters, self.seeding, kernel=self.kernel, gamma=gamma, rng=rng)
        elif self.n_clusters == "sample" or self.sharpness != "auto":
            power = 1.0 if self.sharpness == "auto" else float(self.sharpness)
            plan = drawn_by_process(X, weights, n_clusters, kernel=self.kernel, gamma=gamma, power=power, rng=rng)
        else:
            source = Summary(centred, weights) if walk is None else walk.summary
            summary = summarise(
                source.points, source.weights, n_points=max(_REPRESENTATIVES, min(5 * n_clusters, 5000)), rng=rng
            )
            with one_blas_thread(), one_openmp_thread():
                plan = best_of_draws(
                    summary, walk, n_clusters, gamma=self.gamma, n_draws=number_of_draws(self.n_init), rng=rng
                )
        if self.n_clusters != "auto" or walk is None:
            return plan, None
        return plan.with_sizes(walk.evidence.shares), walk

    def _number(self, sample: Sample, centred: Any, rng: np.random.Generator) -> tuple[Any, Any, Walk | None]:
        """The number of clusters, or "sample", and gamma, where the walk gives them; and that walk."""
        n_clusters, gamma, walk = self.n_clusters, self.gamma, None
        by_process = n_clusters in ("sample", "expected")
        if n_clusters == "auto" or (by_process and gamma == "auto" and self.kernel == "rbf"):
            report("looking for clusters at several scales")
            walk = take_walk(centred, sample.weights, rng=rng, judge=n_clusters == "auto")
            n_clusters = walk.evidence.n_clusters if n_clusters == "auto" else n_clusters
            if gamma == "auto" and self.kernel == "rbf" and (by_process or self.sharpness != "auto"):
                gamma = 1 / (2 * walk.evidence.bandwidth**2) if walk.evidence.bandwidth > 0 else 1.0
        if n_clusters == "expected":
            n_clusters = expected_number(sample.rows, sample.weights, kernel=self.kernel, gamma=gamma, rng=rng)
        return n_clusters, gamma, walk

    def _keep(self, walk: Walk | None, *, stacklevel: int) -> None:
        """Keep the evidence and the levels of a walk, and say what the user should know of them."""
        self.evidence_ = None if walk is None else walk.evidence
        self._levels: Levels | KeptLevels | None = None if walk is None else Levels.of(walk)
        if walk is not None:
            warn_if_none(walk.evidence, stacklevel=stacklevel + 1)
            if walk.evidence.is_round is False:
                warnings.warn(
                    f"the {walk.evidence.n_clusters} clusters that stand out are not round: k-means finds others "
                    f"(adjusted Rand index {walk.evidence.agreement:.2f}). DPPSpectralClustering finds clusters of any "
                    "shape.",
                    NotRoundWarning,
                    stacklevel=stacklevel,
                )

    def _fit_centres(self, blocks: Blocks, plan: Plan, sample: Sample, survey: Survey, frame: Frame) -> None:
        """Lloyd's algorithm from the planned centres, and the attributes that follow from both."""
        self.n_clusters_ = plan.centres.shape[0]
        self.gamma_ = plan.gamma
        self.size_distribution_ = plan.size_distribution
        self._frame, self._moments = frame, survey.moments
        # rows of the data are drawn as they are, representatives relative to the frame's origin
        start = plan.centres - frame.origin if plan.rows is not None else plan.centres
        tolerance = self.tol * float(survey.moments.variances.mean())
        found = lloyd(blocks, start, frame, tolerance=tolerance, max_iter=self.max_iter)
        self._centres, self.cluster_centers_ = found.centres, found.centres + frame.origin
        self.n_iter_ = found.n_iter
        self.seed_indices_: IntArray = sample.indices[rows_of(frame.rows(sample.rows), plan, sample.weights)]
        self._n_features_out = self.n_clusters_

    def predict(self, X: Any) -> IntArray:
        """(n,) the nearest cluster of each point."""
        X = self._check_new(X)
        return assign(ArrayBlocks(X, weights_of(X, None)), self._centres, self._frame)[0]

    def score_outliers(self, X: Any) -> FloatArray:
        """(n,) how unusual each point is in its nearest cluster, as ``outlier_scores_`` are."""
        X = self._check_new(X)
        labels, squares, _ = assign(ArrayBlocks(X, weights_of(X, None)), self._centres, self._frame)
        return outlier_scores(np.sqrt(squares), labels, self._cluster_spreads)

    def transform(self, X: Any) -> FloatArray:
        """(n, k) distances to the cluster centres."""
        return euclidean_distances(self._check_new(X), self.cluster_centers_)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Minus the weighted sum of squared distances to the nearest centre."""
        X = self._check_new(X)
        return -assign(ArrayBlocks(X, weights_of(X, sample_weight)), self._centres, Frame(self._frame.origin))[2]

    def labels_at(self, k: int, X: Any = None) -> IntArray:
        """(n,) labels at another level of ``evidence_.levels``, without fitting again.

        Centres are those of k-means on the points that the walk looked at, started from the walk's own clusters.

        Parameters
        ----------
        k : the number of clusters of a level, or ``n_clusters_``
        X : (n, d), default the data of ``fit``, which a model that was read from a file has not kept
        """
        check_is_fitted(self)
        if k == self.n_clusters_:
            return self.labels_ if X is None else self.predict(X)
        centres = check_level(self._levels, k).centres(k)
        if X is None and self._X_fit is None:
            raise InputError("this model does not hold the data it was fitted to. Give it: labels_at(k, X).")
        rows = self._X_fit if X is None else self._check_new(X)
        return assign(ArrayBlocks(rows, weights_of(rows, None)), centres, self._frame)[0]

    def levels_tree(self) -> tuple[Branch, ...]:
        """How the levels nest: every cluster of every level with its parent at the next coarser one."""
        check_is_fitted(self)
        return () if self._levels is None else self._levels.tree()

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        if "_X_fit" in state:
            state["_X_fit"], state["_weights_fit"] = None, None  # a model in a file does not take the data along
        return state

    def _scaled(self, X: Any) -> Any:
        return normalize(X) if self.metric == "cosine" else X

    def _check_new(self, X: Any) -> Any:
        check_is_fitted(self)
        return self._scaled(validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=False))

    def _check_count(self, n: int) -> None:
        if not isinstance(self.n_clusters, str) and self.n_clusters > n:
            raise InputError(
                f"n_clusters={self.n_clusters} is above n_samples={n} rows of positive weight. Ask for at most {n} "
                "clusters."
            )

    def _check_parameters(self) -> None:
        if self.n_clusters not in ("auto", "expected", "sample"):
            check_positive_integer("n_clusters", self.n_clusters, or_else='"auto", "expected", "sample"')
        check_metric(self.metric)
        if not isinstance(self.tol, (int, float, np.number)) or not self.tol >= 0:
            raise InputError(f"tol must be a number that is not negative; it is {self.tol!r}.")
        if self.kernel not in ("rbf", "linear"):
            raise InputError(f'kernel={self.kernel!r} is not known. Use "rbf" or "linear", or DPPKernelKMeans.')
        check_scale("gamma", self.gamma)
        check_sharpness(self.sharpness)
        number_of_draws(self.n_init)
        if self.kernel == "linear" and not self._draws_from_all():
            warnings.warn(
                'kernel="linear" has no effect here: by default seeds come from a kernel that sees clusters. Give '
                "sharpness (1 is the paper's process) to draw from the linear kernel.",
                UserWarning,
                stacklevel=3,
            )
        check_positive_integer("max_iter", self.max_iter)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def frame_of(survey: Survey, dtype: Any, *, moved: bool = True) -> Frame:
    """An origin amid the data, unless sparse rows must stay where they are, and its largest weight as unit."""
    origin = survey.moments.rounded_means() if moved else np.zeros_like(survey.moments.means)
    return Frame(origin.astype(dtype), survey.heaviest)
