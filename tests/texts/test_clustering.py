"""Sparse k-means, seeds and linkage against dense and independent implementations."""

import numpy as np
import pytest
import scipy.cluster.hierarchy
import scipy.sparse as sp
from scipy.spatial.distance import pdist
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import TfidfVectorizer

from benchmarks.near_duplicates import near_duplicates
from diverseed.errors import InputError
from diverseed.kernels.words import WordSequenceVectorizer
from diverseed.scores import adjusted_rand, cost
from diverseed.texts import dense_linkage as linkage
from diverseed.texts.dense_linkage import link
from diverseed.texts.lloyd import lloyd, nearest
from diverseed.texts.rule import fit_text_features, is_text_features
from diverseed.texts.seeds import cluster_lines, plus_plus


@pytest.fixture(scope="module")
def rows():
    texts = sorted(set(near_duplicates("addresses", seed=3, n_groups=40).texts))
    return sp.csr_array(WordSequenceVectorizer().fit_transform(texts))


def rng():
    return np.random.default_rng(0)


def test_lloyd_agrees_with_scikit_learn():
    dense = rng().gamma(0.3, size=(300, 12))  # no ties, unlike lines that share no word
    rows, weights = sp.csr_array(dense), rng().integers(1, 5, 300).astype(float)
    seeds = plus_plus(rows, weights, 30, rng=rng())
    theirs = KMeans(30, init=dense[seeds], n_init=1, max_iter=30, tol=0).fit(dense, sample_weight=weights)
    ours = lloyd(rows, weights, seeds)
    assert adjusted_rand(theirs.labels_, ours.labels) > 0.95  # it may stop a step earlier
    assert ours.cost == pytest.approx(theirs.inertia_, rel=1e-3)
    own = ((dense - ours.centres.toarray()[ours.labels]) ** 2).sum(axis=1)
    assert ours.cost == pytest.approx(weights @ own)


def test_every_cluster_keeps_a_row():
    rows = sp.csr_array(np.array([[1.0, 0], [1, 0], [1, 0], [0, 1]]))
    found = lloyd(rows, np.ones(4), np.array([0, 1, 3]))
    assert np.unique(found.labels).size == 3


