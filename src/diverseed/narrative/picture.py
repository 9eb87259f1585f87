"""A chart as PNG or PDF, drawn by matplotlib from the same shapes as the SVG: no browser needed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from ..errors import InputError
from . import pen
from .chart import Chart
from .frame import MARGIN
from .palette import darker
from .strokes import Segment

MAX_PIXELS = 30_000
"""Along the longer side of a PNG: wider charts get fewer dots per point."""

_WAY_OUT = "Choose .svg or .html, or install it with: pip install 'diverseed[plot]'."


def to_png(chart: Chart) -> bytes:
    """The chart as a PNG with two dots per point."""
    shapes = chart.shapes
    scale = min(2.0, MAX_PIXELS / max(shapes.width, shapes.height))
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
        raise InputError(f"a {format} picture needs matplotlib, which is not installed. {_WAY_OUT}") from error
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
    from matplotlib.patches import PathPatch

    tints = pen.band_colours(chart)
    for band in chart.shapes.bands:
        tint = _on_paper(tints[band.place], pen.BAND_OPACITY)
        path = _path(pen.band_strokes(chart, band), closed=True)
        axes.add_patch(PathPatch(path, facecolor=tint, edgecolor=tint, linewidth=7, joinstyle="round"))
    for line in chart.shapes.lines:
        colour = chart.colours[line.line]
        for run in line.runs:
            width, opacity = pen.run_look(line, run)
            path = _path(pen.run_strokes(chart, line, run))
            dashes = (0, (0.5, 6 / width)) if run.kind == "away" else "solid"
            axes.add_patch(
                PathPatch(
                    path,
                    fill=False,
                    edgecolor=colour,
                    alpha=opacity,
                    linewidth=width,
                    capstyle="round",
                    linestyle=dashes,
                )
            )
        for x, y in line.returns:
            axes.plot([x], [y], "o", markersize=line.width + 3, markerfacecolor=pen.PAPER, markeredgecolor=colour)
    _write(chart, axes)


def _write(chart: Chart, axes: Any) -> None:
    from matplotlib.patheffects import withStroke

    axes.text(
        MARGIN,
        58,
        pen.written(chart, pen.title(chart)),
        size=pen.TITLE_SIZE,
        weight="bold",
        color=pen.INK,
        parse_math=False,
    )
    axes.text(MARGIN, 80, pen.written(chart, pen.note(chart)), size=pen.NOTE_SIZE, color=pen.QUIET, parse_math=False)
    for label in chart.shapes.labels:
        axes.text(
            label.x,
            label.y,
            pen.written(chart, label.text),
            size=label.size,
            color=darker(chart.colours[label.of]) if label.kind == "name" else pen.QUIET,
            style="italic" if label.kind == "place" else "normal",
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


def _on_paper(colour: str, opacity: float) -> str:
    """The colour as it looks with this opacity on white paper."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - opacity * (255 - value)):02x}" for value in channels)
