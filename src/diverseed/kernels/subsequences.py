"""The gap-weighted word kernel: two texts are similar when they share words in the same order, gaps allowed."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

import numpy as np
import scipy.sparse as sp

from ..arrays import BoolArray, FloatArray, IntArray
from ..errors import InputError
from .tokens import checked_texts, word_splitter

# From where the words of b pairs match, (|s|, |t|, b), to their kernel, (b,).
_OfMatches = Callable[[BoolArray], FloatArray]
_CELLS_PER_BATCH = 200_000  # of the dynamic program: three arrays of them fit a processor's cache
_PAD_LEFT, _PAD_RIGHT = -1, -2  # differ from every word and from each other, so padding never matches


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
    kernel = _kernel_matrix(lines, others, len(number), of_matches, symmetric=other is None)
    if normalize:
        kernel *= _inverse_norms(lines, of_matches)[:, None] * _inverse_norms(others, of_matches)
    return kernel[np.ix_(which, other_which)]


def _check_parameters(max_length: int, min_length: int, decay: float) -> None:
    if not 1 <= min_length <= max_length:
        raise InputError(
            f"min_length={min_length} and max_length={max_length} must be integers with 1 <= min_length <= max_length."
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
    lines: list[IntArray], others: list[IntArray], n_words: int, of_matches: _OfMatches, *, symmetric: bool
) -> FloatArray:
    """Kernel of all pairs, computed where they share a word, and half of them when symmetric."""
    shared = _incidence(lines, n_words) @ _incidence(others, n_words).T
    rows, columns = (sp.triu(shared) if symmetric else shared).nonzero()
    kernel = np.zeros((len(lines), len(others)))
    kernel[rows, columns] = _pair_values(lines, others, (rows, columns), of_matches)
    if symmetric:
        kernel[columns, rows] = kernel[rows, columns]
    return kernel


def _incidence(lines: list[IntArray], n_words: int) -> sp.csr_array:
    """Which word occurs in which line: (n_lines, n_words)."""
    ends = np.cumsum([0, *map(len, lines)])
    words = np.concatenate([np.empty(0, np.int64), *lines])
    return sp.csr_array((np.ones(words.size), words, ends), shape=(len(lines), n_words))


def _inverse_norms(lines: list[IntArray], of_matches: _OfMatches) -> FloatArray:
    """1 / sqrt(k(s, s)) of each line; 0 for lines too short to have a subsequence."""
    each = np.arange(len(lines))
    norms = _pair_values(lines, lines, (each, each), of_matches)
    return np.divide(1.0, np.sqrt(norms), out=np.zeros_like(norms), where=norms > 0)


def _pair_values(
    lines: list[IntArray], others: list[IntArray], pairs: tuple[IntArray, IntArray], of_matches: _OfMatches
) -> FloatArray:
    """Kernel of the given pairs (a line, another line), in batches of like lengths so that little is padded."""
    left, right = _padded(lines, _PAD_LEFT), _padded(others, _PAD_RIGHT)
    rows, columns = pairs
    left_sizes = np.array([len(line) for line in lines], dtype=np.int64)[rows]
    right_sizes = np.array([len(line) for line in others], dtype=np.int64)[columns]
    values = np.zeros(rows.size)
    for batch in _batches(left_sizes, right_sizes):
        s = left[: left_sizes[batch].max(), rows[batch]]
        t = right[: right_sizes[batch].max(), columns[batch]]
        values[batch] = of_matches(s[:, None] == t[None, :])
    return values


def _padded(lines: list[IntArray], pad: int) -> IntArray:
    """Lines as columns, filled up with ``pad``: (longest, n_lines)."""
    padded = np.full((max(map(len, lines), default=0), len(lines)), pad, dtype=np.int64)
    for column, line in enumerate(lines):
        padded[: len(line), column] = line
    return padded


def _batches(left_sizes: IntArray, right_sizes: IntArray) -> Iterator[IntArray]:
    """Pairs that share their left size, in runs of ascending right size that fit the working memory."""
    order = np.lexsort((right_sizes, left_sizes))
    for same_size in np.split(order, np.flatnonzero(np.diff(left_sizes[order])) + 1):
        if same_size.size:
            cells = max(1, left_sizes[same_size[0]] * right_sizes[same_size[-1]])
            step = int(max(1, _CELLS_PER_BATCH // cells))
            yield from (same_size[start : start + step] for start in range(0, same_size.size, step))


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
