"""The Monte Carlo test behind the verdict: how many references are drawn, and what they look like."""

import numpy as np
import pytest
from scipy import stats

from diverseed.engine.representatives import Summary
from diverseed.walk import take_walk
from diverseed.walk.curve import score_curve
from diverseed.walk.graph import N_NEIGHBOURS, Neighbours, graphs_of
from diverseed.walk.look import _best_contrast
from diverseed.walk.null import CLEAR, Null, _deviations, _reference, null_of

rng = np.random.default_rng(0)
DATA = Summary(rng.standard_normal((300, 3)) @ np.array([[3.0, 0, 0], [1, 2, 0], [0, 1, 0.5]]), rng.uniform(1, 2, 300))
MANY = Summary(rng.standard_normal((600, 2)), np.ones(600))


def null_and_draws(found: float, contrasts: list[float], data: Summary = DATA) -> tuple[float, int]:
    """The null for references that would have these contrasts, and how many of them were drawn."""
    drawn: list[Summary] = []

    def contrast_of(reference: Summary) -> float:
        drawn.append(reference)
        return contrasts[len(drawn) - 1]

    return null_of(found, data, contrast_of, np.random.default_rng(0)).contrast, len(drawn)


def test_a_contrast_in_doubt_is_compared_with_what_a_thirteenth_reference_would_reach() -> None:
    """With a probability of 2.5 %."""
    contrasts = [0.1, *np.random.default_rng(0).normal(0.3, 0.02, 11)]
    same = np.array(contrasts[1:])
    line = same.mean() + stats.t.ppf(0.975, 10) * np.sqrt(same.var(ddof=1) * (1 + 1 / 11))
    assert line > same.max()
    assert null_and_draws(line, contrasts) == (pytest.approx(line, rel=1e-9), 12)


def test_drawing_ends_once_a_reference_reaches_it() -> None:
    contrasts = [0.2, 0.3, 0.1, 0.25, 0.5, 0.9] * 4
    assert null_and_draws(0.5, contrasts) == (0.5, 5)
    assert null_and_draws(0.5 + 1e-9, contrasts) == (0.9, 6)


@pytest.mark.parametrize("n_draws", [4, 5, 7])
def test_drawing_ends_where_one_more_reference_reaches_it_in_one_case_of_a_thousand(n_draws: int) -> None:
    """By the prediction interval of a normal law, among references of the law whose mean is higher."""
    contrasts = [0.1, *np.random.default_rng(0).normal(0.3, 0.02, 18)]
    same = np.array(contrasts[1:n_draws])
    line = same.mean() + stats.t.ppf(0.999, same.size - 1) * np.sqrt(same.var(ddof=1) * (1 + 1 / same.size))
    assert null_and_draws(line + 1e-9, contrasts) == (same.max(), n_draws)
    assert null_and_draws(line - 1e-9, contrasts)[1] > n_draws


def test_equal_references_say_nothing_about_chance() -> None:
    assert null_and_draws(9.0, [0.0] * 12) == (0.0, 12)


@pytest.mark.parametrize(("above", "n_draws"), [(1e-6, 2), (-1e-6, 12)])
def test_among_many_points_a_clear_contrast_needs_one_of_each_law(above: float, n_draws: int) -> None:
    assert null_and_draws(0.4 + CLEAR + above, [0.4] * 12, MANY) == (pytest.approx(0.4), n_draws)


@pytest.mark.parametrize(("n", "d", "bound"), [(500, 2, 3.0), (500, 100, np.log(2) * 100**0.4 + CLEAR)])
def test_far_above_a_bound_that_grows_with_the_columns_no_references_are_drawn(n: int, d: int, bound: float) -> None:
    data = Summary(np.random.default_rng(0).standard_normal((n, d)), np.ones(n))
    assert null_and_draws(bound + CLEAR + 1e-6, [], data) == (pytest.approx(bound), 0)
    assert null_and_draws(bound + CLEAR - 1e-6, [0.3, 0.1], data) == (0.3, 2)


@pytest.mark.parametrize(("n", "columns"), [(499, [[1, 0], [0, 1]]), (5000, [[1]]), (600, [[1, 2]])])
def test_few_points_and_one_line_always_have_references_and_need_a_wider_margin(n: int, columns: list) -> None:
    data = Summary(np.random.default_rng(0).standard_normal((n, len(columns))) @ np.array(columns), np.ones(n))
    assert null_and_draws(100.0, [0.3, 0.2, 0.1], data) == (0.3, 3)
    assert null_of(100.0, data, lambda _: 0.3, np.random.default_rng(0)) == Null(0.3, 2 * CLEAR)
    assert null_of(1.0, MANY, lambda _: 0.3, np.random.default_rng(0)) == Null(0.3, CLEAR)


