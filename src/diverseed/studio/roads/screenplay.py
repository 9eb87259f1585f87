"""A screenplay: read, taken apart, corrected and drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ...errors import InputError
from ...narrative import Chart, Story, make_chart, to_page, to_png, to_svg
from ...narrative.from_script import story_from_script
from ...narrative.layers import layers_of
from ...narrative.layout import lay_out
from ...narrative.palette import lighter
from ...progress import report
from ...screenplay import Script, read
from ...screenplay.breakdown import Breakdown, analyse
from ...screenplay.network import to_graphml
from ...screenplay.overrides import Overrides
from ...screenplay.report import to_report
from ...screenplay.shooting_page import to_shooting_page
from ...screenplay.tables import characters_csv, locations_csv, presence_csv, scenes_csv, shooting_csv, to_json
from ..steps import overrides_of, to_toml
from . import EXAMPLE, Order, Product

_SEED = 0  # the command line's default: the same file and corrections give the same breakdown there


@dataclass(frozen=True)
class ScriptState:
    """What was found at first, and what stands after the corrections. ``chart`` is None where nobody could be drawn."""

    found: Breakdown
    corrected: Breakdown
    overrides: Overrides
    chart: Chart | None
    kind: str = "screenplay"


def run(order: Order) -> Product[ScriptState]:
    """Read the script, or take what was read before; correct it; draw it."""
    before = order.before if isinstance(order.before, ScriptState) else None
    if before is None:
        report("reading the screenplay")
        script = read_script(order)
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


def read_script(order: Order) -> Script:
    """The script of an upload or of a bundled example."""
    if order.place.startswith(EXAMPLE):
        from ...examples import example_path

        return read(example_path(order.place.removeprefix(EXAMPLE)))
    return read(order.path.read_bytes(), name=order.name)


def _drawn(breakdown: Breakdown, before: ScriptState | None) -> tuple[Chart | None, str]:
    """The chart, or why there is none."""
    try:
        story = story_from_script(breakdown.script, locations=breakdown.location_names)
        return _redrawn(story, before.chart if before else None) or make_chart(story, seed=_SEED), ""
    except InputError as error:
        return None, str(error)


def _redrawn(story: Story, chart: Chart | None) -> Chart | None:
    """The chart of a story in which the same lines meet as in ``chart``, whatever people and places are called now.

    Order and heights do not depend on names, and they are what takes time.
    """
    if chart is None:
        return None
    layers = layers_of(story)
    if (layers.groups, layers.of_scene) != (chart.layers.groups, chart.layers.of_scene):
        return None
    return replace(chart, story=story, layers=layers, shapes=lay_out(story, layers, chart.coordinates))


def _chart_facts(chart: Chart) -> dict[str, object]:
    return {
        "places": list(chart.shapes.places),
        "names": list(chart.layers.names),
        "crossings": chart.ordering.crossings,
        "on_dark": {colour: lighter(colour) for colour in sorted(set(chart.colours))},
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
