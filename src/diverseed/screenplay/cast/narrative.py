"""The narrative word by word: how the script writes each word, and who is named in a scene."""

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from ..vocabulary import FUNCTION_WORDS, WORDS
from .joins import is_proper

_WORD = re.compile(r"#?[^\W_]+(?:['’\-.&][^\W_]+)*|[.!?:;\"“”]|--+|,|\(")
_POSSESSIVE = re.compile(r"['’]S?$", re.IGNORECASE)
_AGE = re.compile(r"^(?:\d{1,2}(?:['’]?S)?|EARLY|MID|LATE|TEENS|TEENAGER)$", re.IGNORECASE)
_STOPS = frozenset(".!?:;")
_QUOTES = frozenset('"“”')
_DETERMINERS = WORDS["determiners"]
_REACH = 8
_QUOTED_LINES = 4
"""Lines after which a quotation that nobody closed is taken to be over."""
MAX_NAMES = 2000

P = TypeVar("P")
Form = tuple[str, ...]
Forms = dict[str, list[tuple[Form, P]]]
"""First word of a name -> all its words and the person of type P who is called so, longest first."""


class Word(NamedTuple):
    """A word of the narrative in capitals, and how it stands there.

    ``capital``: written with a capital, as d'Artagnan is too; ``upper``: in capitals only; ``first``: of a sentence;
    ``shouted``: in a line without small letters; ``possessive``: Sid's; ``shown``: in a quotation or a picture, so that
    whoever it names is not there.
    """

    text: str
    capital: bool
    upper: bool
    first: bool
    line: int
    possessive: bool = False
    shouted: bool = False
    shown: bool = False


def words_of(lines: Iterable[tuple[int, str]]) -> list[Word]:
    """The words of numbered lines of narrative, commas and opening parentheses kept as words of their own."""
    found: list[Word] = []
    first, quoted, pictured, before = True, 0, 0, -1
    for number, text in lines:
        quoted = quoted - 1 if quoted > 0 and number == before + 1 else 0
        before = number
        shouted = text.isupper()
        for match in _WORD.finditer(text):
            raw = match.group()
            if raw in _QUOTES:
                quoted = _QUOTED_LINES if raw == "“" or (raw == '"' and not quoted) else 0
                continue
            if raw in _STOPS or raw.startswith("--"):
                first, pictured = True, 0
                continue
            bare = _POSSESSIVE.sub("", raw).replace("’", "'") if "'" in raw or "’" in raw else raw
            written = bare.upper()
            upper = len(bare) > 1 and bare.isupper()
            hidden = quoted > 0 or pictured > 0
            found.append(Word(written, bare != bare.lower(), upper, first, number, bare != raw, shouted, hidden))
            pictured = _pictured(written, pictured)
            first = False
    return found


def _pictured(word: str, state: int) -> int:
    """How many words more are in a picture: from PHOTOGRAPH OF to the end of the sentence or a few words on."""
    if word in WORDS["pictures"]:
        return -1
    if state == -1:
        return _REACH if word in WORDS["showing"] else 0
    return max(state - 1, 0)


@dataclass
class Usage:
    """How often a script writes each word: small, small as a noun (after THE, A, HIS), with a capital, so after THE.

    ``described`` counts a capital after THE and an adjective (the young Jedi), ``pairs`` neighbours that both have
    capitals; sentence starts and lines in capitals prove nothing and are not counted.
    """

    small: Counter[str] = field(default_factory=Counter)
    noun: Counter[str] = field(default_factory=Counter)
    capital: Counter[str] = field(default_factory=Counter)
    determined: Counter[str] = field(default_factory=Counter)
    described: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)

    def is_noun(self, word: str) -> bool:
        """Whether the script has the word for a thing or an office rather than for somebody."""
        return self.noun[word] + self.determined[word] > self.capital[word]

    def is_common(self, word: str) -> bool:
        """Whether the word is written small at least as often as with a capital."""
        return self.small[word] > 0 and self.small[word] >= self.capital[word]


