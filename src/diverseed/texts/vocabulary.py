"""The words of a set of lines: how they are spelt, and which of them change from line to line."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

from ..arrays import BoolArray, FloatArray, IntArray
from .slots import passing_words

_LETTERS = 3
_LEAST_EXACT = 0.5  # share of a number's own digits in its likeness to others, however often such numbers change
_DIGITS = re.compile(r"\d+")
_HEXADECIMAL = re.compile(r"[0-9a-f]{6,}")


@dataclass(frozen=True)
class Vocabulary:
    """v different words.

    Attributes
    ----------
    frequency : (v,) number of lines with each word
    triples : (v, t) CSR, rows of unit length: counts of letter triples
    kinds : (v,) 0, 1, ...: numbers of one shape are one kind, passing words of one slot are, other words one each
    changing : (v,) whether a word holds a digit or stands in a slot (:func:`~diverseed.texts.slots.passing_words`)
    exact : (v,) share of the word's own letters in its likeness to others, e below; 1 for words that do not change
    """

    frequency: FloatArray
    triples: Any
    kinds: IntArray
    changing: BoolArray
    exact: FloatArray

    def features(self) -> Any:
        r"""(v, t + kinds) CSR of unit rows whose dot products are the likeness of words, s.

        Two words are as alike as the cosine of their counts of letter triples, a space before and after the word
        included. Words with digits are parameters in one set (the number of a ticket, an address in a log) and names
        in another (a house, a model). Where numbers of a shape mostly occur in one line each they are parameters, and
        any two of them are alike: the cosine counts for :math:`e = \max(1/2, 1 - h)`, the shape for :math:`1 - e`, with
        h the share of the shape's occurrences that are a number's only one. Words of a slot are parameters likewise,
        with h = 1.
        """
        v = self.kinds.size
        shapes = sp.csr_array((np.sqrt(1 - self.exact), (np.arange(v), self.kinds)), shape=(v, self.kinds.max() + 1))
        shapes.eliminate_zeros()
        return sp.csr_array(sp.hstack([sp.diags_array(np.sqrt(self.exact)) @ self.triples, shapes], format="csr"))


def vocabulary(words: Sequence[str], frequency: IntArray, lines: Iterable[Sequence[str]]) -> Vocabulary:
    """The v different ``words`` of ``lines``, of which word i is in ``frequency[i]`` lines."""
    shape_of = {word: number_shape(word) for word in words}
    once = {word for word, count in zip(words, frequency, strict=True) if count == 1 and not shape_of[word]}
    slots = passing_words(([shape_of[word] or word for word in line] for line in lines), once)
    shapes = [shape_of[word] or " _ ".join(slots.get(word, ())) for word in words]
    changing = np.array([shape != "" for shape in shapes])
    kinds = np.unique([shape or word for shape, word in zip(shapes, words, strict=True)], return_inverse=True)[1]
    passing = np.bincount(kinds, weights=frequency == 1) / np.bincount(kinds, weights=frequency)
    triples = CountVectorizer(analyzer=_letter_triples, dtype=np.float64).fit_transform(words)
    return Vocabulary(
        frequency=frequency.astype(np.float64),
        triples=sp.csr_array(normalize(triples)),
        kinds=kinds,
        changing=changing,
        exact=np.where(changing, np.maximum(_LEAST_EXACT, 1 - passing[kinds]), 1.0),
    )


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
