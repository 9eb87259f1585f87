"""Representatives: nothing is lost, weights are repeats, blocks add up."""

import numpy as np
import pytest
import scipy.sparse

from diverseed.engine.assignment import nearest, sums_by_label
from diverseed.engine.representatives import summarise


def points(n: int = 3000, d: int = 3, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((n, d))


def test_few_points_represent_themselves() -> None:
    X, weights = points(50), np.random.default_rng(1).random(50)
    weights[7] = 0
    summary = summarise(X, weights, n_points=100, rng=np.random.default_rng(0))
    np.testing.assert_array_equal(summary.points, np.delete(X, 7, axis=0))
    np.testing.assert_array_equal(summary.weights, np.delete(weights, 7))


@pytest.mark.parametrize("sparse", [False, True])
def test_the_whole_weight_is_kept(sparse: bool) -> None:
    X, weights = points(), np.random.default_rng(1).exponential(size=3000)
    data = scipy.sparse.csr_array(X) if sparse else X
    summary = summarise(data, weights, n_points=200, rng=np.random.default_rng(0))
    assert summary.points.shape[0] == summary.weights.size <= 200
    assert summary.weights.sum() == pytest.approx(weights.sum())
    if not sparse:  # means of parts: the mean of the whole is kept too
        np.testing.assert_allclose(summary.weights @ summary.points, weights @ X)


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


def test_nearest_against_brute_force() -> None:
    X, centres = points(300), points(20, seed=1)
    brute = ((X[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)
    np.testing.assert_array_equal(nearest(X, centres), brute)
    np.testing.assert_array_equal(nearest(scipy.sparse.csr_array(X), centres), brute)
    np.testing.assert_array_equal(nearest(scipy.sparse.csr_array(X), scipy.sparse.csr_array(centres)), brute)


def test_sums_by_label_against_a_loop() -> None:
    X, weights = points(), np.random.default_rng(1).random(3000)
    labels = np.random.default_rng(2).choice([0, 1, 3], 3000)
    wanted = np.array([(weights[labels == c, None] * X[labels == c]).sum(axis=0) for c in range(4)])
    for data in (X, scipy.sparse.csr_array(X)):
        sums, totals = sums_by_label(data, labels, weights, 4)
        np.testing.assert_allclose(sums, wanted)
        np.testing.assert_allclose(totals, [weights[labels == c].sum() for c in range(4)])
