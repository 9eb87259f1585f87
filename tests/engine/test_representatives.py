"""Representatives: nothing is lost, weights are repeats, blocks add up."""

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse

from diverseed.engine import assignment
from diverseed.engine.assignment import means_by_label, nearest, squares_to_own, sums_by_label
from diverseed.engine.representatives import Summary, summarise
from diverseed.engine.weighted_draws import draw_rows


def points(n: int = 3000, d: int = 3, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((n, d))


@pytest.mark.parametrize("n_points", [49, 100])
def test_few_points_represent_themselves(n_points: int) -> None:
    """Also copies of each other, and as many as there may be representatives."""
    X, weights = points(50), np.random.default_rng(1).random(50)
    X[3], weights[7] = X[2], 0
    summary = summarise(X, weights, n_points=n_points, rng=np.random.default_rng(0))
    np.testing.assert_array_equal(summary.points, np.delete(X, 7, axis=0))
    np.testing.assert_array_equal(summary.weights, np.delete(weights, 7))


@pytest.mark.parametrize("unit", [1.0, 1e-3])
@pytest.mark.parametrize("sparse", [False, True])
def test_the_whole_weight_is_kept(sparse: bool, unit: float) -> None:
    """Of as many rows as a summary is made of without a sample of them."""
    X, weights = points(3200), unit * np.random.default_rng(1).exponential(size=3200)
    data = scipy.sparse.csr_array(X) if sparse else X
    summary = summarise(data, weights, n_points=200, rng=np.random.default_rng(0))
    assert summary.points.shape[0] == summary.weights.size <= 200
    assert summary.weights.sum() == pytest.approx(weights.sum())
    if not sparse:  # means of parts: the mean of the whole is kept too
        np.testing.assert_allclose(summary.weights @ summary.points, weights @ X)


def test_sparse_rows_of_many_columns_are_never_made_dense() -> None:
    """As an array, the representatives would take 160 GB."""
    rng = np.random.default_rng(0)
    entries = (np.ones(3000), (np.arange(3000), rng.integers(10**7, size=3000)))
    summary = summarise(scipy.sparse.csr_array(entries, shape=(3000, 10**7)), np.ones(3000), n_points=2000, rng=rng)
    assert summary.points.shape == (summary.weights.size, 10**7)
    assert summary.weights.sum() == 3000


def test_representatives_are_rows_moved_by_a_step_of_lloyd() -> None:
    X, weights = points(400), np.random.default_rng(1).exponential(size=400)
    summary = summarise(X, weights, n_points=40, rng=np.random.default_rng(0))
    moved = X[np.sort(draw_rows(weights, 40, rng=np.random.default_rng(0)))]
    labels = ((X[:, None] - moved) ** 2).sum(axis=2).argmin(axis=1)
    moved = np.array([np.average(X[labels == c], axis=0, weights=weights[labels == c]) for c in range(40)])
    np.testing.assert_allclose(summary.points, moved)
    np.testing.assert_allclose(summary.weights, np.bincount(labels, weights))


def test_large_sets_are_represented_by_a_sample_of_the_same_weight() -> None:
    X, weights = points(150_000, 2), np.repeat([1.0, 3.0], 75_000)
    X[75_000:] += 100
    summary = summarise(X, weights, n_points=1000, rng=np.random.default_rng(0))
    assert summary.weights.sum() == pytest.approx(weights.sum())
    right = summary.weights[summary.points[:, 0] > 50].sum() / summary.weights.sum()
    assert right == pytest.approx(0.75, abs=0.015)  # four standard deviations of a share of 16,000 rows


def test_a_sample_gives_one_heavy_row_its_whole_share() -> None:
    X, weights = points(20_000), np.ones(20_000)
    X[7], weights[7] = 100, 20_000
    summary = summarise(X, weights, n_points=300, rng=np.random.default_rng(0))
    far = summary.points[:, 0] > 50
    np.testing.assert_allclose(summary.points[far], 100)
    assert summary.weights[far].sum() / summary.weights.sum() == pytest.approx(0.5, abs=0.03)


def test_points_without_weight_do_not_count() -> None:
    X = np.concatenate([points(), points() + 1000])
    weights = np.repeat([1.0, 0.0], 3000)
    summary = summarise(X, weights, n_points=100, rng=np.random.default_rng(0))
    assert summary.points.max() < 100


@pytest.mark.parametrize("form", [np.array, scipy.sparse.csr_array])
def test_rows_that_represent_nothing_are_left_out(form: Callable[..., Any]) -> None:
    """Of two copies, the first is nearest to all rows like it."""
    X = form(np.repeat(points(4), 10, axis=0))
    summary = summarise(X, np.ones(40), n_points=20, rng=np.random.default_rng(0))
    assert summary.points.shape[0] == summary.weights.size == 4
    np.testing.assert_array_equal(summary.weights, 10)


def test_weights_of_any_type_become_double_precision() -> None:
    for weights in (np.ones(50, dtype=np.float32), np.ones(50, dtype=int)):
        for n_points in (10, 100):
            summary = summarise(points(50), weights, n_points=n_points, rng=np.random.default_rng(0))
            assert summary.weights.dtype == np.float64


def test_resolution_is_the_weight_over_the_effective_number() -> None:
    assert Summary(points(5), np.full(5, 3.0)).resolution == pytest.approx(3)
    weights = np.random.default_rng(0).exponential(size=7)
    effective = weights.sum() ** 2 / (weights**2).sum()  # Kish's number
    assert Summary(points(7), weights).resolution == pytest.approx(weights.sum() / effective)


@pytest.mark.parametrize("tile", [1, 64, 1 << 17])
def test_nearest_against_brute_force(tile: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignment, "_TILE", tile)
    X, centres = points(300), points(20, seed=1)
    brute = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    np.testing.assert_array_equal(nearest(X, centres), brute)
    for csr in (scipy.sparse.csr_array, scipy.sparse.csr_matrix):
        np.testing.assert_array_equal(nearest(csr(X), centres), brute)
        np.testing.assert_array_equal(nearest(csr(X), csr(centres)), brute)


def test_sums_by_label_against_a_loop() -> None:
    X, weights = points(), np.random.default_rng(1).random(3000)
    labels = np.random.default_rng(2).choice([0, 1, 3], 3000)
    wanted = np.array([(weights[labels == c, None] * X[labels == c]).sum(axis=0) for c in range(4)])
    for data in (X, scipy.sparse.csr_array(X)):
        sums, totals = sums_by_label(data, labels, weights, 4)
        np.testing.assert_allclose(sums, wanted)
        np.testing.assert_allclose(totals, [weights[labels == c].sum() for c in range(4)])
        narrow = sums_by_label(data.astype(np.float32), labels, weights.astype(np.float32), 4)
        assert [part.dtype for part in narrow] == [np.float64, np.float64]


def test_means_and_squares_by_label_against_a_loop() -> None:
    X, weights = points(), np.random.default_rng(1).random(3000)
    X[-2:] = 0  # sparse rows without an entry
    labels = np.random.default_rng(2).choice([0, 1, 3], 3000)
    for data in (X, scipy.sparse.csr_array(X), X.astype(np.float32)):
        means, totals = means_by_label(data, labels, weights, 4)
        assert means.dtype == data.dtype
        for c in (0, 1, 3):
            np.testing.assert_allclose(
                means[c], np.average(X[labels == c], axis=0, weights=weights[labels == c]), rtol=1e-4
            )
        np.testing.assert_array_equal(means[2], 0)
        np.testing.assert_allclose(totals, np.bincount(labels, weights, minlength=4))
        centres = points(4, seed=5)
        np.testing.assert_allclose(
            squares_to_own(data, centres, labels), ((X - centres[labels]) ** 2).sum(axis=1), atol=1e-5
        )
    on_it = scipy.sparse.csr_array(np.full((3, 3), 0.1))  # rounding leaves no negative square
    assert (squares_to_own(on_it, np.full((1, 3), 0.1), np.zeros(3, dtype=int)) >= 0).all()


def test_few_rows_of_many_columns_take_little_memory() -> None:
    X = np.random.default_rng(0).random((5, 2_000))
    tracemalloc.start()
    nearest(X, X[:3])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * X.nbytes
