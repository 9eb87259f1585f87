"""Draws from columns instead of eigenvectors: their law by enumeration, their cost by its closed form."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from diverseed import LEnsemble
from diverseed.errors import InputError
from diverseed.point_process import head_and_tail
from diverseed.point_process.head_and_tail import HeadAndTail, head_size
from diverseed.point_process.sizes import log_tilt
from diverseed.point_process.spectrum import PivotedFactor

from ..oracles import counts_fit, dpp_law, subsets

N = 6


def kernel_of(rank: int, *, seed: int = 0) -> np.ndarray:
    factor = np.random.default_rng(seed).standard_normal((N, rank))
    return 0.7 * factor @ factor.T


def factor_of(kernel: np.ndarray) -> PivotedFactor:
    factor = PivotedFactor.of(kernel, tolerance=1e-12)
    assert factor is not None
    return factor


@pytest.mark.parametrize("k", [None, 1, 3])
@pytest.mark.parametrize(("rank", "head"), [(6, 1), (6, 3), (6, 6), (4, 2), (4, 4)])
def test_the_distribution_does_not_depend_on_the_head(rank: int, head: int, k: int | None) -> None:
    kernel = kernel_of(rank)
    columns = HeadAndTail.of(factor_of(kernel), head)
    assert counts_fit(columns.draws(k, 5_000, np.random.default_rng(1)), dpp_law(kernel, k))


def always(number: float) -> Any:
    """A generator that draws this number, whatever it is asked for."""
    return SimpleNamespace(random=lambda: number)


@pytest.mark.parametrize(("rank", "head"), [(6, 1), (6, 3), (6, 6), (4, 2), (4, 4)])
def test_columns_are_accepted_with_the_volume_of_their_directions(rank: int, head: int) -> None:
    kernel = kernel_of(rank)
    factor = factor_of(kernel)
    columns = HeadAndTail.of(factor, head)
    scaled = columns.head.vectors.T * np.sqrt(columns.head.eigenvalues)
    every = np.concatenate([scaled, factor.columns[:, head:]], axis=1)
    np.testing.assert_allclose(every @ every.T, kernel[np.ix_(factor.points, factor.points)])
    np.testing.assert_allclose(columns.log_squares, np.log(np.square(every).sum(axis=0)))
    for subset in subsets(rank):
        chosen = every[:, subset]
        volume = np.linalg.det(chosen.T @ chosen) / np.prod(np.square(chosen).sum(axis=0))
        span = columns._span(np.array(subset, dtype=int), always((1 - 1e-9) * volume))
        assert span is not None
        np.testing.assert_allclose(span @ span.T, np.eye(len(subset)), atol=1e-12)
        np.testing.assert_allclose(span.T @ (span @ chosen), chosen, atol=1e-12)
        if max(subset, default=0) >= head:  # eigenvectors alone need no chance
            assert columns._span(np.array(subset), always((1 + 1e-9) * volume)) is None


def test_points_of_a_draw_are_those_of_the_kernel_in_ascending_order() -> None:
    """Sizes are so far apart that a draw of k points always has the k largest."""
    sizes = np.array([1.0, 1e30, 1e-30, 1e40, 1e-40])
    columns = HeadAndTail.of(factor_of(np.diag(sizes / sizes.min())), 2)
    assert columns.factor.points.tolist() != np.argsort(columns.factor.points).tolist()
    for k in range(1, 5):
        largest = np.sort(np.argsort(-sizes)[:k])
        for draw in columns.draws(k, 3, np.random.default_rng(0)):
            assert draw.tolist() == largest.tolist()


def test_draws_are_as_many_as_asked_for_in_spite_of_refusals() -> None:
    columns = HeadAndTail.of(factor_of(10 * kernel_of(6)), 1)
    for n_samples in (0, 1, 60):
        assert len(columns.draws(None, n_samples, np.random.default_rng(0))) == n_samples


def test_proposals_are_as_many_as_hadamard_says() -> None:
    kernel = 10 * kernel_of(6)
    factor = factor_of(kernel)
    columns, rng = HeadAndTail.of(factor, 1), np.random.default_rng(0)
    inside = factor.columns[:, :1]
    bound = np.linalg.det(np.eye(N) + inside @ inside.T) * np.prod(1 + factor.squares[1:])
    expected = np.linalg.det(np.eye(N) + kernel) / bound
    proposals = (np.flatnonzero(rng.random(N) < 1 / (1 + np.exp(-columns.log_squares))) for _ in range(20_000))
    accepted = np.mean([columns._span(proposal, rng) is not None for proposal in proposals])
    assert 0.1 < expected < 0.8
    assert accepted == pytest.approx(expected, abs=5 * np.sqrt(expected * (1 - expected) / 20_000))


def test_the_factor_takes_the_largest_pivots_first_and_gives_the_kernel_back() -> None:
    kernel = kernel_of(4)
    factor = factor_of(kernel)
    assert factor.columns.shape == (N, 4)
    np.testing.assert_allclose(factor.columns @ factor.columns.T, kernel[np.ix_(factor.points, factor.points)])
    assert all(one >= other for one, other in pairwise(factor.columns.diagonal()))
    indefinite = kernel.copy()
    indefinite[0, 1] = indefinite[1, 0] = kernel[0, 1] + 1e-3
    assert PivotedFactor.of(indefinite, tolerance=1e-12) is None


@pytest.mark.parametrize("tolerance", [1e-2, 1e-5, 1e-9])
def test_the_factor_ends_where_the_diagonal_is_below_the_tolerance(tolerance: float) -> None:
    points = np.random.default_rng(0).random((60, 2))
    kernel = np.exp(-((points[:, None] - points) ** 2).sum(axis=2))
    factor = PivotedFactor.of(kernel, tolerance=tolerance)
    assert factor is not None
    left = kernel[np.ix_(factor.points, factor.points)] - factor.columns @ factor.columns.T
    assert left.diagonal().max() <= tolerance < factor.columns.diagonal().min() ** 2
    assert not np.triu(factor.columns, 1).any()


def least_head(squares: np.ndarray, n: int, k: int | None) -> int | None:
    """By trying: the first multiple of n / 16 beyond which at most 5 points are left, up to half of n."""
    scale = 1.0 if k is None else np.exp(log_tilt(np.log(squares), k))
    for size in range(n // 16, n // 2 + 1, n // 16):
        if scale * squares[size:].sum() <= 5:
            return min(size, squares.size)
    return None


@pytest.mark.parametrize("decay", [0.6, 0.9, 0.97])
@pytest.mark.parametrize("rank", [5, 30, 320])
@pytest.mark.parametrize("unit", [1e-6, 1.0, 2.0, 3.9, 1e3])
def test_heads_are_no_wider_than_needed(decay: float, rank: int, unit: float) -> None:
    squares = unit * decay ** np.arange(rank)
    factor = PivotedFactor(np.vstack([np.diag(np.sqrt(squares)), np.zeros((320 - rank, rank))]), np.arange(320))
    for k in (None, *range(1, min(rank, 120))):
        assert head_size(factor, k) == least_head(squares, 320, k)


def test_the_tail_holds_a_few_points_at_most() -> None:
    squares = np.repeat(2.0 ** np.arange(4, -60, -1), 5)
    factor = PivotedFactor(np.diag(np.sqrt(squares)), np.arange(squares.size))
    step = squares.size // 16
    for k in (None, 10, 40):
        size = head_size(factor, k)
        assert size is not None
        assert size % step == 0
        scale = 1.0 if k is None else 1 / squares[k]  # roughly: half of the columns at the edge are kept
        assert scale * squares[size:].sum() < 2 * head_and_tail._TAIL
        assert scale * squares[max(size - 2 * step, 0) :].sum() > head_and_tail._TAIL / 2
    assert head_size(PivotedFactor(np.eye(320), np.arange(320)), None) is None
    assert head_size(PivotedFactor(np.eye(320) / 100, np.arange(320)), None) == 20
    assert head_size(factor, squares.size) is None
    assert head_size(factor, 0) is None


@pytest.fixture
def large() -> np.ndarray:
    points = np.random.default_rng(0).random((260, 3))
    squares = ((points[:, None] - points) ** 2).sum(axis=2)
    return np.exp(-4 * squares) + 1e-9 * np.eye(260)


@pytest.mark.parametrize("k", [None, 12])
def test_draws_do_not_depend_on_earlier_calls(large: np.ndarray, k: int | None) -> None:
    fresh, asked = LEnsemble(large), LEnsemble(large)
    assert asked.expected_size > 1
    asked.sample(30, random_state=0)
    assert fresh._columns(k) is not None
    assert fresh._columns(k) is fresh._columns(k)  # kept for further draws
    assert fresh.sample(k, random_state=5).tolist() == asked.sample(k, random_state=5).tolist()


@pytest.mark.parametrize("k", [None, 12])
def test_single_points_of_a_large_kernel_are_drawn_as_often_as_its_spectrum_says(
    large: np.ndarray, k: int | None
) -> None:
    process, n_draws = LEnsemble(large), 2_000
    draws = process.sample(k, n_samples=n_draws, random_state=0)
    counts = np.bincount(np.concatenate(draws), minlength=260)
    p = process.inclusion_probabilities(k)
    scores = (counts - n_draws * p) / np.sqrt(n_draws * p * (1 - p))
    assert np.abs(scores).max() < 5.5
    assert np.mean(scores**2) == pytest.approx(1, abs=0.35)


def test_a_large_kernel_that_is_not_positive_semi_definite_is_refused(large: np.ndarray) -> None:
    for shift in (0.5, 1e-6):
        with pytest.raises(InputError, match="not positive semi-definite"):
            LEnsemble(large - shift * np.eye(260)).sample(random_state=0)
