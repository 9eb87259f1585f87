"""Evidence that two names in headings are one place, each piece with its reason in words."""

from bisect import bisect
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..records import Scene
from ..vocabulary import WORDS
from .place_names import Name, PlaceName, is_room

_KIND_WORDS = WORDS["kinds"]
_FEW = 3
"""Scenes that a place needs before a short form that fits two places is taken for it."""


@dataclass(frozen=True, slots=True)
class Join:
    """Two names taken for one place. ``scene`` is the id of the scene that shows it, ``reason`` says why.

    ``kind`` is slash, corner, short form or initials.
    """

    scene: int
    kind: str
    reason: str


class Groups:
    """Names joined so far: a union-find over names, with exceptions for single scenes, and the reasons."""

    def __init__(self, scenes: Sequence[Scene], places: Sequence[PlaceName], spelled: Mapping[Name, str]) -> None:
        self.scenes, self.places = scenes, places
        self.joins: list[Join] = []
        self._spelled = spelled
        self._parent: dict[Name, Name] = {}
        self._names = [place.head for place in places]
        self.first_rows: dict[Name, int] = {}
        for row, name in enumerate(self._names):
            self.first_rows.setdefault(name, row)

    def find(self, name: Name) -> Name:
        """The name that stands for the whole group."""
        while self._parent.get(name, name) != name:
            name = self._parent[name]
        return name

    def join(self, row: int, kind: str, name: Name, other: Name, reason: str, *, everywhere: bool = True) -> None:
        """Scene ``row``, or where ``everywhere`` all scenes named ``name``, play at ``other``."""
        own = name if everywhere else self._names[row]
        if self.find(own) == self.find(other):
            return
        if everywhere:
            self._parent[self.find(name)] = self.find(other)
        else:
            self._names[row] = other
        self.joins.append(Join(self.scenes[row].id, kind, reason))

    def of_rows(self) -> list[Name]:
        """The group of every scene."""
        return [self.find(name) for name in self._names]

    def show(self, name: Name) -> str:
        """A name as the headings write it."""
        return self._spelled.get(name, " ".join(name).upper())


def join_places(
    scenes: Sequence[Scene], places: Sequence[PlaceName], spelled: Mapping[Name, str]
) -> tuple[list[Name], list[Join]]:
    """The group of names each scene belongs to, and the joins that made the groups.

    Rules in the order of their strength: a slash, a part that stands alone, initials, a short form. Each sees the
    groups that the joins before it made. What is part of two places, a ship or a car, moves between them: it joins
    nothing, and two places are not one because both have it.
    """
    groups = Groups(scenes, places, spelled)
    for rule in (_slashes, _lone_parts, _initials, _short_forms):
        rule(groups)
    return groups.of_rows(), groups.joins


def _slashes(groups: Groups) -> None:
    """A heading with two places says that they are one; an intercut between them does not."""
    for row, place in enumerate(groups.places):
        if any("INTERCUT" in modifier for modifier in groups.scenes[row].parsed.modifiers):
            continue
        for other in place.heads[1:]:
            reason = f"scene {groups.scenes[row].id} names {groups.show(place.head)} and {groups.show(other)} together"
            groups.join(row, "slash", other, place.head, reason)


def _lone_parts(groups: Groups) -> None:
    """``VAULT`` is in the place that ``... - VAULT`` is in, if only one is.

    A room that many buildings have, ``KITCHEN``, is in the nearest, scene by scene.
    """
    bearers: dict[Name, list[int]] = {}
    for row, place in enumerate(groups.places):
        for part in place.parts:
            if part != place.head:
                bearers.setdefault(part, []).append(row)
    for row, place in enumerate(groups.places):
        rows = bearers.get(place.head)
        if not rows or (not is_room(place.head) and _is_moving(place.head, rows, groups)):
            continue
        after = bisect(rows, row)
        nearest = min(rows[max(after - 1, 0) : after + 1], key=lambda other: (abs(other - row), other))
        owner = groups.places[nearest].head
        reason = f"{groups.show(place.head)} is part of {groups.show(owner)} in scene {groups.scenes[nearest].id}"
        groups.join(row, "corner", place.head, owner, reason, everywhere=not is_room(place.head))


def _is_moving(name: Name, rows: Sequence[int], groups: Groups) -> bool:
    """Whether the rows that have a name as a part of their place are of two places: it goes from one to the other."""
    return len({groups.find(groups.places[row].head) for row in rows} - {groups.find(name)}) > 1


def _initials(groups: Groups) -> None:
    """``G&L`` is ``GARRICK & LISLE``."""
    rows = groups.first_rows
    full = {"".join(word[0] for word in name): name for name in reversed(rows) if len("".join(name[1:])) > 1}
    for name, row in rows.items():
        letters = "".join(name)
        if len(name) == len(letters) and letters in full:
            reason = f"{groups.show(name)} has the initials of {groups.show(full[letters])}"
            groups.join(row, "initials", name, full[letters], reason)


def _short_forms(groups: Groups) -> None:
    """``AUCTION HOUSE`` is ``GARRICK & LISLE AUCTION HOUSE``: all its words are there, and of no other place."""
    rows = groups.first_rows
    bare = {name: frozenset(word.removesuffix("'s") for word in name) for name in rows}
    holders: dict[str, set[Name]] = {}
    for name in rows:
        for word in bare[name]:
            holders.setdefault(word, set()).add(name)
    for name in sorted(rows, key=lambda name: (-len(name), rows[name])):
        if not name or bare[name] <= _KIND_WORDS or (len(name) == 1 and is_room(name)):
            continue
        longer = [
            other for other in set.intersection(*(holders[word] for word in bare[name])) if bare[name] < bare[other]
        ]
        full = _clear_winner(name, longer, bare, groups) if longer else None
        if full is not None:
            reason = f"{groups.show(name)} is short for {groups.show(full)}"
            groups.join(rows[name], "short form", name, full, reason)


def _clear_winner(name: Name, longer: list[Name], bare: Mapping[Name, frozenset[str]], groups: Groups) -> Name | None:
    """The full form a short form stands for, or None where two fit alike."""
    sizes = Counter(groups.of_rows())

    def fit(other: Name) -> tuple[bool, int, bool, bool]:
        only_kind = bare[other] - bare[name] <= _KIND_WORDS
        same_start = name[0].removesuffix("'s") == other[0].removesuffix("'s")
        return only_kind, sizes[groups.find(other)], same_start, name[-1] == other[-1]

    best: dict[Name, Name] = {}
    for other in sorted(longer, key=lambda other: (fit(other), other)):
        best[groups.find(other)] = other
    ranked = sorted(best.values(), key=fit, reverse=True)
    if len(ranked) < 2:
        return ranked[0] if ranked else None
    (kind, size, *ends), (kind_2, size_2, *ends_2) = fit(ranked[0]), fit(ranked[1])
    clear = kind > kind_2 or size >= max(_FEW, 2 * size_2) or (size >= size_2 and ends > ends_2)
    return ranked[0] if clear else None
