"""k-means that finds the number of clusters and its own seeds."""

import warnings
from typing import Any, Literal, Self

import numpy as np
import scipy.sparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.utils.extmath import row_norms
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from .arrays import FloatArray, IntArray
from .blas_threads import one_blas_thread, one_openmp_thread
from .blocks import ArrayBlocks, Blocks
from .errors import InputError
from .evidence import REPRESENTATIVES, Evidence, find_clusters, warn_if_none
from .lloyd import Frame, assign, lloyd
from .parameters import check_gamma, check_positive_integer, check_sharpness, check_spread
from .plan import Plan, best_of_draws, drawn_by_name, drawn_by_process, drawn_for_texts, rows_of
from .progress import report
from .random_state import RandomState, as_generator
from .seeding import Seeding
from .summary import SAMPLE, summarise
from .survey import Sample, Survey, take_survey
from .texts.lloyd import nearest
from .texts.rule import is_text_features


class DPPKMeans(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator):
    """k-means with the number of clusters and the seeds from a determinantal point process.

    Parameters
    ----------
    n_clusters : "auto", "sample" or int, default "auto"
        - "auto" finds the number of clusters from the spectrum of the data across scales, with evidence. Text features
          (sparse, not negative, rows of length 1: see ``diverseed.texts.rule.is_text_features``) are counted by the
          paper's process on their own kernel instead, corrected where average linkage shows a clear gap or fewer groups
          make the rows much shorter to tell, and seeded by its projection process.
        - "sample" is the paper's kmeansD++: one draw of the process with the given kernel and gamma is the set of
          seeds, and its size the number of clusters.
        - an integer is the paper's kmeansDk++: seeds from the process given its size.
    kernel : "rbf" or "linear", default "rbf"
        Kernel of the process that is drawn from: ``exp(-gamma |x - y|^2)`` or ``gamma <x, y>``. "linear" counts where
        ``n_clusters="sample"``, a sharpness or a seeding is given; else a warning says that it does not.
    gamma : "auto" or float, default "auto"
        "auto" takes the scale at which the clusters show best.
    sharpness : "auto" or float, default "auto"
        Power of the kernel. 1 is the paper's process, inf the projection process on the leading eigenvectors, which
        draws one point from each separated cluster. "auto" is 1 for ``n_clusters="sample"``; else it draws from the
        projection process of the degree-normalised kernel on weighted representatives ``n_init`` times, and half as
        often by greedy k-means++, and keeps the seeds of lowest cost there, so that the result is not worse than
        k-means++ where the kernel does not see the clusters.
    seeding : None, str or Seeding, default None
        A seeding by name instead, one of ``diverseed.seeding.SEEDINGS``.
    n_init : int, default 5
        Draws that are compared where ``sharpness="auto"``. Every other way draws once.
    max_iter, tol : as in scikit-learn's KMeans
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    n_clusters_ : int
    labels_ : (n,) cluster of each point
    cluster_centers_ : (n_clusters, d), sparse for text features of which dense centres would hold over 100,000,000
        numbers
    inertia_ : weighted sum of squared distances to the nearest centre
    n_iter_ : iterations of Lloyd's algorithm over the data, 0 where centres are sparse: they are final as planned
    seed_indices_ : (n_clusters,) rows of X that were the seeds (the nearest rows of the sample, where representatives
        were drawn)
    gamma_ : float, the scale that was used; None where a seeding by name has none
    size_distribution_ : dict of k to its probability. Of the process for "sample"; the share of each k in the evidence
        above the null level for "auto"; a normal approximation to that of the process for text features; one for a
        given k.
    evidence_ : Evidence for "auto" on vectors, else None
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
        n_clusters: int | Literal["auto", "sample"] = "auto",
        *,
        kernel: Literal["rbf", "linear"] = "rbf",
        gamma: float | Literal["auto"] = "auto",
        sharpness: float | Literal["auto"] = "auto",
        seeding: str | Seeding | None = None,
        n_init: int = 5,
        max_iter: int = 300,
        tol: float = 1e-4,
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
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
        mapped = isinstance(X, np.memmap)
        self._check_parameters()
        X = validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], ensure_min_samples=2)
        weights = _weights_of(X, sample_weight)
        rng = as_generator(self.random_state)
        blocks = ArrayBlocks(X, weights)
        survey = take_survey(blocks, size=SAMPLE, rng=rng)
        check_spread(survey.moments.variances, X.dtype)
        self._check_count(survey.n_positive)
        sample = survey.sample if mapped or not self._draws_from_all(X) else Sample.whole(X, weights)
        frame = frame_of(survey, X.dtype, moved=not scipy.sparse.issparse(X))
        plan, self.evidence_ = self._plan(sample, frame, rng)
        self._fit_centres(blocks, plan, sample, survey, frame)
        self.labels_, self.inertia_ = self._assigned(X, weights, frame)
        return self

    def _draws_from_all(self, X: Any) -> bool:
        """Whether seeds are drawn from all rows of data in memory, and not from representatives of a sample."""
        return (
            self.n_clusters == "sample" or self.sharpness != "auto" or self.seeding is not None or is_text_features(X)
        )

    def _plan(self, sample: Sample, frame: Frame, rng: np.random.Generator) -> tuple[Plan, Evidence | None]:
        """Where to start: the one decision tree over the parameters.

        The linear kernel alone depends on the origin, so processes on the data see it as it is.
        """
        X, weights, centred = sample.rows, sample.weights, frame.rows(sample.rows)
        evidence, summary, spectra = None, None, None
        n_clusters: Any = self.n_clusters
        plain = self.n_clusters == "sample" or self.sharpness != "auto"
        if not plain and self.seeding is None and is_text_features(X):
            return drawn_for_texts(X, weights, n_clusters, n_draws=self.n_init, rng=rng), None
        if n_clusters == "auto" or (n_clusters == "sample" and self.gamma == "auto" and self.kernel == "rbf"):
            report("looking for clusters at several scales")
            with one_blas_thread():
                finding = find_clusters(centred, weights, rng=rng)
            if n_clusters == "auto":
                evidence, n_clusters = finding.evidence, finding.evidence.n_clusters
                warn_if_none(evidence)
            summary, spectra, bandwidth = finding.summary, finding.spectra, finding.evidence.bandwidth
        report("drawing seeds")
        gamma = self.gamma
        if gamma == "auto" and plain and self.kernel == "rbf" and summary is not None:
            gamma = 1 / (2 * bandwidth**2) if bandwidth > 0 else 1.0
        if self.seeding is not None:
            plan = drawn_by_name(X, weights, n_clusters, self.seeding, kernel=self.kernel, gamma=gamma, rng=rng)
        elif plain:
            power = 1.0 if self.sharpness == "auto" else float(self.sharpness)
            plan = drawn_by_process(X, weights, n_clusters, kernel=self.kernel, gamma=gamma, power=power, rng=rng)
        else:
            if summary is None:
                summary = summarise(centred, weights, n_points=max(REPRESENTATIVES, min(5 * n_clusters, 5000)), rng=rng)
            with one_blas_thread(), one_openmp_thread():
                plan = best_of_draws(summary, spectra, n_clusters, gamma=gamma, n_draws=self.n_init, rng=rng)
        if evidence is not None:
            plan = plan.with_sizes(evidence.shares)
        return plan, evidence

    def _fit_centres(self, blocks: Blocks, plan: Plan, sample: Sample, survey: Survey, frame: Frame) -> None:
        """Lloyd's algorithm from the planned centres, and the attributes that follow from both."""
        self.n_clusters_ = plan.centres.shape[0]
        self.gamma_ = plan.gamma
        self.size_distribution_ = plan.size_distribution
        self._frame, self._moments = frame, survey.moments
        self.cluster_centers_: Any
        if scipy.sparse.issparse(plan.centres):
            self._centres = self.cluster_centers_ = plan.centres
            self.n_iter_ = 0
        else:
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
        return self._assigned(X, _weights_of(X, None), self._frame)[0]

    def transform(self, X: Any) -> FloatArray:
        """(n, k) distances to the cluster centres."""
        return euclidean_distances(self._check_new(X), self.cluster_centers_)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Minus the weighted sum of squared distances to the nearest centre."""
        X = self._check_new(X)
        return -self._assigned(X, _weights_of(X, sample_weight), Frame(self._frame.origin))[1]

    def _assigned(self, X: Any, weights: FloatArray, frame: Frame) -> tuple[IntArray, float]:
        """(n,) the nearest cluster of each point, and the cost of all."""
        if not scipy.sparse.issparse(self._centres):
            return assign(ArrayBlocks(X, weights), self._centres, frame)
        rows = scipy.sparse.csr_array(X)
        labels, squares = nearest(rows, self._centres, row_norms(rows, squared=True))
        return labels, float(weights @ squares)

    def _check_new(self, X: Any) -> Any:
        check_is_fitted(self)
        return validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=False)

    def _check_count(self, n: int) -> None:
        if not isinstance(self.n_clusters, str) and self.n_clusters > n:
            raise InputError(
                f"n_clusters={self.n_clusters} is above n_samples={n} rows of positive weight. Ask for at most {n} "
                "clusters."
            )

    def _check_parameters(self) -> None:
        if self.n_clusters not in ("auto", "sample"):
            check_positive_integer("n_clusters", self.n_clusters, or_else='"auto", "sample"')
        if not isinstance(self.tol, (int, float, np.number)) or not self.tol >= 0:
            raise InputError(f"tol must be a number that is not negative; it is {self.tol!r}.")
        if self.kernel not in ("rbf", "linear"):
            raise InputError(f'kernel={self.kernel!r} is not known. Use "rbf" or "linear", or DPPKernelKMeans.')
        check_gamma(self.gamma)
        check_sharpness(self.sharpness)
        check_positive_integer("n_init", self.n_init)
        if self.kernel == "linear" and self.n_clusters != "sample" and self.sharpness == "auto" and not self.seeding:
            warnings.warn(
                'kernel="linear" has no effect here: by default seeds come from a kernel that sees clusters. Give '
                "sharpness (1 is the paper's process) to draw from the linear kernel.",
                UserWarning,
                stacklevel=4,
            )
        check_positive_integer("max_iter", self.max_iter)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def _weights_of(X: Any, sample_weight: Any) -> FloatArray:
    """(n,) weights; without any, ones that take no memory."""
    if sample_weight is None:
        return np.broadcast_to(1.0, X.shape[0])
    return _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)


def frame_of(survey: Survey, dtype: Any, *, moved: bool = True) -> Frame:
    """An origin amid the data, unless sparse rows must stay where they are, and its largest weight as unit."""
    origin = survey.moments.rounded_means() if moved else np.zeros_like(survey.moments.means)
    return Frame(origin.astype(dtype), survey.heaviest)
