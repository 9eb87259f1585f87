"""The two phases of a draw, each by itself."""

import math
from itertools import combinations

import numpy as np
import pytest

from diverseed.point_process.draw import (
    accept_in_block,
    keep,
    points_of_projection,
    split_at,
)
from diverseed.point_process.sizes import kept_given_size, log_tilt, log_total
from tests.oracles import counts_fit, dpp_law

LOG_L = np.log([5.0, 1.0, 1.0, 0.3, 0.01])


@pytest.mark.parametrize("limit", [1, 3, 8])
def test_proposals_of_a_block_are_judged_one_after_the_other(limit: int) -> None:
    """Each by what the accepted ones before it leave of it, as a linear system says; some are copies of others."""
    for seed in range(100):
        rng = np.random.default_rng(seed)
        vectors = rng.standard_normal((6, 10))[:, rng.integers(10, size=10)]
        residual = vectors.T @ vectors
        density = residual.diagonal() * rng.uniform(1, 2, 10)
        uniform = np.random.default_rng(seed).random(10)
        accepted: list[int] = []
        for j in range(10):
            among, across = residual[np.ix_(accepted, accepted)], residual[accepted, j]
            left = residual[j, j] - across @ np.linalg.solve(among, across)
            if left > max(uniform[j], 1e-9) * density[j] and len(accepted) < limit:
                accepted.append(j)
        found = accept_in_block(residual, density, limit=limit, rng=np.random.default_rng(seed))
        assert found.tolist() == accepted


@pytest.mark.parametrize("k", range(6))
@pytest.mark.parametrize("n_samples", [0, 1, 1500])
def test_eigenvectors_are_kept_in_proportion_to_their_product(k: int, n_samples: int) -> None:
    draws = keep(LOG_L, k, np.random.default_rng(k), n_samples=n_samples)
    products = {s: math.exp(LOG_L[list(s)].sum()) for s in combinations(range(5), k)}
    total = sum(products.values())
    assert len(draws) == n_samples
    assert not n_samples or counts_fit(draws, {s: product / total for s, product in products.items()})
    assert log_total(LOG_L, k) == pytest.approx(math.log(total))
    kept = [sum(p for s, p in products.items() if i in s) / total for i in range(5)]
    np.testing.assert_allclose(kept_given_size(LOG_L, k), kept, atol=1e-12)


def test_more_eigenvectors_than_there_are() -> None:
    assert log_total(LOG_L, 6) == -math.inf


def test_independent_eigenvectors() -> None:
    rng = np.random.default_rng(0)
    draws = np.array([np.isin(np.arange(5), keep(LOG_L, None, rng, n_samples=1)[0]) for _ in range(4000)])
    odds = np.exp(LOG_L)
    np.testing.assert_allclose(draws.mean(axis=0), odds / (1 + odds), atol=5 * math.sqrt(0.25 / 4000))
    np.testing.assert_allclose(np.cov(draws.T)[~np.eye(5, dtype=bool)], 0, atol=5 * 0.25 / math.sqrt(4000))


@pytest.mark.parametrize("size", [0.01, 1, 2.5, 4.99])
@pytest.mark.parametrize("spread", [0.0, 1e-14, 1.0, 100.0])
def test_the_tilt_gives_the_size_asked_for(size: float, spread: float) -> None:
    log_l = 3 + spread * LOG_L
    odds = np.exp(log_tilt(log_l, size) + log_l)
    assert (odds / (1 + odds)).sum() == pytest.approx(size, rel=1e-9)


@pytest.mark.parametrize("sign", [-1, 1])
def test_the_tilt_of_eigenvalues_that_all_but_agree_is_found_in_spite_of_rounding(sign: int) -> None:
    log_l = np.zeros(3000)
    log_l[0] = sign * 1.5e-12
    for size in np.linspace(1, 2999, 60):
        odds = np.exp(log_tilt(log_l, size) + log_l)
        assert (odds / (1 + odds)).sum() == pytest.approx(size, rel=1e-11)


def test_eigenvalues_above_and_level_with_the_kth() -> None:
    log_l = np.array([3.0, 2.0, 2.0 - 1e-9, 2.0 - 2e-9, 0.0])
    for k in range(6):
        above, level = split_at(log_l, k, tied=1e-9)
        edge = log_l[k - 1]
        wanted = (
            [i for i in range(5) if log_l[i] > edge + 1.0001e-9],
            [i for i in range(5) if abs(log_l[i] - edge) < 1.0001e-9],
        )
        assert (above.tolist(), level.tolist()) == (wanted if k else ([], []))


@pytest.mark.parametrize("m", [0, 1, 3, 4])
def test_points_of_a_projection_have_the_law_of_its_minors(m: int) -> None:
    vectors = np.linalg.qr(np.random.default_rng(m).standard_normal((5, 5)))[0][:m]
    rng = np.random.default_rng(0)
    draws = [points_of_projection(vectors, rng) for _ in range(1500)]
    assert counts_fit(draws, dpp_law(vectors.T @ vectors, m))
