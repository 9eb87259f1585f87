"""Turns all that scikit-learn accepts as ``random_state`` into a numpy Generator."""

from types import ModuleType
from typing import TypeAlias

import numpy as np
from sklearn.utils import check_random_state

from .errors import InputError

RandomState: TypeAlias = int | np.random.Generator | np.random.RandomState | ModuleType | None


def as_generator(random_state: RandomState) -> np.random.Generator:
    """Turn None, a non-negative integer, a Generator or a legacy RandomState into a Generator.

    A RandomState gives up one draw as the Generator's seed, so that passing the same RandomState twice gives two
    different, reproducible streams, as scikit-learn's users expect. The module ``np.random`` stands for its own.
    """
    if isinstance(random_state, np.random.Generator):
        return random_state
    if random_state is np.random:
        random_state = check_random_state(np.random)
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(np.iinfo(np.int32).max))
    if random_state is None:
        return np.random.default_rng()
    if isinstance(random_state, bool) or not isinstance(random_state, (int, np.integer)) or random_state < 0:
        raise InputError(
            "random_state must be None, a non-negative integer, a NumPy Generator or a RandomState; it is "
            f"{random_state!r:.60}."
        )
    return np.random.default_rng(random_state)
