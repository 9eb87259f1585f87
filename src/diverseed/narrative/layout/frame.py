"""Where layers and scenes stand from left to right, as wide as their screen time and what is written in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray
from ..layers import Layers
from ..lettering import arrangements, width_of
from ..shapes import Label, SceneBox
from ..story import Story
from .canvas import Canvas, heading_labels

SCENE, FURTHER_SCENE = 2.0, 0.6
"""Width of a scene in a chart without a page, in heights of the smallest letters: of one with a place, or the first of
its layer, and of a further one without a place."""

SHORTEST_LAYER, ROOM = 0.9, 1.8
"""On a page, the straight piece of a layer without new names, and what there is at least for the bend of a layer and
its screen time, in the same unit."""

BENDING = 0.6
"""Share of a page's width that bends may take of what names leave."""


@dataclass(frozen=True)
class Frame:
    """What is drawn, and where its layers stand.

    Attributes
    ----------
    heights : (layers, lines) in points
    starts : per layer, the lines that start there or come back after a gap
    enter, start, end : per layer, where its lines are straight from, where new lines start, where it ends
    scenes : per scene, its stretch of the layer
    """

    story: Story
    layers: Layers
    canvas: Canvas
    heading: list[Label]
    heights: FloatArray
    starts: Mapping[int, Sequence[int]]
    enter: Sequence[float]
    start: Sequence[float]
    end: Sequence[float]
    scenes: tuple[SceneBox, ...]


def build_frame(
    story: Story, layers: Layers, heights: FloatArray, canvas: Canvas, *, locations: bool, gaps: bool
) -> Frame:
    """Every layer gets its bend and the names that start in it.

    On a page the rest of the width goes by screen time; without one, scenes are as wide as the place named in them, and
    the canvas becomes as large as all of them need.
    """
    bends, starts = _bends(heights, canvas.small), line_starts(layers, gaps=gaps)
    names = _names(layers, starts, canvas)
    weights = [scene.length for scene in story.scenes] if canvas.on_page else _needs(story, layers, canvas, locations)
    totals = np.bincount(layers.of_scene, weights=np.array(weights), minlength=len(layers)).astype(np.float64)
    if canvas.on_page:
        straight = _straight(names, canvas.small)
        total = canvas.right - canvas.left
        rest = max(total - straight.sum(), ROOM * canvas.small * len(layers))
        bends = shrunk(bends, BENDING * rest)
        widths = straight + bends + (rest - bends.sum()) * totals / max(totals.sum(), 1e-9)
        widths, bends = total / widths.sum() * np.array([widths, bends])  # if names leave less room than that
    else:
        widths = bends + names + totals
    end = canvas.left + np.cumsum(widths)
    enter = end - widths + bends
    start = enter + names
    scenes = []
    at = (start if canvas.on_page else enter).copy()  # without a page, the first scene takes the names of its layer in
    done = start.copy()
    for weight, t in zip(weights, layers.of_scene, strict=True):
        done[t] += weight * (end[t] - start[t]) / max(totals[t], 1e-9)
        scenes.append(SceneBox(float(at[t]), float(done[t])))
        at[t] = done[t]
    heading = heading_labels(story, layers, canvas)
    if not canvas.on_page:
        canvas = canvas.around(heading, layers, end=float(end[-1]), lowest=float(np.nanmax(heights)))
    edges = (enter.tolist(), start.tolist(), end.tolist())
    return Frame(story, layers, canvas, heading, heights, starts, *edges, tuple(scenes))


def line_starts(layers: Layers, *, gaps: bool) -> dict[int, list[int]]:
    """Per layer, the lines that start there or, with ``gaps``, come back after a long absence."""
    result: dict[int, list[int]] = {}
    for line, (first, _) in enumerate(layers.spans):
        returns = sorted(t + 1 for t in layers.away[line] if t + 1 not in layers.away[line]) if gaps else []
        for t in (first, *returns):
            result.setdefault(t, []).append(line)
    return result


def fits(layers: Layers, canvas: Canvas, *, gaps: bool) -> bool:
    """Whether a page is wide enough for the layers and the names that start in them."""
    straight = _straight(_names(layers, line_starts(layers, gaps=gaps), canvas), canvas.small)
    return straight.sum() + ROOM * canvas.small * len(layers) <= canvas.right - canvas.left


def _names(layers: Layers, starts: Mapping[int, Sequence[int]], canvas: Canvas) -> FloatArray:
    """Width of the names that start in each layer."""
    widths = np.zeros(len(layers))
    for t, lines in starts.items():
        widths[t] = max(canvas.name_width(layers.names[line]) for line in lines) + 0.6 * canvas.small
    return widths


def _straight(names: FloatArray, small: float) -> FloatArray:
    """The least width of the straight piece of each layer on a page."""
    return np.maximum(SHORTEST_LAYER * small, np.where(names > 0, names + small, 0.0))


def _bends(heights: FloatArray, small: float) -> FloatArray:
    """Widths of the bends into each layer: the farther a line moves, the wider. Nothing bends into the first."""
    moves = np.nan_to_num(np.abs(np.diff(heights, axis=0))).max(axis=1, initial=0.0)
    return np.concatenate([[0.0], np.clip(1.4 * small + 0.3 * moves, 1.8 * small, 8 * small)])


def shrunk(widths: FloatArray, room: float) -> FloatArray:
    """The widths of bends within so much room, which goes by their square roots: the summed slope is then the least."""
    roots = np.sqrt(widths)
    return np.minimum(widths, room * roots / max(roots.sum(), 1e-9))


def _needs(story: Story, layers: Layers, canvas: Canvas, locations: bool) -> list[float]:
    """Width that each scene needs: that of a place that is seen in it for the first time."""
    seen: set[str | None] = set()
    result = []
    for s, scene in enumerate(story.scenes):
        places = dict.fromkeys(group.location for group in scene.groups if group.location)
        further = s > 0 and layers.of_scene[s - 1] == layers.of_scene[s] and not places
        need = (FURTHER_SCENE if further else SCENE) * canvas.small
        if locations:
            fresh = [width_of(arrangements(place)[0], canvas.small) for place in places if place not in seen]
            need = max([need, *(width + 1.5 * canvas.small for width in fresh)])
            seen.update(places)
        result.append(need)
    return result
