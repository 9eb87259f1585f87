"""The scale of the kernel against its formula by brute force, and what bounds the work."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse

from diverseed.engine.plus_plus import extend
from diverseed.engine.points import Points
from diverseed.errors import InputError
from diverseed.point_process import LEnsemble
from diverseed.seeding import SEEDINGS, local_search, oversampling, processes
from diverseed.seeding.processes import automatic_gamma
from tests.oracles import counts_fit, dpp_law

NONE = np.empty(0, dtype=np.intp)
X = np.random.default_rng(0).standard_normal((40, 2)) * [1, 3]
WEIGHTS = np.random.default_rng(1).exponential(size=40)
SQUARES = ((X[:, None] - X[None]) ** 2).sum(axis=2)


def gamma_of(points: Points, k: int, *, sharp: bool, seed: int = 5) -> float:
    return automatic_gamma(points, k, sharp=sharp, rng=np.random.default_rng(seed))


@pytest.mark.parametrize("k", [2, 3, 7])
def test_the_bandwidth_is_read_off_greedy_seeds(k: int) -> None:
    points = Points.of(X, WEIGHTS)
    seeds = extend(points, NONE, k, rng=np.random.default_rng(5), n_candidates=None)
    apart = SQUARES[np.ix_(seeds, seeds)]
    between = np.mean([np.delete(row, i).min() for i, row in enumerate(apart)])
    within = np.average(SQUARES[seeds].min(axis=0), weights=WEIGHTS) / 2
    assert gamma_of(points, k, sharp=False) == pytest.approx(1 / (2 * between))
    assert gamma_of(points, k, sharp=True) == pytest.approx(1 / (2 * within))


@pytest.mark.parametrize("k", [3, 5])
def test_seeds_on_every_place_give_the_width_before_the_last_of_them(k: int) -> None:
    """Three places and as many seeds or more: the width is that of the first two seeds."""
    places = np.array([[0.0], [1.0], [10.0]])
    rows, weights = np.repeat(places, 3, axis=0), np.ones(9)
    points = Points.of(rows, weights)
    seeds = extend(points, NONE, k, rng=np.random.default_rng(5), n_candidates=None)
    first_two = ((rows - rows[seeds[:2]].T) ** 2).min(axis=1).mean() / 2
    assert gamma_of(points, k, sharp=True) == pytest.approx(1 / (2 * first_two))


@pytest.mark.parametrize("sharp", [False, True])
def test_points_in_one_place_have_no_scale(sharp: bool) -> None:
    assert gamma_of(Points.of(np.ones((6, 2)), np.ones(6)), 3, sharp=sharp) == 1
    assert gamma_of(Points.of(X, WEIGHTS), 1, sharp=False) == gamma_of(Points.of(X, WEIGHTS), 1, sharp=True)


@pytest.mark.parametrize("sharp", [False, True])
def test_a_sample_in_proportion_to_weight_represents_many_points(sharp: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two places of equal weight; far more rows without any, elsewhere."""
    rng = np.random.default_rng(0)
    rows = np.concatenate([np.repeat([[0.0], [3.0]], 600, axis=0), rng.uniform(50, 99, (4000, 1))])
    weights = np.concatenate([np.ones(1200), np.zeros(4000)])
    whole = gamma_of(Points.of(rows[:1200], weights[:1200]), 2, sharp=sharp)
    monkeypatch.setattr(processes, "_SAMPLE_FOR_GAMMA", 400)
    drawn = [gamma_of(Points.of(rows, weights), 2, sharp=sharp, seed=seed) for seed in range(4)]
    assert drawn == pytest.approx([whole] * 4, rel=0.3)
    assert 0 < gamma_of(Points.of(rows, 0 * weights), 2, sharp=sharp) < np.inf  # no weight to draw a sample by
    seen = []
    monkeypatch.setattr(processes, "extend", lambda points, *a, **b: seen.append(len(points)) or NONE)
    for n_clusters in (2, 60):
        with np.errstate(all="ignore"):
            automatic_gamma(Points.of(rows, 1e-9 * weights), n_clusters, sharp=True, rng=rng)
    assert seen == [400, 600]  # at least ten for each cluster


