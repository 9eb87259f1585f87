"""How points become strokes: smooth bends; and the shaky hand of the xkcd style, whose letters need no font."""

import tomllib
import unicodedata
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise

import numpy as np

from .shapes import Point

Segment = tuple[Point, ...]
"""One point: a straight stroke to it. Three points: a cubic Bézier curve to the last of them."""

STEP = 24.0
"""Distance between the points that a shaking hand sets."""

SHAKE = 0.9

_GRID = 0.09
"""One step of the grid that letters are drawn on, in sizes of the letters: capitals are eight steps high."""

_SPACE, _BETWEEN = 3.4, 1.5
"""Widths of a space, and between two letters, in steps."""

_SHAKE = 0.16

_LETTERS = tomllib.loads(files(__package__).joinpath("letters.toml").read_text(encoding="utf-8"))
_GLYPHS = {
    letter: [[(float(pair[0]), float(pair[1])) for pair in stroke.split()] for stroke in strokes.split("|")]
    for letter, strokes in _LETTERS["strokes"].items()
}
_WIDTHS = {letter: max(x for stroke in strokes for x, _ in stroke) for letter, strokes in _GLYPHS.items()}
_GLYPHS[" "], _WIDTHS[" "] = [], _SPACE


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


def hand_width(text: str, size: float) -> float:
    """Width of a text in these letters."""
    steps = [_WIDTHS[letter] for letter in _letters(text) or ""]
    return _GRID * size * (sum(steps) + _BETWEEN * max(len(steps) - 1, 0))


def hand_strokes(text: str, at: Point, size: float, rng: np.random.Generator) -> list[list[Segment]] | None:
    """The strokes of a text from the start of its baseline, or None if one of its letters has none."""
    letters = _letters(text)
    if letters is None:
        return None
    step = _GRID * size
    x, y = at[0], at[1] - 8 * step
    strokes = []
    for letter in letters:
        for stroke in _GLYPHS[letter]:
            shaken = np.array(stroke) + rng.normal(0.0, _SHAKE, size=(len(stroke), 2))
            strokes.append(through([(x + step * float(px), y + step * float(py)) for px, py in shaken]))
        x += (_WIDTHS[letter] + _BETWEEN) * step
    return strokes


def _letters(text: str) -> str | None:
    """The text in letters that there are strokes for: accents go, other scripts cannot be written."""
    plain = "".join(
        _LETTERS["same"].get(letter, letter)
        for letter in unicodedata.normalize("NFD", text.upper())
        if not unicodedata.combining(letter)
    )
    return plain if set(plain) <= _GLYPHS.keys() else None
