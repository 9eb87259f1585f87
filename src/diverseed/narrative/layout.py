"""From heights and scenes to shapes: where everything of a chart stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from .bands import BAND_PADDING, build_bands, first_stays, place_labels
from .coordinates import Coordinates
from .frame import MARGIN, NAME_LETTERS, NAME_SIZE, PLACE_SIZE, Frame, build_frame
from .heading import note_of, title_of
from .layers import Layers
from .lettering import shorten
from .line_shapes import line_shape, line_starts, line_widths, long_absences
from .occupancy import Occupancy
from .repeats import repeat_names
from .shapes import Label, Shapes
from .story import Story

UNIT = 18.0
"""Points between two lines of a group."""

HEAD, FOOT = 64.0, 14.0
"""Room for the title, and between the chart and the numbers of the scenes."""

TITLE_SIZE, NOTE_SIZE, NUMBER_SIZE = 26.0, 12.5, 9.5


def lay_out(
    story: Story, layers: Layers, coordinates: Coordinates, *, locations: bool = True, absences: str = "thin"
) -> Shapes:
    """Place lines, bands and labels.

    No two labels can overlap: a name stands left of its line's start, in room that the layer keeps free for it and at
    a height where no other line is; a place stands above its band, in a scene made wide enough for it; a name is
    repeated only where there is room.
    """
    away = long_absences(layers) if absences != "thin" else {}
    starts = line_starts(layers, away if absences == "gap" else {})
    named = first_stays(story) if locations else {}
    top = HEAD + MARGIN + (2.2 * PLACE_SIZE if named else 0.0)
    heights = coordinates.heights * UNIT + top
    frame = build_frame(story, layers, heights, starts, named)
    lines = tuple(
        line_shape(layers, frame, line, width, away=away.get(line, frozenset()), absences=absences)
        for line, width in enumerate(line_widths(story))
    )
    places = tuple(dict.fromkeys(place for stays in named.values() for _, place in stays))
    bottom = float(np.nanmax(heights)) + 2 * BAND_PADDING
    labels = [
        *_heading(story, layers),
        *_name_labels(layers, frame, starts),
        *place_labels(story, layers, frame, named, places),
        *_scene_numbers(frame, bottom + FOOT),
    ]
    labels += repeat_names(lines, labels, Occupancy(lines, labels, pieces=1))
    right = max(label.box[2] for label in labels)
    return Shapes(
        width=max(right, frame.right) + MARGIN,
        height=bottom + FOOT + MARGIN,
        lines=lines,
        labels=tuple(labels),
        bands=build_bands(story, layers, frame, places),
        places=places,
        steps=frame.scenes,
        scenes=frame.scenes,
        head=HEAD,
    )


def _heading(story: Story, layers: Layers) -> list[Label]:
    return [
        Label(title_of(story), MARGIN, 58, TITLE_SIZE, "start", "title", 0),
        Label(note_of(len(layers.names), len(story.scenes)), MARGIN, 80, NOTE_SIZE, "start", "note", 0),
    ]


def _name_labels(layers: Layers, frame: Frame, starts: Mapping[int, Sequence[int]]) -> list[Label]:
    """Names left of the starts, and right of the lines that reach the end from far."""
    last = len(layers) - 1
    ends = [line for line, (first, end) in enumerate(layers.spans) if end == last and first < last - 5]
    spots = [(line, t, frame.start[t] - 6, "end") for t, lines in sorted(starts.items()) for line in lines]
    spots += [(line, last, frame.right + 8, "start") for line in ends]
    return [
        Label(
            shorten(layers.names[line], NAME_LETTERS),
            x,
            float(frame.heights[t, line]) + 0.34 * NAME_SIZE,
            NAME_SIZE,
            anchor,
            "name",
            line,
        )
        for line, t, x, anchor in spots
    ]


def _scene_numbers(frame: Frame, y: float) -> list[Label]:
    """Every so many scenes a number, as many as stand apart well."""
    for step in (1, 5, 10, 25, 50, 100, 250, 500, 1000):
        chosen = [0, *range(step - 1, len(frame.scenes), step)] if step > 1 else range(len(frame.scenes))
        labels = [
            Label(str(s + 1), (frame.scenes[s].left + frame.scenes[s].right) / 2, y, NUMBER_SIZE, "middle", "scene", s)
            for s in chosen
        ]
        if all(b.box[0] - a.box[2] > 26 for a, b in pairwise(labels)):
            return labels
    return labels[:1]
