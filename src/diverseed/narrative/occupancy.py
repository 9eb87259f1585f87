"""What is drawn already, so that text is only written where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .shapes import Label, LineShape, Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

FloatArray = NDArray[np.float64]

PIECES = 8
"""A bend is told as this many boxes; one is safer, more leave more room for text."""

NOBODY = -1


class Occupancy:
    """Boxes of labels, boxes around the pieces of all lines, and other boxes to keep out of.

    ``owner`` is the line that a box belongs to: text may stand on its own line.
    """

    def __init__(self, lines: Sequence[LineShape], labels: Iterable[Label] = (), *, pieces: int = PIECES) -> None:
        boxes = [
            (*box, line.line)
            for line in lines
            for run in line.runs
            for begin, finish in pairwise(run.points)
            for box in _around(begin, finish, line.width / 2, pieces)
        ]
        self._lines: FloatArray = np.array([box[:4] for box in boxes]).reshape(-1, 4)
        self._owners = np.array([box[4] for box in boxes], dtype=np.intp)
        self._labels = [label.box for label in labels]

    def free(self, box: Box, *, owner: int = NOBODY, aside: float = 0.0, above: float = 1.0) -> bool:
        """Whether a box with so much space beside and above it meets no label and no line but its own."""
        left, top, right, bottom = box
        roomy = (left - aside, top - above, right + aside, bottom + above)
        if self._labels and _meets(np.array(self._labels), roomy).any():
            return False
        return not (_meets(self._lines, roomy) & (self._owners != owner)).any()

    def add(self, box: Box) -> None:
        self._labels.append(box)


def _around(begin: Point, finish: Point, half: float, pieces: int) -> list[Box]:
    """Boxes around a straight piece, or along the S of a bend (see :func:`strokes.smooth`)."""
    (x0, y0), (x1, y1) = begin, finish
    if y0 == y1:
        return [(x0, y0 - half, x1, y0 + half)]
    share = np.linspace(0, 1, pieces + 1)
    xs = x0 + (x1 - x0) * (1.5 * share * (1 - share) + share**3)  # cubic with both handles in the middle
    ys = y0 + (y1 - y0) * (3 * share**2 - 2 * share**3)
    return [
        (
            float(xs[i]) - half,
            float(min(ys[i : i + 2])) - half,
            float(xs[i + 1]) + half,
            float(max(ys[i : i + 2])) + half,
        )
        for i in range(pieces)
    ]


def _meets(boxes: FloatArray, box: Box) -> NDArray[np.bool_]:
    left, top, right, bottom = box
    return (boxes[:, 0] < right) & (left < boxes[:, 2]) & (boxes[:, 1] < bottom) & (top < boxes[:, 3])
