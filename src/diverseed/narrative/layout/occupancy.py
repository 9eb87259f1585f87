"""What is drawn already, so that text is only written where there is room."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from itertools import pairwise

from ..shapes import Box, Label, LineShape, Point, overlap
from ..strokes import curve_points

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
    """Boxes around a straight piece, or along the S of a bend."""
    points = [begin, *curve_points(begin, finish, 1 if begin[1] == finish[1] else PIECES)]
    aside = 0.0 if begin[1] == finish[1] else half
    return [(x0 - aside, min(y0, y1) - half, x1 + aside, max(y0, y1) + half) for (x0, y0), (x1, y1) in pairwise(points)]
