"""A breakdown as plain data: one JSON object, and CSV tables."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from ..breakdown import Breakdown
from ..places.locations import Location
from ..records import Script
from .production import LIGHTS, SETTINGS, presence_table, production_of

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def to_json(breakdown: Breakdown) -> dict[str, Any]:
    """Everything as lists and dictionaries; locations and plots are referred to by id."""
    script = breakdown.script
    return {
        "title": script.title,
        "format": script.format,
        "scenes": _scenes(breakdown),
        "locations": [
            {
                "id": location.id,
                "name": location.name,
                "scenes": list(location.scenes),
                "names": list(location.names),
                "words": list(location.words),
                "joins": [{"scene": join.scene, "kind": join.kind, "reason": join.reason} for join in location.joins],
            }
            for location in breakdown.locations
        ],
        "plots": [
            {
                "id": plot.id,
                "name": plot.name,
                "people": list(plot.people),
                "span": list(plot.span),
                "scenes": list(plot.scenes),
            }
            for plot in breakdown.plots
        ],
        "characters": [
            {
                "name": character.name,
                "aliases": list(character.aliases),
                "standing": character.standing,
                "speaks": character.speaks,
                "speeches": character.speeches,
                "words": character.words,
                "scenes": list(character.scenes),
                "line": character.line,
                "prominence": round(character.prominence, 2),
                "named_by": list(character.named_by),
            }
            for character in script.characters
        ],
        "warnings": [{"line": warning.line, "message": warning.message} for warning in script.warnings],
        "granularity": breakdown.granularity,
        "places": _named(breakdown.places),
        "sublocations": _named(breakdown.sublocations),
        "production": _production(breakdown),
    }


def _scenes(breakdown: Breakdown) -> list[dict[str, Any]]:
    location_of, plot_of = breakdown.location_of, breakdown.plot_of
    strips = {strip.scene.id: strip for strip in production_of(breakdown).strips}
    return [
        {
            "id": scene.id,
            "line": scene.line,
            "heading": scene.heading,
            "setting": scene.parsed.setting,
            "place": scene.parsed.place,
            "time": scene.parsed.time,
            "location": location_of[scene.id].id,
            "plot": plot_of[scene.id].id,
            "characters": [
                {"name": one.name, "speaks": one.speaks, "acts": one.acts, "speeches": one.speeches}
                for one in scene.characters
            ],
            "modifiers": list(scene.parsed.modifiers),
            "number": scene.parsed.scene_number,
            "light": strips[scene.id].light,
            "eighths": strips[scene.id].eighths,
        }
        for scene in breakdown.script.scenes
    ]


def _named(locations: Iterable[Location]) -> list[dict[str, Any]]:
    return [{"id": one.id, "name": one.name, "scenes": list(one.scenes), "within": one.within} for one in locations]


def _production(breakdown: Breakdown) -> dict[str, Any]:
    """Length of the script, scenes by setting and light, and the order to shoot in."""
    production = production_of(breakdown)
    counts = production.counts
    return {
        "eighths": production.eighths,
        "settings": {one: sum(counts[one, light] for light in LIGHTS) for one in SETTINGS},
        "lights": {light: sum(counts[one, light] for one in SETTINGS) for light in LIGHTS},
        "shooting_order": [strip.scene.id for strip in production.shooting_order],
    }


def line_records(script: Script) -> Iterable[dict[str, Any]]:
    """One record for every line of the source: its number, kind and confidence."""
    return (
        {"line": line.number, "kind": line.kind.value, "confidence": round(line.confidence, 4)} for line in script.lines
    )


def scenes_csv(breakdown: Breakdown) -> str:
    """One row a scene; people with semicolons between, those who do not speak in brackets."""
    location_of, plot_of = breakdown.location_of, breakdown.plot_of
    strips = {strip.scene.id: strip for strip in production_of(breakdown).strips}
    rows = [
        [
            scene.id,
            scene.line,
            scene.heading,
            scene.parsed.setting,
            scene.parsed.place,
            scene.parsed.time,
            location_of[scene.id].id,
            location_of[scene.id].name,
            plot_of[scene.id].id,
            "; ".join(one.name if one.speaks else f"({one.name})" for one in scene.characters),
            strips[scene.id].light,
            strips[scene.id].eighths,
        ]
        for scene in breakdown.script.scenes
    ]
    header = ["id", "line", "heading", "setting", "place", "time", "location", "location_name", "plot", "characters"]
    return _csv([*header, "light", "eighths"], rows)


def presence_csv(breakdown: Breakdown) -> str:
    """Scenes down, people across, the most prominent first: speeches, or ``a`` for those who only act."""
    people = [one.name for one in breakdown.script.characters]
    rows = [
        [scene.id, scene.heading.strip(), *(present.get(name, "") for name in people)]
        for scene, present in presence_table(breakdown)
    ]
    return _csv(["scene", "heading", *map(_safe_text, people)], rows)


def shooting_csv(breakdown: Breakdown) -> str:
    """Scenes sorted for shooting: by location, INT before EXT, day before night, then as in the script."""
    rows = [
        [
            order,
            strip.scene.id,
            strip.scene.parsed.scene_number or "",
            strip.location,
            strip.scene.parsed.setting,
            strip.light,
            strip.scene.parsed.time,
            strip.eighths,
            strip.length,
            strip.scene.heading.strip(),
            "; ".join(one.name for one in strip.scene.characters),
        ]
        for order, strip in enumerate(production_of(breakdown).shooting_order, 1)
    ]
    header = ["order", "scene", "number", "location", "setting", "light", "time", "eighths", "pages"]
    return _csv([*header, "heading", "characters"], rows)


def locations_csv(breakdown: Breakdown) -> str:
    """One row a location, with its words and the reasons of its joins."""
    rows = [
        [
            location.id,
            location.name,
            len(location.scenes),
            " ".join(map(str, location.scenes)),
            "; ".join(location.names),
            " ".join(location.words),
            "; ".join(join.reason for join in location.joins),
        ]
        for location in breakdown.locations
    ]
    return _csv(["id", "name", "n_scenes", "scenes", "names", "words", "reasons"], rows)


def characters_csv(breakdown: Breakdown) -> str:
    """One row a person, with their place in the network."""
    node = {person.name: person for person in breakdown.network.people}
    rows = [
        [
            one.name,
            "; ".join(one.aliases),
            "yes" if one.speaks else "no",
            one.speeches,
            one.words,
            len(one.scenes),
            " ".join(map(str, one.scenes)),
            one.line,
            node[one.name].community,
            round(node[one.name].strength, 3),
            round(node[one.name].betweenness, 4),
        ]
        for one in breakdown.script.characters
    ]
    header = ["name", "aliases", "speaks", "speeches", "words", "n_scenes", "scenes", "line"]
    return _csv([*header, "community", "strength", "betweenness"], rows)


def _safe(cell: object) -> object:
    """Text that a spreadsheet would take for a formula gets an apostrophe before it (CWE-1236)."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip().startswith(_FORMULA_STARTS) else cell


def _safe_text(cell: str) -> str:
    return str(_safe(cell))


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return text.getvalue()
