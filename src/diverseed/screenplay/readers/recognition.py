"""Whether a text is a screenplay at all, judged before and after its lines are tagged.

Refusing a screenplay costs more than reading something else, so any one sure sign is enough: headings with INT, EXT or
a time of day, or people who speak in turns. Code, logs, licences and manuals have recurring lines in capitals, and
short lines before long ones; what they lack is speech between two names.
"""

import itertools
import re
from collections import Counter
from collections.abc import Sequence

from ...errors import InputError
from ...files.pages import counted
from ..cast.cues import cue_key
from ..records import Kind, Line, SourceLine
from ..tagging.wording import is_spoken
from ..vocabulary import SCENE_WORD, SETTING, SURE_TRANSITION, TIME_AFTER_DASH, TRANSITION

FORMATS_READ = "Give a screenplay as Fountain, Final Draft (.fdx), plain text, a web page or a PDF with text."

_CODE = re.compile(r"[{};=<>|\\_`$]|\(\)|\w\(|->|::|//")
_NAME = re.compile(r"^[^\W_][\w .,'’\-#&/+\"“”]*$")
_SHORT_FILE = 400
"""Lines of a file in which one heading is enough."""
_SURE_HEADINGS = 3
_SPEECH_SHARE = 0.12
"""Least share of the lines of dialogue that address someone, ask or exclaim; in scripts it is about one half."""
_CUE_SHARE = 0.03
_QUESTIONS = frozenset({"Q", "A", "QUESTION", "ANSWER"})
"""Who takes turns in a list of questions and answers: nobody."""


def is_named_fountain(name: str) -> bool:
    """Whether the ending of a file's name says that it is Fountain."""
    return name.lower().endswith((".fountain", ".spmd"))


def check_worth_tagging(lines: Sequence[SourceLine], name: str) -> None:
    """Refuse at once what has neither headings nor anything like cues: logs, tables, most novels."""
    filled = [line.text.strip()[:100] for line in lines if line.text.strip()]
    headed = any(_is_marked(text.lstrip("0123456789. \t")) for text in filled)
    short = sum((len(text) <= 40 and text[-1] not in ".?!,;{}") or ": " in text[:32] for text in filled)
    if not headed and short < 0.02 * len(filled):
        raise no_screenplay(name, f"no line is a scene heading, and {short} of {len(filled):,} could name a speaker")


def check_screenplay(lines: Sequence[Line], form: str, name: str) -> None:
    """Refuse what shows neither headings nor speakers; Final Draft and files named Fountain need one line of either."""
    filled = [line for line in lines if line.kind is not Kind.BLANK]
    headings = [line.text for line in filled if line.kind is Kind.HEADING]
    cues = [line.speaker or line.text for line in filled if line.kind is Kind.CHARACTER or line.speaker]
    declared = form == "fdx" or is_named_fountain(name)
    marked = sum(_is_marked(text) or (form == "fountain" and text.isupper()) for text in headings)
    headed = marked >= _SURE_HEADINGS or (marked > 0 and len(filled) <= _SHORT_FILE)
    if not ((declared and (headings or cues)) or headed or _has_speakers(filled, cues)):
        found = f"{counted(len(headings), 'scene heading')} and {counted(len(cues), 'cue')}"
        raise no_screenplay(name, f"{found} in {counted(len(filled), 'line')}")


def no_screenplay(name: str, found: str) -> InputError:
    """The error for a file that is something else, with what was found in it."""
    return InputError(
        f"{name} does not look like a screenplay: {found}. A screenplay has headings (INT. HOUSE - DAY) or "
        f"the names of speakers on lines of their own. {FORMATS_READ}"
    )


def _is_marked(text: str) -> bool:
    """Whether a line says that it is a heading, in the way of scripts: ``int main()`` does not.

    Stricter than the tagger's `slug_of`, which sees a line among others: ``INT: 4`` in a file of settings is none.
    """
    text = text[:200]
    if _CODE.search(text):
        return False
    match = SETTING.match(text)
    if match and any(map(str.isalpha, text[match.end() :])):
        mark = match["setting"]
        return mark.isupper() or mark.endswith(".") or "/" in mark or bool(TIME_AFTER_DASH.search(text))
    return bool(text.isupper() and TIME_AFTER_DASH.search(text)) or bool(SCENE_WORD.match(text) and text[0].isupper())


def _has_speakers(filled: Sequence[Line], cues: Sequence[str]) -> bool:
    """Whether two people speak in turns, or one in a text with transitions; and what they say sounds like speech."""
    keys = [key for key in map(cue_key, cues) if _NAME.match(key) and key not in _QUESTIONS]
    counts = Counter(keys)
    again = [key for key in keys if counts[key] > 1]
    turns = sum(a != b for a, b in itertools.pairwise(again))
    cut = any(
        line.kind is Kind.TRANSITION and TRANSITION.match(line.text) and SURE_TRANSITION.search(line.text)
        for line in filled
    )
    if len(again) < max(3, _CUE_SHARE * len(filled)) or not (turns >= 2 or cut):
        return False
    return _sounds_spoken([line.text for line in filled if line.kind is Kind.DIALOGUE])


def _sounds_spoken(dialogue: Sequence[str]) -> bool:
    """Whether enough lines address someone, ask or exclaim; letters the word list does not cover are let pass."""
    if not dialogue:
        return False
    foreign = sum(any(letter > "\u024f" and letter.isalpha() for letter in text) for text in dialogue)
    spoken = sum(is_spoken(text[:400]) and not _CODE.search(text[:400]) for text in dialogue)
    return max(foreign, spoken) >= _SPEECH_SHARE * len(dialogue)
