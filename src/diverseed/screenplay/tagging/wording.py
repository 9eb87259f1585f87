"""What the words of one line say about its kind, whatever its layout: log-scores per kind, and coarse classes."""

import functools
import re
from enum import IntEnum
from importlib.resources import files

from ..records import Kind
from ..vocabulary import (
    BEFORE_SETTING,
    CAMERA_WORDS,
    CARD,
    ENDS_TO_COLON,
    EXTENSION,
    MISREAD_SETTING,
    POINT_OF_VIEW,
    SCENE_WORD,
    SETTING,
    SHOT,
    SURE_TRANSITION,
    TIME_AFTER_DASH,
    TIME_AFTER_STOP,
    TIME_AT_END,
    TRANSITION,
    WORDS,
)

STATES = (
    Kind.HEADING,
    Kind.NARRATIVE,
    Kind.CHARACTER,
    Kind.DIALOGUE,
    Kind.EXPRESSION,
    Kind.TRANSITION,
    Kind.OTHER,
    Kind.NARRATIVE,
)
"""Hidden states by the kind they show; the last is shots and signs in capitals, narrative laid out like headings."""
H, N, C, D, E, T, X, S = range(len(STATES))


class Case(IntEnum):
    """How a line uses capitals."""

    UPPER = 0
    TITLE = 1
    SENTENCE = 2
    LOWER = 3
    NONE = 4


class Slug(IntEnum):
    """How much a line looks like a scene heading."""

    SETTING = 0
    TIME = 1
    HINT = 2
    PLAIN = 3


_PARENTHESES = re.compile(r"\([^()]*\)?")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
WORDS_WEIGHT = 0.4
"""Real films without indents that were not counted are read best with 0.8; above 0.45 the project's own scripts, whose
people tell long stories, lose more than a tenth of a percent in one column (benchmarks/screenplay.py)."""
_ABBREVIATED = re.compile(
    r"(?:\b(?:JR|SR|MR|MRS|MS|DR|ST|NO|INC|LT|SGT|CAPT|COL|V\.O|O\.S|O\.C|VO|OS|CONT['’]D)|\b[A-Z])\.$", re.IGNORECASE
)
_DASHED = re.compile(r"[-–—]")
_DIVIDED = re.compile(r"\S (?:-|–|—|--) \S")
_CAPITAL_WORD = re.compile(r"\b[A-Z]{3,}\b")
_SUBJECT = re.compile(r"^[A-Z][\w'’-]+ [a-z]{2,}s\b(?!['’])")
_SIGNS = {
    "?": "(question)",
    "!": "(exclamation)",
    "...": "(ellipsis)",
    '"': "(quote)",
    ";": "(semicolon)",
}


def case_of(text: str) -> Case:
    """Case of a line; what stands in parentheses does not count unless there is nothing else."""
    outside = _PARENTHESES.sub("", text) if "(" in text else text
    found = _WORD.findall(outside) or _WORD.findall(text)
    if not found or all(word.lower() == word.upper() for word in found):
        return Case.NONE
    joined = "".join(found)
    small = sum(map(str.islower, joined))
    # Mc, Mac and a plural s are small letters inside capitals: McKAY, TVs.
    if small == 0 or (small <= 2 and len(joined) >= 4 * small + 2 and found[0][0].isupper()):
        return Case.UPPER
    if found[0][0].islower():
        return Case.LOWER
    return Case.TITLE if all(word[0].isupper() or len(word) <= 3 for word in found) else Case.SENTENCE


def slug_of(text: str, case: Case, *, numbered: bool) -> Slug:
    """Class of heading marks; ``numbered`` says that a scene number was taken off its left."""
    setting = SETTING.match(text)
    if not setting and (MISREAD_SETTING.match(text) or (case == Case.UPPER and BEFORE_SETTING.match(text))):
        return Slug.SETTING
    if setting and len(text) > setting.end() + 1:
        mark = setting["setting"]
        dotted = mark.endswith(".") or "/" in mark or text[setting.end()] in ".:-–—"
        if mark.isupper() or TIME_AFTER_DASH.search(text) or dotted:
            return Slug.SETTING
    timed = _DASHED.search(text) and TIME_AFTER_DASH.search(text)
    stopped = case in (Case.TITLE, Case.UPPER, Case.NONE) and TIME_AFTER_STOP.match(text)
    if (timed and case in (Case.UPPER, Case.NONE)) or stopped or numbered or SCENE_WORD.match(text):
        return Slug.TIME
    divided = case == Case.UPPER and _DIVIDED.search(text) and text[-1] not in ".?!"
    late = case == Case.UPPER and TIME_AT_END.search(text)
    if (timed and case != Case.SENTENCE) or divided or late:
        return Slug.HINT
    return Slug.PLAIN


