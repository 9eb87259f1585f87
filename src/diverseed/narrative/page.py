"""A chart as one HTML page that needs nothing else: no server, no network."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from ..files.pages import page
from .chart import Chart
from .layout import note_of
from .palette import lighter
from .shapes import SceneBox
from .story import Story, most_present, scene_counts
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
        note=note_of(chart.story, len(chart.sequences)),
        is_poster=chart.sheet is not None,
        has_locations=bool(shapes.places),
        svg=Markup(svg),
        map_box=f"0 {shapes.head:g} {shapes.width:.1f} {shapes.height - shapes.head:.1f}",
        people=people,
        scenes=_scenes(chart),
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


def _scenes(chart: Chart) -> list[tuple[str, str, str]]:
    """Label, locations and characters of every scene."""
    return [
        (
            scene.label,
            "; ".join(dict.fromkeys(group.location for group in scene.groups if group.location)),
            "; ".join(", ".join(group.characters) for group in scene.groups),
        )
        for scene in chart.story.scenes
    ]


def _data(chart: Chart, ranked: Sequence[int]) -> dict[str, Any]:
    """What the script needs; ``ranked`` are the lines, most present first."""
    scenes = _units(chart, chart.story, chart.shapes.scenes)
    steps: list[dict[str, Any]] = []
    if chart.sequences:
        steps = _units(chart, chart.steps, chart.shapes.steps)
        for step, sequence in zip(steps, chart.sequences, strict=True):
            step["scenes"] = [sequence.scenes.start, sequence.scenes.stop]
            step["seen"] = sorted(chart.layers.line_of[name] for name in sequence.seen)
        for s, (scene, box) in enumerate(zip(chart.story.scenes, chart.shapes.scenes, strict=True)):
            if scene.groups:
                heights = chart.coordinates.heights[chart.layers.of_scene[s]]
                scenes[s]["at"] = [round(box.left, 1), round(box.right, 1)]
                scenes[s]["heights"] = [
                    [round(float(heights[chart.layers.line_of[name]]), 1) for name in group.characters]
                    for group in scene.groups
                ]
    return {
        "file": re.sub(r"[^\w-]+", "-", chart.story.heading).strip("-").lower() or "chart",
        "width": round(chart.shapes.width, 1),
        "height": round(chart.shapes.height, 1),
        "top": round(chart.shapes.head, 1),
        "lines": [{"name": name, "rank": ranked.index(i)} for i, name in enumerate(chart.layers.names)],
        "scenes": scenes,
        "steps": steps,
    }


def _units(chart: Chart, story: Story, boxes: Sequence[SceneBox]) -> list[dict[str, Any]]:
    """What can be pointed at: its stretch without gaps between, where it plays, who is there and its first lines."""
    line = chart.layers.line_of
    middles = ((a.right + b.left) / 2 for a, b in pairwise(boxes))
    edges = [round(x, 1) for x in (boxes[0].left - 8, *middles, boxes[-1].right + 8)]
    return [
        {
            "label": scene.label,
            "from": begin,
            "to": end,
            "groups": [{"who": [line[n] for n in group.characters], "place": group.location} for group in scene.groups],
            "text": scene.summary,
        }
        for scene, (begin, end) in zip(story.scenes, pairwise(edges), strict=True)
    ]
