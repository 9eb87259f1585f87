"""The best way of one line, or of a bundle of lines, through the layers while every other line stays where it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..layers import Layers

Orders = list[list[int]]
FloatArray = NDArray[np.float64]


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
    width = max(len(order) for order in rest) + 1
    moves = _move_costs(rest, width)
    head, tail = window.start - low, high - window.stop
    entry = _slot_costs(layers, rest[head : len(rest) - tail], bundle, window, width)
    entry += noise * rng.random(entry.shape)
    if head:
        entry[0] += _leave(moves[0], orders[low], own[0], own[1])
    if tail:
        entry[-1] += _leave(moves[-1].T, orders[high - 1], own[-1], own[-2])
    weights = [len(set(a).intersection(b)) for a, b in zip(own[head:], own[head + 1 : len(own) - tail], strict=False)]
    path = _shortest_path(entry, moves[head : head + len(weights)], weights)
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


def _slot_costs(layers: Layers, rest: Orders, bundle: Sequence[int], window: range, width: int) -> FloatArray:
    """Zero for the slots that keep every group together, infinite for the others."""
    costs = np.full((len(rest), width), np.inf)
    for row, (t, order) in enumerate(zip(window, rest, strict=True)):
        block_of = layers.block_of[t]
        own = {block_of[line] for line in bundle if line in block_of}
        blocks = [block_of[line] for line in order]
        beside = [i for i, block in enumerate(blocks) if block in own]
        if beside:
            costs[row, beside[0] : beside[-1] + 2] = 0.0
            continue
        costs[row, [0, len(order)]] = 0.0
        costs[row, [s for s in range(1, len(order)) if blocks[s - 1] != blocks[s]]] = 0.0
    return costs


def _move_costs(rest: Orders, width: int) -> FloatArray:
    """(layers - 1, width, width) lines crossed on the way from a slot to a slot of the next layer.

    With ``A[s, s']`` the common lines above both slots, a move crosses ``A[s, all] + A[all, s'] - 2 A[s, s']``.
    """
    layer, place, next_place = [], [], []
    for t in range(len(rest) - 1):
        there = {line: j for j, line in enumerate(rest[t + 1], start=1)}
        for i, line in enumerate(rest[t], start=1):
            j = there.get(line)
            if j is not None:
                layer.append(t)
                place.append(i)
                next_place.append(j)
    above = np.zeros((max(len(rest) - 1, 0), width, width))
    above[layer, place, next_place] = 1.0
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


def _shortest_path(entry: FloatArray, moves: FloatArray, weights: Sequence[int]) -> list[int]:
    best = entry[0]
    came_from = np.zeros(entry.shape, dtype=np.intp)
    columns = np.arange(entry.shape[1])
    for t in range(1, len(entry)):
        reached = best[:, None] + weights[t - 1] * moves[t - 1]
        came_from[t] = reached.argmin(axis=0)
        best = reached[came_from[t], columns] + entry[t]
    path = [int(best.argmin())]
    for t in range(len(entry) - 1, 0, -1):
        path.append(int(came_from[t, path[-1]]))
    return path[::-1]
