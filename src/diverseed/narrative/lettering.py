"""How much room text takes, estimated without a font: never less than common sans-serif fonts need."""

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
    """A text on one line, on two or on three, the most compact first if it is long."""
    one, two = (text,), wrap(text, ONE_LINE)
    three = tuple(part for line in two for part in wrap(line, ONE_LINE // 2))
    found = [one, two, three] if len(text) <= ONE_LINE else [two, three, one]
    return [lines for lines in dict.fromkeys(found) if len(lines) <= 3]


def width_of(lines: Iterable[str], size: float) -> float:
    """Width of lines that stand below each other."""
    return max(text_width(line, size) for line in lines)


def wrap(text: str, limit: int) -> tuple[str, ...]:
    """One line of at most ``limit`` letters, or two lines broken at the space that balances them best."""
    spaces = [i for i, letter in enumerate(text) if letter == " "]
    if len(text) <= limit or not spaces:
        return (shorten(text, 2 * limit),)
    at = min(spaces, key=lambda i: abs(2 * i - len(text)))
    return tuple(shorten(part, 2 * limit) for part in (text[:at].rstrip(" -"), text[at + 1 :].lstrip(" -")))
