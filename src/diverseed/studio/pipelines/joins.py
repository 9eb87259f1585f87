"""Names that may mean the same person: suggestions to accept or dismiss."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from ...screenplay.records import Character

_MOST = 12
_SHORTEST = 3
_PET_ENDING = 3
"""The most letters that a nickname adds: TIM, TIMMY."""


def suggested_joins(characters: Sequence[Character], different: Iterable[tuple[str, ...]] = ()) -> list[dict[str, str]]:
    """Pairs of names, most prominent first: ``name`` may be ``into``, who is seen more often, and ``why``.

    Groups, voices and names with numbers (GUARD 2) are different on purpose; pairs in ``different`` were dismissed.
    """
    dismissed = set(map(frozenset, different))
    named = [one for one in characters if one.standing == "name" and not any(map(str.isdigit, one.name))]
    words = {one.name: one.name.upper().replace(".", " ").split() for one in named}
    found = []
    for first, second in combinations(named, 2):  # the more prominent comes first
        why = _why(words[first.name], words[second.name])
        if why and {first.name, second.name} not in dismissed:
            found.append((second.name, first.name, why))
    # a part that several names share (a surname, GOON in GOON II and GOON III) says nothing
    uses = Counter(one for name, into, why in found if why == "part" for one in (name, into))
    once = [pair for pair in found if pair[2] != "part" or uses[pair[0]] == uses[pair[1]] == 1]
    sentences = {
        "part": "one name is part of the other",
        "pet": "one may be short for the other",
        "letter": "they differ in one letter",
    }
    return [{"name": name, "into": into, "why": sentences[why]} for name, into, why in once[:_MOST]]


def _why(first: Sequence[str], second: Sequence[str]) -> str:
    short, long = sorted((first, second), key=len)
    if len(short) < len(long):
        return "part" if set(short) < set(long) and max(map(len, short)) >= _SHORTEST else ""
    differing = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    if len(differing) != 1:
        return ""
    a, b = sorted(differing[0], key=len)
    if len(a) < _SHORTEST or a[0] != b[0]:
        return ""
    if b.startswith(a) and len(b) - len(a) <= _PET_ENDING:
        return "pet"
    return "letter" if len(a) > _SHORTEST and _one_letter_off(a, b) else ""


def _one_letter_off(a: str, b: str) -> bool:
    """Whether one letter changed, added or left out makes one of the other; ``a`` is not the longer one."""
    if len(a) == len(b):
        return sum(x != y for x, y in zip(a, b, strict=True)) == 1
    return len(b) == len(a) + 1 and any(b[:at] + b[at + 1 :] == a for at in range(len(b)))
