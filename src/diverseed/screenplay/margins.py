"""What stands around the text of a plain script and is no part of it.

Scene numbers in the margins, revision stars, watermark letters are taken off a line; page numbers, running heads,
``(MORE)`` and ``CONTINUED:`` are whole lines of page furniture.
"""

import itertools
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, pstdev

from .records import SourceLine
from .vocabulary import CONTINUED, DATE, PAGE_NUMBER, REVISION, SETTING, TIME_AFTER_DASH, TRANSITION, WEB_MARK

MAX_SEEN = 400
"""Characters of a line that are looked at: a paragraph on one line is known by its beginning."""

_NUMBER = r"(?:\d{1,4}[A-Za-z]{0,2}|[A-Z]{1,2}-?\d{1,4}[A-Z]?)"
_LEFT = re.compile(rf"^\W*({_NUMBER})(?:[.):]\s*|(\s+))(?=\S)")
_RIGHT = re.compile(rf"(\s+)({_NUMBER})\.?\s*$")
_SCENE = re.compile(r"^\s*(?:SCENE|SC\.)\s*#?\s*(\d{1,4}[A-Z]?)\s*[:.\-–—]+\s*(?=\S)", re.IGNORECASE)
_STAR_RIGHT = re.compile(r"(?:\s+[*|#]{1,3}|\s{3,}\(?X\)?|(?<=[:.?!\")])\*)\s*$")
_STAR_LEFT = re.compile(r"^(\s*)[*|]\s+(?=\S)")
_LETTER_RIGHT = re.compile(r"\S(\s{4,})\S\s*$")
_LETTER_LEFT = re.compile(r"^\s{0,3}\S\s{3,}(?=\S)")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff\x0c\x0b\x1a]")
_DIGITS = re.compile(r"\d+")
_SPOKEN_MARKS = re.compile(r"^(?:[.…?!\s\"“”'’]+|[-–—]{1,3})$")
_EMPHASIS = re.compile(r"^(\*{2,3}|_{2})(.+?)\1$")


@dataclass(frozen=True, slots=True)
class MarginLine:
    """A line without its margins. ``furniture`` marks page numbers and the like; blank lines have no text."""

    number: int
    text: str
    indent: int
    left: str = ""
    right: str = ""
    furniture: bool = False


def strip_margins(lines: Sequence[SourceLine]) -> list[MarginLine]:
    """Take marks off the margins of every line and find the lines that are page furniture."""
    texts = [_visible(line.text) for line in lines]
    texts = _without_watermark(texts)
    bare = [_bare(line.number, text) for line, text in zip(lines, texts, strict=True)]
    furniture = _running_heads(bare) | _watermark_letters(bare)
    furniture.update(index for index, line in enumerate(bare) if line.text and _is_furniture(line))
    return [replace(line, furniture=True) if index in furniture else line for index, line in enumerate(bare)]


def _visible(text: str) -> str:
    text = _INVISIBLE.sub("", text.replace("\xa0", " "))
    if "\t" in text:
        text = text[: 4 * MAX_SEEN].expandtabs(8) + text[4 * MAX_SEEN :]
    return text.rstrip()


def _without_watermark(texts: list[str]) -> list[str]:
    """Drop single characters far out in a margin, where so many lines have one that they spell a watermark."""
    for pattern in (_LETTER_RIGHT, _LETTER_LEFT):
        hits = [i for i, text in enumerate(texts) if len(text) <= MAX_SEEN and pattern.search(text)]
        letters = [i for i in hits if _margin_letter(texts[i], pattern).isalpha()]
        if len(letters) < max(4, 0.005 * len(texts)):
            continue
        for i in letters:
            cut = pattern.search(texts[i])
            if cut and pattern is _LETTER_RIGHT:
                texts[i] = texts[i][: cut.start() + 1]
            elif cut:
                texts[i] = " " * cut.end() + texts[i][cut.end() :]
    return texts


def _margin_letter(text: str, pattern: re.Pattern[str]) -> str:
    return text[-1] if pattern is _LETTER_RIGHT else text.lstrip()[:1]


