"""Names again along long lines, so that a reader in the middle of a long chart need not go back to their start."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .frame import NAME_LETTERS
from .lettering import shorten, text_width
from .shapes import Label, LineShape, Point

REPEAT_SIZE = 9.5
DISTANCE = 620.0
"""Between the end of a name and the next one on the same line, where there is room: about half a screen."""

HALO = 5.0
"""Width of the outline of paper that interrupts the line, also between two words."""

SPACE, STEP = 10.0, 12.0
"""Kept free left and right of a repeated name, and the grid on which room is looked for."""

Box = tuple[float, float, float, float]
FloatArray = NDArray[np.float64]


def repeat_names(lines: Sequence[LineShape], labels: Sequence[Label]) -> list[Label]:
    """Further names on straight stretches of the lines, clear of every other line and label.

    A name is set on its own line, as on a map's contours, at the first free spot that is ``DISTANCE`` or more from the
    one before it and not close to the one after it.
    """
    taken = _Taken(lines, labels)
    result = []
    for line in lines:
        text = shorten(line.name, NAME_LETTERS)
        width = text_width(text, REPEAT_SIZE)
        own = sorted(label.box for label in labels if label.kind == "name" and label.of == line.line)
        at = line.runs[0].points[0][0]
        for left, right, y in _stretches(line):
            x = max(left + SPACE, at + DISTANCE)
            while x + width + SPACE <= right:
                label = Label(text, x, y + 0.34 * REPEAT_SIZE, REPEAT_SIZE, "start", "name", line.line, HALO)
                near = next((box for box in own if _near(box, x, x + width)), None)
                if near is not None:
                    at = near[2]
                    x = max(x + STEP, at + DISTANCE)
                elif taken.free(label.box, line.line):
                    result.append(label)
                    taken.add(label.box)
                    at = x + width
                    x = at + DISTANCE
                else:
                    x += STEP
    return result


def _near(box: Box, left: float, right: float) -> bool:
    """Whether a name there would stand too close to another of the same line."""
    return box[0] - DISTANCE / 2 < right and left < box[2] + DISTANCE


def _stretches(line: LineShape) -> list[tuple[float, float, float]]:
    """The straight parts of a line as (left, right, height); one ends where its weight changes, and with it a band."""
    return [(x0, x1, y0) for run in line.runs for (x0, y0), (x1, y1) in pairwise(run.points) if y0 == y1]


class _Taken:
    """What is drawn already: boxes of labels, and boxes around the pieces of all lines."""

    def __init__(self, lines: Sequence[LineShape], labels: Sequence[Label]) -> None:
        pieces = [
            (*_around(begin, finish, line.width / 2), line.line)
            for line in lines
            for run in line.runs
            for begin, finish in pairwise(run.points)
        ]
        self.pieces: FloatArray = np.array([piece[:4] for piece in pieces])
        self.of = np.array([piece[4] for piece in pieces])
        self.labels = [label.box for label in labels]

    def free(self, box: Box, line: int) -> bool:
        """Whether a box with some space around it meets no label and no other line than its own."""
        left, top, right, bottom = box
        roomy = (left - SPACE, top - 1, right + SPACE, bottom + 1)
        return not (
            _meets(np.array(self.labels), roomy).any() or (_meets(self.pieces, roomy) & (self.of != line)).any()
        )

    def add(self, box: Box) -> None:
        self.labels.append(box)


def _around(begin: Point, finish: Point, half: float) -> Box:
    (x0, y0), (x1, y1) = begin, finish
    return x0, min(y0, y1) - half, x1, max(y0, y1) + half


def _meets(boxes: FloatArray, box: Box) -> NDArray[np.bool_]:
    left, top, right, bottom = box
    return (boxes[:, 0] < right) & (left < boxes[:, 2]) & (boxes[:, 1] < bottom) & (top < boxes[:, 3])
