"""Heights of the lines on a page: groups and the gaps between them stretch until the page is full."""

from __future__ import annotations

from dataclasses import replace

from ..coordinates import Coordinates, Spacing, least_height, place_lines
from ..layers import Layers, Order
from .room import Room

LINE, WIDEST_LINE = 1.85, 2.9
"""Between two lines of a group, in heights of the smallest letters: so that a name fits on each, and at most."""

PASSING, BESIDE, GROUP = 1.1, 1.6, 2.0
"""See :class:`Spacing`. Between two groups there is room for the name of a place."""

WIDEST = 3.0
"""How many times as far groups may stand apart where the page has room."""

FULL, SLACK = 0.97, 0.85
"""Share of the height that the lines are to take, and that the fullest layer may: the rest lets lines stay straight."""

ROUNDS = 5

WHITE = 0.002
"""A little less white within each layer, where that bends no line (see :class:`Spacing`): the page is to be filled by
all groups moving apart, not by one that floats away."""


def place_on_page(layers: Layers, order: Order, room: Room) -> Coordinates:
    """The heights in points below the top of the page.

    Groups move apart, round by round, until the lines take the page's height or the limit is reached; what is then left
    is stretched away. On a page that is too full all distances shrink.
    """
    height = room.bottom - room.top
    closest = Spacing(PASSING, BESIDE, GROUP, WHITE, 0.0)
    unit = LINE * room.small
    unit = min(unit, height / max(least_height(layers, order, closest), 1.0))
    factor = 1.0
    for _ in range(ROUNDS):
        spacing = _apart(closest, factor)
        limit = max(height / unit, least_height(layers, order, spacing) + 1e-6)
        placed = place_lines(layers, order, spacing=replace(spacing, height=limit))
        used = placed.height * unit / height
        further = min(factor * (1 + 1.5 * (1 - used)), WIDEST)
        fullest = least_height(layers, order, _apart(closest, further)) * unit
        if used >= FULL or further <= factor or fullest > SLACK * height:
            break
        factor = further
    stretch = height / (placed.height * unit) if placed.height > 0 else 1.0
    unit *= min(stretch, max(WIDEST_LINE * room.small / unit, 1.0))
    top = room.top + (height - placed.height * unit) / 2
    return replace(placed, heights=placed.heights * unit + top)


def _apart(spacing: Spacing, factor: float) -> Spacing:
    return replace(spacing, beside=factor * spacing.beside, group=factor * spacing.group)
