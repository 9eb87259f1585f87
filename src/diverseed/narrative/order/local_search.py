"""Few crossings in little time: iterated local search whose moves reroute lines and bundles of lines."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..layers import Layers
from .places import Places, count_crossings_of, layer_order, without
from .reroute import common_window, reroute

FAST_WORK, FAST_WORK_PER_PLACE = 60_000, 130
"""Layer steps of rerouting that ``fast`` may spend, about half a second of one core; small stories need less."""

START_SHARE = 0.3
"""Of the work of ``fast``, what goes into starts."""

KEPT_STARTS = 3
"""Starts from which ``fast`` goes on."""

BEST_WORK_PER_PLACE = 10_000
"""The same for ``best``: given time enough, the result is that of the seed and not of the clock."""

PATIENCE = 30
"""Rounds without gain after which the search goes elsewhere."""

TEMPERATURE = 1.0
"""Mean of the number of crossings that a round may lose and still be the next one's start."""

Found = tuple[Places, int]
"""Places and their number of crossings."""


@dataclass
class LocalSearch:
    """Moves over the orders of one story.

    ``work`` counts the layer steps rerouted so far: a clock that every machine reads the same.
    """

    layers: Layers
    rng: np.random.Generator
    work: int = 0

    def start(self) -> Found:
        """Insert the lines one by one in their best ways, roughly from long to short, and make that locally optimal."""
        lengths = [last - first + 1 for first, last in self.layers.spans]
        keys = self.rng.uniform(0.5, 1.5, len(lengths)) * lengths
        whole = range(len(self.layers))
        empty = np.zeros((len(whole), len(lengths)), dtype=np.intp)
        return self.descend(self._insert(empty, np.argsort(-keys, kind="stable").tolist(), whole), whole, passes=3)

    def descend(self, places: Places, window: range, *, passes: int) -> Found:
        """Reroute every line of the window, then as many bundles, until a pass gains nothing or passes are over."""
        crossings = count_crossings_of(places)
        lines = _lines_of(places, window)
        for _ in range(passes):
            before = crossings
            for line in self.rng.permutation(lines).tolist():
                places, change = self._reroute(places, [line], self._clip(line, window))
                crossings += change
            for _ in lines:
                places, change = self._move_bundle(places, window)
                crossings += change
            if crossings == before:
                break
        return places, crossings

    def leave(self, places: Places, window: range) -> Places:
        """Go to another place that is not much worse: by new ways for a few lines, or by mirroring some layers."""
        lines = _lines_of(places, window)
        if self.rng.random() < 0.7:
            return self._reinsert(places, lines, window)
        if self.rng.random() < 0.5:
            start = int(self.rng.integers(window.start, window.stop))
            places = _mirrored(places, range(start, int(self.rng.integers(start + 1, window.stop + 1))))
        for line in self.rng.permutation(lines)[: int(self.rng.integers(1, 4))].tolist():
            noise = float(self.rng.choice([1.0, 2.0, 4.0]))
            places, _ = self._reroute(places, [line], self._clip(line, window), noise=noise)
        return places

    def wander(self, places: Places, window: range) -> Places:
        """New ways, as good as the old ones, for some lines of the window, and perhaps for a bundle."""
        lines = _lines_of(places, window)
        for line in self.rng.permutation(lines)[: int(self.rng.integers(1, 4))].tolist():
            places, _ = self._reroute(places, [line], self._clip(line, window))
        return self._move_bundle(places, window)[0]

    def random_window(self) -> range:
        """All layers, or in a long story often a stretch of them."""
        n = len(self.layers)
        if n < 8 or self.rng.random() < 50 / n:
            return range(n)
        length = int(n * self.rng.uniform(0.15, 0.6)) + 1
        start = int(self.rng.integers(n - length + 1))
        return range(start, start + length)

    def _reinsert(self, places: Places, lines: Sequence[int], window: range) -> Places:
        """Take out two to eight lines, neighbours of one layer or any, and insert them again one by one."""
        count = int(self.rng.integers(2, max(3, min(9, len(lines) // 2 + 2))))
        if self.rng.random() < 0.5:
            order = layer_order(places[int(self.rng.integers(window.start, window.stop))])
            at = int(self.rng.integers(max(len(order) - count, 0) + 1))
            lines = order[at : at + count]
        chosen = self.rng.permutation(lines)[:count].tolist()
        return self._insert(without(places, chosen, window), chosen, window)

    def _insert(self, places: Places, lines: Sequence[int], window: range) -> Places:
        places = places.copy()
        for line in lines:
            reach = self._clip(line, window)
            rows = slice(reach.start, reach.stop)
            places[rows, line] = places[rows].max(axis=1) + 1
            places, _ = self._reroute(places, [line], reach)
        return places

    def _move_bundle(self, places: Places, window: range) -> Found:
        """Reroute a group, or some neighbours, of a random layer as one; keep the result unless it is worse."""
        layer = int(self.rng.integers(window.start, window.stop))
        blocks, order = self.layers.blocks[layer], layer_order(places[layer])
        bundle = list(blocks[int(self.rng.integers(len(blocks)))])
        if self.rng.random() < 0.7 and len(order) > 1:
            size = int(self.rng.integers(2, min(6, len(order)) + 1))
            at = int(self.rng.integers(len(order) - size + 1))
            bundle = order[at : at + size]
        reach = common_window(self.layers, bundle, layer, within=window)
        if not reach:
            return places, 0
        changed, change = self._reroute(places, bundle, reach)
        return (changed, change) if change <= 0 else (places, 0)

    def _clip(self, line: int, window: range) -> range:
        first, last = self.layers.spans[line]
        return range(max(first, window.start), min(last + 1, window.stop))

    def _reroute(self, places: Places, bundle: Sequence[int], window: range, *, noise: float | None = None) -> Found:
        """The new places and the change in crossings."""
        self.work += len(window) + 4
        # Less than one crossing over all layers: the noise of a plain move only chooses among equally good ways.
        scale = 0.5 / len(self.layers) if noise is None else noise
        return reroute(self.layers, places, bundle, window=window, noise=scale, rng=self.rng)


def _lines_of(places: Places, window: range) -> list[int]:
    """The lines that exist somewhere in the window."""
    lines: list[int] = np.flatnonzero(places[window.start : window.stop].any(axis=0)).tolist()
    return lines


def _mirrored(places: Places, window: range) -> Places:
    """The same with the layers of the window upside down."""
    result = places.copy()
    rows = result[window.start : window.stop]
    rows[:] = np.where(rows > 0, rows.max(axis=1, keepdims=True) + 1 - rows, 0)
    return result


def fast_orders(layers: Layers, rng: np.random.Generator) -> Found:
    """Several starts, then iterated local search from the best few in turn, within a fixed amount of work.

    A single start may lie in a region that no later round leaves; three of them rarely do so all.
    """
    work = min(FAST_WORK, FAST_WORK_PER_PLACE * sum(map(len, layers.block_of)))
    search = LocalSearch(layers, rng)
    starts = [search.start()]
    while search.work < START_SHARE * work and starts[-1][1] > 0:
        starts.append(search.start())
    starts = sorted(starts, key=_crossings)[:KEPT_STARTS]
    each = (work - search.work) // len(starts)
    return min((iterate(search, start, work=search.work + each) for start in starts), key=_crossings)


def best_orders(layers: Layers, rng: np.random.Generator, *, seconds: float) -> Found:
    """What ``fast`` finds, improved until the time, or the work that the size of the story is worth, is used up."""
    deadline = time.monotonic() + seconds
    work = BEST_WORK_PER_PLACE * sum(map(len, layers.block_of))
    return iterate(LocalSearch(layers, rng), fast_orders(layers, rng), work=work, deadline=deadline)


def iterate(search: LocalSearch, start: Found, *, work: int, deadline: float = float("inf"), enough: int = 0) -> Found:
    """Iterated local search (Lourenço, Martin & Stützle 2003): leave, descend, go on if not much worse, or restart."""
    best = here = start
    since, fewest = 0, start[1]
    while best[1] > enough and search.work < work and time.monotonic() < deadline:
        window = search.random_window()
        found = search.descend(search.leave(here[0], window), window, passes=1)
        if found[1] <= here[1] + search.rng.exponential(TEMPERATURE):
            here = found
        since = 0 if here[1] < fewest else since + 1
        fewest = min(fewest, here[1])
        best = min(best, here, key=_crossings)
        if since > PATIENCE:
            here = best if search.rng.random() < 0.25 else min(search.start(), search.start(), key=_crossings)
            since, fewest = 0, here[1]
    return best


def _crossings(found: Found) -> int:
    return found[1]
