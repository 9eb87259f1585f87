"""A chart as SVG text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from . import pen
from .chart import Chart
from .shapes import HALO, Label, LineShape
from .strokes import Segment


def to_svg(chart: Chart) -> str:
    """The chart as an SVG document that stands alone. All text of the story is escaped."""
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + svg_element(chart) + "\n"


def svg_element(chart: Chart) -> str:
    """The ``<svg>`` element, as a page carries it too. Attributes only: the rules of a page go before them."""
    shapes = chart.shapes
    width, height = _number(shapes.width), _number(shapes.height)
    fonts = ", ".join(f"'{font}'" if " " in font else font for font in pen.LOOKS[chart.style].fonts)
    name, about = escape(pen.title(chart)), escape(pen.note(chart))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="{escape(fonts)}" role="img" aria-label="Narrative chart: {name}, {about}">',
        f'<rect class="paper" width="{width}" height="{height}" fill="{pen.PAPER}"/>',
        f'<g class="bands" stroke-linejoin="round" stroke-width="{_number(7 * shapes.scale)}">',
        *_bands(chart),
        "</g>",
        *_rules(chart),
        '<g class="lines" fill="none" stroke-linecap="round" stroke-linejoin="round">',
        *(_line(chart, line) for line in shapes.lines),
        "</g>",
        *_marks(chart),
        f'<g class="labels" stroke="{pen.PAPER}" stroke-width="{HALO:g}" stroke-linejoin="round" paint-order="stroke">',
        *(_label(chart, label) for label in shapes.labels),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts)


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


def _bands(chart: Chart) -> list[str]:
    tints = pen.band_colours(chart)
    # One opacity for fill and outline together, so that the rounding outline is not seen twice.
    return [
        f'<path class="band" data-place="{band.place}" data-lines="{" ".join(map(str, band.lines))}"'
        f' opacity="{pen.BAND_OPACITY:g}" fill="{tints[band.place]}"'
        f' stroke="{tints[band.place]}" d="{path_data(pen.band_strokes(chart, band), closed=True)}"/>'
        for band in chart.shapes.bands
    ]


def _line(chart: Chart, line: LineShape) -> str:
    colour = chart.colours[line.line]
    parts = [f'<g class="line" data-line="{line.line}" stroke="{colour}">']
    for run in line.runs:
        width, opacity = pen.run_look(line, run, chart.shapes.scale)
        faint = f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
        dashed = ' stroke-dasharray="1 6"' if run.kind == "away" else ""
        data = path_data(pen.strokes(chart, run.points, line.line))
        parts.append(f'<path stroke-width="{width:g}"{faint}{dashed} d="{data}"/>')
    return "".join([*parts, "</g>"])


def _rules(chart: Chart) -> list[str]:
    if not chart.shapes.rules:
        return []
    width = _number(chart.shapes.scale)
    parts = [f'<g class="rules" fill="none" stroke="{pen.QUIET}" stroke-width="{width}" stroke-linecap="round">']
    for rule in chart.shapes.rules:
        look = ' stroke-opacity="0.5" stroke-dasharray="2 5"' if rule.kind == "part" else ""
        data = path_data(pen.rule_strokes(chart, rule))
        parts.append(f'<path class="{rule.kind}"{look} d="{data}"/>')
    return [*parts, "</g>"]


def _marks(chart: Chart) -> list[str]:
    if not chart.shapes.marks:
        return []
    parts = ['<g class="marks" stroke-linecap="round">']
    for mark in chart.shapes.marks:
        colour = chart.colours[mark.line]
        look = f'class="{mark.kind}" data-line="{mark.line}" stroke-width="{_number(2 * chart.shapes.scale)}"'
        if mark.kind == "death":
            data = "".join(map(path_data, pen.cross_strokes(mark)))
            parts.append(f'<path {look} stroke="{pen.INK}" d="{data}"/>')
        else:
            fill = colour if mark.kind == "entrance" else pen.PAPER
            spot = f'cx="{_number(mark.x)}" cy="{_number(mark.y)}" r="{_number(mark.size)}"'
            parts.append(f'<circle {look} {spot} fill="{fill}" stroke="{colour}"/>')
    return [*parts, "</g>"]


_OF = {"name": "line", "place": "place", "scene": "scene", "event": "step"}


def _label(chart: Chart, label: Label) -> str:
    written = pen.lettering(chart, label)
    by_hand = pen.hand_lettering(chart, label)
    look = f' data-{_OF[label.kind]}="{label.of}"' if label.kind in _OF else ""
    if by_hand is not None:
        data = "".join(map(path_data, by_hand[0]))
        halo = f'stroke-width="{_number(by_hand[1] + label.halo)}"'
        spot = f"{_number(label.x)} {_number(label.y - 0.35 * label.size)}"
        return (
            f'<g class="{label.kind}"{look} role="img" aria-label="{escape(label.text)}" data-at="{spot}" fill="none"'
            f' stroke-linecap="round"><path {halo} d="{data}"/>'
            f'<path stroke="{written.colour}" stroke-width="{_number(by_hand[1])}" d="{data}"/></g>'
        )
    look += f' fill="{written.colour}"'
    look += f' font-weight="{written.weight}"' if written.weight != 400 else ""
    look += ' font-style="italic"' if written.italic else ""
    if label.halo != HALO:
        look += f' stroke-width="{label.halo:g}"'
    anchor = "" if label.anchor == "start" else f' text-anchor="{label.anchor}"'
    return (
        f'<text class="{label.kind}" x="{_number(label.x)}" y="{_number(label.y)}" font-size="{_number(label.size)}"'
        f"{anchor}{look}>{escape(pen.written(chart, label.text))}</text>"
    )


def _number(value: float) -> str:
    """A coordinate to a tenth of a point, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")
