"""Stability: how often halves agree, cluster by cluster, against cases whose answer is known."""

import numpy as np
import pytest
import scipy.sparse
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.cluster import HDBSCAN, KMeans
from sklearn.datasets import make_blobs
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from diverseed import DPPKernelKMeans, DPPKMeans, stability_report
from diverseed.cluster.stability import _best_jaccard
from diverseed.errors import InputError


def test_every_half_recovers_clear_clusters() -> None:
    X, _ = make_blobs(400, centers=[[0, 0], [12, 0], [0, 12], [12, 12]], random_state=0)
    report = stability_report(DPPKMeans(random_state=0), X, n_splits=6, random_state=0)
    assert (report.n_clusters, report.numbers, report.share) == (4, {4: 6}, 1.0)
    assert report.agreement.tolist() == report.lowest.tolist() == [1, 1, 1, 1]
    assert str(report) == "k = 4 in 6 of 6 halves"
    assert report.sentence == "k = 4 in 6 of 6 halves."


def test_a_cluster_cut_in_two_at_random_is_the_unstable_one() -> None:
    """k-means with one cluster too many: the round one is cut another way each time, the far one is kept."""
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.standard_normal((300, 10)), 60 + 0.1 * rng.standard_normal((300, 10))])
    model = KMeans(3, n_init=1, random_state=0).fit(X)
    report = stability_report(model, X, n_splits=10, random_state=0)
    far = model.labels_[-1]
    assert report.agreement[far] == 1
    assert report.unstable == [label for label in range(3) if label != far]
    assert (report.lowest <= report.agreement).all()
    assert "Less stable: cluster" in report.sentence
    assert report.sentence.startswith(f"k = 3 was given; mean agreement over 10 halves: {report.agreement.mean():.2f}")


def test_a_pipeline_is_seeded_and_named_as_its_last_step_is() -> None:
    X, _ = make_blobs(200, centers=[[0, 0], [12, 0], [0, 12]], random_state=0)
    for kind in (DPPKMeans(), DPPKMeans(3)):
        alone = stability_report(kind, X, n_splits=3, random_state=0)
        piped = stability_report(make_pipeline(FunctionTransformer(), kind), X, n_splits=3, random_state=0)
        assert str(piped) == str(alone)
        np.testing.assert_array_equal(piped.agreement, alone.agreement)


class Halves(ClusterMixin, BaseEstimator):
    """Remembers the rows it was fitted to, and puts the even ones and the odd ones apart."""

    seen: list[list[int]] = []  # noqa: RUF012

    def __init__(self, random_state=None) -> None:
        self.random_state = random_state

    def fit(self, X, y=None):
        Halves.seen.append(X[:, 0].astype(int).tolist())
        self.labels_ = X[:, 0].astype(int) % 2
        return self


def test_halves_are_complementary_pairs_without_repeats() -> None:
    Halves.seen.clear()
    report = stability_report(Halves(), np.arange(11.0)[:, None], n_splits=5, random_state=3)
    whole, *halves = Halves.seen
    assert whole == list(range(11))
    assert [len(half) for half in halves] == [5, 6, 5, 6, 5]
    for one, other in (halves[:2], halves[2:4]):
        assert sorted(one + other) == list(range(11))
    assert halves[0] != halves[2]
    assert report.numbers == {2: 5}


def test_jaccard_of_the_most_similar_cluster() -> None:
    whole = np.array([0, 0, 0, 1, 1, 2])
    found = np.array([5, 5, 7, 7, 7, -1])
    np.testing.assert_allclose(_best_jaccard(whole, found, np.array([0, 1, 2, 3])), [2 / 3, 2 / 3, 0, np.nan])


def test_numbers_that_differ_are_counted() -> None:
    X, _ = make_blobs(60, centers=[[0, 0], [3.2, 0]], random_state=1)
    report = stability_report(DPPKMeans(random_state=0), X, n_splits=8, random_state=0)
    assert sum(report.numbers.values()) == 8
    assert list(report.numbers) == sorted(report.numbers)
    assert report.n_agreeing == report.numbers.get(report.n_clusters, 0) < 8
    assert f"k = {report.n_clusters} in {report.n_agreeing} of 8 halves (" in str(report)


def test_a_fitted_model_is_taken_as_it_is_and_others_are_fitted() -> None:
    X, _ = make_blobs(120, centers=[[0, 0], [20, 0]], random_state=0)
    model = KMeans(2, n_init=1, random_state=0).fit(X)
    model.labels_ = np.arange(120) % 2  # not what a fit would give
    assert stability_report(model, X, n_splits=2, random_state=0).agreement.max() < 0.7
    assert stability_report(model, X[:100], n_splits=2, random_state=0).agreement.max() > 0.9


def test_kernels_and_noise() -> None:
    X, _ = make_blobs(120, centers=[[0, 0], [20, 0], [0, 20]], random_state=0)
    kernel = np.exp(-0.05 * ((X[:, None] - X) ** 2).sum(axis=2))
    report = stability_report(DPPKernelKMeans(3, kernel="precomputed", random_state=0), kernel, 4, random_state=0)
    assert report.agreement.min() == 1
    noisy = np.concatenate([X, [[200.0, 200.0], [-300.0, 100.0]]])
    report = stability_report(HDBSCAN(min_cluster_size=8, copy=True), noisy, 4, random_state=0)
    assert report.n_clusters == 3
    assert report.agreement.min() > 0.9


def test_the_same_seed_gives_the_same_report_and_bad_input_is_refused() -> None:
    X, _ = make_blobs(80, centers=3, random_state=0)
    one, other = (stability_report(DPPKMeans(3), X, 4, random_state=5).to_dict() for _ in range(2))
    assert one == other
    for rows in (X.tolist(), scipy.sparse.coo_matrix(X)):
        assert stability_report(DPPKMeans(3), rows, 4, random_state=5).to_dict()["numbers"] == one["numbers"]
    with pytest.raises(InputError, match="n_splits must be a positive integer"):
        stability_report(DPPKMeans(3), X, 0)
    with pytest.raises(InputError, match="at least two rows each"):
        stability_report(DPPKMeans(3), X[:3])
