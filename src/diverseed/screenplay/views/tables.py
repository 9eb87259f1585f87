"""A breakdown as plain data: one JSON object, and CSV tables."""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from ..breakdown import Breakdown
from ..records import Script
from .production import LIGHTS, SETTINGS, pages, production_of

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
Record = dict[str, Any]


def to_json(breakdown: Breakdown) -> Record:
    """Everything as lists and dictionaries; locations and plots are referred to by id."""
    script = breakdown.script
    return {
        "title": script.title,
        "format": script.format,
        "scenes": list(_scenes(breakdown)),
        "locations": [
            _fields(location, "id name scenes names words")
            | {"joins": [_fields(join, "scene kind reason") for join in location.joins]}
            for location in breakdown.locations
        ],
        "plots": [_fields(plot, "id name people span scenes") for plot in breakdown.plots],
        "characters": [
            _fields(one, "name aliases standing speaks speeches words scenes line")
            | {"prominence": round(one.prominence, 2), "named_by": list(one.named_by)}
            for one in script.characters
        ],
        "warnings": [_fields(warning, "line message") for warning in script.warnings],
        "granularity": breakdown.granularity,
        "places": [_fields(place, "id name scenes within") for place in breakdown.places],
        "sublocations": [_fields(part, "id name scenes within") for part in breakdown.sublocations],
        "production": _production(breakdown),
    }


def _fields(record: object, names: str) -> Record:
    """Some attributes of a record by name, tuples as lists."""
    values = {name: getattr(record, name) for name in names.split()}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}


def _scenes(breakdown: Breakdown) -> Iterable[Record]:
    """What the tables say of each scene."""
    for strip in production_of(breakdown).strips:
        scene = strip.scene
        yield (
            _fields(scene, "id line heading")
            | _fields(scene.parsed, "setting place time")
            | {
                "location": breakdown.location_of[scene.id].id,
                "plot": breakdown.plot_of[scene.id].id,
                "characters": [_fields(one, "name speaks acts speeches") for one in scene.characters],
                "modifiers": list(scene.parsed.modifiers),
                "number": scene.parsed.scene_number,
            }
            | _fields(strip, "light eighths")
        )


def _production(breakdown: Breakdown) -> Record:
    """Length of the script, scenes by setting and light, and the order to shoot in."""
    production = production_of(breakdown)
    counts = production.counts
    return {
        "eighths": production.eighths,
        "settings": {one: sum(counts[one, light] for light in LIGHTS) for one in SETTINGS},
        "lights": {light: sum(counts[one, light] for one in SETTINGS) for light in LIGHTS},
        "shooting_order": [strip.scene.id for strip in production.shooting_order],
    }


def line_records(script: Script) -> Iterable[Record]:
    """One record for every line of the source: its number, kind and confidence."""
    return (
        {"line": line.number, "kind": line.kind.value, "confidence": round(line.confidence, 4)} for line in script.lines
    )


def scenes_csv(breakdown: Breakdown) -> str:
    """One row per scene; people with semicolons between, those who do not speak in brackets."""
    rows = [
        record
        | {
            "location_name": breakdown.location_of[record["id"]].name,
            "characters": [one["name"] if one["speaks"] else f"({one['name']})" for one in record["characters"]],
        }
        for record in _scenes(breakdown)
    ]
    columns = "id line heading setting place time location location_name plot characters light eighths"
    return _csv(columns.split(), rows)


def presence_csv(breakdown: Breakdown) -> str:
    """Scenes down, people across, the most prominent first: speeches, or ``a`` for those who only act."""
    people = [one.name for one in breakdown.script.characters]
    rows = [
        {one.name: str(one.speeches) if one.speaks else "a" for one in scene.characters}
        | {"scene": scene.id, "heading": scene.heading.strip()}
        for scene in breakdown.script.scenes
    ]
    return _csv(["scene", "heading", *people], rows)


def shooting_csv(breakdown: Breakdown) -> str:
    """Scenes sorted for shooting: by location, INT before EXT, day before night, then as in the script."""
    rows = [
        _fields(strip, "location light eighths")
        | _fields(strip.scene.parsed, "setting time")
        | {
            "order": order,
            "scene": strip.scene.id,
            "number": strip.scene.parsed.scene_number or "",
            "pages": pages(strip.eighths),
            "heading": strip.scene.heading.strip(),
            "characters": [one.name for one in strip.scene.characters],
        }
        for order, strip in enumerate(production_of(breakdown).shooting_order, 1)
    ]
    columns = "order scene number location setting light time eighths pages heading characters"
    return _csv(columns.split(), rows)


def locations_csv(breakdown: Breakdown) -> str:
    """One row per location, with its words and the reasons of its joins."""
    rows = [
        _fields(one, "id name names")
        | {
            "n_scenes": len(one.scenes),
            "scenes": " ".join(map(str, one.scenes)),
            "words": " ".join(one.words),
            "reasons": [join.reason for join in one.joins],
        }
        for one in breakdown.locations
    ]
    return _csv(["id", "name", "n_scenes", "scenes", "names", "words", "reasons"], rows)


def characters_csv(breakdown: Breakdown) -> str:
    """One row per person, with their place in the network."""
    rows = [
        _fields(one, "name aliases speeches words line")
        | {
            "speaks": "yes" if one.speaks else "no",
            "n_scenes": len(one.scenes),
            "scenes": " ".join(map(str, one.scenes)),
            "community": node["community"],
            "strength": round(node["strength"], 3),
            "betweenness": round(node["betweenness"], 4),
        }
        for one, node in zip(breakdown.script.characters, breakdown.network.nodes.values(), strict=True)
    ]
    columns = "name aliases speaks speeches words n_scenes scenes line community strength betweenness"
    return _csv(columns.split(), rows)


def _csv(columns: list[str], rows: Iterable[Mapping[str, object]]) -> str:
    """A table with a head, lists joined by semicolons, empty where a row lacks a column."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(map(_cell, columns))
    writer.writerows([_cell(row.get(column, "")) for column in columns] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """A cell; text that a spreadsheet would take for a formula gets an apostrophe before it (CWE-1236)."""
    value = "; ".join(value) if isinstance(value, list) else value
    return f"'{value}" if isinstance(value, str) and value.lstrip().startswith(_FORMULA_STARTS) else value