def test_a_process_of_random_size_always_has_a_seed() -> None:
    """Also where the kernel is zero, or so small that the probability of every size above 0 underflows."""
    zero = SEEDINGS["dpp"].with_options(kernel="linear", gamma=1.0)
    assert zero.indices(np.zeros((5, 2)), None, random_state=0).size == 1
    tiny = LEnsemble(1e-200 * np.eye(4)).sharpen(5)
    assert tiny.size_distribution()[1:].sum() == 0
    assert processes.draw_not_empty(tiny, np.random.default_rng(0)).size == 1


def test_draws_of_random_size_have_the_law_given_that_they_are_not_empty() -> None:
    """On a kernel whose draws are empty most of the time."""
    kernel = 0.1 * np.exp(-0.2 * SQUARES[:4, :4])
    law = dpp_law(kernel)
    assert law[()] > 0.6
    ensemble, rng = LEnsemble(kernel), np.random.default_rng(0)
    draws = [processes.draw_not_empty(ensemble, rng) for _ in range(1000)]
    assert counts_fit(draws, {s: p / (1 - law[()]) for s, p in law.items() if s})


def test_empty_draws_are_replaced_by_sizes_in_proportion_to_their_probability() -> None:
    sizes, rng = np.array([0.3, 0.2, 0.35, 0.15]), np.random.default_rng(0)

    class Empty:
        def size_distribution(self) -> np.ndarray:
            return sizes

        def sample(self, k: int = 0, *, random_state: np.random.Generator) -> np.ndarray:
            assert random_state is rng
            return np.arange(k)

    drawn = [processes.draw_not_empty(Empty(), rng).size for _ in range(4000)]
    np.testing.assert_allclose(np.bincount(drawn, minlength=4)[1:] / 4000, sizes[1:] / 0.7, atol=0.04)


def test_the_process_of_a_kernel_of_zeros_has_no_draw_but_the_empty_one() -> None:
    with pytest.raises(InputError, match="the kernel is zero for all points of positive weight"):
        processes.draw_not_empty(LEnsemble(np.zeros((3, 3))), np.random.default_rng(0))


def test_the_rank_is_full_for_few_points_and_bounded_by_the_work_beyond() -> None:
    for n in (1, 100, 2000):
        assert processes._rank_limit(n, 5) == n
    for n in (2001, 10_000, 10**6):
        for k in (None, 5, 500):
            rank, least = processes._rank_limit(n, k), max(300, 2 * (k or 0) + 100)
            work = n * rank**2
            assert least <= rank <= max(2000, least)
            assert work <= 2e10 or rank == least
            assert rank in (2000, least) or n * (rank + 1) ** 2 > 2e10


def test_candidates_are_reduced_by_the_weight_of_their_nearest_points() -> None:
    uneven = np.where(X[:, 0] > 0, 100.0, 0.01)
    points, candidates = Points.of(X, uneven), np.array([3, 8, 15, 22, 30, 39])
    served = np.bincount(SQUARES[candidates].argmin(axis=0), weights=uneven, minlength=6)
    summary = Points.of(X[candidates], served)
    for seed in range(12):
        kept = extend(summary, NONE, 3, rng=np.random.default_rng(seed), n_candidates=None)
        found = oversampling.reduce_candidates(points, candidates, 3, rng=np.random.default_rng(seed))
        np.testing.assert_array_equal(found, candidates[kept])
    more = oversampling.reduce_candidates(points, candidates, 9, rng=np.random.default_rng(0))
    assert set(more[:6]) == set(candidates)
    assert np.unique(more).size == 9


@pytest.mark.parametrize("k", [20, 32])
def test_local_search_proposes_a_swap_for_each_cluster_and_at_least_25(k: int) -> None:
    seeding = SEEDINGS["local-search"]
    data = np.random.default_rng(2).standard_normal((300, 2))

    def found(**options: int) -> list[list[int]]:
        changed = seeding.with_options(**options)
        return [changed.indices(data, k, random_state=seed).tolist() for seed in range(12)]

    assert found() == found(n_steps=max(25, k))
    assert found() != found(n_steps=max(25, k) - 1)
    assert found() != found(n_steps=max(25, k) + 1)


def test_local_search_holds_few_distances_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    seeding, data = SEEDINGS["local-search"], np.random.default_rng(2).standard_normal((60, 2))
    whole = seeding.indices(data, 5, random_state=0)
    held_now: list[int] = []
    distances = Points.squared_distances

    def noted(points: Points, seeds: np.ndarray, *, among: np.ndarray | None = None) -> np.ndarray:
        found = distances(points, seeds, among=among)
        held_now.append(0 if among is None else found.size)
        return found

    monkeypatch.setattr(Points, "squared_distances", noted)
    for held in (1, 40):
        held_now.clear()
        monkeypatch.setattr(local_search, "HELD", held)
        np.testing.assert_array_equal(seeding.indices(data, 5, random_state=0), whole)
        assert max(held_now) == max(held, 5)  # those of one point to all seeds at least


