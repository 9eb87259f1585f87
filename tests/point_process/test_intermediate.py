"""Intermediate sampling by its identities: what a dictionary of all points must give, to rounding."""

import math
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from diverseed.errors import InputError
from diverseed.point_process import LazyEnsemble, LEnsemble, lazy
from diverseed.point_process.intermediate import Dictionary, FixedSize, Proposal, RandomSize, SizeLaw, make_proposal

N = 7
X = np.random.default_rng(0).random((N, 2))
WEIGHTS = np.array([1, 2, 0.5, 3, 1, 0, 2])
FACTOR = np.random.default_rng(1).standard_normal((N, 4))
WEIGHTED = np.sqrt(np.outer(WEIGHTS, WEIGHTS))
FAR = np.array([1e5, -1e5])
NAMES = ["plain", "weights", "linear", "far from the origin"]


def both_ways(name: str) -> tuple[LazyEnsemble, LEnsemble]:
    """An ensemble by intermediate sampling, and the same by its whole kernel."""
    rbf = rbf_kernel(X, gamma=3.0)
    if name == "linear":
        return LazyEnsemble(FACTOR, "linear", weights=WEIGHTS), LEnsemble(WEIGHTED * (FACTOR @ FACTOR.T))
    if name == "weights":
        return LazyEnsemble(X, gamma=3.0, weights=WEIGHTS), LEnsemble(WEIGHTED * rbf)
    return LazyEnsemble(X + FAR * (name != "plain"), gamma=3.0), LEnsemble(rbf)


def elementary_symmetric(values: np.ndarray, k: int) -> float:
    return sum(math.prod(subset) for subset in combinations(values, k))


@pytest.mark.parametrize("law", [RandomSize(0.7), RandomSize(-1.0), FixedSize(1), FixedSize(3)], ids=str)
def test_size_laws_by_enumeration(law: SizeLaw) -> None:
    """The value, its slope in each eigenvalue by differences, and that of one more eigenvalue."""
    values = np.array([0.2, 3.0, 1.0, 0.7])

    def value(eigenvalues: np.ndarray) -> float:
        if isinstance(law, RandomSize):
            return float(np.log(np.prod(1 + np.exp(law.log_a) * eigenvalues)))
        return math.log(elementary_symmetric(eigenvalues, law.k))

    assert law.value(np.log(values)) == pytest.approx(value(values))
    step = 1e-6
    kept = [
        (value(values * np.exp(step * unit)) - value(values * np.exp(-step * unit))) / 2 / step for unit in np.eye(4)
    ]
    np.testing.assert_allclose(law.kept(np.log(values)), kept, rtol=1e-6)
    one_more = (value(np.append(values, step)) - value(np.append(values, -step))) / 2 / step
    assert law.slope_at_zero(np.log(values)) == pytest.approx(one_more, rel=1e-6)
    draws = [law.keep(np.log(values), np.random.default_rng(seed)) for seed in range(600)]
    frequency = np.mean([np.isin(np.arange(4), draw) for draw in draws], axis=0)
    np.testing.assert_allclose(frequency, kept, atol=5 * math.sqrt(0.25 / 600))


def test_dictionaries_keep_the_trace_that_they_leave_out() -> None:
    values = np.array([3.0, 1.0])
    for tail, n in ((2.0, 10), (2.0, 3), (2.0, 5000), (1e-9, 10), (0.0, 10)):
        dictionary = Dictionary(np.empty((0, 2)), np.empty((0, 2)), values, tail, n)
        eigenvalues = np.exp(dictionary.log_eigenvalues)
        assert eigenvalues[:2] == pytest.approx(values)
        assert eigenvalues.size == (2 + min(n - 2, 1000) if tail > 1e-6 else 2)
        assert eigenvalues.sum() == pytest.approx(4 + tail)
        inside, outside = dictionary.slopes(RandomSize(0.5))
        assert inside == pytest.approx(np.exp(0.5) / (1 + np.exp(0.5) * values))
        assert outside == pytest.approx(np.exp(0.5))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("k", [None, 1, 3])
def test_leverage_scores_of_a_full_dictionary_are_inclusion_probabilities(name: str, k: int | None) -> None:
    """Also given points, and at another scale; the ceiling is the law's value less the expected size."""
    lazily, dense = both_ways(name)
    forms = [
        (lazily, dense, 0),
        (lazily.condition(include=[3], exclude=[1]), dense.condition(include=[3], exclude=[1]), 1),
    ]
    if k is None:
        forms += [(lazily.rescale(1.5), dense.rescale(1.5), 0)]
        given = lazily.condition(include=[3]).rescale(2.5), dense.condition(include=[3]).rescale(2.5)
        forms += [(*given, 1)]
    for ensemble, oracle, included in forms:
        size = None if k is None else k + included
        assert ensemble.expected_size == pytest.approx(oracle.expected_size)
        dictionary, proposal = ensemble._prepare(size)
        probabilities = oracle.inclusion_probabilities(size)
        probabilities[3 if included else []] = 0  # included points are no matter of chance
        np.testing.assert_allclose(proposal.leverage, probabilities, atol=1e-6)
        total = probabilities.sum()
        assert proposal.total == pytest.approx(total, abs=1e-6)
        assert proposal.q == pytest.approx(total + total**2 / 6, abs=1e-5)
        values = oracle.eigenvalues if k is None else np.exp(dictionary.log_eigenvalues)
        normaliser = np.log1p(values).sum() if k is None else math.log(elementary_symmetric(values, k))
        assert proposal.ceiling == pytest.approx(normaliser - total, abs=1e-5)


