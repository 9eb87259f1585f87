"""Moves from orders of one story to others, of many orders at once: all of them reroute one line after the other."""

from __future__ import annotations

import numpy as np

from ...arrays import IntArray
from ..layers import Layers
from .places import Places, count_crossings_of, no_places, without
from .reroute import reroute

FULL_WINDOWS = 10
"""Up to so many layers a round always covers the whole story; in a longer one it is often a stretch of it."""

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
        self._blocks = np.pad(layers.block_of, ((1, 1), (0, 0)), constant_values=-1).astype(np.int16)

    def start(self, orders: int) -> Found:
        """Insert the lines one by one on their best routes, roughly from long to short, and reroute them all once."""
        lengths = np.diff(self._spans, axis=1)[:, 0] + 1
        keys = self.rng.uniform(0.5, 1.5, (orders, len(lengths))) * lengths
        whole = range(len(self.layers))
        places = self._insert(no_places(self.layers, orders), np.argsort(-keys, axis=1, kind="stable"), whole)
        return self.descend((places, count_crossings_of(places)), whole)

    def descend(self, found: Found, window: range) -> Found:
        """Reroute every line of the window."""
        places, crossings = found
        for line in self.rng.permutation(self._lines_of(window)):
            places, change = self._reroute(places, np.full(len(crossings), line), window)
            crossings = crossings + change
        return places, crossings

    def leave(self, found: Found, window: range) -> Found:
        """Go to orders that are not much worse: take out two to eight lines, and insert them again one by one."""
        places, crossings = found
        lines = self._lines_of(window)
        count = int(self.rng.integers(2, max(3, min(9, len(lines) // 2 + 2))))
        chosen = self.rng.permutation(lines)[:count]
        changed = self._insert(without(places, chosen, window), np.tile(chosen, (len(crossings), 1)), window)
        rows = slice(window.start, window.stop + 2)
        return changed, crossings + count_crossings_of(changed[rows]) - count_crossings_of(places[rows])

    def wander(self, places: Places, window: range) -> Places:
        """New routes, as good as the old ones, for some lines of the window."""
        lines = self.rng.permutation(self._lines_of(window))
        for line in lines[: int(self.rng.integers(1, 5))]:
            places, _ = self._reroute(places, np.full(places.shape[1], line), window)
        return places

    def random_window(self) -> range:
        """All layers, or in a long story often a stretch of them."""
        n = len(self.layers)
        if self.rng.random() < FULL_WINDOWS / n:
            return range(n)
        length = int(n * self.rng.uniform(0.15, 0.6)) + 1
        start = int(self.rng.integers(n - length + 1))
        return range(start, start + length)

    def _insert(self, places: Places, lines: IntArray, window: range) -> Places:
        """Put each order's ``lines`` (orders, n) into the layers of the window, one after the other."""
        layers, orders = np.arange(window.start, window.stop)[:, None], np.arange(len(lines))
        for line in lines.T:
            first, last = self._spans[line].T
            places = places.copy()
            rows = places[window.start + 1 : window.stop + 1]
            rows[:, orders, line] = (rows.max(axis=2) + 1) * ((first <= layers) & (layers <= last))
            places, _ = self._reroute(places, line, window)
        return places

    def _lines_of(self, window: range) -> IntArray:
        """The lines that exist somewhere in the window."""
        first, last = self._spans.T
        return np.flatnonzero((first < window.stop) & (last >= window.start))

    def _reroute(self, places: Places, line: IntArray, window: range) -> Found:
        """Reroute each order's ``line`` (orders,) wherever it exists in the window: new places, and added crossings."""
        first, last = self._spans[line].T
        start = np.maximum(first, window.start)
        stop = np.maximum(np.minimum(last + 1, window.stop), start)
        self.work += (int((stop - start).max()) + 4) * (places.shape[1] + 8)
        return reroute(self._blocks, places, line, start, stop, self.rng)
