"""Where layers stand from left to right on a page: as wide as their screen time, and as what is written in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..frame import Frame
from ..layers import Layers
from ..shapes import SceneBox
from ..story import Story
from .room import LEAST_BEND, MOST_BEND, SHORTEST_LAYER, Room

FloatArray = NDArray[np.float64]

OVERHANG = 0.8
"""How far bands reach into the bends: with their outline, just not to the next band."""


def build_columns(
    steps: Story, layers: Layers, heights: FloatArray, starts: Mapping[int, Sequence[int]], room: Room
) -> Frame:
    """Share the width out: every layer gets its bend and the names that start in it, the rest goes by screen time."""
    bends = _bends(heights, room)
    names = np.array(
        [
            max((room.name_width(layers.names[line]) + 0.6 * room.small for line in starts.get(t, ())), default=0.0)
            for t in range(len(layers))
        ]
    )
    least = bends + np.maximum(SHORTEST_LAYER * room.small, np.where(names > 0, names + room.small, 0.0))
    time = np.array([step.length for step in steps.scenes])
    widths = share_out(room.right - room.left, least, time)
    end = room.left + np.cumsum(widths)
    enter = end - widths + bends
    start = enter + names
    return Frame(
        tuple(map(float, enter)),
        tuple(map(float, start)),
        tuple(map(float, end)),
        tuple(SceneBox(float(a), float(b)) for a, b in zip(enter, end, strict=True)),
        heights,
        room.scale,
        OVERHANG * room.scale,
    )


def share_out(total: float, least: FloatArray, weight: FloatArray) -> FloatArray:
    """Widths that add up to ``total``: proportional to ``weight``, but none below its ``least``.

    Where the least widths alone are too much, they shrink together.
    """
    if least.sum() >= total:
        return least * (total / least.sum())
    low, high = 0.0, total / max(float(weight.max()), 1e-9) + 1.0
    for _ in range(60):
        factor = (low + high) / 2
        if np.maximum(least, factor * weight).sum() > total:
            high = factor
        else:
            low = factor
    widths = np.maximum(least, low * weight)
    return widths * (total / widths.sum())


def _bends(heights: FloatArray, room: Room) -> FloatArray:
    """Room for the bends into each layer: the farther a line moves, the more. Nothing bends into the first."""
    moves = np.nan_to_num(np.abs(np.diff(heights, axis=0))).max(axis=1, initial=0.0)
    share = np.clip(2 * moves / (room.bottom - room.top), 0.0, 1.0)
    return np.concatenate([[0.0], room.small * (LEAST_BEND + (MOST_BEND - LEAST_BEND) * share)])
