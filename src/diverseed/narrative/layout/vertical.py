"""Heights of the lines in points; on a page all distances stretch together until it is full."""

from dataclasses import replace

import numpy as np

from ...arrays import FloatArray
from ..coordinates import Spacing, least_height, place_lines
from ..layers import Layers, LineOrder
from .canvas import Canvas

LINE, WIDEST_LINE = 1.85, 3.4
"""Between two lines of a group, in heights of the smallest letters: so that a name fits on each, and at most."""

HEADROOM = 2.6
"""Above the lines of a chart without a page, in the same unit, for the names of places."""

ON_PAGE = Spacing(passing=1.1, beside=3.0, group=4.0, layer_white=0.002, chart_white=0.0)
"""On a page height costs nothing, since it is filled anyway. Groups stand several lines apart, so that closeness shows
who is together. A little less white within each layer is better only where that bends no line: else one group would
float away from the others."""


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
