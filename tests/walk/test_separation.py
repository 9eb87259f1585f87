"""The closed form of the separation, against its definition."""

import numpy as np
import pytest

from diverseed.walk.null import RING
from diverseed.walk.separation import contrast, relaxation_times, scaled, separation, time_scale

STEPS = np.concatenate([np.linspace(0, 60, 60_001), np.geomspace(60, 1e6, 200_000)])


@pytest.mark.parametrize("seed", range(5))
def test_the_closed_form_is_the_maximum_over_steps(seed: int) -> None:
    eigenvalues = np.sort(np.random.default_rng(seed).uniform(0.06, 0.9999, 12))[::-1]
    eigenvalues[0] = 1 - 1e-5
    found = separation(contrast(eigenvalues))
    for k in range(2, 12):
        curve = eigenvalues[k - 1] ** STEPS - eigenvalues[k] ** STEPS
        assert found[k - 1] == pytest.approx(curve.max(), abs=1e-6)
        assert time_scale(eigenvalues, k) == pytest.approx(STEPS[curve.argmax()], rel=2e-3, abs=2e-3)


def test_what_a_single_shape_reaches() -> None:
    """A Gaussian has modes l^j, a line exp(-j^2 t), a ring each of those twice."""
    gaussian = np.array([1, 0.9, 0.9**2, 0.9**3])
    assert separation(contrast(gaussian))[1] == pytest.approx(0.25)
    line = np.exp(-0.01 * np.arange(6) ** 2)
    assert separation(contrast(line))[1:3] == pytest.approx([4 ** (-1 / 3) * 0.75, 2.25 ** (-0.8) * (1 - 1 / 2.25)])
    ring = np.exp(-0.01 * np.array([0, 1, 1, 4, 4, 9]))
    assert separation(contrast(ring))[1:4] == pytest.approx([0, 4 ** (-1 / 3) * 0.75, 0])


def test_a_ring_is_a_cycle_of_many_steps() -> None:
    """Whose lazy walk has the eigenvalues ``(1 + cos(2 pi j / n)) / 2``."""
    turns = 2 * np.pi * np.array([0, 1, 1, 2, 2]) / 100
    assert scaled(contrast((1 + np.cos(turns)) / 2)[2], 3.0) == pytest.approx(RING, rel=1e-3)


def test_contrasts_by_definition() -> None:
    eigenvalues = np.array([0.999, 0.9, 0.5, 0.1])
    ratios = np.log(eigenvalues[1:]) / np.log(eigenvalues[:-1])
    assert contrast(eigenvalues) == pytest.approx([0, *np.log(ratios[1:])])


def test_separations_grow_with_the_contrast_from_0_to_1() -> None:
    values = separation(np.array([0, 1e-8, 1e-4, 0.1, 1, 5, 20, 1000.0]))
    assert values[0] == 0
    assert values[-1] == 1
    assert (np.diff(values) > 0).all()
    assert values[1:3] == pytest.approx([1e-8 / np.e, 1e-4 / np.e], rel=1e-3)


def test_equal_and_vanishing_eigenvalues() -> None:
    assert contrast(np.array([1.0, 1.0, 1.0, 0.5]))[:2].tolist() == [0, 0]
    assert separation(contrast(np.array([1.0, 1.0, 1.0, 0.5])))[2] > 0.99
    assert contrast(np.array([1.0, 0.9, 0.04, 0.001, 0.0]))[2:].tolist() == [0, 0]
    rows = np.array([[1, 0.9, 0.2], [1, 0.5, 0.4]])
    np.testing.assert_allclose(contrast(rows), [contrast(rows[0]), contrast(rows[1])])


def test_the_time_scale_of_equal_eigenvalues_is_a_limit() -> None:
    for value in (0.3, 0.99):
        limit = time_scale(np.array([1.0, value, value * (1 - 1e-6)]), 2)
        assert time_scale(np.array([1.0, value, value]), 2) == pytest.approx(limit, rel=1e-4)


def test_relaxation_times() -> None:
    assert relaxation_times(np.array([np.exp(-1), np.exp(-0.01)])) == pytest.approx([1, 100])
