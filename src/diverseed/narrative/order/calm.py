"""Among orders with equally few crossings, one whose lines bend less."""

from __future__ import annotations

import time

import numpy as np

from ..coordinates import place_lines
from ..crossings import count_block_crossings, count_crossings
from ..layers import Layers, Order
from .moves import Moves
from .places import order_of, places_of

WAYS = 4
"""Walks that go out from the calmest order so far, at once, before the calmest of all is taken on."""


def calmest(
    layers: Layers, order: Order, rng: np.random.Generator, *, tries: int, deadline: float = float("inf")
) -> Order:
    """Walk over equally good orders by rerouting lines and keep the calmest seen.

    About ``tries`` other orders are looked at. Calm is few and small bends as drawn (:func:`place_lines`), then few
    block crossings.
    """
    if tries < 1:
        return order
    moves = Moves(layers, rng)
    best, score = order, _restlessness(layers, order)
    for _ in range(0, tries, WAYS):
        here = np.repeat(places_of(best, layers), WAYS, axis=1)
        changed = moves.wander(here, moves.random_window())
        for other in {order_of(changed, way): None for way in range(WAYS)}:
            if time.monotonic() > deadline:
                return best
            found = _restlessness(layers, other)
            if found <= score:
                best, score = other, found
    return best


def _restlessness(layers: Layers, order: Order) -> tuple[int, float, int]:
    placed = place_lines(layers, order, rounds=1)
    return count_crossings(order), placed.wiggles + 0.5 * placed.wiggle_height, count_block_crossings(order)