def usage_of(stretches: Iterable[Sequence[Word]], speech: Iterable[str] = ()) -> Usage:
    """Count the words of the narrative, and the nouns of what is said."""
    usage = Usage()
    for stretch in stretches:
        for i, word in enumerate(stretch):
            before = stretch[i - 1] if i and not word.first else None
            determined = bool(before and before.text in _DETERMINERS and not before.upper) or bool(
                before and i > 1 and not before.first and not before.capital and stretch[i - 2].text in _DETERMINERS
            )
            if not word.capital:
                usage.small[word.text] += 1
                usage.noun[word.text] += determined
            elif not word.shouted:
                if determined and before and before.text in _DETERMINERS:
                    usage.determined[word.text] += 1
                elif not word.first or word.upper:
                    usage.capital[word.text] += 1
                    usage.described[word.text] += determined and stretch[i - 2].text == "THE"
                beside = before and before.capital and before.upper == word.upper and not before.possessive
                if before and beside and before.text.isalpha():
                    usage.pairs[before.text, word.text] += 1
    for text in speech:
        for spoken, following in itertools.pairwise(text.split()):
            bare = following.strip(".,;:!?\"'()-")
            if bare.islower() and spoken.upper() in _DETERMINERS:
                usage.noun[bare.upper()] += 1
    return usage


class Sign(NamedTuple):
    """First mention of somebody in a scene: its line, and the words that were taken for them."""

    line: int
    form: str


def mentions(words: Sequence[Word], forms: Forms[P], usage: Usage, name_parts: frozenset[str]) -> dict[P, Sign]:
    """People named in a stretch of narrative as there, and the first mention of each.

    At the start of a sentence, words that the script also writes small prove nothing. ``name_parts`` are parts of
    names: beside another word with a capital they may belong to that.
    """
    found: dict[P, Sign] = {}
    i = 0
    while i < len(words):
        length = 1
        for form, person in forms.get(words[i].text, ()):
            stretch = words[i : i + len(form)]
            if tuple(word.text for word in stretch) != form or not _is_name(stretch, usage):
                continue
            length = len(form)
            foreign = length == 1 and form[0] in name_parts and _has_company(words, i, forms, person)
            if not (stretch[-1].possessive or stretch[0].shown or foreign):
                found.setdefault(person, Sign(words[i].line, " ".join(form)))
            break
        i += length
    return found


def _is_name(stretch: Sequence[Word], usage: Usage) -> bool:
    if not all(word.capital or not word.text[:1].isalpha() or word.text.lower() == word.text for word in stretch):
        return False
    head = stretch[0]
    return len(stretch) > 1 or not head.first or head.upper or usage.small[head.text] <= 1


def _has_company(words: Sequence[Word], i: int, forms: Forms[P], person: P) -> bool:
    """Whether word ``i`` stands beside a word with a capital that is no name of the same person: Death STAR."""
    neighbours = [words[i - 1]] if i and not words[i].first else []
    neighbours += [words[i + 1]] if i + 1 < len(words) and not words[i + 1].first else []
    return any(
        word.capital
        and word.upper == words[i].upper
        and word.text.isalpha()
        and word.text not in FUNCTION_WORDS
        and not any(owner == person for _, owner in forms.get(word.text, ()))
        for word in neighbours
    )


def introduced(words: Sequence[Word], usage: Usage) -> set[str]:
    """Names in capitals with an age, ``MARTA VIDAL (61)`` or ``MARTA, 60s``: people even if they never speak."""
    found = set()
    for i, word in enumerate(words):
        if word.text not in (",", "(") or i + 1 >= len(words) or not _AGE.match(words[i + 1].text):
            continue
        start = i
        while start > 0 and i - start < 3 and words[start - 1].upper and words[start - 1].text[:1].isalpha():
            start -= 1
            if words[start].first:
                break
        name = " ".join(w.text for w in words[start:i])
        if (
            name
            and is_proper(name)
            and not any(usage.is_noun(w.text) or usage.is_common(w.text) for w in words[start:i])
        ):
            found.add(name)
    return found
