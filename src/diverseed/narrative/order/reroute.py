"""The best way of one line, or of a bundle of lines, through the layers while every other line stays where it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..layers import Layers
from .places import IntArray, Places

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

CLOSED = 1e6
"""Cost of a slot that would break a group: more than any way through the others, but finite, to be taken off again."""


def reroute(
    layers: Layers, places: Places, bundle: Sequence[int], *, window: range, noise: float, rng: np.random.Generator
) -> tuple[Places, int]:
    """Take the lines of ``bundle`` out of the layers of ``window`` and put them back, side by side, in the best slots.

    A shortest path over (layer, slot), where slot ``s`` of a layer lies below its ``s``-th remaining line. Going from
    slot ``s`` to slot ``s'`` of the next layer crosses the lines that are above one and below the other, once for
    each line of the bundle. Layers outside of the window do not change and count as its fixed ends.

    Parameters
    ----------
    bundle : lines to move; they keep their order among themselves, and with it the crossings among themselves
    window : layers where the bundle can travel as one, see :func:`common_window`
    noise : each slot costs a random amount up to this more: little to choose among equals, much to leave an optimum

    Returns
    -------
    the new places, and how many crossings they have more than the old ones
    """
    low, high = max(window.start - 1, 0), min(window.stop + 1, len(places))
    apart = _Apart(places[low:high], bundle)
    inside = slice(window.start - low, window.stop - low)
    free = _open_slots(layers.block_table[window.start : window.stop], apart.rest[inside], bundle, apart.width)
    entry = np.where(free, 0.0, CLOSED) + noise * rng.random(free.shape)
    if low < window.start:
        entry[0] += apart.moves[0, apart.slots[0, apart.goes_on[0]]].sum(axis=0)
    if window.stop < high:
        entry[-1] += apart.moves[-1][:, apart.slots[-1, apart.goes_on[-1]]].sum(axis=1)
    between = slice(inside.start, inside.stop - 1)
    moves = apart.moves[between]
    if len(bundle) > 1:
        moves = moves * apart.goes_on[between].sum(axis=1)[:, None, None]
    path = _shortest_path(entry, moves)
    slots = apart.slots.copy()
    slots[inside] = path[:, None]
    result = places.copy()
    result[window.start : window.stop] = apart.put_back(path, inside)
    return result, round(apart.crossings(slots) - apart.crossings(apart.slots))


class _Apart:
    """Some layers with a bundle taken out.

    Attributes
    ----------
    rest : (layers, lines) places of the other lines among themselves, 0 where there is none
    slots : (layers, bundle) number of other lines above each line of the bundle
    goes_on : (layers - 1, bundle) whether a line of the bundle exists in this layer and the next
    """

    def __init__(self, places: Places, bundle: Sequence[int]) -> None:
        self.bundle = list(bundle)
        self.own = places[:, self.bundle]
        exists = self.own > 0
        # A line of the bundle that does not exist is above nobody.
        ceiling = np.where(exists, self.own, places.shape[1] + 1)
        self.rest = places - (places[:, :, None] > ceiling[:, None, :]).sum(axis=2)
        self.ranks = (ceiling[:, :, None] >= ceiling[:, None, :]).sum(axis=2) * exists
        self.slots = self.own - self.ranks
        self.goes_on = exists[:-1] & exists[1:]
        self.rest[:, self.bundle] = 0
        self.width = int(self.rest.max(initial=0)) + 1

    @cached_property
    def moves(self) -> FloatArray:
        """(layers - 1, slots, slots) lines crossed on the way from a slot to a slot of the next layer.

        With ``A[s, s']`` the common lines above both slots, a move crosses ``A[s, all] + A[all, s'] - 2 A[s, s']``.
        """
        layer, line = np.nonzero((self.rest[:-1] > 0) & (self.rest[1:] > 0))
        above = np.zeros((len(self.rest) - 1, self.width, self.width))
        above[layer, self.rest[layer, line], self.rest[layer + 1, line]] = 1.0
        up_to = np.tri(self.width)  # sums along both axes; as products they take half the time of cumsum
        above = up_to @ above @ up_to.T
        return above[:, :, -1:] + above[:, -1:, :] - 2 * above

    def crossings(self, slots: IntArray) -> float:
        """Crossings of the bundle in these slots with the other lines."""
        layer, line = np.nonzero(self.goes_on)
        return float(self.moves[layer, slots[layer, line], slots[layer + 1, line]].sum())

    def put_back(self, path: IntArray, inside: slice) -> Places:
        """Places of all lines in some of the layers with the bundle at one slot in each."""
        rest, ranks = self.rest[inside], self.ranks[inside]
        places = rest + (rest > path[:, None]) * (ranks > 0).sum(axis=1, keepdims=True)
        places[:, self.bundle] = (path[:, None] + ranks) * (ranks > 0)
        return places


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


def _open_slots(blocks: IntArray, rest: Places, bundle: Sequence[int], width: int) -> BoolArray:
    """(layers, slots) whether a slot keeps every group together.

    Where others of the bundle's group are, the slots beside them; elsewhere, the slots between two blocks.
    """
    row, line = np.nonzero(rest)
    at = np.full((len(rest), width + 1), -1)  # blocks by place, with nothing above the first and below the last
    at[row, rest[row, line]] = blocks[row, line]
    own = blocks[:, list(bundle)]
    beside = ((at[:, :, None] == own[:, None, :]) & (own >= 0)[:, None, :]).any(axis=2)
    between = at[:, :-1] != at[:, 1:]
    between[:, 0] = True  # also where no other line is
    return np.where(beside.any(axis=1, keepdims=True), beside[:, :-1] | beside[:, 1:], between)


def _shortest_path(entry: FloatArray, moves: FloatArray) -> IntArray:
    """The slot of each layer on the cheapest way: from both ends at once, to meet in the middle.

    Parameters
    ----------
    entry : (n, slots) cost of a slot
    moves : (n - 1, slots, slots) cost of going from a slot to a slot of the next layer
    """
    n, half = len(entry), (len(entry) - 1) // 2
    costs = np.stack([entry[: half + 1], entry[n - 1 - half :][::-1]], axis=1)
    # [i, 0] goes from layer i to the next, [i, 1] back from layer n - 1 - i, each with the cost of where it arrives
    steps = np.stack([moves[:half], moves[n - 1 - half :][::-1].transpose(0, 2, 1)], axis=1)
    steps += costs[1:, :, None, :]
    for here, step, there in zip(costs[:, :, :, None], steps, costs[1:], strict=False):
        np.add(here, step, out=step)
        np.minimum.reduce(step, axis=1, out=there)
    if n % 2:
        meeting = int((costs[half].sum(axis=0) - entry[half]).argmin())
        ends = [meeting, meeting]
    else:
        joined = costs[half, 0][:, None] + moves[half] + costs[half, 1]
        ends = list(divmod(int(joined.argmin()), joined.shape[1]))
    path = np.empty(n, dtype=np.intp)
    onward, back = steps.argmin(axis=2).transpose(1, 0, 2).tolist() if half else ((), ())
    path[: half + 1] = _followed(ends[0], onward)[::-1]
    path[n - 1 - half :] = _followed(ends[1], back)
    return path


def _followed(slot: int, origins: Sequence[Sequence[int]]) -> list[int]:
    """The slots on the way back from the middle, where ``origins[i][s]`` is the slot that ``s`` was reached from."""
    way = [slot]
    for origin in reversed(origins):
        way.append(origin[way[-1]])
    return way
