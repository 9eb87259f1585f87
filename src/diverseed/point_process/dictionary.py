"""Rows whose features span most of a kernel, and an estimate of its eigenvalues, from a sample of the points."""

from dataclasses import dataclass

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.points import Points
from ..engine.weighted_draws import propose
from .pivoted import pivoted_cholesky
from .rows import RowProcess

SAMPLE = 20_000  # points that the eigenvalues are estimated from
_MODELLED = 1_000  # eigenvalues at most that stand for the trace beyond the dictionary


@dataclass(frozen=True)
class Dictionary:
    """Rows, and what they show of the kernel of n points.

    Attributes
    ----------
    rows : (m, d)
    eigenvalues : (r,) of the part of the kernel that the features of the rows span
    tail : the trace that they leave out
    n : number of points
    """

    rows: FloatArray
    eigenvalues: FloatArray
    tail: float
    n: int

    @property
    def log_eigenvalues(self) -> FloatArray:
        """Logarithms; a tail that is more than rounding is spread over many equal eigenvalues."""
        has_tail = self.tail > 1e-6 * float(self.eigenvalues.sum())
        modelled = min(self.n - self.eigenvalues.size, _MODELLED) if has_tail else 0
        return np.log(np.concatenate([self.eigenvalues, np.full(modelled, self.tail / max(modelled, 1))]))


def make_dictionary(process: RowProcess, size: int) -> Dictionary:
    """A dictionary of at most ``size`` rows; the same one at every call."""
    rng = np.random.default_rng(0)
    diagonal = process.diagonal
    trace = float(diagonal.sum())
    if process.n <= SAMPLE or not trace > 0:
        sample, root = np.arange(process.n), np.ones(process.n)
    else:
        sample = propose(np.cumsum(diagonal), SAMPLE, rng)
        root = np.sqrt(trace / (SAMPLE * diagonal[sample]))
    weighted = root**2 * diagonal[sample]

    def columns(pivots: IntArray) -> FloatArray:
        return root[:, None] * process.values(sample, sample[pivots]) * root[pivots]

    pivots = process.rows(sample[pivoted_cholesky(columns, weighted, size, rng=rng, tol=1e-8).pivots])
    # Moved to the means of the rows nearest to them, pivots mostly span more of the kernel (Zhang, Tsang & Kwok 2008,
    # Improved Nystrom low-rank approximation and error analysis); not where the kernel is so narrow that means are
    # far from all points.
    moved, points = pivots, Points(process.rows(sample), weighted)
    for _ in range(3 if pivots.size else 0):
        moved = points.step(moved)[0]
    return min((_seen_by(rows, process, sample, root) for rows in (moved, pivots)), key=lambda seen: seen.tail)


def _seen_by(rows: FloatArray, process: RowProcess, sample: IntArray, root: FloatArray) -> Dictionary:
    """The dictionary of these rows, judged by a sample of points that stand for ``root**2`` points each."""
    features = root[:, None] * process.values_with(rows, sample) @ process.basis(rows)
    values = np.linalg.eigvalsh(features.T @ features)
    values = values[values > 1e-12 * values.max(initial=0)]
    return Dictionary(rows, values, max(float(process.diagonal.sum()) - float(values.sum()), 0.0), process.n)
