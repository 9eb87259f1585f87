"""Intermediate sampling: a few points stand for all of them, and a rejection step makes the law exact.

The idea is DPP-VFX (Derezinski, Calandriello & Valko 2019). Give every point a rate r_i, and let sigma be a random
multiset of points whose density with respect to the Poisson process of these rates is proportional to ``f(L~_sigma)``.
Here ``L~_ij = L_ij / sqrt(r_i r_j)``, and f is ``det(I + .)`` for a process of random size, or the elementary symmetric
polynomial ``e_k`` of the eigenvalues for a k-DPP. A draw from the process with kernel L~ on sigma then has the law of
the process with kernel L on all n points.

Sigma is found by rejection. A dictionary of rows splits the kernel, ``L = A + E``: A is what the features of the rows
span, of low rank, and of E only the diagonal is used. With ``r_i = E_ii / tau``

    f(L~_sigma) <= f(A~_sigma (+) tau I),

where (+) joins two matrices as diagonal blocks. For L~ has the positive eigenvalues of a matrix whose diagonal blocks
are A~ and E~; dropping its other two blocks and levelling the eigenvalues of E~, whose mean is tau at most, gives
eigenvalues that they majorise, and f is Schur-concave and increasing. The bound can be drawn from: its sigma is a draw
S of a process with kernel A, exact by the eigenvectors of A, and independent points in proportion to the rates.

The law depends neither on the dictionary nor on tau. With s the expected size of S and ``delta = sum_i E_ii``, sigma
has about ``s + delta + delta / tau`` points and is accepted with probability about ``exp(-s tau)``, if the eigenvalues
of E are well below 1. A dictionary of four rows or a few more for each of the k points drawn sees to that, and sigma
has a few k points (DPP-VFX, which has no S, needs some ``k^2``).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, gammaln

from ..arrays import FloatArray, IntArray
from ..engine.weighted_draws import propose
from .draw import keep, points_of_projection
from .sizes import log_total, poisson_binomial
from .spectrum import noise_level, spectrum_of_kernel
from .split import KernelSplit


@dataclass(frozen=True)
class FirstStage:
    """How to draw from the bound."""

    log_total: float  # logarithm of the bound's mean under the Poisson process; that of f is ``log f(L)``
    # draws the eigenvectors of A for S, and the number of independent points
    draw: Callable[[np.random.Generator], tuple[IntArray, int]]

    @classmethod
    def of(cls, k: int | None, log_l: FloatArray, *, tau: float, delta: float) -> "FirstStage":
        """Of A with these eigenvalues, for draws of a random size or of k points.

        For a random size, ``det(I + A~) (1 + tau)^|sigma|``: all rates and A are larger by the factor ``1 + tau``.

        For k points, ``sum_s e_s(A~) C(|sigma|, k - s) tau^(k - s)``: a set S of s points of A, and k - s points marked
        in sigma. If i marks fall on S and j on other points, the weight of s, i and j is
        ``e_s(A) C(s, i) tau^i delta^j / j!``.
        """
        if k is None:
            more, count = log_l + np.log1p(tau), (1 + tau) * delta / tau
            return cls(
                log_total(more, None) + delta,
                lambda rng: (keep(more, None, rng, n_samples=1)[0], int(rng.poisson(count))),
            )
        sizes = poisson_binomial(expit(log_l))[: k + 1]  # e_s(A) / det(I + A)
        s, j = (part.ravel() for part in np.indices((sizes.size, k + 1)))
        i = k - s - j
        possible = (i >= 0) & (i <= s)
        s, j, i = s[possible], j[possible], i[possible]
        with np.errstate(divide="ignore"):
            log_weights = np.log(sizes[s]) + j * np.log(delta) - gammaln(j + 1)
        log_weights += i * np.log(tau) + gammaln(s + 1) - gammaln(i + 1) - gammaln(s - i + 1)
        cumulative = np.cumsum(np.exp(log_weights - log_weights.max()))

        def draw(rng: np.random.Generator) -> tuple[IntArray, int]:
            row = int(propose(cumulative, 1, rng)[0])
            kept = keep(log_l, int(s[row]), rng, n_samples=1)[0]
            return kept, int(j[row]) + int(rng.poisson(delta / tau))

        return cls(float(log_weights.max() + np.log(cumulative[-1])) + log_total(log_l, None), draw)


def best_tau(inside: float, delta: float) -> float:
    """Where one accepted sigma takes least work, ``(inside + delta + q)^3 exp(inside tau)`` with ``q = delta / tau``.

    Parameters
    ----------
    inside : the expected size of a draw from A
    """
    half = inside / 6
    return 1 / (half + np.sqrt(half**2 + inside * (1 + inside / delta) / 3))


def expected_points(inside: float, delta: float) -> float:
    """About how many points sigma has."""
    return inside + delta + delta / best_tau(inside, delta)


class Proposal:
    """Draws sigma from the bound, and decides whether it is accepted.

    Attributes
    ----------
    k : the size of draws; None for random ones
    tau : the bound on the diagonal of ``E~``
    expected_size : about how many points sigma has
    """

    def __init__(self, split: KernelSplit, k: int | None) -> None:
        self.split, self.k = split, k
        self._cumulative = np.cumsum(split.rest)
        delta, inside = float(self._cumulative[-1]), float(expit(split.log_l).sum())
        self.tau = best_tau(inside, delta)
        self.expected_size = expected_points(inside, delta)
        self._first_stage = FirstStage.of(k, split.log_l, tau=self.tau, delta=delta)

    def log_trials(self, log_l: FloatArray) -> float:
        """Logarithm of how many sigma it takes on average, from the log-eigenvalues of L."""
        return self._first_stage.log_total - log_total(log_l, self.k)

    def sample(self, rng: np.random.Generator) -> IntArray:
        """A sigma from the bound."""
        kept, count = self._first_stage.draw(rng)
        return np.concatenate([self.split.draw(kept, rng), propose(self._cumulative, count, rng)])

    def kernel(self, points: IntArray) -> FloatArray:
        """``L~`` of sigma."""
        roots = self._roots(points)
        kernel = self.split.process.values(points, points) * roots * roots[:, None]
        return (kernel + kernel.T) / 2

    def log_acceptance(self, points: IntArray, kernel: FloatArray) -> float:
        """``log f(L~) - log f(A~ (+) tau I)``, not above 0."""
        features = self._roots(points)[:, None] * self.split.features(points)
        if features.shape[0] > features.shape[1]:
            features = features.T
        bound = np.concatenate([_log_eigenvalues(features @ features.T), np.full(points.size, np.log(self.tau))])
        return log_total(_log_eigenvalues(kernel), self.k) - log_total(bound, self.k)

    def draw(self, rng: np.random.Generator) -> IntArray | None:
        """One draw of the process, or None if its sigma was not accepted."""
        points = self.sample(rng)
        if not points.size:  # f is 1, as its bound is, or 0 for k points
            return None if self.k else points
        kernel = self.kernel(points)
        if np.log(rng.random()) >= self.log_acceptance(points, kernel):
            return None
        spectrum = spectrum_of_kernel(kernel)
        kept = keep(np.log(spectrum.eigenvalues), self.k, rng, n_samples=1)[0]
        return np.sort(points[points_of_projection(spectrum.vectors[kept], rng)])

    def _roots(self, points: IntArray) -> FloatArray:
        """``1 / sqrt(r)``."""
        return np.sqrt(self.tau / self.split.rest[points])


def _log_eigenvalues(matrix: FloatArray) -> FloatArray:
    """Of a positive semi-definite matrix, those that are more than rounding."""
    values = np.linalg.eigvalsh(matrix)
    return np.log(values[values > noise_level(len(values)) * values.max(initial=0)])
