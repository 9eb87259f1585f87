"""What a heading calls its place: the name of the place itself, and the parts of it that are named beside it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ...kernels.tokens import word_splitter
from ..records import Heading
from ..vocabulary import WORDS
from .headings import alternatives, names_no_place

Name = tuple[str, ...]
"""A name as it is compared: its words, folded, without a leading article."""

_ARTICLES = frozenset({"the", "a", "an"})
_split = word_splitter()


@dataclass(frozen=True, slots=True)
class PlaceName:
    """``heads`` are the names of the place, more than one where a slash joins them; ``parts`` those of parts of it.

    ``HALCYON - CARGO BAY/AIRLOCK`` has one head and two parts, ``OLD KETTLE/THE HUT`` two heads. A heading without a
    place has the empty head.
    """

    heads: tuple[Name, ...]
    parts: tuple[Name, ...]

    @property
    def head(self) -> Name:
        """The first name."""
        return self.heads[0]


def name_of(text: str) -> Name:
    """The words of a name: ``The Hut`` and ``HUT`` are equal."""
    found = _split(text)
    while len(found) > 1 and found[0] in _ARTICLES:
        found = found[1:]
    return tuple(found)


def is_room(name: Name) -> bool:
    """Whether a name is one that many buildings have a bearer of: KITCHEN, LOADING BAY, CORRIDOR."""
    return bool(name) and name[-1] in WORDS["rooms"]


def read_places(headings: Sequence[Heading]) -> list[PlaceName]:
    """The names in every heading, and which of them names the place. Headings explain one another.

    The part before the first dash or comma names the place, unless another part is a name that more headings start
    with: ``GALLEY, HALCYON`` is in the place that ``HALCYON - BRIDGE`` and ``HALCYON - HULL`` are in. What moves from
    place to place, ``HARBOUR - HALCYON`` and ``OPEN SEA - HALCYON``, does not take these scenes along. A shot is where
    the scene before it is, or at the place that it names beside: ``FULL SHOT - BRIDGE``.
    """
    read = [_without_view(_place(heading.parts)) for heading in headings]
    shots = [row for row, heading in enumerate(headings) if row and names_no_place(heading)]
    known = {head for row in set(range(len(read))).difference(shots) for head in read[row].heads}
    for row in shots:
        named = [part for part in read[row].parts if part in known]
        read[row] = PlaceName(tuple(named[:1]), tuple(named[1:])) if named else read[row - 1]
    starts = Counter(head for place in read for head in place.heads)
    follows = Counter(part for place in read for part in place.parts)
    moving = _moving(read, starts)
    return [_with_known_head(place, starts, follows, moving) for place in read]


def spellings(headings: Sequence[Heading]) -> dict[Name, str]:
    """How each name is written in the headings, most often."""
    written: dict[Name, Counter[str]] = {}
    for heading in headings:
        for text in heading.parts:
            for piece in (text, *alternatives(text)):
                written.setdefault(name_of(piece), Counter())[_unquoted(piece)] += 1
    return {name: counts.most_common(1)[0][0] for name, counts in written.items() if name}


def _unquoted(text: str) -> str:
    """Text without quotes around the whole of it; a double quote inside that was never closed is closed."""
    text = text.strip(" '")
    if len(text) > 1 and text[0] == text[-1] == '"' and text.count('"') == 2:
        return text[1:-1].strip()
    if text.count('"') % 2:
        text = text.strip('"') if text[0] == '"' or text[-1] == '"' else f'{text}"'
    return text.strip()


def _place(parts: Sequence[str]) -> PlaceName:
    named = ([name for piece in alternatives(text) if (name := name_of(piece))] for text in parts)
    pieces = [names for names in named if names]
    if not pieces:
        return PlaceName(((),), ())
    return PlaceName(tuple(pieces[0]), tuple(name for names in pieces[1:] for name in names))


def _without_view(place: PlaceName) -> PlaceName:
    if place.parts and place.head[-1] in WORDS["views"]:
        return PlaceName(place.parts[:1], place.parts[1:])
    return place


def _moving(places: Sequence[PlaceName], starts: Counter[Name]) -> set[Name]:
    """Names that stand behind two places or more, each a place of other headings too: ships and cars."""
    behind: dict[Name, set[Name]] = {}
    for place in places:
        for part in place.parts:
            if part != place.head and not is_room(place.head) and starts[place.head] > 1:
                behind.setdefault(part, set()).add(place.head)
    return {name for name, heads in behind.items() if len(heads) > 1}


def _with_known_head(place: PlaceName, starts: Counter[Name], follows: Counter[Name], moving: set[Name]) -> PlaceName:
    known = [part for part in place.parts if part not in moving]
    if len(place.heads) > 1 or not known:
        return place
    best = max(known, key=lambda part: starts[part])
    if is_room(best) or starts[best] <= starts[place.head] or starts[best] < follows[best]:
        return place
    return PlaceName((best,), (place.head, *(part for part in place.parts if part != best)))