def test_candidates_of_adaptive_sampling_are_as_many_as_its_constant_says() -> None:
    seeding, points = SEEDINGS["adaptive"], Points.of(X, np.ones(40))
    chosen = []
    for constant in (1.0, 2.0):
        rng = np.random.default_rng(0)
        candidates = oversampling.adaptive_candidates(points, 4, rng=rng, constant=constant)
        assert candidates.size == 6 * constant  # k + sqrt(k) is 6
        chosen.append(oversampling.reduce_candidates(points, candidates, 4, rng=rng).tolist())
        assert seeding.with_options(constant=constant).indices(X, 4, random_state=0).tolist() == chosen[-1]
    assert chosen[0] != chosen[1]


@pytest.mark.parametrize("kernel", ["rbf", "linear"])
@pytest.mark.parametrize("gamma", [0.2, "auto"])
def test_columns_of_the_weighted_kernel_and_its_factor(kernel: str, gamma: float | str) -> None:
    points, rng = Points.of(X, WEIGHTS), np.random.default_rng(5)
    columns = processes.weighted_kernel(X, points, 4, kernel=kernel, gamma=gamma, sharp=False, rng=rng)
    scale = gamma if gamma != "auto" else 1.0 if kernel == "linear" else gamma_of(points, 4, sharp=False)
    plain = scale * X @ X.T if kernel == "linear" else np.exp(-scale * SQUARES)
    matrix = np.sqrt(WEIGHTS)[:, None] * plain * np.sqrt(WEIGHTS)
    assert columns.gamma == pytest.approx(scale)
    np.testing.assert_allclose(columns(np.array([3, 9, 3])), matrix[:, [3, 9, 3]], atol=1e-9)
    factor = columns.factor(40, rng=rng).factor
    np.testing.assert_allclose(factor @ factor.T, matrix, atol=1e-7)
    ensemble = columns.ensemble(4, rng=rng)
    values = np.linalg.eigvalsh(matrix)[::-1][: ensemble.rank]
    np.testing.assert_allclose(ensemble.eigenvalues, values, rtol=1e-4)
    assert ensemble.rank == (2 if kernel == "linear" else (np.linalg.eigvalsh(matrix) > 1e-9 * values[0]).sum())


def test_only_powers_above_one_take_the_width_of_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    monkeypatch.setattr(processes, "automatic_gamma", lambda *a, sharp, rng: seen.append(sharp) or 1.0)
    for power in (0.5, 1.0, 1.5, np.inf):
        SEEDINGS["k-dpp"].with_options(power=power).indices(X, 3, random_state=0)
    SEEDINGS["sequential"].indices(X, 3, random_state=0)
    assert seen == [False, False, True, True, False]


@pytest.mark.parametrize("k", [2, 3, 8])
def test_as_many_candidates_of_the_sequential_sampler_as_of_k_means(k: int) -> None:
    greedy = SEEDINGS["greedy-sequential"]
    for seed in range(5):
        found = greedy.with_options(n_candidates=2 + int(np.log(k))).indices(X, k, random_state=seed)
        np.testing.assert_array_equal(greedy.indices(X, k, random_state=seed), found)


def test_a_random_size_is_reproducible() -> None:
    seeding = SEEDINGS["dpp"].with_options(gamma=0.01)  # often empty at first
    for seed in range(8):
        first, second = (seeding.indices(X, None, random_state=seed).tolist() for _ in range(2))
        assert first == second


def test_nearest_seeds_after_a_swap_are_those_found_from_scratch() -> None:
    points, rng = Points.of(X, WEIGHTS), np.random.default_rng(0)
    everyone = np.arange(40)
    for _ in range(20):
        seeds = rng.choice(40, 5, replace=False)
        before = local_search.two_nearest(points, seeds, everyone)
        position, new = int(rng.integers(5)), int(rng.choice(np.setdiff1d(everyone, seeds)))
        seeds = seeds.copy()
        seeds[position] = new
        distance = points.squared_distances(np.array([new]))[0]
        after = local_search._after_swap(points, seeds, position, before, distance)
        squares = np.sort(SQUARES[seeds], axis=0)
        np.testing.assert_allclose(after.distances[0], squares[0], atol=1e-9)
        np.testing.assert_allclose(after.distances[1], squares[1], atol=1e-9)
        np.testing.assert_allclose(SQUARES[seeds[after.owners[0]], everyone], squares[0], atol=1e-9)
        np.testing.assert_allclose(SQUARES[seeds[after.owners[1]], everyone], squares[1], atol=1e-9)


