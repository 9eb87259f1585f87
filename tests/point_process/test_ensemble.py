"""Probabilities against enumeration, invariances, Lemma 1 of the paper, and errors."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.linalg
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from diverseed.errors import InputError
from diverseed.point_process import LEnsemble, greedy_pivots, head_and_tail, pivoted, pivoted_cholesky, spectrum
from tests.oracles import dpp_law, matrix_power, projection_law, subsets
from tests.point_process.test_samplers import random_factor, random_kernel


def rbf(points: np.ndarray, gamma: float) -> np.ndarray:
    return np.exp(-gamma * ((points[:, None] - points[None]) ** 2).sum(axis=2))


@pytest.mark.parametrize("n", [1, 2, 5, 7])
def test_sizes_against_enumeration(n: int) -> None:
    kernel = random_kernel(n)
    law = dpp_law(kernel)
    sizes = np.bincount([len(s) for s in law], weights=list(law.values()), minlength=n + 1)
    ensemble = LEnsemble(kernel)
    np.testing.assert_allclose(ensemble.size_distribution(), sizes, atol=1e-12)
    assert ensemble.expected_size == pytest.approx(sizes @ np.arange(n + 1))
    assert ensemble.size_variance == pytest.approx(sizes @ np.arange(n + 1) ** 2 - ensemble.expected_size**2)


@pytest.mark.parametrize("k", [None, 0, 1, 3, 6])
def test_inclusion_against_enumeration(k: int | None) -> None:
    kernel = random_kernel()
    law = dpp_law(kernel, k)
    expected = [sum(p for s, p in law.items() if i in s) for i in range(6)]
    np.testing.assert_allclose(LEnsemble(kernel).inclusion_probabilities(k), expected, atol=1e-12)


def test_marginal_kernel_against_enumeration() -> None:
    kernel = random_kernel(5)
    law = dpp_law(kernel)
    marginal = LEnsemble(kernel).marginal_kernel()
    for subset in subsets(5):
        contained = sum(p for s, p in law.items() if set(subset) <= set(s))
        assert np.linalg.det(marginal[np.ix_(subset, subset)]) == pytest.approx(contained, abs=1e-12)


@pytest.mark.parametrize("k", [None, 2, 4])
@pytest.mark.parametrize("power", [0.7, 1.0, 3.0])
def test_log_prob_against_enumeration(k: int | None, power: float) -> None:
    kernel = random_kernel(5)
    ensemble = LEnsemble(kernel).sharpen(power)
    for subset, p in dpp_law(matrix_power(kernel, power), k).items():
        assert ensemble.log_prob(subset, k) == pytest.approx(np.log(p), abs=1e-8)
    assert ensemble.log_prob((0, 1), 3) == ensemble.log_prob((0, 1, 2), 2) == -np.inf


def test_log_prob_of_the_projection_process_with_ties() -> None:
    basis = np.linalg.qr(random_factor(5, 5))[0]
    eigenvalues = np.array([3.0, 2.0, 2.0, 2.0, 1.0])
    sharp = LEnsemble((basis * eigenvalues) @ basis.T).sharpen(np.inf)
    for k in (1, 2, 3, 4, 5):
        for subset, p in projection_law(basis, eigenvalues, k).items():
            assert np.exp(sharp.log_prob(subset, k)) == pytest.approx(p, abs=1e-9)
    half = LEnsemble.from_eigenvectors([9, 4, 1.0, 1.0, 0.1], basis).sharpen(np.inf)
    total = sum(np.exp(half.log_prob(subset)) for subset in subsets(5))
    assert total == pytest.approx(1)
    assert half.expected_size == 3


def test_log_prob_far_outside_the_range_of_floats() -> None:
    kernel = random_kernel(5)
    for factor in (1e-250, 1e250):
        for subset in subsets(5, 3):
            plain, scaled = LEnsemble(kernel), LEnsemble(factor * kernel)
            assert scaled.log_prob(subset, 3) == pytest.approx(plain.log_prob(subset, 3), abs=1e-8)
    sharp = LEnsemble(kernel).sharpen(500)
    assert sum(np.exp(sharp.log_prob(s, 2)) for s in subsets(5, 2)) == pytest.approx(1)


def test_an_impossible_draw_raises_no_warning() -> None:
    ensemble = LEnsemble.from_eigenvectors([2.0, 1.0], np.eye(3)[:, :2])
    with np.errstate(all="raise"):
        assert ensemble.log_prob([0, 2]) == ensemble.log_prob([0, 2], 2) == -np.inf


def exact_log_minor(values: np.ndarray, vectors: np.ndarray, points: list[int]) -> float:
    """``log det(L_S)`` of the kernel with these eigenvalues and eigenvectors, by elimination in rational numbers."""
    weights, rows = [Fraction(x) for x in values], [[Fraction(x) for x in row] for row in vectors[points]]
    left = [[sum(w * x * y for w, x, y in zip(weights, r, s, strict=True)) for s in rows] for r in rows]
    determinant = Fraction(1)
    while left:
        (pivot, *across), *others = left
        determinant *= pivot
        left = [[x - head / pivot * y for x, y in zip(row, across, strict=True)] for head, *row in others]
    return math.log(determinant.numerator) - math.log(determinant.denominator)


def test_log_prob_keeps_its_digits_where_a_point_is_all_but_missing_from_the_top_vectors() -> None:
    """Eigenvalues over thirty orders of magnitude; QR without pivoting is off by up to 2e-8 here."""
    for seed in range(40):
        rng = np.random.default_rng(seed)
        start = rng.standard_normal((6, 6))
        start[0, :2] = 10 ** -rng.uniform(6, 12)
        values, vectors = np.sort(10 ** rng.uniform(-30, 0, 6))[::-1], np.linalg.qr(start)[0]
        found = LEnsemble.from_eigenvectors(values, vectors).log_prob([0, 2, 3]) + np.log1p(values).sum()
        assert found == pytest.approx(exact_log_minor(values, vectors, [0, 2, 3]), rel=0, abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(2, 7), rank=st.integers(1, 9))
def test_invariances(seed: int, n: int, rank: int) -> None:
    rng = np.random.default_rng(seed)
    factor = rng.standard_normal((n, rank))
    dense, dual = LEnsemble(factor @ factor.T), LEnsemble.from_factor(factor)
    assert dense.rank == dual.rank == min(n, rank)
    np.testing.assert_allclose(dense.eigenvalues, dual.eigenvalues, rtol=1e-6)
    np.testing.assert_allclose(dense.marginal_kernel(), dual.marginal_kernel(), atol=1e-7)

    order = rng.permutation(n)
    permuted = LEnsemble.from_factor(factor[order])
    np.testing.assert_allclose(permuted.inclusion_probabilities(), dual.inclusion_probabilities()[order], atol=1e-9)

    size = rng.uniform(0.1, 0.9) * dual.rank
    once, again = dual.rescale(size), LEnsemble.from_factor(1e3 * factor).rescale(size)
    assert once.expected_size == pytest.approx(size)
    np.testing.assert_allclose(once.eigenvalues, again.eigenvalues, rtol=1e-6)


def test_weights_are_repeats() -> None:
    kernel, weights = random_kernel(4), np.array([1, 3, 2, 1])
    copies = np.repeat(np.arange(4), weights)
    repeated = LEnsemble(kernel[np.ix_(copies, copies)])
    weighted = LEnsemble(kernel, weights=weights)
    np.testing.assert_allclose(
        weighted.inclusion_probabilities(), np.bincount(copies, weights=repeated.inclusion_probabilities()), atol=1e-10
    )
    np.testing.assert_allclose(weighted.size_distribution(), repeated.size_distribution()[:5], atol=1e-10)


@pytest.mark.parametrize("gamma", [1.0, 30.0, 3000.0])
def test_low_rank_route_agrees_with_the_full_decomposition(gamma: float) -> None:
    kernel = rbf(np.random.default_rng(0).random((400, 2)), gamma)
    ensemble = LEnsemble(kernel)
    values = np.linalg.eigvalsh(kernel)[::-1]
    np.testing.assert_allclose(ensemble.eigenvalues, values[: ensemble.rank], atol=400 * 2.3e-16 * values[0])
    assert values[ensemble.rank :].max(initial=0) <= 5000 * 2.3e-16 * values[0]
    vectors = ensemble.eigenvectors
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(ensemble.rank), atol=1e-10)


def test_rounding_of_single_precision_is_not_taken_for_indefiniteness() -> None:
    factor = random_factor(60, 3).astype(np.float32)
    kernel = 100 * factor @ factor.T
    assert np.linalg.eigvalsh(kernel.astype(float))[0] < -1e-6
    assert LEnsemble(kernel).rank == LEnsemble(kernel, weights=np.ones(60)).rank == 3


def test_reproducible_and_distinct() -> None:
    ensemble = LEnsemble(rbf(np.random.default_rng(0).random((300, 2)), 20))
    for k in (None, 17):
        first, second = (ensemble.sample(k, n_samples=5, random_state=3) for _ in range(2))
        assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
        assert all(np.unique(draw).size == draw.size for draw in first)
    assert ensemble.sample(0).size == 0
    legacy = np.random.RandomState(0)
    assert not np.array_equal(ensemble.sample(9, random_state=legacy), ensemble.sample(9, random_state=legacy))


def test_sharp_process_draws_one_point_from_each_block() -> None:
    rng = np.random.default_rng(1)
    cluster = np.repeat(np.arange(12), 25)
    centres = 10 * np.array([(i % 4, i // 4) for i in range(12)])
    kernel = rbf(centres[cluster] + rng.standard_normal((300, 2)), 0.1)
    for draw in LEnsemble(kernel).sharpen(np.inf).sample(12, n_samples=50, random_state=0):
        assert sorted(cluster[draw]) == list(range(12))


def test_greedy_map_follows_the_determinant() -> None:
    kernel = random_kernel(7)
    found: list[int] = []
    for _ in range(4):
        gains = [np.linalg.det(kernel[np.ix_([*found, x], [*found, x])]) if x not in found else -1 for x in range(7)]
        found.append(int(np.argmax(gains)))
    assert LEnsemble(kernel).greedy_map(4).tolist() == found
    assert greedy_pivots(lambda j: kernel[:, j], np.diag(kernel), 4).tolist() == found
    assert greedy_pivots(lambda j: kernel[:, j], np.diag(kernel), 3, first=found[:1]).tolist() == found[1:]
    for scale in (1e-250, 1e250):
        assert LEnsemble(scale * kernel).greedy_map(4).tolist() == found


@pytest.mark.parametrize("block_size", [1, 7])
def test_pivoted_factor(block_size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pivoted, "_block_size", lambda k: block_size)
    kernel = rbf(np.random.default_rng(0).random((60, 2)), 3)
    run = pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), 20, rng=0)
    approximation = run.factor @ run.factor.T
    np.testing.assert_allclose(approximation[run.pivots], kernel[run.pivots], atol=1e-7)
    assert run.trace_error == pytest.approx(np.trace(kernel - approximation) / 60, abs=1e-9)
    assert np.unique(run.pivots).size == 20


def test_pivoted_stops_at_the_rank_and_on_duplicates() -> None:
    factor = np.repeat(random_factor(4, 3), 5, axis=0)
    kernel = factor @ factor.T
    run = pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), 10, rng=0)
    assert run.pivots.size == 3
    assert run.trace_error < 1e-12


@pytest.mark.parametrize("n_candidates", [1, 4])
@pytest.mark.parametrize("seed", range(5))
def test_pivoted_continues_into_rounding_noise_without_failing(seed: int, n_candidates: int) -> None:
    """tol=0 asks for more pivots than the kernel has digits for."""
    kernel = rbf(np.random.default_rng(seed).random((80, 1)), 0.5)
    run = pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), 80, rng=seed, tol=0.0, n_candidates=n_candidates)
    assert np.unique(run.pivots).size == run.pivots.size >= 8
    assert np.isfinite(run.factor).all()
    np.testing.assert_allclose(run.factor @ run.factor.T, kernel, atol=1e-6)


@pytest.mark.parametrize("n_candidates", [1, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_pivoted_never_takes_a_copy_of_a_pivot(dtype: type, n_candidates: int) -> None:
    places = np.tile(np.arange(6), 3)
    kernel = rbf(np.random.default_rng(0).random((6, 2)), 3)[np.ix_(places, places)].astype(dtype)
    run = pivoted_cholesky(lambda j: kernel[:, j], np.ones(18), 18, rng=0, tol=0.0, n_candidates=n_candidates)
    assert np.unique(places[run.pivots]).size == run.pivots.size == 6


@pytest.mark.parametrize("n_candidates", [1, 4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_copies_of_a_pivot_are_passed_over_among_other_proposals(
    dtype: type, n_candidates: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All points are proposed each time, those of which rounding alone is left among them."""
    monkeypatch.setattr(pivoted, "propose", lambda *_: np.arange(24))
    places = np.tile(np.arange(8), 3)
    for seed in range(20):
        kernel = rbf(np.random.default_rng(seed).random((8, 2)), 9)[np.ix_(places, places)].astype(dtype)
        with np.errstate(all="raise"):
            run = pivoted_cholesky(
                lambda j, kernel=kernel: kernel[:, j], np.ones(24), 24, rng=0, tol=0.0, n_candidates=n_candidates
            )
        assert np.unique(places[run.pivots]).size == run.pivots.size == 8


