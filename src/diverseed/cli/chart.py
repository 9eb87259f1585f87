"""``diverseed chart``: a screenplay or a story in, a narrative chart out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .output import check_outputs
from .scripts import read_corrections, read_script, standard_input

if TYPE_CHECKING:
    from ..narrative import Chart, Story


class Order(StrEnum):
    """How hard to look for an order with few crossings."""

    FAST = "fast"
    BEST = "best"
    EXACT = "exact"


class Detail(StrEnum):
    """What one step of the chart is."""

    SEQUENCES = "sequences"
    SCENES = "scenes"


class Style(StrEnum):
    """How the chart is drawn."""

    CLEAN = "clean"
    XKCD = "xkcd"


class Absences(StrEnum):
    """How a line looks while its character is away for long."""

    THIN = "thin"
    DASHED = "dashed"
    GAP = "gap"


def chart(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A screenplay (a file, - or example:NAME), or a story as JSON or as text (TAB between groups, comma "
            "between characters).",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="Write .html, .svg, .png or .pdf. Default: chart.html; with --json nothing unless named."),
    ] = None,
    detail: Annotated[
        Detail | None,
        typer.Option(
            help="sequences: the whole story on one page, drawn where people meet and part. scenes: every scene, as "
            "wide as that gets. Screenplays are drawn as sequences unless you say otherwise, stories as given."
        ),
    ] = None,
    page: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="Page that sequences fill: screen (unless given), a4, a3, a2, a1, or WxH such as 1200x800 or 60x40cm.",
        ),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(
            min=1, help="Draw only the N leading characters. With sequences 12 to 16, by the size of the page."
        ),
    ] = None,
    characters: Annotated[
        list[str] | None,
        typer.Option(help="Draw only these characters: names with commas between, or the option several times."),
    ] = None,
    order: Annotated[
        Order,
        typer.Option(
            help="fast: about a second. best: uses the time given. exact: proves the optimum or its distance."
        ),
    ] = Order.FAST,
    locations: Annotated[
        bool, typer.Option(help="Show where scenes play, as bands behind the groups. They cost no crossing.")
    ] = True,
    overrides: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Corrections of a screenplay's locations and characters (TOML)."),
    ] = None,
    style: Annotated[Style, typer.Option(help="clean, or xkcd: strokes drawn by hand.")] = Style.CLEAN,
    absences: Annotated[
        Absences, typer.Option(help="Long absences: a thin line, a dashed one, or a gap with a mark at the return.")
    ] = Absences.THIN,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Time for best (10 unless given) and exact (120 unless given).")
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="The same input and seed give the same chart, unless time runs out.")
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the chart's measures as one JSON object.")] = False,
) -> None:
    """Draw who is together, and where, as lines that meet and part: a whole film on one page.

    Examples:

      diverseed chart example:salt-road

      diverseed chart script.fountain --page a2 --out poster.pdf

      diverseed chart script.pdf --detail scenes --top 15 --order best --seconds 30 --out chart.svg

      diverseed chart story.json --style xkcd --out chart.png

      diverseed chart story.json --order exact --json
    """
    from ..narrative import make_chart
    from ..narrative.sheet import read_sheet

    target = out if out is not None or as_json else Path("chart.html")
    check_outputs([file, overrides], {"--out": target})
    sheet = read_sheet(page or "screen")
    story, given = _read(file, overrides, seed)
    whole = detail is Detail.SCENES or (detail is None and given and page is None)
    if whole and page is not None:
        print("diverseed: --page is for sequences; every scene makes a chart as wide as it gets.", file=sys.stderr)
    story = _select(story, top if top or whole or characters else sheet.people, characters)
    drawn = make_chart(
        story,
        order.value,
        detail=Detail.SCENES.value if whole else Detail.SEQUENCES.value,
        page=sheet.name,
        seconds=seconds,
        seed=seed,
        style=style.value,
        locations=locations,
        absences=absences.value,
    )
    if target is not None:
        _write(drawn, target)
        print(_summary(drawn, target), file=sys.stderr)
    if as_json:
        print(json.dumps(drawn.measures()))


def _read(file: str, overrides: Path | None, seed: int) -> tuple[Story, bool]:
    """A story, and whether it was given as one; else the screenplay readers made it, with its headings grouped."""
    from ..narrative.from_script import story_from_script
    from ..narrative.reading import given_story
    from ..screenplay.breakdown import analyse

    piped = standard_input() if file == "-" else None
    if not file.startswith("example:"):
        given = given_story(Path(file) if piped is None else piped)
        if given is not None:
            return given, True
    breakdown = analyse(read_script(file, piped=piped), random_state=seed, overrides=read_corrections(overrides))
    return story_from_script(breakdown.script, locations=breakdown.location_names), False


def _select(story: Story, top: int | None, characters: list[str] | None) -> Story:
    from ..narrative.story import leads, select_characters

    if characters:
        names = [name.strip() for entry in characters for name in entry.split(",") if name.strip()]
        story = select_characters(story, names)
    return select_characters(story, leads(story, top)) if top else story


def _write(drawn: Chart, target: Path) -> None:
    from ..errors import InputError
    from ..files.whole_files import write_whole
    from ..narrative import to_page, to_pdf, to_png, to_svg

    makers: dict[str, Callable[[Chart], str | bytes]] = {
        ".html": to_page,
        ".htm": to_page,
        ".svg": to_svg,
        ".png": to_png,
        ".pdf": to_pdf,
    }
    make = makers.get(target.suffix.lower())
    if make is None:
        raise InputError(f"cannot tell from {target.name} what to write. End it in .html, .svg, .png or .pdf.")
    write_whole(target, make(drawn))


def _summary(drawn: Chart, target: Path) -> str:
    measures = drawn.measures()
    bound = measures["lower_bound"]
    crossings = measures["crossings"]
    proof = "" if bound is None else ", the fewest possible" if bound == crossings else f", at least {bound} needed"
    steps = f", {len(drawn.story.scenes)} scenes in {len(drawn.sequences)} sequences" if drawn.sequences else ""
    places = f"; {len(drawn.shapes.places)} locations, which cost no crossing" if drawn.shapes.places else ""
    return f"{target}: {measures['characters']} characters{steps}, {crossings} crossings{proof}{places}"