def is_name_like(text: str) -> bool:
    """Whether a line could be the cue of a speaker: short, no sentence, no punctuation at its end."""
    if len(text) > 120:
        return False
    name = (_PARENTHESES.sub("", text) if "(" in text else text).strip(" ^:")
    if not name or len(name) > 42 or len(name.split()) > 6 or not (name[0].isalnum() or name[0] in "\"'“‘#"):
        return False
    if name[-1] in ".?!,;…-–—" and not _ABBREVIATED.search(name):
        return False
    return any(map(str.isalpha, name))


def marks_of(text: str) -> list[str]:
    """What a line of dialogue or narrative is known by: its words, in small letters, and a few marks in brackets.

    ``(subject)``: it begins with a name and a verb in -s, Anna turns; ``(capitals)``: a word in capitals among others.
    """
    marks = _WORD.findall(text.lower().replace("’", "'"))
    marks += [name for sign, name in _SIGNS.items() if sign in text]
    if _SUBJECT.match(text):
        marks.append("(subject)")
    if not text.isupper() and _CAPITAL_WORD.search(text):
        marks.append("(capitals)")
    return marks


def spoken_or_shown(text: str) -> float:
    """How much likelier a line is as speech than as description by its words, about a logarithm.

    The sum of what its words say over the root of their number: words of a line do not come independently.
    """
    table, marks = _leanings(), dict.fromkeys(marks_of(text))  # not a set, whose order changes from run to run
    total = sum(table.get(mark, 0.0) for mark in marks) / max(len(marks), 1) ** 0.5
    return WORDS_WEIGHT * total


@functools.cache
def _leanings() -> dict[str, float]:
    """Word or mark -> log-ratio of speech to description, as benchmarks/estimate_words.py counted it.

    The script was run on English; words of other languages keep a weight set by hand.
    """
    rows = files(__package__).joinpath("word_leanings.csv").read_text(encoding="utf-8").splitlines()[1:]
    counted = {word: float(ratio) for word, _, ratio in (row.rpartition(",") for row in rows)}
    return dict.fromkeys(WORDS["spoken_elsewhere"], 1.0) | counted


def is_spoken(text: str) -> bool:
    """Whether a text asks, exclaims or has words that are hardly ever written except as speech."""
    if "?" in text or "!" in text:
        return True
    return not WORDS["spoken"].isdisjoint(_WORD.findall(text.lower().replace("’", "'")))


def wording_scores(text: str, case: Case, *, name_like: bool) -> list[float]:
    """Log-scores of the states from the words alone; ``name_like`` as `is_name_like` says."""
    scores = [0.0] * len(STATES)
    leaning = spoken_or_shown(text)
    scores[D] += leaning / 2
    scores[N] -= leaning / 2
    _score_cue(text, case, scores, name_like=name_like)
    _score_transition(text, case, scores)
    if SHOT.match(text) or (case == Case.UPPER and POINT_OF_VIEW.search(text)):
        scores[C] -= 4
        scores[H] -= 3
        scores[S] += 1
    elif case == Case.UPPER and not CAMERA_WORDS.isdisjoint(text.split()):
        scores[C] -= 4  # GROUP SHOT, BOB - MED. CLOSE SHOT: nobody is called so
    if text[0] != "(":
        scores[E] -= 9
    if len(text) < 60 and CARD.match(text):
        scores[H] -= 6
        scores[C] -= 6
        scores[S] += 1
    return scores


def _score_cue(text: str, case: Case, scores: list[float], *, name_like: bool) -> None:
    if not name_like:
        scores[C] -= 5
        return
    if case != Case.LOWER and ("(" in text or "[" in text) and EXTENSION.search(text):
        scores[C] += 4
    if text.endswith(":"):
        scores[C] -= 1


def _score_transition(text: str, case: Case, scores: list[float]) -> None:
    if len(text) < 80 and TRANSITION.match(text):
        sure = SURE_TRANSITION.search(text)
        scores[T] += (7 if sure else 1) if case == Case.UPPER else (8 if sure else -3)
        scores[C] -= 5 if sure else 1
    elif text.endswith(":") and ENDS_TO_COLON.match(text):
        scores[T] += 6
        scores[C] -= 4
    else:
        scores[T] -= 8
