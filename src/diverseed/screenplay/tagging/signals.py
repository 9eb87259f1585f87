"""Everything the line tagger sees of a file, as arrays: one row per line that is neither blank nor page furniture."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import FloatArray, IntArray
from ..cast.cues import cue_columns, cue_key
from ..records import MarginLine
from ..vocabulary import HOUR, SETTING, SHOT, TITLE_PAGE
from .margins import MAX_SEEN
from .wording import STATES, D, E, H, N, Slug, T, X, case_of, is_name_like, slug_of, wording_scores

GAPS = 4
"""No blank line before this one, one, several, or unknown: page furniture lies between, or the file has no blanks."""
UNKNOWN_GAP = 3
CONTINUATIONS = 3
"""Starts small; starts otherwise after a line without a full stop; starts otherwise after a full stop."""
LENGTH_STEP = 4
LENGTHS = 26

_INLINE = re.compile(r"^([^\W\d_][^:()]{0,30}?)\s*(?:\([^()]{1,30}\)\s*)?(?P<mark>:\s+|\s{3,})(?=\S)")
_DASHED_CUE = re.compile(r"^([^\W\d_][^:?!]{0,40}?)\s+[-–—]{1,3}$")
_CLOSERS = (".", "!", "?", ":", '"', "”", "…", ")", "—", "-")
_MAX_OPEN = 8
"""Lines that a parenthesis may stay open: the longest of 15 annotated films has six."""
_LEFT_OPEN = re.compile(r"(?:[-–—/,&]|\b(?:AND|OF|THE|TO|WITH|IN|AT|FROM|OR))$")
_ONLY_TIME = re.compile(rf"^\(?(?:(?:LATE|EARLY|NEXT|SAME|THAT)\s+)?(?:{HOUR.pattern})\W*$", re.IGNORECASE)


@dataclass(frozen=True)
class Signals:
    """Arrays over n lines: what a line shows (``indent`` .. ``wording``), how it joins the one before (``gap`` ..)."""

    index: IntArray
    indent: IntArray
    length: IntArray
    case: IntArray
    slug: IntArray
    recurrence: IntArray
    wording: FloatArray
    gap: IntArray
    continuation: IntArray
    width: IntArray
    first_word: IntArray
    speakers: tuple[str, ...]


def signals_of(lines: Sequence[MarginLine]) -> Signals:
    """Measure every line that can carry a kind. Returns arrays of zero rows where there is none."""
    index = [i for i, line in enumerate(lines) if line.text and not line.furniture]
    kept = [lines[i] for i in index]
    texts = _without_cue_dashes([line.text[:MAX_SEEN] for line in kept])
    cases = [case_of(text) for text in texts]
    numbered = [bool(line.left) for line in kept]
    slugs = [slug_of(text, case, numbered=both) for text, case, both in zip(texts, cases, numbered, strict=True)]
    speakers = _inline_speakers(texts)
    name_like = [all(map(is_name_like, cue_columns(text))) for text in texts]
    wording = np.array(
        [wording_scores(text, case, name_like=named) for text, case, named in zip(texts, cases, name_like, strict=True)]
    ).reshape(-1, len(STATES))
    wording[numbered, H] += 2.0
    _score_broken_headings(texts, slugs, index, wording)
    _score_parentheses(texts, wording)
    _score_front(slugs, wording)
    continuation = _continuations(texts)
    if any(speakers):
        spoken = np.array([bool(speaker) for speaker in speakers])
        wording[spoken, D] += 7.0
        wording[~spoken & (continuation == 2), D] -= 3.0  # a new sentence without a name is narrative here
    widths = np.array([len(line.text) for line in kept], dtype=np.int64)
    return Signals(
        index=np.array(index, dtype=np.int64),
        indent=np.array([min(line.indent, 119) for line in kept], dtype=np.int64),
        length=np.minimum(widths // LENGTH_STEP, LENGTHS - 1),
        case=np.array(cases, dtype=np.int64),
        slug=np.array(slugs, dtype=np.int64),
        recurrence=_recurrence(texts, name_like),
        wording=wording,
        gap=_gaps(lines, index),
        continuation=continuation,
        width=widths,
        first_word=np.array([len(text.split(None, 1)[0]) for text in texts], dtype=np.int64),
        speakers=tuple(speakers),
    )


def _recurrence(texts: Sequence[str], name_like: Sequence[bool]) -> IntArray:
    """0, 1 or 2: whether a line that may be a cue stands in the file once, two or three times, or more often."""
    keys = [
        tuple(map(cue_key, cue_columns(text))) if named else () for text, named in zip(texts, name_like, strict=True)
    ]
    counts = Counter(key for names in keys for key in names if key)
    most = [max((counts[key] for key in names), default=0) for names in keys]
    return np.array([int(count > 1) + int(count > 3) for count in most], dtype=np.int64)


def _without_cue_dashes(texts: list[str]) -> list[str]:
    """The texts, ``ANNA --`` as ``ANNA`` where the file has its cues so; elsewhere such lines break off or go on."""
    names = [match[1] if (match := _DASHED_CUE.match(text)) and is_name_like(match[1]) else "" for text in texts]
    if not _are_habit(Counter(map(cue_key, filter(None, names))), len(texts)):
        return texts
    return [name or text for name, text in zip(names, texts, strict=True)]


def _are_habit(counts: Counter[str], n_lines: int) -> bool:
    """Whether names that come back make up enough of a file to be the way it has its cues."""
    return sum(count for count in counts.values() if count >= 3) >= max(6, 0.15 * n_lines)


def _inline_speakers(texts: Sequence[str]) -> list[str]:
    """Names before a colon or a wide space, ``JOHN: Come in.``, where the file has its dialogue so; else empty."""
    names = [_inline_speaker(text) for text in texts]
    counts = Counter(cue_key(name) for name in names if name)
    if not _are_habit(counts, len(texts)):
        return [""] * len(texts)
    return [name if name and (counts[cue_key(name)] >= 2 or name.isupper()) else "" for name in names]


def _inline_speaker(text: str) -> str:
    match = _INLINE.match(text)
    if not match or SHOT.match(match[1]) or TITLE_PAGE.search(match[1]) or SETTING.match(text):
        return ""
    by_space = match["mark"][0] != ":"
    return "" if by_space and not (match[1].isupper() and any(map(str.islower, text))) else match[1]


def _score_parentheses(texts: Sequence[str], wording: FloatArray) -> None:
    """A line in parentheses is an expression; one left open goes on until it is closed, a few lines at most."""
    inside = 0
    for i, text in enumerate(texts):
        if text[0] == "(":
            closes = text.rstrip(" .*").endswith(")") or (")" not in text and _closes_soon(texts, i + 1, _MAX_OPEN))
            wording[i, E] += 4.0 if closes and len(text) < 120 else 1.0
            wording[i, [N, D]] -= 1.5 if closes else 0.0
            inside = 0 if ")" in text else _MAX_OPEN
        elif inside:
            wording[i, E] += 11.0 if _closes_soon(texts, i, inside) else 0.0
            inside = 0 if ")" in text else inside - 1


def _score_broken_headings(
    texts: Sequence[str], slugs: Sequence[Slug], index: Sequence[int], wording: FloatArray
) -> None:
    """A line in capitals right under a heading that was left open, or nothing but a time of day, is the rest of it."""
    for i in range(1, len(texts)):
        above, text = texts[i - 1], texts[i]
        if slugs[i - 1] > Slug.TIME or slugs[i] == Slug.SETTING or index[i] != index[i - 1] + 1 or len(text) > 60:
            continue
        if not text.isupper() or text[-1] in ".?!:":
            continue
        if _LEFT_OPEN.search(above) or above.count("(") > above.count(")") or _ONLY_TIME.match(text):
            wording[i, H] += 9.0
            wording[i, E] -= 9.0


def _closes_soon(texts: Sequence[str], i: int, inside: int) -> bool:
    for text in texts[i : i + inside]:
        if ")" in text:
            return text.rstrip(" .*").endswith(")") and "(" not in text
        if "(" in text:
            return False
    return False


def _score_front(slugs: Sequence[Slug], wording: FloatArray) -> None:
    """Before the first heading or transition lies the title page, whose lines are of no kind; after it few are."""
    first = next((i for i, slug in enumerate(slugs) if slug <= Slug.TIME), None)
    cut = next((i for i, row in enumerate(wording[: 40 if first is None else first]) if row[T] >= 4), first)
    front = min(cut if cut is not None else 12, 300)
    wording[front:, X] -= 6.0


def _gaps(lines: Sequence[MarginLine], index: Sequence[int]) -> IntArray:
    """Blank lines before each kept line, less those the file puts before nearly every line (double spacing)."""
    furniture = np.cumsum([line.furniture for line in lines])
    positions = np.array(index, dtype=np.int64)
    if not len(positions):
        return positions
    previous = np.concatenate([[-1], positions[:-1]])
    blanks = positions - previous - 1
    crossed = furniture[positions] - np.where(previous >= 0, furniture[previous], 0) > 0
    direct = blanks[~crossed]
    spacing = int(np.quantile(direct, 0.1)) if len(direct) else 0
    gaps = np.clip(blanks - spacing, 0, 2)
    gaps[crossed & (blanks > 0) if gaps[~crossed].any() else slice(None)] = UNKNOWN_GAP
    return gaps.astype(np.int64)


def _continuations(texts: Sequence[str]) -> IntArray:
    """How each line goes on from the one before; see `CONTINUATIONS`."""
    codes = []
    closed = True
    for text in texts:
        first = next((character for character in text if character.isalpha()), "A")
        codes.append(0 if first.islower() else (2 if closed else 1))
        closed = text.endswith(_CLOSERS)
    return np.array(codes, dtype=np.int64)
