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


def null_and_draws(
    found: float | tuple[float, float], means: list[float], data: Summary = DATA, **options: float
) -> tuple[float, int]:
    """The line for references of a law whose contrasts have this geometric mean, and how many of them were drawn."""
    drawn: list[Summary] = []

    def contrast_of(reference: Summary) -> float:
        drawn.append(reference)
        turn = len(drawn) - 1
        count = references(data.weights.size)
        shifts = np.arange(count) - (count - 1) / 2  # sum to 0
        return float(means[turn // count] * np.exp(0.05 * shifts[turn % count]))

    both = found if isinstance(found, tuple) else (found, found)
    return null_of(both, data, contrast_of, np.random.default_rng(0), **options).line, len(drawn)


def references(n: int) -> int:
    """So many of each law: 2,000 points in all, at least one and at most ten of them."""
    return max(1, min(2000 // n, 10))


def margin(n: int, columns: int = 2) -> float:
    """One and a half standard deviations of a logarithm around the mean of the references of a law."""
    return float(np.exp(1.5 * n ** (-1 / 3) * (1.4 if columns == 1 else 1) * np.sqrt(1 + 1 / references(n))))


FACTOR = margin(300)  # of DATA
SIX = references(300)


@pytest.mark.parametrize(
    ("n", "columns", "highest"), [(50, 2, 0.4), (300, 1, 0.4), (300, 3, 0.4), (600, 2, 2.0), (3000, 2, 0.4)]
)
def test_the_margin_falls_with_the_number_of_points_and_is_wider_in_one_column(
    n: int, columns: int, highest: float
) -> None:
    """What is clear is above by two margins, and above what a ring reaches."""
    data = Summary(np.random.default_rng(0).standard_normal((n, columns)), np.ones(n))
    null = null_of((2.4, 2.4), data, lambda _: highest, np.random.default_rng(0))
    assert null == pytest.approx((highest * margin(n, columns), max(highest * margin(n, columns) ** 2, RING)))


def test_data_is_compared_with_the_law_of_the_higher_mean() -> None:
    assert null_and_draws(1.0, [0.4, 0.2]) == (pytest.approx(0.4 * FACTOR), 2 * SIX)
    assert null_and_draws(1.0, [0.2, 0.4]) == (pytest.approx(0.4 * FACTOR), 2 * SIX)


def test_the_first_law_may_settle_the_matter() -> None:
    assert null_and_draws(0.4 * FACTOR - 1e-9, [0.4]) == (pytest.approx(0.4 * FACTOR), SIX)
    assert null_and_draws((0.1, 0.4 * FACTOR + 1e-9), [0.4, 0.6])[1] == 2 * SIX  # another number may be real


@pytest.mark.parametrize(("least", "highest"), [({}, 0.1), ({"least": 0.7}, 0.7)])
def test_references_without_any_contrast_are_credited_with_a_little(least: dict[str, float], highest: float) -> None:
    assert null_and_draws(1.0, [0.0, 0.0], **least) == (pytest.approx(highest * FACTOR), 2 * SIX)


@pytest.mark.parametrize("columns", [2, 100])
def test_far_above_a_bound_that_grows_with_the_columns_no_references_are_drawn(columns: int) -> None:
    """A line has a ratio of 4 after two modes, one Gaussian a ratio of 2 after one more than it has dimensions."""
    data = Summary(np.random.default_rng(0).standard_normal((500, columns)), np.ones(500))
    bound, factor = max(np.log(4), columns**0.4 * np.log(2)), margin(500)
    assert null_and_draws(bound * factor**4 + 1e-6, [], data) == (pytest.approx(bound * factor), 0)
    assert null_and_draws(bound * factor**4 - 1e-6, [0.3, 0.1], data) == (pytest.approx(0.3 * factor), 8)


def test_what_a_line_and_a_ring_reach() -> None:
    """The walk on a line has the eigenvalues exp(-t j^2), j = 0, 1, ..; on a ring all but the first are double."""
    rates = np.arange(0.0, 5) ** 2
    assert pytest.approx(np.log(rates[2] / rates[1])) == LINE
    assert pytest.approx(np.log(rates[2] / rates[1]) * (3 - 1) ** 0.4) == RING


@pytest.mark.parametrize("number", [0, 11], ids=["gaussian", "uniform"])
def test_references_have_the_covariance_of_the_data(number: int) -> None:
    """Up to a turn, which the walk does not see."""
    seen: list[Summary] = []

    def contrast_of(reference: Summary) -> float:
        seen.append(reference)
        return 0.0

    null_of((0.5, 0.5), DATA, contrast_of, np.random.default_rng(1))
    made = seen[number]
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


def test_references_are_gaussian_and_then_uniform() -> None:
    """In one column: a uniform law has a kurtosis of 1.8, a Gaussian 3."""
    column = Summary(rng.standard_normal((1000, 1)), np.ones(1000))
    found: list[float] = []

    def contrast_of(reference: Summary) -> float:
        found.append(float((reference.points[:, 0] ** 4).mean() / reference.points.var() ** 2))
        return 0.1

    null_of((0.13, 0.2), column, contrast_of, np.random.default_rng(2))
    assert found == pytest.approx([3, 3, 1.8, 1.8], abs=0.4)


def test_contrasts_of_data_without_clusters_rarely_pass() -> None:
    """Data and references of the same law, whose contrasts differ by the factor that chance is credited with."""
    n_passed = 0
    for found, *contrasts in 0.6 * np.exp(300 ** (-1 / 3) * rng.standard_normal((1000, 1 + 2 * SIX))):
        n_passed += null_of((found, found), DATA, lambda _, left=contrasts: left.pop(), rng).line < found
    # P(x > max(y, z) + 1.5 sqrt(7 / 6)) of normal numbers, where y and z are means of six, is 4.0 %
    assert 0.021 * 1000 < n_passed < 0.059 * 1000


@pytest.mark.parametrize(("n", "apart", "d"), [(30, 30, 2), (60, 30, 2), (100, 10, 1), (100, 10, 2), (200, 7, 3)])
def test_two_groups_far_apart_are_clear_among_few_points(n: int, apart: float, d: int) -> None:
    """Their references lie nearly along one line, where gaps come by chance; none of these may look as clear."""
    for seed in range(6):
        rng = np.random.default_rng(seed)
        X = rng.standard_normal((n, d))
        X[: n // 2, 0] += apart
        evidence = take_walk(X - X.mean(axis=0), np.ones(n), rng=rng).evidence
        assert (evidence.n_clusters, evidence.verdict) == (2, "clear")
