"""Fountain: screenplays as marked-up plain text (the syntax of fountain.io, version 1.1).

Parsers on the package index return elements; the reader here needs the kind of every line of the source. Comments
(boneyard, notes) are blanked out in place, then each line is judged by its mark, or by its capitals and the blank lines
around it.
"""

import re
from collections.abc import Sequence

from ..records import Kind, Line, SourceLine
from ..tagging.wording import Case, case_of
from ..vocabulary import SETTING, SURE_TRANSITION, TRANSITION, words

_TITLE_KEY = re.compile(r"^([^\W\d_][\w \-]{0,30}):\s*(.*)$")
_TITLE_KEYS = words(
    "title credit author authors source notes contact copyright revision license licence episode date language"
) | {"draft date", "written by", "episode title", "draft", "format", "watermark", "font"}
_SCENE_NUMBER = re.compile(r"\s*#([\w.\-]{1,20})#\s*$")
_EMPHASIS = re.compile(r"(?<!\\)(\*{1,3}|_)(?=\S)([^*_]{1,400}?)(?<=\S)(?<!\\)\1")
_ESCAPE = re.compile(r"\\([*_@#!~.>=\[\]\\])")
# Marks that hardly any other text has, and marks that Markdown, code and typed rules have too.
_OWN_MARKS = (
    r"^\.[A-Z][^a-z{}]{3,80}$",  # a forced heading
    r"^@[^\W\d_][\w .'’\-]{0,40}(?:\([^()]*\))?\s*\^?$",  # a forced cue
    r"\S\s*#[\w.\-]{1,12}#\s*$",  # the number of a scene
    r"^>\s*[^a-z<>]{2,60}[:.]\s*$",  # a forced transition
    r"^>[^<>]{1,80}<$",  # centred
    r"^[A-Z][^a-z]{1,40}\^$",  # dual dialogue
)
# A section, a synopsis, a page break, a note, a boneyard, a lyric.
_SHARED_MARKS = (r"^#{1,6}\s+\S", r"^=\s*[^\s=]", r"^={3,}\s*$", r"\[\[.*\]\]", r"/\*|\*/", r"^~\s*\S")
# What is closed is a group; what is not is passed over at once, in linear time.
_BONEYARD = re.compile(r"/\*(?:(.*?)\*/|.*)", re.DOTALL)
_NOTE = re.compile(r"\[\[(?:((?:(?!\n\n).)*?)\]\]|(?:(?!\n\n).)*)", re.DOTALL)
_SURE, _LIKELY = 1.0, 0.98


def looks_like_fountain(texts: Sequence[str]) -> bool:
    """Whether a file has marks of Fountain, blank lines and no indents.

    A title page and one mark are enough, or two different marks of which one is Fountain's own.
    """
    filled = [text for text in texts if text.strip()]
    indented = sum(text.startswith(("    ", "\t")) for text in filled)
    if not filled or indented > 0.25 * len(filled) or len(filled) > 0.85 * len(texts):
        return False
    titled = _title_page(texts)[1] > 0
    starts = [text[:200] for text in filled]
    own, shared = (
        sum(any(map(re.compile(mark).search, starts)) for mark in marks) for marks in (_OWN_MARKS, _SHARED_MARKS)
    )
    return own + shared >= 1 if titled else own >= 1 and own + shared >= 2


def read_fountain(lines: Sequence[SourceLine]) -> tuple[str, list[Line]]:
    """Title and tagged lines of a Fountain text, one per line given."""
    title, body = _title_page([line.text for line in lines])
    texts = _without_comments([line.text.replace("\t", "    ") for line in lines], body)
    tagged = []
    speaking = False
    for i, line in enumerate(lines):
        text = texts[i].strip() if i >= body else ""
        if not text:
            gone = bool(line.text.strip())  # the title page, or a comment
            speaking = speaking and (gone or len(texts[i]) >= 2)
            tagged.append(Line(line.number, Kind.OTHER if gone else Kind.BLANK, _SURE, line.text.strip()))
            continue
        before = i == body or not texts[i - 1].strip()
        after = i + 1 == len(texts) or not texts[i + 1].strip()
        kind, sure, content = _judge(text, before=before, after=after, speaking=speaking)
        speaking = kind in (Kind.CHARACTER, Kind.DIALOGUE, Kind.EXPRESSION)
        tagged.append(_tagged(line.number, kind, sure, content))
    return title, tagged