@pytest.mark.parametrize("sound", range(1, 7))
def test_of_a_block_the_part_before_rounding_is_kept(sound: int) -> None:
    block = random_kernel(6)
    if sound < 6:
        block[sound:, sound:] -= 1e3 * np.eye(6 - sound)
    found = pivoted._leading_triangle(block)
    np.testing.assert_allclose(found @ found.T, block[:sound, :sound])


@pytest.mark.parametrize("n_candidates", [1, 4])
@pytest.mark.parametrize("block_size", [1, 5])
@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_pivoted_stops_at_the_first_factor_of_the_accuracy_asked_for(
    scale: float, block_size: int, n_candidates: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is a Cholesky factor: exact for its pivots, triangular in their order, with the error it reports."""
    monkeypatch.setattr(pivoted, "_block_size", lambda k: block_size)
    kernel = scale * rbf(np.random.default_rng(0).random((50, 2)), 4)
    for seed in range(4):
        columns, diagonal = (lambda j: kernel[:, j]), np.diag(kernel)
        run = pivoted_cholesky(columns, diagonal, 40, rng=seed, tol=0.05, n_candidates=n_candidates)
        errors = 1 - np.cumsum((run.factor**2).sum(axis=0)) / kernel.trace()
        assert errors[-1] <= 0.05 < errors[-2]
        assert run.trace_error == pytest.approx(errors[-1])
        assert run.factor.shape == (50, run.pivots.size)
        inside = run.factor[run.pivots]
        np.testing.assert_allclose(inside @ run.factor.T, kernel[run.pivots], atol=1e-9 * scale)
        np.testing.assert_allclose(np.triu(inside, 1), 0, atol=1e-7 * np.sqrt(scale))


def test_a_zero_kernel_has_no_pivots_and_no_error() -> None:
    run = pivoted_cholesky(lambda j: np.zeros((4, j.size)), np.zeros(4), 3, rng=0)
    assert (run.pivots.size, run.factor.shape, run.trace_error) == (0, (4, 0), 0.0)
    assert greedy_pivots(lambda j: np.zeros((4, j.size)), np.zeros(4), 3).size == 0


@pytest.mark.parametrize("n_candidates", [2, 5])
@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e200])
def test_of_several_candidates_the_one_that_takes_most_off_the_trace_is_kept(
    n_candidates: int, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = scale * rbf(np.random.default_rng(0).random((30, 2)), 4)
    proposals: list[np.ndarray] = []
    draw = pivoted.propose
    monkeypatch.setattr(pivoted, "propose", lambda *a: proposals.append(draw(*a)) or proposals[-1])
    found = pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), 6, rng=0, n_candidates=n_candidates).pivots
    chosen: list[int] = []
    for proposed, pivot in zip(proposals, found, strict=True):
        assert proposed.size == n_candidates
        left = [np.trace(kernel) - np.trace(nystrom(kernel, [*chosen, c])) for c in proposed]
        assert proposed[int(np.argmin(left))] == pivot
        chosen.append(int(pivot))


def test_blocks_are_judged_by_what_the_pivots_leave_of_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = 3 * rbf(np.random.default_rng(0).random((30, 2)), 4)
    judged: list[tuple[np.ndarray, np.ndarray, int]] = []
    proposals: list[np.ndarray] = []
    draw, accept = pivoted.propose, pivoted.accept_in_block

    def noted(residual: np.ndarray, density: np.ndarray, *, limit: int, rng: np.random.Generator) -> np.ndarray:
        judged.append((residual, density, limit))
        return accept(residual, density, limit=limit, rng=rng)

    monkeypatch.setattr(pivoted, "_block_size", lambda k: 4)
    monkeypatch.setattr(pivoted, "propose", lambda *a: proposals.append(draw(*a)) or proposals[-1])
    monkeypatch.setattr(pivoted, "accept_in_block", noted)
    pivots = pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), 11, rng=0).pivots.tolist()
    for proposed, (residual, density, limit) in zip(proposals, judged, strict=True):
        left = kernel - nystrom(kernel, pivots[: 11 - limit])
        np.testing.assert_allclose(residual, left[np.ix_(proposed, proposed)], atol=1e-9)
        np.testing.assert_allclose(density, left.diagonal()[proposed], atol=1e-9)
    assert len(judged) >= 3


def nystrom(kernel: np.ndarray, points: list[int]) -> np.ndarray:
    return kernel[:, points] @ np.linalg.solve(kernel[np.ix_(points, points)], kernel[points])


@pytest.mark.parametrize("scale", [0.2, 1.0, 7.0])
def test_sharpened_and_rescaled_eigenvalues_by_formula(scale: float) -> None:
    values = np.array([5.0, 2.0, 1.0, 0.3])
    plain = LEnsemble.from_eigenvectors(values, np.eye(4))
    once = plain.sharpen(2.0, scale=scale)
    np.testing.assert_allclose(once.eigenvalues, (values / scale) ** 2)
    np.testing.assert_allclose(once.sharpen(3.0, scale=2.0).eigenvalues, ((values / scale) ** 2 / 2) ** 3)
    assert plain.rescale(1.7).sharpen(2.0).rescale(2.2).expected_size == pytest.approx(2.2)
    sharp = plain.sharpen(np.inf, scale=scale)
    np.testing.assert_array_equal(sharp.eigenvalues, np.select([values > scale, values == scale], [np.inf, 1.0], 0.0))
    assert sharp.sharpen(4.0) is sharp
    assert sharp.sample(0).size == 0


@pytest.mark.parametrize("rank", [1, 3, 4, 5, 11, 12])
@pytest.mark.parametrize("eps", [np.float32, np.float64])
def test_every_route_gives_the_same_spectrum(rank: int, eps: type, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dozen points on the routes for hundreds: by a factor of low rank, else by all eigenvectors."""
    factor = random_factor(12, rank)
    kernel = (factor @ factor.T).astype(eps)
    plain = LEnsemble(kernel)
    assert plain.rank == rank
    monkeypatch.setattr(head_and_tail, "SMALL", 3)
    found = LEnsemble(kernel)
    np.testing.assert_allclose(found.eigenvalues, plain.eigenvalues, rtol=1e-4 if eps is np.float32 else 1e-9)
    vectors = found.eigenvectors
    np.testing.assert_allclose(np.abs(vectors.T @ plain.eigenvectors), np.eye(rank), atol=1e-3)
    np.testing.assert_allclose((vectors * found.eigenvalues) @ vectors.T, kernel, atol=1e-4)
    indefinite = kernel - 0.5 * np.eye(12)
    with pytest.raises(InputError, match="not positive semi-definite"):
        LEnsemble(indefinite).rank  # noqa: B018


@pytest.mark.parametrize("n", [30, 300])
def test_eigenvalues_at_rounding_level_do_not_count(n: int) -> None:
    """The largest is about n times the diagonal; of the others, all above the rounding of the diagonal, one counts."""
    noise = spectrum.noise_level(n, float(np.finfo(float).eps))
    kernel = np.ones((n, n)) + 10 * noise * np.eye(n)
    kernel[0, 0] += 10 * noise * n
    factor = spectrum.PivotedFactor.of(kernel, tolerance=noise * kernel.max())
    assert factor is not None
    assert factor.columns.shape[1] > n // 3
    assert LEnsemble(kernel).rank == 2


@pytest.mark.parametrize("rank", [1, 5, 20, 21, 60])
def test_a_kernel_of_low_rank_is_decomposed_by_its_factor(rank: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to a third of the points."""
    factor = random_factor(60, rank)
    kernel = factor @ factor.T
    plain = spectrum.spectrum_of_kernel(kernel)
    found = spectrum.PivotedFactor.of(kernel, tolerance=1e-12 * kernel.max())
    if rank <= 20:
        monkeypatch.setattr(scipy.linalg, "eigh", pytest.fail)
    by_factor = spectrum.spectrum_of_kernel(kernel, found)
    np.testing.assert_allclose(by_factor.eigenvalues, plain.eigenvalues, rtol=1e-9)
    np.testing.assert_allclose(np.abs(by_factor.vectors @ plain.vectors.T), np.eye(rank), atol=1e-6)


def test_candidates_lower_the_error() -> None:
    kernel = rbf(np.random.default_rng(0).random((200, 2)), 10)

    def mean_error(n_candidates: int) -> float:
        runs = [
            pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), 10, rng=seed, n_candidates=n_candidates)
            for seed in range(40)
        ]
        return float(np.mean([run.trace_error for run in runs]))

    assert mean_error(6) < 0.9 * mean_error(1)


def lemma_probability(x1: float, x2: float, x3: float, sigma: float) -> float:
    """The appendix's formula for P(x3 | S = {x1, x2}) up to the constant of the step."""
    d12, d13, d23 = (x1 - x2) ** 2, (x1 - x3) ** 2, (x2 - x3) ** 2
    inner = np.exp(-2 * sigma * d23) + np.exp(-2 * sigma * d13) - 2 * np.exp(-sigma * (d12 + d13 + d23))
    return float(1 - inner / (1 - np.exp(-2 * sigma * d12)))


@pytest.mark.parametrize("sigma", [0.05, 1.0])
@pytest.mark.parametrize("excess", [1.001, 1.5, 3.0])
def test_lemma_1(sigma: float, excess: float) -> None:
    """The nearer point x3' (at distance D - e from its seed) beats x3'' (at distance D from both)."""
    distance = excess * np.sqrt(np.log(6) / (4 * sigma))
    # the appendix needs exp(-2 s D^2 (1 - e/D)^2) < 1.5 exp(-2 s D^2); half the largest such e
    epsilon = 0.5 * distance * (1 - np.sqrt(1 - min(np.log(1.5) / (2 * sigma * distance**2), 1)))
    x1, x2, near, middle = -distance, distance, distance + (distance - epsilon), 0.0
    points = np.array([[x1], [x2], [near], [middle]])
    kernel = rbf(points, sigma)

    def ratio(x3: int) -> float:
        return float(np.linalg.det(kernel[np.ix_([0, 1, x3], [0, 1, x3])]) / np.linalg.det(kernel[:2, :2]))

    assert ratio(2) == pytest.approx(lemma_probability(x1, x2, near, sigma))
    assert ratio(3) == pytest.approx(lemma_probability(x1, x2, middle, sigma))
    assert ratio(2) > ratio(3)
    assert abs(near - x2) < abs(middle - x2)
    # the program's own residuals after x1 and x2 are these ratios
    runs = (pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), 2, rng=seed) for seed in range(1000))
    factor = next(run.factor for run in runs if set(run.pivots) == {0, 1})
    residual = 1 - (factor**2).sum(axis=1)
    np.testing.assert_allclose(residual[2:], [ratio(2), ratio(3)], rtol=1e-9)


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (np.zeros((0, 0)), "empty"),
        (np.ones((2, 3)), "square"),
        (np.ones(4), "1 dimension"),
        (np.array([[1.0, np.nan], [np.nan, 1.0]]), "nan at \\[0, 1\\]"),
        (np.array([[1.0, 0.5], [0.2, 1.0]]), "L\\[0, 1\\] = 0.5 but L\\[1, 0\\] = 0.2"),
        (np.array([["a", "b"], ["b", "a"]]), "real numbers"),
        (scipy.sparse.eye_array(3).tocsr(), "from_factor"),
    ],
)
def test_kernel_errors(kernel: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        LEnsemble(kernel)


@pytest.mark.parametrize("n", [2, 300])
def test_an_indefinite_kernel_is_refused_with_its_eigenvalue(n: int) -> None:
    kernel = np.eye(n)
    kernel[0, 1] = kernel[1, 0] = 1.5
    with pytest.raises(InputError, match=r"smallest eigenvalue is -0\.5"):
        LEnsemble(kernel).sample()


def test_an_indefinite_remainder_is_seen_beside_the_diagonal() -> None:
    kernel = np.zeros((300, 300))
    kernel[0, 0], kernel[5, 7], kernel[7, 5] = 1.0, 0.5, 0.5
    with pytest.raises(InputError, match=r"smallest eigenvalue is -0\.5"):
        LEnsemble(kernel).sample()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda e: e.sample(4), r"k=4 exceeds the numerical rank of .* \(3, with n=6\). Ask for at most 3, or"),
        (lambda e: e.sample(-1), "it is -1"),
        (lambda e: e.sample(1.5), "it is 1.5"),
        (lambda e: e.sample(n_samples=-1), "n_samples must be non-negative"),
        (lambda e: e.greedy_map(4), "numerical rank"),
        (lambda e: e.rescale(3), "between 0 and the rank, 3"),
        (lambda e: e.sharpen(0), "power must be above 0"),
        (lambda e: e.sharpen(2, -1), "scale must be a positive"),
        (lambda e: e.sharpen(2, 0), "scale must be a positive"),
        (lambda e: e.sharpen(2, np.inf), "scale must be a positive"),
        (lambda e: e.sharpen(np.inf).rescale(1), "Rescale first"),
        (lambda e: e.log_prob([0, 0]), "twice"),
        (lambda e: e.log_prob([9]), "from 0 to 5"),
        (lambda e: LEnsemble.from_factor([[np.inf]]), "inf at"),
        (lambda e: LEnsemble.from_factor(np.ones((3, 1)), weights=[1, 2]), r"shape \(3,\)"),
        (lambda e: LEnsemble.from_factor(np.ones((2, 1)), weights=[1, -2]), "one of them is -2"),
        (lambda e: pivoted_cholesky(lambda j: np.ones(3), np.ones(3), 1), "columns"),
        (lambda e: pivoted_cholesky(lambda j: np.ones((3, 1)), -np.ones(3), 1), "negative"),
        (lambda e: pivoted_cholesky(lambda j: np.ones((3, 1)), np.ones(3), 1, tol=-1), "tol must be"),
        (
            lambda e: pivoted_cholesky(lambda j: np.full((3, len(j)), np.nan), np.ones(3), 2),
            "nan on the kernel's diagonal",
        ),
    ],
)
def test_errors(call, message: str) -> None:
    with pytest.raises(InputError, match=message):
        call(LEnsemble(random_kernel(rank=3)))


