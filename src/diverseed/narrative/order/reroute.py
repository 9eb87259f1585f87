"""The best routes of lines, or of bundles of lines, through the layers while every other line stays where it is.

The travellers are taken out of the layers of their trip. The other lines (a, b, c) keep their order there; a route
chooses one slot, a gap between two of them, in each layer. The lines above a slot are a set of bits, where a line has
the bit of its place in the earlier of two layers::

             layer t       above[t]                 layer t + 1      above_next[t]
    slot 0   --------      0000             slot 0  -----------      0000
                a                                        b
    slot 1   --------      0010  {a}        slot 1  -----------      0100  {b}
                b                                        a
    slot 2   --------      0110  {a, b}     slot 2  -----------      0110  {a, b}
                c                                        c
    slot 3   --------      1110             slot 3  -----------      1110

A traveller that goes from slot s to slot s' crosses the lines that are above one and below the other, which are the
bits of ``above[t, s] XOR above_next[t, s']``: from slot 1 to slot 1 two, from slot 2 to slot 1 one, from 2 to 2 none.
The cheapest route is a shortest path over (layer, slot) with those counts as lengths.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .places import BoolArray, IntArray, Places

Bits = NDArray[np.unsignedinteger[Any]]
"""(words, ...) sets of lines; bit ``b`` of word ``w`` is the line with place ``w * size + b`` in the earlier layer."""

Costs = NDArray[np.signedinteger[Any]]

CLOSED = {"i2": 1 << 13, "i4": 1 << 28}
"""Cost of a slot that would break a group, in two bytes and in four: more than any route through the others."""


@dataclass(frozen=True)
class Trips:
    """What travels in each order, and where.

    Attributes
    ----------
    lines : (orders, n) lines that travel side by side, padded with the line of nobody (see :data:`Places`)
    start, stop : (orders,) the layers where they do, which may be none
    """

    lines: IntArray
    start: IntArray
    stop: IntArray


def reroute(blocks: Places, places: Places, trips: Trips, rng: np.random.Generator) -> tuple[Places, IntArray]:
    """Take the lines of each trip out of its layers and put them back, side by side, in the best slots.

    Layers outside of the trip do not change and are its fixed ends. Each line of the trip counts its crossings. Ties
    are broken at random. Doing many orders at once takes little longer than doing one.

    Parameters
    ----------
    blocks : (layers + 2, lines + 1) block of each line in its layer, -1 where it does not exist
    trips : lines keep their order among themselves, and with it the crossings among themselves

    Returns
    -------
    the new places, and (orders,) how many crossings they have more than the old ones
    """
    if not (trips.start < trips.stop).any():
        return places, np.zeros(places.shape[1], dtype=np.intp)
    apart = _Apart(blocks, places, trips)
    path, crossings = _shortest_path(apart, rng)
    inside = apart.inside[1:-1, :, None]
    result = places.copy()
    result[apart.layers[1:-1], apart.orders] = np.where(inside, apart.put_back(path), apart.here[1:-1])
    return result, crossings - apart.crossings()


class _Apart:
    """The layers of the trips, and at least one before and after, with the travelling lines taken out.

    Attributes
    ----------
    layers, inside : (n, orders) rows of the places, and whether they belong to the trip; n is odd
    here, rest : (n, orders, lines) places as they are, and those of the other lines among themselves, 0 for none
    slots : (n, orders, travellers) number of other lines above each traveller
    ranks : (n, orders, travellers) place of each traveller among them, 0 where it does not exist
    goes_on : (n - 1, orders, travellers) whether a traveller exists in this layer and the next
    above, above_next : (words, n - 1, slots, orders) the lines above a slot and above a slot of the next layer
    """

    def __init__(self, blocks: Places, places: Places, trips: Trips) -> None:
        self.orders = np.arange(places.shape[1])
        self.travellers = self.orders[:, None], trips.lines
        self.lengths = trips.stop - trips.start
        self.steps = np.arange((int(self.lengths.max()) | 1) + 2)[:, None]
        self.layers = np.minimum(trips.start + self.steps, len(places) - 1)
        self.inside = (self.steps > 0) & (self.steps <= self.lengths)
        self.blocks = blocks[self.layers]
        self.here = places[self.layers, self.orders]
        own = self.here[:, *self.travellers]
        exists = own > 0
        ceiling = np.where(exists, own, np.int16(places.shape[2] + 1))  # who does not exist is above nobody
        self.rest = self.here.copy()
        for top in np.moveaxis(ceiling, 2, 0)[:, :, :, None]:
            self.rest -= self.here > top
        self.rest[:, *self.travellers] = 0
        self.ranks = (ceiling[:, :, :, None] >= ceiling[:, :, None, :]).sum(axis=3, dtype=np.int16) * exists
        self.slots = own - self.ranks
        self.goes_on = exists[:-1] & exists[1:]
        self.width = int(self.rest.max()) + 1
        self.above, self.above_next = self._lines_above()

    def _lines_above(self) -> tuple[Bits, Bits]:
        """Only lines that exist in a layer and the next, by their place in the former."""
        kind = next((kind for kind in ("u2", "u4") if self.width <= np.iinfo(kind).bits), "u8")
        size = np.iinfo(kind).bits
        words = range(0, self.width, size)
        place = np.where(self.rest[1:] > 0, self.rest[:-1], 0)
        bit = np.ones((), dtype=kind) << (place % size).astype(kind)
        in_words = [np.where((place > 0) & (place // size == word // size), bit, bit.dtype.type(0)) for word in words]
        above_next = np.stack([self._by_place(self.rest[1:], word, self.width, nothing=0) for word in in_words])
        for slot in range(2, self.width):
            above_next[:, :, slot] |= above_next[:, :, slot - 1]
        up_to = [[(1 << min(max(slot + 1 - word, 0), size)) - 1 for slot in range(self.width)] for word in words]
        return above_next[:, :, -1:] & np.array(up_to, dtype=kind)[:, None, :, None], above_next

    def _by_place(self, rest: Places, values: NDArray[Any], width: int, *, nothing: int) -> NDArray[Any]:
        """(layers, places, orders) the values (layers, orders, lines) of the other lines at their places."""
        table = np.full((len(rest), width, len(self.orders)), nothing, dtype=values.dtype)
        index = (np.arange(len(rest))[:, None, None] * width + rest) * len(self.orders) + self.orders[:, None]
        table.reshape(-1)[index.reshape(-1)] = values.reshape(-1)
        table[:, 0] = nothing  # lines that do not exist were written there
        return table

    def entry(self) -> Costs:
        """(n - 2, slots, orders) cost of a slot: none, closed, or what it takes from and to the fixed ends."""
        kind = "i2" if self.slots.shape[2] * len(self.rest) * self.width < CLOSED["i2"] else "i4"
        cost = np.where(self._open_slots() | ~self.inside[:, None], 0, CLOSED[kind]).astype(kind)
        orders, last = self.orders, self.lengths
        own = self.above[:, 0, self.slots[0], orders[:, None]]
        going = self.goes_on[0] & self.inside[1][:, None]
        cost[1] += _end_costs(own, self.above_next[:, 0].swapaxes(1, 2), going).T
        own = self.above_next[:, last[:, None], self.slots[last + 1, orders], orders[:, None]]
        going = self.goes_on[last, orders] & (last > 0)[:, None]
        slots = self.above[:, last[:, None], np.arange(self.width), orders[:, None]]
        cost[last, :, orders] += _end_costs(own, slots, going)
        return cost[1:-1]

    def _open_slots(self) -> BoolArray:
        """(n, slots, orders) whether a slot keeps every group together.

        Where others of the travellers' group are, the slots beside them; elsewhere, the slots between two blocks.
        """
        at = self._by_place(self.rest, self.blocks, self.width + 1, nothing=-1)
        own = np.where(self.ranks > 0, self.blocks[:, *self.travellers], -2)
        beside = np.zeros(at.shape, dtype=bool)
        for block in np.moveaxis(own, 2, 0)[:, :, None]:
            beside |= at == block
        between = at[:, :-1] != at[:, 1:]
        between[:, 0] = True  # also where no other line is
        return np.where(beside.any(axis=1, keepdims=True), beside[:, :-1] | beside[:, 1:], between)

    def crossings(self) -> IntArray:
        """(orders,) crossings of the travellers as they are with the other lines, on the trip and at its ends."""
        step, order, slots = self.steps[:-1, :, None], self.orders[:, None], self.slots
        crossed = _crossed(self.above[:, step, slots[:-1], order], self.above_next[:, step, slots[1:], order])
        counted = self.goes_on & (self.inside[:-1] | self.inside[1:])[:, :, None]
        return (crossed * counted).sum(axis=(0, 2), dtype=np.intp)

    def put_back(self, path: IntArray) -> IntArray:
        """(n - 2, orders, lines) places of all lines with the travellers at one slot in each layer."""
        rest, ranks, path = self.rest[1:-1], self.ranks[1:-1], path[:, :, None]
        places = rest + (rest > path) * (ranks > 0).sum(axis=2, keepdims=True)
        places[:, *self.travellers] = (path + ranks) * (ranks > 0)
        return places


def _crossed(some: Bits, others: Bits) -> NDArray[np.uint8] | NDArray[np.uint64]:
    """The number of lines in one set but not in the other."""
    counts = np.bitwise_count(some ^ others)
    return counts[0] if len(counts) == 1 else counts.sum(axis=0, dtype=np.uint16)


def _end_costs(own: Bits, slots: Bits, going: BoolArray) -> Costs:
    """(orders, slots) crossings from each slot to the fixed travellers, where ``going`` (orders, travellers)."""
    crossed = _crossed(own[:, :, :, None], slots[:, :, None, :])
    return (crossed * going[:, :, None]).sum(axis=1, dtype=np.int32)


def _shortest_path(apart: _Apart, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """The cheapest routes: from both ends at once, to meet in the middle.

    The routes from the far end stand beside those from the near end, as if they belonged to further orders.

    Returns
    -------
    (n - 2, orders) the slot of each layer, and (orders,) what the route costs
    """
    entry, orders = apart.entry(), len(apart.orders)
    middle = len(entry) // 2
    weight = apart.goes_on.sum(axis=2, dtype=entry.dtype) * (apart.inside[:-1] & apart.inside[1:])
    weight = _from_both_ends(weight[1:-1, None], weight[1:-1, None], middle)
    above = _from_both_ends(apart.above[:, 1:-1], apart.above_next[:, 1:-1], middle)
    above_next = _from_both_ends(apart.above_next[:, 1:-1], apart.above[:, 1:-1], middle)
    cost = _from_both_ends(entry, entry, middle + 1)
    for t in range(middle):
        routes = _crossed(above[:, t, :, None], above_next[:, t, None]) * weight[t]
        routes += cost[t][:, None]
        cost[t + 1] += np.minimum.reduce(routes, axis=0)
    chance = cost + rng.random(cost.shape, dtype=np.float32) / 2  # less than a crossing: breaks ties
    met = (chance[middle, :, :orders] + cost[middle, :, orders:] - entry[middle]).argmin(axis=0)
    path = np.empty((len(entry), orders), dtype=np.intp)
    path[middle] = met
    at, each = np.concatenate([met, met]), np.arange(2 * orders)
    total = cost[middle, at, each].reshape(2, orders).sum(axis=0) - entry[middle, met, apart.orders]
    for t in range(middle - 1, -1, -1):
        routes = _crossed(above[:, t], above_next[:, t, at, each][:, None]) * weight[t]
        at = (routes + chance[t]).argmin(axis=0)
        path[t], path[-1 - t] = at[:orders], at[orders:]
    return path, total.astype(np.intp)


def _from_both_ends(onward: NDArray[Any], back: NDArray[Any], length: int) -> NDArray[Any]:
    """The first and, in reverse, the last ``length`` of the layers beside each other; (..., layers, slots, orders)."""
    return np.concatenate([onward[..., :length, :, :], back[..., ::-1, :, :][..., :length, :, :]], axis=-1)
