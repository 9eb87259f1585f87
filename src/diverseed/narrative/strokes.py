"""How points become strokes: smooth bends; and the shaky hand of the xkcd style, whose letters need no font."""

import unicodedata
from collections.abc import Sequence
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

# Per letter its strokes; per stroke its points, column and row on the grid, rows from the top (0) to the baseline (8).
_STROKES = {
    "A": "08 30|30 68|15 55", "B": "00 08|00 30 52 34 04|04 44 66 48 08", "C": "61 40 11 04 17 48 67",
    "D": "00 08|00 30 64 38 08", "E": "50 00|00 08|08 58|04 44", "F": "50 00|00 08|04 44",
    "G": "61 40 11 04 17 48 66|66 64|64 34", "H": "00 08|60 68|04 64", "I": "00 08", "J": "40 46 28 07",
    "K": "00 08|50 04|14 58", "L": "00 08|08 48", "M": "08 10|10 35|35 60|60 68", "N": "08 00|00 58|58 50",
    "O": "30 11 04 17 38 57 64 51 30", "P": "00 08|00 30 52 34 04", "Q": "30 11 04 17 38 57 64 51 30|46 69",
    "R": "00 08|00 30 52 34 04|24 58", "S": "51 30 02 24 56 38 07", "T": "00 60|30 38", "U": "00 05 28 55 50",
    "V": "00 38|38 60", "W": "00 28|28 43|43 68|68 80", "X": "00 58|50 08", "Y": "00 34|60 34|34 38",
    "Z": "00 50|50 08|08 58", "0": "20 02 05 28 45 42 20", "1": "02 20|20 28", "2": "02 20 42 08|08 48",
    "3": "01 20 42 14|14 46 28 07", "4": "30 05|05 45|32 38", "5": "40 10|10 03|03 23 46 28 07",
    "6": "40 13 06 28 46 24 05", "7": "00 40|40 18", "8": "20 02 24 46 28 06 24 42 20", "9": "42 24 02 20 42 46 18",
    ".": "07 08", ",": "17 09", "'": "00 02", "-": "04 34", "(": "20 04 28", ")": "00 24 08", "/": "30 08",
    "&": "58 12 20 32 06 28 55", ":": "03 04|07 08", ";": "13 14|17 09", "!": "00 05|07 08", "?": "01 20 42 25|27 28",
    "#": "20 18|40 38|03 53|06 56", "+": "22 26|04 44", '"': "00 02|20 22", "…": "07 08|27 28|47 48", "·": "04 05",
    "*": "22 26|03 45|05 43", "=": "03 43|06 46", "_": "08 48",
}  # fmt: skip
_SAME = {"’": "'", "‘": "'", "`": "'", "–": "-", "—": "-", "“": '"', "”": '"', "[": "(", "]": ")"}
_GLYPHS = {
    letter: [[(float(pair[0]), float(pair[1])) for pair in stroke.split()] for stroke in strokes.split("|")]
    for letter, strokes in _STROKES.items()
}
_WIDTHS = {letter: max(x for stroke in strokes for x, _ in stroke) for letter, strokes in _GLYPHS.items()}


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
    steps = [_SPACE if letter == " " else _WIDTHS[letter] for letter in _letters(text) or ""]
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
        if letter == " ":
            x += (_SPACE + _BETWEEN) * step
            continue
        for stroke in _GLYPHS[letter]:
            shaken = np.array(stroke) + rng.normal(0.0, _SHAKE, size=(len(stroke), 2))
            strokes.append(through([(x + step * float(px), y + step * float(py)) for px, py in shaken]))
        x += (_WIDTHS[letter] + _BETWEEN) * step
    return strokes


def _letters(text: str) -> str | None:
    """The text in letters that there are strokes for: accents go, other scripts cannot be written."""
    plain = "".join(
        _SAME.get(letter, letter)
        for letter in unicodedata.normalize("NFD", text.upper())
        if not unicodedata.combining(letter)
    )
    return plain if all(letter == " " or letter in _GLYPHS for letter in plain) else None
