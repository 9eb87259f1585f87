"""DPPKMeans.partial_fit: blocks against one fit, numbers that stay, and what the report says."""

import pickle

import numpy as np
import pytest
import scipy.sparse
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from diverseed import DPPKMeans
from diverseed.cluster import kmeans
from diverseed.cluster.updates import numbers_kept
from diverseed.errors import InputError

CENTRES = 10.0 * np.array([(0, 0), (1, 0), (0, 1), (1, 1), (3, 0)])


def blobs(n: int, k: int = 4, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    X, y = make_blobs(n, centers=CENTRES[:k], random_state=seed)
    return X, y


@pytest.mark.parametrize(
    "settings",
    [{}, {"n_clusters": 4}, {"n_clusters": 4, "seeding": "k-means++"}, {"n_clusters": "sample", "gamma": 0.01}],
    ids=lambda settings: ",".join(settings) or "auto",
)
def test_blocks_up_to_the_size_of_the_sample_give_the_result_of_one_fit(settings: dict) -> None:
    X, _ = blobs(900)
    whole = DPPKMeans(**settings, random_state=0).fit(X)
    parts = DPPKMeans(**settings, random_state=0)
    for block in np.split(X, [300, 301, 640]):
        parts.partial_fit(block)
    # the same centres to the last digit, with other numbers
    order = np.lexsort(whole.cluster_centers_.T), np.lexsort(parts.cluster_centers_.T)
    assert np.array_equal(whole.cluster_centers_[order[0]], parts.cluster_centers_[order[1]])
    assert np.array_equal(whole.seed_indices_[order[0]], parts.seed_indices_[order[1]])
    assert (parts.inertia_, parts.evidence_) == (whole.inertia_, whole.evidence_)
    assert adjusted_rand_score(whole.predict(X), parts.predict(X)) == 1
    assert np.array_equal(parts.labels_, parts.predict(X[640:]))
    np.testing.assert_allclose(np.sort(parts.outlier_scores_), np.sort(whole.outlier_scores_[640:]))


def test_weights_and_sparse_rows_in_blocks() -> None:
    X, _ = blobs(600)
    weights = np.random.default_rng(0).exponential(size=600)
    whole = DPPKMeans(4, random_state=0).fit(X, sample_weight=weights)
    parts = DPPKMeans(4, random_state=0)
    for rows in np.split(np.arange(600), 3):
        parts.partial_fit(X[rows], sample_weight=weights[rows])
    assert parts.inertia_ == pytest.approx(whole.inertia_, rel=1e-12)
    sparse = DPPKMeans(4, random_state=0).partial_fit(scipy.sparse.csr_array(X[:300]))
    assert sparse.partial_fit(scipy.sparse.csr_array(X[300:])).inertia_ == pytest.approx(
        DPPKMeans(4, random_state=0).fit(X).inertia_, rel=1e-9
    )
    with pytest.raises(InputError, match="all sparse or all dense"):
        sparse.partial_fit(X)


def test_more_rows_than_the_sample_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Statistically the same: the centres are those of a sample, within its standard error."""
    monkeypatch.setattr(kmeans, "SAMPLE", 1000)
    X, y = blobs(8000)
    model = DPPKMeans(random_state=0)
    for block in np.split(X, 8):
        model.partial_fit(block)
    assert model.n_clusters_ == 4
    assert len(model._survey.sketch.rows) == 1000
    assert adjusted_rand_score(y, model.predict(X)) == 1
    truth = DPPKMeans(4, random_state=0).fit(X)
    nearest = np.linalg.norm(model.cluster_centers_[:, None] - truth.cluster_centers_, axis=2).min(axis=1)
    assert nearest.max() < 4 * np.sqrt(2 / 250)  # standard deviation 1, 250 rows of the sample in each cluster
    assert nearest.max() > 0
    assert model.inertia_ == pytest.approx(truth.inertia_, rel=4 / np.sqrt(1000))


def test_a_new_cluster_is_reported_and_the_others_keep_their_numbers() -> None:
    X, _ = blobs(400)
    model = DPPKMeans(random_state=0).partial_fit(X)
    first = model.update_report_
    assert (first.n_clusters_before, first.n_clusters, first.changed) == (None, 4, False)
    assert first.added == (0, 1, 2, 3)
    assert "k = 4 in the first 400 rows. The evidence is clear: it beats k = " in str(first)
    before = model.cluster_centers_
    rng = np.random.default_rng(1)
    model.partial_fit(CENTRES[4] + rng.standard_normal((100, 2)))
    report = model.update_report_
    assert (report.n_clusters_before, report.n_clusters, report.changed) == (4, 5, True)
    assert (report.n_rows_before, report.n_rows) == (400, 500)
    assert (report.added, report.removed) == ((4,), ())
    np.testing.assert_allclose(model.cluster_centers_[:4], before, atol=0.5)
    np.testing.assert_allclose(model.cluster_centers_[4], CENTRES[4], atol=0.5)
    assert set(model.labels_) == {4}
    assert report.evidence_before == first.evidence
    assert report.margin == pytest.approx(report.evidence.scores[4] - report.evidence.scores[3])
    assert report.confidence == "clear"
    assert "changed from 4 to 5 with 500 rows" in str(report)
    model.partial_fit(blobs(400, 5, seed=3)[0])
    assert not model.update_report_.changed
    assert "k is still 5 with 900 rows. The evidence is clear" in str(model.update_report_)


def test_a_change_that_hardly_shows_is_not_called_clear() -> None:
    """Pairs of clusters: whether there are two or four is nearly a draw at some distance, and the margin says so."""
    found = {}
    for gap in (3.0, 4.0, 5.0, 6.0, 7.0):
        X, _ = make_blobs(600, centers=[[0, 0], [gap, 0], [30, 0], [30 + gap, 0]], random_state=0)
        report = DPPKMeans(random_state=0).partial_fit(X).update_report_
        found[gap] = (report.n_clusters, report.rival, report.margin, report.confidence)
    assert {k for k, *_ in found.values()} == {2, 4}
    margins = [margin for *_, margin, _ in found.values()]
    assert min(margins) < 0.5 * max(margins)
    for _, _, margin, confidence in found.values():
        assert confidence == ("clear" if margin >= 0.15 else "weak" if margin >= 0.06 else "none")


def test_given_numbers_have_no_evidence() -> None:
    X, _ = blobs(200)
    report = DPPKMeans(3, random_state=0).partial_fit(X).partial_fit(X).update_report_
    assert (report.changed, report.margin, report.confidence) == (False, None, None)
    assert str(report) == "k is still 3 with 400 rows."


def test_an_update_of_a_fitted_model() -> None:
    X, _ = blobs(600)
    fitted = DPPKMeans(random_state=0).fit(X[:400])
    fitted.partial_fit(X[400:])
    assert fitted.update_report_.n_rows_before == 400
    assert fitted.inertia_ == DPPKMeans(random_state=0).fit(X).inertia_
    # a model that was updated takes its sample along, a model that was fitted does not take its data
    assert pickle.loads(pickle.dumps(fitted)).partial_fit(X[:50]).update_report_.n_rows == 650
    with pytest.raises(InputError, match="does not keep the rows"):
        pickle.loads(pickle.dumps(DPPKMeans(random_state=0).fit(X))).partial_fit(X)


@pytest.mark.filterwarnings("error")
def test_a_bad_block_changes_nothing() -> None:
    X, _ = blobs(300)
    model = DPPKMeans(random_state=0).partial_fit(X)
    with pytest.raises(ValueError, match="2 features"):
        model.partial_fit(np.zeros((5, 3)))
    with pytest.raises(InputError, match="too large"):
        model.partial_fit(np.array([[1e300, 0.0], [0.0, -1e300]]))
    assert model.partial_fit(X[:1]).update_report_.n_rows == 301


def test_numbers() -> None:
    before = np.array([[0.0], [10.0], [20.0]])
    order, added, removed = numbers_kept(before, np.array([[21.0], [0.5], [50.0], [9.0]]))
    assert (order.tolist(), added, removed) == ([1, 3, 0, 2], (3,), ())
    order, added, removed = numbers_kept(before, np.array([[20.0], [1.0]]))
    assert (order.tolist(), added, removed) == ([1, 0], (), (1,))  # the third takes the number of the second
    order, added, removed = numbers_kept(before, np.array([[0.0], [11.0], [12.0], [19.0]]))
    assert (order.tolist(), added, removed) == ([0, 1, 3, 2], (3,), ())
