"""Lloyd's algorithm over blocks against scikit-learn's over the whole."""

import numpy as np
import pytest
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs

from diverseed.engine.blocks import Block, merged
from diverseed.engine.lloyd import lloyd
from diverseed.engine.rows import Frame, Rows
from diverseed.progress import heard_by


class Parts:
    """Rows in parts of the given lengths, the last of them longer or not."""

    def __init__(self, X, weights, cuts) -> None:
        pieces = zip(np.split(X, cuts), np.split(weights, cuts), strict=True)
        self.blocks = [Block(rows, own, part) for part, (rows, own) in enumerate(pieces)]

    def fold(self, function, merge, *, stage):
        return merged([block.fold(function, merge) for block in self.blocks], merge)


@pytest.fixture
def data():
    X, _ = make_blobs(3000, centers=12, n_features=3, cluster_std=2.5, random_state=0)
    weights = np.random.default_rng(0).exponential(size=3000)
    centres = X[np.random.default_rng(1).choice(3000, 12, replace=False)]
    return X, weights, centres


def frame_of(X) -> Frame:
    return Frame(np.zeros(X.shape[1], X.dtype) if scipy.sparse.issparse(X) else X.mean(axis=0))


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_the_same_as_scikit_learn(data, sparse: bool, dtype) -> None:
    X, weights, centres = data
    X, centres = X.astype(dtype), centres.astype(dtype)
    given = scipy.sparse.csr_array(X) if sparse else X
    frame = frame_of(given)
    theirs = KMeans(12, init=centres, n_init=1, tol=1e-4).fit(given, sample_weight=weights)
    rows = Rows(Block(given, weights), frame)
    ours = lloyd(rows, centres - frame.origin, tolerance=1e-4 * X.var(axis=0).mean(), max_iter=300)
    labels, squares = rows.assign(ours.centres)
    inertia = weights @ squares
    assert ours.n_iter == pytest.approx(theirs.n_iter_, abs=0 if dtype == np.float64 else 2)
    assert inertia == pytest.approx(theirs.inertia_, rel=1e-6 if dtype == np.float64 else 1e-4)
    assert (labels == theirs.labels_).mean() > 0.999
    np.testing.assert_allclose(ours.centres + frame.origin, theirs.cluster_centers_, atol=1e-2)
    sums, of_clusters = rows.squares(ours.centres)
    np.testing.assert_allclose(sums, np.bincount(labels, weights * squares), rtol=1e-6)
    np.testing.assert_allclose(of_clusters, np.bincount(labels, weights))


@pytest.mark.parametrize("cuts", [[], [0, 1, 1, 2000], [1500], list(range(100, 3000, 100))])
def test_blocks_do_not_matter(data, cuts) -> None:
    X, weights, centres = data
    frame = frame_of(X)
    whole = lloyd(Rows(Block(X, weights), frame), centres - frame.origin, tolerance=0, max_iter=100)
    parts = lloyd(Rows(Parts(X, weights, cuts), frame), centres - frame.origin, tolerance=0, max_iter=100)
    assert parts.n_iter == whole.n_iter
    np.testing.assert_allclose(parts.centres, whole.centres, rtol=1e-10)


def test_without_tolerance_it_ends_where_no_point_moves(data) -> None:
    X, weights, centres = data
    frame = frame_of(X)
    theirs = KMeans(12, init=centres, n_init=1, tol=0).fit(X, sample_weight=weights)
    ours = lloyd(Rows(Block(X, weights), frame), centres - frame.origin, tolerance=0, max_iter=300)
    assert ours.n_iter == theirs.n_iter_ < 300
    np.testing.assert_allclose(ours.centres + frame.origin, theirs.cluster_centers_, rtol=1e-9)


@pytest.mark.parametrize("size", [1.0, 1e-5])
@pytest.mark.parametrize("unit", [1.0, 1e-4])
@pytest.mark.parametrize("cuts", [[], [10, 11, 200], [10, 302]])
def test_an_empty_cluster_takes_the_farthest_point_of_positive_weight(data, cuts, unit: float, size: float) -> None:
    X, _, _ = data
    X = size * np.concatenate([X[:300], [[500.0, 0, 0], [400.0, 0, 0], [900.0, 0, 0]]])
    weights = np.full(303, unit)
    weights[302] = 0
    centres = np.concatenate([X[:1], size * np.array([[1e4, 1e4, 1e4], [-1e4, 1e4, 1e4]])])
    one = lloyd(Rows(Parts(X, weights, cuts), Frame(np.zeros(3))), centres, tolerance=0, max_iter=1)
    np.testing.assert_allclose(one.centres[1], [500 * size, 0, 0])
    np.testing.assert_allclose(one.centres[2], [400 * size, 0, 0])
    np.testing.assert_allclose(one.centres[0], X[:300].mean(axis=0))
    theirs = KMeans(3, init=centres, n_init=1, tol=0, max_iter=100).fit(X[:302])
    ours = lloyd(Rows(Parts(X, weights, cuts), Frame(np.zeros(3))), centres, tolerance=0, max_iter=100)
    np.testing.assert_allclose(ours.centres, theirs.cluster_centers_, rtol=1e-9)


def test_with_fewer_distinct_points_than_clusters_it_ends_with_empty_ones() -> None:
    X = np.repeat([[0.0, 0.0], [1.0, 1.0]], 50, axis=0)
    rows = Rows(Block(X, np.ones(100)), Frame(np.zeros(2)))
    found = lloyd(rows, X[[0, 1, 50, 51]], tolerance=0, max_iter=300)
    assert found.n_iter < 10
    assert (found.weights > 0).sum() == 2
    assert rows.squares(found.centres)[0].sum() == 0


def test_weights_count_relative_to_the_heaviest(data) -> None:
    X, weights, centres = data
    plain, scaled = (Rows(Block(X, factor * weights), Frame(np.zeros(3), factor)) for factor in (1.0, 8.0))
    for ours, theirs in zip(plain.step(centres), scaled.step(centres), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    for ours, theirs in zip(plain.squares(centres), scaled.squares(centres), strict=True):
        np.testing.assert_array_equal(8 * ours, theirs)


def test_centres_are_in_the_precision_of_the_frame(data) -> None:
    X, weights, centres = data
    rows = Rows(Block(X, weights), Frame(np.zeros(3, dtype=np.float32)))
    assert rows.step(centres)[0].dtype == np.float32


def test_steps_say_what_they_do(data) -> None:
    X, weights, centres = data
    rows, heard = Rows(Block(X, weights), Frame(np.zeros(3))), []
    centres[3] = 1e4
    with heard_by(lambda stage, done, total: heard.append(stage)):
        lloyd(rows, centres, tolerance=0, max_iter=2)
        rows.squares(centres)
        rows.assign(centres, stage="labels")
        rows.assign(centres)
    assert list(dict.fromkeys(heard)) == [
        "k-means, step 1", "filling empty clusters", "k-means, step 2", "measuring the clusters", "labels",
    ]  # fmt: skip
