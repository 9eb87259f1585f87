"""Exact draws from a matrix without its spectrum: a head of eigenvectors, and a tail of columns.

Any factor, ``L = G G^T``, makes the process a mixture (Cauchy-Binet): a set J of columns of G has the probability
``det(G_J^T G_J) / det(I + L)``, and given J the draw is one of the projection process on their span. Eigenvectors make
that determinant a product, but finding them all takes most of the time, and few are ever kept. So take a pivoted
Cholesky factor of L and replace its first r columns, the head, by scaled eigenvectors of what they span. The others,
the tail, stay as they are: their squared norms sum to a few points. Now by Hadamard's inequality

    det(G_J^T G_J) <= prod |g_j|^2,

so J is proposed column by column, as eigenvectors are, and accepted with the ratio of the two sides. It is the squared
volume that unit vectors along the tail's columns in J have in the orthogonal complement of the head's. A draw takes
``prod (1 + |g_j|^2) / det(I + L)`` proposals on average. That is below ``exp(t)`` if the squared norms in the tail sum
to t, as det(I + L) is at least the product for the head.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from ..arrays import FloatArray, IntArray
from ..threads import one_blas_thread
from .draw import keep, points_of_projection
from .sizes import log_tilt
from .spectrum import LazySpectrum, PivotedFactor, Spectrum, noise_level, spectrum_of_factor, spectrum_of_kernel

# The squared norms that a tail may have in all: with 5, two or three proposals are needed where kernels are smooth, and
# the head is four or five times as wide as a draw is large.
_TAIL = 5.0
_WIDEST = 1 / 2  # a head wider than this share of n is hardly cheaper than the whole spectrum
SMALL = 200  # points up to which one plain decomposition is quicker than anything clever
_STEPS = 16  # heads are multiples of n / 16, so that draws of about the same size share one


def head_size(factor: PivotedFactor, k: int | None) -> int | None:
    """How many columns to replace by eigenvectors, or None if the whole spectrum is as cheap."""
    n, rank = factor.columns.shape
    if k is not None and not 0 < k < rank:
        return None
    scale = 1.0 if k is None else np.exp(log_tilt(np.log(factor.squares), k))
    tails = np.append(np.cumsum(factor.squares[::-1])[::-1], 0.0)
    step = -(-n // _STEPS)
    wanted = max(1, -(-int(np.argmax(scale * tails <= _TAIL)) // step)) * step
    return min(wanted, rank) if wanted <= _WIDEST * n else None


@dataclass(frozen=True)
class HeadAndTail:
    """Columns whose sets are proposed, and the projection processes on their spans."""

    factor: PivotedFactor  # the tail is its last columns
    head: Spectrum  # eigenvectors of what its first columns span
    log_squares: FloatArray  # logarithms of the squared norms of all columns, those of the head first

    @classmethod
    def of(cls, factor: PivotedFactor, size: int) -> Self:
        head = spectrum_of_factor(factor.columns[:, :size])
        return cls(factor, head, np.log(np.concatenate([head.eigenvalues, factor.squares[size:]])))

    def draws(self, k: int | None, n_samples: int, rng: np.random.Generator) -> list[IntArray]:
        """Independent draws of the process, or of the k-DPP."""
        draws: list[IntArray] = []
        while len(draws) < n_samples:
            proposals = keep(self.log_squares, k, rng, n_samples=n_samples - len(draws))
            spans = [span for span in (self._span(proposal, rng) for proposal in proposals) if span is not None]
            draws += [np.sort(self.factor.points[points_of_projection(span, rng)]) for span in spans]
        return draws

    def _span(self, columns: IntArray, rng: np.random.Generator) -> FloatArray | None:
        """Orthonormal rows that span the columns, or None if they were not accepted."""
        from_end = columns - self.log_squares.size
        in_tail = columns >= self.head.eigenvalues.size
        head = self.head.vectors[columns[~in_tail]]
        if not in_tail.any():
            return head
        tail = self.factor.columns[:, from_end[in_tail]] * np.exp(-self.log_squares[columns[in_tail]] / 2)
        basis, triangle = np.linalg.qr(tail - head.T @ (head @ tail))
        accepted = rng.random() < np.prod(np.square(triangle.diagonal()))
        return np.concatenate([head, basis.T]) if accepted else None


class KernelSource(LazySpectrum):
    """The spectrum of a matrix, and the columns that draws use instead of it."""

    def __init__(self, kernel: FloatArray, *, eps: float) -> None:
        super().__init__(lambda: spectrum_of_kernel(kernel, self._factor, eps=eps))
        self._kernel, self._eps = kernel, eps
        self._last: tuple[int, HeadAndTail] | None = None

    @cached_property
    def _factor(self) -> PivotedFactor | None:
        n = len(self._kernel)
        tolerance = noise_level(n, self._eps) * float(self._kernel.diagonal().max())
        return PivotedFactor.of(self._kernel, tolerance=tolerance) if tolerance > 0 and n > SMALL else None

    def head_and_tail(self, k: int | None) -> HeadAndTail | None:
        """Columns for draws of k points or of a random number, or None where draws need the spectrum.

        Which it is, and so what a random state draws, does not depend on what was asked before.
        """
        with one_blas_thread():
            size = None if self._factor is None else head_size(self._factor, k)
            if self._factor is None or size is None:
                return None
            if self._last is None or self._last[0] != size:
                self._last = size, HeadAndTail.of(self._factor, size)
            return self._last[1]
