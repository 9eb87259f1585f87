"""Pages of a breakdown that need nothing else, no script, no font, no picture from elsewhere: all of it, and strips."""

from collections import defaultdict
from itertools import groupby

from markupsafe import Markup

from ...files.pages import page
from ..breakdown import Breakdown
from .network_picture import MOST_PEOPLE, to_svg
from .production import LIGHTS, SETTINGS, pages, production_of


def to_report(breakdown: Breakdown, *, seed: int = 0) -> str:
    """Everything that is known of a script, as HTML."""
    script = breakdown.script
    production = production_of(breakdown)
    counts = production.counts
    settings = [one for one in SETTINGS if any(counts[one, light] for light in LIGHTS)]
    lights = [(light, [counts[one, light] for one in settings]) for light in LIGHTS]
    return page(
        "screenplay.html",
        title=script.title,
        kind="screenplay",
        breakdown=breakdown,
        production=production,
        locations=sorted(breakdown.locations, key=lambda location: (-len(location.scenes), location.id)),
        parts=_parts(breakdown) if breakdown.granularity == "coarse" else {},
        order={scene.id: number for number, scene in enumerate(script.scenes)},
        people=[(one, breakdown.network.nodes[one.name]) for one in script.characters],
        network_picture=Markup(to_svg(breakdown.network, seed=seed)),
        n_not_drawn=len(script.characters) - MOST_PEOPLE,
        settings=settings,
        lights=[(light, numbers) for light, numbers in lights if any(numbers)],
        pages=pages,
    )


def _parts(breakdown: Breakdown) -> dict[tuple[int, ...], list[str]]:
    """Scenes of a place -> names of its sub-locations."""
    places = {place.id: place for place in breakdown.places}
    parts = defaultdict(list)
    for part in breakdown.sublocations:
        place = places[part.within]
        parts[place.scenes].append(f"{part.name.removeprefix(f'{place.name} - ')} ({len(part.scenes)})")
    return parts


def to_shooting_page(breakdown: Breakdown) -> str:
    """The shooting order to print: one strip per scene, under the location it is shot at."""
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
