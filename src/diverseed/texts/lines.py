"""Lines merged by what is compared, and whether their numbers are masked."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..kernels.tokens import checked_texts, word_splitter
from .masking import WILDCARD, masked, tokens, words_of

Numbers = Literal["auto", "mask", "keep"]
Places = Callable[[Sequence[str]], Sequence[str]]

# Of the different lines, left by masking. The labelled logs of benchmarks/text.py keep 1 to 52 %, its records 90 to
# 100 %.
_FEW_LEFT = 0.7


@dataclass(frozen=True)
class Lines:
    """Lines merged by their parts: words, or the tokens of a masked line."""

    texts: list[str]  # the first line of each kind
    parts: list[tuple[str, ...]]  # its words or tokens
    copies: FloatArray  # (k,) lines of each kind
    which: IntArray  # (n,) kind of each line, -1 for a line without a word
    written: Sequence[str]  # (n,) all lines

    @classmethod
    def of(cls, texts: Sequence[str], parts_of: Callable[[str], Sequence[str]]) -> "Lines":
        """Split every line; equal strings are split once."""
        parts = {text: tuple(parts_of(text)) for text in dict.fromkeys(texts)}
        first: dict[tuple[str, ...], str] = {}
        for text, own in parts.items():
            first.setdefault(own, text)
        first.pop((), None)
        if not first:
            raise InputError(
                f"none of the lines contains a word ({len(texts):,} in all). Give lines with letters or digits."
            )
        kind = {own: number for number, own in enumerate(first)}
        which = np.array([kind.get(parts[text], -1) for text in texts], dtype=np.intp)
        copies = np.bincount(which[which >= 0]).astype(np.float64)
        return cls(list(first.values()), list(first), copies, which, texts)

    def of_rows(self, values: NDArray[Any], *, absent: float) -> NDArray[Any]:
        """(n,) for each line the value of its kind, ``absent`` for lines without a word."""
        return np.append(values, np.array(absent, dtype=values.dtype))[self.which]


def words_of_lines(texts: Sequence[str]) -> Lines:
    """Lines merged by their words: those that differ in case, spaces and punctuation alone are one."""
    return Lines.of(texts, words_of)


def places_of_lines(texts: Sequence[str], places: Places) -> Lines:
    """Scene headings merged by the words of their places."""
    named = places(texts)
    if len(named) != len(texts):
        raise InputError(f"places must return one name per line; it returned {len(named)} for {len(texts)}.")
    lines = Lines.of(named, word_splitter())
    first = np.unique(lines.which, return_index=True)[1][-len(lines.texts) :]
    return replace(lines, texts=[texts[row] for row in first], written=texts)


def masked_lines(texts: Sequence[str]) -> Lines:
    """Lines merged by the tokens of their masked form. ``texts`` holds the first line of each kind, unmasked."""
    tokens_of = cache(_worded_tokens)  # of a log, many lines have the same form
    return Lines.of(texts, lambda text: tokens_of(masked(text)))


def _worded_tokens(form: str) -> tuple[str, ...]:
    """The tokens of a masked line, none for a line of punctuation alone."""
    return tokens(form) if WILDCARD in form or any(map(str.isalnum, form)) else ()


def checked_lines(texts: Iterable[str]) -> list[str]:
    """The texts as a list; not empty, strings alone."""
    lines = list(checked_texts(texts))
    if not lines:
        raise InputError("there are no lines. Give at least one.")
    return lines


def masks_numbers(texts: Sequence[str], numbers: Numbers) -> tuple[Lines | None, list[str]]:
    """The masked lines if numbers are to be masked, else None; and what to tell the user about it.

    "auto" masks if that leaves at most 70 % of the different lines, and most of the lines still have a word.
    """
    if numbers == "keep":
        return None, []
    if numbers not in ("auto", "mask"):
        raise InputError(f'numbers={numbers!r} is not supported. Choose "auto", "mask" or "keep".')
    if numbers == "auto" and not any(map(str.isalnum, chain.from_iterable(texts))):
        return None, []
    lines = masked_lines(texts)
    if numbers == "mask":
        return lines, []
    different = len({" ".join(text.split()) for text in set(texts) if any(map(str.isalnum, text))})
    worded = sum(any(part != WILDCARD and part not in "=:," for part in parts) for parts in lines.parts)
    if len(lines.parts) > _FEW_LEFT * different or worded * 2 <= len(lines.parts):
        return None, []
    return lines, [
        f"Numbers, addresses and paths were masked, which leaves {len(lines.parts):,} of {different:,} distinct "
        "lines; each group is a template. To compare numbers too, keep them (numbers: keep)."
    ]
