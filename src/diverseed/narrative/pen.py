"""What strokes and letters look like in each style, shared by the SVG and the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .chart import Chart
from .shapes import Band, LineShape, Point, Run
from .strokes import Segment, shaky, smooth

PAPER, INK, QUIET = "#ffffff", "#23262b", "#7b828c"
BAND_COLOURS = ("#5b7db1", "#b1885b", "#5ba587", "#a2699e", "#b0a04a", "#6b8fa3", "#b06a6a", "#7f9a55")
ONCE = "#8b929c"
"""Bands of a place that is seen once."""

BAND_OPACITY = 0.17
TITLE_SIZE, NOTE_SIZE = 26.0, 12.5


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
    scenes, people = len(chart.story.scenes), len(chart.layers.names)
    return f"{people} character{'s' * (people != 1)} · {scenes} scene{'s' * (scenes != 1)}"


def title(chart: Chart) -> str:
    return chart.story.title or "Untitled"


def run_strokes(chart: Chart, line: LineShape, run: Run) -> list[Segment]:
    """The strokes of a run; a hand shakes the same way for the same seed, line and place."""
    if chart.style == "clean":
        return smooth(run.points)
    return shaky(run.points, np.random.default_rng([chart.seed, line.line, round(run.points[0][0])]))


def run_look(line: LineShape, run: Run) -> tuple[float, float]:
    """Width and opacity."""
    if run.kind == "present":
        return line.width, 1.0
    return round(max(1.2, 0.42 * line.width), 2), 0.55


def band_strokes(chart: Chart, band: Band) -> list[Segment]:
    """The outline of a band, along its top and back along its bottom."""
    back: Sequence[Point] = tuple(reversed(band.bottom))
    if chart.style == "clean":
        return [*smooth(band.top), *smooth(back)]
    rng = np.random.default_rng([chart.seed, band.place, round(band.top[0][0])])
    return [*shaky(band.top, rng), *shaky(back, rng)]


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
