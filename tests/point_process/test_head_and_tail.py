"""Draws from columns instead of eigenvectors: their law by enumeration, their cost by its closed form."""

from itertools import pairwise

import numpy as np
import pytest

from diverseed import LEnsemble
from diverseed.errors import InputError
from diverseed.point_process import head_and_tail
from diverseed.point_process.head_and_tail import HeadAndTail, head_size
from diverseed.point_process.pivoted_factor import PivotedFactor

from ..oracles import counts_fit, dpp_law

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
def test_the_law_is_that_of_the_kernel_whatever_the_head(rank: int, head: int, k: int | None) -> None:
    kernel = kernel_of(rank)
    columns = HeadAndTail.of(factor_of(kernel), head)
    assert counts_fit(columns.draws(k, 20_000, np.random.default_rng(1)), dpp_law(kernel, k))


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
def test_draws_do_not_depend_on_what_was_asked_before(large: np.ndarray, k: int | None) -> None:
    fresh, asked = LEnsemble(large), LEnsemble(large)
    assert asked.expected_size > 1
    asked.sample(30, random_state=0)
    assert fresh._columns(k) is not None
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
