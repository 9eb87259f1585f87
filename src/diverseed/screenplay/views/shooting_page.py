"""The shooting order as a page to print: one strip per scene, under the location it is shot at."""

from itertools import groupby

from ...files.pages import page
from ..breakdown import Breakdown
from .production import LIGHTS, pages, production_of


def to_shooting_page(breakdown: Breakdown) -> str:
    """The page as HTML."""
    production = production_of(breakdown)
    return page(
        "shooting_order.html",
        title=f"{breakdown.script.title}: shooting order",
        kind="strips",
        production=production,
        n_locations=len(breakdown.locations),
        locations=[
            (name, list(strips)) for name, strips in groupby(production.shooting_order, lambda one: one.location)
        ],
        lights=LIGHTS,
        pages=pages,
        most_people=14,
    )
