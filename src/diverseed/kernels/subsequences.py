"""The gap-weighted word kernel: two texts are similar when they share words in the same order, gaps allowed."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

import numpy as np

from ..arrays import BoolArray, FloatArray, IntArray
from ..errors import InputError
from .tokens import checked_texts, word_splitter

# From where the words of b pairs match, (|s|, |t|, b), to their kernel, (b,).
_OfMatches = Callable[[BoolArray], FloatArray]
_CELLS_PER_BATCH = 200_000  # of the dynamic program: three arrays of them fit a processor's cache
_PAD = -1  # is no word, so padding never matches


def word_subsequence_kernel(
    texts: Iterable[str],
    other: Iterable[str] | None = None,
    *,
    max_length: int = 3,
    min_length: int = 1,
    decay: float = 0.5,
    normalize: bool = True,
    token_pattern: str | None = None,
    lowercase: bool = True,
    stop_words: str | Collection[str] | None = None,
) -> FloatArray:
    r"""Gap-weighted subsequence kernel over words.

    .. math:: k(s, t) = \sum_{p} \; \sum_{u \in \Sigma^p} \;
              \sum_{i : s[i] = u} \; \sum_{j : t[j] = u} \lambda^{\ell(i) + \ell(j)},

    over the lengths :math:`p` from ``min_length`` to ``max_length``, all sequences :math:`u` of :math:`p` words, and
    all index tuples :math:`i`, :math:`j` that spell :math:`u` in :math:`s` and :math:`t`;
    :math:`\ell(i) = i_p - i_1 + 1` is the span in words, gaps included (Lodhi et al. 2002; over words, Cancedda et
    al. 2003). With ``normalize`` it is divided by :math:`\sqrt{k(s, s) k(t, t)}`.

    Unlike :class:`~diverseed.kernels.words.WordSequenceVectorizer` it forgives words put in between. Its features are
    too many to write down, so it gives the kernel matrix itself, by dynamic programming in
    :math:`O(p\,|s|\,|t|)` per pair of different texts that share a word.

    Parameters
    ----------
    texts : n strings
    other : m strings, or None for ``texts`` again
    max_length, min_length : longest and shortest subsequences, in words; equal for the kernel of one length
    decay : lambda, above 0 and at most 1. The smaller, the less a gap is forgiven; 1 ignores gaps.
    normalize : cosines in place of the kernel: 1 for equal texts
    token_pattern, lowercase, stop_words : as in ``WordSequenceVectorizer``

    Returns
    -------
    (n, m) array, positive semi-definite when ``other`` is None. A text with fewer words than ``min_length`` has a
    row of zeros, also on the diagonal.

    Examples
    --------
    >>> from diverseed.kernels.subsequences import word_subsequence_kernel
    >>> word_subsequence_kernel(["the red door", "the big red door"], max_length=2).round(2)
    array([[1.  , 0.82],
           [0.82, 1.  ]])
    """
    _check_parameters(max_length, min_length, decay)
    words_of = word_splitter(token_pattern, lowercase=lowercase, stop_words=stop_words)
    number: dict[str, int] = {}
    lines, which = _distinct(words_of, texts, number)
    others, other_which = (lines, which) if other is None else _distinct(words_of, other, number)
    of_matches = partial(_gap_weighted, lengths=(min_length, max_length), decay=decay)
    kernel = _kernel_matrix(lines, others, of_matches, symmetric=other is None)
    if normalize:
        kernel *= _inverse_norms(lines, of_matches)[:, None] * _inverse_norms(others, of_matches)
    return kernel[np.ix_(which, other_which)]


def _check_parameters(max_length: int, min_length: int, decay: float) -> None:
    if not 1 <= min_length <= max_length:
        raise InputError(
            f"min_length={min_length} and max_length={max_length} do not fit: "
            "whole numbers with 1 <= min_length <= max_length are needed."
        )
    if not 0 < decay <= 1:
        raise InputError(f"decay={decay} must be above 0 and at most 1; 1 ignores gaps.")


def _distinct(
    words_of: Callable[[str], list[str]], texts: Iterable[str], number: dict[str, int]
) -> tuple[list[IntArray], IntArray]:
    """The different lines, as word numbers (new words are added to ``number``), and which of them each text is."""
    seen: dict[tuple[int, ...], int] = {}
    which = []
    for text in checked_texts(texts):
        line = tuple(number.setdefault(word, len(number)) for word in words_of(text))
        which.append(seen.setdefault(line, len(seen)))
    return [np.array(line, dtype=np.int64) for line in seen], np.array(which, dtype=np.int64)


def _kernel_matrix(
    lines: list[IntArray], others: list[IntArray], of_matches: _OfMatches, *, symmetric: bool
) -> FloatArray:
    """Kernel of all pairs, computed where they share a word, and half of them when symmetric."""
    kernel = np.zeros((len(lines), len(others)))
    longest = max(map(len, lines), default=0)
    for columns, padded in _batches(others, longest):
        for row, line in enumerate(lines):
            match = line[:, None, None] == padded
            shared = match.any(axis=(0, 1)) & (not symmetric or columns >= row)
            kernel[row, columns[shared]] = of_matches(match[:, :, shared])
    return kernel + np.triu(kernel, 1).T if symmetric else kernel


def _batches(lines: list[IntArray], longest: int) -> Iterator[tuple[IntArray, IntArray]]:
    """Lines of like length, padded, as columns of an array, and which lines they are: so many that their dynamic
    program with a line of the length given fits the working memory."""
    left = np.argsort([-len(line) for line in lines], kind="stable")
    while left.size:
        length = len(lines[left[0]])
        step = max(1, _CELLS_PER_BATCH // max(1, longest * length))
        batch, left = left[:step], left[step:]
        padded = np.full((length, batch.size), _PAD, dtype=np.int64)
        for column, line in enumerate(batch.tolist()):
            padded[: len(lines[line]), column] = lines[line]
        yield batch, padded


def _inverse_norms(lines: list[IntArray], of_matches: _OfMatches) -> FloatArray:
    """1 / sqrt(k(s, s)) of each line; 0 for lines too short to have a subsequence."""
    norms = np.array([of_matches((line[:, None] == line)[:, :, None])[0] for line in lines])
    return np.divide(1.0, np.sqrt(norms), out=np.zeros_like(norms), where=norms > 0)


def _gap_weighted(match: BoolArray, *, lengths: tuple[int, int], decay: float) -> FloatArray:
    """Kernel of a batch of b pairs, from where their words match: (|s|, |t|, b) -> (b,).

    ``ending[i, j]`` sums the weights of all common subsequences whose last words are s_i and t_j. Those of one more
    word discount every earlier ending by ``decay`` for each step to i and to j, the gap included:

        ending'[i, j] = match[i, j] * sum_{i' < i, j' < j} decay^(i - i' + j - j') ending[i', j']
    """
    shortest, longest = lengths
    ending: FloatArray = np.multiply(match, decay**2, dtype=np.float64)
    total = np.zeros(match.shape[2])
    for length in range(1, longest + 1):
        if length > 1:
            ending = _discounted(ending, decay)  # along s
            ending = _discounted(ending.swapaxes(0, 1), decay).swapaxes(0, 1)  # along t
            ending *= match
        if length >= shortest:
            total += ending.sum(axis=(0, 1))
    return total


def _discounted(values: FloatArray, decay: float) -> FloatArray:
    """``sum_{i' < i} decay^(i - i') values[i']`` along the first axis, in one sweep."""
    sums = np.zeros_like(values)
    for i in range(1, values.shape[0]):
        np.add(sums[i - 1], values[i - 1], out=sums[i])
        sums[i] *= decay
    return sums
