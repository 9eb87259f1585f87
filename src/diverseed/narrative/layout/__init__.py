"""From the heights of the lines to shapes: where everything of a chart stands, on a page or as wide as it needs."""

from ...arrays import FloatArray
from ..layers import Layers
from ..shapes import SceneBox, Shapes
from ..story import Story, leads
from .bands import build_bands
from .canvas import NAME_LETTERS, Canvas, measure, place_on_canvas
from .frame import build_axis, build_frame, build_parts, fits
from .labels import Occupancy, event_labels, name_labels, place_labels, repeat_names
from .lines import ABSENCES, build_lines, build_marks

__all__ = ["ABSENCES", "NAME_LETTERS", "Canvas", "fits", "lay_out", "measure", "place_on_canvas"]


def lay_out(
    story: Story, layers: Layers, heights: FloatArray, canvas: Canvas, *, locations: bool = True, absences: str = "thin"
) -> Shapes:
    """Place lines, bands, marks, axis and labels. No two labels overlap, and none stands on somebody else's line.

    Parameters
    ----------
    heights : (layers, lines) in points, see :func:`place_on_canvas`
    """
    frame = build_frame(story, layers, heights, canvas, locations=locations, gaps=absences == "gap")
    canvas = frame.canvas
    lines = build_lines(frame, absences=absences)
    bands, places = build_bands(frame) if locations else ((), ())
    axis, numbers = build_axis(frame.scenes, canvas)
    rules, parts = build_parts(frame)
    ranking = leads(story, len(layers.names))
    ranks = [ranking.index(name) for name in layers.names]
    labels = [*frame.heading, *parts, *numbers]
    taken = Occupancy(label.box for label in labels)
    labels += name_labels(frame, ranks, taken)
    taken.add_lines(lines)
    labels += place_labels(bands, places, taken, canvas)
    labels += repeat_names(lines, labels, taken, canvas)
    labels += event_labels(frame, bands, ranks, taken)
    return Shapes(
        width=canvas.width,
        height=canvas.height,
        lines=lines,
        labels=tuple(sorted(labels, key=lambda label: label.kind != "name")),  # their outlines go below other text
        bands=bands,
        places=places,
        steps=tuple(SceneBox(left, right) for left, right in zip(frame.enter, frame.end, strict=True)),
        scenes=frame.scenes,
        head=canvas.head,
        marks=build_marks(frame, lines),
        rules=(*rules, *axis),
        scale=canvas.scale,
    )
