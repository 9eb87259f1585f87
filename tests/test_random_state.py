"""What is accepted as random_state, and what is said to everything else."""

import numpy as np
import pytest

from diverseed.errors import InputError
from diverseed.random_state import as_generator


def test_integers_are_seeds_and_generators_stay() -> None:
    for seed in (3, np.int64(3), np.uint8(3)):
        assert as_generator(seed).random() == np.random.default_rng(3).random()
    rng = np.random.default_rng(0)
    assert as_generator(rng) is rng
    assert as_generator(None).random() != as_generator(None).random()


def test_a_random_state_gives_other_numbers_every_time() -> None:
    drawn = [[as_generator(state).random() for _ in range(2)] for state in 2 * (np.random.RandomState(5),)]
    assert len({*drawn[0], *drawn[1]}) == 4
    assert as_generator(np.random.RandomState(5)).random() == drawn[0][0]


def test_the_module_stands_for_its_own_state() -> None:
    before = np.random.get_state()  # noqa: NPY002
    try:
        np.random.seed(5)  # noqa: NPY002
        found = as_generator(np.random).random()
    finally:
        np.random.set_state(before)  # noqa: NPY002
    assert found == as_generator(np.random.RandomState(5)).random()


@pytest.mark.parametrize("value", ["a", 1.5, -1, True, [1, 2], np.array([1, 2]), np.linalg])
def test_other_values_are_named(value: object) -> None:
    with pytest.raises(InputError, match="random_state must be None, a non-negative integer, a NumPy Generator or a"):
        as_generator(value)  # type: ignore[arg-type]
