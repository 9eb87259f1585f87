"""The one knob: how high the tree is cut, relative to the usual cut."""

from typing import Literal

import numpy as np

from ..errors import InputError

Granularity = Literal["coarse", "normal", "fine"] | float
NAMED = {"coarse": 1.3, "normal": 1.0, "fine": 0.7}
MOST = 1.3  # usual cuts are at 0.4 to 0.6, so that lines of a group share a fifth or more at the coarsest


def as_factor(granularity: object) -> float:
    """The factor on the height of the cut that a name stands for, or the number itself."""
    named: object = NAMED.get(granularity) if isinstance(granularity, str) else granularity
    if isinstance(named, bool) or not isinstance(named, int | float | np.number) or not 0 < named <= MOST:
        raise InputError(
            f"granularity={granularity!r} must be coarse ({NAMED['coarse']}), normal (1), fine ({NAMED['fine']}) or a "
            f"number above 0 and up to {MOST}; more gives fewer groups."
        )
    return float(named)
