"""People in the narrative: who is named there without speaking, and the full names it gives."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .names import core, is_proper, tokens
from .vocabulary import ROLE_NOUNS

_WORD = re.compile(r"#?[^\W_]+(?:['’\-.&][^\W_]+)*|[.!?:;\"“”]|--+|,|\(")
_POSSESSIVE = re.compile(r"['’]S?$", re.IGNORECASE)
_AGE = re.compile(r"^\d{1,2}(?:['’]?S)?$", re.IGNORECASE)
_AGE_WORDS = frozenset({"EARLY", "MID", "LATE", "TEENS", "TEENAGER"})
_STOPS = frozenset('.!?:;"“”')
MAX_NAMES = 2000


class Word(NamedTuple):
    """A word of the narrative, in capitals; how it was written: capital first, capitals only, first of a sentence."""

    text: str
    capital: bool
    upper: bool
    first: bool
    line: int


def words_of(lines: Iterable[tuple[int, str]]) -> list[Word]:
    """The words of numbered lines of narrative, commas and opening parentheses kept as words of their own."""
    words = []
    first = True
    for number, text in lines:
        for match in _WORD.finditer(text):
            raw = match.group()
            if raw in _STOPS or raw.startswith("--"):
                first = True
                continue
            written = _POSSESSIVE.sub("", raw).replace("’", "'") if "'" in raw or "’" in raw else raw
            upper = len(written) > 1 and written.isupper()
            words.append(Word(written.upper(), written[:1].isupper(), upper, first, number))
            first = False
    return words


def full_names(words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    """Pairs of neighbouring words with capitals, neither a role: the first and last names among them."""
    for a, b in itertools.pairwise(words):
        if a.capital and b.capital and not b.first and a.text.isalpha() and b.text.isalpha() and len(b.text) > 2:
            yield a.text, b.text


def mentions(
    words: Sequence[Word], forms: Mapping[str, list[tuple[tuple[str, ...], str]]], common: set[str]
) -> dict[str, int]:
    """People named in a stretch of narrative, and the line of the first mention.

    Parameters
    ----------
    words : the stretch
    forms : first word of a name -> (all its words, key of the person), longest first
    common : words the script also writes small, which at the start of a sentence prove nothing
    """
    found: dict[str, int] = {}
    i = 0
    while i < len(words):
        length = 1
        for form, key in forms.get(words[i].text, ()):
            stretch = words[i : i + len(form)]
            if tuple(word.text for word in stretch) == form and _is_name(stretch, common):
                found.setdefault(key, words[i].line)
                length = len(form)
                break
        i += length
    return found


def _is_name(stretch: Sequence[Word], common: set[str]) -> bool:
    if not all(word.capital or not word.text[:1].isalpha() or word.text.lower() == word.text for word in stretch):
        return False
    head = stretch[0]
    return len(stretch) > 1 or not head.first or head.upper or head.text not in common


def name_forms(people: Mapping[str, Iterable[str]]) -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """How each person may be named: their cues, and the single words of a proper name that no one else shares.

    ``people`` maps the key of a person to all their cue keys.
    """
    owners: dict[str, set[str]] = defaultdict(set)
    for key, cues in people.items():
        for cue in cues:
            for word in core(cue) if is_proper(cue) else ():
                owners[word].add(key)
    forms: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    for key, cues in list(people.items())[:MAX_NAMES]:
        spelled = {tuple(tokens(cue)) for cue in cues}
        own = {word for cue in cues if is_proper(cue) for word in core(cue) if owners[word] == {key}}
        spelled |= {(word,) for word in own if word not in ROLE_NOUNS and len(word) > 1}
        for form in spelled:
            if form:
                forms[form[0]].append((form, key))
    return {first: sorted(entries, key=lambda entry: -len(entry[0])) for first, entries in forms.items()}


def common_words(texts: Iterable[str]) -> set[str]:
    """Words (in capitals) that the script writes small more than once."""
    counts = Counter(word for text in texts for word in text.split() if word.islower())
    return {word.strip(".,;:!?\"'()-").upper() for word, count in counts.items() if count > 1}


def introduced(words: Sequence[Word]) -> set[str]:
    """Names in capitals with an age, ``MARTA VIDAL (61)`` or ``MARTA, 60s``: people even if they never speak."""
    found = set()
    for i, word in enumerate(words):
        if word.text not in (",", "(") or i + 1 >= len(words) or not _is_age(words[i + 1].text):
            continue
        start = i
        while start > 0 and i - start < 3 and words[start - 1].upper and words[start - 1].text[:1].isalpha():
            start -= 1
            if words[start].first:
                break
        name = " ".join(w.text for w in words[start:i])
        if name and is_proper(name):
            found.add(name)
    return found


def _is_age(text: str) -> bool:
    return bool(_AGE.match(text)) or text in _AGE_WORDS
