"""Moves from orders of one story to others, of many orders at once: all of them reroute one line after the other."""

import numpy as np

from ...arrays import IntArray
from ..layers import Layers
from .places import Places, count_crossings_of, no_places, without
from .reroute import reroute

Found = tuple[Places, IntArray]
"""Orders and (orders,) their numbers of crossings."""


class Moves:
    """Moves over the orders of one story.

    ``work`` counts the layer steps rerouted so far, each with an overhead of eight orders: a clock that runs the
    same on every machine.
    """

    def __init__(self, layers: Layers, rng: np.random.Generator) -> None:
        self.layers, self.rng, self.work = layers, rng, 0
        self._spans = np.array(layers.spans)
        self._blocks = np.pad(layers.block_of, ((0, 1), (0, 0)), constant_values=-1).astype(np.int16)

    def start(self, orders: int) -> Found:
        """Insert the lines one by one on their best routes, roughly from long to short, and reroute them all once."""
        lengths = np.diff(self._spans, axis=1)[:, 0] + 1
        keys = self.rng.uniform(0.5, 1.5, (orders, len(lengths))) * lengths
        places = self._insert(no_places(self.layers, orders), np.argsort(-keys, axis=1, kind="stable"))
        return self.descend((places, count_crossings_of(places)))

    def descend(self, found: Found) -> Found:
        """Reroute every line."""
        places, crossings = found
        for line in self.rng.permutation(len(self._spans)):
            places, change = self._reroute(places, np.full(len(crossings), line))
            crossings = crossings + change
        return places, crossings

    def leave(self, found: Found) -> Found:
        """Go to orders that are not much worse: take out two to eight lines, and insert them again one by one."""
        places, crossings = found
        n = len(self._spans)
        count = int(self.rng.integers(2, max(3, min(9, n // 2 + 2))))
        chosen = self.rng.permutation(n)[:count]
        places = self._insert(without(places, chosen), np.tile(chosen, (len(crossings), 1)))
        return places, count_crossings_of(places)

    def wander(self, places: Places) -> Places:
        """New routes, as good as the old ones, for some lines."""
        for line in self.rng.permutation(len(self._spans))[: int(self.rng.integers(1, 5))]:
            places, _ = self._reroute(places, np.full(places.shape[1], line))
        return places

    def _insert(self, places: Places, lines: IntArray) -> Places:
        """Put each order's ``lines`` (orders, n) into their layers, one after the other."""
        layers, orders = np.arange(len(places))[:, None], np.arange(len(lines))
        for line in lines.T:
            first, last = self._spans[line].T
            places = places.copy()
            places[:, orders, line] = (places.max(axis=2) + 1) * ((first <= layers) & (layers <= last))
            places, _ = self._reroute(places, line)
        return places

    def _reroute(self, places: Places, line: IntArray) -> Found:
        """Reroute each order's ``line`` (orders,): new places, and added crossings."""
        first, last = self._spans[line].T
        self.work += (int((last - first).max()) + 5) * (places.shape[1] + 8)
        return reroute(self._blocks, places, line, first, last, self.rng)
