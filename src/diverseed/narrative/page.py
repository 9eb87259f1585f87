"""A chart as one HTML page that needs nothing else: no server, no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Any

from ..files.html_document import html_document
from . import pen
from .chart import Chart
from .palette import lighter
from .shapes import SceneBox
from .story import Story, most_present
from .svg import svg_element


def to_page(chart: Chart) -> str:
    """The page: chart, legend, search, tooltips, a table of the scenes, and export.

    All text of the story is escaped. The content security policy lets only the page's own script and styles run, named
    by their hashes, and lets nothing be loaded.
    """
    style, script = _asset("page.css") + _dark_lines(chart), _asset("page.js")
    allowed = f"style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src blob: data:"
    name, about = escape(pen.title(chart)), escape(pen.note(chart))
    svg = (
        svg_element(chart)
        .replace("<svg ", '<svg id="chart" ', 1)
        .replace('<g class="lines"', '<g id="lines" class="lines"')
    )
    people = "" if chart.sheet is None else '<button id="show-people" aria-expanded="false">People</button>\n'
    body = f"""<header>
<h1>{name}</h1>
<p>{about}</p>
<div class="tools">
{people}{_locations_switch(chart)}<button id="farther" aria-label="Zoom out">−</button>
<button id="closer" aria-label="Zoom in">+</button>
<button id="fit">Fit</button>
<button id="save-svg">Save SVG</button>
<button id="save-png">Save PNG</button>
</div>
</header>
<div id="stage" tabindex="-1">
{svg}
<div id="minimap" aria-hidden="true">
<svg viewBox="{_map_box(chart)}" preserveAspectRatio="none"><use href="#lines"/><rect id="lens"/></svg>
</div>
<div id="tip" role="status" hidden></div>
</div>
{_legend(chart)}
{_table(chart)}
<script type="application/json" id="data">{_data(chart)}</script>
<script>{script}</script>"""
    kind = "" if chart.sheet is None else ' class="poster"'
    return html_document(pen.title(chart), body, style=style, allowed=allowed).replace("<body>", f"<body{kind}>", 1)


def _asset(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _dark_lines(chart: Chart) -> str:
    """Rules that lighten the lines on dark paper, on the screen only."""
    rules = (f'[stroke="{colour}"] {{ stroke: {lighter(colour)}; }}' for colour in sorted(set(chart.colours)))
    return "@media screen and (prefers-color-scheme: dark) {\n" + "\n".join(rules) + "\n}\n"


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _locations_switch(chart: Chart) -> str:
    if not chart.shapes.places:
        return ""
    return '<label><input type="checkbox" id="locations" checked> Locations</label>\n'


def _map_box(chart: Chart) -> str:
    shapes = chart.shapes
    return f"0 {shapes.head:g} {shapes.width:.1f} {shapes.height - shapes.head:.1f}"


def _ranked(chart: Chart) -> list[int]:
    """The lines, most present first."""
    line = {name: i for i, name in enumerate(chart.layers.names)}
    return [line[name] for name in most_present(chart.story, len(line))]


def _presence(chart: Chart) -> list[int]:
    """Scenes of each line."""
    count = dict.fromkeys(chart.layers.names, 0)
    for scene in chart.story.scenes:
        for name in scene.characters:
            count[name] += 1
    return [count[name] for name in chart.layers.names]


def _legend(chart: Chart) -> str:
    presence = _presence(chart)
    rows = [
        f'<li><button data-line="{line}" aria-pressed="false"><svg viewBox="0 0 22 10" aria-hidden="true">'
        f'<path d="M2,5H20" stroke="{chart.colours[line]}" stroke-width="4" stroke-linecap="round"/></svg>'
        f'<span>{escape(chart.layers.names[line])}</span><span class="count">{presence[line]}</span></button></li>'
        for line in _ranked(chart)
    ]
    n = len(rows)
    return "\n".join(
        [
            '<aside aria-label="Characters">',
            '<input type="search" id="search" placeholder="Find a character" aria-label="Find a character">',
            f'<label for="top">Most present: <span id="top-value">{n}</span></label>',
            f'<input type="range" id="top" min="1" max="{n}" value="{n}">',
            '<ul id="people">',
            *rows,
            "</ul>",
            "</aside>",
        ]
    )


def _table(chart: Chart) -> str:
    rows = []
    for number, scene in enumerate(chart.story.scenes, start=1):
        places = "; ".join(dict.fromkeys(group.location for group in scene.groups if group.location))
        people = "; ".join(", ".join(group.characters) for group in scene.groups)
        rows.append(
            f'<tr><td>{number}</td><th scope="row">{escape(scene.label)}</th><td>{escape(places)}</td>'
            f"<td>{escape(people)}</td></tr>"
        )
    return "\n".join(
        [
            "<details><summary>The chart as a table</summary>",
            "<table><caption>Every scene in order, where it plays and who is there</caption>",
            '<thead><tr><th scope="col">No.</th><th scope="col">Scene</th><th scope="col">Location</th>'
            '<th scope="col">Characters</th></tr></thead>',
            "<tbody>",
            *rows,
            "</tbody></table></details>",
        ]
    )


def _data(chart: Chart) -> str:
    """What the script needs, as JSON that cannot end its own element."""
    ranks = {number: rank for rank, number in enumerate(_ranked(chart))}
    scenes = _units(chart, chart.story, chart.shapes.scenes)
    steps: list[dict[str, Any]] = []
    if chart.sequences:
        steps = _units(chart, chart.steps, chart.shapes.steps)
        for step, sequence in zip(steps, chart.sequences, strict=True):
            step["scenes"] = [sequence.scenes.start, sequence.scenes.stop]
            step["seen"] = sorted(chart.layers.names.index(name) for name in sequence.seen)
        for meeting in chart.shapes.meetings:
            scenes[meeting.scene]["at"] = [round(meeting.left, 1), round(meeting.right, 1)]
            scenes[meeting.scene].setdefault("heights", []).append([round(y, 1) for y in meeting.heights])
    data = {
        "file": re.sub(r"[^\w-]+", "-", pen.title(chart)).strip("-").lower() or "chart",
        "width": round(chart.shapes.width, 1),
        "height": round(chart.shapes.height, 1),
        "top": round(chart.shapes.head, 1),
        "lines": [{"name": name, "rank": ranks[i]} for i, name in enumerate(chart.layers.names)],
        "scenes": scenes,
        "steps": steps,
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _units(chart: Chart, story: Story, boxes: Sequence[SceneBox]) -> list[dict[str, Any]]:
    """What can be pointed at: its stretch without gaps between, where it plays, who is there and its first lines."""
    line = {name: i for i, name in enumerate(chart.layers.names)}
    result: list[dict[str, Any]] = []
    for i, (scene, box) in enumerate(zip(story.scenes, boxes, strict=True)):
        before = (boxes[i - 1].right + box.left) / 2 if i else box.left - 8
        after = (box.right + boxes[i + 1].left) / 2 if i + 1 < len(boxes) else box.right + 8
        result.append(
            {
                "label": scene.label,
                "from": round(before, 1),
                "to": round(after, 1),
                "groups": [
                    {"who": [line[n] for n in group.characters], "place": group.location} for group in scene.groups
                ],
                "text": scene.summary,
            }
        )
    return result
