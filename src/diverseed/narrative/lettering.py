"""How much room text takes, estimated without a font: never less than common sans-serif fonts need."""

import textwrap
import unicodedata
from collections.abc import Iterable

ONE_LINE = 16
"""Texts with more letters are written on two lines first."""

_WIDTHS = {
    **dict.fromkeys("ijl.,:;'|!`", 0.36),
    **dict.fromkeys('fIt()[]{}/\\-"r ', 0.46),
    **dict.fromkeys("mM", 1.0),
    **dict.fromkeys("wGOQNDHU&", 0.84),
    **dict.fromkeys("W@%", 1.04),
    **dict.fromkeys("…—", 1.02),
}


def text_width(text: str, size: float) -> float:
    """Upper estimate of the width of ``text``, as it is or in capitals, at a font size, in the unit of ``size``."""
    return size * max(sum(map(_letter_width, text)), sum(map(_letter_width, text.upper())))


def _letter_width(letter: str) -> float:
    if letter in _WIDTHS:
        return _WIDTHS[letter]
    if unicodedata.combining(letter):
        return 0.0
    if letter.isascii():
        return 0.74 if letter.isupper() else 0.66
    base = unicodedata.normalize("NFD", letter)[0]
    return _letter_width(base) if base.isascii() else 1.1


def shorten(text: str, limit: int) -> str:
    """At most ``limit`` letters, cut with an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip(" -,/") + "…"


def shorten_to(text: str, width: float, size: float) -> str:
    """As many letters as fit a width at a font size, cut with an ellipsis; none where fewer than four would be left."""
    limits = [len(text), *range(len(text) - 1, 3, -1)]
    return next((cut for limit in limits if text_width(cut := shorten(text, limit), size) <= width), "")


def arrangements(text: str) -> list[tuple[str, ...]]:
    """A text on one line, on two or on three, each as narrow as possible; the most compact first if it is long."""
    one, two, three = (_on_lines(text, most) for most in (1, 2, 3))
    return list(dict.fromkeys([one, two, three] if len(text) <= ONE_LINE else [two, three, one]))


def _on_lines(text: str, most: int) -> tuple[str, ...]:
    widths = range(max(len(text) // most, 1), len(text) + 1)
    wrapped = (textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False) for width in widths)
    lines = next(lines for lines in wrapped if len(lines) <= most)
    return tuple(shorten(line.strip(" -"), 2 * ONE_LINE) for line in lines if line.strip(" -"))


def width_of(lines: Iterable[str], size: float) -> float:
    """Width of lines that stand below each other."""
    return max(text_width(line, size) for line in lines)