def _bare(number: int, text: str) -> MarginLine:
    """One line without stars and scene numbers."""
    if not text:
        return MarginLine(number, "", 0)
    if len(text) > MAX_SEEN:
        return MarginLine(number, text.strip(), len(text) - len(text.lstrip()))
    text = _STAR_RIGHT.sub("", text)
    text = _STAR_LEFT.sub(r"\1  ", text)
    text, left, right = _scene_numbers(text)
    stripped = text.strip()
    indent = len(text) - len(text.lstrip())
    if match := _EMPHASIS.match(stripped):
        stripped = match[2].strip()
    return MarginLine(number, stripped, indent, left, right)


def _scene_numbers(text: str) -> tuple[str, str, str]:
    """Numbers on either side, taken off only where the rest shows that they are scene numbers."""
    if match := _SCENE.match(text):
        return " " * match.end() + text[match.end() :], match[1], ""
    left, right = _LEFT.match(text), _RIGHT.search(text)
    if left and right and right.start() <= left.end():
        return text, "", ""
    same = bool(left and right and left[1] == right[2])
    rest = text[left.end() if left else 0 : right.start() if right else len(text)].strip()
    if not rest:
        return text, "", ""
    heading = bool((SETTING.match(rest) and rest[:1].isupper()) or (TIME_AFTER_DASH.search(rest) and rest.isupper()))
    wide = bool(left and len(left[2] or "") > 1 and rest.isupper())
    take_left = left and (same or heading or wide)
    take_right = right and (same or (len(right[1]) > 1 and heading) or len(right[1]) > 5)
    start = left.end() if left and take_left else 0
    stop = right.start() if right and take_right else len(text)
    return (
        " " * start + text[start:stop],
        left[1] if left and take_left else "",
        right[2] if right and take_right else "",
    )


def _is_furniture(line: MarginLine) -> bool:
    text = line.text
    if len(text) > 120:
        return False
    if PAGE_NUMBER.match(text) or CONTINUED.match(text):
        return True
    if not any(map(str.isalnum, text)) and not _SPOKEN_MARKS.match(text):
        return True
    dated = DATE.search(text) and (REVISION.search(text) or line.right or _DIGITS.search(text[-4:])) and len(text) < 80
    return bool(dated or (WEB_MARK.search(text) and len(text.split()) <= 12))


def _watermark_letters(lines: Sequence[MarginLine]) -> set[int]:
    """Indices of single letters on lines of their own, where they are too various to be the cues of M or Q."""
    alone = [index for index, line in enumerate(lines) if len(line.text) == 1 and line.text.isalnum()]
    return set(alone) if len({lines[index].text for index in alone}) >= 4 else set()


def _running_heads(lines: Sequence[MarginLine]) -> set[int]:
    """Indices of lines that come back page after page with nothing but their digits changed."""
    places: dict[str, list[int]] = defaultdict(list)
    for index, line in enumerate(lines):
        text = line.text
        if 4 <= len(text) <= 90 and text[0] != "(" and not SETTING.match(text) and not TRANSITION.match(text):
            places[_DIGITS.sub("0", text)].append(index)
    heads: set[int] = set()
    for shape, indices in places.items():
        if len(indices) >= 3 and (_numbered_on([lines[i].text for i in indices]) or _evenly_spaced(shape, indices)):
            heads.update(indices)
    return heads


def _numbered_on(texts: Sequence[str]) -> bool:
    """Whether the last number of each line grows from one to the next, as page numbers do."""
    numbers = [int(found[-1][:9]) for text in texts if (found := _DIGITS.findall(text))]
    return len(numbers) == len(texts) and all(0 < b - a <= 5 for a, b in itertools.pairwise(numbers))


def _evenly_spaced(shape: str, indices: Sequence[int]) -> bool:
    """Whether a line comes back at even distances.

    Cues come back too, but in bursts: the distances between the speeches of a person vary by more than their mean,
    those between running heads by a fraction of it. A line that looks like a cue has to be the more regular.
    """
    distances = [b - a for a, b in itertools.pairwise(indices)]
    mean = fmean(distances)
    cue = len(shape.split()) <= 3 and shape.isupper()
    count, variation = (8, 0.25) if cue else (6, 0.4)
    return len(indices) >= count and mean >= 20 and pstdev(distances) < variation * mean
