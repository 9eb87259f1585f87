"""What a word is, in any script: from strings to lists of words.

The rule follows the word boundaries of Unicode Standard Annex 29 where spaces part the words, and takes single
characters as words where they do not (Han, kana, Thai, Lao, Khmer, Burmese), so that near-identical lines share words
there too.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache

from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

from ..errors import InputError

# Blocks whose scripts put no space between words.
_SPACELESS = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\uaa60-\uaa7f"  # Burmese
    "\u1780-\u17ff"  # Khmer
    "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u3040-\u30ff\u31f0-\u31ff\U0001aff0-\U0001b16f"  # kana
)
_EMOJI = (
    "\u231a\u231b\u23e9-\u23ff\u2600-\u2767\u2776-\u27bf\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55"
    "\U0001f000-\U0001f3fa\U0001f400-\U0001faff"  # without the five skin tones between
)
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
_INSIDE_WORDS = "['·׳״]"  # apostrophe, Catalan dot, Hebrew geresh and gershayim: part of a word between its letters
_ASCII_WORD = re.compile("[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*")
_VARIATION_SELECTORS = (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
_TRADE_MARKS = "™℠"  # compatibility forms would glue "tm" and "sm" to the word before
_ZERO_WIDTH_SPACE = "\u200b"


@cache
def _any_script() -> re.Pattern[str]:
    """Words of any script: letters and digits with their combining marks, single spaceless characters, emoji."""
    marks = _marks()
    letter = rf"[^\W_{_SPACELESS}]"
    letters = rf"{letter}+(?:[{marks}]+{letter}*)*"
    spaceless = rf"[{_SPACELESS}](?<=\w)[{marks}]*"
    return re.compile(rf"{letters}(?:{_INSIDE_WORDS}{letters})*|{spaceless}|{_FLAG}|[{_EMOJI}]")


def _marks() -> str:
    """Combining marks as ranges of a character class: ``\\w`` does not know them, yet vowel signs are part of words."""
    codes = [code for code in range(0x300, 0x20000) if unicodedata.category(chr(code)).startswith("M")]
    starts = [code for code, before in zip(codes, [0, *codes], strict=False) if code != before + 1]
    ends = [code for code, after in zip(codes, [*codes[1:], 0], strict=True) if code != after - 1]
    return "".join(f"{chr(start)}-{chr(end)}" for start, end in zip(starts, ends, strict=True))


def _words_of_any_script(text: str) -> list[str]:
    return (_ASCII_WORD if text.isascii() else _any_script()).findall(text)  # the same words, several times faster


@cache
def _invisible() -> Mapping[int, str | None]:
    """Translation that drops what is not seen (joiners, direction marks, variants) and unifies apostrophes."""
    assigned = (*range(0x20000), *range(0xE0000, 0xE0080))  # no format character lies elsewhere
    table: dict[int, str | None] = dict.fromkeys(code for code in assigned if unicodedata.category(chr(code)) == "Cf")
    table |= dict.fromkeys(_VARIATION_SELECTORS)
    table |= {ord(character): " " for character in _TRADE_MARKS + _ZERO_WIDTH_SPACE}
    table |= {ord(character): "'" for character in "’‘ʼ"}
    return table


def fold(text: str, *, lowercase: bool = True) -> str:
    """Text as it is compared: invisible characters dropped, compatibility forms unified (NFKC), case folded.

    Composed and decomposed accents (NFC, NFD), full-width and ASCII letters, "ß" and "SS" become equal.
    """
    if text.isascii():
        return text.lower() if lowercase else text
    text = unicodedata.normalize("NFKC", text.translate(_invisible()))
    # Folding can undo the composition of a few letters, so the form is taken again.
    return unicodedata.normalize("NFKC", text.casefold()) if lowercase else text


def word_splitter(
    token_pattern: str | None = None, *, lowercase: bool = True, stop_words: str | Collection[str] | None = None
) -> Callable[[str], list[str]]:
    """Function that splits one text into its words, in order.

    Parameters
    ----------
    token_pattern : a regular expression with at most one group, searched in the folded text; None for words of any
        script: runs of letters, digits and their combining marks, apostrophes inside; each character of a script
        without spaces; each emoji (whatever its skin tone).
    stop_words : words to leave out, or ``"english"`` for scikit-learn's list. The words around one left out become
        neighbours.
    """
    find = _words_of_any_script if token_pattern is None else _compiled(token_pattern).findall
    stopped = _stop_set(stop_words, lowercase)
    if stopped:
        return lambda text: [word for word in find(fold(text, lowercase=lowercase)) if word not in stopped]
    return lambda text: find(fold(text, lowercase=lowercase))


def _compiled(token_pattern: str) -> re.Pattern[str]:
    try:
        pattern = re.compile(token_pattern)
    except re.error as error:
        raise InputError(f"token_pattern={token_pattern!r} is not a regular expression: {error}.") from error
    if pattern.groups > 1:
        raise InputError(
            f"token_pattern={token_pattern!r} has {pattern.groups} groups; at most 1 is allowed. "
            "Write the others as (?:...)."
        )
    return pattern


def _stop_set(stop_words: str | Collection[str] | None, lowercase: bool) -> frozenset[str]:
    if stop_words is None:
        return frozenset()
    if isinstance(stop_words, str):
        if stop_words != "english":
            raise InputError(f'stop_words={stop_words!r} is not supported. Give "english", a list of words, or None.')
        return frozenset(ENGLISH_STOP_WORDS)
    return frozenset(fold(word, lowercase=lowercase) for word in stop_words)


def checked_texts(texts: Iterable[str]) -> Iterator[str]:
    """The texts one by one; an ``InputError`` names what is not a string, with its row."""
    if isinstance(texts, str | bytes):
        raise InputError(f"one {type(texts).__name__} was given where a list of strings is expected. Wrap it: [text].")
    if not isinstance(texts, Iterable):
        raise InputError(f"a list of strings is expected, got {type(texts).__name__}.")
    if getattr(texts, "ndim", 1) != 1:
        shape = getattr(texts, "shape", "unknown")
        raise InputError(f"a list of strings is expected, got a table of shape {shape}. Pass one column of it.")
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"row {row} (counted from 0) is {_describe(text)}")
        yield text


def _describe(value: object) -> str:
    if value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and math.isnan(value)):
        return f"{value}, a missing value. Fill it with an empty string or drop the row."
    if isinstance(value, bytes):
        return "bytes, not a string. Decode it: value.decode('utf-8')."
    return f"{value!r:.60} of type {type(value).__name__}, not a string. Convert it with str()."
