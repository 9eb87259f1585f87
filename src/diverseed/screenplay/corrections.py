"""Overrides applied to a script and its locations, and a first file of them to edit."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files

from .overrides import Overrides, key_of, new_names
from .places.locations import Location
from .reader_warnings import reader_warnings
from .records import Character, Kind, Presence, ReaderWarning, Scene, Script, cast_of
from .scenes import build_scenes


def without_headings(script: Script, numbers: Sequence[int]) -> Script:
    """The script with these lines, read as headings, as narrative; a warning for each that is not a heading."""
    if not numbers:
        return script
    headings = {line.number for line in script.lines if line.kind is Kind.HEADING}
    lines = tuple(
        replace(line, kind=Kind.NARRATIVE, confidence=1.0)
        if line.kind is Kind.HEADING and line.number in numbers
        else line
        for line in script.lines
    )
    outdated = reader_warnings(script.lines, script.scenes, script.characters)
    kept = [warning for warning in script.warnings if warning not in outdated]
    missed = (f"override matched nothing: line {line} is not a heading" for line in numbers if line not in headings)
    scenes, characters = build_scenes(lines)
    found = reader_warnings(lines, scenes, characters)
    warnings = (*kept, *(ReaderWarning(0, message) for message in missed), *found)
    return replace(script, lines=lines, scenes=scenes, characters=characters, warnings=warnings)


def apply_overrides(
    script: Script, locations: Sequence[Location], overrides: Overrides
) -> tuple[Script, tuple[Location, ...], tuple[str, ...]]:
    """The corrected script and locations, and a message for every override that matched nothing."""
    script, missed_people = correct_characters(script, overrides)
    corrected, missed_places = correct_locations(locations, overrides)
    known = {key_of(character.name) for character in script.characters}
    missed_hidden = [name for name in overrides.hidden if key_of(name) not in known]
    missed = [f"hidden character {name!r}: there is no such character" for name in missed_hidden]
    return script, corrected, (*missed_places, *missed_people, *missed)


def correct_locations(locations: Sequence[Location], overrides: Overrides) -> tuple[tuple[Location, ...], list[str]]:
    """Locations with other names, joined or apart; numbered again by their first scene."""
    present = [(scene, location.name) for location in locations for scene in location.scenes]
    names, missed = new_names(present, overrides.locations, what="location")
    found: dict[str, dict[int, Location]] = defaultdict(dict)
    for location in locations:
        for scene in location.scenes:
            found[names[scene, location.name]][scene] = location
    corrected = []
    for number, (name, origin) in enumerate(sorted(found.items(), key=lambda item: min(item[1])), 1):
        origins = dict.fromkeys(origin.values())
        written = dict.fromkeys(old for one in origins for old in one.names)
        words = dict.fromkeys(word for one in origins for word in one.words)
        joins = tuple(join for one in origins for join in one.joins if join.scene in origin)
        corrected.append(Location(number, name, tuple(sorted(origin)), tuple(written), tuple(words), joins))
    return tuple(corrected), missed


def correct_characters(script: Script, overrides: Overrides) -> tuple[Script, list[str]]:
    """A script whose people have other names, joined or apart; the old names become aliases."""
    if not overrides.characters:
        return script, []
    present = [(scene.id, presence.name) for scene in script.scenes for presence in scene.characters]
    names, missed = new_names(present, overrides.characters, what="character")
    scenes = tuple(
        replace(
            scene,
            characters=_people([replace(one, name=names[scene.id, one.name]) for one in scene.characters]),
            speakers=tuple(names[scene.id, name] for name in scene.speakers),
        )
        for scene in script.scenes
    )
    return replace(script, scenes=scenes, characters=_cast(script, scenes, names)), missed


def _people(present: Sequence[Presence]) -> tuple[Presence, ...]:
    """One presence a name: speeches and words added up."""
    merged: dict[str, Presence] = {}
    for one in present:
        before = merged.get(one.name, Presence(one.name, speaks=False, speeches=0, words=0, line=one.line))
        merged[one.name] = Presence(
            one.name,
            before.speaks or one.speaks,
            before.speeches + one.speeches,
            before.words + one.words,
            min(before.line, one.line),
            before.acts or one.acts,
        )
    return tuple(merged.values())


def _cast(script: Script, scenes: Sequence[Scene], names: dict[tuple[int, str], str]) -> tuple[Character, ...]:
    before = {character.name: character for character in script.characters}
    origins: dict[str, set[str]] = defaultdict(set)
    for (_, old), new in names.items():
        origins[new].add(old)
    known = {}
    for name, olds in origins.items():
        people = [before[old] for old in sorted(olds)]
        aliases = {alias for one in people for alias in (one.name, *one.aliases)}
        standings = {one.standing for one in people}
        if name in before:
            standing = before[name].standing
        elif len(standings) == 1 and name.upper() in map(str.upper, aliases):
            standing = standings.pop()
        else:
            standing = "name"  # a person's own choice of a name makes a name of a role
        known[name] = aliases, standing, [form for one in people for form in one.named_by]
    return cast_of(scenes, known)


def overrides_template(script: Script, locations: Sequence[Location]) -> str:
    """A first file of overrides: every name renamed to itself, ready to be edited, and examples of the rest."""
    start = files(__package__).joinpath("overrides_start.toml").read_text(encoding="utf-8")
    lines = [start, "[locations.rename]"]
    lines += [_identity(location.name, location.scenes) for location in locations]
    lines += ["", "[characters.rename]"]
    lines += [_identity(character.name, character.scenes) for character in script.characters]
    return "\n".join(lines) + "\n"


def _identity(name: str, scenes: Sequence[int]) -> str:
    more = f" and {len(scenes) - 12} more" if len(scenes) > 12 else ""
    return f"{toml_string(name)} = {toml_string(name)}  # scenes {', '.join(map(str, scenes[:12]))}{more}"


def toml_string(text: str) -> str:
    """A TOML basic string: as in JSON, but for the delete character, which TOML wants escaped too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
