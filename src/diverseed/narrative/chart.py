"""A story, drawn: order, heights, shapes and colours in one value that every output is made from."""

from dataclasses import dataclass

import numpy as np

from ..arrays import FloatArray
from ..errors import InputError
from .crossings import count_block_crossings, count_wiggles
from .layers import Layers, layers_of
from .layout import ABSENCES, NAME_LETTERS, Canvas, fits, lay_out, measure, place_on_canvas
from .legibility import legibility
from .order import Ordering, order_lines
from .palette import choose_colours
from .sequences import find_sequences
from .shapes import Shapes
from .sheet import Sheet, read_sheet
from .story import Story

STYLES = ("clean", "xkcd")
DETAILS = ("scenes", "sequences")

OVERLOOKED = 0.01
"""Share of the time that people spend together which a poster may misrepresent to save layers. On eleven films and
scripts 0.04 saves one layer in twelve and 3 % of the crossings, and misrepresents twice as much of that time."""


@dataclass(frozen=True)
class Chart:
    """Everything about one drawn story.

    Attributes
    ----------
    story : every scene, of the drawn characters
    heights : (layers, lines) in points
    unit : distance between two lines of a group, in points
    colours : one ``#rrggbb`` per line
    sheet : the page that the chart fills with sequences, or None for every scene, as wide as scenes need
    """

    story: Story
    layers: Layers
    ordering: Ordering
    heights: FloatArray
    unit: float
    shapes: Shapes
    colours: tuple[str, ...]
    style: str
    seed: int
    sheet: Sheet | None = None

    @property
    def note(self) -> str:
        """How much is drawn, as it stands under the title."""
        return next(label.text for label in self.shapes.labels if label.kind == "note")

    def measures(self) -> dict[str, object]:
        """Crossings, bends and height, with a lower bound on the crossings."""
        heights = self.heights / self.unit
        return {
            "characters": len(self.layers.names),
            "layers": len(self.layers),
            "crossings": self.ordering.crossings,
            "block_crossings": count_block_crossings(self.ordering.order),
            "wiggles": count_wiggles(heights)[0],
            "wiggle_height": round(count_wiggles(heights)[1], 6),
            "height": round(float(np.nanmax(heights) - np.nanmin(heights)), 6),
            "lower_bound": self.ordering.lower_bound,
            "seconds": round(self.ordering.seconds, 3),
            "legibility": self.legibility(),
        }

    def legibility(self) -> dict[str, float]:
        """How well the chart can be read once it is fitted to a screen."""
        return {
            **legibility(self.shapes),
            "crossings": self.ordering.crossings,
            "wiggles": count_wiggles(self.heights / self.unit)[0],
            "conflict": round(self.layers.conflict, 4),
        }


def make_chart(
    story: Story,
    order: str = "fast",
    *,
    detail: str = "scenes",
    page: str = "screen",
    seconds: float | None = None,
    seed: int = 0,
    style: str = "clean",
    locations: bool = True,
    absences: str = "thin",
    like: Chart | None = None,
) -> Chart:
    """Draw a story.

    Locations are bands behind the groups. They do not affect the order, and so add no crossings.

    Parameters
    ----------
    order, seconds, seed : see :func:`diverseed.narrative.order.order_lines`
    detail : ``scenes`` draws the story as it is given, as wide as its scenes need; ``sequences`` joins scenes over
        which people neither meet nor part, and fills a page
    page : for ``sequences``: ``screen``, ``a4`` to ``a1``, or a size such as ``1200x800`` or ``60x40cm``
    style : ``clean``, or ``xkcd`` with the strokes of a hand
    absences : how a line looks while its character is away for long: ``thin`` like short absences, ``dashed``, or
        ``gap``, which ends the line and starts it again, with its name, at the return
    like : a chart of the same story with other names; its order is reused if the same lines meet
    """
    for name, value, known in (("style", style, STYLES), ("absences", absences, ABSENCES), ("detail", detail, DETAILS)):
        if value not in known:
            raise InputError(f"{name}={value!r} is not one of {', '.join(known)}.")
    sheet = read_sheet(page) if detail == "sequences" else None
    if sheet:
        layers, canvas = _fitting(story, sheet, gaps=absences == "gap")
    else:
        layers = layers_of(story)
        canvas = measure(sheet, story, layers)
    if like is not None and like.layers.groups == layers.groups:
        ordering = like.ordering
    else:
        ordering = order_lines(layers, order, seconds=seconds, seed=seed)
    heights, unit = place_on_canvas(layers, ordering.order, canvas)
    shapes = lay_out(story, layers, heights, canvas, locations=locations, absences=absences)
    colours = choose_colours(layers, ordering.order)
    return Chart(story, layers, ordering, heights, unit, shapes, colours, style, seed, sheet)


def _fitting(story: Story, sheet: Sheet, *, gaps: bool) -> tuple[Layers, Canvas]:
    """As many sequences as fit on the page beside the names where lines start, and the canvas with these names.

    Where that is less than half of what a page of this size can show, the names are cut shorter to make room.
    """
    found = list(find_sequences(story, most=sheet.layers, overlook=OVERLOOKED))
    enough = [layers for layers in found if 2 * len(layers) >= len(found[0])]
    tries = [(layers, letters) for letters in NAME_LETTERS for layers in enough]
    tries += [(layers, letters) for layers in found for letters in NAME_LETTERS]
    for layers, letters in tries:
        canvas = measure(sheet, story, layers, letters)
        if fits(layers, canvas, gaps=gaps):
            break
    return layers, canvas
