"""A chart as one HTML page that needs nothing else: no server, no network."""

import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from ..files.pages import page
from .chart import Chart
from .palette import lighter
from .sequences import place_of
from .shapes import SceneBox
from .story import most_present, scene_counts
from .svg import svg_element


def to_page(chart: Chart) -> str:
    """The page: chart, legend, search, tooltips, a table of the scenes, and export."""
    svg = (
        svg_element(chart)
        .replace("<svg ", '<svg id="chart" ', 1)
        .replace('<g class="lines"', '<g id="lines" class="lines"')
    )
    shapes, people = chart.shapes, _people(chart)
    return page(
        "chart.html",
        title=chart.story.heading,
        kind="" if chart.sheet is None else "poster",
        style=_asset("page.css") + _dark_lines(chart),
        script=_asset("page.js"),
        note=chart.note,
        is_poster=chart.sheet is not None,
        has_locations=bool(shapes.places),
        svg=Markup(svg),
        map_box=f"0 {shapes.head:g} {shapes.width:.1f} {shapes.height - shapes.head:.1f}",
        people=people,
        scenes=chart.story.scenes,
        data=_data(chart, [line for line, *_ in people]),
    )


def _asset(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _dark_lines(chart: Chart) -> str:
    """Rules that lighten the lines on dark paper, on the screen only."""
    rules = (f'[stroke="{colour}"] {{ stroke: {lighter(colour)}; }}' for colour in sorted(set(chart.colours)))
    return "@media screen and (prefers-color-scheme: dark) {\n" + "\n".join(rules) + "\n}\n"


def _people(chart: Chart) -> list[tuple[int, str, str, int]]:
    """Line, name, colour and number of scenes, most present first."""
    line_of, n_scenes = chart.layers.line_of, scene_counts(chart.story)
    ranked = most_present(chart.story, len(line_of))
    return [(line_of[name], name, chart.colours[line_of[name]], n_scenes[name]) for name in ranked]


def _data(chart: Chart, ranked: Sequence[int]) -> dict[str, Any]:
    """What the script needs; ``ranked`` are the lines, most present first."""
    shapes, layers = chart.shapes, chart.layers
    scenes = _units(shapes.scenes, [scene.label for scene in chart.story.scenes])
    for unit, scene, box, t in zip(scenes, chart.story.scenes, shapes.scenes, layers.of_scene, strict=True):
        unit["text"] = scene.summary
        unit["groups"] = [
            {"who": [layers.line_of[name] for name in group.characters], "place": group.location}
            for group in scene.groups
        ]
        if chart.sheet and scene.groups:
            heights = chart.heights[t].tolist()
            unit["at"] = [round(box.left, 1), round(box.right, 1)]
            unit["heights"] = [[round(heights[line], 1) for line in group["who"]] for group in unit["groups"]]
    return {
        "file": re.sub(r"[^\w-]+", "-", chart.story.heading).strip("-").lower() or "chart",
        "width": round(shapes.width, 1),
        "height": round(shapes.height, 1),
        "top": round(shapes.head, 1),
        "lines": [{"name": name, "rank": ranked.index(i)} for i, name in enumerate(layers.names)],
        "scenes": scenes,
        "steps": _sequences(chart) if chart.sheet else [],
    }


def _sequences(chart: Chart) -> list[dict[str, Any]]:
    layers = chart.layers
    units = _units(chart.shapes.steps, layers.labels)
    for unit, scenes, groups, seen in zip(units, layers.scenes, layers.groups, layers.seen, strict=True):
        places = (place_of(chart.story, scenes, [layers.names[line] for line in group]) for group in groups)
        unit["groups"] = [{"who": group, "place": place} for group, place in zip(groups, places, strict=True)]
        unit["scenes"] = [scenes.start, scenes.stop]
        unit["seen"] = sorted(seen)
    return units


def _units(boxes: Sequence[SceneBox], labels: Sequence[str]) -> list[dict[str, Any]]:
    """What can be pointed at, and its stretch, without gaps between."""
    middles = ((a.right + b.left) / 2 for a, b in pairwise(boxes))
    edges = [round(x, 1) for x in (boxes[0].left - 8, *middles, boxes[-1].right + 8)]
    return [{"label": label, "from": a, "to": b} for label, (a, b) in zip(labels, pairwise(edges), strict=True)]
