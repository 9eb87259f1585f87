"""Coordinates in which neighbours lie equally far in every direction."""

import numpy as np
import pytest

from diverseed.kernels.vectors import squared_distances
from diverseed.walk import metric
from diverseed.walk.metric import _equalising, _near, _whitening, isotropic


def _bars(seed: int, ratio: float = 8.0) -> np.ndarray:
    """Three parallel Gaussians, elongated alike."""
    rng = np.random.default_rng(seed)
    return rng.standard_normal((300, 2)) * (ratio, 1) + np.repeat(np.arange(3), 100)[:, None] * (0, 8)


@pytest.mark.parametrize("seed", range(3))
def test_a_linear_change_of_coordinates_changes_the_unit_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, weights, change = _bars(seed), rng.integers(1, 4, 300).astype(float), rng.standard_normal((2, 2))
    before, after = (squared_distances(isotropic(rows, weights, n_neighbors=15)) for rows in (X, X @ change + (5, -3)))
    np.testing.assert_allclose(after, before * abs(np.linalg.det(change)), rtol=1e-6, atol=1e-8)


def test_neighbours_differ_equally_in_every_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metric, "_LEAST_VARIANCE", 1e-6)
    X, weights = _bars(0), np.ones(300)
    even = isotropic(X, weights, n_neighbors=15)
    near = _near(even, 15)
    differences = (even[near] - even[:, None]).reshape(-1, 2)
    variances = np.linalg.eigvalsh(differences.T @ differences)
    assert variances[1] / variances[0] < 1.1
    raw = (X[_near(X, 15)] - X[:, None]).reshape(-1, 2)
    assert np.divide(*np.linalg.eigvalsh(raw.T @ raw)[::-1]) > 2


def test_whitened_points_have_the_identity_as_covariance() -> None:
    X, weights = _bars(0) + 50, np.random.default_rng(0).uniform(0.1, 5, 300)
    X = np.column_stack([X, X[:, 0] - X[:, 1]])
    for unit in (1e-4, 1, 1e4):
        white = unit * X @ _whitening(unit * X, weights)
        np.testing.assert_allclose(np.cov(white.T, aweights=weights, ddof=0), np.eye(2), atol=1e-8)


def test_heavy_pairs_count_for_more() -> None:
    points = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0]])
    near = np.array([[1, 2], [0, 0], [0, 0]])
    scaling = _equalising(points, np.array([1.0, 3.0, 2.0]), near)
    variances = np.array([2 * 3 * 1.0, 2 * 2 * 4.0]) + np.array([1 * 3 * 1.0, 1 * 2 * 4.0])  # pairs from both ends
    np.testing.assert_allclose(np.linalg.inv(scaling @ scaling.T), np.diag(variances))


def test_volumes_are_kept() -> None:
    X = _bars(1)
    even = isotropic(X, np.ones(300), n_neighbors=15)
    assert np.linalg.det(np.cov(even.T)) == pytest.approx(np.linalg.det(np.cov(X.T)))


def test_columns_that_follow_from_others_add_no_direction() -> None:
    X = _bars(2)
    wide = np.column_stack([X, X.sum(axis=1), np.full(300, 7.0)])
    assert isotropic(wide, np.ones(300), n_neighbors=15).shape == (300, 2)


def test_a_column_of_two_values_does_not_decide_alone() -> None:
    """Neighbours do not differ in it at all; its spread would be infinite."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.standard_normal(400), np.arange(400) % 2])
    even = isotropic(X, np.ones(400), n_neighbors=15)
    apart = np.linalg.norm(even[::2].mean(axis=0) - even[1::2].mean(axis=0))
    deviation = np.sqrt(np.linalg.eigvalsh(np.cov(even[::2].T))[-1])
    assert apart / deviation == pytest.approx(4 * 2, rel=0.05)  # four times what it is in standardised columns


def test_few_points_have_few_neighbours() -> None:
    assert _near(np.random.default_rng(0).standard_normal((3, 2)), 15).shape == (3, 2)
    assert _near(np.random.default_rng(0).standard_normal((100, 2)), 15).shape == (100, 6)
    assert _near(np.random.default_rng(0).standard_normal((900, 2)), 15).shape == (900, 16)
