"""The rooms and other parts of each place: the fine granularity of locations."""

from collections import Counter
from collections.abc import Sequence

from ..records import Scene
from .locations import Location
from .place_names import Name, PlaceName, read_places, spellings


def find_sublocations(scenes: Sequence[Scene], locations: Sequence[Location]) -> tuple[Location, ...]:
    """Each location cut by the parts its headings name; every sub-location lies within one location.

    ``HALCYON - BRIDGE`` and ``HALCYON - GALLEY`` are two, and so is a heading ``BRIDGE`` alone that was joined to
    HALCYON. Returned in the order of their first scenes.
    """
    headings = [scene.parsed for scene in scenes]
    spelled = spellings(headings)
    place_of = {scene.id: place for scene, place in zip(scenes, read_places(headings), strict=True)}
    found: dict[tuple[int, str], list[int]] = {}
    for location in locations:
        parts = {part for scene in location.scenes for part in place_of[scene].parts}
        for scene in location.scenes:
            name = _name(location.name, place_of[scene], parts, spelled)
            found.setdefault((location.id, name), []).append(scene)
    order = {scene.id: row for row, scene in enumerate(scenes)}
    ordered = sorted(found.items(), key=lambda item: order[item[1][0]])
    return tuple(
        Location(number, name, tuple(ids), _names(ids, place_of, spelled), (), (), within)
        for number, ((within, name), ids) in enumerate(ordered, 1)
    )


def _name(whole: str, place: PlaceName, parts: set[Name], spelled: dict[Name, str]) -> str:
    """Name of the place, and the part of it that the heading names, if any."""
    own = place.parts or ((place.head,) if place.head in parts else ())
    shown = [spelled.get(part, " ".join(part).upper()) for part in own]
    return " - ".join([whole, *(part for part in shown if part != whole)])


def _names(ids: Sequence[int], place_of: dict[int, PlaceName], spelled: dict[Name, str]) -> tuple[str, ...]:
    counts = Counter(place_of[scene].head for scene in ids)
    return tuple(dict.fromkeys(spelled.get(head, "") for head, _ in counts.most_common() if head in spelled))
