"""Few crossings in little time: iterated local search over many orders at once."""

from __future__ import annotations

import time

import numpy as np

from ..layers import Layers
from .moves import Found, Moves
from .places import IntArray

FAST_WORK, FAST_WORK_PER_PLACE = 300_000, 420
"""Work (see :class:`Moves`) that ``fast`` may spend: half a second on one core, less for small stories."""

BEST_WORK_PER_PLACE = 60_000
"""The same for ``best``: with enough time, the result depends on the seed alone and not on the clock."""

MOST_ORDERS, MOST_PLACES = 16, 25_000
"""Orders that are searched side by side: with more of them each costs less, but also gets a smaller share of the work.
Long stories have fewer, with this many places in all."""

SELECTION = 8
"""Rounds after which the better half of the orders takes the place of the worse."""

PATIENCE = 60
"""Rounds without gain after which the search goes elsewhere."""

TEMPERATURE = 1.0
"""Mean number of crossings by which a round may be worse and still be where the next one starts."""


def fast_orders(layers: Layers, rng: np.random.Generator) -> Found:
    """The best order, alone, that a fixed amount of work finds."""
    moves = Moves(layers, rng)
    work = min(FAST_WORK, FAST_WORK_PER_PLACE * sum(map(len, layers.block_of)))
    return iterate(moves, moves.start(_population(layers)), work=work)


def best_orders(layers: Layers, rng: np.random.Generator, *, seconds: float) -> Found:
    """What ``fast`` finds, improved until the time, or the work that the size of the story is worth, is used up."""
    deadline = time.monotonic() + seconds
    work = BEST_WORK_PER_PLACE * sum(map(len, layers.block_of))
    found = _copies(fast_orders(layers, rng), _population(layers))
    return iterate(Moves(layers, rng), found, work=work, deadline=deadline)


def iterate(moves: Moves, here: Found, *, work: int, deadline: float = float("inf")) -> Found:
    """Iterated local search (Lourenço, Martin & Stützle 2003): leave, descend, go on if not much worse, or restart.

    Returns
    -------
    the best order that was seen, alone
    """
    best = fittest(here)
    rounds, since, fewest = 0, 0, best[1][0]
    while best[1][0] > 0 and moves.work < work and time.monotonic() < deadline:
        rounds += 1
        here = _next_round(moves, here)
        if rounds % SELECTION == 0:
            here = _better_half_twice(here)
        since = 0 if here[1].min() < fewest else since + 1
        fewest = min(fewest, here[1].min())
        best = min(best, fittest(here), key=_crossings)
        if since > PATIENCE:
            orders = len(here[1])
            here = _copies(best, orders) if moves.rng.random() < 0.25 else moves.start(orders)
            since, fewest = 0, here[1].min()
    return best


def fittest(found: Found) -> Found:
    """The order with the fewest crossings, alone."""
    return _picked(found, np.array([found[1].argmin()]))


def _next_round(moves: Moves, here: Found) -> Found:
    window = moves.random_window()
    found = moves.descend(moves.leave(here, window), window)
    kept = found[1] <= here[1] + moves.rng.exponential(TEMPERATURE, len(here[1]))
    return np.where(kept[:, None], found[0], here[0]), np.where(kept, found[1], here[1])


def _better_half_twice(found: Found) -> Found:
    ranking = np.argsort(found[1], kind="stable")
    return _picked(found, np.resize(ranking[: (len(ranking) + 1) // 2], len(ranking)))


def _picked(found: Found, which: IntArray) -> Found:
    return found[0][:, which], found[1][which]


def _copies(found: Found, orders: int) -> Found:
    return _picked(found, np.zeros(orders, dtype=np.intp))


def _population(layers: Layers) -> int:
    return max(1, min(MOST_ORDERS, MOST_PLACES // sum(map(len, layers.block_of))))


def _crossings(found: Found) -> int:
    return int(found[1][0])
