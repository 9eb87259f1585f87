r"""How much shorter lines are to tell by their groups: evidence that there are groups at all.

A line is told as the words it holds. Word u is in a share :math:`p_u` of the lines. In a group of m lines, c of which
hold it, it either is as common as anywhere or, with probability :math:`q_u = \min(p_u, 1/2)`, is a word of the group,
with any rate:

.. math:: P(c, m) = (1 - q_u)\, p_u^c (1 - p_u)^{m - c} + q_u B(c + 1, m - c + 1).

The logarithms are summed over groups and words, each divided by :math:`\rho_u^{3/4}`, with :math:`\rho_u` the number of
words that say the same (:func:`~diverseed.texts.weights.redundancy`): the m words of a set phrase say little more than
one does, as :math:`m^{1/4}` would. (With 1 for 3/4 a phrase would never save the name of its group.) To this comes the
partition: the number of groups, their sizes, and which line is in which,

.. math:: -\ln \frac{n!}{k! \prod_j m_j!} - \ln \binom{n - 1}{k - 1}.

It is the minimum description length of Rissanen (1978) for a mixture of Bernoulli vectors.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.special import betaln, gammaln
from sklearn.preprocessing import normalize

from ..arrays import FloatArray, IntArray
from .dense_linkage import Tree

_SAID_BEFORE = 0.75  # power of the redundancy by which words count less
_MOST_OFTEN = 0.5  # probability that a word found everywhere is a word of the group: more would tell against all others

_ROWS_AT_ONCE = 500


@dataclass(frozen=True)
class Savings:
    """Nats for each line that groups save against every line alone.

    Attributes
    ----------
    cuts : (c,) heights at which the tree is cut, ascending
    saved : (c,) by the groups that each leaves
    in_one : by one group of all lines
    """

    cuts: FloatArray
    saved: FloatArray
    in_one: float

    @property
    def margin(self) -> float:
        """What the best groups save more than both extremes, every line alone and all in one."""
        return float(self.saved.max() - max(0.0, self.in_one))

    @property
    def best_cut(self) -> float:
        """The lowest cut that saves most."""
        return float(self.cuts[np.argmax(self.saved)])


def group_savings(units: Any, tree: Tree, cuts: FloatArray) -> Savings:
    """What the groups of a tree save.

    Parameters
    ----------
    units : (n, c) CSR, its entries tell which word is in which of the n rows of the tree
    cuts : heights, ascending
    """
    n = tree.n_rows
    lines = np.bincount(units.indices, minlength=units.shape[1])
    units = sp.csr_array(units[:, np.flatnonzero(lines > 1)])  # a word of one line tells nothing of groups
    units.data = np.ones(units.nnz)
    rates = lines[lines > 1] / (n + 1)
    weights = redundancy(units) ** -_SAID_BEFORE if units.nnz else np.empty(0)

    def told(labels: IntArray) -> float:
        return _words_told(units, labels, rates, weights) + _partition_told(np.bincount(labels))

    apart = told(np.arange(n))
    by_number: dict[int, float] = {}
    for height in cuts:
        k = tree.n_groups(height)
        if k not in by_number:
            by_number[k] = (told(tree.labels(k)) - apart) / n
    saved = np.array([by_number[tree.n_groups(height)] for height in cuts])
    return Savings(cuts, saved, (told(np.zeros(n, dtype=np.intp)) - apart) / n)


def _words_told(units: Any, labels: IntArray, rates: FloatArray, weights: FloatArray) -> float:
    """Log probability of the words of all groups."""
    n = labels.size
    sizes = np.bincount(labels).astype(np.float64)
    counts = sp.csr_array((np.ones(n), (labels, np.arange(n))), shape=(sizes.size, n)) @ units
    words, size = counts.indices, np.repeat(sizes, np.diff(counts.indptr))
    held = _log_probability(counts.data, size, rates[words]) - _log_probability(np.zeros(1), size, rates[words])
    # words that a group lacks, as if it lacked all: a sum over its size and the few different rates
    size, n_groups = np.unique(sizes, return_counts=True)
    rate, kind = np.unique(rates, return_inverse=True)
    lacked = _log_probability(np.zeros((1, 1)), size[:, None], rate) @ np.bincount(kind, weights=weights)
    return float(weights[words] @ held + n_groups @ lacked)


def _log_probability(count: FloatArray, size: FloatArray, rate: FloatArray) -> FloatArray:
    """Of a word of the given rate in ``count`` of ``size`` lines."""
    own = np.minimum(rate, _MOST_OFTEN)
    anywhere = np.log1p(-own) + count * np.log(rate) + (size - count) * np.log1p(-rate)
    return np.logaddexp(anywhere, np.log(own) + betaln(count + 1, size - count + 1))


def _partition_told(sizes: IntArray) -> float:
    n, k = sizes.sum(), sizes.size
    which = gammaln(n + 1) - gammaln(sizes + 1).sum() - gammaln(k + 1)
    how_large = gammaln(n) - gammaln(k) - gammaln(n - k + 1)
    return float(-which - how_large)


def redundancy(occurrences: Any) -> FloatArray:
    r""":math:`\rho_u = \sum_v r(u, v)^4`, r the cosine of two columns: how many words come and go with each.

    It is 1 for a word that keeps no company, and m for each of m words that are always together. Divided by it, a set
    phrase counts as one word does: "waiting for upstream" no more than the "gateway" that waits.

    Parameters
    ----------
    occurrences : (n, c) CSR of ones, no column empty
    """
    columns = sp.csr_array(normalize(occurrences, axis=0).T)
    return _sums_of_powers(columns, np.ones(columns.shape[0]), 4)


def _sums_of_powers(rows: Any, masses: FloatArray, power: int) -> FloatArray:
    """``sum_j masses[j] * (rows[i] . rows[j]) ** power`` for each row i, some rows at a time."""
    turned = rows.T.tocsr()
    sums = np.empty(rows.shape[0])
    for start in range(0, sums.size, _ROWS_AT_ONCE):
        products = sp.csr_array(rows[start : start + _ROWS_AT_ONCE] @ turned)
        products.data **= power
        sums[start : start + _ROWS_AT_ONCE] = products @ masses
    return sums
