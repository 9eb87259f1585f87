"""Tagged lines to scenes and cast: whatever the format was, from here on it makes no difference."""

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .cast.cues import cue_columns, cue_name, name_key
from .cast.narrative import Sign, mentions, usage_of, words_of
from .cast.people import Cast, Person, find_people
from .places.headings import parse_heading
from .records import Character, Heading, Kind, Line, Presence, Scene, cast_of
from .vocabulary import EXTENSION, SCENE_WORD, SETTING

_COLUMNS = re.compile(r" {3,}")

MAX_CASELESS = 300
"""Names in alphabets without capitals that are looked for in the narrative, each by a search of its own."""


@dataclass
class Speech:
    """One speech: the cue's name and key, its line, the number of its words."""

    name: str
    key: str
    line: int
    words: int = 0


@dataclass
class Draft:
    """A scene being put together."""

    line: int
    heading: str
    parsed: Heading
    speeches: list[Speech] = field(default_factory=list)
    narrative: list[Line] = field(default_factory=list)


def build_scenes(lines: Sequence[Line]) -> tuple[tuple[Scene, ...], tuple[Character, ...]]:
    """Scenes in order, each with the people in it, and the cast of the whole script."""
    drafts = split_scenes(lines)
    spelled: dict[str, Counter[str]] = defaultdict(Counter)
    for draft in drafts:
        for speech in draft.speeches:
            spelled[speech.key][speech.name] += 1
    words = [words_of((line.number, line.text) for line in draft.narrative) for draft in drafts]
    usage = usage_of(words, (line.text for line in lines if line.kind is Kind.DIALOGUE))
    order = {number: [speech.key for speech in draft.speeches] for number, draft in enumerate(drafts, 1)}
    cast = find_people(order, spelled, words, usage, [draft.parsed.place for draft in drafts])
    caseless = _caseless_cues(cast)
    scenes = []
    matched: dict[str, Counter[str]] = defaultdict(Counter)
    for number, (draft, stretch) in enumerate(zip(drafts, words, strict=True), 1):
        seen = mentions(stretch, cast.forms, usage, cast.name_parts) | _caseless_mentions(draft, caseless)
        for person, sign in seen.items():
            matched[person.label][sign.form] += 1
        present = tuple(_presences(draft, seen, cast))
        narrative = "\n".join(_paragraphs(draft.narrative))
        speakers = tuple(one.label for speech in draft.speeches for one in cast.speakers.get(speech.key, []))
        scenes.append(Scene(number, draft.line, draft.heading, draft.parsed, present, narrative, speakers))
    known: dict[str, tuple[set[str], str, list[str]]] = {}
    for person in cast.people:
        spellings = {name for cue in person.cues for name in spelled.get(cue, [cue])}
        forms = [form for form, _ in matched[person.label].most_common()]
        known.setdefault(person.label, (spellings | person.other_names, person.standing.value, forms))
    return tuple(scenes), cast_of(scenes, known)


def split_scenes(lines: Sequence[Line]) -> list[Draft]:
    """Cut the lines at their headings; what is said before the first makes a scene without a heading."""
    drafts: list[Draft] = []
    opening = Draft(0, "", parse_heading(""))
    current = opening
    speech: list[Speech] = []
    for line, heading in _headings_joined(lines):
        if heading:
            if drafts and SCENE_WORD.match(current.heading) and not (current.narrative or current.speeches):
                drafts.pop()  # a line that only counts, SCENE B, above the heading proper
            current = Draft(line.number, heading, parse_heading(heading, line.scene_number))
            drafts.append(current)
            speech = []
        elif line.kind is Kind.CHARACTER or line.speaker:
            speech = _take_cues(line, current, speech)
        elif line.kind is Kind.DIALOGUE and speech:
            _take_words(line.text, speech)
        elif line.kind is Kind.NARRATIVE:
            current.narrative.append(line)
            speech = []
    if opening.speeches or (opening.narrative and not drafts):
        signs = [line.number for line in opening.narrative] + [speech.line for speech in opening.speeches]
        opening.line = min(signs)
        drafts.insert(0, opening)
    return drafts


