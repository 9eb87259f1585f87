"""How many groups a set of short lines has: the paper's process, and the rule used by default."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.special import expit

from ..arrays import FloatArray
from .spectrum import EXACT_SIZE, SpectralSums, spectral_sums

ISOLATED = 0.1  # a line less similar than this to every other stands alone
_SHARPNESS = 4.0
_USUAL_SIZE = 6.0  # groups of more lines than this, on average, raise the scale
_SCALE_POWER = 0.75
_PRODUCTS = 2_000_000_000  # multiplications spent on looking for isolated lines; beyond, a sample of them is looked at
_ROWS_AT_ONCE = 500


@dataclass(frozen=True)
class Count:
    """Number of groups among n lines.

    Attributes
    ----------
    n_groups : the default rule's answer, not rounded
    expected_size : E|Y| of the paper's process
    size_sd : standard deviation of |Y|
    standard_error : of ``expected_size``, 0 where it is exact; ``n_groups`` has about the same
    isolated : lines similar to no other (estimated from a sample in very large sets)
    """

    n_groups: float
    expected_size: float
    size_sd: float
    standard_error: float
    isolated: float


def count_groups(X: Any, weights: FloatArray, *, rng: np.random.Generator, exact_size: int = EXACT_SIZE) -> Count:
    r"""Count the groups among rows of unit length.

    The paper's process has :math:`L = W^{1/2} X X^T W^{1/2}` and draws
    :math:`E|Y| = \sum_i l_i / (1 + l_i)` points. It counts too few where lines stand alone (:math:`l = 1` adds 1/2) and
    too many where groups are large, because each variant of a line adds a little. The rule used by default,

    .. math:: k = \sum_i p(l_i) + \sum_{i\ \mathrm{isolated}} (1 - p(w_i)), \qquad
              p(l) = \frac{(l/t)^4}{1 + (l/t)^4}, \qquad t = \max(1, n / 6k)^{3/4},

    is the same process sharpened, at scale 1 while groups have up to 6 lines on average and at a higher one beyond (k
    is on both sides: found by bisection), with each isolated line counted as one group.

    Measured, mean of ``|log(k / true)|``, this rule and E|Y|: 45 generated sets of near-duplicates in five domains,
    with groups of 1 to 30 lines, .36 and .69; headings of six screenplays .20 and .26; person records with errors
    (FEBRL) and restaurants, .27 and .28. The rule's four numbers were chosen on these sets. On fresh generated sets and
    the screenplays together (``benchmarks/text.py``): .25 and .45. The rule counts too few where most lines are
    alone yet share frequent words, and too many where groups have dozens of much edited lines. In the
    rule copies count relative to the median number of copies, so that a set repeated as a whole keeps its number of
    groups.

    Parameters
    ----------
    X : (n, d) CSR, non-negative, rows of length 1 (or 0: such rows are left out)
    weights : (n,) positive, the number of copies of each row: identical lines merged have the same spectrum
    exact_size : largest block of rows connected by shared columns whose spectrum is exact
    """
    sums = spectral_sums(X, weights, rng=rng, exact_size=exact_size)
    expected, error = sums.total(lambda values: values / (1 + values))
    variance, _ = sums.total(lambda values: values / (1 + values) ** 2)
    filled = np.diff(sp.csr_array(X).indptr) > 0
    relative = np.maximum(1.0, weights / np.median(weights[filled])) if filled.any() else weights
    if not np.array_equal(relative, weights):
        sums = spectral_sums(X, relative, rng=rng, exact_size=exact_size)
    alone, share = _isolated(sp.csr_array(X), rng)
    copies = relative[alone]
    n_groups = _self_consistent(sums, copies, share, float(relative[filled].sum()))
    return Count(n_groups, expected, float(np.sqrt(max(variance, 0.0))), error, copies.size / share)


def _self_consistent(sums: SpectralSums, copies: FloatArray, share: float, n: float) -> float:
    """The k at which the sharpened process, with its scale from n / k, counts k, by bisection."""

    def counted(k: float) -> float:
        log_scale = _SCALE_POWER * np.log(max(1.0, n / (_USUAL_SIZE * k)))

        def kept(values: FloatArray) -> FloatArray:
            with np.errstate(divide="ignore"):
                return expit(_SHARPNESS * (np.log(values) - log_scale))

        return sums.total(kept)[0] + float((1 - kept(copies)).sum()) / share

    low, high = 1.0, max(n, 1.0)
    for _ in range(50):
        middle = np.sqrt(low * high)
        low, high = (middle, high) if counted(middle) > middle else (low, middle)
    return float(np.sqrt(low * high))


def _isolated(X: Any, rng: np.random.Generator) -> tuple[Any, float]:
    """Rows less similar than ``ISOLATED`` to every other, among all rows or a sample; and the share looked at."""
    filled = np.flatnonzero(np.diff(X.indptr))
    frequency = np.bincount(X.indices, minlength=X.shape[1]).astype(float)
    share = float(min(1.0, _PRODUCTS / max((frequency**2).sum(), 1.0)))
    if share < 1:
        filled = np.sort(rng.choice(filled, max(1, int(share * filled.size)), replace=False))
    turned = X.T.tocsr()
    found = []
    for start in range(0, filled.size, _ROWS_AT_ONCE):
        block = filled[start : start + _ROWS_AT_ONCE]
        similarity = (X[block] @ turned).tocsr()
        similarity.data[similarity.indices == np.repeat(block, np.diff(similarity.indptr))] = 0
        found.append(block[similarity.max(axis=1).toarray().ravel() < ISOLATED])
    return np.concatenate([np.empty(0, dtype=np.intp), *found]), share
