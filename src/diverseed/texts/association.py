"""Whether numbers name something: do lines that share one share other words too?"""

from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import normalize
from sklearn.utils.extmath import row_norms

from ..arrays import BoolArray, FloatArray, IntArray

_EQUAL = 0.98  # mean likeness of lines that differ in their numbers alone, which then tell nothing about other words


def association(lines: Any, kinds: IntArray, changing: BoolArray, spelling: Any) -> FloatArray:
    r"""How much more alike lines with the same number are than lines with any number of its kind, their numbers aside.

    .. math:: a = \frac{s - s_0}{1 - s_0},

    with :math:`s` the mean similarity of two lines that share a recurring number of the kind and :math:`s_0` that of
    any two lines with a number of the kind: near 1 for the telephone numbers of shops, 0 for the minutes of a clock.
    Lines are compared by the spelling of their other words, the rare ones counting more.

    Parameters
    ----------
    lines : (n, v) CSR of ones, which word is in which line
    kinds : (v,) 0, 1, ...
    changing : (v,) which words are left out of the comparison
    spelling : (v, t) CSR, features of each word

    Returns
    -------
    (kinds,) nan for a kind no word of which recurs, and where all lines with the kind are alike
    """
    n, v = lines.shape
    frequency = np.bincount(lines.indices, minlength=v)
    rarity = np.where(changing, 0.0, np.log((1 + n) / (1 + frequency)) + 1)
    rest = normalize(sp.csr_array(lines @ sp.diags_array(rarity) @ spelling))
    filled = np.diff(rest.indptr) > 0
    told = lines[filled].T.tocsr()  # words by lines that have other words
    rest = rest[filled]
    recurring = np.flatnonzero(changing & (np.diff(told.indptr) > 1))
    n_kinds = int(kinds.max()) + 1
    within, pairs = _likeness(told[recurring], rest)
    held = np.bincount(kinds[recurring], weights=pairs, minlength=n_kinds)
    shared = np.bincount(kinds[recurring], weights=pairs * within, minlength=n_kinds)
    by_kind = sp.csr_array((np.ones(v), (kinds, np.arange(v))), shape=(n_kinds, v)) @ told
    by_kind.data[:] = 1
    asked = np.flatnonzero(held)
    between, _ = _likeness(by_kind[asked], rest)
    found = np.full(n_kinds, np.nan)
    known = between < _EQUAL
    asked, between = asked[known], between[known]
    found[asked] = (shared[asked] / held[asked] - between) / (1 - between)
    return found


def _likeness(groups: Any, rows: Any) -> tuple[FloatArray, FloatArray]:
    """Mean dot product of two different rows of each group, and the number of rows, for groups of at least two."""
    sums = sp.csr_array(groups @ rows)
    sizes = np.diff(groups.indptr).astype(np.float64)
    squares = row_norms(sums, squared=True)
    return (squares - sizes) / (sizes * np.maximum(sizes - 1, 1)), sizes
