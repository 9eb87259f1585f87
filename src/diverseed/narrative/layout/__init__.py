"""From the heights of the lines to shapes: where everything of a chart stands, on a page or as wide as it needs."""

from __future__ import annotations

import numpy as np

from ...arrays import FloatArray
from ..layers import Layers
from ..lettering import shorten_to
from ..shapes import Label, SceneBox, Shapes
from ..story import Story, leads
from .axis import build_axis, build_parts
from .bands import build_bands
from .canvas import NAME_LETTERS, Canvas, measure
from .columns import build_columns, fits, line_starts
from .labels import event_labels, name_labels, place_labels, repeat_names
from .lines import ABSENCES, build_lines, build_marks
from .occupancy import occupied_by
from .vertical import place_on_canvas

__all__ = ["ABSENCES", "NAME_LETTERS", "Canvas", "fits", "lay_out", "measure", "note_of", "place_on_canvas"]


def lay_out(
    story: Story,
    layers: Layers,
    heights: FloatArray,
    canvas: Canvas,
    *,
    locations: bool = True,
    absences: str = "thin",
) -> Shapes:
    """Place lines, bands, marks, axis and labels. No two labels overlap, and none stands on somebody else's line.

    Parameters
    ----------
    heights : (layers, lines) in points, see :func:`place_on_canvas`
    """
    starts = line_starts(layers, gaps=absences == "gap")
    columns = build_columns(story, layers, heights, starts, canvas, locations=locations)
    heading = _heading(story, layers, canvas)
    if not canvas.on_page:
        canvas = canvas.around(heading, layers, end=columns.end[-1], lowest=float(np.nanmax(heights)))
    lines = build_lines(story, layers, columns, canvas, absences=absences)
    bands, places = build_bands(story, layers, columns, canvas) if locations else ((), ())
    axis, numbers = build_axis(columns.scenes, canvas)
    rules, parts = build_parts(story, columns.scenes, canvas)
    ranking = leads(story, len(layers.names))
    ranks = [ranking.index(name) for name in layers.names]
    labels = [*heading, *parts, *numbers, *name_labels(layers, columns, starts, ranks, canvas)]
    taken = occupied_by(lines, labels)
    labels += place_labels(bands, places, taken, canvas)
    labels += repeat_names(lines, labels, taken, canvas)
    labels += event_labels(layers, bands, columns, ranks, taken, canvas)
    return Shapes(
        width=canvas.width,
        height=canvas.height,
        lines=lines,
        labels=tuple(sorted(labels, key=lambda label: label.kind != "name")),  # their outlines go below other text
        bands=bands,
        places=places,
        steps=tuple(SceneBox(left, right) for left, right in zip(columns.enter, columns.end, strict=True)),
        scenes=columns.scenes,
        head=canvas.head,
        marks=build_marks(story, layers, lines, canvas.scale),
        rules=(*rules, *axis),
        scale=canvas.scale,
    )


def note_of(story: Story, sequences: int = 0) -> str:
    """The line under the title: how much is drawn."""
    counts = {"character": len(story.characters), "scene": len(story.scenes), "sequence": sequences}
    return " · ".join(f"{count} {word}{'s' * (count != 1)}" for word, count in counts.items() if count)


def _heading(story: Story, layers: Layers, canvas: Canvas) -> list[Label]:
    small, left = canvas.small, canvas.margin
    title = shorten_to(story.heading, canvas.width - 2 * left, canvas.title_size)
    note = note_of(story, len(layers) if canvas.on_page else 0)
    return [
        Label(title, left, left + 1.8 * small, canvas.title_size, "start", "title", 0),
        Label(note, left, left + 3.5 * small, 1.1 * small, "start", "note", 0),
    ]
