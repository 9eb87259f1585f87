"""What every reader of a screenplay ends in: tagged lines, scenes, people; each with its line of the source."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from .vocabulary import WORDS


class Kind(StrEnum):
    """What a line of a screenplay is."""

    HEADING = "heading"
    NARRATIVE = "narrative"
    CHARACTER = "character"
    DIALOGUE = "dialogue"
    EXPRESSION = "expression"
    TRANSITION = "transition"
    OTHER = "other"
    BLANK = "blank"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of text and the 1-based line of the file it stands on (a web page may hold several on one)."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class MarginLine:
    """A line of plain text without its margins: the numbers that stood ``left`` and ``right`` of it, and its indent.

    ``furniture`` marks page numbers and the like; blank lines have no text.
    """

    number: int
    text: str
    indent: int
    left: str = ""
    right: str = ""
    furniture: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A tagged line.

    ``text`` is the line without margin marks (scene numbers, revision stars, watermark letters), indents and the
    marks of the format; ``confidence`` is the probability of ``kind`` given the whole file. ``furniture`` marks what
    a printer or a web page added: page numbers, running heads, CONTINUED, links.
    """

    number: int
    kind: Kind
    confidence: float
    text: str
    scene_number: str | None = None
    speaker: str = ""
    furniture: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A scene heading taken apart.

    ``INT. MINAS TIRITH - DOCKS - NIGHT (LATER)`` has the setting ``INT``, the place ``MINAS TIRITH - DOCKS`` with the
    parts ``("MINAS TIRITH", "DOCKS")``, the time ``NIGHT`` and the modifier ``LATER``. ``PELENNOR FIELDS/MINAS TIRITH``
    has two ``alternatives``. ``setting`` is INT, EXT, INT-EXT, EST or empty.
    """

    setting: str
    place: str
    parts: tuple[str, ...]
    alternatives: tuple[str, ...]
    time: str
    modifiers: tuple[str, ...]
    scene_number: str | None


@dataclass(frozen=True, slots=True)
class Presence:
    """One person in one scene: speaking, or only seen (``speaks`` false); ``line`` is the first sign of them there.

    ``acts`` says that the narrative of the scene names them as there, whether they speak or not.
    """

    name: str
    speaks: bool
    speeches: int
    words: int
    line: int
    acts: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """From one heading to the next: ``heading`` as written, ``narrative`` the action text, one paragraph per line.

    ``speakers`` are the names of those who speak, one entry per speech, in order.
    """

    id: int
    line: int
    heading: str
    parsed: Heading
    characters: tuple[Presence, ...]
    narrative: str
    speakers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Character:
    """One person. ``aliases`` are the other names their cues use; ``line`` is where they first appear.

    ``standing`` says what the cue names: somebody by ``name``, a ``role`` (GUARD, 2ND MAN), a ``group`` or a ``voice``
    (RADIO); all but names are present only where they speak. ``named_by`` are the words of the narrative that were
    taken for them, most frequent first.
    """

    name: str
    aliases: tuple[str, ...]
    speaks: bool
    speeches: int
    words: int
    scenes: tuple[int, ...]
    line: int
    standing: str = "name"
    named_by: tuple[str, ...] = ()

    @property
    def is_minor(self) -> bool:
        """Nobody in particular: a group, a voice, or a MAN whom the narrative does not follow."""
        anybody = self.standing == "role" and not self.named_by and self.name.upper() in WORDS["anybody"]
        return anybody or self.standing in ("group", "voice")

    @property
    def prominence(self) -> float:
        """Root of scenes times speeches, by which lists are ranked; who never speaks counts as speaking once.

        MAN is another man wherever the story had left him: his longest run of neighbouring scenes counts, with its
        share of the speeches.
        """
        scenes, speeches = float(len(self.scenes)), float(max(self.speeches, 1))
        if self.standing == "role" and self.is_minor:
            ends = [i for i, (a, b) in enumerate(pairwise(self.scenes), 1) if b > a + 1]
            longest = max(b - a for a, b in pairwise([0, *ends, len(self.scenes)]))
            scenes, speeches = longest, speeches * longest / scenes
        return float((scenes * speeches) ** 0.5)


def cast_of(
    scenes: Iterable[Scene], known: Mapping[str, tuple[Iterable[str], str, Iterable[str]]]
) -> tuple[Character, ...]:
    """People of the scenes, the most prominent first; groups and voices of nobody in particular after them.

    ``known`` has for each name the aliases, the standing and what the narrative names the person by.
    """
    present: dict[str, list[tuple[int, Presence]]] = defaultdict(list)
    for scene in scenes:
        for presence in scene.characters:
            present[presence.name].append((scene.id, presence))
    found = []
    for name, appearances in present.items():
        aliases, standing, named_by = known[name]
        ids, signs = zip(*appearances, strict=True)
        found.append(
            Character(
                name,
                tuple(sorted(set(aliases) - {name})),
                any(one.speaks for one in signs),
                sum(one.speeches for one in signs),
                sum(one.words for one in signs),
                ids,
                min(one.line for one in signs),
                standing,
                tuple(dict.fromkeys(named_by)),
            )
        )
    found.sort(key=lambda one: (one.standing in ("group", "voice"), -one.prominence, one.line, one.name))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ReaderWarning:
    """Something a person should look at. ``line`` is 0 where it concerns the whole file."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Script:
    """A screenplay, read. ``format`` is fountain, fdx, text, html or pdf."""

    title: str
    format: str
    lines: tuple[Line, ...]
    scenes: tuple[Scene, ...]
    characters: tuple[Character, ...]
    warnings: tuple[ReaderWarning, ...]
