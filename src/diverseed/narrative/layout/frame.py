"""Where layers and scenes stand from left to right, as wide as their screen time and what is written in them.

And the time axis that says so: the numbers of the scenes, and the acts they make up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ...arrays import FloatArray
from ..layers import Layers
from ..lettering import arrangements, shorten_to, text_width, width_of
from ..shapes import Label, Rule, SceneBox
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

LEAST_LETTERS = 9
"""The name of an act is not cut down to fewer letters: those of two acts would look the same."""

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)


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


def build_axis(scenes: Sequence[SceneBox], canvas: Canvas) -> tuple[list[Rule], list[Label]]:
    """A line below the chart with the numbers of scenes, as many as stand apart well."""
    size = canvas.small
    y = canvas.bottom + 2.2 * size
    word = Label("Scene", canvas.left, y + 1.5 * size, size, "start", "scene", 0)
    first = canvas.left + text_width("Scene", size) + 0.8 * size
    for step in STEPS:
        chosen = [s for s in range(len(scenes)) if (s + 1) % step == 0 or s == 0]
        labels = [
            Label(str(s + 1), max(scenes[s].left, first), y + 1.5 * size, size, "start", "scene", s) for s in chosen
        ]
        if len(labels) > 1 and labels[1].box[0] < labels[0].box[2] + 1.6 * size:
            del labels[1]
        if all(b.box[0] - a.box[2] > 1.6 * size for a, b in pairwise(labels)):
            break
    else:
        labels = labels[:1]
    labels = [label for label in labels if label.box[2] <= canvas.width]
    ticks = [Rule("tick", (x, y), (x, y + 0.35 * size)) for x in (scenes[label.of].left for label in labels)]
    axis = Rule("axis", (canvas.left, y), (scenes[-1].right, y))
    return [axis, *ticks], [word, *labels]


def build_parts(frame: Frame) -> tuple[list[Rule], list[Label]]:
    """Acts and episodes: a rule where each starts, with its name at the top."""
    canvas = frame.canvas
    starts = [(box.left, scene.part) for box, scene in zip(frame.scenes, frame.story.scenes, strict=True) if scene.part]
    ends = [*(x for x, _ in starts[1:]), canvas.right]
    rules, labels = [], []
    size, top = canvas.small, canvas.head + 0.4 * canvas.small
    for i, ((x, name), until) in enumerate(zip(starts, ends, strict=False)):
        rules.append(Rule("part", (x, top), (x, canvas.bottom + 2.2 * size)))
        text = shorten_to(name, until - x - 1.2 * size, size)
        if text == name or len(text) > LEAST_LETTERS:
            labels.append(Label(text, x + 0.5 * size, top + size, size, "start", "part", i))
    return rules, labels