def test_the_seed_that_is_given_up_is_that_of_the_best_swap() -> None:
    """By the cost of every swap; None where each of them costs more than it gains."""
    points, rng, answers = Points.of(X, WEIGHTS), np.random.default_rng(0), []
    for _ in range(60):
        seeds = rng.choice(40, 4, replace=False)
        new = int(rng.choice(np.setdiff1d(np.arange(40), seeds)))
        costs = [WEIGHTS @ SQUARES[[*np.delete(seeds, i), new]].min(axis=0) for i in range(4)]
        nearest = local_search.two_nearest(points, seeds, np.arange(40))
        found = local_search._cheapest_to_lose(points, nearest, points.squared_distances(np.array([new]))[0], 4)
        answers.append(found)
        assert found == (int(np.argmin(costs)) if min(costs) < WEIGHTS @ SQUARES[seeds].min(axis=0) else None)
    assert None in answers
    assert len(set(answers)) == 5


@pytest.mark.parametrize("each", [1, 3])
def test_rounds_draw_by_weight_and_squared_distance_to_the_earlier_ones(
    each: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[np.ndarray, np.ndarray]] = []
    draw = oversampling.propose

    def noted(potential: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
        assert count == each
        seen.append((potential, draw(potential, count, rng)))
        return seen[-1][1]

    monkeypatch.setattr(oversampling, "propose", noted)
    found = oversampling._rounds(Points.of(X, WEIGHTS), n_rounds=5, each=each, rng=np.random.default_rng(0))
    assert len(seen) == 5
    np.testing.assert_allclose(seen[0][0], np.cumsum(WEIGHTS))
    for number in range(1, 5):
        earlier = np.concatenate([drawn for _, drawn in seen[:number]])
        np.testing.assert_allclose(seen[number][0], np.cumsum(WEIGHTS * SQUARES[earlier].min(axis=0)), atol=1e-9)
    assert found.tolist() == [i for _, drawn in seen for i in np.unique(drawn)]
    three_places = Points.of(np.repeat([[0.0], [1.0], [5.0]], 4, axis=0), np.ones(12))
    assert oversampling._rounds(three_places, n_rounds=9, each=each, rng=np.random.default_rng(0)).size <= 3 * each
    for lonely in (0, 5):  # one row apart from all others, wherever it is
        rows = np.where(np.arange(6) == lonely, 7.0, 0.0)[:, None]
        assert lonely in oversampling._rounds(
            Points.of(rows, np.ones(6)), n_rounds=2, each=each, rng=np.random.default_rng(0)
        )


@pytest.mark.parametrize("gamma", [1e4, 1e6, 1e8])
@pytest.mark.parametrize("form", [np.array, scipy.sparse.csr_array])
def test_tight_kernels_of_far_groups_have_their_rank(form: Callable[[np.ndarray], Any], gamma: float) -> None:
    """Products of rows have lost the digits in which points of a group differ; that must not end the factorisation."""
    rng = np.random.default_rng(0)
    rows = np.concatenate([rng.standard_normal((50, 2)), 1e6 + rng.standard_normal((50, 2))]) * 1e-3
    exact = np.exp(-gamma * ((rows[:, None] - rows) ** 2).sum(axis=2))
    points = Points.of(form(rows), np.ones(100))
    kernel = processes.weighted_kernel(form(rows), points, None, kernel="rbf", gamma=gamma, sharp=False, rng=rng)
    factor, ensemble = kernel.factor(100, rng=rng).factor, kernel.ensemble(None, rng=rng)
    if form is np.array:
        np.testing.assert_allclose(factor @ factor.T, exact, atol=1e-8)
        values = np.linalg.eigvalsh(exact)
        assert ensemble.rank == (values > 1e-9 * values[-1]).sum()
    assert ensemble.rank > 10
    seeding = SEEDINGS["dpp"].with_options(gamma=1e8)
    assert seeding.indices(form(rows), None, random_state=0).size > 30  # each point by itself is kept half the time
