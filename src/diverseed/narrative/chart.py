"""A story, drawn: order, heights, shapes and colours in one value that every output is made from."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import InputError
from .coordinates import Coordinates, place_lines, place_rounds
from .crossings import count_block_crossings
from .layers import Layers, layers_of
from .layout import lay_out
from .line_shapes import ABSENCES
from .order import Ordering, order_lines
from .palette import choose_colours
from .shapes import Shapes
from .story import Story

STYLES = ("clean", "xkcd")


@dataclass(frozen=True)
class Chart:
    """Everything about one drawn story. ``colours`` holds one ``#rrggbb`` per line."""

    story: Story
    layers: Layers
    ordering: Ordering
    coordinates: Coordinates
    shapes: Shapes
    colours: tuple[str, ...]
    style: str
    seed: int

    def measures(self) -> dict[str, int | float | None]:
        """What the chart costs its reader, and how far it is from the least possible."""
        return {
            "characters": len(self.layers.names),
            "layers": len(self.layers),
            "crossings": self.ordering.crossings,
            "block_crossings": count_block_crossings(self.ordering.order),
            "wiggles": self.coordinates.wiggles,
            "wiggle_height": round(self.coordinates.wiggle_height, 6),
            "height": round(self.coordinates.height, 6),
            "lower_bound": self.ordering.lower_bound,
            "seconds": round(self.ordering.seconds, 3),
        }


def make_chart(
    story: Story,
    order: str = "fast",
    *,
    seconds: float | None = None,
    seed: int = 0,
    style: str = "clean",
    locations: bool = True,
    absences: str = "thin",
) -> Chart:
    """Draw a story.

    Locations are bands behind the groups, which the order does not know of: they cost no crossing.

    Parameters
    ----------
    order, seconds, seed : see :func:`diverseed.narrative.order.order_lines`
    style : ``clean``, or ``xkcd`` with the strokes of a hand
    absences : how a line looks while its character is away for long: ``thin`` like short absences, ``dashed``, or
        ``gap``, which ends the line and starts it again, with its name, at the return
    """
    if style not in STYLES:
        raise InputError(f"style={style!r} is not one of {', '.join(STYLES)}.")
    if absences not in ABSENCES:
        raise InputError(f"absences={absences!r} is not one of {', '.join(ABSENCES)}.")
    layers = layers_of(story)
    ordering = order_lines(layers, order, seconds=seconds, seed=seed)
    coordinates = place_lines(layers, ordering.order, rounds=place_rounds(layers))
    shapes = lay_out(story, layers, coordinates, locations=locations, absences=absences)
    colours = choose_colours(layers, ordering.order)
    return Chart(story, layers, ordering, coordinates, shapes, colours, style, seed)
