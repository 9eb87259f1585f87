"""A chart as one HTML page that needs nothing else: no server, no network."""

import re
from collections.abc import Iterable
from collections.abc import Sequence as SequenceOf
from importlib.resources import files
from itertools import pairwise
from typing import Any

from markupsafe import Markup

from ..files.pages import page
from .chart import Chart
from .layout import note_of
from .palette import lighter
from .sequences import Sequence
from .shapes import SceneBox
from .story import Scene, most_present, scene_counts
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


def _data(chart: Chart, ranked: SequenceOf[int]) -> dict[str, Any]:
    """What the script needs; ``ranked`` are the lines, most present first."""
    shapes, line_of = chart.shapes, chart.layers.line_of
    scenes = _units(chart, chart.story.scenes, shapes.scenes)
    steps = _units(chart, chart.sequences, shapes.steps) if chart.sequences else []
    for step, sequence in zip(steps, chart.sequences, strict=True):
        step["scenes"] = [sequence.scenes.start, sequence.scenes.stop]
        step["seen"] = sorted(line_of[name] for name in sequence.seen)
    for told, scene, box, t in zip(scenes, chart.story.scenes, shapes.scenes, chart.layers.of_scene, strict=True):
        told["text"] = scene.summary
        if steps and scene.groups:
            heights = chart.coordinates.heights[t].tolist()
            told["at"] = [round(box.left, 1), round(box.right, 1)]
            told["heights"] = [[round(heights[line], 1) for line in group["who"]] for group in told["groups"]]
    return {
        "file": re.sub(r"[^\w-]+", "-", chart.story.heading).strip("-").lower() or "chart",
        "width": round(shapes.width, 1),
        "height": round(shapes.height, 1),
        "top": round(shapes.head, 1),
        "lines": [{"name": name, "rank": ranked.index(i)} for i, name in enumerate(chart.layers.names)],
        "scenes": scenes,
        "steps": steps,
    }


def _units(chart: Chart, units: Iterable[Scene | Sequence], boxes: SequenceOf[SceneBox]) -> list[dict[str, Any]]:
    """What can be pointed at: its stretch without gaps between, where it plays and who is there."""
    line = chart.layers.line_of
    middles = ((a.right + b.left) / 2 for a, b in pairwise(boxes))
    edges = [round(x, 1) for x in (boxes[0].left - 8, *middles, boxes[-1].right + 8)]
    return [
        {
            "label": unit.label,
            "from": begin,
            "to": end,
            "groups": [{"who": [line[n] for n in group.characters], "place": group.location} for group in unit.groups],
        }
        for unit, (begin, end) in zip(units, pairwise(edges), strict=True)
    ]
