"""Moves from orders of one story to others: starts, descents, leaps and walks, of many orders at once."""

from __future__ import annotations

import numpy as np

from ..layers import Layers
from .places import BoolArray, IntArray, Places, count_crossings_of, no_places, without
from .reroute import Trips, reroute

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
        self._spans = np.array([*layers.spans, (0, -1)])  # nobody is the last line
        self._blocks = np.full((len(layers) + 2, len(layers.names) + 1), -1, dtype=np.int16)
        self._blocks[1:-1, :-1] = layers.block_table
        self._block_sizes = np.zeros_like(self._blocks)
        for sizes, blocks in zip(self._block_sizes[1:-1], layers.blocks, strict=True):
            for block in blocks:
                sizes[list(block)] = len(block)

    def start(self, orders: int) -> Found:
        """Insert the lines one by one on their best routes, roughly from long to short, and reroute them all once."""
        lengths = np.diff(self._spans[:-1], axis=1)[:, 0] + 1
        keys = self.rng.uniform(0.5, 1.5, (orders, len(lengths))) * lengths
        whole = range(len(self.layers))
        places = self._insert(no_places(self.layers, orders), np.argsort(-keys, axis=1, kind="stable"), whole)
        return self.descend((places, count_crossings_of(places)), whole)

    def descend(self, found: Found, window: range) -> Found:
        """Reroute every line of the window, then as many bundles."""
        places, crossings = found
        lines = self._lines_of(window)
        for line in self.rng.permutation(lines):
            places, change = self._reroute(places, self._trips(np.full(len(crossings), line), window))
            crossings = crossings + change
        for _ in lines:
            places, change = self._move_bundle(places, window)
            crossings = crossings + change
        return places, crossings

    def leave(self, found: Found, window: range) -> Found:
        """Go to orders that are not much worse, by inserting a few lines again."""
        places, crossings = found
        changed = self._reinsert(places, window)
        rows = slice(window.start, window.stop + 2)
        return changed, crossings + count_crossings_of(changed[rows]) - count_crossings_of(places[rows])

    def wander(self, places: Places, window: range) -> Places:
        """New routes, as good as the old ones, for some lines of the window, and perhaps for a bundle."""
        lines = self.rng.permutation(self._lines_of(window))
        for line in lines[: int(self.rng.integers(1, 4))]:
            places, _ = self._reroute(places, self._trips(np.full(places.shape[1], line), window))
        return self._move_bundle(places, window)[0]

    def random_window(self) -> range:
        """All layers, or in a long story often a stretch of them."""
        n = len(self.layers)
        if self.rng.random() < FULL_WINDOWS / n:
            return range(n)
        length = int(n * self.rng.uniform(0.15, 0.6)) + 1
        start = int(self.rng.integers(n - length + 1))
        return range(start, start + length)

    def _reinsert(self, places: Places, window: range) -> Places:
        """Take out two to eight lines, neighbours of one layer or any, and insert them again one by one."""
        lines = self._lines_of(window)
        count = int(self.rng.integers(2, max(3, min(9, len(lines) // 2 + 2))))
        if self.rng.random() < 0.5:
            chosen = self._neighbours(places, self._random_layers(places, window), count)
            chosen = self.rng.permuted(chosen, axis=1)
        else:
            chosen = np.tile(self.rng.permutation(lines)[:count], (places.shape[1], 1))
        return self._insert(without(places, chosen, window), chosen, window)

    def _insert(self, places: Places, lines: IntArray, window: range) -> Places:
        """Put each order's ``lines`` (orders, n) into the layers of the window, one after the other."""
        layers, orders = np.arange(window.start, window.stop)[:, None], np.arange(len(lines))
        for line in lines.T:
            first, last = self._spans[line].T
            places = places.copy()
            rows = places[window.start + 1 : window.stop + 1]
            rows[:, orders, line] = (rows.max(axis=2) + 1) * ((first <= layers) & (layers <= last))
            places, _ = self._reroute(places, self._trips(line, window))
        return places

    def _move_bundle(self, places: Places, window: range) -> Found:
        """Reroute a group, or some neighbours, of a random layer as one; keep the result unless it is worse.

        Returns
        -------
        the new places and the change in crossings
        """
        layer = self._random_layers(places, window)
        if self.rng.random() < 0.3:
            blocks = self._blocks[layer + 1]
            block = (self.rng.random(len(layer)) * (blocks.max(axis=1) + 1)).astype(np.intp)
            bundle = _listed(blocks == block[:, None])
        else:
            bundle = self._neighbours(places, layer, int(self.rng.integers(2, 7)))
        changed, change = self._reroute(places, self._common_trips(bundle, layer, window))
        kept = change <= 0
        return np.where(kept[:, None], changed, places), change * kept

    def _neighbours(self, places: Places, layer: IntArray, count: int) -> IntArray:
        """(orders, count) lines side by side somewhere in a layer of each order, or all of a smaller layer."""
        rows = places[layer + 1, np.arange(len(layer))]
        slack = np.maximum(rows.max(axis=1) - count, 0)
        first = 1 + (self.rng.random(len(layer)) * (slack + 1)).astype(np.intp)[:, None]
        return _listed((rows >= first) & (rows < first + count))

    def _random_layers(self, places: Places, window: range) -> IntArray:
        return self.rng.integers(window.start, window.stop, (places.shape[1],), dtype=np.intp)

    def _lines_of(self, window: range) -> IntArray:
        """The lines that exist somewhere in the window."""
        first, last = self._spans.T
        return np.flatnonzero((first < window.stop) & (last >= window.start))

    def _trips(self, line: IntArray, window: range) -> Trips:
        """Each order's ``line`` (orders,) wherever it exists in the window."""
        first, last = self._spans[line].T
        start = np.maximum(first, window.start)
        return Trips(line[:, None], start, np.maximum(np.minimum(last + 1, window.stop), start))

    def _common_trips(self, lines: IntArray, layer: IntArray, window: range) -> Trips:
        """The layers around ``layer`` where ``lines`` (orders, n) can stay side by side without breaking a group.

        There the present ones are part of one block, or make up whole blocks.
        """
        rows = slice(window.start + 1, window.stop + 1)
        blocks = self._blocks[rows][:, lines]  # (layers, orders, n)
        absent = blocks < 0
        fellows = (blocks[:, :, :, None] == blocks[:, :, None, :]).sum(axis=3)
        part = ((blocks == blocks.max(axis=2, keepdims=True)) | absent).all(axis=2)
        whole = ((fellows == self._block_sizes[rows][:, lines]) | absent).all(axis=2)
        apart = ~(part | whole) | absent.all(axis=2)
        n = np.arange(window.start, window.stop)[:, None]
        start = np.where(apart & (n <= layer), n + 1, window.start).max(axis=0)
        stop = np.where(apart & (n >= layer), n, window.stop).min(axis=0)
        return Trips(lines, np.minimum(start, stop), stop)

    def _reroute(self, places: Places, trips: Trips) -> Found:
        """The new places and the change in crossings."""
        self.work += (int((trips.stop - trips.start).max()) + 4) * (places.shape[1] + 8)
        return reroute(self._blocks, places, trips, self.rng)


def _listed(chosen: BoolArray) -> IntArray:
    """(orders, n) the lines of a mask (orders, lines + 1), padded with the line of nobody."""
    nobody = chosen.shape[1] - 1
    return np.sort(np.where(chosen, np.arange(nobody + 1), nobody), axis=1)[:, : chosen.sum(axis=1).max()]
