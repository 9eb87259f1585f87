"""Figure 2: a screenplay's text, its scenes with their locations and threads, and the narrative chart beside them."""

import textwrap
from collections.abc import Sequence
from itertools import count

from ..examples import example_path
from ..files.pages import fragment
from ..narrative import make_chart
from ..narrative.from_script import story_from_script
from ..narrative.story import Story, most_present, select_characters
from ..narrative.svg import INK, PAPER, QUIET, svg_element
from ..screenplay import Kind, Line, read
from ..screenplay.breakdown import Breakdown, analyse
from .findings import Finding, finding
from .settings import RunSettings

_SCREENPLAY, _SCENES, _PEOPLE = "salt-road", 8, 9
_LETTERS, _BEFORE, _AFTER = 62, 11, 5  # of the snippet: letters per line, lines before and after the scene boundary
_INDENTS = {Kind.CHARACTER: 20, Kind.EXPRESSION: 16, Kind.DIALOGUE: 10, Kind.TRANSITION: 48}


def figure2(settings: RunSettings) -> Finding:
    """The opening of one of the project's screenplays; the paper shows The Lord of the Rings."""
    breakdown = analyse(read(example_path(_SCREENPLAY)), random_state=settings.seed)
    scenes = [
        {
            "sid": scene.id,
            "heading": scene.heading,
            "cid": breakdown.location_of[scene.id].id,
            "location": breakdown.location_of[scene.id].name,
            "pid": breakdown.plot_of[scene.id].id,
        }
        for scene in breakdown.script.scenes[:_SCENES]
    ]
    svg = fragment(
        "figure2.svg",
        snippet=_snippet(breakdown.script.lines),
        scenes=scenes,
        chart=_chart(breakdown, settings.seed),
        ink=INK,
        quiet=QUIET,
        paper=PAPER,
    )
    facts = {
        "script": breakdown.script.title,
        "shown": _SCENES,
        "scenes": len(breakdown.script.scenes),
        "locations": len(breakdown.locations),
        "threads": len(breakdown.plots),
    }
    return finding("figure2", pictures=[svg], facts=facts, data={"screenplay": _SCREENPLAY, "scenes": scenes})


def _chart(breakdown: Breakdown, seed: int) -> dict[str, object]:
    """The chart of the first scenes as an SVG element, its width and height."""
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    part = Story(story.title, story.scenes[:_SCENES], story.speech)
    chart = make_chart(select_characters(part, most_present(part, _PEOPLE)), seed=seed)
    return {"svg": svg_element(chart), "width": chart.shapes.width, "height": chart.shapes.height}


def _snippet(lines: Sequence[Line]) -> list[tuple[str, bool]]:
    """The lines around the second scene heading, indented as in a script, and whether each is a heading."""
    shown: list[tuple[str, bool]] = []
    boundary = 0
    headings = count(1)
    for line in lines:
        if line.kind is Kind.HEADING and next(headings) == 2:
            boundary = len(shown)
        shown += [(text, line.kind is Kind.HEADING) for text in _wrapped(line)]
        if boundary and len(shown) > boundary + _AFTER:
            break
    return shown[max(boundary - _BEFORE, 0) : boundary + _AFTER]


def _wrapped(line: Line) -> list[str]:
    if line.kind is Kind.BLANK:
        return [""]
    indent = " " * _INDENTS.get(line.kind, 0)
    width = _LETTERS - 10 if line.kind is Kind.DIALOGUE else _LETTERS
    return textwrap.wrap(line.text, width, initial_indent=indent, subsequent_indent=indent)
