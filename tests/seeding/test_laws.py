"""Seedings whose law can be enumerated, against that enumeration."""

from itertools import permutations, product

import numpy as np
import pytest

from diverseed.engine.points import Points
from diverseed.errors import InputError
from diverseed.seeding import SEEDINGS
from diverseed.seeding.oversampling import adaptive_candidates, k_means_sharp_candidates
from tests.oracles import Law, counts_fit, dpp_law, sequential_law

X = np.array([[0.0, 0.0], [1.0, 0.5], [3.0, 0.0], [3.5, 2.0], [6.0, 1.0]])
WEIGHTS = np.array([1.0, 2.0, 0.5, 1.0, 3.0])
SQUARES = ((X[:, None] - X[None]) ** 2).sum(axis=2)
N_DRAWS = 1500


def draws_of(name: str, k: int | None, *, n_draws: int = N_DRAWS, **options: object) -> list[np.ndarray]:
    seeding, rng = SEEDINGS[name].with_options(**options), np.random.default_rng(0)
    return [seeding.indices(X, k, sample_weight=WEIGHTS, random_state=rng) for _ in range(n_draws)]


def weighted_kernel(kernel: np.ndarray) -> np.ndarray:
    return np.sqrt(WEIGHTS)[:, None] * kernel * np.sqrt(WEIGHTS)


def by_squared_distance(earlier: tuple[int, ...]) -> np.ndarray:
    mass = WEIGHTS * (SQUARES[list(earlier)].min(axis=0) if earlier else 1)
    return mass / mass.sum()


def plus_plus_law(k: int) -> Law:
    orders = permutations(range(len(X)), k)
    return {o: float(np.prod([by_squared_distance(o[:i])[o[i]] for i in range(k)])) for o in orders}


def greedy_law(k: int, n_candidates: int) -> Law:
    """Enumerates every tuple of candidates of every step; the first seed has no rivals."""
    law: Law = {(i,): p for i, p in enumerate(by_squared_distance(()))}
    for _ in range(k - 1):
        longer: Law = {}
        for order, probability in law.items():
            mass = by_squared_distance(order)
            left = [WEIGHTS @ SQUARES[[*order, c]].min(axis=0) for c in range(len(X))]
            for candidates in product(range(len(X)), repeat=n_candidates):
                best = min(candidates, key=lambda c: left[c])
                share = probability * np.prod(mass[list(candidates)])
                longer[(*order, best)] = longer.get((*order, best), 0.0) + float(share)
        law = longer
    return law


def test_random_rows_in_proportion_to_their_weights() -> None:
    law = {}
    for i, j in permutations(range(5), 2):
        law[i, j] = WEIGHTS[i] / WEIGHTS.sum() * WEIGHTS[j] / (WEIGHTS.sum() - WEIGHTS[i])
    assert counts_fit(draws_of("random", 2), law)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_k_means_plus_plus(k: int) -> None:
    assert counts_fit(draws_of("k-means++", k), plus_plus_law(k))


@pytest.mark.parametrize(("k", "n_candidates"), [(2, 2), (3, 3)])
def test_greedy_k_means_plus_plus(k: int, n_candidates: int) -> None:
    draws = draws_of("greedy-k-means++", k)
    assert 2 + int(np.log(k)) == n_candidates
    assert counts_fit(draws, greedy_law(k, n_candidates))
    assert not counts_fit(draws, plus_plus_law(k))


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
def test_k_dpp(kernel: str) -> None:
    matrix = weighted_kernel(np.exp(-0.2 * SQUARES) if kernel == "rbf" else X @ X.T)
    draws = draws_of("k-dpp", 2, kernel=kernel, gamma=0.2)
    assert counts_fit(draws, dpp_law(matrix, 2))


def test_dpp_of_random_size_given_that_it_is_not_empty() -> None:
    law = dpp_law(weighted_kernel(np.exp(-0.2 * SQUARES)))
    seen = {s: p / (1 - law[()]) for s, p in law.items() if s}
    assert law[()] > 0.01
    assert counts_fit(draws_of("dpp", None, gamma=0.2), seen)


