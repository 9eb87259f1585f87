"""The breakdown of a script as one page that needs nothing else: no script, no font, no picture from elsewhere."""

from collections import defaultdict

from markupsafe import Markup

from ...files.pages import page
from ..breakdown import Breakdown
from .network_picture import MOST_PEOPLE, to_svg
from .production import LIGHTS, SETTINGS, production_of


def to_report(breakdown: Breakdown, *, seed: int = 0) -> str:
    """The page as HTML."""
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
        people=list(zip(script.characters, breakdown.network.people, strict=True)),
        network_picture=Markup(to_svg(breakdown.network, seed=seed)),
        n_not_drawn=len(breakdown.network.people) - MOST_PEOPLE,
        settings=settings,
        lights=[(light, numbers) for light, numbers in lights if any(numbers)],
    )


def _parts(breakdown: Breakdown) -> dict[tuple[int, ...], list[str]]:
    """Scenes of a place -> names of its sub-locations."""
    places = {place.id: place for place in breakdown.places}
    parts = defaultdict(list)
    for part in breakdown.sublocations:
        place = places[part.within]
        parts[place.scenes].append(f"{part.name.removeprefix(f'{place.name} - ')} ({len(part.scenes)})")
    return parts
