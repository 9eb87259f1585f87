"""A chart as PNG or PDF, drawn by matplotlib from the same shapes as the SVG: no browser needed."""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np

from ..arrays import FloatArray
from ..errors import optional_module
from . import svg
from .chart import Chart
from .palette import mixed

MOST_PIXELS = 12_000
"""Upper bound along the longer side of a PNG of every scene: wider charts get fewer pixels per point."""

SHEET_PIXELS = 3_600
"""Pixels along the longer side of a page: more than twice those of a screen, or 154 per inch on A2."""


def to_png(chart: Chart) -> bytes:
    """The chart as a PNG: a page always of the same size, a chart of every scene with two pixels per point or fewer."""
    longest = max(chart.shapes.width, chart.shapes.height)
    scale = SHEET_PIXELS / longest if chart.sheet else min(2.0, MOST_PIXELS / longest)
    return _render(chart, "png", dpi=72 * scale, metadata={"Software": None, "Title": chart.story.heading})


def to_pdf(chart: Chart) -> bytes:
    """The chart as a one-page PDF, text as text."""
    metadata = {"Title": chart.story.heading, "CreationDate": None, "Producer": None, "Creator": "diverseed"}
    return _render(chart, "pdf", dpi=72, metadata=metadata)


def _render(chart: Chart, format: str, *, dpi: float, metadata: dict[str, str | None]) -> bytes:
    why = f"a {format} picture needs matplotlib, which is not installed. Choose .svg or .html."
    mpl = optional_module("matplotlib", why, "plot")
    from matplotlib.figure import Figure

    shapes = chart.shapes
    settings: Any = {
        "font.family": _installed(svg.FONTS[chart.style]),
        "pdf.fonttype": 42,
        "path.simplify": False,
    }
    with mpl.rc_context(settings):
        figure = Figure(figsize=(shapes.width / 72, shapes.height / 72), dpi=dpi, facecolor=svg.PAPER)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, shapes.width)
        axes.set_ylim(shapes.height, 0)
        for node in svg.drawing(chart):
            _draw(axes, node, {})
        target = io.BytesIO()
        figure.savefig(target, format=format, dpi=dpi, metadata=metadata)
    return target.getvalue()


def _draw(axes: Any, node: Element, inherited: Mapping[str, str]) -> None:
    """Draw an element with the look of what it is in, and then its children."""
    from matplotlib.patches import Circle, PathPatch

    look = {**inherited, **node.attrib}
    width = float(look.get("stroke-width", 0))
    if node.tag == "text":
        _write(axes, node.text or "", look)
    elif node.tag == "circle":
        x, y, r = (float(look[name]) for name in ("cx", "cy", "r"))
        axes.add_patch(Circle((x, y), r, linewidth=width, facecolor=look["fill"], edgecolor=look["stroke"]))
    elif node.tag == "path":
        ink: dict[str, Any] = {"linewidth": width, "capstyle": look.get("stroke-linecap", "butt"), "joinstyle": "round"}
        if "fill" in node.attrib:  # a band: the same solid tint for outline and fill, which overlap
            tint = mixed(look["fill"], 255, 1 - float(look["opacity"]))
            ink |= {"facecolor": tint, "edgecolor": tint}
        else:
            dashes = [float(length) / width for length in look.get("stroke-dasharray", "").split()]
            ink |= {"fill": False, "edgecolor": look["stroke"], "alpha": float(look.get("stroke-opacity", 1))}
            ink |= {"linestyle": (0, dashes) if dashes else "solid"}
        axes.add_patch(PathPatch(_path(look["d"]), **ink))
    for child in node:
        _draw(axes, child, look)


def _write(axes: Any, text: str, look: Mapping[str, str]) -> None:
    from matplotlib.patheffects import withStroke

    axes.text(
        float(look["x"]),
        float(look["y"]),
        text,
        size=float(look["font-size"]),
        color=look["fill"],
        weight="bold" if float(look.get("font-weight", 400)) >= 600 else "normal",
        style=look.get("font-style", "normal"),
        ha="right" if "text-anchor" in look else "left",
        va="baseline",
        path_effects=[withStroke(linewidth=float(look["stroke-width"]), foreground=svg.PAPER)],
        parse_math=False,
    )


def _path(data: str) -> Any:
    """The path of :func:`diverseed.narrative.svg.path_data`."""
    from matplotlib.path import Path

    kinds = {"M": Path.MOVETO, "l": Path.LINETO, "c": Path.CURVE4}
    vertices: list[FloatArray] = []
    codes: list[Any] = []
    for command, numbers in re.findall(r"([Mlc])([^MlcZ]+)", data):
        points = np.array(re.split("[ ,]", numbers), dtype=np.float64).reshape(-1, 2)
        vertices += list(points if command == "M" else points + vertices[-1])
        codes += [kinds[command]] * len(points)
    if data.endswith("Z"):
        vertices.append(vertices[0])
        codes.append(Path.CLOSEPOLY)
    return Path(vertices, codes)


def _installed(fonts: Sequence[str]) -> list[str]:
    """The fonts of the list that this machine has; matplotlib brings the last resort with it."""
    from matplotlib.font_manager import fontManager

    known = {entry.name for entry in fontManager.ttflist}
    return [font for font in fonts if font in known] or ["DejaVu Sans"]
