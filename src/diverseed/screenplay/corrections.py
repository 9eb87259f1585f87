"""Overrides applied to a script and its locations, and a first file of them to edit."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files

from .overrides import Overrides, key_of, new_names
from .places.locations import Location
from .reader_warnings import reader_warnings
from .records import Character, Kind, Presence, ReaderWarning, Scene, Script, by_prominence, presences_by_name
from .scenes import build_scenes


def without_headings(script: Script, numbers: Sequence[int]) -> Script:
    """The script with these lines, read as headings, as narrative; a warning for each that is no heading."""
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
    missed = (f"override matched nothing: line {line} is no heading" for line in numbers if line not in headings)
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
    scenes: dict[str, list[int]] = defaultdict(list)
    origins: dict[str, dict[int, Location]] = defaultdict(dict)
    for location in locations:
        for scene in location.scenes:
            name = names[scene, location.name]
            scenes[name].append(scene)
            origins[name][location.id] = location
    ordered = sorted(scenes, key=lambda name: min(scenes[name]))
    corrected = [
        Location(
            number,
            name,
            tuple(sorted(scenes[name])),
            tuple(dict.fromkeys(old for origin in origins[name].values() for old in origin.names)),
            tuple(dict.fromkeys(word for origin in origins[name].values() for word in origin.words)),
            tuple(join for origin in origins[name].values() for join in origin.joins if join.scene in scenes[name]),
        )
        for number, name in enumerate(ordered, 1)
    ]
    return tuple(corrected), missed


def correct_characters(script: Script, overrides: Overrides) -> tuple[Script, list[str]]:
    """A script whose people have other names, joined or apart; the old names become aliases."""
    if not overrides.characters:
        return script, []
    present = [(scene.id, presence.name) for scene in script.scenes for presence in scene.characters]
    names, missed = new_names(present, overrides.characters, what="character")
    scenes = tuple(
        replace(scene, characters=_people([(names[scene.id, one.name], one) for one in scene.characters]))
        for scene in script.scenes
    )
    return replace(script, scenes=scenes, characters=_cast(script, scenes, names)), missed


def _people(named: Sequence[tuple[str, Presence]]) -> tuple[Presence, ...]:
    """One presence a name: speeches and words added up."""
    merged: dict[str, Presence] = {}
    for name, presence in named:
        before = merged.get(name)
        if before is None:
            merged[name] = replace(presence, name=name)
        else:
            merged[name] = Presence(
                name,
                before.speaks or presence.speaks,
                before.speeches + presence.speeches,
                before.words + presence.words,
                min(before.line, presence.line),
                before.acts or presence.acts,
            )
    return tuple(merged.values())


def _cast(script: Script, scenes: Sequence[Scene], names: dict[tuple[int, str], str]) -> tuple[Character, ...]:
    before = {character.name: character for character in script.characters}
    aliases: dict[str, set[str]] = defaultdict(set)
    for (_, old), new in names.items():
        aliases[new] |= {old, *(before[old].aliases if old in before else ())}
    cast = [
        Character.of(
            name,
            present,
            aliases=aliases[name],
            standing=_standing(name, aliases[name], before),
            named_by=(form for old in sorted(aliases[name]) if old in before for form in before[old].named_by),
        )
        for name, present in presences_by_name(scenes).items()
    ]
    return by_prominence(cast)


def _standing(name: str, aliases: set[str], before: Mapping[str, Character]) -> str:
    """What a corrected name stands for: the person's own choice of a name makes a name of a role."""
    if name in before:
        return before[name].standing
    standings = {before[old].standing for old in aliases if old in before}
    return standings.pop() if len(standings) == 1 and name.upper() in map(str.upper, aliases) else "name"


def overrides_template(script: Script, locations: Sequence[Location]) -> str:
    """A first file of overrides: every name renamed to itself, ready to be edited, and examples of the rest."""
    start = files(__package__).joinpath("overrides_start.toml").read_text(encoding="utf-8")
    lines = [start, "[locations.rename]"]
    lines += [_identity(location.name, location.scenes) for location in locations]
    lines += ["", "[characters.rename]"]
    lines += [_identity(character.name, character.scenes) for character in script.characters]
    return "\n".join(lines) + "\n"


def _identity(name: str, scenes: Sequence[int]) -> str:
    return f"{toml_string(name)} = {toml_string(name)}  # scenes {_short(scenes)}"


def _short(scenes: Sequence[int]) -> str:
    shown = ", ".join(map(str, scenes[:12]))
    return shown if len(scenes) <= 12 else f"{shown} and {len(scenes) - 12} more"


def toml_string(text: str) -> str:
    """A TOML basic string: as in JSON, but for the delete character, which TOML wants escaped too."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
