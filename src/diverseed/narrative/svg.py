"""A chart as SVG text."""

from collections.abc import Sequence
from html import escape

from . import pen
from .chart import Chart
from .strokes import Segment


def to_svg(chart: Chart) -> str:
    """The chart as an SVG document that stands alone. All text of the story is escaped."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + svg_element(chart) + "\n"


def svg_element(chart: Chart) -> str:
    """The ``<svg>`` element, as a page carries it too. Attributes only: the rules of a page go before them."""
    width, height = _number(chart.shapes.width), _number(chart.shapes.height)
    fonts = ", ".join(f"'{font}'" if " " in font else font for font in pen.FONTS[chart.style])
    about = f"Narrative chart: {chart.story.heading}, {chart.note}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' font-family="{escape(fonts)}" role="img" aria-label="{escape(about)}">',
            f'<rect class="paper" width="{width}" height="{height}" fill="{pen.PAPER}"/>',
            *map(_element, pen.drawing(chart)),
            "</svg>",
        ]
    )


def _element(node: pen.Node) -> str:
    """A node and what is in it, each child of a group on a line."""
    look = dict(node.look)
    if node.strokes:
        look["d"] = "".join(path_data(stroke, closed="fill" in look) for stroke in node.strokes)
    attributes = "".join(f' {name}="{_value(name, value)}"' for name, value in look.items())
    inside = escape(node.text) + "".join(f"\n{_element(child)}" for child in node.children)
    return f"<{node.tag}{attributes}>{inside}</{node.tag}>" if inside else f"<{node.tag}{attributes}/>"


def _value(name: str, value: str | float) -> str:
    """Places are written to a tenth of a point, other numbers with three digits."""
    if isinstance(value, str):
        return escape(value)
    return _number(value) if name in {"x", "y", "cx", "cy", "r", "font-size"} else f"{value:.3g}"


def path_data(segments: Sequence[Segment], *, closed: bool = False) -> str:
    """The ``d`` attribute of a path, short: steps from point to point, in tenths that add up.

    Where a curve goes on from the one before it in the same direction and strength, its first handle is left out.
    """
    words = []
    at, mirrored = (0, 0), None
    for i, segment in enumerate(segments):
        tenths = [(round(10 * x), round(10 * y)) for x, y in segment]
        steps = [(x - at[0], y - at[1]) for x, y in tenths]
        command = "M" if i == 0 else "l" if len(segment) == 1 else "c"
        if (
            command == "c"
            and mirrored is not None
            and max(abs(a - b) for a, b in zip(steps[0], mirrored, strict=True)) <= 1
        ):
            command, steps = "s", steps[1:]
        if command == "l" and steps[0][1] == 0:
            words.append("h" + _number(steps[0][0] / 10))
        else:
            words.append(command + " ".join(f"{_number(x / 10)},{_number(y / 10)}" for x, y in steps))
        at = tenths[-1]
        mirrored = (at[0] - tenths[-2][0], at[1] - tenths[-2][1]) if len(tenths) == 3 else None
    return "".join(words) + ("Z" if closed else "")


def _number(value: float) -> str:
    """A coordinate to a tenth of a point, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")
