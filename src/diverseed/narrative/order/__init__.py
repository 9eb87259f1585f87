"""Orders of the lines in every layer with few crossings."""

import time
from dataclasses import dataclass

import numpy as np

from ...errors import InputError
from ...threads import one_blas_thread
from ..crossings import count_crossings
from ..layers import Layers, LineOrder
from .exact import exact_orders
from .local_search import best_order, fast_order, fewest_bends

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


@one_blas_thread()
def order_lines(layers: Layers, mode: str = "fast", *, seconds: float | None = None, seed: int = 0) -> Ordering:
    """Order the lines so that groups stay together and few lines cross.

    Among orders with as few crossings, ``best`` and ``exact`` look for one whose lines bend little. ``fast`` gives the
    same result for a seed everywhere; the others do so as well unless the time limit ends them: a faster machine then
    gets further.

    Parameters
    ----------
    mode : ``fast``; ``best``, local search for ``seconds``; or ``exact``, which spends a little of ``seconds`` on local
        search and the rest on an integer program that proves the result optimal or says how far off it may be
    """
    if mode not in SECONDS:
        raise InputError(f"order={mode!r} is not one of {', '.join(SECONDS)}.")
    limit = SECONDS[mode] if seconds is None else seconds
    if not 0 < limit < float("inf"):
        raise InputError(f"seconds={limit} is not a time limit. Give a number above 0.")
    import scipy.optimize
    import scipy.sparse  # noqa: F401  both are needed below; their import is no part of the time

    started = time.monotonic()
    rng = np.random.default_rng(seed)
    bound = None
    if mode == "fast":
        order, crossings = fast_order(layers, rng)
    else:
        search = CROSSINGS_SHARE * limit if mode == "best" else min(limit / 10, 4.0)
        order, crossings = best_order(layers, rng, seconds=search)
    if mode == "exact":
        left = CROSSINGS_SHARE * limit - (time.monotonic() - started)
        order, crossings, bound = exact_orders(layers, (order, crossings), seconds=left)
    if mode != "fast":
        order = fewest_bends(layers, order, rng, deadline=started + limit)
    return Ordering(order, count_crossings(order), 0 if crossings == 0 else bound, time.monotonic() - started)
