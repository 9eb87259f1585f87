"""Legibility, measured: how well a chart can be read once it is fitted to a screen."""

from itertools import combinations, pairwise

import numpy as np

from ..arrays import FloatArray
from .shapes import Shapes, overlap
from .sheet import SCREEN

CELLS = 48
"""Squares along the shorter side of the page, for ``filled``."""


def legibility(shapes: Shapes) -> dict[str, float]:
    """Measure the shapes of a chart.

    Returns
    -------
    smallest_px : the smallest lettering, in pixels, when the chart is fitted to 1600 x 900 pixels
    smallest_pt : the same in points on the page
    aspect, drawing_aspect : width over height of the page, and of the smallest box around all lines, bands and text
    coverage : share of the page inside that box
    filled : share of the page's squares, 48 along the shorter side, with something in or next to them
    label_overlaps : pairs of labels that overlap, and labels that leave the page
    """
    page = np.array([shapes.width, shapes.height])
    boxes = _boxes(shapes)
    drawn = np.minimum(boxes[:, 2:].max(axis=0), page) - np.maximum(boxes[:, :2].min(axis=0), 0.0)
    smallest = min(label.size for label in shapes.labels)
    measured = {
        "smallest_px": smallest * (SCREEN / page).min(),
        "smallest_pt": smallest,
        "aspect": page[0] / page[1],
        "drawing_aspect": drawn[0] / drawn[1],
        "coverage": drawn.prod() / page.prod(),
        "filled": _filled(page, boxes),
    }
    return {**{name: round(float(value), 4) for name, value in measured.items()}, "label_overlaps": overlaps(shapes)}


def overlaps(shapes: Shapes) -> int:
    """Pairs of labels whose boxes meet, and labels that are not whole on the page."""
    boxes = [label.box for label in shapes.labels]
    pairs = sum(overlap(a, b) for a, b in combinations(boxes, 2))
    outside = sum(a[0] < 0 or a[1] < 0 or a[2] > shapes.width or a[3] > shapes.height for a in boxes)
    return pairs + outside


def _boxes(shapes: Shapes) -> FloatArray:
    """(n, 4) boxes around labels, bands and the pieces of lines."""
    pieces = (piece for line in shapes.lines for run in line.runs for piece in pairwise(run.points))
    return np.array(
        [
            *(label.box for label in shapes.labels),
            *(box for band in shapes.bands for box in band.boxes),
            *((x0, min(y0, y1), x1, max(y0, y1)) for (x0, y0), (x1, y1) in pieces),
        ]
    )


def _filled(page: FloatArray, boxes: FloatArray) -> float:
    side = page.min() / CELLS
    columns, rows = np.ceil(page / side).astype(int)
    cells = np.zeros((rows, columns), dtype=bool)
    for left, top, right, bottom in (boxes / side).astype(int):
        cells[max(top - 1, 0) : bottom + 2, max(left - 1, 0) : right + 2] = True
    return float(cells.mean())
