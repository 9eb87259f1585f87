"""The time axis of a chart: the numbers of its scenes, and the acts they make up."""

from collections.abc import Sequence
from itertools import pairwise

from ..lettering import shorten_to, text_width
from ..shapes import Label, Rule, SceneBox
from .canvas import Canvas
from .frame import Frame

LEAST_LETTERS = 9
"""The name of an act is not cut down to fewer letters: those of two acts would look the same."""

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)


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
