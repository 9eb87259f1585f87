"""Distances along paths, and coordinates in which neighbours lie equally far in every direction."""

import numpy as np
import pytest
from scipy.sparse.csgraph import floyd_warshall

from diverseed.kernels.vectors import squared_distances
from diverseed.walk import metric
from diverseed.walk.metric import (
    _equalising,
    _whitening,
    along_paths,
    is_line,
    isotropic,
    nearest_others,
    principal_coordinates,
)


def _bars(seed: int, ratio: float = 8.0) -> np.ndarray:
    """Three parallel Gaussians, elongated alike."""
    rng = np.random.default_rng(seed)
    return rng.standard_normal((300, 2)) * (ratio, 1) + np.repeat(np.arange(3), 100)[:, None] * (0, 8)


@pytest.mark.parametrize("unit", [1e-4, 1, 1e4])
def test_the_shortest_path_has_the_least_sum_of_cubed_steps(unit: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metric, "_STEPS", 59)
    points = unit * np.random.default_rng(0).standard_normal((60, 2))
    cubes = np.linalg.norm(points[:, None] - points, axis=2) ** 3
    expected = np.cbrt(floyd_warshall(cubes / unit**3)) * unit
    np.testing.assert_allclose(np.sqrt(along_paths(squared_distances(points))), expected, rtol=1e-6, atol=1e-7 * unit)


def test_a_path_goes_on_to_neighbours_alone_or_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metric, "_STEPS", 2)
    points = np.array([0.0, 1.0, 2.0, 3.0, 100.0, 101.0, 102.0])[:, None]
    lengths = np.sqrt(along_paths(squared_distances(points)))
    assert lengths[0, 3] == pytest.approx(np.cbrt(3))
    assert lengths[3, 5] == pytest.approx(98)  # no neighbours join the two groups
    np.testing.assert_allclose(lengths, lengths.T)
    assert not lengths.diagonal().any()


def test_paths_are_short_inside_a_bent_cluster_and_long_between_clusters() -> None:
    angles = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    lengths = along_paths(squared_distances(np.concatenate([ring, 1.5 * ring])))
    assert lengths[:200, :200].max() < 0.2 * lengths[:200, 200:].min()


@pytest.mark.parametrize("seed", range(3))
def test_a_linear_change_of_coordinates_changes_the_unit_alone(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, weights, change = _bars(seed), rng.integers(1, 4, 300).astype(float), rng.standard_normal((2, 2))
    before, after = (squared_distances(isotropic(rows, weights, n_neighbors=15)) for rows in (X, X @ change + (5, -3)))
    np.testing.assert_allclose(after, before * abs(np.linalg.det(change)), rtol=1e-6, atol=1e-8)


def test_neighbours_differ_equally_in_every_direction() -> None:
    X, weights = _bars(0), np.ones(300)
    even = isotropic(X, weights, n_neighbors=15)
    near = nearest_others(even, 15)[1]
    differences = (even[near] - even[:, None]).reshape(-1, 2)
    variances = np.linalg.eigvalsh(differences.T @ differences)
    assert variances[1] / variances[0] < 1.25  # after five rounds
    raw = (X[nearest_others(X, 15)[1]] - X[:, None]).reshape(-1, 2)
    assert np.divide(*np.linalg.eigvalsh(raw.T @ raw)[::-1]) > 2


@pytest.mark.parametrize(("d", "unit"), [(1, 1.0), (1, 1e-100), (40, 1e5)])
def test_of_neighbours_equally_far_away_chance_chooses(d: int, unit: float) -> None:
    """By their place in a tree, they were those to the left in one leaf, those to the right in the next."""
    points = unit * np.arange(2000.0)[:, None] * np.ones(d)
    distances, near = nearest_others(points, 15)
    right = (near - np.arange(2000)[:, None] > 0).sum(axis=1)[8:-8] == 8
    assert 0.45 < right.mean() < 0.55
    assert 0.4 < np.mean(right[1:] == right[:-1]) < 0.6  # no runs
    expected = np.repeat(np.arange(1, 9), 2)[:15] * unit * np.sqrt(d)
    np.testing.assert_allclose(distances[8:-8], np.broadcast_to(expected, (1984, 15)), rtol=1e-6)


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
    squares = np.array([2 * 3 * 1.0, 2 * 2 * 4.0]) + np.array([1 * 3 * 1.0, 1 * 2 * 4.0])  # pairs from both ends
    np.testing.assert_allclose(np.linalg.inv(scaling @ scaling.T), np.diag(squares / 15))


def test_volumes_are_kept() -> None:
    X = _bars(1)
    even = isotropic(X, np.ones(300), n_neighbors=15)
    assert np.linalg.det(np.cov(even.T)) == pytest.approx(np.linalg.det(np.cov(X.T)))


def test_columns_that_follow_from_others_add_no_direction() -> None:
    X = _bars(2)
    wide = np.column_stack([X, X.sum(axis=1), np.full(300, 7.0)])
    assert isotropic(wide, np.ones(300), n_neighbors=15).shape == (300, 2)


def test_few_points_have_few_neighbours() -> None:
    points = np.random.default_rng(0).standard_normal((3, 2))
    assert isotropic(points, np.ones(3), n_neighbors=15).shape == (3, 2)


@pytest.mark.parametrize("most", [200, 20])
def test_distances_give_the_points_back(most: int) -> None:
    """Up to a rotation, from all distances and from those to a few points; their weighted mean is 0."""
    rng = np.random.default_rng(0)
    X, weights = rng.standard_normal((100, 3)) * (1, 10, 100), rng.integers(1, 4, 100).astype(float)
    squares = squared_distances(X)
    found = principal_coordinates(squares, weights, most=most, rng=rng)
    assert found.shape == (100, 3)
    np.testing.assert_allclose(squared_distances(found), squares, rtol=1e-6, atol=1e-4)
    if most > 100:
        np.testing.assert_allclose(weights @ found, 0, atol=1e-6)


def test_landmarks_approximate_distances_in_many_dimensions() -> None:
    X = np.random.default_rng(0).standard_normal((300, 40)) * np.geomspace(1, 0.01, 40)
    found = principal_coordinates(squared_distances(X), np.ones(300), most=30, rng=np.random.default_rng(0))
    assert found.shape == (300, 29)
    exact, approximate = squared_distances(X), squared_distances(found)
    assert (approximate <= exact + 1e-9).all()  # a projection
    assert approximate.mean() > 0.99 * exact.mean()


@pytest.mark.parametrize("unit", [1e-300, 1, 1e300])
def test_a_line_has_one_direction(unit: float) -> None:
    variances = unit * np.array([1.0, 0.0])
    assert is_line(variances[:1])
    assert is_line(variances)
    assert is_line(unit * np.array([0.0, 1 / 40, 1.0]))
    assert not is_line(unit * np.array([1.0, 1 / 30]))  # (31/30)^2 / (1 + 1/900) = 1.067
    assert not is_line(unit * np.full(5, 1.0))
