"""How much each word of a set of lines counts: rare words more, passing ones and those that only come together less."""

from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import normalize

from ..arrays import FloatArray
from .vocabulary import Vocabulary

_RARITY = 0.6  # power of the inverse document frequency; 1 lets the rarest word of a line outweigh all others
_SEEN_ONCE = 0.7  # a word of one line tells it from others, but may be a slip or a parameter
_TOGETHER = 4  # power of the cosine of two words' lines: only words that nearly always come together are one
_FEW_LINES = 10  # among as many lines words come together by chance as often as not
_ROWS_AT_ONCE = 500


def word_weights(words: Vocabulary) -> FloatArray:
    r"""Weight of each word.

    .. math:: w_u = \left(\ln\frac{1 + n}{1 + d_u} + 1\right)^{0.6} \rho_u^{-\frac12 \frac{n}{n + 10}},
        \quad \text{times } 0.7 \text{ for a word of one line},

    with :math:`d_u` the softened document frequency (:func:`soft_frequency`) and :math:`\rho_u` the number of words
    that say the same (:func:`redundancy`), which a few lines cannot tell.
    """
    n = words.lines.shape[0]
    rarity = np.log((1 + n) / (1 + np.minimum(soft_frequency(words), n))) + 1
    once = np.where(words.frequency == 1, _SEEN_ONCE, 1.0)
    same = redundancy(words.lines_with_kinds())[words.kinds]
    weights: FloatArray = once * rarity**_RARITY / same ** (n / (n + _FEW_LINES) / 2)
    return weights


def soft_frequency(words: Vocabulary) -> FloatArray:
    r"""Lines with a word or with one spelt alike: :math:`d_u = \sum_v s(u, v)^2 f_v`, with :math:`f_v` lines with v.

    A misspelt word is thus nearly as common as the right one, and a number as common as such numbers are: for words
    that change the sum runs over those of one kind, and s is the share of the kind, :math:`1 - e`. The square keeps
    the many words that share a triple by chance from adding up.
    """
    frequency = words.frequency
    of_kind = np.bincount(words.kinds, weights=frequency)[words.kinds]
    softened: FloatArray = frequency + (1 - words.exact) ** 2 * (of_kind - frequency)
    plain = np.flatnonzero(~words.changing)
    softened[plain] = _sums_of_powers(words.triples[plain], frequency[plain], 2)
    return softened


def redundancy(occurrences: Any) -> FloatArray:
    r""":math:`\rho_u = \sum_v r(u, v)^4`, r the cosine of two columns: how many words come and go with each.

    It is 1 for a word that keeps no company, and m for each of m words that are always together. Divided by it, a set
    phrase counts as one word does: "waiting for upstream" no more than the "gateway" that waits.

    Parameters
    ----------
    occurrences : (n, c) CSR of ones, no column empty
    """
    columns = sp.csr_array(normalize(occurrences, axis=0).T)
    return _sums_of_powers(columns, np.ones(columns.shape[0]), _TOGETHER)


def _sums_of_powers(rows: Any, masses: FloatArray, power: int) -> FloatArray:
    """``sum_j masses[j] * (rows[i] . rows[j]) ** power`` for each row i, some rows at a time."""
    turned = rows.T.tocsr()
    sums = np.empty(rows.shape[0])
    for start in range(0, sums.size, _ROWS_AT_ONCE):
        products = sp.csr_array(rows[start : start + _ROWS_AT_ONCE] @ turned)
        products.data **= power
        sums[start : start + _ROWS_AT_ONCE] = products @ masses
    return sums
