"""Among orders with equally few crossings, one whose lines bend less."""

from __future__ import annotations

import time

import numpy as np

from ..coordinates import place_lines
from ..crossings import count_block_crossings, count_crossings
from ..layers import Layers, Order
from .local_search import LocalSearch
from .places import order_of, places_of


def calmest(
    layers: Layers, order: Order, rng: np.random.Generator, *, tries: int, deadline: float = float("inf")
) -> Order:
    """Walk over equally good orders by rerouting lines and keep the calmest seen.

    At most ``tries`` other orders are looked at. Calm is few and small bends as drawn (:func:`place_lines`), then few
    block crossings.
    """
    if tries < 1:
        return order
    search = LocalSearch(layers, rng)
    crossings = count_crossings(order)
    best, score = order, _restlessness(layers, order)
    for _ in range(tries):
        if time.monotonic() > deadline:
            break
        window = search.random_window()
        changed = order_of(search.wander(places_of(best, len(layers.names)), window))
        if changed == best or count_crossings(changed) > crossings:
            continue
        found = _restlessness(layers, changed)
        if found <= score:
            best, score = changed, found
    return best


def _restlessness(layers: Layers, order: Order) -> tuple[float, int]:
    placed = place_lines(layers, order, rounds=1)
    return placed.wiggles + 0.5 * placed.wiggle_height, count_block_crossings(order)
