"""Spectral clustering by the random walk: clusters of any shape, k unknown."""

from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal, Self

import numpy as np
import scipy.sparse
from scipy.spatial import cKDTree
from sklearn.utils.extmath import row_norms

from ..arrays import FloatArray, IntArray
from ..engine.assignment import means_by_label, nearest, squares_to_own
from ..engine.blocks import Block
from ..engine.checks import check_metric, check_n_clusters, check_positive_integer, number_of_draws, weights_of
from ..engine.lloyd import best_run
from ..engine.plus_plus import extend
from ..engine.points import Points, dense_rows
from ..engine.representatives import SAMPLE
from ..engine.survey import Survey, take_survey
from ..progress import report
from ..random_state import RandomState, as_generator
from ..threads import openmp_threads
from ..walk import Evidence, Walk, take_walk
from ..walk.graph import N_NEIGHBOURS
from ..walk.levels import Levels
from ..walk.roundness import compared_with_k_means
from .base import RowClusterer, warn_if_empty, warn_if_none
from .outliers import outlier_scores
from .starts import rows_of

# Up to this many columns a tree finds the nearest point faster than a table of distances.
_FEW_COLUMNS = 10


@dataclass(eq=False, repr=False)
class DPPSpectralClustering(RowClusterer):
    """Spectral clustering that finds the number of clusters: rings, moons, spirals and bars as well as round ones.

    A random walk steps between neighbouring points. It explores a cluster much faster than it leaves it, so its slowest
    modes show how many clusters there are and which points they contain. The projection process on these modes draws
    one seed per cluster.

    Up to 10,000 rows, the walk visits the rows themselves. Larger data is represented by 4,000 means of a sample of
    50,000 rows, or, above 32 columns or if X is sparse, by a sample of 10,000 rows; each row then gets the label of the
    nearest of these points.

    Parameters
    ----------
    n_clusters : "auto" or int, default "auto"
    metric : "euclidean" or "cosine", default "euclidean"
        "cosine" scales every row to length 1 first, for texts and embeddings.
    n_neighbors : "auto" or int, default "auto"
        Number of neighbours of each point. Raising it smooths over noise and gaps, lowering it follows thinner shapes.
        Groups of at most this many points are outliers, unless together they exceed 5 % of the data. "auto" is 15.
    n_init : int or "auto", default "auto"
        Number of draws of seeds ("auto": 5); the partition whose points are most similar to their cluster is kept.
    random_state : int, Generator, RandomState or None

    Attributes
    ----------
    n_clusters_ : int
    labels_ : (n,) cluster of each point
    seed_indices_ : (n_clusters,) rows used as seeds, or nearest to them if representatives were drawn
    evidence_ : Evidence for "auto", else None
    cluster_centers_ : (n_clusters, d) means of the clusters, which may lie outside them
    inertia_ : weighted sum of squared distances to these means
    outlier_scores_ : (n,) how isolated each point is, from 0 to 1; 1/2 if its neighbours (up to the fifth) are three
        times as far away as is usual in its cluster. A row that the walk does not visit has the score of the nearest
        point that it does, or that of its distance to this point, whichever is higher.
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

    n_clusters: int | Literal["auto"] = "auto"
    _: KW_ONLY
    metric: Literal["euclidean", "cosine"] = "euclidean"
    n_neighbors: int | Literal["auto"] = "auto"
    n_init: int | Literal["auto"] = "auto"
    random_state: RandomState = None

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the clusters, and their number if it is not given.

        Parameters
        ----------
        X : (n, d), array, data frame or sparse
        y : ignored
        sample_weight : (n,) non-negative, optional
        """
        self._check_parameters()
        X = self._check_rows(X, ensure_min_samples=2)
        weights = weights_of(X, sample_weight)
        rng = as_generator(self.random_state)
        self._find(take_survey(Block(X, weights), size=SAMPLE, rng=rng, rows=X), rng)
        rows = self._frame.rows(X)
        self._point_of_row = nearest_points(rows, self._points.points)
        self.labels_ = self._labels_of(self._point_of_row)
        self.outlier_scores_ = self._scored(rows, self._point_of_row)
        self._set_centres(X, weights, self.labels_)
        return self

    def _find(self, survey: Survey, rng: np.random.Generator) -> None:
        """The walk on a sample of the data: the number of clusters, and the clusters of its points."""
        sample, given = survey.sample, self.n_clusters != "auto"
        self._frame, self._moments = self._frame_of(survey), survey.moments
        rows = self._frame.rows(sample.rows)
        report("walking on the data at several scales")
        walk = take_walk(
            rows,
            sample.weights,
            rng=rng,
            n_neighbors=N_NEIGHBOURS if self.n_neighbors == "auto" else int(self.n_neighbors),
            judge=not given,
            at_least=int(self.n_clusters) if given else 1,
        )
        self.evidence_: Evidence | None = None if given else compared_with_k_means(walk)
        k = int(self.n_clusters) if given else walk.evidence.n_clusters
        labels, seeds = _clusters_of(walk, k, n_init=number_of_draws(self.n_init), rng=rng)
        self._keep(walk, labels, k)
        seeds = np.resize(seeds, k)  # fewer distinct points than clusters: some have several rows as seeds
        self.seed_indices_ = sample.indices[rows_of(rows, dense_rows(walk.summary.points[seeds]), sample.weights)]
        warn_if_none(self.evidence_)
        warn_if_empty(np.unique(labels).size, k)

    def _keep(self, walk: Walk, labels: IntArray, k: int) -> None:
        """What follows from the clusters of the points of the walk."""
        self.n_clusters_ = self._n_features_out = k
        self._points = walk.summary
        self._levels = Levels.of(walk) if self.evidence_ is not None else None
        self._label_of_point = labels
        self._reach_of_point = walk.reach
        self.size_distribution_ = {k: 1.0} if self.evidence_ is None else self.evidence_.shares

    def _set_centres(self, X: Any, weights: FloatArray, labels: IntArray) -> None:
        self.cluster_centers_, _ = means_by_label(X, labels, weights, self.n_clusters_)
        self.inertia_ = float(weights @ squares_to_own(X, self.cluster_centers_, labels))

    def predict(self, X: Any) -> IntArray:
        """(n,) the cluster of the walk's nearest point, for each row."""
        return self._labels_of(self._nearest_points(self._check_new(X)))

    def score_outliers(self, X: Any) -> FloatArray:
        """(n,) how isolated each row is, as ``outlier_scores_`` are: 1/2 or more if it is at least three times as far
        from the walk's nearest point as neighbours usually are in that point's cluster."""
        rows = self._frame.rows(self._check_new(X))
        return self._scored(rows, nearest_points(rows, self._points.points))

    def _scored(self, rows: Any, points: IntArray) -> FloatArray:
        """(n,) outlier scores of rows, whose nearest points are given: the larger of reach and distance counts."""
        usual = usual_reach(self._reach_of_point, self._label_of_point, self.n_clusters_)
        far = np.maximum(_distances(rows, self._points.points[points]), self._reach_of_point[points])
        return outlier_scores(far, self._label_of_point[points], usual)

    def _labels_of_fit(self) -> Any:
        return None if self._point_of_row is None else self._labels_of(self._point_of_row)

    def _clusters_at(self, levels: Levels, k: int) -> dict[str, Any]:
        return {"_label_of_point": levels.labels[k]}

    def _point_labels(self, k: int) -> IntArray:
        assert isinstance(self._levels, Levels)
        return self._label_of_point if k == self.n_clusters_ else self._levels.labels[k]

    def _labels_of(self, points: IntArray) -> IntArray:
        """The labels of rows, whose nearest points are given, of the type that all clusterers of scikit-learn have."""
        return np.asarray(self._label_of_point[points], dtype=np.int32)

    def _nearest_points(self, X: Any) -> IntArray:
        return nearest_points(self._frame.rows(X), self._points.points)

    def _check_parameters(self) -> None:
        check_n_clusters(self.n_clusters, "auto")
        if not isinstance(self.n_neighbors, str) or self.n_neighbors != "auto":
            check_positive_integer("n_neighbors", self.n_neighbors, or_else='"auto"')
        check_metric(self.metric)
        number_of_draws(self.n_init)


