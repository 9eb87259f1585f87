"""DPPSpectralClustering: scikit-learn's contract, shapes, levels, new points, sparse rows and bad input."""

from itertools import pairwise

import numpy as np
import pytest
import scipy.sparse
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from diverseed import DPPKMeans, DPPSpectralClustering
from diverseed.cluster.outliers import mark_outliers, outlier_scores, spreads_of
from diverseed.cluster.spectral import usual_reach
from diverseed.errors import NoStructureWarning
from tests.data import SHAPES, grid


@pytest.mark.filterwarnings("ignore::diverseed.errors.NoStructureWarning")
@parametrize_with_checks([DPPSpectralClustering(random_state=0), DPPSpectralClustering(3, random_state=0)])
def test_scikit_learn_contract(estimator, check) -> None:
    check(estimator)


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape: str) -> None:
    X, labels = SHAPES[shape]
    k = labels.max() + 1
    for wanted in ("auto", k):
        model = DPPSpectralClustering(wanted, random_state=0).fit(X)
        assert model.n_clusters_ == k
        assert adjusted_rand_score(labels, model.labels_) == 1
        assert sorted(labels[model.seed_indices_]) == list(range(k))
        np.testing.assert_array_equal(model.predict(X), model.labels_)
        assert (model.evidence_ is None) == (wanted != "auto")
    new = X + 0.01 * np.random.default_rng(0).standard_normal(X.shape)
    assert adjusted_rand_score(labels, model.predict(new)) > 0.99


def test_means_and_inertia() -> None:
    X, _ = grid(2, per_cluster=50)
    weights = np.random.default_rng(0).uniform(0.5, 2, len(X))
    model = DPPSpectralClustering(random_state=0).fit(X, sample_weight=weights)
    for label in range(4):
        inside = model.labels_ == label
        np.testing.assert_allclose(
            model.cluster_centers_[label], np.average(X[inside], axis=0, weights=weights[inside])
        )
    squares = (model.transform(X)[np.arange(len(X)), model.labels_]) ** 2
    assert model.inertia_ == pytest.approx(weights @ squares)


def test_levels() -> None:
    rng = np.random.default_rng(0)
    centres = np.array([[0, 0], [0, 8], [60, 0], [60, 8], [0, 60], [8, 60]])
    X = np.repeat(centres, 100, axis=0) + rng.standard_normal((600, 2))
    model = DPPSpectralClustering(random_state=0).fit(X)
    assert adjusted_rand_score(np.repeat(range(6), 100), model.labels_at(6)) == 1
    assert adjusted_rand_score(np.repeat(range(3), 200), model.labels_at(3)) == 1
    tree = model.levels_tree()
    numbers = sorted({branch.n_clusters for branch in tree})
    assert {1, 3, 6} <= set(numbers)
    for coarser, finer in pairwise(numbers):
        for branch in (branch for branch in tree if branch.n_clusters == finer):
            inside = model.labels_at(coarser)[model.labels_at(finer) == branch.cluster]
            assert branch.share == pytest.approx(inside.size / 600)
            assert branch.inside == pytest.approx((inside == branch.parent).mean())
    assert [branch.inside for branch in tree if branch.n_clusters in (3, 6)] == [1.0] * 9
    with pytest.raises(ValueError, match="given"):
        DPPSpectralClustering(3, random_state=0).fit(X).labels_at(6)


def test_more_points_than_the_walk_visits() -> None:
    rng = np.random.default_rng(0)
    angles = rng.uniform(0, 2 * np.pi, 24_000)
    radii = np.repeat([1.0, 3.0, 5.0], 8000)
    X = radii[:, None] * np.column_stack([np.cos(angles), np.sin(angles)]) + 0.1 * rng.standard_normal((24_000, 2))
    model = DPPSpectralClustering(random_state=0).fit(X)
    assert model.n_clusters_ == 3
    assert adjusted_rand_score(np.repeat(range(3), 8000), model.labels_) == 1