@pytest.mark.parametrize("first", [0, 1], ids=["gaussian", "uniform"])
def test_references_have_the_covariance_of_the_data(first: int) -> None:
    """Up to a turn, which the walk does not see."""
    seen: list[Summary] = []

    def contrast_of(reference: Summary) -> float:
        seen.append(reference)
        return 0.0 if len(seen) < 2 else 1.0

    null_of(0.5, DATA, contrast_of, np.random.default_rng(1))
    made = seen[first]
    expected = np.linalg.eigvalsh(np.cov(DATA.points.T, aweights=DATA.weights, ddof=0))
    np.testing.assert_allclose(np.linalg.eigvalsh(np.cov(made.points.T, ddof=0)), expected, rtol=1e-9)
    assert made.points.shape == DATA.points.shape
    np.testing.assert_array_equal(made.weights, 1)


@pytest.mark.parametrize("n", [6, 7])
def test_of_few_points_references_keep_their_chance_differences(n: int) -> None:
    """Up to twice as many as directions."""
    data = Summary(DATA.points[:n], np.ones(n))
    rng = np.random.default_rng(0)
    made = _reference("gaussian", _deviations(data, rng), n, rng).points
    spreads = [np.linalg.eigvalsh(np.cov(points.T)) for points in (made, data.points)]
    assert np.allclose(*spreads) == (n == 7)


@pytest.mark.parametrize(("n", "d", "size"), [(700, 2, 700), (5000, 2, 4000), (3000, 33, 2000)])
def test_references_have_fewer_points_than_large_data(n: int, d: int, size: int) -> None:
    data = Summary(np.random.default_rng(0).standard_normal((n, d)), np.ones(n))
    shapes: set[tuple[int, ...]] = set()
    null_of(0.5, data, lambda made: float(bool(shapes.add(made.points.shape))), np.random.default_rng(0))
    assert shapes == {(size, d)}
    shapes.clear()
    null_of(
        0.5, data, lambda made: float(bool(shapes.add(made.points.shape))), np.random.default_rng(0), most_points=600
    )
    assert shapes == {(600, d)}


@pytest.mark.parametrize("law", ["gaussian", "uniform"])
@pytest.mark.parametrize("d", [1, 2, 8])
def test_the_short_search_of_references_misses_nothing(law: str, d: int) -> None:
    """Their contrast is largest at few clusters, so that a search for 75 finds no more, up to single precision."""
    made = _reference(law, np.ones(d), 1500, np.random.default_rng(d))
    curve = score_curve(*graphs_of(made, Neighbours.of(made.points), made.points), 1500, made.weights)
    assert curve is not None
    assert curve.scores.size == 75
    assert _best_contrast(made, n_neighbors=N_NEIGHBOURS) == pytest.approx(curve.best_contrast, rel=0.05)


@pytest.mark.parametrize("higher", ["gaussian", "uniform"])
def test_one_reference_of_each_law_and_the_rest_of_the_law_whose_mean_is_higher(higher: str) -> None:
    """In one column: a uniform law has a kurtosis of 1.8 and no value beyond 1.74 deviations, a Gaussian 3."""
    column = Summary(rng.standard_normal((1000, 1)), np.ones(1000))
    laws: list[str] = []

    def contrast_of(reference: Summary) -> float:
        values = reference.points[:, 0] / reference.points.std()
        laws.append("gaussian" if (values**4).mean() > 2.4 else "uniform")
        return 0.1 * (laws[-1] == higher)

    null_of(0.11, column, contrast_of, np.random.default_rng(2))
    assert laws == ["gaussian", "uniform", *[higher] * 10]


def test_a_law_that_was_high_by_chance_gives_way_to_the_other() -> None:
    column = Summary(rng.standard_normal((1000, 1)), np.ones(1000))
    laws: list[str] = []

    def contrast_of(reference: Summary) -> float:
        values = reference.points[:, 0] / reference.points.std()
        laws.append("gaussian" if (values**4).mean() > 2.4 else "uniform")
        return 0.08 if laws == ["gaussian"] else 0.01 if laws[-1] == "gaussian" else 0.06

    null_of(0.09, column, contrast_of, np.random.default_rng(2))
    # the mean of 0.08, 0.01 is below 0.06
    assert laws == ["gaussian", "uniform", "gaussian", *["uniform"] * 9]


def test_contrasts_of_data_without_clusters_rarely_pass() -> None:
    """Data and references of the same law: at most one in 20 passes, give or take chance."""
    n_passed = 0
    for found, *contrasts in 1 + 0.5 * rng.standard_normal((300, 20)):
        n_passed += null_and_draws(found, contrasts)[0] < found
    assert 0 < n_passed < 0.08 * 300


@pytest.mark.parametrize(("n", "apart", "d"), [(30, 30, 2), (60, 30, 2), (100, 10, 1), (100, 10, 2), (200, 7, 3)])
def test_two_groups_far_apart_are_clear_among_few_points(n: int, apart: float, d: int) -> None:
    """Their references lie nearly along one line, where gaps come by chance; none of these may look as clear."""
    for seed in range(6):
        rng = np.random.default_rng(seed)
        X = rng.standard_normal((n, d))
        X[: n // 2, 0] += apart
        evidence = take_walk(X - X.mean(axis=0), np.ones(n), rng=rng).evidence
        assert (evidence.n_clusters, evidence.verdict) == (2, "clear")
