"""Names again along long lines, so that a reader in the middle of a chart need not go back to their start."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..lettering import shorten, text_width
from ..shapes import Box, Label, LineShape
from .canvas import NAME_LETTERS, Canvas
from .occupancy import Occupancy

DISTANCE = 0.3
"""Share of the width in view between the end of a name and the next one on the same line, where there is room."""

HALO = 7 / 9.5
"""Width of the outline of paper that interrupts the line, also between two words, in sizes of the letters."""

SPACE, STEP = 0.7, 1.0
"""Kept free left and right of a repeated name, and the grid on which room is looked for, in the smallest letters."""


def repeat_names(lines: Sequence[LineShape], labels: Sequence[Label], taken: Occupancy, canvas: Canvas) -> list[Label]:
    """Further names on straight stretches of the lines, clear of every other line and label.

    A name is set on its own line, as on a map's contours, at the first free spot that is far enough from the one
    before it and not close to the one after it.
    """
    size, distance, space = canvas.name_size, DISTANCE * canvas.view, SPACE * canvas.small
    result = []
    for line in lines:
        text = shorten(line.name, NAME_LETTERS)
        width = text_width(text, size)
        own = sorted(label.box for label in labels if label.kind == "name" and label.of == line.line)
        at = line.runs[0].points[0][0]
        for left, right, y in _stretches(line):
            x = max(left + space, at + distance)
            while x + width + space <= right:
                label = Label(text, x, y + 0.34 * size, size, "start", "name", line.line, HALO * size)
                near = next((box for box in own if _near(box, x, x + width, distance)), None)
                if near is not None:
                    at = near[2]
                    x = max(x + STEP * canvas.small, at + distance)
                elif taken.free(label.box, owners=(line.line,), aside=space, above=1.0):
                    result.append(label)
                    taken.add(label.box)
                    at = x + width
                    x = at + distance
                else:
                    x += STEP * canvas.small
    return result


def _near(box: Box, left: float, right: float, distance: float) -> bool:
    """Whether a name there would stand too close to another of the same line."""
    return box[0] - distance / 2 < right and left < box[2] + distance


def _stretches(line: LineShape) -> list[tuple[float, float, float]]:
    """The straight parts of a line as (left, right, height); one ends where its weight changes, and with it a band."""
    return [(x0, x1, y0) for run in line.runs for (x0, y0), (x1, y1) in pairwise(run.points) if y0 == y1]
