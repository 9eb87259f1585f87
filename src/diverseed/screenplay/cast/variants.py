"""Spellings that a scanner or a typist made of one name: T HE ODE N, LURE for LUKE."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Set

from .joins import RARE
from .narrative import Usage

_NOT_LETTER = re.compile(r"[^\w\u3099\u309a]|_")
"""Spaces, marks and accents of decomposed text; not the marks of kana, which make other letters."""
_LEAST_LETTERS = 4
_LEAST_CUT, _CUT_PAIRS = 3, 3
"""Letters of a cut name, and pairs in a file: FRED and RED are two people, three such pairs a scanner's work."""


def misspelled(
    speeches: Mapping[str, int], scenes: Mapping[str, set[int]], usage: Usage, names: Set[str]
) -> dict[str, str]:
    """Misspelled cue -> the cue it stands for; ``names`` are the cues that name no role.

    Cues that are equal without spaces, marks and accents are one, in the spelling that the narrative has as well, else
    the most frequent. A rare name is a frequent one where it is one letter off, the two never speak in one scene, and
    the narrative does not know it: GARY is no slip of MARY if Gary is seen.
    """
    by_letters: dict[str, list[str]] = defaultdict(list)
    for key in speeches:
        by_letters[_NOT_LETTER.sub("", unicodedata.normalize("NFD", key))].append(key)
    found: dict[str, str] = {}
    similar: dict[str, set[str]] = defaultdict(set)
    for letters, keys in by_letters.items():
        if len(letters) > 1:
            best = max(keys, key=lambda key: (all(usage.capital[word] for word in key.split()), speeches[key], key))
            found |= {key: best for key in keys if key != best}
        frequent = max(keys, key=lambda key: speeches[key])
        if frequent in names and len(letters) >= _LEAST_LETTERS and letters.isalpha():
            for shape in _shapes(letters):
                similar[shape].add(frequent)
    near: dict[str, set[str]] = defaultdict(set)
    for alike in similar.values():
        for key in alike:
            near[key] |= {other for other in alike if speeches[other] >= RARE * speeches[key]}
    for key, owners in near.items():
        if len(owners) == 1 and not any(usage.capital[word] for word in key.split()):
            owner = next(iter(owners))
            if not scenes[key] & scenes[owner]:
                found[key] = owner
    return _resolved(found | _cut_by_the_scanner(speeches))


def _resolved(found: Mapping[str, str]) -> dict[str, str]:
    """Every cue with the last of its chain: a slip of a slip. Of those that go round in a ring, none is a slip."""
    resolved = {}
    for key in found:
        chain = [key]
        while (owner := found.get(chain[-1])) and owner not in chain:
            chain.append(owner)
        if not owner:
            resolved[key] = chain[-1]
    return resolved


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


def _shapes(word: str) -> set[str]:
    """The word, and it with each letter left out or blanked: two words share one where they are a letter apart."""
    return {word, *(word[:i] + mark + word[i + 1 :] for i in range(len(word)) for mark in ("", "?"))}
