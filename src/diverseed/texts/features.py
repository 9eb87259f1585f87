"""Lines as sparse features whose dot products are their similarity: spelling of the words, and runs of words."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import normalize

from ..arrays import FloatArray
from ..kernels.words import WordSequenceVectorizer

T = TypeVar("T", bound=Hashable)
Words = tuple[str, ...]

_SEQUENCES = 0.1  # of the similarity. It brings in order, most of the meaning where each character is a word
_LONGEST = 3
_LETTERS = 3


class LineFeatures:
    r"""Features of lines of words.

    The similarity of two lines is :math:`0.9\,s(x, y) + 0.1\,k(x, y)`. k is the contiguous word kernel, up to three
    words. s compares lines word by word and words letter by letter: with :math:`u \cdot v` the cosine of the counts of
    letter triples of two words, a space before and after each included, and d the number of lines with a word,

    .. math:: s(x, y) \propto \sum_{u \in x} \sum_{v \in y} w_u w_v\, (u \cdot v), \qquad
        w_u = \ln\frac{1 + n}{1 + d_u} + 1,

    scaled to :math:`s(x, x) = 1`. It is the soft TF-IDF of Cohen, Ravikumar & Fienberg (2003) without a threshold on
    the similarity of words, which gives it explicit features.

    Parameters
    ----------
    lines : n different lines, each of at least one word

    Attributes
    ----------
    X : (n, d) CSR, rows of unit length
    """

    def __init__(self, lines: Sequence[Words]) -> None:
        self._triples: dict[str, int] = {}
        self._n_lines = len(lines)
        words: dict[str, int] = {}
        self._frequency = dict(zip(words, np.bincount(counted(lines, words).indices).tolist(), strict=True))
        self._sequences = WordSequenceVectorizer(_LONGEST, token_pattern=r"\S+", lowercase=False)
        self.X = self._of(lines, self._triples, self._sequences.fit_transform(map(" ".join, lines)))

    def of(self, lines: Sequence[Words]) -> Any:
        """Features of any lines, (m, d) CSR. Letters and words not seen before have a weight but no column."""
        return self._of(lines, dict(self._triples), self._sequences.transform(map(" ".join, lines)))

    def weights(self, words: Sequence[str]) -> FloatArray:
        """The weight of each word, the rarer the higher."""
        frequency = np.array([self._frequency.get(each, 0) for each in words])
        return np.asarray(np.log((1 + self._n_lines) / (1 + frequency)) + 1, dtype=np.float64)

    def _of(self, lines: Sequence[Words], triples: dict[str, int], sequences: Any) -> Any:
        words: dict[str, int] = {}
        weighted = counted(lines, words)
        weighted.data = self.weights(list(words))[weighted.indices]
        spelt = normalize(counted(map(_triples_of, words), triples), copy=False)
        spelling = normalize(sp.csr_array(weighted @ spelt), copy=False)[:, : len(self._triples)]
        parts = [np.sqrt(1 - _SEQUENCES) * spelling, np.sqrt(_SEQUENCES) * sequences]
        return sp.csr_array(sp.hstack(parts, format="csr"))


def counted(rows: Iterable[Iterable[T]], columns: dict[T, int]) -> Any:
    """(n, columns) CSR, how often a row holds the key of a column; new keys are added to the columns."""
    indices: list[int] = []
    ends = [0]
    for keys in rows:
        indices.extend(columns.setdefault(key, len(columns)) for key in keys)
        ends.append(len(indices))
    counts = sp.csr_array((np.ones(len(indices)), indices, ends), shape=(len(ends) - 1, len(columns)))
    counts.sum_duplicates()
    return counts


def _triples_of(word: str) -> Iterator[str]:
    padded = f" {word} "
    return (padded[start : start + _LETTERS] for start in range(len(padded) - _LETTERS + 1))
