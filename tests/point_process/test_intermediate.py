"""Intermediate sampling by its identities: what a dictionary splits the kernel into, and how often samples are kept."""

import math
from collections.abc import Callable
from itertools import combinations, product

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from diverseed.errors import InputError
from diverseed.point_process import LazyEnsemble, LEnsemble, intermediate, lazy
from diverseed.point_process import split as splits
from diverseed.point_process.draw import keep
from diverseed.point_process.intermediate import FirstStage, Proposal, best_tau
from diverseed.point_process.rows import RBF, Linear, RowProcess
from diverseed.point_process.sizes import log_total
from diverseed.point_process.split import KernelSplit

N = 7
X = np.random.default_rng(0).random((N, 2))
WEIGHTS = np.array([1, 2, 0.5, 3, 1, 0, 2])
FACTOR = np.random.default_rng(1).standard_normal((N, 4))
WEIGHTED = np.sqrt(np.outer(WEIGHTS, WEIGHTS))
FAR = np.array([1e5, -1e5])
NAMES = ["plain", "weights", "linear", "far from the origin", "given points"]


def process_and_kernel(name: str) -> tuple[RowProcess, np.ndarray]:
    """A process on rows, and its whole kernel."""
    rbf = rbf_kernel(X, gamma=3.0)
    if name == "linear":
        return RowProcess.of(FACTOR, Linear(), WEIGHTS), WEIGHTED * (FACTOR @ FACTOR.T)
    if name == "weights":
        return RowProcess.of(X, RBF(3.0), WEIGHTS), WEIGHTED * rbf
    if name == "given points":
        process = RowProcess.of(X, RBF(3.0), WEIGHTS).condition(np.array([3, 6]), np.array([1]))
        given = WEIGHTED * rbf
        given = given - given[:, [3, 6]] @ np.linalg.solve(given[np.ix_([3, 6], [3, 6])], given[[3, 6]])
        given[[1, 3, 6]] = given[:, [1, 3, 6]] = 0
        return process, given
    return RowProcess.of(X + FAR * (name != "plain"), RBF(3.0), np.ones(N)), rbf


def elementary_symmetric(values: np.ndarray, k: int) -> float:
    return sum(math.prod(subset) for subset in combinations(values, k))


@pytest.mark.parametrize("k", [None, 1, 3])
def test_size_laws_by_enumeration(k: int | None) -> None:
    """The value, and how often each eigenvector is kept: the slope of the value by differences."""
    values = np.array([0.2, 3.0, 1.0, 0.7])

    def value(eigenvalues: np.ndarray) -> float:
        if k is None:
            return float(np.log(np.prod(1 + eigenvalues)))
        return math.log(elementary_symmetric(eigenvalues, k))

    assert log_total(np.log(values), k) == pytest.approx(value(values))
    step = 1e-6
    kept = [
        (value(values * np.exp(step * unit)) - value(values * np.exp(-step * unit))) / 2 / step for unit in np.eye(4)
    ]
    draws = [keep(np.log(values), k, np.random.default_rng(seed), n_samples=1)[0] for seed in range(600)]
    frequency = np.mean([np.isin(np.arange(4), draw) for draw in draws], axis=0)
    np.testing.assert_allclose(frequency, kept, atol=5 * math.sqrt(0.25 / 600))


def test_the_first_stage_of_a_random_size() -> None:
    """Eigenvectors kept by odds, and a Poisson number of points, all larger by the factor 1 + tau."""
    log_l, tau, delta, rng = np.log([0.5, 2.0]), 0.5, 1.2, np.random.default_rng(0)
    stage = FirstStage.of(None, log_l, tau=tau, delta=delta)
    drawn = [stage.draw(rng) for _ in range(4000)]
    frequency = np.mean([np.isin([0, 1], kept) for kept, _ in drawn], axis=0)
    np.testing.assert_allclose(frequency, [0.75 / 1.75, 3 / 4], atol=5 * math.sqrt(0.25 / 4000))
    assert np.mean([count for _, count in drawn]) == pytest.approx(3.6, abs=5 * math.sqrt(3.6 / 4000))