def test_proposals_draw_as_many_points_as_they_say() -> None:
    dictionary = both_ways("plain")[0]._dictionary(None)
    leverage = np.array([0.5, 1.0, 0.25])
    proposal = make_proposal(RandomSize(0.0), dictionary, leverage, share=6)
    q, total = 1.75 + 1.75**2 / 6, 1.75
    np.testing.assert_allclose(proposal.roots(np.array([1, 1, 2])), np.sqrt(total / q / np.array([1.0, 1.0, 0.25])))
    rng, mean = np.random.default_rng(0), q * math.exp(total / q)
    assert np.mean([proposal.size(rng) for _ in range(4000)]) == pytest.approx(mean, abs=5 * math.sqrt(mean / 4000))
    assert make_proposal(RandomSize(0.0), dictionary, leverage / 7, share=6).q == pytest.approx(0.25 + 0.25**2 / 6)
    nothing = make_proposal(RandomSize(0.0), dictionary, np.zeros(3), share=6)
    assert (nothing.total, nothing.q) == (0, 1)


def bounds_and_values(
    ensemble: LazyEnsemble, k: int | None, monkeypatch: pytest.MonkeyPatch
) -> tuple[np.ndarray, np.ndarray]:
    """Of the samples behind twenty draws, all of them larger than the dictionary and none turned down by its bound."""
    seen: list[tuple[str, float]] = []
    exact, bound = Proposal.log_acceptance, Proposal.log_acceptance_bound

    def exactly(proposal: Proposal, eigenvalues: np.ndarray, size: int) -> float:
        seen.append(("exact", exact(proposal, eigenvalues, size)))
        return seen[-1][1]

    def bounded(proposal: Proposal, *arguments: Any) -> float:
        seen.append(("bound", bound(proposal, *arguments)))
        return 1.0

    monkeypatch.setattr(lazy, "_SHARE", 0.2)
    monkeypatch.setattr(Proposal, "log_acceptance", exactly)
    monkeypatch.setattr(Proposal, "log_acceptance_bound", bounded)
    draws = ensemble.condition(exclude=[1]).sample(k, n_samples=20, random_state=0)
    assert not any(1 in draw for draw in draws)
    assert all(b[1] <= 1e-9 for a, b in pairwise(seen) if (a[0], b[0]) == ("bound", "exact"))
    pairs = [(a[1], b[1]) for a, b in pairwise(seen) if (a[0], b[0]) == ("bound", "exact")]
    assert len(pairs) >= 20
    bounds, values = np.array(pairs).T
    return bounds, values


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("k", [None, 3])
def test_the_bound_of_a_full_dictionary_is_exact(name: str, k: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    np.testing.assert_allclose(*bounds_and_values(both_ways(name)[0], k, monkeypatch), atol=1e-6)


@pytest.mark.parametrize("k", [None, 1])
@pytest.mark.parametrize("scale", [0.3, 1.0, 3.0])
def test_the_bound_of_a_small_dictionary_is_above(scale: float, k: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    lazily = LazyEnsemble(X, gamma=3.0, weights=np.full(N, scale), n_dictionary=2)
    bounds, values = bounds_and_values(lazily, k, monkeypatch)
    assert (bounds >= values - 1e-9).all()


@pytest.mark.parametrize("weights", [None, np.linspace(0.1, 3, 500)])
def test_a_sample_of_the_points_estimates_the_spectrum(
    weights: np.ndarray | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its eigenvalues and the trace that they leave out, in proportion to what all points have."""
    monkeypatch.setattr(lazy, "_SAMPLE", 300)
    points = np.random.default_rng(0).random((500, 2))
    ensemble = LazyEnsemble(points, gamma=3.0, weights=weights)
    exact = LEnsemble(rbf_kernel(points, gamma=3.0), weights=weights)
    for dictionary in (ensemble._dictionary(None), ensemble._dictionary(2.0)):
        assert dictionary.eigenvalues.sum() + dictionary.tail == pytest.approx(exact.eigenvalues.sum())
        np.testing.assert_allclose(np.sort(dictionary.eigenvalues)[::-1][:5], exact.eigenvalues[:5], rtol=0.15)
    assert ensemble.expected_size == pytest.approx(exact.expected_size, rel=0.05)
    assert ensemble._dictionary(2.0).rows.shape == (54, 2)
    assert ensemble.rescale(4).expected_size == pytest.approx(4, rel=0.01)


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
