"""How many points a process draws: the Poisson-binomial law of the number of kept eigenvectors.

Eigenvalues come as logarithms, because sharpened kernels span thousands of orders of magnitude.
"""

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit, logit

from ..arrays import FloatArray


def poisson_binomial(probabilities: FloatArray) -> FloatArray:
    """Distribution of the number of successes among independent trials.

    Parameters
    ----------
    probabilities : (r,) success probabilities

    Returns
    -------
    (r + 1,) probabilities of 0 .. r successes
    """
    distribution = np.ones(1)
    for kept in probabilities:
        distribution = np.convolve(distribution, [1 - kept, kept])
    return distribution


def log_tilt(log_eigenvalues: FloatArray, size: float) -> float:
    """The logarithm of ``a`` for which the process with kernel ``a L`` draws ``size`` points on average.

    Solves ``sum_i a l_i / (1 + a l_i) = size``. The left side grows with ``a``; at the two values of ``a`` that give
    the largest, or the smallest, eigenvalue the probability ``size / r`` it lies below, or above, ``size``.

    Parameters
    ----------
    log_eigenvalues : (r,), finite, more than ``size`` of them
    size : above 0
    """
    even = logit(size / log_eigenvalues.size)
    low, high = even - log_eigenvalues.max(), even - log_eigenvalues.min()

    def excess(log_a: float) -> float:
        return float(expit(log_a + log_eigenvalues).sum() - size)

    # Rounding can leave both ends on the same side when (nearly) all eigenvalues agree; the ends are then the answer.
    if excess(low) >= 0:
        return float(low)
    if excess(high) <= 0:
        return float(high)
    return float(brentq(excess, low, high, xtol=1e-12))


def log_total(log_eigenvalues: FloatArray, k: int | None) -> float:
    """Logarithm of the sum of ``det(L_S)`` over all sets S, ``log det(I + L)``, or over those of k points.

    That is ``log e_k(l)``, with the sum over all products of k different eigenvalues.
    ``e_k(l) = P_a(|Y| = k) prod_i (1 + a l_i) / a^k`` holds for every ``a``; with the ``a`` that makes k the mean, the
    probability is far from underflow, whatever the scale of the eigenvalues.
    """
    if k is None:
        return float(np.logaddexp(0, log_eigenvalues).sum())
    if k > log_eigenvalues.size:
        return -np.inf
    if k in (0, log_eigenvalues.size):
        return float(log_eigenvalues.sum()) if k else 0.0
    log_a = log_tilt(log_eigenvalues, k)
    probability = poisson_binomial(expit(log_a + log_eigenvalues))[k]
    return float(np.log(probability) + np.logaddexp(0, log_a + log_eigenvalues).sum() - k * log_a)


def kept_given_size(log_eigenvalues: FloatArray, k: int) -> FloatArray:
    """Probability that each eigenvector is kept, given that k are kept.

    With F[i, j] = P(j of the first i are kept) and B[i, j] = P(j of the others are kept), that of eigenvector i is
    ``p_i sum_j F[i, j] B[i + 1, k - 1 - j] / P(k)``.
    """
    if k in (0, log_eigenvalues.size):
        return np.full(log_eigenvalues.size, float(k > 0))
    p = expit(log_tilt(log_eigenvalues, k) + log_eigenvalues)
    forward, backward = _success_counts(p, k), _success_counts(p[::-1], k)[::-1]
    others = np.einsum("ij,ij->i", forward[:-1, :k], backward[1:, k - 1 :: -1])
    return p * others / forward[-1, k]


def _success_counts(p: FloatArray, k: int) -> FloatArray:
    """Row i: the probabilities of 0 .. k successes among the first i trials."""
    table = np.zeros((p.size + 1, k + 1))
    table[0, 0] = 1
    for i, kept in enumerate(p):
        table[i + 1] = (1 - kept) * table[i]
        table[i + 1, 1:] += kept * table[i, :-1]
    return table