def test_nearest_is_brute_force(rows):
    centres = rows[:25]
    labels, distances = nearest(rows, centres, np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    brute = ((rows.toarray()[:, None] - centres.toarray()[None]) ** 2).sum(axis=2)
    assert np.allclose(distances, brute.min(axis=1))
    assert np.allclose(brute[np.arange(labels.size), labels], brute.min(axis=1))


def test_plus_plus_draws_different_rows_even_of_copies():
    seeds = plus_plus(sp.csr_array(np.ones((6, 1))), np.ones(6), 6, rng=rng())
    assert sorted(seeds) == list(range(6))


def test_plus_plus_takes_one_seed_of_each_block_of_copies():
    rows = sp.csr_array(np.kron(np.eye(6), np.ones((5, 1))))
    for seed in range(10):
        assert set(plus_plus(rows, np.ones(30), 6, rng=np.random.default_rng(seed)) // 5) == set(range(6))


def test_best_of_starts_is_not_worse_than_one(rows):
    weights = np.ones(rows.shape[0])
    found = cluster_lines(rows, weights, 40, rng=rng())
    single = [lloyd(rows, weights, plus_plus(rows, weights, 40, rng=np.random.default_rng(s))).cost for s in range(5)]
    assert found.cost <= np.mean(single)
    assert found.cost == pytest.approx(cost(rows, found.centres.toarray()), rel=1e-3)


def test_tree_is_scipys_on_cosine_distances(rows):
    theirs = scipy.cluster.hierarchy.linkage(pdist(rows.toarray(), "cosine"), "average")
    tree = link(rows, rng=rng())
    assert np.allclose(tree.heights, theirs[:, 2])
    for k in (1, 35, tree.n_rows):
        labels = scipy.cluster.hierarchy.fcluster(theirs, k, "maxclust")
        assert adjusted_rand(labels, tree.labels(k)) == pytest.approx(1)
        assert np.unique(tree.labels(k)).size == k


def test_groups_left_at_a_height_are_those_that_the_merges_leave(rows):
    tree = link(rows, rng=rng())
    for height in (0.0, 0.4, 0.8, 1.0):
        assert tree.n_groups(height) == tree.n_rows - (tree.heights <= height).sum()


def test_tree_of_parts_is_close_to_that_of_the_whole(rows, monkeypatch):
    whole = link(rows, rng=rng())
    monkeypatch.setattr(linkage, "LINKED_ROWS", rows.shape[0] // 3)
    parts = link(rows, rng=rng())
    assert parts.merges.shape == whole.merges.shape
    assert sorted(parts.merges.ravel()) == list(range(2 * rows.shape[0] - 2))  # all but the last are merged once
    assert (np.diff(parts.heights) >= 0).all()
    assert (parts.merges.max(axis=1) < rows.shape[0] + np.arange(rows.shape[0] - 1)).all()  # nothing before it is made
    assert adjusted_rand(whole.labels(40), parts.labels(40)) > 0.8


def test_tree_of_one_row():
    tree = link(sp.csr_array(np.ones((1, 1))), rng=rng())
    assert (tree.n_rows, tree.n_groups(1.0), tree.labels(1).tolist()) == (1, 1, [0])


def test_text_features_are_told_from_others(rows):
    assert is_text_features(rows)
    assert is_text_features(TfidfVectorizer().fit_transform(["red door", "blue sky", ""]))
    assert is_text_features(WordSequenceVectorizer(dtype=np.float32).fit_transform(["red door", "blue sky"]))
    assert not is_text_features(rows.toarray())
    assert not is_text_features(rows * 2)
    assert not is_text_features(-rows)
    assert not is_text_features(sp.csr_array((3, 4)))


def test_fit_of_text_features_ignores_copies_and_weight_zero(rows):
    n = rows.shape[0]
    weights = np.ones(n)
    fit = fit_text_features(rows, weights, 30, rng=rng())
    assert fit.n_clusters == 30 == np.unique(fit.labels).size == fit.centres.shape[0]
    doubled = fit_text_features(sp.vstack([rows, rows]).tocsr(), np.ones(2 * n), 30, rng=rng())
    assert np.array_equal(doubled.labels[:n], doubled.labels[n:])
    silent = np.concatenate([weights, np.zeros(n)])
    assert fit_text_features(sp.vstack([rows, rows]).tocsr(), silent, rng=rng()).n_clusters == (
        fit_text_features(rows, weights, rng=rng()).n_clusters
    )
    assert (doubled.seeds < 2 * n).all()


def test_rows_without_a_feature_have_a_cluster_of_their_own(rows):
    with_empty = sp.vstack([rows, sp.csr_array((3, rows.shape[1]))]).tocsr()
    n = rows.shape[0]
    found = fit_text_features(with_empty, np.ones(n + 3), rng=rng())
    assert found.n_clusters == fit_text_features(rows, np.ones(n), rng=rng()).n_clusters + 1
    assert found.empty == 3
    assert set(found.labels[n:]) == {found.n_clusters - 1}
    assert found.seeds[-1] == n
    told = fit_text_features(with_empty, np.ones(n + 3), 12, rng=rng())
    assert told.n_clusters == 12 == told.centres.shape[0] == told.seeds.size
    assert (np.diff(told.centres.indptr) > 0).all()  # none is spent on rows without a feature


def test_rows_alone_are_counted_with_their_copies():
    rows = sp.csr_array(np.eye(4)[[0, 0, 1, 2, 3, 3]])
    assert fit_text_features(rows, np.ones(6), rng=rng()).alone == 2


def test_as_many_clusters_as_rows_with_empty_ones():
    rows = sp.csr_array(np.array([[1.0, 0], [0, 1], [0, 0], [0, 0], [0, 0]]))
    found = fit_text_features(rows, np.ones(5), 5, rng=rng())
    assert (found.n_clusters, found.centres.shape[0]) == (5, 5)


def test_only_weightless_rows_with_features_are_refused():
    rows = sp.csr_array(np.array([[1.0, 0], [0, 0]]))
    with pytest.raises(InputError, match="no row of positive weight has a feature"):
        fit_text_features(rows, np.array([0.0, 1.0]), rng=rng())


def test_rows_that_share_nothing_are_parted_evenly_enough(monkeypatch):
    monkeypatch.setattr(linkage, "LINKED_ROWS", 20)
    tree = link(sp.csr_array(np.eye(500)), rng=rng())
    assert tree.n_groups(0.98) == 500
    assert tree.labels(500).tolist() == list(range(500))
