"""From the cues and the narrative of a script to its people: who they are, under which names, and how they stand."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..vocabulary import HONORIFICS, NOT_NAMES
from .cues import name_key, speakers_of, tokens, voice_owner
from .joins import RARE, core, is_proper, same_people
from .narrative import MAX_NAMES, Form, Forms, Usage, Word, introduced
from .roles import LEADING, Standing, standing_of
from .silent import is_nickname, second_names, silent_people
from .variants import misspelled


@dataclass(eq=False)
class Person:
    """Somebody: their main cue as ``key``, the name shown as ``label``, all their cues, and what that name is.

    ``other_names`` are what the narrative calls them besides their cues.
    """

    key: str
    label: str
    standing: Standing
    cues: set[str] = field(default_factory=set)
    other_names: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Cast:
    """The people, those who speak under each cue, and how the narrative may name them (see `narrative.mentions`)."""

    people: list[Person]
    speakers: dict[str, list[Person]]
    forms: Forms[Person]
    name_parts: frozenset[str]


def find_people(
    order: Mapping[int, Sequence[str]],
    spelled: Mapping[str, Counter[str]],
    narrative: Sequence[Sequence[Word]],
    usage: Usage,
    headings: Sequence[str],
) -> Cast:
    """The people of a script.

    ``order`` has the cue keys of every scene's speeches, ``spelled`` how often each is written in which way.
    """
    scenes: dict[str, set[int]] = defaultdict(set)
    speeches: Counter[str] = Counter()
    for number, keys in order.items():
        for key in keys:
            scenes[key].add(number)
            speeches[key] += 1
    standing = {key: standing_of(key, usage) for key in scenes}
    kept = {key: spoken for key, spoken in scenes.items() if standing[key] is not Standing.NOBODY}
    named = {key for key in kept if standing[key] is Standing.NAME}
    wrong = misspelled({key: speeches[key] for key in kept}, kept, usage, named)
    known = kept.keys() - wrong.keys()
    groups = {key: _speakers(wrong.get(key, key), known, scenes, speeches) for key in kept}
    alone = {key: spoken for key, spoken in kept.items() if groups[key] == [key]}
    joined = same_people(alone, usage.pairs, order=order, roles=alone.keys() - named)
    people: dict[str, Person] = {}
    for key in alone:
        owner = joined.get(key, key)
        people.setdefault(owner, Person(owner, _label(owner, spelled), standing[owner])).cues.add(key)
    speakers = {key: [people[joined.get(part, part)] for part in parts] for key, parts in groups.items()}
    for key, speaking in speakers.items():
        if len(speaking) == 1:
            speaking[0].cues.add(key)
    cast = _with_silent(list(people.values()), narrative, usage, headings)
    return Cast(cast, speakers, *_forms(cast, speeches, usage))


def _speakers(key: str, known: set[str], scenes: Mapping[str, set[int]], speeches: Counter[str]) -> list[str]:
    """`speakers_of`, and two names in one narrow column: ANNETTE LISA, where both speak beside each other elsewhere.

    Their cues are taken apart in turn: of ANNA'S VOICE/BEN, where both speak alone, the first is ANNA.
    """
    words = key.split()
    narrow = (
        len(words) == 2
        and known.issuperset(words)
        and speeches[key] <= max(2, min(speeches[word] for word in words) / RARE)
        and scenes[words[0]] & scenes[words[1]]
    )
    found = words if narrow else speakers_of(key, known)
    if found == [key]:
        return found
    return list(dict.fromkeys(one for part in found for one in _speakers(part, known, scenes, speeches)))


def _label(key: str, spelled: Mapping[str, Counter[str]]) -> str:
    name = spelled[key].most_common(1)[0][0]
    owner = voice_owner(name.upper())
    return owner if owner and is_proper(name_key(owner)) else name


def _with_silent(
    people: list[Person], narrative: Sequence[Sequence[Word]], usage: Usage, headings: Sequence[str]
) -> list[Person]:
    """The people, and those without a cue: brought in with an age, or acting in several scenes."""
    own = _own_words(people)
    known = {word for one in people for name in one.cues for word in (*tokens(name), *core(name))}
    known |= {word for names in second_names(own, usage).values() for word in names}
    aged = sorted(set[str]().union(*(introduced(stretch, usage) for stretch in narrative)))
    found = {name: {name} for name in aged if not known.intersection(core(name))}
    taken = {word for name in found for word in core(name)}
    for key, names in (found | silent_people(narrative, usage, known | taken, headings)).items():
        owners = [one for one in people if name_key(one.label) == key]  # HAN'S VOICE is called HAN
        owners = owners or [one for one, words in own.items() if any(is_nickname(key, word) for word in words)]
        if len(owners) == 1:
            owners[0].other_names |= names
        else:
            people.append(Person(key, key, Standing.NAME, names))
    return people


def _own_words(people: Iterable[Person]) -> dict[Person, set[str]]:
    """The single words that name one person and nobody else."""
    owners: dict[str, set[Person]] = defaultdict(set)
    for one in people:
        for name in filter(is_proper, one.cues if one.standing is Standing.NAME else ()):
            for word in core(name):
                owners[word].add(one)
    own: dict[Person, set[str]] = defaultdict(set)
    for word, bearers in owners.items():
        if len(bearers) == 1 and len(word) > 1:
            own[bearers.pop()].add(word)
    return own


def _forms(people: Sequence[Person], speeches: Counter[str], usage: Usage) -> tuple[Forms[Person], frozenset[str]]:
    """How the narrative may name people, and the single words among it that are parts of names."""
    own = _own_words(people)
    for person, names in second_names(own, usage).items():
        person.other_names |= names
    total = {one: sum(speeches[cue] for cue in one.cues) for one in people}
    forms: Forms[Person] = defaultdict(list)
    name_parts: set[str] = set()
    for person in sorted(people, key=lambda one: -total[one])[:MAX_NAMES]:
        whole: set[Form] = set()
        if person.standing is Standing.NAME:
            whole = {tuple(tokens(name)) for name in person.cues}
            parts = {word for word in own.get(person, ()) if (word,) not in whole and _is_distinctive(word, usage)}
            parts |= person.other_names
            name_parts |= parts
            whole |= {(word,) for word in parts}
        elif person.standing is Standing.ROLE and total[person] >= LEADING and _is_followed(person.key, usage):
            whole = {tuple(tokens(person.key))}
        for form in filter(None, whole):
            forms[form[0]].append((form, person))
    for entries in forms.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return forms, frozenset(name_parts)


def _is_distinctive(word: str, usage: Usage) -> bool:
    """Whether a part of a name can stand for the whole: neither a title nor a word of other uses."""
    return word not in NOT_NAMES and word not in HONORIFICS and not (usage.is_common(word) or usage.is_noun(word))


def _is_followed(key: str, usage: Usage) -> bool:
    """Whether the narrative writes a role as the cue does, with a capital: the Driver, not the driver."""
    word = tokens(key)[-1]
    return usage.capital[word] + usage.determined[word] > usage.noun[word]
