"""How a page is shared out: sizes of letters and strokes, margins, and the area that lines may take."""

from __future__ import annotations

from dataclasses import dataclass

from ..layers import Layers
from ..lettering import shorten, text_width
from ..sheet import Sheet
from ..story import Story

NAME_LETTERS = 26
"""Longer names are cut."""

ENDS = 5
"""Layers after which the name of a line is written again where the chart ends."""

SHORTEST_LAYER = 0.9
"""The straight piece of a layer, in heights of the smallest letters."""

LEAST_BEND, MOST_BEND = 0.8, 1.8
"""Bends, in the same unit: of a line that hardly moves, and of one that moves half of the page or more."""


@dataclass(frozen=True)
class Room:
    """Sizes on one page. ``small`` is the smallest lettering; the area of the lines is ``left`` to ``bottom``."""

    sheet: Sheet
    small: float
    left: float
    right: float
    top: float
    bottom: float

    @property
    def name_size(self) -> float:
        return 1.16 * self.small

    @property
    def margin(self) -> float:
        return 2.2 * self.small

    @property
    def scale(self) -> float:
        """Strokes are drawn for letters of twelve points."""
        return self.small / 12

    @property
    def head(self) -> float:
        """The strip of the title."""
        return head(self.small)

    def name_width(self, name: str) -> float:
        return text_width(shorten(name, NAME_LETTERS), self.name_size)


def head(small: float) -> float:
    return 6.6 * small


def measure(sheet: Sheet, story: Story, layers: Layers) -> Room:
    """The area left for lines: below the title and the names of acts, above the axis, beside the last names."""
    small = sheet.smallest
    parts = any(scene.part for scene in story.scenes)
    whole = Room(sheet, small, 0.0, 0.0, 0.0, 0.0)
    last = len(layers) - 1
    staying = [
        layers.names[line] for line, (first, end) in enumerate(layers.spans) if end == last and first < last - ENDS
    ]
    return Room(
        sheet,
        small,
        left=whole.margin,
        right=sheet.width - whole.margin - max(map(whole.name_width, staying), default=0.0) - 0.6 * small,
        top=whole.head + (3.0 if parts else 1.2) * small,
        bottom=sheet.height - whole.margin - 3.4 * small,
    )


def needed_width(sheet: Sheet, layers: Layers) -> float:
    """How much of the page's width the layers need at least, as a share: above 1 they do not fit."""
    room = Room(sheet, sheet.smallest, 0.0, 0.0, 0.0, 0.0)
    firsts: dict[int, float] = {}
    for line, (first, _) in enumerate(layers.spans):
        firsts[first] = max(firsts.get(first, 0.0), room.name_width(layers.names[line]) + 1.6 * room.small)
    straight = sum(max(SHORTEST_LAYER * room.small, firsts.get(t, 0.0)) for t in range(len(layers)))
    names = max(map(room.name_width, layers.names))
    return (straight + len(layers) * MOST_BEND * room.small) / (sheet.width - 2 * room.margin - names)
