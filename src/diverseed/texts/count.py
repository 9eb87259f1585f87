"""How many groups a set of short lines has: the paper's process, and the gap between copies and strangers."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from ..arrays import FloatArray
from .linkage import Tree
from .spectrum import EXACT_SIZE, spectral_sums

_CUTS = np.linspace(0.02, 0.98, 97)
_SPREAD = 0.03  # added to every spread of heights, so that a few equal ones prove nothing
_FEWEST = 3  # merges on a side of the cut that say something
_MOST_PER_EXPECTED = 2.1  # groups for each point the process draws: 2 where groups share nothing, hardly more elsewhere


@dataclass(frozen=True)
class Sizes:
    """Size of the draws of the paper's process on n lines.

    Attributes
    ----------
    mean : E|Y|
    deviation : standard deviation of |Y|
    standard_error : of ``mean``, 0 where it is exact
    of_lines : E|Y| where copies count relative to the median number of copies, so that a set repeated as a whole
        keeps its number; the same as ``mean`` where most lines occur once
    """

    mean: float
    deviation: float
    standard_error: float
    of_lines: float


@dataclass(frozen=True)
class Prior:
    """What is held of a kernel before its tree is seen.

    Attributes
    ----------
    cut, cut_deviation : height at which groups end, and how sure that is
    size_deviation : how far the logarithm of the number strays from that of E|Y|
    evidence : weight of one merge's likelihood; far below 1, as the merges of a tree are not independent
    """

    cut: float
    cut_deviation: float
    size_deviation: float
    evidence: float


SPELLING = Prior(cut=0.64, cut_deviation=0.08, size_deviation=0.3, evidence=0.25)
SEQUENCES = Prior(cut=0.76, cut_deviation=0.08, size_deviation=0.3, evidence=0.05)


def process_sizes(X: Any, weights: FloatArray, *, rng: np.random.Generator, exact_size: int = EXACT_SIZE) -> Sizes:
    r"""Size of the paper's process, :math:`L = W^{1/2} X X^T W^{1/2}`, :math:`E|Y| = \sum_i l_i / (1 + l_i)`.

    Parameters
    ----------
    X : (n, d) CSR, non-negative, rows of length 1 (or 0: such rows are left out)
    weights : (n,) positive, the number of copies of each row: identical lines merged have the same spectrum
    exact_size : largest block of rows connected by shared columns whose spectrum is exact
    """
    sums = spectral_sums(X, weights, rng=rng, exact_size=exact_size)
    mean, error = sums.total(lambda values: values / (1 + values))
    variance, _ = sums.total(lambda values: values / (1 + values) ** 2)
    filled = np.diff(sp.csr_array(X).indptr) > 0
    relative = np.maximum(1.0, weights / np.median(weights[filled])) if filled.any() else weights
    of_lines = mean
    if not np.array_equal(relative, weights):
        sums = spectral_sums(X, relative, rng=rng, exact_size=exact_size)
        of_lines, _ = sums.total(lambda values: values / (1 + values))
    return Sizes(mean, float(np.sqrt(max(variance, 0.0))), error, of_lines)


def count_groups(tree: Tree, expected_size: float, prior: Prior) -> int:
    r"""Number of groups: where the tree is best cut in two, copies below and strangers above.

    E|Y| is a fair first guess where groups have two to five lines of middling likeness. It cannot pass n/2 (a line
    like no other adds 1/2), and each variant in a large group adds a little. The tree of average linkage shows what
    the spectrum hides: merges inside groups are low, merges of different groups high, and few lie between. For each cut
    :math:`t`, with :math:`k(t)` groups left, the score is

    .. math:: c\,\ell(t) - \frac{(t - t_0)^2}{2 \sigma^2} - \frac{\ln^2 (k(t) / E|Y|)}{2 s^2},

    where :math:`\ell` is the log likelihood of the heights as two normal samples, split at the cut, over that of one
    (the classification likelihood of Symons 1981). The paper's process is thus the prior, and a clear gap moves it;
    but not above twice E|Y|: groups that share nothing add 1/2 or more each. The constants of both priors were chosen
    on the development sets of ``benchmarks/text.py``, which has the figures.

    Parameters
    ----------
    tree : of the n different lines
    expected_size : E|Y| of the paper's process on them
    """
    left = np.array([tree.n_groups(cut) for cut in _CUTS])
    score = (
        prior.evidence * split_likelihood(tree.heights)
        - (_CUTS - prior.cut) ** 2 / (2 * prior.cut_deviation**2)
        - np.log(left / max(expected_size, 0.5)) ** 2 / (2 * prior.size_deviation**2)
    )
    score[left > max(_MOST_PER_EXPECTED * expected_size, left.min())] = -np.inf
    return int(left[np.argmax(score)])


def split_likelihood(heights: FloatArray) -> FloatArray:
    """For each cut, the log likelihood ratio of two normal samples against one; 0 where a side has too few."""
    n = heights.size
    ratios = np.zeros(_CUTS.size)
    if n == 0:
        return ratios
    whole = np.log(heights.std() + _SPREAD)
    for i, below in enumerate(np.searchsorted(heights, _CUTS, side="right")):
        above = n - below
        if min(below, above) < _FEWEST:
            continue
        spread = below * np.log(heights[:below].std() + _SPREAD) + above * np.log(heights[below:].std() + _SPREAD)
        mixing = below * np.log(below / n) + above * np.log(above / n)
        ratios[i] = n * whole - spread + mixing
    return ratios
