"""The words of a set of lines: how they are spelt, and which of them change from line to line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

from ..arrays import BoolArray, FloatArray, IntArray
from .association import association
from .slots import passing_words

_LETTERS = 3
_LEAST_EXACT = 0.5  # share of a number's own digits in its likeness to others, however often such numbers change
_NAMES = 1 / 15  # association of numbers that name something; those of a clock have 0.02, of houses and telephones 0.6
_DIGITS = re.compile(r"\d+")
_HEXADECIMAL = re.compile(r"[0-9a-f]{6,}")


@dataclass(frozen=True)
class Vocabulary:
    """The v different words of n lines.

    Attributes
    ----------
    lines : (n, v) CSR of ones, which word is in which line
    triples : (v, t) CSR, rows of unit length: counts of letter triples
    kinds : (v,) 0, 1, ...: numbers of one shape are one kind, passing words of one slot are, other words one each
    changing : (v,) whether a word holds a digit or stands in a slot (:func:`~diverseed.texts.slots.passing_words`)
    exact : (v,) share of the word's own letters in its likeness to others, e below; 1 for words that do not change
    """

    lines: Any
    triples: Any
    kinds: IntArray
    changing: BoolArray
    exact: FloatArray

    @property
    def frequency(self) -> FloatArray:
        """(v,) number of lines with each word."""
        return np.bincount(self.lines.indices, minlength=self.lines.shape[1]).astype(np.float64)

    def features(self) -> Any:
        r"""(v, t + kinds) CSR of unit rows whose dot products are the likeness of words, s.

        Two words are as alike as the cosine of their counts of letter triples, a space before and after the word
        included. Words with digits are parameters in one set (the number of a ticket, the time in a log) and names in
        another (a house, a model). Of parameters any two are alike: the cosine counts for e, the shape for
        :math:`1 - e`, with :math:`e = \max(1/2, \min(1 - h, 15\,a))`. Here h is the share of the shape's occurrences
        that are a number's only one, and a the association of such numbers with the words beside them
        (:func:`~diverseed.texts.association.association`), left out where no number of the shape recurs. Words of a
        slot are parameters likewise, with h = 1.
        """
        v = self.kinds.size
        shapes = sp.csr_array((np.sqrt(1 - self.exact), (np.arange(v), self.kinds)), shape=(v, self.kinds.max() + 1))
        shapes.eliminate_zeros()
        return sp.csr_array(sp.hstack([sp.diags_array(np.sqrt(self.exact)) @ self.triples, shapes], format="csr"))

    def lines_with_kinds(self) -> Any:
        """(n, c) CSR of ones, which kind is in which line."""
        n = self.lines.shape[0]
        rows = np.repeat(np.arange(n), np.diff(self.lines.indptr))
        held = sp.coo_array(
            (np.ones(rows.size), (rows, self.kinds[self.lines.indices])), shape=(n, self.kinds.max() + 1)
        )
        merged = held.tocsr()
        merged.data[:] = 1
        return merged


def vocabulary(words: Sequence[Sequence[str]]) -> Vocabulary:
    """The vocabulary of n lines of words, at least one each."""
    held = CountVectorizer(analyzer=list, binary=True, dtype=np.float64)
    lines = sp.csr_array(held.fit_transform(words))
    different = held.get_feature_names_out()
    frequency = np.bincount(lines.indices, minlength=lines.shape[1])
    shape_of = {word: number_shape(word) for word in different}
    once = {word for word, count in zip(different, frequency, strict=True) if count == 1 and not shape_of[word]}
    slots = passing_words(([shape_of[word] or word for word in line] for line in words), once)
    shapes = [shape_of[word] or " _ ".join(slots.get(word, ())) for word in different]
    changing = np.array([shape != "" for shape in shapes])
    kinds = np.unique([shape or word for shape, word in zip(shapes, different, strict=True)], return_inverse=True)[1]
    triples = sp.csr_array(
        normalize(CountVectorizer(analyzer=_letter_triples, dtype=np.float64).fit_transform(different))
    )
    passing = np.bincount(kinds, weights=frequency == 1) / np.bincount(kinds, weights=frequency)
    names = association(lines, kinds, changing, triples)[kinds] / _NAMES
    exact = np.maximum(_LEAST_EXACT, np.fmin(1 - passing[kinds], names))
    return Vocabulary(lines, triples, kinds, changing, np.where(changing, exact, 1.0))


def number_shape(word: str) -> str:
    """What numbers of a kind have in common: "#" for "4711", "k#" for "k500", "##" for "7f3a09"; "" without a digit."""
    shape = _DIGITS.sub("#", word)
    if shape == word:
        return ""
    mixed = shape.count("#") > 1 or (shape != "#" and _HEXADECIMAL.fullmatch(word))
    return "##" if mixed else shape


def _letter_triples(word: str) -> list[str]:
    """Three letters at a time of the word between spaces: those of a one-letter word are one triple."""
    padded = f" {word} "
    return [padded[start : start + _LETTERS] for start in range(len(padded) - _LETTERS + 1)]