def _tagged(number: int, kind: Kind, sure: float, text: str) -> Line:
    scene_number = None
    if kind is Kind.HEADING and (match := _SCENE_NUMBER.search(text)):
        scene_number, text = match[1], text[: match.start()]
    if kind is Kind.CHARACTER:
        text = text.rstrip(" ^")
    return Line(number, kind, sure, plain(text), scene_number=scene_number)


def plain(text: str) -> str:
    """Text without emphasis marks and escapes."""
    for _ in range(3):  # bold inside underline inside italics; deeper nesting does not exist
        text, count = _EMPHASIS.subn(r"\2", text)
        if not count:
            break
    return _ESCAPE.sub(r"\1", text).strip()


def _judge(text: str, *, before: bool, after: bool, speaking: bool) -> tuple[Kind, float, str]:
    """Kind of one line, how sure, and its text without marks. ``before``, ``after``: are there blank lines around."""
    forced = _forced(text, speaking=speaking)
    if forced:
        return forced[0], _SURE, forced[1]
    bare = plain(text)
    setting = SETTING.match(bare)
    if before and setting and _dotted(bare, setting.end()):
        return Kind.HEADING, _SURE, text
    if speaking:
        enclosed = bare.startswith("(") and bare.endswith(")")
        return (Kind.EXPRESSION if enclosed else Kind.DIALOGUE), _SURE, text
    if before and _is_transition(bare, after=after):
        return Kind.TRANSITION, _LIKELY, text
    if before and not after and case_of(bare) is Case.UPPER and any(map(str.isalpha, bare.split("(")[0])):
        return Kind.CHARACTER, _LIKELY, text
    return Kind.NARRATIVE, _LIKELY, text


def _forced(text: str, *, speaking: bool) -> tuple[Kind, str] | None:
    """Kinds that a mark at the start of the line decides."""
    rest = text[1:].strip()
    if text[0] == "." and rest and text[1] not in ". " and (not text[1].isdigit() or rest.isupper()):
        return Kind.HEADING, rest  # but .45 automatic, in small letters, is a pistol
    if text[0] == "!":
        return Kind.NARRATIVE, rest
    if text[0] == "@" and rest:
        return Kind.CHARACTER, rest
    if text[0] == "~":
        return (Kind.DIALOGUE if speaking else Kind.NARRATIVE), rest
    if text[0] == ">":
        return (Kind.NARRATIVE, rest[:-1].strip()) if text.endswith("<") else (Kind.TRANSITION, rest)
    if text[0] in "#=":
        return Kind.OTHER, text.lstrip("#= ")
    return None


def _dotted(text: str, end: int) -> bool:
    """INT. and INT and a space count in any case, spelled-out words only in capitals (not Interior monologue)."""
    mark = text[:end].rstrip(".")
    return bool(text[end:].strip(" .")) and (len(mark) <= 3 or "/" in mark or "." in mark or mark.isupper())


def _is_transition(text: str, *, after: bool) -> bool:
    if not after or case_of(text) is not Case.UPPER:
        return False
    return text.endswith("TO:") or bool(TRANSITION.match(text) and SURE_TRANSITION.search(text))


def _title_page(texts: Sequence[str]) -> tuple[str, int]:
    """Title, and index of the first line after the title page (0 where there is none)."""
    start = next((i for i, text in enumerate(texts) if text.strip()), 0)
    first = _TITLE_KEY.match(texts[start]) if texts else None
    if not first or first[1].lower() not in _TITLE_KEYS:
        return "", 0
    end = next((i for i in range(start, len(texts)) if not texts[i].strip()), len(texts))
    key = title = ""
    for text in texts[start:end]:
        if match := _TITLE_KEY.match(text):
            key, text = match[1].lower(), match[2]
        if key == "title" and (shown := plain(text)):
            joint = ": " if title.isupper() != shown.isupper() else " "  # a subtitle is not set like the title
            title += joint + shown if title else shown
    return title[:200], end


def _without_comments(texts: list[str], body: int) -> list[str]:
    """Blank out boneyards and notes, keeping every line in its place.

    An open boneyard that is never closed, and a note cut off by an empty line, are ordinary text.
    """
    joined = "\n".join(texts[body:])
    for comment in (_BONEYARD, _NOTE):
        joined = comment.sub(lambda found: found[0] if found[1] is None else "\n" * found[1].count("\n"), joined)
    return [*texts[:body], *joined.split("\n")] if body < len(texts) else texts