def weights_of_first_stages(values: np.ndarray, k: int, tau: float, delta: float) -> dict[tuple[int, int], float]:
    """Of s eigenvectors and j further points, by the binomial expansion written out."""
    weights: dict[tuple[int, int], float] = {}
    for s in range(min(k, len(values)) + 1):
        for i in range(min(s, k - s) + 1):
            j = k - s - i
            weight = elementary_symmetric(values, s) * math.comb(s, i) * tau**i * delta**j / math.factorial(j)
            weights[s, j] = weights.get((s, j), 0) + weight
    return weights


@pytest.mark.parametrize("k", [1, 3, 4])
def test_the_first_stage_of_a_fixed_size(k: int) -> None:
    values, tau, delta, rng = np.array([0.5, 2.0, 1.0]), 0.4, 1.2, np.random.default_rng(0)
    stage = FirstStage.of(k, np.log(values), tau=tau, delta=delta)
    drawn = [stage.draw(rng) for _ in range(3000)]
    weights = weights_of_first_stages(values, k, tau, delta)
    total = sum(weights.values())
    for s in range(min(k, 3) + 1):
        expected = sum(weight for (size, _), weight in weights.items() if size == s) / total
        assert np.mean([kept.size == s for kept, _ in drawn]) == pytest.approx(expected, abs=5 * 0.5 / math.sqrt(3000))
    points = sum(weight * j for (_, j), weight in weights.items()) / total + delta / tau
    assert np.mean([count for _, count in drawn]) == pytest.approx(points, abs=5 * 2 / math.sqrt(3000))


@pytest.mark.parametrize("k", [None, 1, 2, 3])
def test_means_under_the_poisson_process(k: int | None) -> None:
    """Summed over all multisets of two points: of the kernel, f(L); of its bound, what the first stage says."""
    kernel, features, tau = np.array([[2.0, 0.6], [0.6, 1.0]]), np.array([[1.2, 0.1], [0.3, 0.5]]), 0.7
    part = features @ features.T
    rest = (kernel - part).diagonal()
    rates = rest / tau

    def value(matrix: np.ndarray) -> float:
        coefficients = np.poly(-np.linalg.eigvalsh(matrix)) if len(matrix) else np.ones(1)  # e_0, e_1, ...
        return float(coefficients.sum() if k is None else coefficients[k] if k < coefficients.size else 0)

    of_kernel = of_bound = 0.0
    for counts in np.ndindex(18, 18):
        probability = math.prod(r**c * math.exp(-r) / math.factorial(c) for r, c in zip(rates, counts, strict=True))
        sigma = np.repeat([0, 1], counts)
        root = 1 / np.sqrt(np.outer(rates, rates))[np.ix_(sigma, sigma)]
        chosen, zeros = np.ix_(sigma, sigma), np.zeros((sigma.size, sigma.size))
        blocks = np.block([[root * part[chosen], zeros], [zeros, tau * np.eye(sigma.size)]])
        kernel_value, bound_value = value(root * kernel[chosen]), value(blocks)
        assert kernel_value <= bound_value * (1 + 1e-9) + 1e-9
        of_kernel, of_bound = of_kernel + probability * kernel_value, of_bound + probability * bound_value
    assert of_kernel == pytest.approx(value(kernel), abs=1e-7)
    stage = FirstStage.of(k, np.log(np.linalg.eigvalsh(part)), tau=tau, delta=float(rest.sum()))
    assert math.exp(stage.log_total) == pytest.approx(of_bound, rel=1e-6)