def test_sparse_rows_give_the_clusters_of_dense_ones() -> None:
    rng = np.random.default_rng(0)
    centres = 4 * np.eye(50)[:4]
    X = np.repeat(centres, 60, axis=0) + (rng.random((240, 50)) < 0.1) * rng.random((240, 50))
    dense = DPPSpectralClustering(random_state=0).fit(X)
    sparse = DPPSpectralClustering(random_state=0).fit(scipy.sparse.csr_array(X))
    assert dense.n_clusters_ == sparse.n_clusters_ == 4
    assert adjusted_rand_score(dense.labels_, sparse.labels_) == 1
    np.testing.assert_allclose(dense.inertia_, sparse.inertia_)


def test_the_cosine_metric_sees_directions() -> None:
    rng = np.random.default_rng(0)
    directions = np.linalg.qr(rng.standard_normal((64, 5)))[0].T
    X = (np.repeat(directions, 80, axis=0) + 0.05 * rng.standard_normal((400, 64))) * rng.uniform(0.1, 10, (400, 1))
    model = DPPSpectralClustering(metric="cosine", random_state=0).fit(X)
    assert adjusted_rand_score(np.repeat(range(5), 80), model.labels_) == 1
    np.testing.assert_array_equal(model.predict(2 * X), model.labels_)


def test_one_cluster_gives_a_warning() -> None:
    with pytest.warns(NoStructureWarning) as caught:
        model = DPPSpectralClustering(random_state=0).fit(np.random.default_rng(0).standard_normal((300, 4)))
    assert caught[0].filename == __file__
    assert (model.n_clusters_, {*model.labels_}) == (1, {0})


def test_isolated_points_have_high_outlier_scores() -> None:
    X, _ = SHAPES["rings"]
    model = DPPSpectralClustering(random_state=0).fit(np.vstack([X, [[0.0, 0.0]]]))
    assert model.outlier_scores_.argmax() == len(X)
    assert model.outlier_scores_[-1] > 0.5
    assert model.labels_.min() == 0


def test_outlier_scores_and_marks() -> None:
    scores = outlier_scores(np.array([0.0, 3.0, 6.0, 1.0]), np.array([0, 0, 0, 1]), np.array([1.0, 0.0]))
    assert scores == pytest.approx([0, 0.5, 36 / 45, 1])
    extremes = outlier_scores(np.array([0, 1e-300, np.inf]), np.zeros(3, dtype=int), np.array([1.0]))
    assert extremes.tolist() == [0, 0, 1]
    assert outlier_scores(np.zeros(2), np.zeros(2, dtype=int), np.zeros(1)).tolist() == [0, 0]
    labels = np.array([0, 1, 2, 3])
    high = np.array([0.9, 0.8, 0.7, 0.1])
    assert mark_outliers(labels, high, 0.5).tolist() == [-1, -1, 2, 3]
    assert mark_outliers(labels, high, 1.0).tolist() == [-1, -1, -1, 3]
    assert mark_outliers(labels, high, 0.0).tolist() == [0, 1, 2, 3]


def test_spreads_of_clusters() -> None:
    """Of one without weight or of equal points, that of all points together."""
    sums, weights = np.array([8.0, 0.0, 0.0]), np.array([2.0, 6.0, 0.0])
    assert spreads_of(sums, weights).tolist() == [2, 1, 1]
    assert spreads_of(np.zeros(2), np.ones(2)).tolist() == [0, 0]


def far_and_near(X: np.ndarray) -> np.ndarray:
    """A row far from all others, one amid them, and one of them."""
    return np.vstack([X.mean(axis=0) + 1000, X[0] + 1e-3, X[0]])


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("d", [2, 12])
def test_new_rows_far_from_all_are_outliers_and_known_ones_keep_their_scores(d: int, sparse: bool) -> None:
    X, _ = make_blobs(400, centers=3, n_features=d, cluster_std=0.4, random_state=0)
    model = DPPSpectralClustering(random_state=0).fit(scipy.sparse.csr_array(X) if sparse else X)
    np.testing.assert_array_equal(model.score_outliers(X), model.outlier_scores_)
    far, near, same = model.score_outliers(far_and_near(X))
    assert far > 0.99999
    assert near == same == model.outlier_scores_[0] < 0.5
    np.testing.assert_allclose(model.score_outliers(scipy.sparse.csr_array(far_and_near(X))), [far, near, same])
    # three times the usual reach of the cluster is one half, as for the rows of the fit
    inside = model.labels_ == model.labels_[0]
    ordered = np.sort(np.linalg.norm(X[inside][:, None] - X[None], axis=2), axis=1)
    away = X[inside][(X[inside] @ np.ones(d)).argmax()] + 3 * np.median(ordered[:, 5]) / np.sqrt(d)
    closest = np.linalg.norm(X - away, axis=1)
    assert model.labels_[closest.argmin()] == model.labels_[0]
    u = closest.min() / np.median(ordered[:, 5])
    reach = model.outlier_scores_[closest.argmin()]
    assert model.score_outliers(away[None])[0] == pytest.approx(max(reach, u**2 / (u**2 + 9)))


