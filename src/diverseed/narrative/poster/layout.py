"""From sequences and a page to shapes: where everything of a poster stands."""

from __future__ import annotations

from collections.abc import Sequence

from ..coordinates import Coordinates
from ..heading import note_of, title_of
from ..layers import Layers
from ..lettering import shorten, text_width
from ..line_shapes import line_shape, line_starts, line_widths, long_absences
from ..occupancy import Occupancy
from ..repeats import repeat_names
from ..shapes import Label, Shapes
from ..story import Story, leads
from .axis import build_axis, build_meetings, build_parts, scene_boxes
from .columns import build_columns
from .labels import event_labels, name_labels, place_names
from .marks import build_marks
from .room import Room
from .stays import build_stays

AGAIN = 0.3
"""Share of the page's width after which a name is repeated on its line."""


def lay_out_poster(
    story: Story,
    steps: Story,
    of_scene: Sequence[int],
    layers: Layers,
    coordinates: Coordinates,
    room: Room,
    *,
    locations: bool = True,
    absences: str = "thin",
) -> Shapes:
    """Place lines, bands, marks, axis and labels on a page.

    Parameters
    ----------
    story : every scene
    steps : the sequences, one per layer
    of_scene : per scene, its layer
    coordinates : heights in points (:func:`place_on_page`)
    """
    away = long_absences(layers) if absences != "thin" else {}
    starts = line_starts(layers, away if absences == "gap" else {})
    frame = build_columns(steps, layers, coordinates.heights, starts, room)
    lines = tuple(
        line_shape(layers, frame, line, width, away=away.get(line, frozenset()), absences=absences)
        for line, width in enumerate(round(1.1 * width * room.scale, 2) for width in line_widths(story))
    )
    scenes = scene_boxes(story, of_scene, frame)
    bands, places = build_stays(story, of_scene, scenes, layers, frame, room) if locations else ((), ())
    axis, numbers = build_axis(scenes, room)
    rules, parts = build_parts(story, scenes, room)
    ranked = leads(story, len(layers.names))
    ranks = [ranked.index(name) for name in layers.names]
    labels = [*_heading(story, layers, room), *parts, *numbers, *name_labels(layers, frame, starts, ranks, room)]
    taken = Occupancy(lines, labels)
    labels += place_names(bands, places, taken, room)
    labels += repeat_names(
        lines, labels, taken, size=room.name_size, distance=AGAIN * room.sheet.width, space=0.7 * room.small
    )
    labels += event_labels(layers, bands, frame, ranks, taken, room)
    return Shapes(
        width=room.sheet.width,
        height=room.sheet.height,
        lines=lines,
        labels=tuple(sorted(labels, key=lambda label: label.kind != "name")),  # their outlines go below other text
        bands=bands,
        places=places,
        steps=frame.scenes,
        scenes=scenes,
        head=room.head,
        marks=build_marks(story, layers, lines, room.scale),
        rules=(*rules, *axis),
        meetings=build_meetings(story, of_scene, scenes, layers, frame),
        scale=room.scale,
    )


def _heading(story: Story, layers: Layers, room: Room) -> list[Label]:
    size, title = 2.3 * room.small, title_of(story)
    note = note_of(len(layers.names), len(story.scenes), len(layers))
    width = room.sheet.width - 2 * room.margin
    letters = len(title)
    while letters > 3 and text_width(shorten(title, letters), size) > width:
        letters -= 1
    return [
        Label(shorten(title, letters), room.margin, room.margin + 1.8 * room.small, size, "start", "title", 0),
        Label(note, room.margin, room.margin + 3.5 * room.small, 1.1 * room.small, "start", "note", 0),
    ]
