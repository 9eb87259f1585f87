"""Rounded values, spread over the intervals that they stand for."""

from collections.abc import Callable

import numpy as np
import pytest

from diverseed.walk import look, take_walk
from diverseed.walk.rounding import dequantised

Column = Callable[[np.random.Generator, int], np.ndarray]


@pytest.mark.parametrize("gap", [1.0, 7.0])
def test_equal_values_are_spread_evenly_over_their_interval(gap: float) -> None:
    rng = np.random.default_rng(0)
    column = gap * rng.integers(3, 6, 300)
    spread = dequantised(np.column_stack([column, rng.standard_normal(300)]), rng)[:, 0]
    for value in gap * np.arange(3, 6):
        of_value = np.sort(spread[column == value])
        expected = value + gap * ((np.arange(of_value.size) + 0.5) / of_value.size - 0.5)
        np.testing.assert_allclose(of_value, expected)


def test_the_order_within_an_interval_is_random_and_not_that_of_other_columns() -> None:
    rng = np.random.default_rng(0)
    spread = dequantised(rng.integers(0, 2, (4000, 2)).astype(float), rng)
    inside = spread - np.rint(spread)
    assert abs(np.corrcoef(inside.T)[0, 1]) < 0.05
    assert abs(np.corrcoef(inside[:, 0], np.arange(4000))[0, 1]) < 0.05


def test_one_unusual_value_does_not_widen_the_intervals() -> None:
    column = np.append(np.random.default_rng(0).integers(0, 5, 99), 1e6).astype(float)[:, None]
    spread = dequantised(column, np.random.default_rng(0))
    assert np.abs(spread - column).max() <= 0.5
    assert spread[-1, 0] == 1e6  # alone with its value


def test_what_is_measured_finely_or_constant_stays() -> None:
    rng = np.random.default_rng(0)
    points = np.column_stack([rng.standard_normal(100), np.ones(100), np.repeat(rng.standard_normal(51), 2)[:100]])
    np.testing.assert_array_equal(dequantised(points[:, :2], rng), points[:, :2])
    fine = np.append(np.arange(50.0), np.arange(51.0))[:, None]  # 51 of 101 are different
    np.testing.assert_array_equal(dequantised(fine, rng), fine)
    assert dequantised(points, rng).dtype == np.float64


def flags(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.integers(0, 2, n)


def two_flags(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.integers(0, 2, (n, 2))


def ratings(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.integers(1, 6, n)


@pytest.mark.parametrize("column", [flags, two_flags, ratings])
def test_a_column_of_few_values_does_not_multiply_clusters(column: Column) -> None:
    """Standardised, as the command does it. Without spreading there are 8, 16 and 20 clusters."""
    rng = np.random.default_rng(0)
    centres = np.vstack([np.zeros(3), 7 * np.eye(3)])
    X = np.column_stack([centres[np.arange(800) % 4] + rng.standard_normal((800, 3)), column(rng, 800)])
    evidence = take_walk((X - X.mean(axis=0)) / X.std(axis=0), np.ones(800), rng=rng).evidence
    assert (evidence.n_clusters, evidence.verdict) == (4, "clear")


def test_random_ratings_have_no_clusters() -> None:
    """In most samples: one in ten passes by chance. Without spreading, six of these eight do, as 5 clusters."""
    verdicts = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X = rng.integers(1, 6, (500, 4)).astype(float)
        verdicts.append(take_walk(X - X.mean(axis=0), np.ones(500), rng=rng).evidence.verdict)
    assert verdicts.count("none") >= 6
    assert "clear" not in verdicts


def test_clusters_of_rounded_values_are_found() -> None:
    rng = np.random.default_rng(0)
    profiles = np.array([[1, 1, 5, 5], [5, 5, 1, 1], [1, 5, 1, 5]])
    X = np.clip(np.rint(np.repeat(profiles, 200, axis=0) + 0.7 * rng.standard_normal((600, 4))), 1, 5)
    assert take_walk(X - X.mean(axis=0), np.ones(600), rng=rng).evidence.n_clusters == 3


@pytest.mark.parametrize("n", [1000, look.MOST_POINTS + 1])
def test_a_handful_of_different_rows_are_clusters_however_many_rows_there_are(n: int) -> None:
    for rows in (np.arange(5.0)[:, None], np.array([[0.0, 0], [1, 0], [0, 1]])):
        X = rows[np.arange(n) % len(rows)]
        walk = take_walk(X - X.mean(axis=0), np.ones(n), rng=np.random.default_rng(0))
        assert (walk.evidence.n_clusters, walk.summary.weights.size) == (len(rows), len(rows))