def test_dpp_given_its_size_is_the_k_dpp() -> None:
    np.testing.assert_array_equal(draws_of("dpp", 3, n_draws=20), draws_of("k-dpp", 3, n_draws=20))


def test_sharpened_k_dpp() -> None:
    kernel = weighted_kernel(np.exp(-0.2 * SQUARES))
    top = np.linalg.eigh(kernel)[1][:, -2:]
    assert counts_fit(draws_of("sharpened-k-dpp", 2, gamma=0.2), dpp_law(top @ top.T, 2))


def test_sequential() -> None:
    kernel = weighted_kernel(np.exp(-0.2 * SQUARES))
    draws = draws_of("sequential", 2, gamma=0.2)
    assert counts_fit(draws, sequential_law(kernel, 2))
    assert not counts_fit(draws_of("greedy-sequential", 2, gamma=0.2), sequential_law(kernel, 2))


def test_a_rank_below_k_is_filled_up() -> None:
    for draw in draws_of("k-dpp", 4, n_draws=50, kernel="linear"):
        assert len(set(draw)) == 4


def test_only_the_dpp_has_a_random_size_and_it_needs_a_gamma() -> None:
    with pytest.raises(InputError, match="Give gamma as a number"):
        SEEDINGS["dpp"].indices(X, None)
    with pytest.raises(InputError, match="must be an integer"):
        SEEDINGS["k-dpp"].indices(X, None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kernel": "cosh"}, "cosh"),
        ({"gamma": -1.0}, "-1.0"),
        ({"gamma": 0}, "it is 0"),
        ({"gamma": np.inf}, "it is inf"),
        ({"gamma": "wide"}, "it is 'wide'"),
    ],
)
def test_options_of_the_kernel_are_checked(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        SEEDINGS["k-dpp"].with_options(**options).indices(X, 2)


def test_candidates_of_k_means_sharp_and_of_adaptive_sampling() -> None:
    """As many as the papers draw, spread over all clusters."""
    rng = np.random.default_rng(0)
    many = Points.of(np.repeat(10 * np.eye(20), 50, axis=0) + rng.standard_normal((1000, 20)), np.ones(1000))
    sharp = k_means_sharp_candidates(many, 20, rng=rng)
    assert 20 * np.ceil(3 * np.log(20)) * 0.8 < sharp.size <= 20 * np.ceil(3 * np.log(20))
    assert k_means_sharp_candidates(many, 1, rng=rng).size == 1
    adaptive = adaptive_candidates(many, 20, rng=rng)
    assert adaptive.size == np.ceil(16 * (20 + np.sqrt(20)))
    for candidates in (sharp, adaptive):
        assert len(set(candidates)) == candidates.size
        assert set(candidates // 50) == set(range(20))


def test_candidates_drawn_one_by_one_have_the_law_of_k_means_plus_plus() -> None:
    points, rng = Points.of(X, WEIGHTS), np.random.default_rng(0)
    draws = [adaptive_candidates(points, 1, rng=rng, constant=1.5) for _ in range(N_DRAWS)]
    assert counts_fit(draws, plus_plus_law(3))


def test_local_search_never_raises_the_cost_and_ends_where_no_swap_helps() -> None:
    rng = np.random.default_rng(2)
    data = rng.standard_normal((30, 2))
    squares = ((data[:, None] - data[None]) ** 2).sum(axis=2)

    def cost(seeds: np.ndarray) -> float:
        return float(squares[seeds].min(axis=0).sum())

    for seed in range(5):
        start, end = (
            SEEDINGS["local-search"].with_options(n_steps=n).indices(data, 4, random_state=seed) for n in (0, 1000)
        )
        assert cost(end) <= cost(start)
        swaps = [np.append(np.delete(end, i), j) for i in range(4) for j in set(range(30)) - set(end)]
        assert cost(end) <= min(map(cost, swaps)) + 1e-9
