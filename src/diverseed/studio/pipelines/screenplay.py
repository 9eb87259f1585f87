"""A screenplay: read, broken down, corrected and drawn."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...examples import example_path
from ...files.plain_json import json_text
from ...narrative import Chart, make_chart, to_page, to_png, to_svg
from ...narrative.from_script import story_from_script
from ...narrative.palette import lighter
from ...narrative.sheet import read_sheet
from ...narrative.story import leads, select_characters
from ...progress import report
from ...screenplay import read
from ...screenplay.breakdown import Breakdown, analyse
from ...screenplay.overrides import Overrides
from ...screenplay.views.exports import BREAKDOWN_FILES
from ...screenplay.views.tables import to_json
from ..detection import read_script
from ..plain_words import plain
from ..records import Job
from ..steps import overrides_of, to_toml
from .joins import suggested_joins

_SEED = 0  # the command line's default: the same file and corrections give the same breakdown there
# The panel is 1300 pixels wide in a window of 1600 x 900, so that the smallest lettering of this page has 10.4.
_PAGE_WIDTH, _PAGE_HEIGHT = 1000, 540
_LINE_HEIGHT = 44
"""How much the page grows for each person beyond those that fit on it."""
_LONGEST_LINE = 400


@dataclass(frozen=True)
class ScriptState:
    """The breakdown as found, and after the corrections. ``chart`` is None if nobody could be drawn."""

    found: Breakdown
    corrected: Breakdown
    overrides: Overrides
    chart: Chart | None

    @property
    def drawn(self) -> Chart:
        if self.chart is None:
            raise InputError("there is no chart to export, because nobody was found in the scenes.")
        return self.chart


def run(job: Job, before: ScriptState | None) -> tuple[dict[str, Any], ScriptState, dict[str, str]]:
    """Read the script, or take what was read before; correct it; draw it."""
    if before is not None:
        found = before.found
    else:
        report("reading the screenplay")
        script = read_script(Path(job.place), job.name) if job.example is None else read(example_path(job.example))
        report("finding locations, threads and people")
        found = analyse(script, random_state=_SEED)
    report("applying the corrections")
    overrides = overrides_of(found, job.wanted)
    corrected = analyse(found.script, random_state=_SEED, overrides=overrides) if overrides else found
    report("drawing the chart")
    chart, problem = _drawn(corrected, before, job.wanted.people, overrides.hidden)
    script = corrected.script
    result = {
        **to_json(corrected),
        "speaking": sum(character.speaks for character in script.characters),
        "corrected": bool(overrides),
        "hidden": list(overrides.hidden),
        "joins": suggested_joins(script.characters, overrides.different),
        "review": [{"line": warning.line, "message": plain(warning.message)} for warning in script.warnings],
        "chart": None if chart is None else _chart_facts(chart),
        "chart_problem": plain(problem) if problem else "",
    }
    lines = [[line.number, line.kind.value, line.text[:_LONGEST_LINE]] for line in script.lines]
    files = {"script.json": json_text(lines), **({} if chart is None else {"chart.svg": to_svg(chart)})}
    return result, ScriptState(found, corrected, overrides, chart), files


def _drawn(
    breakdown: Breakdown, before: ScriptState | None, people: int | None, hidden: Collection[str]
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
                "label": label,
                "from": round(box.left, 1),
                "to": round(box.right, 1),
                "scenes": [scenes.start + 1, scenes.stop],
            }
            for box, label, scenes in zip(shapes.steps, chart.layers.labels, chart.layers.scenes, strict=True)
        ],
    }


def _of_breakdown(make: Callable[[Breakdown], str], state: ScriptState, name: str) -> str:
    return make(state.corrected)


FILES: Mapping[str, Callable[[ScriptState, str], str | bytes]] = {
    "chart.svg": lambda state, name: to_svg(state.drawn),
    "chart.png": lambda state, name: to_png(state.drawn),
    "chart.html": lambda state, name: to_page(state.drawn),
    **{file: partial(_of_breakdown, make) for file, make in BREAKDOWN_FILES.items()},
    "overrides.toml": lambda state, name: to_toml(state.overrides),
}
