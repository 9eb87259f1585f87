"""What surrounds the text of a plain script and is no part of it.

Scene numbers in the margins, revision stars, watermark letters are taken off a line; page numbers, running heads,
``(MORE)`` and ``CONTINUED:`` are whole lines of page furniture.
"""

import html
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from ..readers.web_frame import web_frame
from ..records import MarginLine, SourceLine
from ..scene_numbers import last_word, take_scene_numbers
from ..vocabulary import (
    CONTINUED,
    DATE,
    OMITTED,
    PAGE_NUMBER,
    REVISION,
    SCENE_NUMBER,
    WEB_MARK,
)
from .running_heads import running_heads

MAX_SEEN = 400
"""Characters of a line that are examined: the beginning of a paragraph on one line is enough."""

_NUMBER_TWICE = re.compile(rf"^({SCENE_NUMBER})\.?\s{{2,}}\1\.?$")
_STAR = re.compile(r"[*|#]{1,3}$")
_SENTENCE_ENDS = frozenset(':.?!")')
_STAR_LEFT = re.compile(r"^(\s*)[*|•]\s+(?=\S)")
_LETTER_RIGHT = re.compile(r"(?<= {4})[^\W\d_]$")
_LETTER_LEFT = re.compile(r"^\s{0,3}[^\W\d_]\s{3,}(?=\S)")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff\x0c\x0b\x1a]")
_SPOKEN_MARKS = re.compile(r"^(?:[.…?!\s\"“”'’]+|[-–—]{1,3})$")
_DECORATED = re.compile(r"^(?:[-–—*•>~]{1,3}\s*|[\[(]\s*)(?=(?:INT|EXT|I/E)\b[./:,\s-])")
# UTF-8 that was read as Windows-1252 and saved again: â€¢ for a bullet, Ã© for é; in capitals Â€¢.
_SECOND_BYTE = "[\xa0-\xbf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
_TWICE_ENCODED = re.compile(f"[âÂ]{_SECOND_BYTE}{{2}}|[ÂÃ]{_SECOND_BYTE}")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|font|center|pre|span|p|br|tt)\b[^<>]{0,200}>", re.IGNORECASE)


def strip_margins(lines: Sequence[SourceLine]) -> list[MarginLine]:
    """Take marks off the margins of every line and find the lines that are page furniture."""
    texts = [_visible(line.text) for line in lines]
    texts = _without_watermark(texts)
    bare = [_bare(line.number, text) for line, text in zip(lines, texts, strict=True)]
    furniture = {index for index, line in enumerate(bare) if line.text and _is_furniture(line)}
    page_marks = furniture | {index for index, line in enumerate(lines) if "\x0c" in line.text}
    furniture |= running_heads(bare, page_marks) | _watermark_letters(bare) | web_frame([line.text for line in bare])
    return [replace(line, furniture=True) if index in furniture else line for index, line in enumerate(bare)]


def _visible(text: str) -> str:
    if "<" in text or "&" in text:
        text = html.unescape(_TAG.sub("", text))  # pages saved as text keep some of their marks
    text = _INVISIBLE.sub("", _TWICE_ENCODED.sub(_encoded_once, text).replace("\xa0", " "))
    if "\t" in text:
        text = text[: 4 * MAX_SEEN].expandtabs(8) + text[4 * MAX_SEEN :]
    return text.rstrip()


def _encoded_once(found: re.Match[str]) -> str:
    for text in (found[0], found[0].lower()):
        with suppress(UnicodeError):
            if (once := text.encode("cp1252").decode("utf-8")) >= "\xa0":
                return once
    return found[0]


def _without_watermark(texts: list[str]) -> list[str]:
    """Drop single characters far out in a margin, where so many lines have one that they spell a watermark."""
    for letter in (_LETTER_RIGHT, _LETTER_LEFT):
        marked = [
            i
            for i, text in enumerate(texts)
            if len(text) <= MAX_SEEN and not text[:-1].isspace() and letter.search(text)
        ]
        if len(marked) >= max(4, 0.005 * len(texts)):
            for i in marked:
                texts[i] = letter.sub(lambda found: " " * len(found[0]), texts[i]).rstrip()
    return texts


def _bare(number: int, text: str) -> MarginLine:
    """One line without stars and scene numbers."""
    if not text:
        return MarginLine(number, "", 0)
    if len(text) > MAX_SEEN:
        return MarginLine(number, text.strip(), len(text) - len(text.lstrip()))
    text = _without_star(text)
    text = _STAR_LEFT.sub(r"\1  ", text)
    text, left, right = take_scene_numbers(text)
    stripped = text.strip()
    if twice := _NUMBER_TWICE.match(stripped):
        stripped = twice[1]  # the number of a scene in both margins of a line of its own
    if _DECORATED.match(stripped):
        stripped = stripped.strip("-–—[]()*•>~ ")
    indent = len(text) - len(text.lstrip())
    return MarginLine(number, stripped, indent, left, right)


def _without_star(text: str) -> str:
    """The line without the revision mark in its right margin, which may stand directly behind a sentence."""
    before, last = last_word(text)
    if before.strip() and _STAR.match(last):
        return before.rstrip()
    return text[:-1] if text.endswith("*") and text[-2:-1] in _SENTENCE_ENDS else text


def _is_furniture(line: MarginLine) -> bool:
    text = line.text
    if len(text) > 120:
        return False
    flat = " ".join(text.split())
    if PAGE_NUMBER.match(text) or CONTINUED.match(flat) or OMITTED.match(flat):
        return True
    if not any(map(str.isalnum, text)) and not _SPOKEN_MARKS.match(text):
        return True
    dated = len(text) < 80 and DATE.search(text) and (REVISION.search(text) or line.right)
    return bool(dated or (WEB_MARK.search(text) and len(text.split()) <= 12))


def _watermark_letters(lines: Sequence[MarginLine]) -> set[int]:
    """Indices of single letters on lines of their own, where they are too various to be the cues of M or Q."""
    alone = [index for index, line in enumerate(lines) if len(line.text) == 1 and line.text.isalnum()]
    return set(alone) if len({lines[index].text for index in alone}) >= 4 else set()
