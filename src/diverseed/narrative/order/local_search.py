"""Few crossings in little time: iterated local search over many orders at once; and then few bends."""

import time
from itertools import chain

import numpy as np

from ...arrays import IntArray
from ..coordinates import place_lines
from ..crossings import count_block_crossings, count_crossings, count_wiggles
from ..layers import Layers, LineOrder
from .reroute import Places, order_of, places_of, reroute

Found = tuple[Places, IntArray]
"""Orders and (orders,) their numbers of crossings."""

FAST_WORK, FAST_WORK_PER_PLACE = 300_000, 700
"""Work (see :class:`Moves`) that ``fast`` may spend: half a second on one core, less for small stories. The six bundled
posters have 445 crossings at 420 per place and 440 at 700 (as in ``benchmarks/poster.py``, mean of 8 seeds)."""

BEST_WORK_PER_PLACE = 60_000
"""The same for ``best``: with enough time, the result depends on the seed alone and not on the clock."""

MOST_ORDERS, MOST_PLACES = 16, 25_000
"""Orders that are searched side by side: with more of them each costs less, but also gets a smaller share of the work.
Long stories have fewer, with this many places in all."""

MOST_SIZE = 500_000
"""Of a story, see :func:`_size`: to insert all lines of a larger one would take more than a few seconds."""

CROWD = 24
"""Lines side by side up to which rerouting takes as long as with fewer; beyond, with the square of their number."""

SELECTION = 6
"""Rounds after which the better half of the orders takes the place of the worse."""

WALKS, ROUNDS = 4, 15
"""Random walks that start from the best order so far, side by side, before the best of all becomes the next start; and
how often that happens. With 15 rounds lines of published films bend 6 to 12 % less often, with one round no less."""


class Moves:
    """Moves from orders of one story to others, of many orders at once: all of them reroute one line after the other.

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


def fast_order(layers: Layers, rng: np.random.Generator) -> tuple[LineOrder, int]:
    """The best order that a fixed amount of work finds, and its crossings.

    A story too large for that keeps the order in which its people come, group by group.
    """
    size = _size(layers)
    if size > MOST_SIZE:
        order = tuple(tuple(chain(*sorted(blocks, key=np.mean))) for blocks in layers.blocks)
        return order, count_crossings(order)
    moves = Moves(layers, rng)
    return iterate(moves, moves.start(_population(layers)), work=min(FAST_WORK, FAST_WORK_PER_PLACE * size))


def best_order(layers: Layers, rng: np.random.Generator, *, seconds: float) -> tuple[LineOrder, int]:
    """What ``fast`` finds, improved until the time, or the work that the size of the story is worth, is used up."""
    deadline = time.monotonic() + seconds
    work = BEST_WORK_PER_PLACE * _size(layers)
    order, crossings = fast_order(layers, rng)
    n = _population(layers)
    here = np.repeat(places_of(order, layers), n, axis=1), np.full(n, crossings)
    return iterate(Moves(layers, rng), here, work=work, deadline=deadline)


def iterate(moves: Moves, here: Found, *, work: int, deadline: float = float("inf")) -> tuple[LineOrder, int]:
    """Iterated local search (Lourenço, Martin & Stützle 2003): leave, descend, and go on from there if it is not worse.

    Returns
    -------
    the best order that was seen, and its crossings
    """
    best, rounds = fittest(here), 0
    while best[1] > 0 and moves.work < work and time.monotonic() < deadline:
        rounds += 1
        here = _next_round(moves, here)
        if rounds % SELECTION == 0:
            here = _better_half_twice(here)
        if here[1].min() < best[1]:
            best = fittest(here)
    return best


def fittest(found: Found) -> tuple[LineOrder, int]:
    """The order with the fewest crossings."""
    places, crossings = found
    return order_of(places, int(crossings.argmin())), int(crossings.min())


def _next_round(moves: Moves, here: Found) -> Found:
    found = moves.descend(moves.leave(here))
    kept = found[1] <= here[1]
    return np.where(kept[:, None], found[0], here[0]), np.where(kept, found[1], here[1])


def _better_half_twice(found: Found) -> Found:
    ranking = np.argsort(found[1], kind="stable")
    chosen = np.resize(ranking[: (len(ranking) + 1) // 2], len(ranking))
    return found[0][:, chosen], found[1][chosen]


def _population(layers: Layers) -> int:
    return max(1, min(MOST_ORDERS, MOST_PLACES // _size(layers)))


def slowness(beside: int) -> float:
    """How much longer it takes to reroute a line with this many side by side."""
    return max(1.0, beside / CROWD) ** 2


def _size(layers: Layers) -> int:
    """Places of lines in layers, those in a crowd as often as rerouting takes longer there."""
    beside = (layers.block_of >= 0).sum(axis=1)
    return int(beside.sum() * slowness(int(beside.max())))


def fewest_bends(layers: Layers, order: LineOrder, rng: np.random.Generator, *, deadline: float) -> LineOrder:
    """Walk over orders with as few crossings by rerouting lines; keep the one with the least :func:`bend_cost`."""
    moves = Moves(layers, rng)
    best, cost = order, bend_cost(layers, order)
    for _ in range(ROUNDS):
        changed, _ = moves.wander((np.repeat(places_of(best, layers), WALKS, axis=1), np.zeros(WALKS, dtype=np.intp)))
        for other in {order_of(changed, walk): None for walk in range(WALKS)}:
            if time.monotonic() > deadline:
                return best
            found = bend_cost(layers, other)
            if found <= cost:
                best, cost = other, found
    return best


def bend_cost(layers: Layers, order: LineOrder) -> tuple[int, float, int]:
    """Crossings, then few and small bends as drawn (:func:`place_lines`), then block crossings."""
    wiggles, wiggle_height = count_wiggles(place_lines(layers, order, rounds=1))
    return count_crossings(order), wiggles + 0.5 * wiggle_height, count_block_crossings(order)
