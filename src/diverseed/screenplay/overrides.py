"""Corrections by a person: merge, split and rename locations and characters, from a TOML file.

::

    [[locations.merge]]
    names = ["CROWN COURT", "COURT FOUR"]     # the first name stays

    [[locations.split]]
    name = "HARBOUR"
    scenes = [12]
    new = "FISH QUAY"

    [locations.rename]
    "SPACE" = "OUTER SPACE"

and the same under ``characters``. Names are those of the report before any correction. All splits are made first, then
merges, then renames; a name that several entries are renamed to merges them. Before all of these,
``not_headings = [120]`` lists lines of the script that were wrongly read as scene headings. After all of these,
``hidden_characters = ["GUARD"]`` leaves people out of the chart, and ``different_characters = [["TIM", "TIMMY"]]`` says
that two names mean two people, so that the studio no longer suggests to merge them.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError

_SECTIONS = ("locations", "characters")
_FIELDS = {"merge": ("names",), "split": ("name", "scenes", "new")}
_NOT_HEADINGS, _HIDDEN, _DIFFERENT = "not_headings", "hidden_characters", "different_characters"
_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Split:
    """Scenes taken out of what is called ``name``, to be called ``new``."""

    name: str
    scenes: tuple[int, ...]
    new: str


@dataclass(frozen=True, slots=True)
class Corrections:
    """Corrections of one kind of thing."""

    merge: tuple[tuple[str, ...], ...] = ()
    split: tuple[Split, ...] = ()
    rename: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.merge or self.split or self.rename)


@dataclass(frozen=True, slots=True)
class Overrides:
    """All corrections of a file."""

    locations: Corrections = Corrections()
    characters: Corrections = Corrections()
    not_headings: tuple[int, ...] = ()
    hidden: tuple[str, ...] = ()
    different: tuple[tuple[str, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.locations or self.characters or self.not_headings or self.hidden or self.different)


def read_overrides(data: bytes | str, *, name: str = "overrides") -> Overrides:
    """Parse corrections; an error names the place of anything invalid.

    Raises
    ------
    InputError
    """
    if len(data) > _MOST_BYTES:
        raise InputError(f"{name} has {len(data):,} bytes; the limit is {_MOST_BYTES:,}. Keep only the corrections.")
    try:
        table = tomllib.loads(data if isinstance(data, str) else data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{name} is not a TOML file: {error}. Write one with --write-overrides.") from error
    _check_keys(table, (*_SECTIONS, _NOT_HEADINGS, _HIDDEN, _DIFFERENT), name)
    locations, characters = (_corrections(table.get(section, {}), f"{name}: {section}") for section in _SECTIONS)
    lines, hidden, pairs = (table.get(key, []) for key in (_NOT_HEADINGS, _HIDDEN, _DIFFERENT))
    if not _is_list(lines, _is_number):
        raise InputError(f"{name}: {_NOT_HEADINGS} must be a list of line numbers such as [120, 340]; it is {lines!r}.")
    if not _is_list(hidden, _is_name):
        raise InputError(f'{name}: {_HIDDEN} must be a list of names such as ["GUARD", "PORTER"]; it is {hidden!r}.')
    if not _is_list(pairs, lambda pair: isinstance(pair, list) and len(pair) == 2):
        raise InputError(f'{name}: {_DIFFERENT} must be a list of pairs such as [["TIM", "TIMMY"]]; it is {pairs!r}.')
    different = tuple(_names(pair, f"{name}: {_DIFFERENT}") for pair in pairs)
    return Overrides(locations, characters, tuple(sorted(set(lines))), tuple(hidden), different)


def _corrections(table: Any, where: str) -> Corrections:
    if not isinstance(table, dict):
        raise InputError(f"{where} must be a table with merge, split or rename.")
    _check_keys(table, (*_FIELDS, "rename"), where)
    for key, fields in _FIELDS.items():
        if not _is_list(table.setdefault(key, []), lambda entry: isinstance(entry, dict)):
            section = f"{where.rpartition(' ')[2]}.{key}"
            raise InputError(f"{where}.{key} must be written as [[{section}]] with {', '.join(fields)}.")
        for entry in table[key]:
            _check_keys(entry, fields, f"{where}.{key}")
    merges = tuple(_names(entry.get("names"), f"{where}.merge") for entry in table["merge"])
    splits = tuple(_split(entry, f"{where}.split") for entry in table["split"])
    rename = table.get("rename", {})
    if not isinstance(rename, dict) or not all(map(_is_name, rename.values())):
        raise InputError(f'{where}.rename must hold lines of the form "OLD NAME" = "NEW NAME".')
    return Corrections(merges, splits, {old: new.strip() for old, new in rename.items()})


def _names(names: Any, where: str) -> tuple[str, ...]:
    if not _is_list(names, _is_name) or len(names) < 2:
        raise InputError(
            f'{where} needs names = ["NAME THAT STAYS", "OTHER NAME", ...], two or more; it has {names!r}.'
        )
    return tuple(names)


def _split(entry: Mapping[str, Any], where: str) -> Split:
    scenes = entry.get("scenes")
    if not scenes or not _is_list(scenes, _is_number):
        raise InputError(f"{where} needs scenes = [numbers as in scenes.csv]; it has {scenes!r}.")
    for key in ("name", "new"):
        if not _is_name(entry.get(key)):
            raise InputError(f'{where} needs {key} = "A NAME"; it has {entry.get(key)!r}.')
    return Split(entry["name"], tuple(scenes), entry["new"].strip())


def _is_list(value: object, is_entry: Callable[[object], bool]) -> bool:
    return isinstance(value, list) and all(map(is_entry, value))


def _is_number(value: object) -> bool:
    return type(value) is int  # True is an int too


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= 200


def _check_keys(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in table:
        if key not in known:
            raise InputError(f"{where}: {key!r} is not supported. Use {', '.join(known)}.")


def new_names(
    present: Iterable[tuple[int, str]], corrections: Corrections, *, what: str
) -> tuple[dict[tuple[int, str], str], list[str]]:
    """(Scene id, old name) -> new name of all that is ``present``; a message for each correction that matched nothing.

    ``what`` is location or character, for the messages.
    """
    pairs = list(dict.fromkeys(present))
    spelled = {key_of(name): name for _, name in reversed(pairs)}
    known = {*spelled, *(key_of(split.new) for split in corrections.split)}
    missed = []
    taken: dict[tuple[int, str], str] = {}
    for split in corrections.split:
        for scene in split.scenes:
            matches = [pair for pair in pairs if pair[0] == scene and key_of(pair[1]) == key_of(split.name)]
            taken |= dict.fromkeys(matches, split.new)
            if not matches:
                missed.append(f"split of {what} {split.name!r}: it is not in scene {scene}")
    target: dict[str, str] = {}
    for names in corrections.merge:
        target |= dict.fromkeys(map(key_of, names), spelled.get(key_of(names[0]), names[0]))
    rename = {key_of(old): new for old, new in corrections.rename.items()}
    asked = [("merge", name) for names in corrections.merge for name in names]
    asked += [("rename", old) for old in corrections.rename]
    missed += [f"{how} of {what} {old!r}: there is no such {what}" for how, old in asked if key_of(old) not in known]
    result = {}
    for pair in pairs:
        name = taken.get(pair, pair[1])
        name = target.get(key_of(name), name)
        result[pair] = rename.get(key_of(name), name)
    return result, missed


def key_of(name: str) -> str:
    return " ".join(name.casefold().split())
