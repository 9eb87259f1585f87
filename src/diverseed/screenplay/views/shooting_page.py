"""The shooting order as a page to print: one strip a scene, under the location it is shot at."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files
from itertools import groupby

from ...files.html_document import html_document
from ..breakdown import Breakdown
from .production import LIGHTS, Production, Strip, pages, production_of

_COLOURS = {
    ("INT", "DAY"): "int-day",
    ("EXT", "DAY"): "ext-day",
    ("INT", "NIGHT"): "int-night",
    ("EXT", "NIGHT"): "ext-night",
}
_MOST_PEOPLE = 14


def to_shooting_page(breakdown: Breakdown) -> str:
    """The page as HTML. All text of the script is escaped."""
    production = production_of(breakdown)
    title = breakdown.script.title
    body = f"""<header><h1>{escape(title)}: shooting order</h1>
<p>{len(production.strips)} scenes at {len(breakdown.locations)} locations, {pages(production.eighths)} pages.
{escape(_totals(production))}</p></header>
<main>{"".join(_location(name, strips) for name, strips in _by_location(production))}</main>
<footer>Lengths are in pages and eighths, estimated by setting the script anew at 55 lines to the page. Silent people in
italics. Made by diverseed.</footer>"""
    style = files(__package__).joinpath("shooting_page.css").read_text(encoding="utf-8")
    return html_document(f"{title}: shooting order", body, style=style)


def _by_location(production: Production) -> Iterator[tuple[str, list[Strip]]]:
    for name, strips in groupby(production.shooting_order, key=lambda strip: strip.location):
        yield name, list(strips)


def _totals(production: Production) -> str:
    """Scenes by setting and light in words."""
    said = []
    for light in LIGHTS:
        parts = [
            f"{count} {setting or 'without INT or EXT'}"
            for (setting, at), count in sorted(production.counts.items())
            if at == light
        ]
        if parts:
            said.append(f"{light.capitalize() or 'Time not given'}: {', '.join(parts)}.")
    return " ".join(said)


def _location(name: str, strips: list[Strip]) -> str:
    total = pages(sum(strip.eighths for strip in strips))
    rows = "".join(map(_row, strips))
    scenes = "1 scene" if len(strips) == 1 else f"{len(strips)} scenes"
    return (
        f"<section><h2>{escape(name)} <span>{scenes}, {total} pages</span></h2>"
        "<table><thead><tr><th>Scene</th><th>Set</th><th>Time</th><th>Heading</th><th>People</th><th>Pages</th></tr>"
        f"</thead><tbody>{rows}</tbody></table></section>"
    )


def _row(strip: Strip) -> str:
    scene = strip.scene
    colour = _COLOURS.get((scene.parsed.setting, strip.light), "other")
    number = f' <span class="quiet">no. {escape(scene.parsed.scene_number)}</span>' if scene.parsed.scene_number else ""
    shown = [
        escape(one.name) if one.speaks else f"<i>{escape(one.name)}</i>" for one in scene.characters[:_MOST_PEOPLE]
    ]
    more = len(scene.characters) - len(shown)
    people = ", ".join(shown) + (f" and {more} more" if more > 0 else "")
    return (
        f'<tr class="{colour}"><td>{scene.id}{number}</td><td>{scene.parsed.setting}</td><td>{strip.light}</td>'
        f"<td>{escape(scene.heading.strip()) or '(no heading)'}</td><td>{people}</td>"
        f'<td class="pages">{strip.length}</td></tr>'
    )
