"""The shooting order as a page to print: one strip per scene, under the location it is shot at."""

from collections.abc import Iterator
from itertools import groupby

from ...files.pages import page
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
    """The page as HTML."""
    production = production_of(breakdown)
    return page(
        "shooting_order.html",
        title=f"{breakdown.script.title}: shooting order",
        kind="strips",
        n_scenes=len(production.strips),
        n_locations=len(breakdown.locations),
        n_pages=pages(production.eighths),
        totals=_totals(production),
        locations=_by_location(production),
        colours=_COLOURS,
        most_people=_MOST_PEOPLE,
    )


def _by_location(production: Production) -> Iterator[tuple[str, list[Strip], str]]:
    """Name, strips and length in pages of every location."""
    for name, group in groupby(production.shooting_order, key=lambda strip: strip.location):
        strips = list(group)
        yield name, strips, pages(sum(strip.eighths for strip in strips))


def _totals(production: Production) -> list[str]:
    """Scenes by setting and light in words."""
    sentences = []
    for light in LIGHTS:
        parts = [
            f"{count} {setting or 'without INT or EXT'}"
            for (setting, at), count in sorted(production.counts.items())
            if at == light
        ]
        if parts:
            sentences.append(f"{light.capitalize() or 'Time not given'}: {', '.join(parts)}.")
    return sentences
