"""``diverseed chart``: a screenplay or a story in, a narrative chart out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..errors import InputError
from ..files.pages import counted
from ..files.whole_files import write_whole
from .options import JsonOption, OverridesOption, SeedOption, described
from .output import check_outputs, note, print_json
from .scripts import read_corrections, read_script, source_of

if TYPE_CHECKING:
    from ..narrative import Chart, Story


@described(
    """
    FILE  A screenplay (a file, - for standard input, or example:NAME), or a story as JSON or as text with one scene per
      line, a TAB between groups and a comma between characters.
    --out PATH  Write the chart as .html, .svg, .png or .pdf. Default: chart.html; with --json, no file.
    --detail  sequences: the whole story on one page, with a step wherever people meet or part. scenes: every scene, as
      wide as necessary. Default: sequences for a screenplay, scenes for a story.
    --page SIZE  Page to fill with sequences: screen (the default), a4, a3, a2, a1, or WxH such as 1200x800 or 60x40cm.
    --top N  Draw only the N leading characters. Default for sequences: 12 to 16, depending on the page.
    --characters NAMES  Draw only these characters: names separated by commas; may be repeated.
    --order  How hard to look for an order of the lines with few crossings. fast: about a second. best: until the time
      limit. exact: until the order is proved optimal, or the time limit.
    --locations/--no-locations  Shade where scenes are set, as bands behind the lines. Adds no crossings.
    --style  clean, or xkcd: lines as if drawn by hand.
    --absences  How to draw long absences: a thin line, a dashed line, or a gap with a mark at the return.
    --seconds S  Time limit for --order best (default 10 s) and exact (default 120 s).
    """
)
def chart(
    file: str,
    out: Path | None = None,
    detail: Literal["sequences", "scenes"] | None = None,
    page: str | None = None,
    top: Annotated[int | None, typer.Option(min=1)] = None,
    characters: list[str] | None = None,
    order: Literal["fast", "best", "exact"] = "fast",
    locations: bool = True,
    overrides: OverridesOption = None,
    style: Literal["clean", "xkcd"] = "clean",
    absences: Literal["thin", "dashed", "gap"] = "thin",
    seconds: Annotated[float | None, typer.Option(min=0.1)] = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Draw who is together, and where: a whole film on one page.

    Each character is a line. Lines meet where characters do, and bands behind them show where that is.

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
    make = None if target is None else _maker(target)
    sheet = read_sheet(page or "screen")
    story, is_given = _read(file, overrides, seed)
    whole = detail == "scenes" or (detail is None and is_given and page is None)
    if whole and page is not None:
        note("--page has no effect here: it applies to sequences, and a chart of every scene is as wide as necessary.")
    drawn = make_chart(
        _selected(story, top if top or whole or characters else sheet.people, characters),
        order,
        detail="scenes" if whole else "sequences",
        page=sheet.name,
        seconds=seconds,
        seed=seed,
        style=style,
        locations=locations,
        absences=absences,
    )
    if target is not None and make is not None:
        write_whole(target, make(drawn))
        note(f"wrote {target}: {_summary(drawn)}")
    if as_json:
        print_json(drawn.measures())


def _read(file: str, overrides: Path | None, seed: int) -> tuple[Story, bool]:
    """A story, and whether the file holds one; if not, it is made from a screenplay, with similar headings grouped."""
    from ..narrative.from_script import story_from_script
    from ..narrative.story import given_story, select_characters
    from ..screenplay.breakdown import analyse

    source = source_of(file)
    given = given_story(source)
    if given is not None:
        return given, True
    corrections = read_corrections(overrides)
    breakdown = analyse(read_script(source), random_state=seed, overrides=corrections)
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    if corrections and corrections.hidden:
        story = select_characters(story, [name for name in story.characters if name not in corrections.hidden])
    return story, False


def _selected(story: Story, top: int | None, characters: list[str] | None) -> Story:
    from ..narrative.story import leads, select_characters

    if characters:
        names = [name.strip() for entry in characters for name in entry.split(",") if name.strip()]
        if not names:
            given = " ".join(characters)
            raise InputError(f"--characters {given!r} names nobody. Give names separated by commas, or leave it out.")
        story = select_characters(story, names)
    return select_characters(story, leads(story, top)) if top else story


def _maker(target: Path) -> Callable[[Chart], str | bytes]:
    """What makes the file of this name."""
    from ..narrative import to_page, to_pdf, to_png, to_svg

    makers: dict[str, Callable[[Chart], str | bytes]] = {".html": to_page, ".htm": to_page, ".svg": to_svg}
    make = {**makers, ".png": to_png, ".pdf": to_pdf}.get(target.suffix.lower())
    if make is None:
        raise InputError(f"cannot tell the format from {target.name}. Use a name ending in .html, .svg, .png or .pdf.")
    return make


def _summary(drawn: Chart) -> str:
    bound, crossings = drawn.ordering.lower_bound, drawn.ordering.crossings
    proof = "" if bound is None else ", the fewest possible" if bound == crossings else f", at least {bound} needed"
    scenes = counted(len(drawn.story.scenes), "scene")
    steps = f", {scenes} in {counted(len(drawn.layers), 'sequence')}" if drawn.sheet else ""
    places = f", {counted(len(drawn.shapes.places), 'location')}" if drawn.shapes.places else ""
    return f"{counted(len(drawn.layers.names), 'character')}{steps}{places}, {counted(crossings, 'crossing')}{proof}"
