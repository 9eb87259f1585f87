"""How many groups a set of short lines has: the paper's process, and the gap between copies and strangers."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from ..arrays import FloatArray
from .dense_linkage import Tree
from .savings import Savings
from .spectrum import EXACT_SIZE, spectral_sums

CUTS = np.linspace(0.02, 0.98, 97)
DESCRIBED_CUTS = CUTS[::4]  # where it is told how much groups save, which changes slowly
_SPREAD = 0.03  # added to every spread of heights, so that a few equal ones prove nothing
_FEWEST = 3  # merges on a side of the cut that say something

# Sequences of words alone.
_SEQUENCES_CUT, _SEQUENCES_CUT_DEVIATION = 0.76, 0.08
_SEQUENCES_EVIDENCE = 0.05
_SEQUENCES_SIZE_DEVIATION = 0.3  # how far the logarithm of the number strays from that of E|Y|
_CLEAR = 1.5  # nats for each line that groups must save for the process to be too many
_LAST_CUT = 0.9  # above it merge lines that share a town or a trade: shorter to tell together, and no groups
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


def count_by_sequences(tree: Tree, expected_size: float, savings: Savings | None = None) -> int:
    r"""Number of groups where only the sequences of words are known.

    E|Y| is a fair first guess where groups have two to five lines of middling likeness. The score of a cut is

    .. math:: c\,\ell(t) - \frac{(t - t_0)^2}{2 \sigma^2} - \frac{\ln^2 (k(t) / E|Y|)}{2 s^2},

    with the likelihood of the plain heights. The paper's process is thus the prior, and a clear gap moves it; but not
    above twice E|Y|: groups that share nothing add 1/2 or more each. Every variant in a large group adds a little, too,
    as do the numbers in a log, so that E|Y| may be far too large. Where groups of lines that are alike clearly make
    them shorter to tell than every line alone and than all in one, there are at most as many as tell them shortest.

    Parameters
    ----------
    tree : of the rows of the contiguous word kernel
    expected_size : E|Y| of the paper's process on them
    savings : what groups of the tree save (:func:`~diverseed.texts.description.group_savings`); None leaves it open
    """
    left = np.array([tree.n_groups(cut) for cut in CUTS])
    score = (
        _SEQUENCES_EVIDENCE * split_likelihood(tree.heights, CUTS, spread=_SPREAD)
        - (CUTS - _SEQUENCES_CUT) ** 2 / (2 * _SEQUENCES_CUT_DEVIATION**2)
        - np.log(left / max(expected_size, 0.5)) ** 2 / (2 * _SEQUENCES_SIZE_DEVIATION**2)
    )
    score[left > max(_MOST_PER_EXPECTED * expected_size, left.min())] = -np.inf
    found = int(left[np.argmax(score)])
    if savings is not None and savings.margin > _CLEAR and savings.best_cut <= _LAST_CUT:
        return min(found, tree.n_groups(savings.best_cut))
    return found


def split_likelihood(heights: FloatArray, cuts: FloatArray, *, spread: float) -> FloatArray:
    """For each cut, the log likelihood ratio of two normal samples against one; 0 where a side has too few.

    Parameters
    ----------
    heights : (n,) ascending
    cuts : (c,)
    spread : added to the standard deviation of every sample
    """
    n = heights.size
    ratios = np.zeros(cuts.size)
    if n == 0:
        return ratios
    whole = np.log(heights.std() + spread)
    for i, below in enumerate(np.searchsorted(heights, cuts, side="right")):
        above = n - below
        if min(below, above) < _FEWEST:
            continue
        within = below * np.log(heights[:below].std() + spread) + above * np.log(heights[below:].std() + spread)
        mixing = below * np.log(below / n) + above * np.log(above / n)
        ratios[i] = n * whole - within + mixing
    return ratios
