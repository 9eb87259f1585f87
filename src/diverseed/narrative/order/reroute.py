"""The best way of one line, or of a bundle of lines, through the layers while every other line stays where it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from ..layers import Layers

Orders = list[list[int]]
FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]


def reroute(
    layers: Layers, orders: Orders, bundle: Sequence[int], *, window: range, noise: float, rng: np.random.Generator
) -> Orders:
    """Take the lines of ``bundle`` out of the layers of ``window`` and put them back, side by side, in the best slots.

    A shortest path over (layer, slot), where slot ``s`` of a layer lies above its ``s``-th remaining line. Going from
    slot ``s`` to slot ``s'`` of the next layer crosses the lines that are above one and below the other, once for
    each line of the bundle. Layers outside of the window do not change and count as its fixed ends.

    Parameters
    ----------
    orders : one list of lines per layer, from top to bottom
    bundle : lines to move; they keep their order among themselves
    window : layers where the bundle can travel as one, see :func:`common_window`
    noise : each slot costs a random amount up to this more: little to choose among equals, much to leave an optimum
    """
    members = set(bundle)
    low, high = max(window.start - 1, 0), min(window.stop + 1, len(orders))
    rest = [[line for line in orders[t] if line not in members] for t in range(low, high)]
    own = [[line for line in orders[t] if line in members] for t in range(low, high)]
    head, tail = window.start - low, high - window.stop
    places = _places(rest, len(layers.names))
    width = int(places.max(initial=0)) + 1
    moves = _move_costs(places, width)
    inside = slice(head, len(rest) - tail)
    free = _open_slots(layers.block_table[window.start : window.stop], places[inside], bundle, width)
    entry = np.where(free, 0.0, np.inf)
    entry += noise * rng.random(entry.shape)
    if head:
        entry[0] += _leave(moves[0], orders[low], own[0], own[1])
    if tail:
        entry[-1] += _leave(moves[-1].T, orders[high - 1], own[-1], own[-2])
    weights = [len(set(a).intersection(b)) for a, b in pairwise(own[inside])]
    path = _shortest_path(entry, moves[head : head + len(weights)] * np.reshape(weights, (-1, 1, 1)))
    result = list(orders)
    for t, slot in zip(window, path, strict=True):
        others = rest[t - low]
        result[t] = others[:slot] + own[t - low] + others[slot:]
    return result


def common_window(layers: Layers, bundle: Sequence[int], layer: int, *, within: range) -> range:
    """The layers around ``layer`` where the bundle can stay side by side without breaking a group; may be empty."""
    if not _together(layers, bundle, layer):
        return range(layer, layer)
    start, stop = layer, layer + 1
    while start > within.start and _together(layers, bundle, start - 1):
        start -= 1
    while stop < within.stop and _together(layers, bundle, stop):
        stop += 1
    return range(start, stop)


def _together(layers: Layers, bundle: Sequence[int], layer: int) -> bool:
    """Whether the present lines of the bundle are part of one block, or make up whole blocks."""
    block_of = layers.block_of[layer]
    present = [line for line in bundle if line in block_of]
    blocks = {block_of[line] for line in present}
    return len(blocks) == 1 or (len(blocks) > 1 and sum(len(layers.blocks[layer][b]) for b in blocks) == len(present))


def _places(rest: Orders, n_lines: int) -> IntArray:
    """(layers, lines) place of each line from 1, and 0 where it is not."""
    sizes = [len(order) for order in rest]
    row = np.repeat(np.arange(len(rest)), sizes)
    place = np.arange(1, len(row) + 1) - np.repeat(np.cumsum([0, *sizes[:-1]]), sizes)
    places = np.zeros((len(rest), n_lines), dtype=np.intp)
    places[row, np.fromiter(chain.from_iterable(rest), dtype=np.intp, count=len(row))] = place
    return places


def _open_slots(blocks: IntArray, places: IntArray, bundle: Sequence[int], width: int) -> BoolArray:
    """(layers, slots) whether a slot keeps every group together.

    Where others of the bundle's group are, the slots beside them; elsewhere, the slots between two blocks.
    """
    row, line = np.nonzero(places)
    at = np.full((len(places), width + 1), -1)  # blocks by place, with nothing above the first and below the last
    at[row, places[row, line]] = blocks[row, line]
    own = blocks[:, list(bundle)]
    beside = ((at[:, :, None] == own[:, None, :]) & (own >= 0)[:, None, :]).any(axis=2)
    between = at[:, :-1] != at[:, 1:]
    between[:, 0] = True  # also where no other line is
    return np.where(beside.any(axis=1, keepdims=True), beside[:, :-1] | beside[:, 1:], between)


def _move_costs(places: IntArray, width: int) -> FloatArray:
    """(layers - 1, slots, slots) lines crossed on the way from a slot to a slot of the next layer.

    With ``A[s, s']`` the common lines above both slots, a move crosses ``A[s, all] + A[all, s'] - 2 A[s, s']``.
    """
    layer, line = np.nonzero((places[:-1] > 0) & (places[1:] > 0))
    above = np.zeros((len(places) - 1, width, width))
    above[layer, places[layer, line], places[layer + 1, line]] = 1.0
    above = above.cumsum(axis=1).cumsum(axis=2)
    return above[:, :, -1:] + above[:, -1:, :] - 2 * above


def _leave(moves: FloatArray, outside: Sequence[int], own: Sequence[int], inside: Sequence[int]) -> FloatArray:
    """Cost of each slot at the end of the window towards the fixed places the bundle has in the layer outside."""
    members, continuing = set(own), set(inside)
    total = np.zeros(moves.shape[1])
    slot = 0
    for line in outside:
        if line not in members:
            slot += 1
        elif line in continuing:
            total += moves[slot]
    return total


def _shortest_path(entry: FloatArray, moves: FloatArray) -> list[int]:
    """The slot of each layer on the cheapest way."""
    best = [entry[0]]
    for t in range(1, len(entry)):
        best.append((best[-1][:, None] + moves[t - 1]).min(axis=0) + entry[t])
    path = [int(best[-1].argmin())]
    for t in range(len(entry) - 2, -1, -1):
        path.append(int((best[t] + moves[t][:, path[-1]]).argmin()))
    return path[::-1]
