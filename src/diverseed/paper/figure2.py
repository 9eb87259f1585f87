"""Figure 2: a screenplay's text, its scenes with their locations and threads, and the narrative chart beside them."""

import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from itertools import count

from ..examples import example_path
from ..narrative import make_chart
from ..narrative.from_script import story_from_script
from ..narrative.pen import INK, PAPER, QUIET
from ..narrative.story import Story, most_present, select_characters
from ..narrative.svg import svg_element
from ..screenplay import Kind, Line, read
from ..screenplay.breakdown import Breakdown, analyse
from .findings import Finding, finding
from .settings import RunSettings

_SCREENPLAY, _SCENES, _PEOPLE = "salt-road", 8, 9
_WIDTH, _MARGIN, _LINE = 560.0, 24.0, 17.5  # of the left half, in pixels
_LETTERS, _BEFORE, _AFTER = 62, 11, 5  # of the snippet: letters per line, lines before and after the scene boundary
_INDENTS = {Kind.CHARACTER: 20, Kind.EXPRESSION: 16, Kind.DIALOGUE: 10, Kind.TRANSITION: 48}
_COLUMNS = {"SID": 0.0, "scene boundary": 36.0, "CID, location": 336.0, "PID": 490.0}
_LONGEST_HEADING, _LONGEST_NAME = 42, 22


def figure2(settings: RunSettings) -> Finding:
    """The opening of one of the project's screenplays; the paper shows The Lord of the Rings."""
    breakdown = analyse(read(example_path(_SCREENPLAY)), random_state=settings.seed)
    chart_svg, width, height = _chart(breakdown, settings.seed)
    left = [*_snippet(breakdown.script.lines), *_scene_table(breakdown)]
    total = max(height, _table_top() + _LINE * (_SCENES + 2))
    size = f'width="{_WIDTH + width:g}" height="{total:g}"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH + width:g} {total:g}" {size} '
        'role="img" aria-label="Screenplay, scene table and narrative chart">'
        f'<rect width="100%" height="100%" fill="{PAPER}"/>{"".join(left)}{chart_svg}</svg>'
    )
    facts = {
        "script": breakdown.script.title,
        "shown": _SCENES,
        "scenes": len(breakdown.script.scenes),
        "locations": len(breakdown.locations),
        "threads": len(breakdown.plots),
    }
    return finding("figure2", pictures=[svg], facts=facts, data=_data(breakdown))


def _chart(breakdown: Breakdown, seed: int) -> tuple[str, float, float]:
    """The chart's SVG element right of the texts, its width and height."""
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    part = Story(story.title, story.scenes[:_SCENES], story.speech)
    chart = make_chart(select_characters(part, most_present(part, _PEOPLE)), seed=seed)
    element = svg_element(chart).replace("<svg ", f'<svg x="{_WIDTH:g}" y="0" ', 1)
    return element, chart.shapes.width, chart.shapes.height


def _snippet(lines: Sequence[Line]) -> Iterator[str]:
    """The lines around the second scene heading, set as a script is."""
    shown: list[tuple[str, bool]] = []
    boundary = 0
    headings = count(1)
    for line in lines:
        if line.kind is Kind.HEADING and next(headings) == 2:
            boundary = len(shown)
        shown += [(text, line.kind is Kind.HEADING) for text in _set(line)]
        if boundary and len(shown) > boundary + _AFTER:
            break
    yield _text("Screenplay", _MARGIN, _MARGIN + 10, size=13, weight=600)
    for row, (text, bold) in enumerate(shown[max(boundary - _BEFORE, 0) : boundary + _AFTER]):
        y = _MARGIN + 32 + row * _LINE
        yield _text(text, _MARGIN, y, size=12.8, weight=700 if bold else 400, mono=True)


def _set(line: Line) -> list[str]:
    if line.kind is Kind.BLANK:
        return [""]
    indent = " " * _INDENTS.get(line.kind, 0)
    width = _LETTERS - 10 if line.kind is Kind.DIALOGUE else _LETTERS
    return textwrap.wrap(line.text, width, initial_indent=indent, subsequent_indent=indent)


def _table_top() -> float:
    return _MARGIN + 32 + (_BEFORE + _AFTER + 1) * _LINE


def _scene_table(breakdown: Breakdown) -> Iterator[str]:
    top = _table_top()
    for name, x in _COLUMNS.items():
        yield _text(name, _MARGIN + x, top, size=13, weight=600)
    rule = top + 5
    yield f'<line x1="{_MARGIN:g}" x2="{_WIDTH:g}" y1="{rule:g}" y2="{rule:g}" stroke="{QUIET}" stroke-width="0.8"/>'
    for row, scene in enumerate(breakdown.script.scenes[:_SCENES], start=1):
        location, plot = breakdown.location_of[scene.id], breakdown.plot_of[scene.id]
        cells = (
            str(scene.id),
            textwrap.shorten(scene.heading, _LONGEST_HEADING, placeholder="…"),
            f"{location.id}  {textwrap.shorten(location.name, _LONGEST_NAME, placeholder='…')}",
            str(plot.id),
        )
        for x, text in zip(_COLUMNS.values(), cells, strict=True):
            yield _text(text, _MARGIN + x, rule + row * _LINE, size=12.4)


def _text(text: str, x: float, y: float, *, size: float, weight: int = 400, mono: bool = False) -> str:
    family = "ui-monospace, 'DejaVu Sans Mono', Courier, monospace" if mono else "Helvetica, Arial, sans-serif"
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{INK}" xml:space="preserve" '
        f'style="font-family:{family} !important">{escape(text)}</text>'
    )


def _data(breakdown: Breakdown) -> dict[str, object]:
    return {
        "screenplay": _SCREENPLAY,
        "scenes": [
            {
                "sid": scene.id,
                "heading": scene.heading,
                "cid": breakdown.location_of[scene.id].id,
                "location": breakdown.location_of[scene.id].name,
                "pid": breakdown.plot_of[scene.id].id,
            }
            for scene in breakdown.script.scenes[:_SCENES]
        ],
    }
