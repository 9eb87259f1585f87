"""Heights of the lines in points: on a page, groups and the gaps between them stretch until it is full."""

from __future__ import annotations

from dataclasses import replace

from ..coordinates import Coordinates, Spacing, least_height, place_lines, place_rounds
from ..layers import Layers, LineOrder
from .canvas import Canvas

LINE, WIDEST_LINE = 1.85, 2.9
"""Between two lines of a group, in heights of the smallest letters: so that a name fits on each, and at most."""

HEADROOM = 2.6
"""Above the lines of a chart without a page, in the same unit, for the names of places."""

PASSING, BESIDE, GROUP = 1.1, 1.6, 2.0
"""Spacing on a page, see :class:`Spacing`. Between two groups there is room for the name of a place."""

WIDEST = 3.0
"""How many times as far groups may stand apart where the page has room."""

FULL, SLACK = 0.97, 0.85
"""Share of the height that the lines are to take, and that the fullest layer may: the rest lets lines stay straight."""

ROUNDS = 5

WHITE = 0.002
"""A little less white within each layer, where that bends no line (see :class:`Spacing`): the page is to be filled by
all groups moving apart, not by one that floats away."""


def place_on_canvas(layers: Layers, order: LineOrder, canvas: Canvas) -> Coordinates:
    """Coordinates with heights in points below the top of the canvas.

    On a page, groups move apart, round by round, until the lines take the page's height or the limit is reached; what
    is then left is stretched away. On a page that is too full all distances shrink.
    """
    unit = LINE * canvas.small
    if not canvas.on_page:
        placed = place_lines(layers, order, rounds=place_rounds(layers))
        return replace(placed, heights=placed.heights * unit + canvas.top + HEADROOM * canvas.small)
    height = canvas.bottom - canvas.top
    closest = Spacing(PASSING, BESIDE, GROUP, WHITE, 0.0)
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
    unit *= min(stretch, max(WIDEST_LINE * canvas.small / unit, 1.0))
    top = canvas.top + (height - placed.height * unit) / 2
    return replace(placed, heights=placed.heights * unit + top)


def _apart(spacing: Spacing, factor: float) -> Spacing:
    return replace(spacing, beside=factor * spacing.beside, group=factor * spacing.group)
