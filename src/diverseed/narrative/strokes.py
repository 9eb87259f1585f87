"""How points become strokes: smooth bends, and the shaky hand of the xkcd style."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from .shapes import Point

Segment = tuple[Point, ...]
"""One point: a straight stroke to it. Three points: a cubic Bézier curve to the last of them."""

STEP = 16.0
"""Distance between the points that a shaking hand sets."""

SHAKE = 0.9


def smooth(points: Sequence[Point]) -> list[Segment]:
    """Straight along equal heights, an S-shaped curve where the height changes."""
    segments: list[Segment] = [(points[0],)]
    for (x0, y0), (x1, y1) in pairwise(points):
        if y0 == y1:
            segments.append(((x1, y1),))
        else:
            middle = (x0 + x1) / 2
            segments.append(((middle, y0), (middle, y1), (x1, y1)))
    return segments


def shaky(points: Sequence[Point], rng: np.random.Generator) -> list[Segment]:
    """The same curve drawn by hand: points along it, moved a little, and a curve through them (Catmull & Rom 1974)."""
    dense = _along(points)
    if len(dense) < 3:
        return smooth(points)
    noise = rng.normal(0.0, SHAKE, size=len(dense))
    noise = np.convolve(noise, [0.25, 0.5, 0.25], mode="same") * 1.6
    moved = [(x, y + float(shift)) for (x, y), shift in zip(dense, noise, strict=True)]
    return through(moved)


def through(points: Sequence[Point]) -> list[Segment]:
    """A smooth curve through all points (Catmull & Rom 1974)."""
    padded = [points[0], *points, points[-1]]
    segments: list[Segment] = [(points[0],)]
    for before, a, b, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        first = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        second = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        segments.append((first, second, b))
    return segments


def curve_points(begin: Point, finish: Point, count: int) -> list[Point]:
    """That many points after ``begin`` on the way to ``finish``: on a straight line, or on the S of :func:`smooth`."""
    (x0, y0), (x1, y1) = begin, finish
    share = np.linspace(0, 1, count + 1)[1:]
    along = share if y0 == y1 else 1.5 * share * (1 - share) + share**3  # a cubic with both handles in the middle
    xs, ys = x0 + (x1 - x0) * along, y0 + (y1 - y0) * (3 * share**2 - 2 * share**3)
    return list(zip(xs.tolist(), ys.tolist(), strict=True))


def _along(points: Sequence[Point]) -> list[Point]:
    """Points about :data:`STEP` apart on the smooth curve."""
    dense = [points[0]]
    for begin, finish in pairwise(points):
        length = max(abs(finish[0] - begin[0]), 0.7 * abs(finish[1] - begin[1]))
        dense += curve_points(begin, finish, max(1, round(length / STEP)))
    return dense
