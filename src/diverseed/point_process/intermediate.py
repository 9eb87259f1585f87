"""Intermediate sampling: a few points stand for all of them, and a rejection step makes the law exact.

Derezinski, Calandriello & Valko (2019), DPP-VFX. With leverage scores ``l_i``, ``s`` their sum, draw a Poisson number
of points i.i.d. in proportion to them, and keep the multiset sigma with probability proportional to
``exp(f(C_sigma) - s |sigma| / q)``. Here ``C_sigma`` is the sum of ``phi phi^T s / (q l)`` over sigma, phi_i the
feature vector of point i, and ``f(C) = log det(I + a C)`` for the process with kernel ``a L``. A draw from the process
with kernel ``L~_ij = s L_ij / (q sqrt(l_i l_j))`` on sigma then has the law of the process with kernel L on all n
points, **for any positive l and any q**, as long as that probability is at most 1. It is, because f is concave: for
any C^,

    f(C_sigma) <= f(C^) + tr((C_sigma - C^) G),      G = grad f(C^),      l_i = phi_i^T G phi_i.

The same holds for a k-DPP with ``f(C) = log e_k(C)``, the elementary symmetric polynomial of the eigenvalues, which is
concave too (Garding 1959: e_k is hyperbolic); its size then need not be hit by chance.

C^ comes from a dictionary of rows. It decides how often sigma is kept, and nothing else. What the dictionary leaves
out of the trace is given to C^ as equal eigenvalues in directions that no point has.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.special import expit

from ..arrays import FloatArray, IntArray
from .draw import keep_exactly, keep_independently
from .sizes import kept_given_size, log_elementary_symmetric

_MODELLED = 1_000  # eigenvalues at most that stand for the trace beyond the dictionary


class SizeLaw(Protocol):
    """A concave function f of a matrix by its log-eigenvalues; that of a process of random size, or of a k-DPP."""

    def value(self, log_l: FloatArray) -> float:
        """f itself."""
        ...

    def kept(self, log_l: FloatArray) -> FloatArray:
        """``l df/dl`` of each eigenvalue: the probability that its eigenvector is kept."""
        ...

    def slope_at_zero(self, log_l: FloatArray) -> float:
        """df/dl of one more eigenvalue, at 0."""
        ...

    def keep(self, log_l: FloatArray, rng: np.random.Generator) -> IntArray:
        """Eigenvectors of one draw."""
        ...


@dataclass(frozen=True)
class RandomSize:
    """``f = log det(I + a C)``."""

    log_a: float

    def value(self, log_l: FloatArray) -> float:
        return float(np.logaddexp(0, self.log_a + log_l).sum())

    def kept(self, log_l: FloatArray) -> FloatArray:
        return expit(self.log_a + log_l)

    def slope_at_zero(self, log_l: FloatArray) -> float:
        return float(np.exp(self.log_a))

    def keep(self, log_l: FloatArray, rng: np.random.Generator) -> IntArray:
        return keep_independently(self.log_a + log_l, rng)


@dataclass(frozen=True)
class FixedSize:
    """``f = log e_k(C)``."""

    k: int

    def value(self, log_l: FloatArray) -> float:
        return log_elementary_symmetric(log_l, self.k)

    def kept(self, log_l: FloatArray) -> FloatArray:
        return kept_given_size(log_l, self.k)

    def slope_at_zero(self, log_l: FloatArray) -> float:
        return float(np.exp(log_elementary_symmetric(log_l, self.k - 1) - log_elementary_symmetric(log_l, self.k)))

    def keep(self, log_l: FloatArray, rng: np.random.Generator) -> IntArray:
        return keep_exactly(log_l, self.k, rng, n_samples=1)[0]


@dataclass(frozen=True)
class Dictionary:
    """An estimate C^ of the sum of all ``phi phi^T``.

    Attributes
    ----------
    rows : (m, d) whose features span the eigenvectors of C^
    coordinates : (m, r) from kernel values with these rows to coordinates along the eigenvectors
    eigenvalues : (r,) of C^, without those of the tail
    tail : the trace that they leave out
    n : number of points
    """

    rows: FloatArray
    coordinates: FloatArray
    eigenvalues: FloatArray
    tail: float
    n: int

    @property
    def has_tail(self) -> bool:
        """Whether more than rounding is left out."""
        return self.tail > 1e-6 * float(self.eigenvalues.sum())

    @property
    def log_eigenvalues(self) -> FloatArray:
        """Logarithms of all eigenvalues of C^, the modelled ones last."""
        modelled = min(self.n - self.eigenvalues.size, _MODELLED) if self.has_tail else 0
        return np.log(np.concatenate([self.eigenvalues, np.full(modelled, self.tail / max(modelled, 1))]))

    def slopes(self, law: SizeLaw) -> tuple[FloatArray, float]:
        """The eigenvalues of G along the dictionary's eigenvectors, and the one in all other directions."""
        log_l = self.log_eigenvalues
        inside = law.kept(log_l)[: self.eigenvalues.size] / self.eigenvalues
        return inside, max(law.slope_at_zero(log_l), float(inside.max(initial=0)))


@dataclass(frozen=True)
class Proposal:
    """Points to draw sigma from, and what decides whether sigma is kept.

    Attributes
    ----------
    leverage, cumulative : (n,) the scores l and their running sums
    q : of the sample's size, ``Poisson(q exp(s / q))``
    ceiling : ``f(C^) - tr(C^ G)``
    """

    law: SizeLaw
    leverage: FloatArray
    cumulative: FloatArray
    q: float
    ceiling: float

    @property
    def total(self) -> float:
        """s, the sum of the leverage scores."""
        return float(self.cumulative[-1])

    def size(self, rng: np.random.Generator) -> int:
        return int(rng.poisson(self.q * np.exp(self.total / self.q)))

    def roots(self, points: IntArray) -> FloatArray:
        """``sqrt(s / (q l))``, by which features in sigma are scaled."""
        return np.sqrt(self.total / (self.q * self.leverage[points]))

    def log_acceptance(self, eigenvalues: FloatArray, size: int) -> float:
        """Logarithm of the probability to keep sigma, from the positive eigenvalues of ``C_sigma``; not above 0."""
        return self.law.value(np.log(eigenvalues)) - self.ceiling - self.total * size / self.q

    def log_acceptance_bound(self, coordinates: FloatArray, squared_norms: FloatArray) -> float:
        """At least ``log_acceptance``, from the coordinates of sigma's features along the dictionary's eigenvectors.

        Setting the products between these directions and all others to zero, and making the eigenvalues in the others
        equal, raises f, as it is concave and depends on eigenvalues alone.
        """
        inside = np.linalg.eigvalsh(coordinates.T @ coordinates)
        size = len(squared_norms)
        outside = np.full(size, (float(squared_norms.sum()) - float(inside.sum())) / size)
        return self.log_acceptance(np.concatenate([inside[inside > 0], outside[outside > 0]]), size)


def make_proposal(law: SizeLaw, dictionary: Dictionary, leverage: FloatArray, *, share: float) -> Proposal:
    """``q = s + s^2 / share``: sigma is kept with probability about ``exp(-share / 2)``."""
    log_l = dictionary.log_eigenvalues
    cumulative = np.cumsum(leverage)
    total = float(cumulative[-1])
    ceiling = law.value(log_l) - float(law.kept(log_l).sum())
    return Proposal(law, leverage, cumulative, total + total**2 / share if total > 0 else 1.0, ceiling)
