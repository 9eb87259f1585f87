"""Where layers and scenes stand from left to right: scenes as wide as what is written in them needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .layers import Layers
from .lettering import shorten, text_width, wrap
from .shapes import SceneBox
from .story import Story

MARGIN = 40.0
NAME_SIZE, PLACE_SIZE = 12.0, 10.0
NAME_LETTERS, PLACE_LETTERS = 26, 14
"""Longer names are cut; longer places are written on two lines."""

SCENE_WIDTH, REPEAT_WIDTH = 20.0, 6.0
"""Width of a scene, and of a further one with the same groups and no place."""


@dataclass(frozen=True)
class Frame:
    """Where the layers stand.

    Attributes
    ----------
    enter, start, end : per layer, where its lines are straight from, where new lines start, where it ends
    scenes : per scene, the stretch it takes
    heights : (layers, lines) in points
    scale : how large strokes and the room around them are
    overhang : how far bands reach into the bends
    right : where the last layer ends
    """

    enter: tuple[float, ...]
    start: tuple[float, ...]
    end: tuple[float, ...]
    scenes: tuple[SceneBox, ...]
    heights: NDArray[np.float64]
    scale: float = 1.0
    overhang: float = 5.0

    @property
    def right(self) -> float:
        return self.end[-1]


def build_frame(
    story: Story,
    layers: Layers,
    heights: NDArray[np.float64],
    starts: Mapping[int, Sequence[int]],
    named: Mapping[int, Sequence[tuple[int, str]]],
) -> Frame:
    """Go through the scenes from left to right and give each layer its bends, its names' room and its scenes."""
    enter: list[float] = []
    start: list[float] = []
    end: list[float] = []
    scenes = []
    x = MARGIN
    for s, t in enumerate(layers.of_scene):
        width = SCENE_WIDTH if any(group.location for group in story.scenes[s].groups) else REPEAT_WIDTH
        left = x
        if t == len(enter):
            x += _bend_width(heights, t) if t else 0.0
            left = x
            enter.append(x)
            x += max((name_width(layers.names[line]) + 12 for line in starts.get(t, ())), default=0.0)
            start.append(x)
            end.append(x)
            width = SCENE_WIDTH
        written = max((place_width(place) for _, place in named.get(s, ())), default=0.0)
        x = max(x + width, left + written + 4)
        end[t] = x
        scenes.append(SceneBox(left, x))
    return Frame(tuple(enter), tuple(start), tuple(end), tuple(scenes), heights)


def _bend_width(heights: NDArray[np.float64], layer: int) -> float:
    """Room for the bends into a layer: the steeper they would be, the more."""
    moves = np.abs(heights[layer] - heights[layer - 1])
    steepest = float(np.nanmax(moves)) if (~np.isnan(moves)).any() else 0.0
    return float(np.clip(14 + 0.3 * steepest, 18, 80))


def name_width(name: str) -> float:
    """Room for a character's name."""
    return text_width(shorten(name, NAME_LETTERS), NAME_SIZE)


def place_width(place: str) -> float:
    """Room for the name of a place, on one line or two."""
    return max(text_width(line, PLACE_SIZE) for line in wrap(place, PLACE_LETTERS))
