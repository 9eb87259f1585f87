"""Turns all that scikit-learn accepts as ``random_state`` into a numpy Generator."""

from typing import TypeAlias

import numpy as np

RandomState: TypeAlias = int | np.random.Generator | np.random.RandomState | None


def as_generator(random_state: RandomState) -> np.random.Generator:
    """Turn None, an integer, a Generator or a legacy RandomState into a Generator.

    A RandomState gives up one draw as the Generator's seed, so that passing the same RandomState twice gives two
    different, reproducible streams, as scikit-learn's users expect.
    """
    if isinstance(random_state, np.random.Generator):
        return random_state
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(np.iinfo(np.int32).max))
    return np.random.default_rng(random_state)
