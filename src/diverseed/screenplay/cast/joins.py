"""Which cues are the same person, on evidence only."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from ..vocabulary import HONORIFICS, NOT_NAMES, ROLE_NOUNS

RARE = 5
"""A slip is this many times rarer than the name. Of true pairs in the development films nearly all are."""
_PROPER = re.compile(r"^[^\W\d_]{2,}(?:[-'][^\W\d_]+)*$")


def core(key: str) -> tuple[str, ...]:
    """The words of a name without the titles before it: MR WAYNE is WAYNE, IMPERIAL OFFICER stays."""
    words = key.split()
    start = next((i for i, word in enumerate(words) if word not in HONORIFICS), len(words) - 1)
    return tuple(words[max(start, 0) :])


def is_proper(key: str) -> bool:
    """Whether a key can be a personal name: plain words, none of them a role, a function word or a possessive."""
    words = core(key)
    return 0 < len(words) <= 3 and all(
        _PROPER.match(word) and word not in NOT_NAMES and not word.endswith("'S") for word in words
    )


def same_people(
    scenes: Mapping[str, set[int]],
    full_names: Iterable[tuple[str, str]],
    *,
    order: Mapping[int, Sequence[str]] | None = None,
    roles: Set[str] = frozenset(),
) -> dict[str, str]:
    """Cue key -> key of the person, for the cues that are another name of somebody.

    A short name joins a longer one when it is the first or last word of exactly one of them and the two never speak in
    the same scene; or when the scene brings the person in by the full name and goes on with the first, others speaking
    in between. MR WAYNE joins BRUCE through the full name Bruce Wayne of the narrative, under the same conditions, and
    so does WAYNE where the narrative has the full name more than once. Cues that name ``roles`` join nothing; without
    the ``order`` of speeches, two who share a scene are two people.
    """
    groups = {key: {key} for key in scenes}

    def join(a: str, b: str, *, in_full: bool = False) -> None:
        first, second = groups[a], groups[b]
        if first is second or not all(
            _are_compatible(x, y, scenes, order or {}, in_full=in_full) for x in first for y in second
        ):
            return
        first |= second
        for key in second:
            groups[key] = first

    named = {key: spoken for key, spoken in scenes.items() if key not in roles}
    for short, candidates in _longer_names(named).items():
        if len(candidates) == 1:
            join(candidates.pop(), short)
    for other, candidates in _named_in_full(named, Counter(full_names)).items():
        if len(candidates) == 1:
            join(candidates.pop(), other, in_full=True)
    result = {key: max(group, key=lambda k: (len(scenes[k]), k)) for key, group in groups.items()}
    return {key: person for key, person in result.items() if key != person}


def _are_compatible(
    a: str, b: str, scenes: Mapping[str, set[int]], order: Mapping[int, Sequence[str]], *, in_full: bool
) -> bool:
    """Whether two cues may be one person.

    They share no scene, or only such as go from the full name to the first; or one is rare and never answers the other
    (a writer who forgot that DISNEY is WALT), for a full name and its first, or where the narrative has the two
    ``in_full``, as one name.
    """
    full, short = (a, b) if len(a) > len(b) else (b, a)
    shared = scenes[a] & scenes[b]
    if not shared:
        return True
    first = core(full)[0] == short
    rare = min(len(scenes[a]), len(scenes[b])) * RARE <= max(len(scenes[a]), len(scenes[b]))
    return (first and all(_is_shortened(full, short, order.get(scene, ())) for scene in shared)) or (
        (first or in_full) and rare and not any(are_adjacent(a, b, order.get(scene, ())) for scene in shared)
    )


def are_adjacent(one: str, other: str, speeches: Sequence[str]) -> bool:
    """Whether one speaks right after the other, or nothing is known of the order: then they are two."""
    return not speeches or any({first, second} == {one, other} for first, second in itertools.pairwise(speeches))


def _is_shortened(full: str, short: str, speeches: Sequence[str]) -> bool:
    """Whether every speech under the full name comes before those under the short one, with another in between."""
    if full not in speeches or short not in speeches:
        return False
    last_full = len(speeches) - 1 - list(reversed(speeches)).index(full)
    return speeches.index(short) > last_full + 1


def _longer_names(scenes: Mapping[str, set[int]]) -> dict[str, set[str]]:
    """Name of one word, with or without a title -> the cues that may be the same person under another name."""
    proper = [key for key in scenes if is_proper(key)]
    by_word: dict[str, set[str]] = defaultdict(set)
    for key in proper:
        words = core(key)
        for word in {words[0], words[-1]}:
            by_word[word].add(key)
    longer: dict[str, set[str]] = {}
    for key in proper:
        word = core(key)[0]
        if len(core(key)) > 1:
            continue
        others = by_word[word] - {key}
        full = {other for other in others if len(core(other)) > 1 and not _is_relative(word, other, scenes)}
        titled = {other for other in others if len(core(other)) == 1 and other != word}
        # MR WAYNE and MRS WAYNE are two people: then neither is simply WAYNE, nor surely the only full name.
        if not titled:
            longer[key] = full | ({word} & others)
    return longer


def _is_relative(word: str, full: str, scenes: Mapping[str, set[int]]) -> bool:
    """Whether LINN QUIST is someone else than QUIST: Quist speaks in a scene with Linn."""
    first = core(full)[0]
    return word == core(full)[-1] and bool(scenes.get(word, set()) & scenes.get(first, set()))


def _named_in_full(keys: Iterable[str], full_names: Counter[tuple[str, str]]) -> dict[str, set[str]]:
    """Last name as a cue (WAYNE, MR WAYNE) -> the cues by first name (BRUCE) that the narrative gives it."""
    known = dict.fromkeys(keys)  # in the order of the script, as a set is not
    first_names: dict[str, Counter[str]] = defaultdict(Counter)
    for (first, last), count in full_names.items():
        if first in known and first not in ROLE_NOUNS and first not in HONORIFICS:
            first_names[last][first] += count
    found = {}
    for key in known:
        words = core(key)
        if len(words) != 1 or words[0] not in first_names or not is_proper(key):
            continue
        titled = key != words[0]
        if titled and words[0] in known:
            continue
        candidates = first_names[words[0]]
        if titled or sum(candidates.values()) > 1:
            found[key] = set(candidates)
    return found
