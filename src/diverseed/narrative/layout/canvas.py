"""The canvas of a chart: sizes of letters and strokes, margins, the area that lines may take, and heights in it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf

import numpy as np

from ...arrays import FloatArray
from ..coordinates import Spacing, least_height, place_lines
from ..layers import Layers, LineOrder
from ..lettering import shorten, shorten_to, text_width
from ..shapes import Label
from ..sheet import SHOWN, Sheet
from ..story import Story

NAME_LETTERS = (26, 16, 12, 8)
"""Longer names are cut: at the first of these, and at the next one where names leave too little of a narrow page."""

SHORT = 20.0
"""A line that starts closer to the end of the chart, in heights of the smallest letters, is not named again there."""

AXIS = 3.4
"""Height of the axis with its numbers, in heights of the smallest letters."""

WINDOW = 1920.0
"""Width in which a chart without a page is read, piece by piece, in pixels of a point each."""

LINE, WIDEST_LINE = 1.85, 3.4
"""Between two lines of a group, in heights of the smallest letters: so that a name fits on each, and at most."""

HEADROOM = 2.6
"""Above the lines of a chart without a page, in the same unit, for the names of places."""

ON_PAGE = Spacing(passing=1.1, beside=3.0, group=4.0, layer_white=0.002, chart_white=0.0)
"""On a page height costs nothing, since it is filled anyway. Groups stand several lines apart, so that closeness shows
who is together. A little less white within each layer is better only where that bends no line: else one group would
float away from the others."""


@dataclass(frozen=True)
class Canvas:
    """Sizes in points. Without a page, a chart is as large as it needs: ``right`` and below are infinite until known.

    Attributes
    ----------
    small : size of the smallest lettering
    view : width that a reader sees at once
    left, top, right, bottom : the area of the lines
    letters : those that a name has at most
    """

    on_page: bool
    small: float
    view: float
    left: float
    top: float
    right: float = inf
    bottom: float = inf
    width: float = inf
    height: float = inf
    letters: int = NAME_LETTERS[0]

    @property
    def name_size(self) -> float:
        return 1.16 * self.small

    @property
    def title_size(self) -> float:
        return 2.3 * self.small

    @property
    def margin(self) -> float:
        return 2.2 * self.small

    @property
    def scale(self) -> float:
        """Strokes are drawn for letters of twelve points."""
        return self.small / 12

    @property
    def head(self) -> float:
        """Height of the strip that holds the title."""
        return 6.6 * self.small

    def shown(self, name: str) -> str:
        """A name as it is written."""
        return shorten(name, self.letters)

    def name_width(self, name: str) -> float:
        return text_width(self.shown(name), self.name_size)

    def beyond_the_end(self, layers: Layers) -> float:
        """Width of the names beyond the end of the lines, and of the space around them."""
        names = (self.name_width(layers.names[line]) for line in lasting_lines(layers))
        return max(names, default=0.0) + 0.6 * self.small + self.margin

    def around(self, heading: Iterable[Label], layers: Layers, *, end: float, lowest: float) -> "Canvas":
        """The canvas of a chart without a page, once it is known where its lines end and how low they reach."""
        bottom = lowest + self.small
        width = max(end + self.beyond_the_end(layers), *(label.box[2] + self.margin for label in heading))
        height = bottom + AXIS * self.small + self.margin
        return replace(self, right=end, bottom=bottom, width=width, height=height)


def lasting_lines(layers: Layers) -> list[int]:
    """The lines that reach the last layer from another one: there is room for their names where the chart ends."""
    last = len(layers) - 1
    return [line for line, (first, end) in enumerate(layers.spans) if first < end == last]


def measure(sheet: Sheet | None, story: Story, layers: Layers, letters: int = NAME_LETTERS[0]) -> Canvas:
    """The canvas: below the title and the names of acts, above the axis, beside the names beyond the end."""
    above = 3.0 if any(scene.part for scene in story.scenes) else 1.2 if sheet is None else 1.8
    small = SHOWN if sheet is None else sheet.smallest
    canvas = Canvas(sheet is not None, small, WINDOW if sheet is None else sheet.width, left=0.0, top=0.0)
    canvas = replace(canvas, left=canvas.margin, top=canvas.head + above * small, letters=letters)
    if sheet is None:
        return canvas
    right, bottom = sheet.width - canvas.beyond_the_end(layers), sheet.height - canvas.margin - AXIS * small
    first = max(canvas.name_width(layers.names[line]) for group in layers.groups[0] for line in group)
    if right - canvas.left - first <= SHORT * small:  # no line is long enough for a name beyond its end
        right = sheet.width - canvas.margin
    return replace(canvas, right=right, bottom=bottom, width=sheet.width, height=sheet.height)


def place_on_canvas(layers: Layers, order: LineOrder, canvas: Canvas) -> tuple[FloatArray, float]:
    """Heights (layers, lines) in points below the top of the canvas, and the distance between two lines of a group.

    On a page that is too full all distances shrink, so that the fullest layer fits.
    """
    unit = LINE * canvas.small
    if not canvas.on_page:
        return place_lines(layers, order) * unit + canvas.top + HEADROOM * canvas.small, unit
    room = canvas.bottom - canvas.top
    unit = min(unit, room / (least_height(layers, order, ON_PAGE) + 1))
    placed = place_lines(layers, order, spacing=replace(ON_PAGE, height=room / unit))
    height = float(np.nanmax(placed))
    if height > 0:
        unit = min(room / height, max(unit, WIDEST_LINE * canvas.small))
    return placed * unit + canvas.top + (room - height * unit) / 2, unit


def heading_labels(story: Story, layers: Layers, canvas: Canvas) -> list[Label]:
    """The title, and below it how much is drawn."""
    small, left = canvas.small, canvas.margin
    title = shorten_to(story.heading, canvas.width - 2 * left, canvas.title_size)
    sequences = len(layers) if canvas.on_page else 0
    counts = {"character": len(story.characters), "scene": len(story.scenes), "sequence": sequences}
    note = " · ".join(f"{count} {word}{'s' * (count != 1)}" for word, count in counts.items() if count)
    return [
        Label(title, left, left + 1.8 * small, canvas.title_size, "start", "title", 0),
        Label(note, left, left + 3.5 * small, 1.1 * small, "start", "note", 0),
    ]
