"""Slots of recurring phrases: places where every line has a word of its own, as after "invalid user" in a log."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

Neighbours = tuple[str, str]

_FEWEST = 5  # passing words between the same neighbours that make a slot
_MOSTLY = 0.8  # share of all words there; where most recur they are names


def passing_words(lines: Iterable[Sequence[str]], once: set[str]) -> Mapping[str, Neighbours]:
    """The words of one line that stand in a slot, and the neighbours that make the slot.

    A slot is between two neighbours, the start and the end of a line among them ("" for both), where at least five
    words stand that occur in one line each, and these are at least four in five of the words found there.

    Parameters
    ----------
    lines : words of each line
    once : the words that may pass: those of one line
    """
    total: Counter[Neighbours] = Counter()
    passing: Counter[Neighbours] = Counter()
    places: dict[str, Neighbours] = {}
    for line in lines:
        for before, word, after in zip(("", *line), line, (*line[1:], ""), strict=False):
            total[before, after] += 1
            if word in once:
                passing[before, after] += 1
                places[word] = before, after
    slots = {place for place, count in passing.items() if count >= max(_FEWEST, _MOSTLY * total[place]) and any(place)}
    return {word: place for word, place in places.items() if place in slots}
