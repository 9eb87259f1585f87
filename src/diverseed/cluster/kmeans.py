"""k-means that finds the number of clusters and its seeds."""

from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal, Self

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.assignment import nearest, totals_by_label
from ..engine.blocks import Block, Blocks
from ..engine.checks import check_metric, weights_of
from ..engine.lloyd import lloyd
from ..engine.representatives import SAMPLE
from ..engine.rows import Rows
from ..engine.survey import Sample, Survey, extend_survey, take_survey
from ..errors import InputError, NotRoundWarning, warn_caller
from ..random_state import RandomState, as_generator
from ..seeding import Seeding
from ..walk import Evidence
from ..walk.levels import KeptLevels, Levels
from ..walk.roundness import compared_with_centres
from .base import RowClusterer, warn_if_empty, warn_if_none
from .outliers import outlier_scores, spreads_of
from .starts import Method, find_start
from .updates import UpdateReport, numbers_kept


@dataclass(eq=False, repr=False)
class DPPKMeans(RowClusterer):
    """k-means that finds the number of clusters and draws its seeds from a determinantal point process.

    Parameters
    ----------
    n_clusters : "auto", "expected", "sample" or int, default "auto"
        - "auto" estimates the number of clusters from a random walk on the data, with evidence.
        - "expected" takes the expected size of the paper's process with the given kernel and gamma, rounded. On word
          sequences (``WordSequenceVectorizer``, ``kernel="linear"``, ``gamma=1``) it is the paper's count for text.
        - "sample" is the paper's kmeansD++: the seeds are one draw of the process with the given kernel and
          gamma, and the number of clusters is the size of that draw.
        - an integer is the paper's kmeansDk++: seeds from the process conditioned on its size.
    metric : "euclidean" or "cosine", default "euclidean"
        "cosine" scales every row to length 1 first, for texts and embeddings.
    kernel : "rbf" or "linear", default "rbf"
        Kernel of the process: ``exp(-gamma |x - y|^2)`` or ``gamma <x, y>``. "linear" is used only with
        ``n_clusters="sample"`` or ``"expected"``, a given sharpness or a seeding; otherwise it is ignored, with a
        warning.
    gamma : "auto" or float, default "auto"
        "auto" follows from the number of clusters (given, or found by the walk): the bandwidth ``1 / sqrt(2 gamma)`` is
        the distance between clusters, or, for a sharpness above 1, their width.
    sharpness : "auto" or float, default "auto"
        Power of the kernel. 1 is the paper's process, inf the projection process on the leading eigenvectors, which
        draws one point from each separated cluster. "auto" is 1 for ``n_clusters="sample"``; otherwise it draws from
        the projection process of the walk ``n_init`` times, and half as often by greedy k-means++, and keeps the seeds
        with the lowest cost, so that the result is no worse than k-means++ where the walk misses the clusters. For
        ``n_clusters="auto"``, results that keep the clusters of the walk come first.
    seeding : None, str or Seeding, default None
        A seeding to use instead, or its name in ``diverseed.seeding.SEEDINGS``.
    n_init : int or "auto", default "auto"
        Number of draws to compare if ``sharpness="auto"``; "auto" is 5. All other methods draw once.
    max_iter, tol : as in scikit-learn's KMeans
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    n_clusters_ : int
    labels_ : (n,) cluster of each point
    cluster_centers_ : (n_clusters, d)
    inertia_ : weighted sum of squared distances to the nearest centre
    n_iter_ : iterations of Lloyd's algorithm over the data
    seed_indices_ : (n_clusters,) rows of X used as seeds; if representatives were drawn, the sampled rows nearest to
        them
    gamma_ : the gamma of the kernel that was used; None if none was, as by default if the walk finds the number
    size_distribution_ : dict of k to its probability under the process for "sample", to the share of the evidence for
        "auto"; 1 for a given k.
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

    n_clusters: int | Literal["auto", "expected", "sample"] = "auto"
    _: KW_ONLY
    metric: Literal["euclidean", "cosine"] = "euclidean"
    kernel: Literal["rbf", "linear"] = "rbf"
    gamma: float | Literal["auto"] = "auto"
    sharpness: float | Literal["auto"] = "auto"
    seeding: str | Seeding | None = None
    n_init: int | Literal["auto"] = "auto"
    max_iter: int = 300
    tol: float = 1e-4
    random_state: RandomState = None

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the number of clusters if it is not given, draw the seeds, and run Lloyd's algorithm.

        Parameters
        ----------
        X : (n, d), array, data frame or sparse. A float ``np.memmap`` is read block by block and not copied; then all
            seeds come from a sample of at most 50,000 rows, also for named seedings and the paper's processes.
        y : ignored
        sample_weight : (n,) non-negative, optional. Used for the evidence, the seeds and the centres.
        """
        mapped = isinstance(X, np.memmap) and self.metric == "euclidean"
        method = self._check_parameters()
        X = self._check_rows(X, ensure_min_samples=2)
        weights = weights_of(X, sample_weight)
        rng = as_generator(self.random_state)
        blocks = Block(X, weights)
        survey = take_survey(blocks, size=SAMPLE, rng=rng, rows=None if mapped else X)
        sample = survey.sample if mapped or not method.draws_from_all else Sample.whole(X, weights)
        self._learn(method, blocks, survey, sample, rng)
        self.labels_, self.outlier_scores_ = self._measured(blocks)
        self._X_fit, self._weights_fit = X, weights
        self._survey: Survey | None = None
        return self

    def partial_fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Add rows, and find the clusters of all rows so far.

        A weighted sample of at most 50,000 earlier rows is kept, as on Dask. Up to 50,000 rows in total, the result is
        that of one ``fit`` to all of them, except that existing clusters keep their labels. Beyond that, it is that of
        a fit to a random sample, so the standard error of a centre is that of 50,000 rows. Every call costs as much as
        a fit to the sample.

        Afterwards, ``update_report_`` tells whether the number of clusters has changed, with the evidence; ``labels_``
        and ``outlier_scores_`` refer to the rows of X, ``inertia_`` and ``seed_indices_`` to all rows so far.

        Parameters
        ----------
        X : (n, d), array, data frame or sparse
        y : ignored
        sample_weight : (n,) non-negative, optional
        """
        first = not hasattr(self, "cluster_centers_")
        method = self._check_parameters()
        X = self._check_rows(X, ensure_min_samples=2 if first else 1, reset=first)
        weights = weights_of(X, sample_weight)
        earlier = None if first else self._survey_so_far()
        rng = as_generator(self.random_state)
        if earlier is None:
            survey = take_survey(Block(X, weights), size=SAMPLE, rng=rng)
        else:
            survey = extend_survey(earlier, X, weights, size=SAMPLE, rng=rng)
        sample = survey.sample
        kept = Block(sample.rows, sample.weights * survey.heaviest)
        before = None if first else (self.cluster_centers_, self.evidence_)
        self._learn(method, kept, survey, sample, rng)
        self._report_update(before, 0 if earlier is None else earlier.moments.count, survey.moments.count)
        self._measured(kept)
        self.labels_, self.outlier_scores_ = self._scored(*self._assigned(X))
        self._X_fit, self._weights_fit, self._survey = X, weights, survey
        return self

    def _survey_so_far(self) -> Survey:
        """What is known of the rows so far: kept by ``partial_fit``, or made of the data of ``fit``."""
        if self._survey is not None:
            return self._survey
        if self._X_fit is None:
            raise InputError(
                "this model does not keep the rows that an update needs. Fit it again to all rows, or save it with "
                "updatable=True."
            )
        blocks = Block(self._X_fit, self._weights_fit)
        return take_survey(blocks, size=SAMPLE, rng=as_generator(self.random_state))

    def _report_update(self, before: tuple[FloatArray, Evidence | None] | None, n_before: int, n_rows: int) -> None:
        k, evidence, added = None, None, tuple(range(self.n_clusters_))
        removed: tuple[int, ...] = ()
        if before is not None:
            centres, evidence = before
            order, added, removed = numbers_kept(centres, self.cluster_centers_)
            for name in ("cluster_centers_", "_centres", "seed_indices_"):
                setattr(self, name, getattr(self, name)[order])
            k = centres.shape[0]
        counts = n_before, n_rows, k, self.n_clusters_
        self.update_report_ = UpdateReport(*counts, evidence, self.evidence_, added, removed)

    def _learn(self, method: Method, blocks: Blocks, survey: Survey, sample: Sample, rng: np.random.Generator) -> None:
        """The number of clusters and the seeds from a sample, then Lloyd's algorithm over blocks."""
        frame = self._frame_of(survey)
        start = find_start(method, sample, frame, rng)
        tolerance = self.tol * float(survey.moments.variances.mean())
        found = lloyd(Rows(blocks, frame), start.centres, tolerance=tolerance, max_iter=self.max_iter)
        self.n_clusters_ = self._n_features_out = start.centres.shape[0]
        self.gamma_, self.size_distribution_ = start.gamma, start.size_distribution
        self.seed_indices_: IntArray = sample.indices[start.rows]
        self.evidence_ = None if start.walk is None else compared_with_centres(start.walk, found.centres)
        self._levels = None if start.walk is None else Levels.of(start.walk)
        self._frame, self._moments = frame, survey.moments
        self._centres, self.n_iter_ = found.centres, found.n_iter
        self.cluster_centers_ = found.centres + frame.origin

    def _warn(self) -> None:
        """Warn if no clusters were found, or if they are not round."""
        warn_if_none(self.evidence_)
        if self.evidence_ is not None and self.evidence_.is_round is False:
            chosen = self.seeding is not None or self.sharpness != "auto"
            warn_caller(
                f"k-means cuts across the {self.evidence_.n_clusters} clusters in this data (adjusted Rand index "
                f"{self.evidence_.agreement:z.2f}): they are not round{', or the seeds miss some' if chosen else ''}. "
                f"Use DPPSpectralClustering{', or leave out seeding and sharpness' if chosen else ''}.",
                NotRoundWarning,
            )

    def _measured(self, blocks: Block) -> tuple[IntArray, FloatArray]:
        """Set the cost, and the spread of each cluster; the rows' labels and outlier scores."""
        labels, squares = Rows(blocks, self._frame).assign(self._centres, stage="labelling")
        weights = np.ascontiguousarray(blocks.weights)  # one way to add up, whatever the memory layout
        self.inertia_ = float(weights @ squares)
        self._set_spreads(*totals_by_label(squares, labels, weights, self.n_clusters_))
        return self._scored(labels, squares)

    def _set_spreads(self, sums: FloatArray, weights: FloatArray) -> None:
        """The spread of each cluster, from its weighted sum of squared distances and its weight; all warnings."""
        self._cluster_spreads = spreads_of(sums, weights)
        self._warn()
        warn_if_empty(int((weights > 0).sum()), self.n_clusters_)

    def _scored(self, labels: IntArray, squares: FloatArray) -> tuple[IntArray, FloatArray]:
        return labels, outlier_scores(np.sqrt(squares), labels, self._cluster_spreads)

    def predict(self, X: Any) -> IntArray:
        """(n,) the nearest cluster of each point."""
        return self._assigned(self._check_new(X))[0]

    def score_outliers(self, X: Any) -> FloatArray:
        """(n,) how unusual each point is in its nearest cluster, as ``outlier_scores_`` are."""
        return self._scored(*self._assigned(self._check_new(X)))[1]

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Minus the weighted sum of squared distances to the nearest centre."""
        X = self._check_new(X)
        return -float(weights_of(X, sample_weight) @ self._assigned(X)[1])

    def _assigned(self, X: Any) -> tuple[IntArray, FloatArray]:
        """The nearest centre of each row, and the squared distance to it."""
        return Rows(Block(X, weights_of(X, None)), self._frame).assign(self._centres)

    def _labels_of_fit(self) -> Any:
        return None if self._X_fit is None else self._assigned(self._X_fit)[0]

    def _clusters_at(self, levels: Levels | KeptLevels, k: int) -> dict[str, Any]:
        """The centres of k-means on the points of the walk, started from its clusters."""
        return {"_centres": levels.centres(k)}

    def _point_labels(self, k: int) -> IntArray:
        assert isinstance(self._levels, Levels)  # a model file keeps the tree itself
        return nearest(self._levels.summary.points, self._centres if k == self.n_clusters_ else self._levels.centres(k))

    def _check_parameters(self) -> Method:
        """Refuse wrong parameters, and resolve the others."""
        check_metric(self.metric)
        if not isinstance(self.tol, (int, float, np.number)) or not self.tol >= 0:
            raise InputError(f"tol must be a non-negative number; it is {self.tol!r}.")
        if str(self.kernel) not in ("rbf", "linear"):  # an array has no truth value
            raise InputError(f'kernel={self.kernel!r} is not supported. Use "rbf" or "linear", or DPPKernelKMeans.')
        method = Method.of(self, self.seeding)
        if self.kernel == "linear" and not method.draws_from_all:
            warn_caller(
                'kernel="linear" has no effect with the default sharpness. '
                "Set sharpness (1 is the paper's process) to draw seeds from the linear kernel."
            )
        return method
