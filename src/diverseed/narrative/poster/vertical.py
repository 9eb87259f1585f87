"""Heights of the lines on a page: groups and the gaps between them stretch until the page is full."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..coordinates import Coordinates, Spacing, least_height, place_lines
from ..layers import Layers, Order
from .room import Room

LINE, WIDEST_LINE = 1.85, 2.5
"""Between two lines of a group, in heights of the smallest letters: so that a name fits on each, and at most."""

GROUP, WIDEST_GROUP, PASSING = 1.9, 3.6, 1.2
"""Between groups, and between lines that are not seen, in units of the distance between two lines."""

SLACK = 0.8
"""Share of the height that the fullest layer may take: the rest lets lines stay straight."""

SPREAD = -0.01
"""Layers spread where that bends no line (see :class:`Spacing`)."""


def place_on_page(layers: Layers, order: Order, room: Room) -> Coordinates:
    """The heights in points below the top of the page.

    The distances grow up to their limits until the fullest layer takes its share of the page; what is then left is
    stretched away. A page that is too full has smaller distances.
    """
    height = room.bottom - room.top
    spacing = Spacing(PASSING, GROUP, SPREAD, 0.0)
    unit = LINE * room.small
    least = least_height(layers, order, spacing) * unit
    if least > height:
        unit *= height / least
    else:
        wide = replace(spacing, group=WIDEST_GROUP)
        most = least_height(layers, order, wide) * unit
        share = 1.0 if most <= least else np.clip((SLACK * height - least) / (most - least), 0.0, 1.0)
        spacing = replace(spacing, group=GROUP + float(share) * (WIDEST_GROUP - GROUP))
        unit *= float(np.clip(SLACK * height / max(least_height(layers, order, spacing) * unit, 1e-9), 1.0, WIDEST_LINE / LINE))
    limit = max(height / unit, least_height(layers, order, spacing) + 1e-6)
    placed = place_lines(layers, order, rounds=4, spacing=replace(spacing, height=limit))
    stretch = height / max(placed.height * unit, 1e-9)
    unit *= min(stretch, WIDEST_LINE * room.small / unit) if stretch > 1 else stretch
    top = room.top + (height - placed.height * unit) / 2
    return replace(placed, heights=placed.heights * unit + top)
