"""The words of a set of lines: how they are spelt, and which of them are numbers that change from line to line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

from ..arrays import BoolArray, FloatArray, IntArray

_LETTERS = 3
_LEAST_EXACT = 0.5  # share of a number's own digits in its likeness to others, however often such numbers change
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Vocabulary:
    """v different words.

    Attributes
    ----------
    frequency : (v,) number of lines with each word
    triples : (v, t) CSR, rows of unit length: counts of letter triples
    kinds : (v,) 0, 1, ...: words without a digit are a kind each, numbers of one shape are one kind together
    number : (v,) whether a word holds a digit
    exact : (v,) share of the word's own letters in its likeness to others, e below; 1 for words without a digit
    """

    frequency: FloatArray
    triples: Any
    kinds: IntArray
    number: BoolArray
    exact: FloatArray

    def features(self) -> Any:
        r"""(v, t + kinds) CSR of unit rows whose dot products are the likeness of words, s.

        Two words are as alike as the cosine of their counts of letter triples, a space before and after the word
        included. Words with digits are parameters in one set (the number of a ticket, an address in a log) and names
        in another (a house, a model). Where numbers of a shape mostly occur in one line each they are parameters, and
        any two of them are alike: the cosine counts for :math:`e = \max(1/2, 1 - h)`, the shape for :math:`1 - e`, with
        h the share of the shape's occurrences that are a number's only one.
        """
        v = self.kinds.size
        shapes = sp.csr_array((np.sqrt(1 - self.exact), (np.arange(v), self.kinds)), shape=(v, self.kinds.max() + 1))
        shapes.eliminate_zeros()
        return sp.csr_array(sp.hstack([sp.diags_array(np.sqrt(self.exact)) @ self.triples, shapes], format="csr"))


def vocabulary(words: Sequence[str], frequency: IntArray) -> Vocabulary:
    """The v different ``words``, of which word i is in ``frequency[i]`` lines."""
    shapes = [number_shape(word) for word in words]
    number = np.array([shape != "" for shape in shapes])
    kinds = np.unique([shape or word for shape, word in zip(shapes, words, strict=True)], return_inverse=True)[1]
    once = np.bincount(kinds, weights=frequency == 1) / np.bincount(kinds, weights=frequency)
    triples = CountVectorizer(analyzer=_letter_triples, dtype=np.float64).fit_transform(words)
    return Vocabulary(
        frequency=frequency.astype(np.float64),
        triples=sp.csr_array(normalize(triples)),
        kinds=kinds,
        number=number,
        exact=np.where(number, np.maximum(_LEAST_EXACT, 1 - once[kinds]), 1.0),
    )


def number_shape(word: str) -> str:
    """What numbers of a kind have in common: "#" for "4711", "k#" for "k500", "##" for "7f3a09"; "" without a digit."""
    shape = _DIGITS.sub("#", word)
    if shape == word:
        return ""
    return shape if shape.count("#") == 1 else "##"


def _letter_triples(word: str) -> list[str]:
    """Three letters at a time of the word between spaces: those of a one-letter word are one triple."""
    padded = f" {word} "
    return [padded[start : start + _LETTERS] for start in range(len(padded) - _LETTERS + 1)]