def nearest_points(rows: Any, points: Any) -> IntArray:
    """(n,) the nearest point of each row, both dense or CSR; a row that is a point gets that one, also where others are
    as near."""
    if scipy.sparse.issparse(rows) or scipy.sparse.issparse(points) or not rows.shape[0]:
        return nearest(rows, points).astype(np.intp)
    if points.shape[1] <= _FEW_COLUMNS:
        return cKDTree(points).query(rows, workers=openmp_threads())[1]
    known = {point.tobytes(): number for number, point in enumerate(points)}
    found = np.array([known.get(row.tobytes(), -1) for row in np.ascontiguousarray(rows)], dtype=np.intp)
    new = found < 0
    found[new] = nearest(rows[new], points)
    return found


def usual_reach(reach: FloatArray, labels: IntArray, k: int) -> FloatArray:
    """(k,) median distance to the fifth neighbour among the points of each cluster; 0 for an empty one."""
    return np.array([np.median(reach[labels == label]) if (labels == label).any() else 0.0 for label in range(k)])


def _distances(rows: Any, others: Any) -> FloatArray:
    """(n,) distance of each row to the other one in its place, both dense or CSR."""
    apart = rows - others
    return row_norms(apart if scipy.sparse.issparse(apart) else np.asarray(apart))


def _clusters_of(walk: Walk, k: int, *, n_init: int, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Clusters of the points of the walk, and one point as seed of each, from the best of several draws."""
    points, weights = walk.summary.points, walk.summary.weights
    n = weights.size
    if k == 1 or (walk.curve is None and k == n):
        return np.arange(n) % k, np.arange(k) if k > 1 else np.array([int(weights.argmax())])
    if k > walk.most_clusters:  # hardly any distinct points, or nearly as many clusters as points
        space = Points(points.astype(np.float64), weights)
        seeds = extend(space, np.empty(0, dtype=np.intp), k, rng=rng, n_candidates=None)
        return best_run(space, [space.at(seeds)], max_iter=300).labels.astype(np.intp), seeds
    return walk.best_partition(k, n_init, rng)
