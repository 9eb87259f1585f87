"""A screenplay: read, taken apart, corrected and drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...errors import InputError
from ...narrative import Chart, make_chart, to_page, to_png, to_svg
from ...narrative.from_script import story_from_script
from ...narrative.palette import lighter
from ...narrative.sheet import read_sheet
from ...narrative.story import leads, select_characters
from ...progress import report
from ...screenplay import Script, read
from ...screenplay.breakdown import Breakdown, analyse
from ...screenplay.network import to_graphml
from ...screenplay.overrides import Overrides
from ...screenplay.report import to_report
from ...screenplay.shooting_page import to_shooting_page
from ...screenplay.tables import characters_csv, locations_csv, presence_csv, scenes_csv, shooting_csv, to_json
from ..detection import read_script
from ..settings import EXAMPLE
from ..steps import overrides_of, to_toml
from . import Order, Product

_PAGE = "screen"
_SEED = 0  # the command line's default: the same file and corrections give the same breakdown there


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
    corrected = found
    if overrides.locations or overrides.characters:
        corrected = analyse(found.script, random_state=_SEED, overrides=overrides)
    report("drawing the chart")
    chart, problem = _drawn(corrected, before)
    state = ScriptState(found, corrected, overrides, chart)
    result = {
        **to_json(corrected),
        "speaking": sum(character.speaks for character in corrected.script.characters),
        "corrected": bool(overrides.locations or overrides.characters),
        "chart": None if chart is None else _chart_facts(chart),
        "chart_problem": problem,
    }
    return Product(result, state, {} if chart is None else {"chart.svg": to_svg(chart)})


def _script(order: Order) -> Script:
    """The script of an upload or of a bundled example."""
    if order.place.startswith(EXAMPLE):
        from ...examples import example_path

        return read(example_path(order.place.removeprefix(EXAMPLE)))
    return read_script(order.path, order.name)


def _drawn(breakdown: Breakdown, before: ScriptState | None) -> tuple[Chart | None, str]:
    """The chart, or why there is none."""
    try:
        story = story_from_script(breakdown.script, locations=breakdown.location_names)
        story = select_characters(story, leads(story, read_sheet(_PAGE).people))
        like = before.chart if before else None
        return make_chart(story, detail="sequences", page=_PAGE, seed=_SEED, like=like), ""
    except InputError as error:
        return None, str(error)


def _chart_facts(chart: Chart) -> dict[str, object]:
    shapes = chart.shapes
    return {
        "places": list(shapes.places),
        "names": list(chart.layers.names),
        "crossings": chart.ordering.crossings,
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
        "meetings": [
            [
                meeting.scene + 1,
                *(round(x, 1) for x in (meeting.left, meeting.right, meeting.heights[0], meeting.heights[-1])),
            ]
            for meeting in shapes.meetings
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
