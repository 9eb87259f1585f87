"""A screenplay: read, taken apart, corrected and drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...errors import InputError
from ...files.plain_json import json_text
from ...narrative import Chart, make_chart, to_page, to_png, to_svg
from ...narrative.from_script import story_from_script
from ...narrative.palette import lighter
from ...narrative.sheet import read_sheet
from ...narrative.story import leads, select_characters
from ...progress import report
from ...screenplay import Script, read
from ...screenplay.breakdown import Breakdown, analyse
from ...screenplay.overrides import Overrides
from ...screenplay.views.network import to_graphml
from ...screenplay.views.report import to_report
from ...screenplay.views.shooting_page import to_shooting_page
from ...screenplay.views.tables import characters_csv, locations_csv, presence_csv, scenes_csv, shooting_csv, to_json
from ..detection import read_script
from ..plain_words import plain
from ..settings import EXAMPLE
from ..steps import hidden_people, overrides_of, to_toml
from . import Order, Product
from .joins import suggested_joins

_SEED = 0  # the command line's default: the same file and corrections give the same breakdown there
# The panel is 1300 pixels wide in a window of 1600 x 900, so that the smallest lettering of this page has 10.4.
_PAGE_WIDTH, _PAGE_HEIGHT = 1000, 540
_LINE_HEIGHT = 44
"""What the page grows by for each person where more are asked for than it bears."""
_LONGEST_LINE = 400

KIND = "screenplay"


@dataclass(frozen=True)
class ScriptState:
    """What was found at first, and what stands after the corrections. ``chart`` is None where nobody could be drawn."""

    found: Breakdown
    corrected: Breakdown
    overrides: Overrides
    chart: Chart | None
    kind: str = KIND


def run(order: Order) -> Product[ScriptState]:
    """Read the script, or take what was read before; correct it; draw it."""
    before = order.before if isinstance(order.before, ScriptState) else None
    if before is None:
        report("reading the screenplay")
        script = _script(order)
        report("finding locations, threads and people")
        found = analyse(script, random_state=_SEED)
    else:
        found = before.found
    report("applying the corrections")
    overrides = overrides_of(found, order.settings)
    corrected = analyse(found.script, random_state=_SEED, overrides=overrides) if overrides else found
    report("drawing the chart")
    hidden = hidden_people(order.settings.steps)
    chart, problem = _drawn(corrected, before, order.settings.people, hidden)
    state = ScriptState(found, corrected, overrides, chart)
    script = corrected.script
    result = {
        **to_json(corrected),
        "speaking": sum(character.speaks for character in script.characters),
        "corrected": bool(overrides),
        "hidden": sorted(hidden),
        "joins": suggested_joins(script.characters),
        "review": [{"line": warning.line, "message": plain(warning.message)} for warning in script.warnings],
        "chart": None if chart is None else _chart_facts(chart),
        "chart_problem": plain(problem) if problem else "",
    }
    lines = [[line.number, line.kind.value, line.text[:_LONGEST_LINE]] for line in script.lines]
    files = {"script.json": json_text(lines)}
    return Product(result, state, files if chart is None else {**files, "chart.svg": to_svg(chart)})


def _script(order: Order) -> Script:
    """The script of an upload or of a bundled example."""
    if order.place.startswith(EXAMPLE):
        from ...examples import example_path

        return read(example_path(order.place.removeprefix(EXAMPLE)))
    return read_script(order.path, order.name)


def _drawn(
    breakdown: Breakdown, before: ScriptState | None, people: int | None, hidden: set[str]
) -> tuple[Chart | None, str]:
    """The chart, or why there is none."""
    try:
        story = story_from_script(breakdown.script, locations=breakdown.location_names)
        seen = [name for name in story.characters if name not in hidden]
        if not seen:
            return None, "Everybody is hidden. Show somebody in the list of people."
        story = select_characters(story, seen)
        count = people or read_sheet(f"{_PAGE_WIDTH}x{_PAGE_HEIGHT}").people
        story = select_characters(story, leads(story, count))
        page = f"{_PAGE_WIDTH}x{min(max(_PAGE_HEIGHT, _LINE_HEIGHT * len(story.characters)), 2 * _PAGE_WIDTH)}"
        like = before.chart if before else None
        return make_chart(story, detail="sequences", page=page, seed=_SEED, like=like), ""
    except InputError as error:
        return None, str(error)


def _chart_facts(chart: Chart) -> dict[str, object]:
    shapes = chart.shapes
    return {
        "names": list(chart.layers.names),
        "on_dark": {colour: lighter(colour) for colour in sorted(set(chart.colours))},
        "head": round(shapes.head, 1),
        "sequences": [
            {
                "label": step.label,
                "from": round(box.left, 1),
                "to": round(box.right, 1),
                "scenes": [sequence.scenes.start + 1, sequence.scenes.stop],
            }
            for step, box, sequence in zip(chart.steps.scenes, shapes.steps, chart.sequences, strict=True)
        ],
    }


def _of_chart(make: Callable[[Chart], str | bytes]) -> Callable[[ScriptState, Order], str | bytes]:
    def made(state: ScriptState, order: Order) -> str | bytes:
        if state.chart is None:
            raise InputError("there is no chart to export: nobody was found in the scenes.")
        return make(state.chart)

    return made


def _of_breakdown(make: Callable[[Breakdown], str]) -> Callable[[ScriptState, Order], str]:
    return lambda state, order: make(state.corrected)


FILES: Mapping[str, Callable[[ScriptState, Order], str | bytes]] = {
    "chart.svg": _of_chart(to_svg),
    "chart.png": _of_chart(to_png),
    "chart.html": _of_chart(to_page),
    "report.html": _of_breakdown(lambda breakdown: to_report(breakdown, seed=_SEED)),
    "scenes.csv": _of_breakdown(scenes_csv),
    "locations.csv": _of_breakdown(locations_csv),
    "characters.csv": _of_breakdown(characters_csv),
    "presence.csv": _of_breakdown(presence_csv),
    "shooting_order.csv": _of_breakdown(shooting_csv),
    "shooting_order.html": _of_breakdown(to_shooting_page),
    "network.graphml": _of_breakdown(lambda breakdown: to_graphml(breakdown.network, title=breakdown.script.title)),
    "overrides.toml": lambda state, order: to_toml(state.overrides),
}