def test_a_zero_kernel_draws_nothing() -> None:
    for n in (4, 300):
        ensemble = LEnsemble(np.zeros((n, n)))
        assert ensemble.rank == 0
        assert ensemble.sample().size == 0
        assert ensemble.log_prob([]) == 0
    for factor in (np.zeros((4, 2)), np.zeros((2, 4))):
        assert LEnsemble.from_factor(factor).rank == LEnsemble.from_factor(factor).sample().size == 0
    assert pivoted_cholesky(lambda j: np.zeros((4, len(j))), np.zeros(4), 2, rng=0).pivots.size == 0


def test_rounding_in_a_kernel_is_not_asymmetry() -> None:
    rng = np.random.default_rng(0)
    X = 40 + 10 * rng.standard_normal((60, 2))
    squares = (X**2).sum(axis=1)[:, None] - 2 * X @ X.T + (X**2).sum(axis=1)
    kernel = np.exp(-0.1 * squares)
    kernel[3, 4] += 1e-13
    assert LEnsemble(kernel).expected_size > 1
    kernel[3, 4] += 1e-6
    with pytest.raises(InputError, match="not symmetric"):
        LEnsemble(kernel)


def test_rounding_leaves_no_negative_residual() -> None:
    points = np.random.default_rng(0).random((60, 1)).astype(np.float32)
    kernel = rbf(points, 1.0).astype(np.float32)
    for seed in range(3):
        run = pivoted_cholesky(lambda j: kernel[:, j], np.ones(60), 40, rng=seed, tol=0.0)
        assert 0 <= run.trace_error < 1e-5


@pytest.mark.parametrize("power", [1e10, 1e308])
def test_a_power_beyond_rounding_is_the_limit(power: float) -> None:
    ensemble = LEnsemble(np.diag([3.0, 2.0, 0.5]))
    for sharp in (ensemble.sharpen(power), ensemble.sharpen(power / 8).sharpen(8.0)):
        np.testing.assert_array_equal(sharp.eigenvalues, [np.inf, np.inf, 0.0])
        assert sharp.sample(1, random_state=0).tolist() == [0]
    assert np.isfinite(np.log(ensemble.sharpen(30.0).eigenvalues)).all()
    level = LEnsemble(np.diag([1 + 1e-11, 1.0]))  # equal to rounding: either of the two
    assert level.sharpen(power).inclusion_probabilities(1).tolist() == [0.5, 0.5]
