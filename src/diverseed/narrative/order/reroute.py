"""The best route of a line through the layers while every other line stays where it is.

The line is taken out of its layers. The other lines (a, b, c) keep their order there; a route chooses one
slot, a gap between two of them, in each layer::

             layer t    above it        layer t + 1    above it
    slot 0   --------   none            -----------    none
                a                            b
    slot 1   --------   a               -----------    b
                b                            a
    slot 2   --------   a, b            -----------    a, b
                c                            c
    slot 3   --------   a, b, c         -----------    a, b, c

A line that goes from one slot to another crosses the lines that are above one and below the other: as many as are above
the first and above the second, less twice those above both. From slot 1 to slot 1 that is two, from slot 2 to slot 1
one, from 2 to 2 none. The cheapest route is a shortest path over (layer, slot) with those counts as lengths.
"""

import numpy as np
from numpy.typing import NDArray

from ...arrays import BoolArray, IntArray
from ..layers import Layers, LineOrder

Places = NDArray[np.int16]
"""(layers + 1, orders, lines) place of each line in its layer, from 1 at the top, and 0 where it does not exist.

The last row, after the story, is empty.
"""

Costs = NDArray[np.float32]


def places_of(order: LineOrder, layers: Layers) -> Places:
    """The places of the lines in one order."""
    places = np.zeros((len(layers) + 1, 1, len(layers.names)), dtype=np.int16)
    for row, lines in zip(places[:-1, 0], order, strict=True):
        row[list(lines)] = np.arange(1, len(lines) + 1)
    return places


def order_of(places: Places, number: int = 0) -> LineOrder:
    """One of the orders, as permutations."""
    rows = places[:-1, number]
    sequences = np.argsort(rows, axis=1, kind="stable").tolist()
    return tuple(
        tuple(sequence[absent:]) for sequence, absent in zip(sequences, (rows == 0).sum(axis=1).tolist(), strict=True)
    )


def reroute(
    blocks: Places, places: Places, line: IntArray, first: IntArray, last: IntArray, rng: np.random.Generator
) -> tuple[Places, IntArray]:
    """Take a line of each order out of its layers, or none if it is not there yet, and put it in the best slots.

    Ties are broken at random. Doing many orders at once takes little longer than doing one.

    Parameters
    ----------
    blocks : (layers + 1, lines) block of each line in its layer, -1 where it does not exist
    line : (orders,) the travelling line
    first, last : (orders,) the layers that it exists in

    Returns
    -------
    the new places, and (orders,) how many crossings they have more than the old ones
    """
    orders, steps = np.arange(places.shape[1]), np.arange((last - first).max() + 1)[:, None]
    rows = np.minimum(first + steps, len(places) - 1)  # a shorter line does not exist in the last of them
    here = places[rows, orders]  # (steps, orders, lines), as everything below
    own, exists = here[:, orders, line], blocks[rows, line] >= 0
    rest = here - ((here > own[:, :, None]) & (own > 0)[:, :, None])
    rest[:, orders, line] = 0
    n_slots = int(rest.max()) + 1
    crossed = _crossings(rest, exists[1:], n_slots)
    before = (crossed[steps[:-1], orders, own[:-1] - 1, own[1:] - 1] * (own[:-1] > 0)).sum(axis=0)
    path, after = _shortest_path(crossed, _open_slots(blocks[rows], rest, line, n_slots), rng)
    moved = rest + (rest > path[:, :, None])
    moved[:, orders, line] = path + 1
    result = places.copy()
    result[rows, orders] = np.where(exists[:, :, None], moved, here)
    return result, np.rint(after - before).astype(np.intp)


def _open_slots(blocks: Places, rest: Places, line: IntArray, n_slots: int) -> BoolArray:
    """(steps, orders, slots) whether a slot keeps every group together.

    Where others of the line's group are, the slots beside them; elsewhere, the slots between two blocks.
    """
    at = np.full((*rest.shape[:2], n_slots + 1), -1, dtype=blocks.dtype)  # the block at each place
    np.put_along_axis(at, rest.astype(np.intp), blocks, axis=2)
    at[:, :, 0] = -1  # lines that do not exist were written there
    beside = at == blocks[:, np.arange(len(line)), line][:, :, None]
    between = at[:, :, :-1] != at[:, :, 1:]
    between[:, :, 0] = True  # also where no other line is
    return np.where(beside.any(axis=2, keepdims=True), beside[:, :, :-1] | beside[:, :, 1:], between)


def _crossings(rest: Places, counted: BoolArray, n_slots: int) -> Costs:
    """(steps - 1, orders, slots, slots) crossings from each slot to each slot of the next layer.

    None where ``counted`` (steps - 1, orders) is false. A line is crossed where it is +1, above one slot, and -1, below
    the other: with ``n`` lines in both layers, ``n`` less the product of their signs is twice the crossings.
    """
    signs: Costs = (2 * np.triu(np.ones((n_slots, n_slots))) - 1).astype(np.float32)  # (places, slots)
    signs[0] = 0  # lines that do not exist
    here, there = rest[:-1] * counted[:, :, None], rest[1:]
    n = ((here > 0) & (there > 0)).sum(axis=2, dtype=np.float32)
    crossed = np.asarray((signs[here] / -2).swapaxes(2, 3) @ signs[there], dtype=np.float32)
    crossed += n[:, :, None, None] / 2
    return crossed


def _shortest_path(crossed: Costs, is_open: BoolArray, rng: np.random.Generator) -> tuple[IntArray, Costs]:
    """(steps, orders) the slots of the cheapest routes, and (orders,) what they cost."""
    cost = np.where(is_open, np.float32(0), np.float32(np.inf))
    for t, step in enumerate(crossed):
        cost[t + 1] += (cost[t][:, :, None] + step).min(axis=1)
    chance = cost + rng.random(cost.shape, dtype=np.float32) / 2  # less than a crossing: breaks ties
    path = np.empty(cost.shape[:2], dtype=np.intp)
    path[-1] = chance[-1].argmin(axis=1)
    orders = np.arange(cost.shape[1])
    for t in range(len(crossed) - 1, -1, -1):
        path[t] = (chance[t] + crossed[t, orders, :, path[t + 1]]).argmin(axis=1)
    return path, cost[-1].min(axis=1)
