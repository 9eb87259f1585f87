"""The weights of experts: against enumeration of all sequences, and the bounds of the paper."""

from itertools import pairwise, product

import numpy as np
import pytest

from diverseed.cluster.online.weights import shared
from diverseed.online import start, step

from .streams import adversarial, cheapest_sequence, played

RATES = {"static": [0.0], "fixed_share": [0.1], "learn_alpha": [0.0, 0.01, 0.1, 0.5]}


def in_ball(rng: np.random.Generator, *shape: int) -> np.ndarray:
    points = rng.standard_normal(shape)
    return points / np.linalg.norm(points, axis=-1, keepdims=True) * rng.random((*shape[:-1], 1))


@pytest.mark.parametrize("update", RATES)
@pytest.mark.parametrize("n", [2, 3])
def test_the_weights_are_those_of_all_sequences_of_experts(update: str, n: int) -> None:
    rng, rates, T = np.random.default_rng(n), RATES[update], 6
    points, offers = in_ball(rng, T, 2), in_ball(rng, T, n, 2)
    mixtures = played(points, offers, rates, radius=1.0)
    losses = ((offers - points[:, None]) ** 2).sum(axis=2) / 4
    joint = np.zeros((len(rates), n))  # of the rate and of the expert for the point after the last
    for (j, rate), path in product(enumerate(rates), product(range(n), repeat=T + 1)):
        prior = 1 / (len(rates) * n)
        for before, after in pairwise(path):
            prior *= 1 - rate if before == after else rate / (n - 1)
        joint[j, path[-1]] += prior * np.exp(-losses[np.arange(T), list(path[:T])].sum() / 2)
    expected = joint / joint.sum()
    np.testing.assert_allclose(np.exp(mixtures[-1].log_weights), expected, rtol=1e-10)
    np.testing.assert_allclose(mixtures[-1].weights, expected.sum(axis=0), rtol=1e-10)
    np.testing.assert_allclose(mixtures[-1].rate_weights, expected.sum(axis=1), rtol=1e-10)
    # the log-losses of the points add up to that of the whole, and bound the loss of the weighted means
    log_losses = [-2 * np.log(m.weights @ np.exp(-own / 2)) for m, own in zip(mixtures, losses, strict=False)]
    np.testing.assert_allclose(sum(log_losses), -2 * np.log(joint.sum()), rtol=1e-10)
    steps = np.diff([m.cost / 4 for m in mixtures])
    assert (steps <= np.array(log_losses) + 1e-12).all()


@pytest.mark.parametrize("update", RATES)
@pytest.mark.parametrize("seed", range(5))
def test_the_bounds_hold_against_an_adversary(update: str, seed: int) -> None:
    rng, rates, T, n = np.random.default_rng(seed), RATES[update], 400, 4
    offers = np.broadcast_to(in_ball(rng, n, 2), (T, n, 2))
    points = adversarial(offers, rates, rng)
    losses = ((offers - points[:, None]) ** 2).sum(axis=2) / 4
    loss = played(points, offers, rates, radius=1.0)[-1].cost / 4
    bound = min(cheapest_sequence(losses, rate) for rate in rates) + 2 * np.log(len(rates))
    assert loss <= bound
    if update == "static":
        assert bound == pytest.approx(losses.sum(axis=0).min() + 2 * np.log(n))


def test_the_static_update_breaks_the_bound_of_fixed_share() -> None:
    """So that the bound is one that can be broken."""
    points = np.repeat([1.0, -1.0, 1.0, -1.0], 200)[:, None]
    offers = np.broadcast_to([[1.0], [-1.0]], (800, 2, 1))
    losses = ((offers - points[:, None]) ** 2).sum(axis=2) / 4
    bound = cheapest_sequence(losses, 0.01)
    static, sharing = (played(points, offers, [rate], radius=1.0)[-1].cost / 4 for rate in (0.0, 0.01))
    assert sharing <= bound < static


@pytest.mark.parametrize("update", RATES)
def test_the_bounds_hold_with_a_radius_that_grows(update: str) -> None:
    rng, rates, T, n = np.random.default_rng(1), RATES[update], 300, 3
    growth = np.exp(np.linspace(0, 5, T))[:, None]
    offers = growth[:, None] * in_ball(rng, T, n, 2)
    points = growth * in_ball(rng, T, 2)
    mixtures = played(points, offers, rates)
    unit = mixtures[-1].unit
    squares = ((offers - points[:, None]) ** 2).sum(axis=2)
    assert unit == pytest.approx(squares.max())
    bound = min(cheapest_sequence(squares / unit, rate) for rate in rates) + 2 * np.log(len(rates))
    assert mixtures[-1].cost / unit <= bound


def test_a_known_radius_and_one_that_grows_to_it_end_with_the_same_static_weights() -> None:
    rng = np.random.default_rng(0)
    points, offers = in_ball(rng, 50, 2), in_ball(rng, 50, 3, 2)
    grown = played(points, offers, [0.0])[-1]
    known = played(points, offers, [0.0], radius=grown.radius)[-1]
    np.testing.assert_allclose(grown.weights, known.weights, rtol=1e-10)


def test_losses_are_the_same_in_any_unit() -> None:
    rng = np.random.default_rng(3)
    points, offers = in_ball(rng, 80, 2), in_ball(rng, 80, 3, 2)
    one, other = (played(scale * points, scale * offers, RATES["learn_alpha"])[-1] for scale in (1.0, 1e-6))
    np.testing.assert_allclose(one.weights, other.weights, rtol=1e-9)
    np.testing.assert_allclose(one.cost / one.unit, other.cost / other.unit, rtol=1e-9)


def test_an_expert_that_was_wrong_for_long_can_come_back() -> None:
    offers = np.array([[1.0], [-1.0]])
    mixture = start(2, np.array([0.0]), radius=1.0)
    for point in [1.0] * 5000 + [-1.0] * 5010:
        mixture = step(mixture, np.array([point]), offers)
    assert mixture.weights[1] > 0.99
    assert np.isfinite(mixture.log_weights).all()


def test_sharing_keeps_all_weight() -> None:
    weights = np.log(np.array([[0.2, 0.3, 0.1], [0.1, 0.1, 0.2]]))
    after = np.exp(shared(weights, np.array([0.0, 2 / 3])))
    np.testing.assert_allclose(after, [[0.2, 0.3, 0.1], [0.4 / 3] * 3])


def test_one_expert_is_followed() -> None:
    mixture = step(start(1, np.array([0.3])), np.array([1.0]), np.array([[3.0]]))
    assert mixture.weights == pytest.approx([1.0])
    assert (mixture.cost, mixture.radius) == (4.0, 1.0)
