"""Spellings that a scanner or a typist made of one name: T HE ODE N, LURE for LUKE."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

from .joins import RARE, are_adjacent
from .narrative import Usage

_NOT_LETTER = re.compile(r"[\W_]+")
_LEAST_LETTERS = 4
_LEAST_CUT, _CUT_PAIRS = 3, 3
"""Letters of a cut name, and pairs in a file: FRED and RED are two people, three such pairs a scanner's work."""


def misspelled(
    speeches: Mapping[str, int],
    scenes: Mapping[str, set[int]],
    usage: Usage,
    names: Set[str],
    order: Mapping[int, Sequence[str]],
) -> dict[str, str]:
    """Misspelled cue -> the cue it stands for.

    Cues that are equal without spaces and marks are one. A rare cue is a frequent one where it only adds a stray letter
    before the name (I BOWER), or is one letter off, the two never speak in one scene, and the narrative does not know
    it: GARY is no misspelling of MARY where Gary is seen. A name without its first letter or with letters changed round
    may share a scene with it in which neither speaks right after the other. ``names`` are the cues that name no role.
    """
    by_letters: dict[str, list[str]] = defaultdict(list)
    for key in speeches:
        by_letters[_NOT_LETTER.sub("", key)].append(key)
    found = _respaced(by_letters, speeches, usage)
    whole = {letters: max(keys, key=lambda key: speeches[key]) for letters, keys in by_letters.items()}
    similar: dict[str, set[str]] = defaultdict(set)
    for letters in whole:
        for shape in _shapes(letters) if len(letters) >= _LEAST_LETTERS else ():
            similar[shape].add(letters)
    for letters, key in whole.items():
        if len(letters) < _LEAST_LETTERS:
            continue
        stray = key.split()
        near = {other for shape in _shapes(letters) for other in similar[shape]} - {letters} if key in names else set()
        near = {other for other in near if _can_be_slip(letters, other, stray, usage)}
        if len(stray) > 1 and len(stray[0]) == 1 and (rest := "".join(stray[1:])) in whole:
            near.add(rest)
        owners = {whole[other] for other in near if speeches[whole[other]] >= RARE * speeches[key]} & names
        if len(owners) != 1:
            continue
        owner = owners.pop()
        shared = scenes[key] & scenes[owner]
        barred = stray[0] == "I" and "".join(stray[1:]) == _NOT_LETTER.sub("", owner)  # a bar in the margin, read as I
        apart = not any(are_adjacent(key, owner, order.get(scene, ())) for scene in shared)
        if not shared or barred or (_is_cut(key, owner) and apart):
            found[key] = owner
    found |= _cut_by_the_scanner(speeches)
    return {key: found.get(owner, owner) for key, owner in found.items()}


def _respaced(by_letters: Mapping[str, list[str]], speeches: Mapping[str, int], usage: Usage) -> dict[str, str]:
    """Cues of the same letters -> the spelling that the narrative has as well, else the most frequent."""
    found: dict[str, str] = {}
    for letters, keys in by_letters.items():
        if len(letters) > 1 and len(keys) > 1:
            best = max(keys, key=lambda key: (all(usage.capital[word] for word in key.split()), speeches[key], key))
            found |= {key: best for key in keys if key != best}
    return found


def _can_be_slip(letters: str, other: str, words: Sequence[str], usage: Usage) -> bool:
    """Whether the narrative leaves room for a slip: it does not know the word, or the other far better."""
    unknown = letters.isalpha() and other.isalpha() and not any(usage.capital[word] for word in words)
    return unknown or (_is_cut(letters, other) and RARE * usage.capital[letters] <= usage.capital[other])


def _is_cut(short: str, full: str) -> bool:
    """Whether a name lost its first letter, or had its letters changed round."""
    return full[1:] == short or sorted(full) == sorted(short)


def _cut_by_the_scanner(speeches: Mapping[str, int]) -> dict[str, str]:
    """Cues without their first letter, where a file has several: a scanner lost a column. ARRY is HARRY then."""
    cut: dict[str, list[str]] = defaultdict(list)
    for key in speeches:
        cut[key[1:]].append(key)
    found = {
        key: owners[0]
        for key in speeches
        if len(key) >= _LEAST_CUT and len(owners := cut.get(key, [])) == 1 and speeches[owners[0]] > speeches[key]
    }
    return found if len(found) >= _CUT_PAIRS else {}


def is_slip(one: str, other: str) -> bool:
    """Whether two words of five letters or more differ in one letter, or only in the order of their letters."""
    if min(len(one), len(other)) <= _LEAST_LETTERS or one[0] != other[0]:
        return False
    return not _shapes(one).isdisjoint(_shapes(other))


def _shapes(word: str) -> set[str]:
    """The word, with each letter left out or blanked, and its letters in order.

    Two words share one where they are a letter apart or have the same letters.
    """
    gaps = range(len(word))
    shapes = {word[:i] + mark + word[i + 1 :] for i in gaps for mark in ("", "?")}
    return shapes | {word, "~" + "".join(sorted(word))}
