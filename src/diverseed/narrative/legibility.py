"""Legibility, measured: how well a chart can be read once it is fitted to a screen."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations, pairwise

import numpy as np

from ..arrays import FloatArray
from .shapes import Box, Shapes, overlap
from .sheet import SCREEN

CELLS = 48
"""Squares along the shorter side of the page, for ``filled``."""


@dataclass(frozen=True)
class Legibility:
    """How well a chart can be read.

    Attributes
    ----------
    smallest_px : the smallest lettering, in pixels, when the chart is fitted to 1600 x 900 pixels
    smallest_pt : the same in points on the page
    aspect : width over height of the page
    coverage : share of the page inside the smallest box around all lines, bands and text
    filled : share of the page's squares, 48 along the shorter side, with something in or next to them
    label_overlaps : pairs of labels that overlap, and labels that leave the page
    conflict : share of the time that people spend together which the sequences misrepresent
    """

    smallest_px: float
    smallest_pt: float
    aspect: float
    drawing_aspect: float
    coverage: float
    filled: float
    label_overlaps: int
    crossings: int
    wiggles: int
    conflict: float

    def as_dict(self) -> dict[str, float]:
        return asdict(self)


def legibility(shapes: Shapes, *, crossings: int, wiggles: int, conflict: float = 0.0) -> Legibility:
    """Measure the shapes of a chart."""
    smallest = min(label.size for label in shapes.labels)
    fitted = min(SCREEN[0] / shapes.width, SCREEN[1] / shapes.height)
    boxes = np.array(list(_boxes(shapes)))
    left, top = np.maximum(boxes[:, :2].min(axis=0), 0.0)
    right, bottom = np.minimum(boxes[:, 2:].max(axis=0), (shapes.width, shapes.height))
    return Legibility(
        smallest_px=round(smallest * fitted, 2),
        smallest_pt=round(smallest, 2),
        aspect=round(shapes.width / shapes.height, 4),
        drawing_aspect=round(float((right - left) / (bottom - top)), 4),
        coverage=round(float((right - left) * (bottom - top) / (shapes.width * shapes.height)), 4),
        filled=round(_filled(shapes, boxes), 4),
        label_overlaps=count_overlaps(shapes),
        crossings=crossings,
        wiggles=wiggles,
        conflict=round(conflict, 4),
    )


def count_overlaps(shapes: Shapes) -> int:
    """Pairs of labels whose boxes meet, and labels that are not whole on the page."""
    boxes = [label.box for label in shapes.labels]
    pairs = sum(overlap(a, b) for a, b in combinations(boxes, 2))
    outside = sum(a[0] < 0 or a[1] < 0 or a[2] > shapes.width or a[3] > shapes.height for a in boxes)
    return pairs + outside


def _boxes(shapes: Shapes) -> Iterator[Box]:
    for label in shapes.labels:
        yield label.box
    for band in shapes.bands:
        yield from band.boxes
    for run in (run for line in shapes.lines for run in line.runs):
        for (x0, y0), (x1, y1) in pairwise(run.points):
            yield x0, min(y0, y1), x1, max(y0, y1)


def _filled(shapes: Shapes, boxes: FloatArray) -> float:
    side = min(shapes.width, shapes.height) / CELLS
    cells = np.zeros((int(np.ceil(shapes.height / side)), int(np.ceil(shapes.width / side))), dtype=bool)
    for left, top, right, bottom in (boxes / side).astype(int):
        cells[max(top - 1, 0) : bottom + 2, max(left - 1, 0) : right + 2] = True
    return float(cells.mean())
