"""Marks on the lines of a poster: first entrances, departures and deaths."""

from __future__ import annotations

from collections.abc import Sequence

from ..layers import Layers
from ..shapes import LineShape, Mark
from ..story import Story


def build_marks(story: Story, layers: Layers, lines: Sequence[LineShape], scale: float) -> tuple[Mark, ...]:
    """A dot where a line starts, a cross where its character dies, a ring where it ends before the story does."""
    marks = []
    for line in lines:
        (x0, y0), (x1, y1) = line.runs[0].points[0], line.runs[-1].points[-1]
        size = line.width / 2 + 1.6 * scale
        marks.append(Mark("entrance", x0, y0, line.line, size))
        if line.name in story.deaths:
            marks.append(Mark("death", x1, y1, line.line, size + 1.6 * scale))
        elif layers.spans[line.line][1] < len(layers) - 1:
            marks.append(Mark("departure", x1, y1, line.line, size))
    return tuple(marks)
