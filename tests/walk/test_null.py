"""The Monte Carlo test behind the verdict: how many references are drawn, and what they look like."""

import numpy as np
import pytest

from diverseed.engine.representatives import Summary
from diverseed.walk import take_walk
from diverseed.walk.curve import score_curve
from diverseed.walk.graph import N_NEIGHBOURS, Neighbours, graphs_of
from diverseed.walk.look import _contrast_of
from diverseed.walk.null import LINE, RING, _deviations, _reference, null_of

rng = np.random.default_rng(0)
DATA = Summary(rng.standard_normal((300, 3)) @ np.array([[3.0, 0, 0], [1, 2, 0], [0, 1, 0.5]]), rng.uniform(1, 2, 300))
MANY = Summary(rng.standard_normal((600, 2)), np.ones(600))


def null_and_draws(
    found: float | tuple[float, float], contrasts: list[float], data: Summary = DATA, **options: float
) -> tuple[float, int]:
    """The line for references that would have these contrasts, and how many of them were drawn."""
    drawn: list[Summary] = []

    def contrast_of(reference: Summary) -> float:
        drawn.append(reference)
        return contrasts[len(drawn) - 1]

    both = found if isinstance(found, tuple) else (found, found)
    return null_of(both, data, contrast_of, np.random.default_rng(0), **options).line, len(drawn)


def margin(n: int) -> float:
    """So many standard deviations of the logarithm."""
    return float(np.exp(1.75 * n ** (-1 / 3)))


FACTOR = margin(300)  # of DATA


@pytest.mark.parametrize(("n", "highest"), [(300, 0.4), (600, 0.4), (600, 2.0)])
def test_the_margin_falls_with_the_cube_root_of_the_number_of_points(n: int, highest: float) -> None:
    """What is clear is above by two margins, and above what a ring reaches."""
    null = null_of((2.4, 2.4), {300: DATA, 600: MANY}[n], lambda _: highest, np.random.default_rng(0))
    assert null == pytest.approx((highest * margin(n), max(highest * margin(n) ** 2, RING)))


def test_data_is_compared_with_the_higher_of_one_reference_of_each_law() -> None:
    assert null_and_draws(1.0, [0.4, 0.2]) == (pytest.approx(0.4 * FACTOR), 2)
    assert null_and_draws(1.0, [0.2, 0.4]) == (pytest.approx(0.4 * FACTOR), 2)


def test_the_first_reference_may_settle_the_matter() -> None:
    assert null_and_draws(0.4 * FACTOR - 1e-9, [0.4]) == (pytest.approx(0.4 * FACTOR), 1)
    assert null_and_draws((0.1, 0.4 * FACTOR + 1e-9), [0.4, 0.6])[1] == 2  # another number may be real


@pytest.mark.parametrize(("least", "highest"), [({}, 0.1), ({"least": 0.7}, 0.7)])
def test_references_without_any_contrast_are_credited_with_a_little(least: dict[str, float], highest: float) -> None:
    assert null_and_draws(1.0, [0.0, 0.0], **least) == (pytest.approx(highest * FACTOR), 2)


@pytest.mark.parametrize("columns", [2, 100])
def test_far_above_a_bound_that_grows_with_the_columns_no_references_are_drawn(columns: int) -> None:
    """A line has a ratio of 4 after two modes, one Gaussian a ratio of 2 after one more than it has dimensions."""
    data = Summary(np.random.default_rng(0).standard_normal((500, columns)), np.ones(500))
    bound, factor = max(np.log(4), columns**0.4 * np.log(2)), margin(500)
    assert null_and_draws(bound * factor**4 + 1e-6, [], data) == (pytest.approx(bound * factor), 0)
    assert null_and_draws(bound * factor**4 - 1e-6, [0.3, 0.1], data) == (pytest.approx(0.3 * factor), 2)


def test_what_a_line_and_a_ring_reach() -> None:
    """The walk on a line has the eigenvalues exp(-t j^2), j = 0, 1, ..; on a ring all but the first are double."""
    rates = np.arange(0.0, 5) ** 2
    assert pytest.approx(np.log(rates[2] / rates[1])) == LINE
    assert pytest.approx(np.log(rates[2] / rates[1]) * (3 - 1) ** 0.4) == RING


@pytest.mark.parametrize("first", [0, 1], ids=["gaussian", "uniform"])
def test_references_have_the_covariance_of_the_data(first: int) -> None:
    """Up to a turn, which the walk does not see."""
    seen: list[Summary] = []

    def contrast_of(reference: Summary) -> float:
        seen.append(reference)
        return 0.0 if len(seen) < 2 else 1.0

    null_of((0.5, 0.5), DATA, contrast_of, np.random.default_rng(1))
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

    def contrast_of(reference: Summary) -> float:
        shapes.add(reference.points.shape)
        return 0.0

    null_of((0.5, 0.5), data, contrast_of, np.random.default_rng(0))
    assert shapes == {(size, d)}
    shapes.clear()
    null_of((0.5, 0.5), data, contrast_of, np.random.default_rng(0), most_points=600)
    assert shapes == {(600, d)}


@pytest.mark.parametrize("law", ["gaussian", "uniform"])
@pytest.mark.parametrize("d", [1, 2, 8])
def test_the_short_search_of_references_misses_nothing(law: str, d: int) -> None:
    """Their contrast is largest at few clusters, so that a search for 75 finds no more, up to single precision."""
    made = _reference(law, np.ones(d), 1500, np.random.default_rng(d))
    curve = score_curve(*graphs_of(made, Neighbours.of(made.points)), 1500, made.weights)
    assert curve is not None
    assert curve.scores.size == 75
    assert _contrast_of(made, n_neighbors=N_NEIGHBOURS) == pytest.approx(curve.largest_contrast, rel=0.05)


def test_one_reference_is_gaussian_and_the_other_uniform() -> None:
    """In one column: a uniform law has a kurtosis of 1.8, a Gaussian 3."""
    column = Summary(rng.standard_normal((1000, 1)), np.ones(1000))
    found: list[float] = []

    def contrast_of(reference: Summary) -> float:
        found.append(float((reference.points[:, 0] ** 4).mean() / reference.points.var() ** 2))
        return 0.1

    null_of((0.13, 0.2), column, contrast_of, np.random.default_rng(2))
    assert found == pytest.approx([3, 1.8], abs=0.3)


def test_contrasts_of_data_without_clusters_rarely_pass() -> None:
    """Data and references of the same law, whose contrasts differ by the factor that chance is credited with."""
    n_passed = 0
    for found, *contrasts in np.exp(300 ** (-1 / 3) * rng.standard_normal((1000, 3))):
        n_passed += null_and_draws(found, contrasts)[0] < found
    # P(x > max(y, z) + 1.75) of three normal numbers is 3.7 %; three deviations around it
    assert 0.019 * 1000 < n_passed < 0.055 * 1000


@pytest.mark.parametrize(("n", "apart", "d"), [(30, 30, 2), (60, 30, 2), (100, 10, 1), (100, 10, 2), (200, 7, 3)])
def test_two_groups_far_apart_are_clear_among_few_points(n: int, apart: float, d: int) -> None:
    """Their references lie nearly along one line, where gaps come by chance; none of these may look as clear."""
    for seed in range(6):
        rng = np.random.default_rng(seed)
        X = rng.standard_normal((n, d))
        X[: n // 2, 0] += apart
        evidence = take_walk(X - X.mean(axis=0), np.ones(n), rng=rng).evidence
        assert (evidence.n_clusters, evidence.verdict) == (2, "clear")
