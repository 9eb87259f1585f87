"""The Monte Carlo test behind the verdict: how many references are drawn, and what they look like."""

import numpy as np
import pytest

from diverseed.engine.representatives import Summary
from diverseed.walk import take_walk
from diverseed.walk.null import WEAK, _references, null_level

rng = np.random.default_rng(0)
DATA = Summary(rng.standard_normal((300, 3)) @ np.array([[3.0, 0, 0], [1, 2, 0], [0, 1, 0.5]]), rng.uniform(1, 2, 300))
MANY = Summary(rng.standard_normal((600, 2)), np.ones(600))


def level_and_draws(found: float, scores: list[float], data: Summary = DATA) -> tuple[float, int]:
    """The level for references that would have these scores, and how many of them were drawn."""
    drawn: list[Summary] = []

    def score_of(reference: Summary) -> float:
        drawn.append(reference)
        return scores[len(drawn) - 1]

    return null_level(found, data, score_of, np.random.default_rng(0)), len(drawn)


def test_a_score_in_doubt_is_compared_with_nineteen_references() -> None:
    assert level_and_draws(0.4, [0.2, 0.3] * 10) == (0.3, 19)


def test_drawing_ends_once_a_reference_comes_close() -> None:
    scores = [0.2, 0.3, 0.1, 0.25, 0.35, 0.9] * 4
    assert level_and_draws(0.35 + WEAK / 2, scores) == (0.35, 5)
    assert level_and_draws(0.35 + 2 * WEAK, scores) == (0.9, 6)


def test_a_score_four_standard_deviations_above_the_references_needs_six() -> None:
    scores = [0.3, 0.2, 0.28, 0.25, 0.22, 0.27]
    line = float(np.mean(scores) + 4 * np.std(scores, ddof=1))
    assert level_and_draws(line + 1e-6, scores + [0.9] * 6) == (0.3, 6)
    assert level_and_draws(line - 1e-6, scores + [0.9] * 6) == (0.9, 7)


@pytest.mark.parametrize(("found", "n_draws"), [(0.46, 2), (0.44, 19)])
def test_among_many_points_a_clear_score_needs_one_reference_of_each_law(found: float, n_draws: int) -> None:
    assert level_and_draws(found, [0.3, 0.1] * 10, MANY) == (0.3, n_draws)


@pytest.mark.parametrize("first", [0, 1], ids=["gaussian", "uniform"])
def test_references_have_the_covariance_of_the_data(first: int) -> None:
    """Up to a turn, which the walk does not see."""
    seen: list[Summary] = []

    def score_of(reference: Summary) -> float:
        seen.append(reference)
        return 0.0 if len(seen) < 2 else 1.0

    null_level(0.5, DATA, score_of, np.random.default_rng(1))
    made = seen[first]
    expected = np.linalg.eigvalsh(np.cov(DATA.points.T, aweights=DATA.weights, ddof=0))
    np.testing.assert_allclose(np.linalg.eigvalsh(np.cov(made.points.T, ddof=0)), expected, rtol=1e-9)
    assert made.points.shape == DATA.points.shape
    np.testing.assert_array_equal(made.weights, 1)


@pytest.mark.parametrize("n", [6, 7])
def test_of_few_points_references_keep_their_chance_differences(n: int) -> None:
    """Up to twice as many as directions."""
    data = Summary(DATA.points[:n], np.ones(n))
    made = next(_references(data, np.random.default_rng(0))).points
    spreads = [np.linalg.eigvalsh(np.cov(points.T)) for points in (made, data.points)]
    assert np.allclose(*spreads) == (n == 7)


@pytest.mark.parametrize(("n", "d", "size"), [(700, 2, 700), (3000, 2, 1000), (3000, 33, 2000)])
def test_references_have_fewer_points_than_large_data(n: int, d: int, size: int) -> None:
    data = Summary(np.random.default_rng(0).standard_normal((n, d)), np.ones(n))
    assert next(_references(data, np.random.default_rng(0))).points.shape == (size, d)


def test_references_are_gaussian_and_uniform_in_turn() -> None:
    """In one column: a uniform law has a kurtosis of 1.8 and no value beyond 1.74 deviations, a Gaussian 3."""
    column = Summary(rng.standard_normal((1000, 1)), np.ones(1000))
    kurtosis: list[float] = []

    def score_of(reference: Summary) -> float:
        values = reference.points[:, 0] / reference.points.std()
        kurtosis.append(float((values**4).mean()))
        return 0.0 if len(kurtosis) % 2 else 0.1

    null_level(0.15, column, score_of, np.random.default_rng(2))
    assert len(kurtosis) == 19
    assert all(value > 2.4 for value in kurtosis[::2])
    assert all(value < 2.1 for value in kurtosis[1::2])


def test_scores_of_data_without_clusters_rarely_pass() -> None:
    """Data and references of the same law: one in 20 is above 19 others, and few more pass early."""
    n_passed = 0
    for found, *scores in 0.4 + 0.05 * rng.standard_normal((300, 20)):
        n_passed += level_and_draws(found, scores)[0] <= found - WEAK
    assert n_passed < 0.08 * 300


@pytest.mark.parametrize("n", [100, 200])
def test_two_groups_far_apart_are_seen_among_few_points(n: int) -> None:
    """Their references lie nearly along one line, where gaps come by chance; none of these may look as clear."""
    for seed in range(6):
        rng = np.random.default_rng(seed)
        X = rng.standard_normal((n, 2)) + np.repeat([0, 7], n // 2)[:, None]
        evidence = take_walk(X - X.mean(axis=0), np.ones(n), rng=rng).evidence
        assert evidence.n_clusters == 2
