"""A chart as PNG or PDF, drawn by matplotlib from the same shapes as the SVG: no browser needed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from ..errors import InputError
from ..extras import how_to_install
from . import pen
from .chart import Chart
from .palette import mixed
from .shapes import Label
from .strokes import Segment

MOST_PIXELS = 12_000
"""Along the longer side of a PNG: wider charts get fewer dots per point."""

SHEET_PIXELS = 4_000
"""The same for a page: a screen's twice over, or 170 dots an inch on A2."""


def to_png(chart: Chart) -> bytes:
    """The chart as a PNG with two dots per point, or as many as a large one bears."""
    shapes = chart.shapes
    most = MOST_PIXELS if chart.sheet is None else SHEET_PIXELS
    scale = min(2.0, most / max(shapes.width, shapes.height))
    if chart.sheet is not None and scale == 2.0:
        scale = min(4.0, max(2.0, 3200 / max(shapes.width, shapes.height)))
    return _render(chart, "png", dpi=72 * scale, metadata={"Software": None, "Title": pen.title(chart)})


def to_pdf(chart: Chart) -> bytes:
    """The chart as a one-page PDF, text as text."""
    metadata = {"Title": pen.title(chart), "CreationDate": None, "Producer": None, "Creator": "diverseed"}
    return _render(chart, "pdf", dpi=72, metadata=metadata)


def _render(chart: Chart, format: str, *, dpi: float, metadata: dict[str, str | None]) -> bytes:
    try:
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as error:
        instead = f"Choose .svg or .html. {how_to_install('plot')}"
        raise InputError(f"a {format} picture needs matplotlib, which is not installed. {instead}") from error
    shapes = chart.shapes
    settings: Any = {
        "font.family": _installed(pen.LOOKS[chart.style].fonts),
        "pdf.fonttype": 42,
        "path.simplify": False,
    }
    with mpl.rc_context(settings):
        figure = Figure(figsize=(shapes.width / 72, shapes.height / 72), dpi=dpi, facecolor=pen.PAPER)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, shapes.width)
        axes.set_ylim(shapes.height, 0)
        _draw(chart, axes)
        target = io.BytesIO()
        figure.savefig(target, format=format, dpi=dpi, metadata=metadata)
    return target.getvalue()


def _draw(chart: Chart, axes: Any) -> None:
    from matplotlib.patches import Circle, PathPatch

    shapes = chart.shapes
    tints = pen.band_colours(chart)
    for band in shapes.bands:
        tint = mixed(tints[band.place], 255, 1 - pen.BAND_OPACITY)
        path = _path(pen.band_strokes(chart, band), closed=True)
        axes.add_patch(PathPatch(path, facecolor=tint, edgecolor=tint, linewidth=7 * shapes.scale, joinstyle="round"))
    for rule in shapes.rules:
        dashes: Any = (0, (2, 5)) if rule.kind == "part" else "solid"
        faint = 0.5 if rule.kind == "part" else 1.0
        _stroke(axes, pen.rule_strokes(chart, rule), pen.QUIET, shapes.scale, alpha=faint, linestyle=dashes)
    for line in shapes.lines:
        colour = chart.colours[line.line]
        for run in line.runs:
            width, opacity = pen.run_look(line, run, shapes.scale)
            dashes = (0, (0.5, 6 / width)) if run.kind == "away" else "solid"
            segments = pen.strokes(chart, run.points, line.line)
            _stroke(axes, segments, colour, width, alpha=opacity, linestyle=dashes)
    for mark in shapes.marks:
        colour = chart.colours[mark.line]
        if mark.kind == "death":
            for segments in pen.cross_strokes(mark):
                _stroke(axes, segments, pen.INK, 2 * shapes.scale)
        else:
            fill = colour if mark.kind == "entrance" else pen.PAPER
            look = {"facecolor": fill, "edgecolor": colour, "linewidth": 2 * shapes.scale}
            axes.add_patch(Circle((mark.x, mark.y), mark.size, **look))
    for label in shapes.labels:
        _write(chart, axes, label)


def _stroke(axes: Any, segments: Sequence[Segment], colour: str, width: float, **look: Any) -> None:
    from matplotlib.patches import PathPatch

    path = _path(segments)
    axes.add_patch(PathPatch(path, fill=False, edgecolor=colour, linewidth=width, capstyle="round", **look))


def _write(chart: Chart, axes: Any, label: Label) -> None:
    from matplotlib.patheffects import withStroke

    look = pen.lettering(chart, label)
    by_hand = pen.hand_lettering(chart, label)
    if by_hand is not None:
        for colour, extra in ((pen.PAPER, label.halo), (look.colour, 0.0)):
            for segments in by_hand[0]:
                _stroke(axes, segments, colour, by_hand[1] + extra)
        return
    axes.text(
        label.x,
        label.y,
        pen.written(chart, label.text),
        size=label.size,
        color=look.colour,
        weight="bold" if look.weight >= 600 else "normal",
        style="italic" if look.italic else "normal",
        ha={"start": "left", "end": "right", "middle": "center"}[label.anchor],
        va="baseline",
        path_effects=[withStroke(linewidth=label.halo, foreground=pen.PAPER)],
        parse_math=False,
    )


def _path(segments: Sequence[Segment], *, closed: bool = False) -> Any:
    from matplotlib.path import Path

    vertices, codes = [], []
    for i, segment in enumerate(segments):
        vertices += list(segment)
        codes += [Path.MOVETO if i == 0 else Path.LINETO] if len(segment) == 1 else [Path.CURVE4] * 3
    if closed:
        vertices.append(vertices[0])
        codes.append(Path.CLOSEPOLY)
    return Path(vertices, codes)


def _installed(fonts: Sequence[str]) -> list[str]:
    """The fonts of the list that this machine has; matplotlib brings the last resort with it."""
    from matplotlib.font_manager import fontManager

    known = {entry.name for entry in fontManager.ttflist}
    return [font for font in fonts if font in known] or ["DejaVu Sans"]
