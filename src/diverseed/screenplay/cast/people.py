"""From the cues and the narrative of a script to its people: who they are, under which names, and how they stand."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..vocabulary import HONORIFICS, NOT_NAMES
from .cues import name_key, speakers_of, tokens, voice_owner
from .joins import core, is_proper, same_people
from .narrative import MAX_NAMES, Form, Usage, Word, introduced
from .roles import LEADING, Standing, standing_of
from .silent import is_nickname, second_names, silent_people
from .variants import misspelled


@dataclass(frozen=True)
class Cast:
    """People by key.

    ``cues`` are the cue keys of each, ``labels`` their names as shown, ``standing`` what the key names, ``speakers``
    the people who speak under each cue, ``forms`` how the narrative may name them (first word -> whole form and key,
    longest first), ``name_parts`` the single words among these that are parts of longer names, ``other_names`` what the
    narrative calls people besides their cues.
    """

    cues: dict[str, set[str]]
    labels: dict[str, str]
    standing: dict[str, Standing]
    speakers: dict[str, list[str]]
    forms: dict[str, list[tuple[Form, str]]]
    name_parts: frozenset[str]
    other_names: dict[str, set[str]]


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
    roles = frozenset(key for key in alone if standing[key] is not Standing.NAME)
    joined = same_people(alone, usage.pairs, order=order, roles=roles)
    cues: dict[str, set[str]] = defaultdict(set)
    for key in alone:
        cues[joined.get(key, key)].add(key)
    speakers = {key: [joined.get(part, part) for part in parts] for key, parts in groups.items()}
    labels = {key: _label(key, spelled) for key in cues}
    for key, people in speakers.items():
        if key not in alone and len(people) == 1 and people[0] in cues:
            cues[people[0]].add(key)
    nicknames: dict[str, str] = {}
    own = _own_words(cues, standing)
    for key, names in _silent(cues, standing, narrative, usage, headings).items():
        voices = {owner for owner, label in labels.items() if name_key(label) == key}  # HAN'S VOICE is called HAN
        owners = voices or {owner for owner, words in own.items() if any(is_nickname(key, word) for word in words)}
        if len(owners) == 1:
            nicknames |= dict.fromkeys(names, owners.pop())
        else:
            cues[key], labels[key], standing[key] = set(names), key, Standing.NAME
    total = Counter({key: sum(speeches[cue] for cue in cues[key]) for key in cues})
    forms, name_parts, second = _forms(cues, standing, total, usage, nicknames)
    return Cast(dict(cues), labels, {key: standing[key] for key in cues}, speakers, forms, name_parts, second)


def _speakers(key: str, known: set[str], scenes: Mapping[str, set[int]], speeches: Counter[str]) -> list[str]:
    """`speakers_of`, and two names in one narrow column: ANNETTE LISA, where both speak beside each other elsewhere.

    Their cues are taken apart in turn: of ANNA'S VOICE/BEN, where both speak alone, the first is ANNA.
    """
    words = key.split()
    narrow = len(words) == 2 and speeches[key] <= 2 and known.issuperset(words)
    found = words if narrow and scenes[words[0]] & scenes[words[1]] else speakers_of(key, known)
    if found == [key]:
        return found
    return list(dict.fromkeys(one for part in found for one in _speakers(part, known, scenes, speeches)))


def _label(key: str, spelled: Mapping[str, Counter[str]]) -> str:
    name = spelled[key].most_common(1)[0][0] if key in spelled else key
    owner = voice_owner(name.upper())
    return owner if owner and is_proper(name_key(owner)) else name


def _silent(
    cues: Mapping[str, set[str]],
    standing: Mapping[str, Standing],
    narrative: Sequence[Sequence[Word]],
    usage: Usage,
    headings: Sequence[str],
) -> dict[str, set[str]]:
    """People without a cue: brought in with an age, or acting in several scenes."""
    known = {word for names in cues.values() for name in names for word in (*tokens(name), *core(name))}
    known |= {word for names in second_names(_own_words(cues, standing), usage).values() for word in names}
    found = {
        name: {name}
        for name in sorted(set[str]().union(*(introduced(stretch, usage) for stretch in narrative)))
        if not known.intersection(core(name))
    }
    taken = {word for name in found for word in core(name)}
    return found | silent_people(narrative, usage, known | taken, headings)


def _own_words(cues: Mapping[str, set[str]], standing: Mapping[str, Standing]) -> dict[str, set[str]]:
    """The single words that name one person and nobody else."""
    owners: dict[str, set[str]] = defaultdict(set)
    for key, names in cues.items():
        if standing[key] is Standing.NAME:
            for name in names:
                for word in core(name) if is_proper(name) else ():
                    owners[word].add(key)
    own: dict[str, set[str]] = defaultdict(set)
    for word, keys in owners.items():
        if len(keys) == 1 and len(word) > 1:
            own[next(iter(keys))].add(word)
    return own


def _forms(
    cues: Mapping[str, set[str]],
    standing: Mapping[str, Standing],
    speeches: Counter[str],
    usage: Usage,
    nicknames: Mapping[str, str],
) -> tuple[dict[str, list[tuple[Form, str]]], frozenset[str], dict[str, set[str]]]:
    """How the narrative may name people, the single words that are parts of names, and the second names."""
    own = _own_words(cues, standing)
    second = second_names(own, usage)
    for name, key in nicknames.items():
        second.setdefault(key, set()).add(name)
    forms: dict[str, list[tuple[Form, str]]] = defaultdict(list)
    name_parts = set()
    for key in sorted(cues, key=lambda key: -speeches[key])[:MAX_NAMES]:
        whole: set[Form] = set()
        if standing[key] is Standing.NAME:
            whole = {tuple(tokens(name)) for name in cues[key]}
            parts = {word for word in own.get(key, ()) if (word,) not in whole and _is_distinctive(word, usage)}
            parts |= second.get(key, set())
            name_parts |= parts
            whole |= {(word,) for word in parts}
        elif standing[key] is Standing.ROLE and speeches[key] >= LEADING and _is_followed(key, usage):
            whole = {tuple(tokens(key))}
        for form in filter(None, whole):
            forms[form[0]].append((form, key))
    ordered = {first: sorted(entries, key=lambda entry: -len(entry[0])) for first, entries in forms.items()}
    return ordered, frozenset(name_parts), second


def _is_distinctive(word: str, usage: Usage) -> bool:
    """Whether a part of a name can stand for the whole: neither a title nor a word of other uses."""
    return word not in NOT_NAMES and word not in HONORIFICS and not (usage.is_common(word) or usage.is_noun(word))


def _is_followed(key: str, usage: Usage) -> bool:
    """Whether the narrative writes a role as the cue does, with a capital: the Driver, not the driver."""
    word = tokens(key)[-1]
    return usage.capital[word] + usage.determined[word] > usage.noun[word]
