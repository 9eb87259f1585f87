"""Clusters of any shape, their number found: spectral clustering by the random walk."""

from typing import Any, Literal, Self

import numpy as np
import scipy.sparse
from scipy.spatial import cKDTree
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.cluster import KMeans
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.preprocessing import normalize
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ..arrays import FloatArray, IntArray
from ..engine.assignment import nearest
from ..engine.blocks import ArrayBlocks
from ..engine.lloyd import Frame
from ..engine.representatives import SAMPLE, Summary
from ..engine.survey import Sample, Survey, take_survey
from ..errors import InputError
from ..model_files import Saves
from ..parameters import check_metric, check_positive_integer, check_spread, number_of_draws
from ..progress import report
from ..random_state import RandomState, as_generator
from ..walk import Evidence, Walk, take_walk, warn_if_none
from ..walk.levels import Branch, Levels, check_level
from ..walk.look import cluster_means
from .notebook import NotebookCard
from .outliers import outlier_scores
from .starts import Plan, rows_of

# Up to so many columns a tree finds the nearest point faster than a table of distances.
FEW_COLUMNS = 10


class DPPSpectralClustering(
    Saves, NotebookCard, ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator
):
    """Clusters of any shape: rings, moons, spirals and bars as well as round ones.

    A random walk steps between neighbouring points. Clusters are what it explores much faster than it leaves them, so
    its slowest modes say how many there are and which point belongs where. One seed per cluster is drawn by the
    projection process on these modes.

    Up to 10,000 rows are looked at themselves. More are represented by 4,000 means of a sample of 50,000, or, above 32
    columns or where X is sparse, by a sample of 10,000; each row then takes the label of the nearest of them.

    Parameters
    ----------
    n_clusters : "auto" or int, default "auto"
    metric : "euclidean" or "cosine", default "euclidean"
        "cosine" scales every row to length 1 first, for texts and embeddings.
    n_neighbors : "auto" or int, default "auto"
        Neighbours that the walk can step to. More smooth over noise and gaps, fewer follow thinner shapes. "auto" is
        30, and 10 above 32 columns, where the same few points are everybody's neighbours.
    n_init : int or "auto", default "auto"
        Draws of seeds ("auto": 5); the partition in which points are most like their cluster is kept.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    n_clusters_ : int
    labels_ : (n,) cluster of each point
    seed_indices_ : (n_clusters,) rows that were the seeds, or the nearest ones where representatives were drawn
    evidence_ : Evidence for "auto", else None
    cluster_centers_ : (n_clusters, d) means of the clusters; they may lie outside of them
    inertia_ : weighted sum of squared distances to these means
    outlier_scores_ : (n,) how isolated each point is, from 0 to 1; 1/2 where its neighbours are three times as far as
        is usual in its cluster
    gamma_ : ``1 / (2 h^2)`` of the bandwidth h at which the clusters show best
    size_distribution_ : dict of k to its share of the evidence
    n_features_in_, feature_names_in_ : as in scikit-learn

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> from diverseed import DPPSpectralClustering
    >>> X, y = make_moons(400, noise=0.05, random_state=0)
    >>> model = DPPSpectralClustering(random_state=0).fit(X)
    >>> model.n_clusters_, model.evidence_.is_round
    (2, False)
    """

    def __init__(
        self,
        n_clusters: int | Literal["auto"] = "auto",
        *,
        metric: Literal["euclidean", "cosine"] = "euclidean",
        n_neighbors: int | Literal["auto"] = "auto",
        n_init: int | Literal["auto"] = "auto",
        random_state: RandomState = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.metric = metric
        self.n_neighbors = n_neighbors
        self.n_init = n_init
        self.random_state = random_state

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the number of clusters if asked to, and the clusters.

        Parameters
        ----------
        X : (n, d), array, data frame or sparse
        y : ignored
        sample_weight : (n,) non-negative, optional
        """
        self._check_parameters()
        X = validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], ensure_min_samples=2)
        X = self._scaled(X)
        weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
        rng = as_generator(self.random_state)
        survey = take_survey(ArrayBlocks(X, weights), size=SAMPLE, rng=rng)
        check_spread(survey.moments.variances, X.dtype)
        self._find(survey, X.dtype, rng, moved=not scipy.sparse.issparse(X), stacklevel=3)
        self._look_of_row = self._nearest_looked_at(X)
        self.labels_ = self._label_of_point[self._look_of_row]
        self.outlier_scores_ = self._outlier_score_of_point[self._look_of_row]
        self.cluster_centers_ = cluster_means(X, weights, self.labels_, self.n_clusters_)
        squares = euclidean_distances_to_own(X, self.cluster_centers_, self.labels_)
        self.inertia_ = float(weights @ squares)
        return self

    def _find(self, survey: Survey, dtype: Any, rng: np.random.Generator, *, moved: bool, stacklevel: int) -> None:
        """The walk on a sample of the data: the number of clusters, and the clusters of the points looked at."""
        sample = survey.sample
        if not isinstance(self.n_clusters, str) and self.n_clusters > survey.n_positive:
            raise InputError(
                f"n_clusters={self.n_clusters} is above n_samples={survey.n_positive} rows of positive weight. Ask for "
                f"at most {survey.n_positive} clusters."
            )
        origin = survey.moments.rounded_means() if moved else np.zeros_like(survey.moments.means)
        self._frame = Frame(origin.astype(dtype), survey.heaviest)
        rows = self._frame.rows(sample.rows)
        report("walking on the data at several scales")
        walk = take_walk(
            rows,
            sample.weights,
            rng=rng,
            n_neighbors=None if self.n_neighbors == "auto" else int(self.n_neighbors),
            judge=self.n_clusters == "auto",
            at_least=1 if self.n_clusters == "auto" else int(self.n_clusters),
        )
        self.evidence_: Evidence | None = walk.evidence if self.n_clusters == "auto" else None
        if self.evidence_ is not None:
            warn_if_none(self.evidence_, stacklevel=stacklevel + 1)
        k = walk.evidence.n_clusters if self.n_clusters == "auto" else int(self.n_clusters)
        labels, seeds = clusters_of(walk, k, n_init=number_of_draws(self.n_init), rng=rng)
        self._keep(walk, labels, k)
        self.seed_indices_ = _rows_of_seeds(rows, sample, walk.summary, seeds)

    def _keep(self, walk: Walk, labels: IntArray, k: int) -> None:
        self.n_clusters_ = self._n_features_out = k
        self._levels = Levels.of(walk) if self.evidence_ is not None else Levels(walk.summary, {})
        self._levels.labels[k] = labels.astype(np.int32)
        self._label_of_point = labels
        reach = np.zeros(labels.size) if walk.reach is None else walk.reach
        usual = np.array([np.median(reach[labels == label]) if (labels == label).any() else 0.0 for label in range(k)])
        self._outlier_score_of_point = outlier_scores(reach, labels, usual)
        bandwidth = walk.curve.spectrum_for(k).bandwidth if walk.curve is not None and k > 1 else 0.0
        self.gamma_ = 1 / (2 * bandwidth**2) if bandwidth > 0 else None
        self.size_distribution_ = {k: 1.0} if self.evidence_ is None else self.evidence_.shares

    def predict(self, X: Any) -> IntArray:
        """(n,) for each point the cluster of the nearest point looked at."""
        X = self._check_new(X)
        return self._label_of_point[self._nearest_looked_at(X)]

    def score_outliers(self, X: Any) -> FloatArray:
        """(n,) ``outlier_scores_`` of the points looked at that are nearest to each point."""
        return self._outlier_score_of_point[self._nearest_looked_at(self._check_new(X))]

    def transform(self, X: Any) -> FloatArray:
        """(n, k) distances to the means of the clusters."""
        return euclidean_distances(self._check_new(X), self.cluster_centers_)

    def labels_at(self, k: int, X: Any = None) -> IntArray:
        """(n,) labels at another level of ``evidence_.levels``, without fitting again.

        Parameters
        ----------
        k : the number of clusters of a level, or ``n_clusters_``
        X : (n, d), default the data of ``fit``, which a model that was read from a file has not kept
        """
        check_is_fitted(self)
        if k == self.n_clusters_:
            return self.labels_ if X is None else self.predict(X)
        labels = check_level(None if self.evidence_ is None else self._levels, k).labels[k]
        if X is None and self._look_of_row is None:
            raise InputError("this model does not hold the data it was fitted to. Give it: labels_at(k, X).")
        return labels[self._look_of_row if X is None else self._nearest_looked_at(self._check_new(X))]

    def levels_tree(self) -> tuple[Branch, ...]:
        """How the levels nest: every cluster of every level with its parent at the next coarser one."""
        check_is_fitted(self)
        return () if self.evidence_ is None else self._levels.tree()

    def _nearest_looked_at(self, X: Any) -> IntArray:
        """(n,) the point looked at that is nearest to each row."""
        rows, points = self._frame.rows(X), self._levels.summary.points
        if scipy.sparse.issparse(rows) or scipy.sparse.issparse(points):
            return nearest(rows, points).astype(np.intp)
        if points.shape[1] <= FEW_COLUMNS:
            return cKDTree(points).query(rows, workers=-1)[1]
        known = {point.tobytes(): number for number, point in enumerate(points)}
        found = np.array([known.get(row.tobytes(), -1) for row in np.ascontiguousarray(rows)], dtype=np.intp)
        new = found < 0
        found[new] = nearest(rows[new], points)
        return found

    def _scaled(self, X: Any) -> Any:
        return normalize(X) if self.metric == "cosine" else X

    def _check_new(self, X: Any) -> Any:
        check_is_fitted(self)
        return self._scaled(validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], reset=False))

    def _check_parameters(self) -> None:
        if self.n_clusters != "auto":
            check_positive_integer("n_clusters", self.n_clusters, or_else='"auto"')
        if self.n_neighbors != "auto":
            check_positive_integer("n_neighbors", self.n_neighbors, or_else='"auto"')
        check_metric(self.metric)
        number_of_draws(self.n_init)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def clusters_of(walk: Walk, k: int, *, n_init: int, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Clusters of the points looked at, and one of them as seed for each, from the best of several draws."""
    points, weights = walk.summary.points, walk.summary.weights
    n = weights.size
    if k == 1 or (walk.curve is None and k == n):
        return np.arange(n) % k, np.arange(k) if k > 1 else np.array([int(weights.argmax())])
    if k > walk.most_clusters:  # hardly any different points, or nearly as many clusters as points
        model = KMeans(k, n_init=1, random_state=int(rng.integers(2**31))).fit(points, sample_weight=weights)
        return model.labels_.astype(np.intp), nearest(model.cluster_centers_, points).astype(np.intp)
    return walk.best_partition(k, n_init, rng)


def euclidean_distances_to_own(X: Any, centres: FloatArray, labels: IntArray) -> FloatArray:
    """(n,) squared distance of each row to the centre of its label."""
    if not scipy.sparse.issparse(X):
        apart = X - centres[labels]
        return np.einsum("ij,ij->i", apart, apart)
    squares = np.asarray(X.multiply(X).sum(axis=1)).ravel() + (centres**2).sum(axis=1)[labels]
    entries = X.tocoo()
    products = np.bincount(entries.row, entries.data * centres[labels[entries.row], entries.col], minlength=X.shape[0])
    return np.maximum(squares - 2 * products, 0)


def _rows_of_seeds(rows: Any, sample: Sample, summary: Summary, seeds: IntArray) -> IntArray:
    chosen = summary.points[seeds]
    dense = chosen.toarray() if scipy.sparse.issparse(chosen) else np.asarray(chosen)
    return sample.indices[rows_of(rows, Plan(dense, dense, None, None, {}), sample.weights)]