def test_directions_far_from_all_are_outliers() -> None:
    angles = np.repeat([0.2, 1.2, 2.2], 80) + 0.03 * np.random.default_rng(0).standard_normal(240)
    X = np.column_stack([np.cos(angles), np.sin(angles)])
    model = DPPSpectralClustering(metric="cosine", random_state=0).fit(X)
    np.testing.assert_allclose(model.score_outliers(X), model.outlier_scores_)
    away, close = model.score_outliers([[0, -9.0], [9 * np.cos(1.2), 9 * np.sin(1.2)]])
    assert away > 0.99 > 0.5 > close


def test_rows_that_the_walk_does_not_visit_are_scored_by_their_own_distance() -> None:
    X, _ = make_blobs(12_000, centers=3, cluster_std=0.4, random_state=0)
    X[7] = 20, 20
    model = DPPSpectralClustering(random_state=0).fit(X)
    np.testing.assert_array_equal(model.score_outliers(X), model.outlier_scores_)
    assert model.outlier_scores_[7] > 0.99
    assert np.median(model.outlier_scores_) < 0.2
    reach, labels = model._reach_of_point, model._label_of_point
    of_points = outlier_scores(reach, labels, usual_reach(reach, labels, 3))
    assert (model.outlier_scores_ >= of_points[model._point_of_row]).all()


def test_a_model_of_dense_rows_labels_sparse_ones_too() -> None:
    X, _ = make_blobs(300, centers=5, cluster_std=0.5, random_state=0)
    for model in (DPPKMeans(5, random_state=0).fit(X), DPPSpectralClustering(5, random_state=0).fit(X)):
        np.testing.assert_array_equal(model.predict(scipy.sparse.csr_array(X)), model.labels_)


@pytest.mark.parametrize("k", [3, 5, 20])
def test_fewer_distinct_rows_than_clusters(k: int) -> None:
    X = np.repeat([[0.0, 0], [1, 1]], 10, axis=0)
    with pytest.warns(ConvergenceWarning, match=f"{k} clusters, but points in only 2") as caught:
        model = DPPSpectralClustering(k, random_state=0).fit(X)
    assert caught[0].filename == __file__
    assert np.unique(model.seed_indices_).size == k
    assert adjusted_rand_score(X[:, 0], model.labels_) == 1
    assert model.score_outliers([[1000.0, 1000], [1, 1]])[0] > 0.999


@pytest.mark.parametrize(("n", "k"), [(20, 18), (20, 19), (20, 20), (900, 880)])
def test_nearly_as_many_clusters_as_points(n: int, k: int) -> None:
    """Also more than the walk has modes or nodes: the last two and the last one here."""
    X = np.random.default_rng(0).random((n, 2))
    model = DPPSpectralClustering(k, random_state=0).fit(X)
    assert np.unique(model.labels_).size == k
    assert np.unique(model.seed_indices_).size == k


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_clusters": 0}, "n_clusters must be a positive integer"),
        ({"n_clusters": 401}, "n_clusters=401 exceeds n_samples=400"),
        ({"n_neighbors": 0}, "n_neighbors must be"),
        ({"metric": "taxi"}, "metric='taxi' is not supported"),
        ({"n_init": 0}, "n_init must be"),
    ],
)
def test_bad_parameters(settings, message) -> None:
    with pytest.raises(ValueError, match=message):
        DPPSpectralClustering(**settings).fit(grid(2)[0])
