"""Orders of the lines in every layer with few crossings."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

from ...errors import InputError
from ..crossings import count_crossings
from ..layers import Layers, LineOrder
from .bends import fewest_bends
from .exact import exact_orders
from .local_search import best_orders, fast_orders
from .moves import Found
from .places import order_of

MODES = ("fast", "best", "exact")
SECONDS = {"fast": 1.0, "best": 10.0, "exact": 120.0}
"""Default time limits. ``fast`` is bounded by its work and never looks at the clock."""

CROSSINGS_SHARE = 0.85
"""Share of the time that goes into fewer crossings; the rest goes into fewer bends."""


@dataclass(frozen=True)
class Ordering:
    """An order of the lines, what it costs, and what is known about the least possible.

    ``lower_bound`` is a proven number of crossings that no order can go below, or None where nothing was proven.
    """

    order: LineOrder
    crossings: int
    lower_bound: int | None
    seconds: float


def order_lines(layers: Layers, mode: str = "fast", *, seconds: float | None = None, seed: int = 0) -> Ordering:
    """Order the lines so that groups stay together and few lines cross; among equals, so that lines bend little.

    ``fast`` gives the same result for a seed everywhere. ``best`` and ``exact`` do so as well unless the time limit
    ends them: a faster machine then gets further.

    Parameters
    ----------
    mode : ``fast``; ``best``, local search for ``seconds``; or ``exact``, which spends a little of ``seconds`` on local
        search and the rest on an integer program that proves the result optimal or says how far off it may be
    """
    if mode not in MODES:
        raise InputError(f"order={mode!r} is not one of {', '.join(MODES)}.")
    limit = SECONDS[mode] if seconds is None else seconds
    if not 0 < limit < float("inf"):
        raise InputError(f"seconds={limit} is no time limit. Give a number above 0.")
    import scipy.optimize
    import scipy.sparse  # noqa: F401  both are needed below; their import is no part of the time

    started = time.monotonic()
    rng = np.random.default_rng(seed)
    size = sum(map(len, layers.blocks))
    if mode == "fast":
        order, crossings = _frozen(fast_orders(layers, rng))
        bound = 0 if crossings == 0 else None
        order = fewest_bends(layers, order, rng, tries=min(4, 2000 // size))
    else:
        search = CROSSINGS_SHARE * limit if mode == "best" else min(limit / 10, 4.0)
        order, crossings = _frozen(best_orders(layers, rng, seconds=search))
        bound = 0 if crossings == 0 else None
        if mode == "exact":
            left = CROSSINGS_SHARE * limit - (time.monotonic() - started)
            order, crossings, bound = exact_orders(layers, (order, crossings), seconds=left)
        order = fewest_bends(layers, order, rng, tries=60, deadline=started + limit)
    return Ordering(order, count_crossings(order), bound, time.monotonic() - started)


def _frozen(found: Found) -> tuple[LineOrder, int]:
    places, crossings = found
    return order_of(places), int(crossings[0])
