import numpy as np
import pytest

from diverseed.paper.lemma1 import BOUND, advantage, guaranteed_share, largest_share, lemma1, preference
from diverseed.paper.settings import RunSettings


def determinant_ratio(x1: float, x2: float, x3: float) -> float:
    points = np.array([x1, x2, x3])
    kernel = np.exp(-((points[:, None] - points) ** 2))
    return float(np.linalg.det(kernel) / np.linalg.det(kernel[:2, :2]))


@pytest.mark.parametrize("points", [(-1.0, 1.0, 1.7), (-0.4, 0.4, 0.0), (-2.0, 2.0, 3.5)])
def test_preference_is_the_ratio_of_determinants(points) -> None:
    assert preference(*points) == pytest.approx(determinant_ratio(*points), rel=1e-9)


def test_bound() -> None:
    assert pytest.approx(0.669283, abs=1e-6) == BOUND  # sqrt(log 6 / 4)


@pytest.mark.parametrize("distance", [0.1, 0.3, BOUND, 1.0, 2.0])
def test_without_epsilon_the_advantage_factors_and_is_positive(distance) -> None:
    u = np.exp(-4 * distance**2)
    factored = np.exp(-2 * distance**2) * (1 - u) ** 3 * (1 + u) / (1 - u**2)
    assert advantage(distance, 0.0) == pytest.approx(factored, rel=1e-6)
    assert advantage(distance, 0.0) > 0


@pytest.mark.parametrize("distance", [0.7, 1.0, 1.5, 2.5])
def test_the_proof_covers_less_than_is_true(distance) -> None:
    assert 0 < guaranteed_share(distance) < largest_share(distance)
    edge = largest_share(distance)
    assert advantage(distance, 0.99 * edge) > 0 > advantage(distance, 1.01 * edge)


def test_lemma_holds_where_the_proof_covers_it() -> None:
    finding = lemma1(RunSettings(runs=1))
    assert finding.data["negative"] == 0
    assert finding.data["points"] > 10_000
    assert "<svg" in finding.figures[0].svg
