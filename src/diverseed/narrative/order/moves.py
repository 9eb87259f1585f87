"""Moves from orders of one story to others, of many orders at once: all of them reroute one line after the other."""

import numpy as np

from ...arrays import IntArray
from ..layers import Layers
from .reroute import Places, reroute

Found = tuple[Places, IntArray]
"""Orders and (orders,) their numbers of crossings."""


CROWD = 24
"""Lines side by side up to which rerouting takes as long as with fewer; beyond, with the square of their number."""


def slowness(beside: int) -> float:
    """How much longer it takes to reroute a line where so many are side by side."""
    return max(1.0, beside / CROWD) ** 2


class Moves:
    """Moves over the orders of one story.

    ``work`` counts the layer steps rerouted so far, each with an overhead of eight orders: a clock that runs the
    same on every machine.
    """

    def __init__(self, layers: Layers, rng: np.random.Generator) -> None:
        self.rng, self.work = rng, 0.0
        self._spans = np.array(layers.spans)
        self._blocks = np.pad(layers.block_of, ((0, 1), (0, 0)), constant_values=-1).astype(np.int16)

    def start(self, orders: int) -> Found:
        """Insert the lines one by one on their best routes, roughly from long to short, and reroute them all once."""
        lengths = np.diff(self._spans, axis=1)[:, 0] + 1
        keys = self.rng.uniform(0.5, 1.5, (orders, len(lengths))) * lengths
        empty = np.zeros((len(self._blocks), orders, len(lengths)), dtype=np.int16), np.zeros(orders, dtype=np.intp)
        return self.descend(self._reroute(empty, np.argsort(-keys, axis=1, kind="stable").T))

    def descend(self, found: Found) -> Found:
        """Reroute every line."""
        return self._reroute(found, self.rng.permutation(len(self._spans)))

    def leave(self, found: Found) -> Found:
        """Go to orders that are not much worse: take out two to eight lines, and insert them again one by one."""
        n = len(self._spans)
        count = int(self.rng.integers(2, max(3, min(9, n // 2 + 2))))
        chosen = self.rng.permutation(n)[:count]
        for line in chosen:
            found = take_out(found, line)
        return self._reroute(found, chosen)

    def wander(self, found: Found) -> Found:
        """New routes, as good as the old ones, for some lines."""
        return self._reroute(found, self.rng.permutation(len(self._spans))[: int(self.rng.integers(1, 5))])

    def _reroute(self, found: Found, lines: IntArray) -> Found:
        """Reroute ``lines`` one after the other; each is a line, or (orders,) one of each order."""
        places, crossings = found
        for line in lines:
            each = np.broadcast_to(line, crossings.shape)
            first, last = self._spans[each].T
            self.work += (int((last - first).max()) + 5) * (len(crossings) * slowness(int(places.max())) + 8)
            places, change = reroute(self._blocks, places, each, first, last, self.rng)
            crossings = crossings + change
        return places, crossings


def take_out(found: Found, line: int) -> Found:
    """The orders without a line, and their crossings."""
    places, crossings = found
    own = places[:, :, [line]]
    above, both = places < own, (places > 0) & (own > 0)
    crossed = (above[:-1] != above[1:]) & both[:-1] & both[1:]
    rest = places - ((places > own) & both)
    rest[:, :, line] = 0
    return rest, crossings - crossed.sum(axis=(0, 2))
