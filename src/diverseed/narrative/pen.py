"""What strokes and letters look like in each style, shared by the SVG and the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .chart import Chart
from .hand import hand_strokes, hand_width
from .layout import note_of, title_of
from .palette import darker
from .shapes import Band, Label, LineShape, Mark, Point, Rule, Run
from .strokes import Segment, shaky, smooth

PAPER, INK, QUIET = "#ffffff", "#23262b", "#7b828c"
BAND_COLOURS = ("#5b7db1", "#b1885b", "#5ba587", "#a2699e", "#b0a04a", "#6b8fa3", "#b06a6a", "#7f9a55")
ONCE = "#8b929c"
"""Bands of a place that is seen once."""

BAND_OPACITY = 0.17


@dataclass(frozen=True)
class Look:
    """Fonts, best first, and whether letters are all capitals."""

    fonts: tuple[str, ...]
    capitals: bool


LOOKS = {
    "clean": Look(
        ("Inter", "Source Sans 3", "Helvetica Neue", "Helvetica", "Arial", "DejaVu Sans", "sans-serif"), False
    ),
    "xkcd": Look(
        ("xkcd Script", "Humor Sans", "Comic Neue", "Comic Sans MS", "Chalkboard SE", "DejaVu Sans", "sans-serif"), True
    ),
}


def written(chart: Chart, text: str) -> str:
    """Text as the style writes it."""
    return text.upper() if LOOKS[chart.style].capitals else text


def note(chart: Chart) -> str:
    """The line under the title."""
    return note_of(chart.story, len(chart.sequences))


def title(chart: Chart) -> str:
    return title_of(chart.story)


def strokes(chart: Chart, points: Sequence[Point], *key: int) -> list[Segment]:
    """The points as the style joins them; a hand shakes the same for the same seed, key and place."""
    if chart.style == "clean":
        return smooth(points)
    return shaky(points, np.random.default_rng([chart.seed, *key, round(points[0][0])]))


def band_strokes(chart: Chart, band: Band) -> list[Segment]:
    """The outline of a band, along its top and back along its bottom."""
    return [*strokes(chart, band.top, band.place), *strokes(chart, band.bottom[::-1], band.place)]


def rule_strokes(chart: Chart, rule: Rule) -> list[Segment]:
    """A thin straight line; a hand draws level ones a little shaky."""
    level = rule.begin[1] == rule.finish[1]
    return strokes(chart, (rule.begin, rule.finish)) if level else [(rule.begin,), (rule.finish,)]


def cross_strokes(mark: Mark) -> list[list[Segment]]:
    """The strokes of the mark of a death."""
    x, y, r = mark.x, mark.y, mark.size
    return [[((x - r, y + sign * -r),), ((x + r, y + sign * r),)] for sign in (1, -1)]


def run_look(line: LineShape, run: Run, scale: float) -> tuple[float, float]:
    """Width and opacity: strong where the character is seen."""
    if run.kind == "present":
        return line.width, 1.0
    return round(max(1.2 * scale, 0.36 * line.width), 2), 0.5


@dataclass(frozen=True)
class Lettering:
    """Colour, weight and slant of a label."""

    colour: str = QUIET
    weight: int = 400
    italic: bool = False


_LETTERINGS = {
    "title": Lettering(INK, 700),
    "event": Lettering(INK),
    "part": Lettering(weight=600),
    "place": Lettering(italic=True),
}


def lettering(chart: Chart, label: Label) -> Lettering:
    """How a label is written."""
    if label.kind == "name":
        return Lettering(darker(chart.colours[label.of]), 600 if chart.sheet else 500)
    return _LETTERINGS.get(label.kind, Lettering())


def hand_lettering(chart: Chart, label: Label) -> tuple[list[list[Segment]], float] | None:
    """The strokes of a label that a hand writes, and their width; None where a font does."""
    if chart.style == "clean" or chart.sheet is None:  # strokes of all names of a long chart would make it large
        return None
    seed = np.random.default_rng([chart.seed, round(label.x), round(label.y)])
    width = hand_width(label.text, label.size)
    left = {"start": label.x, "end": label.x - width, "middle": label.x - width / 2}[label.anchor]
    strokes = hand_strokes(label.text, (left, label.y), label.size, seed)
    weight = 0.12 if lettering(chart, label).weight > 500 else 0.085
    return None if strokes is None else (strokes, weight * label.size)


def band_colours(chart: Chart) -> tuple[str, ...]:
    """A tint per place: places with several stays get colours of their own, in turn."""
    stays = [0] * len(chart.shapes.places)
    for band in chart.shapes.bands:
        stays[band.place] += 1
    colours = []
    recurring = 0
    for count in stays:
        colours.append(BAND_COLOURS[recurring % len(BAND_COLOURS)] if count > 1 else ONCE)
        recurring += count > 1
    return tuple(colours)
