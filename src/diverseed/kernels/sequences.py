"""Contiguous sequences of words, numbered: by the sequences seen in a set of texts, or by hashing."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Self

import numpy as np
import numpy.typing as npt

from ..arrays import IntArray

UNSEEN = -1


@dataclass(frozen=True)
class SplitTexts:
    """The words of n texts, one after the other."""

    words: list[str]  # the distinct words
    word: IntArray  # (t,) which of them stands at each of the t places
    row: IntArray  # (t,) the text of each place
    left: IntArray  # (t,) how many words of its text start at this place or later
    n_texts: int

    @classmethod
    def of(cls, texts: Iterable[list[str]]) -> Self:
        number: dict[str, int] = {}
        word: list[int] = []
        sizes: list[int] = []
        for words in texts:
            sizes.append(len(words))
            word.extend(number.setdefault(each, len(number)) for each in words)
        row = np.repeat(np.arange(len(sizes)), sizes)
        left = np.cumsum(sizes, dtype=np.int64)[row] - np.arange(len(word))
        return cls(list(number), np.array(word, dtype=np.int64), row, left, len(sizes))


@dataclass(frozen=True)
class Trie:
    """All sequences seen: level l holds the sorted keys ``prefix * n_words + last word`` of those with l words.

    ``extend`` grows sequences by a word and gives their state, UNSEEN where there is none; ``columns`` gives column and
    sign of sequences in a state. ``Hashes`` has the same methods.
    """

    n_words: int
    levels: tuple[IntArray, ...]

    @classmethod
    def of(cls, ids: IntArray, left: IntArray, max_length: int | None) -> Self:
        n_words = int(ids.max()) + 1
        levels: list[IntArray] = []

        def grow(length: int, state: IntArray, ids: IntArray) -> IntArray:
            keys, state = np.unique(state * n_words + ids, return_inverse=True)
            levels.append(keys)
            return state

        for _ in sequences(ids, left, max_length, grow):
            pass
        return cls(n_words, tuple(levels))

    @property
    def n_columns(self) -> int:
        return sum(map(len, self.levels))

    def extend(self, length: int, state: IntArray, ids: IntArray) -> IntArray:
        if length > len(self.levels):
            return np.full_like(state, UNSEEN)
        level = self.levels[length - 1]
        key = state * self.n_words + ids
        place = np.minimum(np.searchsorted(level, key), level.size - 1)
        return np.where((level[place] == key) & (ids != UNSEEN), place, UNSEEN)

    def columns(self, length: int, state: IntArray) -> tuple[IntArray, IntArray]:
        return sum(map(len, self.levels[: length - 1])) + state, np.ones_like(state)

    def names(self, words: list[str]) -> npt.NDArray[np.object_]:
        last_words = np.array(words, dtype=object)
        levels = [last_words]
        for keys in self.levels[1:]:
            levels.append(levels[-1][keys // self.n_words] + " " + last_words[keys % self.n_words])
        return np.concatenate(levels)


@dataclass(frozen=True)
class Hashes:
    """Columns by hashing. The state is a 63-bit hash of the words so far: low part the column, top bit the sign."""

    n_columns: int

    def extend(self, length: int, state: IntArray, ids: IntArray) -> IntArray:
        mixed = state.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + ids.astype(np.uint64)
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):  # the finaliser of SplitMix64
            mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
        return ((mixed ^ (mixed >> np.uint64(31))) >> np.uint64(1)).astype(np.int64)

    def columns(self, length: int, state: IntArray) -> tuple[IntArray, IntArray]:
        return state % self.n_columns, 1 - 2 * (state >> 62)


def sequences(
    ids: IntArray, left: IntArray, max_length: int | None, extend: Callable[[int, IntArray, IntArray], IntArray]
) -> Iterator[tuple[int, IntArray, IntArray]]:
    """Every contiguous sequence, by length: the length, the places where one starts and its state.

    A sequence that ``extend`` does not know is dropped, and the longer ones that begin with it need not be tried.
    """
    starts = np.arange(ids.size)
    state = np.zeros(ids.size, dtype=np.int64)
    for length in count(1) if max_length is None else range(1, max_length + 1):
        fits = left[starts] >= length
        starts, state = starts[fits], state[fits]
        if not starts.size:
            return
        state = extend(length, state, ids[starts + length - 1])
        known = state != UNSEEN
        starts, state = starts[known], state[known]
        yield length, starts, state


def stable_hash(word: str) -> int:
    """63-bit hash, the same in every process (Python's own is salted)."""
    digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1
