"""People by what they do: those who never speak but act, and the second names of those who speak."""

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set

from ..vocabulary import FUNCTION_WORDS, HONORIFICS, NOT_NAMES, WORDS
from .narrative import P, Usage, Word

ACTS, ACT_SCENES = 3, 3
"""How often, and in how many scenes, somebody silent must be the subject of a verb: once or twice any word is."""
ANIMATE = 2
"""Of these, verbs that somebody living, or built to seem so, is the subject of: those listed below, and those that the
script gives to its speakers more often than to things."""
_DETERMINED = 0.2
"""Share of mentions after THE or A above which a word is a thing: the Falcon."""
_SMALL = 0.05
_IN_HEADINGS = 0.1
"""Headings with a word, for each mention of it in the narrative, above which it is a place."""
_ANIMATE = WORDS["animate_verbs"]
_SECOND_NAMES = 2
"""Times a full name must stand in the narrative before its other half is taken for the same person."""
_OWN = 2 / 3
"""Share of a second name's company that must be one person: Corleone is the name of many."""


def second_names(people: Mapping[P, Set[str]], usage: Usage) -> dict[P, set[str]]:
    """Person -> words that stand beside their name as its other half: SOLO of HAN, DONALD of RIMGALE.

    ``people`` has the distinctive words of the names of each.
    """
    owner = {word: person for person, own in people.items() for word in own}
    company: dict[str, Counter[P | None]] = defaultdict(Counter)
    for (first, second), count in usage.pairs.items():
        for word, other in ((first, second), (second, first)):
            if other in owner and word not in owner:
                company[word][owner[other]] += count
            elif other not in owner and word not in owner and other not in FUNCTION_WORDS:
                company[word][None] += count
    found: dict[P, set[str]] = defaultdict(set)
    for word, beside in company.items():
        person, count = beside.most_common(1)[0]
        if person and count >= _SECOND_NAMES and count >= _OWN * beside.total() and _can_be_name(word, usage):
            found[person].add(word)
    return found


def silent_people(
    stretches: Sequence[Sequence[Word]], usage: Usage, known: Set[str], headings: Iterable[str]
) -> dict[str, set[str]]:
    """Key -> the names of people who act in several scenes and have no cue.

    ``known`` words name people who speak; words of ``headings`` are places.
    """
    places = Counter(word.strip("'\"().,-").removesuffix("'S") for text in headings for word in text.upper().split())
    verbs: dict[str, Counter[str]] = defaultdict(Counter)
    scenes: dict[str, set[int]] = defaultdict(set)
    things: Counter[str] = Counter()
    for number, stretch in enumerate(stretches):
        for word, following in itertools.pairwise(stretch):
            if usage.noun[word.text] and not word.capital and following.text.endswith("S"):
                things[following.text] += 1
            if not word.capital or word.possessive or word.shown or following.capital or following.first:
                continue
            verb = following.text
            if verb.endswith("S") and verb not in WORDS["no_verbs"] and not following.possessive:
                verbs[word.text][verb] += 1
                scenes[word.text].add(number)
    named = {
        word
        for word in verbs
        if word not in known
        and places[word] <= _IN_HEADINGS * usage.capital[word]
        and _can_be_name(word, usage)
        and usage.determined[word] + usage.described[word]
        <= _DETERMINED * (usage.capital[word] + usage.determined[word])
    }
    doers = Counter(itertools.chain.from_iterable(verbs[word].elements() for word in known if word in verbs))
    theirs = {verb for verb, people in doers.items() if people > things[verb]}
    animate = _ANIMATE | theirs

    def acts(word: str) -> bool:
        """Whether somebody, under both halves of a name together, does enough in enough scenes."""
        names = [word, *(other for other in named if other != word and _are_halves(word, other, usage))]
        done = sum((verbs[name] for name in names), Counter[str]())
        return (
            done.total() >= ACTS
            and len(set[int]().union(*(scenes[name] for name in names))) >= ACT_SCENES
            and sum(done[verb] for verb in animate) >= ANIMATE
        )

    return _joined(set(filter(acts, named)), usage)


def _can_be_name(word: str, usage: Usage) -> bool:
    letters = word.replace("-", "")
    return (
        len(letters) > 2
        and (letters.isalpha() or "-" in word)
        and word not in NOT_NAMES
        and word not in HONORIFICS
        and usage.small[word] + usage.noun[word] <= _SMALL * usage.capital[word]
    )


def _joined(found: set[str], usage: Usage) -> dict[str, set[str]]:
    """Names that are halves of one (Boba Fett), or short for one (Chewie, Artoo-Detoo), as one person."""
    people: dict[str, set[str]] = {}
    for word in sorted(found, key=lambda word: (-usage.capital[word], word)):
        owners = (
            key
            for key, names in people.items()
            if any(_are_halves(word, name, usage) or is_nickname(word, name) for name in names)
        )
        people.setdefault(next(owners, word), set()).add(word)
    return people


def _are_halves(one: str, other: str, usage: Usage) -> bool:
    beside = usage.pairs[one, other] + usage.pairs[other, one]
    return beside >= max(_SECOND_NAMES, 0.3 * min(usage.capital[one], usage.capital[other]))


def is_nickname(one: str, other: str) -> bool:
    """Whether one name is short for the other."""
    return is_short_for(one, other) or is_short_for(other, one)


def is_short_for(short: str, full: str) -> bool:
    """STAN of STANLEY, CHEWIE of CHEWBACCA, ARTOO of ARTOO-DETOO: the beginning of a name, or that with -IE or -Y."""
    if full.startswith(short) and len(short) >= 3 and len(full) >= len(short) + 2:
        return True
    stem = short.removesuffix("IE").removesuffix("Y")
    return stem != short and len(stem) >= 4 and full.startswith(stem) and full != short
