"""The breakdown of a script as one page that needs nothing else: no script, no font, no picture from elsewhere."""

from typing import Any

from markupsafe import Markup

from ...files.pages import page
from ..breakdown import Breakdown
from .network_picture import MOST_PEOPLE, to_svg
from .production import LIGHTS, SETTINGS, Production, pages, production_of

_SECTIONS = {
    "locations": "Locations",
    "threads": "Threads",
    "people": "People",
    "network": "Who meets whom",
    "production": "Production",
    "scenes": "Scenes",
    "doubts": "Points to check",
}


def to_report(breakdown: Breakdown, *, seed: int = 0) -> str:
    """The page as HTML."""
    script, people = breakdown.script, breakdown.network.people
    production = production_of(breakdown)
    strips = {strip.scene.id: strip for strip in production.strips}
    node = {person.name: person for person in people}
    return page(
        "screenplay.html",
        title=script.title,
        kind="screenplay",
        format=script.format,
        sections=_SECTIONS,
        figures=_figures(breakdown),
        granularity=breakdown.granularity,
        places=breakdown.places,
        sublocations=breakdown.sublocations,
        locations=sorted(breakdown.locations, key=lambda location: (-len(location.scenes), location.id)),
        parts=_parts(breakdown),
        plots=breakdown.plots,
        order={scene.id: number for number, scene in enumerate(script.scenes)},
        people=[(one, node[one.name]) for one in script.characters],
        network_picture=Markup(to_svg(breakdown.network, seed=seed)),
        n_not_drawn=len(people) - MOST_PEOPLE,
        n_pages=pages(production.eighths),
        **_times_and_settings(production),
        scenes=[
            (scene, breakdown.location_of[scene.id], breakdown.plot_of[scene.id], strips[scene.id].length)
            for scene in script.scenes
        ],
        warnings=script.warnings,
    )


def _figures(breakdown: Breakdown) -> list[tuple[int, str]]:
    script = breakdown.script
    speaking = sum(character.speaks for character in script.characters)
    return [
        (len(script.scenes), "scenes"),
        (len(breakdown.places), "places"),
        (len(breakdown.sublocations), "sub-locations"),
        (len(breakdown.plots), "threads"),
        (speaking, "speaking parts"),
        (len(script.characters) - speaking, "silent parts"),
        (len(script.warnings), "points to check"),
    ]


def _parts(breakdown: Breakdown) -> dict[int, list[str]]:
    """Place id -> names of its sub-locations, where whole places are shown."""
    parts: dict[int, list[str]] = {}
    if breakdown.granularity == "coarse":
        whole = {place.id: place.name for place in breakdown.places}
        shown = {location.scenes: location.id for location in breakdown.locations}
        found = {place.id: shown[place.scenes] for place in breakdown.places if place.scenes in shown}
        for part in breakdown.sublocations:
            if part.within in found:
                name = part.name.removeprefix(f"{whole[part.within]} - ")
                parts.setdefault(found[part.within], []).append(f"{name} ({len(part.scenes)})")
    return parts


def _times_and_settings(production: Production) -> dict[str, Any]:
    """Scenes by time of day (rows) and setting (columns), those that occur."""
    counts = production.counts
    settings = [one for one in SETTINGS if any(counts[one, light] for light in LIGHTS)]
    lights = [(light.capitalize(), [counts[one, light] for one in settings]) for light in LIGHTS]
    return {
        "settings": [(one or "neither", True) for one in settings],
        "lights": [(light, numbers) for light, numbers in lights if any(numbers)],
    }