@pytest.mark.parametrize("kept", [[0], [1, 2], [0, 1, 2]], ids=str)
def test_eigenvectors_are_orthonormal_and_proposed_by_their_leverage(
    kept: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    process = process_and_kernel("weights")[0]
    split = KernelSplit.of(process.scaled(-1.5), process.rows(np.arange(3)))
    points, everywhere = np.array(kept), np.arange(N)

    def check(
        vectors: Callable[[np.ndarray], np.ndarray], density: np.ndarray, m: int, rng: np.random.Generator
    ) -> np.ndarray:
        basis = vectors(everywhere)
        np.testing.assert_allclose(basis @ basis.T, np.eye(m), atol=1e-9)
        directions = split.features(everywhere)[:, kept] * np.exp(-split.log_l[kept] / 2)
        np.testing.assert_allclose(basis, directions.T, atol=1e-9)
        leverage = np.square(basis).sum(axis=0)
        assert (density >= leverage).all()
        assert m < 3 or density == pytest.approx(leverage)
        return points

    monkeypatch.setattr(splits, "projection_points", check)
    assert split.draw(points, np.random.default_rng(0)) is points


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("m", [2, N])
@pytest.mark.parametrize("log_scale", [0.0, 0.8])
def test_the_kernel_is_split_into_a_projection_and_the_rest(name: str, m: int, log_scale: float) -> None:
    """``A = L_:Z L_ZZ^+ L_Z:`` for the rows Z of the dictionary."""
    process, kernel = process_and_kernel(name)
    rows = process.rows(np.arange(m))
    split = KernelSplit.of(process.scaled(log_scale), rows)
    inside = process.unweighted(rows, rows)
    across = process.values_with(rows, np.arange(N))
    part = np.exp(log_scale) * across @ np.linalg.pinv(inside, rcond=1e-9, hermitian=True) @ across.T
    features = split.features(np.arange(N))
    np.testing.assert_allclose(features @ features.T, part, atol=1e-7)
    rest = np.exp(log_scale) * kernel.diagonal() - part.diagonal()
    least = 1e-9 * np.exp(log_scale) * kernel.diagonal()
    np.testing.assert_allclose(split.rest, np.maximum(rest, least), atol=1e-8)
    values, vectors = np.linalg.eigh(part)
    kept = values > 1e-8
    np.testing.assert_allclose(np.sort(split.log_l)[-kept.sum() :], np.log(values[kept]), atol=1e-5)
    np.testing.assert_allclose(split.leverage, np.square(vectors[:, kept]).sum(axis=1), atol=1e-5)
    if m == N:
        np.testing.assert_allclose(process.values(np.arange(N), np.arange(N)), kernel, atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("k", [None, 1, 3])
@pytest.mark.parametrize("m", [1, 3, 6])
def test_samples_are_kept_as_often_as_the_normalisers_say(name: str, k: int | None, m: int) -> None:
    """The mean acceptance is that of the kernel over that of the bound; none is above 1."""
    process, kernel = process_and_kernel(name)
    split = KernelSplit.of(process.scaled(-0.5), process.rows(np.arange(m)))
    proposal = Proposal(split, k)
    rng, accepted = np.random.default_rng(0), []
    for _ in range(600):
        points = proposal.sample(rng)
        accepted.append(
            proposal.log_acceptance(points, proposal.kernel(points)) if points.size else log_total(points, k)
        )
    assert max(accepted) <= 1e-6
    values, delta, tau = np.exp(split.log_l), float(split.rest.sum()), proposal.tau
    eigenvalues = np.exp(-0.5) * np.linalg.eigvalsh(kernel)
    if k is None:
        # of the kernel det(I + L); of the bound det(I + (1 + tau) A) exp(tau q), in units of the Poisson process
        share = np.prod(1 + eigenvalues) / np.prod(1 + (1 + tau) * values) / math.exp(delta)
    else:
        share = elementary_symmetric(eigenvalues, k) / sum(weights_of_first_stages(values, k, tau, delta).values())
    rare = 5 / 600  # so few refusals may not show
    assert np.mean(np.exp(accepted)) == pytest.approx(share, abs=5 * np.std(np.exp(accepted)) / math.sqrt(600) + rare)
    with np.errstate(divide="ignore"):
        log_l = np.log(np.maximum(eigenvalues, 1e-300))
    assert np.exp(-proposal.log_trials(log_l)) == pytest.approx(share)


@pytest.mark.parametrize("unit", [1e-20, 1.0, 1e20])
def test_eigenvalues_that_are_rounding_are_left_out_at_any_scale(unit: float) -> None:
    vectors = np.linalg.qr(np.random.default_rng(0).standard_normal((5, 2)))[0]
    values = intermediate._log_eigenvalues(unit * (vectors * [1.0, 1e-9]) @ vectors.T)
    np.testing.assert_allclose(values, np.log(unit) + np.log([1e-9, 1.0]), atol=1e-5)


@pytest.mark.parametrize("inside", [0.1, 2.0, 40.0])
@pytest.mark.parametrize("delta", [1e-4, 1.0, 50.0, 1e300])
def test_samples_have_the_size_that_takes_least_work(inside: float, delta: float) -> None:
    q = np.geomspace(0.5, 2, 201) * delta / best_tau(inside, delta)
    assert np.argmin(3 * np.log(inside + delta + q) + inside * delta / q) == 100


def test_samples_have_about_the_size_that_is_expected() -> None:
    process = process_and_kernel("plain")[0]
    for m in (2, 5):
        proposal = Proposal(KernelSplit.of(process.scaled(1.0), process.rows(np.arange(m))), None)
        rng = np.random.default_rng(0)
        sizes = [proposal.sample(rng).size for _ in range(300)]
        assert np.mean(sizes) == pytest.approx(proposal.expected_size, rel=0.2)


def test_dictionaries_keep_the_trace_that_they_leave_out() -> None:
    values = np.array([3.0, 1.0])
    for (tail, n), unit in product([(2.0, 10), (2.0, 3), (2.0, 5000), (1e-9, 10), (0.0, 10)], [1.0, 1e-8, 1e8]):
        process, empty = RowProcess.of(np.zeros((n, 2)), Linear(), np.ones(n)), np.empty((0, 2))
        made = KernelSplit(process, empty, empty, np.log(unit * values), np.ones(n), np.full(n, unit * tail / n))
        eigenvalues = np.exp(made.log_eigenvalues)
        assert eigenvalues[:2] == pytest.approx(unit * values)
        assert eigenvalues.size == (2 + min(n - 2, 1000) if tail > 1e-6 else 2)
        assert eigenvalues.sum() == pytest.approx(unit * (4 + tail))


def test_dictionaries_are_the_same_at_every_call(monkeypatch: pytest.MonkeyPatch) -> None:
    process = RowProcess.of(np.random.default_rng(0).random((60, 2)), RBF(3.0), np.ones(60))
    for sample in (100, 40):  # of all points, and of some
        monkeypatch.setattr(splits, "SAMPLE", sample)
        np.testing.assert_array_equal(KernelSplit.of_sample(process, 8).rows, KernelSplit.of_sample(process, 8).rows)


def test_dictionaries_of_processes_without_points(monkeypatch: pytest.MonkeyPatch) -> None:
    for sample in (100, 3):
        monkeypatch.setattr(splits, "SAMPLE", sample)
        assert KernelSplit.of_sample(RowProcess.of(X, RBF(3.0), np.zeros(N)), 4).log_eigenvalues.size == 0


@pytest.mark.parametrize("unit", [1e-9, 1.0, 1e9])
def test_dictionaries_and_splits_at_any_scale(unit: float) -> None:
    process, scaled = (RowProcess.of(s * FACTOR, Linear(), np.ones(N)) for s in (1.0, unit))
    made, scaled_made = KernelSplit.of_sample(process, N), KernelSplit.of_sample(scaled, N)
    np.testing.assert_allclose(scaled_made.log_l, 2 * math.log(unit) + made.log_l, atol=1e-6)
    split, scaled_split = (
        KernelSplit.of(p.scaled(s), p.rows(np.arange(N))) for p, s in ((process, 0.0), (scaled, -2 * math.log(unit)))
    )
    np.testing.assert_allclose(scaled_split.log_l, split.log_l, atol=1e-6)
    np.testing.assert_allclose(scaled_split.leverage, split.leverage, atol=1e-6)


def test_dictionaries_grow_with_the_points_drawn() -> None:
    """Points that see nobody else need a row each."""
    ensemble = LazyEnsemble(np.arange(300.0)[:, None], gamma=30.0)
    sizes = [len(ensemble._estimate(lazy._rows_for(size)).rows) for size in (0, 10, 40)]
    assert sizes == [30 + 4 * size for size in (0, 10, 40)]
    assert len(LazyEnsemble(X, n_dictionary=1)._estimate(40).rows) == 1


def test_sizes_given_points() -> None:
    ensemble, exact = (
        whole.condition(include=[0, 4]) for whole in (LazyEnsemble(X, gamma=3.0), LEnsemble(rbf_kernel(X, gamma=3.0)))
    )
    assert ensemble.expected_size == pytest.approx(exact.expected_size)
    assert ensemble.rescale(3.5).expected_size == pytest.approx(3.5)


@pytest.mark.parametrize("k", [None, 2])
@pytest.mark.parametrize("limit", ["_LARGEST", "_TRIALS"])
def test_either_limit_is_enough_to_refuse(k: int | None, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message says how many trials it would take: what kernel and bound have in the mean."""
    ensemble = LazyEnsemble(X, gamma=3.0)
    assert ensemble.sample(k, random_state=0).size <= N
    proposal = ensemble._prepared[k]
    scale = np.log(proposal.split.process.weights[0])
    log_l = scale + np.log(np.linalg.eigvalsh(rbf_kernel(X, gamma=3.0)))
    monkeypatch.setattr(lazy, limit, 0)
    with pytest.raises(InputError, match=f"and {np.exp(proposal.log_trials(log_l)):.3g} trials; the limits are"):
        LazyEnsemble(X, gamma=3.0).sample(k)


@pytest.mark.parametrize("weights", [None, np.linspace(0.1, 3, 500)])
def test_a_sample_of_the_points_estimates_the_spectrum(
    weights: np.ndarray | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its eigenvalues and the trace that they leave out, in proportion to what all points have."""
    monkeypatch.setattr(splits, "SAMPLE", 300)
    points = np.random.default_rng(0).random((500, 2))
    ensemble = LazyEnsemble(points, gamma=3.0, weights=weights)
    exact = LEnsemble(rbf_kernel(points, gamma=3.0), weights=weights)
    for size in (54, 500):
        made = KernelSplit.of_sample(ensemble._process, size)
        assert len(made.rows) <= size
        values = np.sort(np.exp(made.log_l))[::-1]
        assert values.sum() + made.rest.sum() == pytest.approx(exact.eigenvalues.sum())
        np.testing.assert_allclose(values[:5], exact.eigenvalues[:5], rtol=0.15)
    assert ensemble.expected_size == pytest.approx(exact.expected_size, rel=0.05)
    assert ensemble.rescale(4).expected_size == pytest.approx(4, rel=0.01)


def test_rows_of_a_narrow_kernel_stay_where_the_points_are() -> None:
    """Their means would see nobody."""
    process = RowProcess.of(np.arange(60.0)[:, None], RBF(10.0), np.ones(60))
    made = KernelSplit.of_sample(process, 20)
    assert np.exp(made.log_l) == pytest.approx(np.ones(20), abs=1e-3)
    assert made.rest.sum() == pytest.approx(40, abs=1e-3)


def test_small_processes_are_often_empty_and_those_of_no_weight_always() -> None:
    half = LazyEnsemble(X, gamma=3.0).rescale(0.5)
    draws = half.sample(n_samples=600, random_state=0)
    variance = LEnsemble(rbf_kernel(X, gamma=3.0)).rescale(0.5).size_variance
    assert np.mean([draw.size for draw in draws]) == pytest.approx(0.5, abs=5 * math.sqrt(variance / 600))
    nothing = LazyEnsemble(X, weights=np.zeros(N)).sample(random_state=0)
    assert (nothing.size, nothing.dtype) == (0, np.intp)


def test_rows_whose_sum_overflows_in_their_own_precision_are_finite() -> None:
    with np.errstate(all="ignore"):
        assert len(LazyEnsemble(np.full((5, 1), 3e38, dtype=np.float32))) == 5


def test_sizes_from_the_included_points_to_all() -> None:
    ensemble = LazyEnsemble(X, gamma=30.0).condition(include=[4, 2])
    assert [draw.tolist() for draw in ensemble.sample(2, n_samples=3)] == [[2, 4]] * 3
    assert ensemble.sample(N, random_state=0).tolist() == list(range(N))
    for k in (1, N + 1, 3.0, True):
        with pytest.raises(InputError, match="must be an integer from 2"):
            ensemble.sample(k)  # type: ignore[call-overload]
