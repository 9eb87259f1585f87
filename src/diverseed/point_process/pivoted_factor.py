"""The Cholesky factor of a matrix with full pivoting: large columns first, as many as its numerical rank."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from scipy.linalg import lapack

from ..arrays import FloatArray, IntArray


@dataclass(frozen=True)
class PivotedFactor:
    """``L[points][:, points] = F F^T`` to rounding.

    Attributes
    ----------
    columns : (n, rank) the matrix F, lower triangular
    points : (n,) the order of the pivots
    """

    columns: FloatArray
    points: IntArray

    @classmethod
    def of(cls, kernel: FloatArray, *, tolerance: float) -> Self | None:
        """Down to a diagonal of ``tolerance``; None if what is left is more than rounding."""
        n = kernel.shape[0]
        lower, pivots, rank, _ = lapack.dpstrf(kernel.T, tol=tolerance, lower=1)  # columns are what LAPACK reads
        factor = cls(np.tril(lower[:, :rank]), pivots - 1)
        if rank < n:
            # The factorisation looks at the diagonal alone: an indefinite rest can hide beside it, but not from a few
            # random directions.
            probes = np.random.default_rng(0).standard_normal((n, 4))
            inside = np.empty_like(probes)
            inside[factor.points] = factor.columns @ (factor.columns.T @ probes[factor.points])
            if np.abs(kernel @ probes - inside).max() > 10 * n * tolerance:
                return None
        return factor

    @cached_property
    def squares(self) -> FloatArray:
        """(rank,) squared norms of the columns."""
        return np.einsum("ij,ij->j", self.columns, self.columns)
