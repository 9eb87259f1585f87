"""A story, drawn: order, heights, shapes and colours in one value that every output is made from."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import InputError
from .coordinates import Coordinates, place_lines, place_rounds
from .crossings import count_block_crossings
from .layers import Layers, layers_of
from .layout import lay_out
from .legibility import Legibility, legibility
from .line_shapes import ABSENCES
from .order import Ordering, order_lines
from .palette import choose_colours
from .poster import lay_out_poster, measure, needed_width, place_on_page
from .sequences import Sequence, as_steps, conflict_share, layer_of_scenes, sequence_finder, sequence_layers
from .shapes import Shapes
from .sheet import Sheet, read_sheet
from .story import Story

STYLES = ("clean", "xkcd")
DETAILS = ("scenes", "sequences")

OVERLOOKED = 0.01
"""Share of the time that people are together which a poster may leave out for fewer layers. On eleven films and scripts
0.04 saves one layer in twelve and 3 % of the crossings, and tells twice as much of that time wrong."""

FEWER = 0.95
"""By how much there are fewer sequences where those that the page bears leave no room for the names."""


@dataclass(frozen=True)
class Chart:
    """Everything about one drawn story.

    Attributes
    ----------
    story : every scene, of the drawn characters
    steps : what the layers are made of: the scenes themselves, or the sequences as scenes
    sequences : the scenes of each layer and who is seen there; empty if every scene is drawn
    colours : one ``#rrggbb`` per line
    sheet : the page that the chart fills, or None if it is as wide as its scenes need
    """

    story: Story
    steps: Story
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
            conflict=conflict_share(self.story, self.sequences),
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

    Locations are bands behind the groups, which the order does not know of: they cost no crossing.

    Parameters
    ----------
    order, seconds, seed : see :func:`diverseed.narrative.order.order_lines`
    detail : ``scenes`` draws the story as it is given, as wide as its scenes need; ``sequences`` joins scenes over
        which people neither meet nor part, and fills a page
    page : of ``sequences``: ``screen``, ``a4`` to ``a1``, or a size such as ``1200x800`` or ``60x40cm``
    style : ``clean``, or ``xkcd`` with the strokes of a hand
    absences : how a line looks while its character is away for long: ``thin`` like short absences, ``dashed``, or
        ``gap``, which ends the line and starts it again, with its name, at the return
    like : a chart of the same story under other names: where the same lines meet, its order is taken over
    """
    for name, value, known in (("style", style, STYLES), ("absences", absences, ABSENCES), ("detail", detail, DETAILS)):
        if value not in known:
            raise InputError(f"{name}={value!r} is not one of {', '.join(known)}.")
    if detail == "sequences":
        return _poster(story, order, read_sheet(page), seconds, seed, style, locations, absences, like)
    layers = layers_of(story)
    ordering = _known_order(layers, like) or order_lines(layers, order, seconds=seconds, seed=seed)
    coordinates = place_lines(layers, ordering.order, rounds=place_rounds(layers))
    shapes = lay_out(story, layers, coordinates, locations=locations, absences=absences)
    colours = choose_colours(layers, ordering.order)
    return Chart(story, story, layers, (), ordering, coordinates, shapes, colours, style, seed)


def _poster(
    story: Story,
    order: str,
    sheet: Sheet,
    seconds: float | None,
    seed: int,
    style: str,
    locations: bool,
    absences: str,
    like: Chart | None,
) -> Chart:
    sequences, layers = _fitting(story, sheet)
    ordering = _known_order(layers, like) or order_lines(layers, order, seconds=seconds, seed=seed)
    room = measure(sheet, story, layers)
    coordinates = place_on_page(layers, ordering.order, room)
    steps = as_steps(story, sequences)
    of_scene = layer_of_scenes(sequences)
    shapes = lay_out_poster(story, steps, of_scene, layers, coordinates, room, locations=locations, absences=absences)
    colours = choose_colours(layers, ordering.order)
    return Chart(story, steps, layers, sequences, ordering, coordinates, shapes, colours, style, seed, sheet)


def _fitting(story: Story, sheet: Sheet) -> tuple[tuple[Sequence, ...], Layers]:
    """As many sequences as the page bears, fewer if the names of those who enter would not fit."""
    most, find = sheet.layers, sequence_finder(story)
    while True:
        sequences = find(most, OVERLOOKED)
        layers = sequence_layers(story, sequences)
        if most <= 2 or needed_width(sheet, layers) <= 1:
            return sequences, layers
        most = int(FEWER * min(most, len(sequences)))


def _known_order(layers: Layers, like: Chart | None) -> Ordering | None:
    return like.ordering if like is not None and like.layers.groups == layers.groups else None
