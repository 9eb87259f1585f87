"""The time axis of a poster: where scenes stand, their numbers, and the acts they make up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..frame import Frame
from ..layers import Layers
from ..lettering import shorten, text_width
from ..shapes import Label, Meeting, Rule, SceneBox
from ..story import Story
from .room import Room

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000)


def scene_boxes(story: Story, of_scene: Sequence[int], frame: Frame) -> tuple[SceneBox, ...]:
    """Each scene's stretch: the scenes of a layer share it, from where new lines start, by their screen time."""
    total = [0.0] * len(frame.end)
    for scene, t in zip(story.scenes, of_scene, strict=True):
        total[t] += scene.length
    done = [0.0] * len(total)
    boxes = []
    for scene, t in zip(story.scenes, of_scene, strict=True):
        width = (frame.end[t] - frame.start[t]) / max(total[t], 1e-9)
        boxes.append(SceneBox(frame.start[t] + done[t] * width, frame.start[t] + (done[t] + scene.length) * width))
        done[t] += scene.length
    return tuple(boxes)


def build_meetings(
    story: Story, of_scene: Sequence[int], scenes: Sequence[SceneBox], layers: Layers, frame: Frame
) -> tuple[Meeting, ...]:
    """Where each scene's groups stand on the lines, for a closer look."""
    number = {name: line for line, name in enumerate(layers.names)}
    result = []
    for s, (scene, box, t) in enumerate(zip(story.scenes, scenes, of_scene, strict=True)):
        for group in scene.groups:
            heights = sorted(float(frame.heights[t, number[name]]) for name in group.characters)
            result.append(Meeting(s, box.left, box.right, tuple(heights)))
    return tuple(result)


def build_axis(scenes: Sequence[SceneBox], room: Room) -> tuple[list[Rule], list[Label]]:
    """A line below the chart with the numbers of scenes, as many as stand apart well."""
    size = room.small
    y = room.bottom + 2.2 * size
    word = Label("Scene", room.left, y + 1.5 * size, size, "start", "scene", 0)
    first = room.left + text_width("Scene", size) + 0.8 * size
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
    labels = [label for label in labels if label.box[2] <= room.sheet.width]
    ticks = [Rule("tick", (x, y), (x, y + 0.35 * size)) for x in (scenes[label.of].left for label in labels)]
    axis = Rule("axis", (room.left, y), (scenes[-1].right, y))
    return [axis, *ticks], [word, *labels]


def build_parts(story: Story, scenes: Sequence[SceneBox], room: Room) -> tuple[list[Rule], list[Label]]:
    """Acts and episodes: a rule where each starts, with its name at the top."""
    starts = [(s, scene.part) for s, scene in enumerate(story.scenes) if scene.part]
    rules, labels = [], []
    size, top = room.small, room.head + 0.4 * room.small
    for i, (s, name) in enumerate(starts):
        x = scenes[s].left
        until = scenes[starts[i + 1][0]].left if i + 1 < len(starts) else room.right
        letters = len(name)
        while letters > 3 and text_width(shorten(name, letters), size) > until - x - 1.2 * size:
            letters -= 1
        rules.append(Rule("part", (x, top), (x, room.bottom + 2.2 * size)))
        if letters > 3:
            labels.append(Label(shorten(name, letters), x + 0.5 * size, top + size, size, "start", "part", i))
    return rules, labels
