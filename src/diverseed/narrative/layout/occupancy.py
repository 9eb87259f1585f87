"""What is drawn already, so that text is only written where there is room."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import pairwise

import numpy as np

from ..shapes import Box, Label, LineShape, Point, overlap

PIECES = 8
"""A bend is covered by this many boxes; one is safer, more leave more room for text."""

STRIP = 120.0
"""Boxes are kept by the vertical strips that they touch, so that a long chart is not searched from end to end."""

NOBODY = -1


class Occupancy:
    """Boxes to keep out of. Each may have an owner, such as a line: text may stand on the line that it names."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._strips: dict[int, list[tuple[Box, int]]] = defaultdict(list)
        for box in boxes:
            self.add(box)

    def add(self, box: Box, owner: int = NOBODY) -> None:
        for strip in _strips(box):
            self._strips[strip].append((box, owner))

    def free(self, box: Box, *, owners: Collection[int] = (), aside: float = 0.0, above: float = 0.0) -> bool:
        """Whether a box with so much space beside and above it meets none but those of the ``owners``."""
        left, top, right, bottom = box
        roomy = (left - aside, top - above, right + aside, bottom + above)
        return not any(
            overlap(roomy, other) and owner not in owners
            for strip in _strips(roomy)
            for other, owner in self._strips.get(strip, ())
        )


def occupied_by(lines: Iterable[LineShape], labels: Iterable[Label]) -> Occupancy:
    """The boxes of labels, and boxes around the pieces of all lines, which own them."""
    taken = Occupancy(label.box for label in labels)
    for line in lines:
        for begin, finish in (piece for run in line.runs for piece in pairwise(run.points)):
            for box in _around(begin, finish, line.width / 2):
                taken.add(box, line.line)
    return taken


def _strips(box: Box) -> range:
    return range(int(box[0] // STRIP), int(box[2] // STRIP) + 1)


def _around(begin: Point, finish: Point, half: float) -> list[Box]:
    """Boxes around a straight piece, or along the S of a bend (see :func:`strokes.smooth`)."""
    (x0, y0), (x1, y1) = begin, finish
    if y0 == y1:
        return [(x0, y0 - half, x1, y0 + half)]
    share = np.linspace(0, 1, PIECES + 1)
    xs = (x0 + (x1 - x0) * (1.5 * share * (1 - share) + share**3)).tolist()  # cubic with both handles in the middle
    ys = (y0 + (y1 - y0) * (3 * share**2 - 2 * share**3)).tolist()
    return [
        (left - half, min(a, b) - half, right + half, max(a, b) + half)
        for (left, a), (right, b) in pairwise(zip(xs, ys, strict=True))
    ]
