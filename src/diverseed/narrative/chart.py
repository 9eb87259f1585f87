"""A story, drawn: order, heights, shapes and colours in one value that every output is made from."""

from dataclasses import dataclass
from functools import cache

from ..errors import InputError
from .coordinates import Coordinates
from .crossings import count_block_crossings
from .layers import Layers, layers_of
from .layout import ABSENCES, NAME_LETTERS, Canvas, fits, lay_out, measure, place_on_canvas
from .legibility import Legibility, legibility
from .order import Ordering, order_lines
from .palette import choose_colours
from .sequences import Sequence, Stretches, sequence_layers
from .shapes import Shapes
from .sheet import Sheet, read_sheet
from .story import Story

STYLES = ("clean", "xkcd")
DETAILS = ("scenes", "sequences")

OVERLOOKED = 0.01
"""Share of the time that people spend together which a poster may misrepresent to save layers. On eleven films and
scripts 0.04 saves one layer in twelve and 3 % of the crossings, and misrepresents twice as much of that time."""

FEWER = 0.95
"""Factor by which the number of sequences is reduced, again and again, until the names fit on the page."""


@dataclass(frozen=True)
class Chart:
    """Everything about one drawn story.

    Attributes
    ----------
    story : every scene, of the drawn characters
    sequences : the scenes of each layer and who is seen there; empty if every scene is drawn
    colours : one ``#rrggbb`` per line
    sheet : the page that the chart fills, or None for a chart as wide as its scenes need
    """

    story: Story
    layers: Layers
    sequences: tuple[Sequence, ...]
    ordering: Ordering
    coordinates: Coordinates
    shapes: Shapes
    colours: tuple[str, ...]
    style: str
    seed: int
    sheet: Sheet | None = None

    def measures(self) -> dict[str, object]:
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
            "legibility": self.legibility().as_dict(),
        }

    def legibility(self) -> Legibility:
        """How well the chart can be read once it is fitted to a screen."""
        return legibility(
            self.shapes,
            crossings=self.ordering.crossings,
            wiggles=self.coordinates.wiggles,
            conflict=sum((sequence.conflict for sequence in self.sequences), 0.0),
        )


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
    page : of ``sequences``: ``screen``, ``a4`` to ``a1``, or a size such as ``1200x800`` or ``60x40cm``
    style : ``clean``, or ``xkcd`` with the strokes of a hand
    absences : how a line looks while its character is away for long: ``thin`` like short absences, ``dashed``, or
        ``gap``, which ends the line and starts it again, with its name, at the return
    like : a chart of the same story under other names: if the same lines meet, its order is used again
    """
    for name, value, known in (("style", style, STYLES), ("absences", absences, ABSENCES), ("detail", detail, DETAILS)):
        if value not in known:
            raise InputError(f"{name}={value!r} is not one of {', '.join(known)}.")
    sheet = read_sheet(page) if detail == "sequences" else None
    if sheet:
        sequences, layers, canvas = _fitting(story, sheet, gaps=absences == "gap")
    else:
        sequences, layers = (), layers_of(story)
        canvas = measure(sheet, story, layers)
    if like is not None and like.layers.groups == layers.groups:
        ordering = like.ordering
    else:
        ordering = order_lines(layers, order, seconds=seconds, seed=seed)
    coordinates = place_on_canvas(layers, ordering.order, canvas)
    shapes = lay_out(story, layers, coordinates.heights, canvas, locations=locations, absences=absences)
    colours = choose_colours(layers, ordering.order)
    return Chart(story, layers, sequences, ordering, coordinates, shapes, colours, style, seed, sheet)


def _fitting(story: Story, sheet: Sheet, *, gaps: bool) -> tuple[tuple[Sequence, ...], Layers, Canvas]:
    """As many sequences as fit on the page beside the names where lines start, and the canvas with these names.

    Where that is less than half of what a page of this size can show, the names are cut shorter to make room.
    """
    stretches = Stretches(story)

    @cache
    def layered(most: int) -> tuple[tuple[Sequence, ...], Layers]:
        sequences = stretches.sequences(most, OVERLOOKED)
        return sequences, sequence_layers(story, sequences)

    wanted, tried = len(layered(sheet.layers)[0]), []
    for letters in NAME_LETTERS:
        most = sheet.layers
        while most:
            sequences, layers = layered(most)
            canvas = measure(sheet, story, layers, letters)
            if fits(layers, canvas, gaps=gaps):
                tried.append((sequences, layers, canvas))
                break
            most = int(FEWER * min(most, len(sequences)))
        if tried and 2 * len(sequences) >= wanted:
            break
    return max(tried, key=lambda found: len(found[0]), default=(sequences, layers, canvas))