def _headings_joined(lines: Sequence[Line]) -> Iterator[tuple[Line, str]]:
    """Every line, with the full text of the heading it starts, or an empty text; a heading may run over two lines."""
    goes_on = False
    for line, below in itertools.zip_longest(lines, lines[1:]):
        if goes_on:
            goes_on = False
        elif line.kind is not Kind.HEADING:
            yield line, ""
        else:
            goes_on = bool(below) and _can_go_on(below)
            yield line, f"{line.text} {below.text}" if goes_on else line.text or " "


def _can_go_on(line: Line) -> bool:
    """Whether a line below a heading can be the rest of it."""
    return line.kind is Kind.HEADING and not line.scene_number and not SETTING.match(line.text)


def _take_cues(line: Line, current: Draft, before: list[Speech]) -> list[Speech]:
    """Start a speech, or two side by side; a line without any name goes on with the one before."""
    last = before[0] if len(before) == 1 else None
    taken = (_take_cue(cue, line, current, last) for cue in cue_columns(line.speaker or line.text))
    return [speech for speech in taken if speech] or before


def _take_words(text: str, speeches: list[Speech]) -> None:
    """Count the words of a line of dialogue, which two who speak side by side share by its columns."""
    columns = _COLUMNS.split(text.strip()) if len(speeches) > 1 else [text]
    for speech, column in zip(speeches, columns, strict=False):
        speech.words += len(column.split())


def _take_cue(cue: str, line: Line, current: Draft, before: Speech | None) -> Speech | None:
    """Start a speech; a cue that only says (CONT'D) after a page break goes on with the one before."""
    name = cue_name(cue)
    key = name_key(name)
    if not key:
        return None
    extension = EXTENSION.search(line.text)
    if before and before.key == key and extension and "CONT" in extension.group().upper():
        return before
    speech = Speech(name, key, line.number)
    current.speeches.append(speech)
    if line.speaker:
        said = line.text[len(line.speaker) :].lstrip()
        said = said[said.find(")") + 1 :] if said.startswith("(") else said
        speech.words += len(said.lstrip(": ").split())
    return speech


def _presences(draft: Draft, seen: dict[Person, Sign], cast: Cast) -> list[Presence]:
    """People of one scene in the order of their first sign."""
    speeches: dict[Person, list[Speech]] = defaultdict(list)
    for speech in draft.speeches:
        for person in cast.speakers.get(speech.key, []):
            speeches[person].append(speech)
    present = []
    for person in {**seen, **speeches}:
        own = speeches.get(person, [])
        signs = [speech.line for speech in own] + ([seen[person].line] if person in seen else [])
        spoken = sum(speech.words for speech in own)
        present.append(Presence(person.label, bool(own), len(own), spoken, min(signs), person in seen))
    return sorted(present, key=lambda presence: (presence.line, presence.name))


def _caseless_cues(cast: Cast) -> list[tuple[str, Person]]:
    """Cues in alphabets without capitals, and whose they are; at most `MAX_CASELESS`."""
    cues = ((cue, person) for person in cast.people for cue in sorted(person.cues) if len(cue) > 1)
    caseless = (pair for pair in cues if pair[0].lower() == pair[0].upper() and any(map(str.isalpha, pair[0])))
    return list(itertools.islice(caseless, MAX_CASELESS))


def _caseless_mentions(draft: Draft, cues: Sequence[tuple[str, Person]]) -> dict[Person, Sign]:
    """Names in alphabets without capitals have no mark in running text: they are looked for as they stand."""
    found: dict[Person, Sign] = {}
    for line in draft.narrative:
        for cue, person in cues:
            if cue in line.text:
                found.setdefault(person, Sign(line.number, cue))
    return found


def _paragraphs(lines: Sequence[Line]) -> Iterator[str]:
    """Lines that stand directly under each other, joined."""
    for _, run in itertools.groupby(enumerate(lines), key=lambda item: item[1].number - item[0]):
        yield " ".join(line.text for _, line in run)
