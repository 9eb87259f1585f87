"""Average linkage on sparse similarities against scipy's on dense distances."""

import numpy as np
import pytest
import scipy.cluster.hierarchy
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.near_duplicates import near_duplicates
from diverseed.errors import InputError
from diverseed.scores import adjusted_rand
from diverseed.texts import linkage
from diverseed.texts.features import LineFeatures
from diverseed.texts.lines import words_of_lines
from diverseed.texts.linkage import Tree, group_means, link, link_similarities, similarities


def features(domain, n_groups, seed=1):
    return LineFeatures(words_of_lines(near_duplicates(domain, seed=seed, n_groups=n_groups).texts).parts).X


def scipy_tree(similar):
    distances = np.maximum(1 - similar, 0)
    return scipy.cluster.hierarchy.linkage(distances[np.triu_indices(len(similar), 1)], "average")


def same_partition(first, second):
    return len(set(zip(first, second, strict=True))) == len(set(first)) == len(set(second))


@pytest.mark.parametrize("domain", ["products", "addresses", "survey answers"])
def test_small_trees_are_scipys(domain):
    X = features(domain, 60)
    tree, theirs = link(X), scipy_tree((X @ X.T).toarray())
    assert tree.heights == pytest.approx(theirs[: len(tree.heights), 2], abs=1e-5)
    for height in (0.2, 0.35, 0.5, 0.65):
        expected = scipy.cluster.hierarchy.fcluster(theirs, height, "distance")
        assert same_partition(tree.labels(height), expected)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 14), st.integers(0, 2**32 - 1), st.floats(0, 0.8))
def test_any_sparse_similarity(n, seed, zeros):
    rng = np.random.default_rng(seed)
    half = np.triu(rng.random((n, n)) * (rng.random((n, n)) >= zeros), 1)
    dense = half + half.T
    tree = link_similarities(sp.csr_array(dense), np.ones(n))
    theirs = scipy_tree(dense)
    below = theirs[:, 2] < 1 - 1e-9  # what shares nothing is not merged
    assert tree.heights == pytest.approx(theirs[below, 2])
    for height in tree.heights + 1e-9:
        assert same_partition(tree.labels(height), scipy.cluster.hierarchy.fcluster(theirs, height, "distance"))


def test_rows_that_represent_several_lines_count_as_many():
    X = features("products", 12)
    copies = np.random.default_rng(0).integers(1, 5, X.shape[0])
    repeated = X[np.repeat(np.arange(X.shape[0]), copies)]
    tree = link_similarities(similarities(X, floor=0.0), copies.astype(float))
    theirs = scipy_tree((repeated @ repeated.T).toarray())
    for height in (0.3, 0.5, 0.7):
        expected = scipy.cluster.hierarchy.fcluster(theirs, height, "distance")
        assert same_partition(np.repeat(tree.labels(height), copies), expected)


def test_a_thousand_equal_similarities_take_few_rounds(monkeypatch):
    rounds = []
    nearest = linkage._mutual_nearest
    monkeypatch.setattr(linkage, "_mutual_nearest", lambda *given: rounds.append(1) or nearest(*given))
    dense = np.full((1000, 1000), 0.7)
    np.fill_diagonal(dense, 0)
    tree = link_similarities(sp.csr_array(dense), np.ones(1000))
    assert tree.heights == pytest.approx(0.3)
    assert tree.labels(0.31).max() == 0
    assert len(rounds) < 60


def test_the_search_for_neighbours_gives_nearly_the_exact_tree(monkeypatch):
    X = features("addresses", 150)
    exact = link(X)
    monkeypatch.setattr(linkage, "EXACT_ROWS", 10)
    monkeypatch.setattr(linkage, "_PRODUCTS", 300)  # fewer than needed: the fullest columns are left out
    assert linkage._without_fullest(X, 300 * X.shape[0]).nnz < 0.9 * X.nnz
    found = link(X)
    for height in (0.35, 0.5):
        assert adjusted_rand(exact.labels(height), found.labels(height)) > 0.97


def test_groups_with_more_lines_than_neighbours_are_kept_stay_whole(monkeypatch):
    rng = np.random.default_rng(0)
    groups = np.repeat([0, 1, 2], 80)
    dense = np.eye(3)[groups] + 0.02 * rng.random((240, 3))
    X = sp.csr_array(dense / np.linalg.norm(dense, axis=1, keepdims=True))
    monkeypatch.setattr(linkage, "EXACT_ROWS", 10)
    monkeypatch.setattr(linkage, "_NEIGHBOURS", 5)
    assert same_partition(link(X).labels(0.5), groups)


def test_neighbours_kept_are_the_strongest():
    X = features("products", 30)
    dense = (X @ X.T).toarray()
    np.fill_diagonal(dense, 0)
    kept = similarities(X, floor=0.0, most=4).toarray()
    for row in range(len(dense)):
        strongest = np.sort(dense[row])[-4:]
        assert np.sort(kept[row])[-4:] == pytest.approx(strongest, abs=1e-5)


def test_fewer_groups_than_can_be_merged():
    X = sp.csr_array(np.eye(6))
    tree = link(X)
    assert [tree.divided(k, X).max() + 1 for k in (1, 2, 5, 6)] == [1, 2, 5, 6]
    with pytest.raises(InputError, match=r"k=7 exceeds .* Ask for at most 6 groups"):
        tree.divided(7, X)


def test_a_completed_tree_joins_the_nearest_first():
    X = features("products", 20)
    cut = link(X)
    cut = Tree(cut.n_rows, cut.merges[:30], cut.heights[:30])
    means, _ = group_means(X, cut.labels(1))
    similar = (means @ means.T).toarray()
    np.fill_diagonal(similar, 0)
    first = similar.max()
    assert cut.completed(X).heights[30] == pytest.approx(max(1 - first, cut.heights[-1]), abs=1e-5)
