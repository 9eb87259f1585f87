"""A kernel split in two: what the features of a few rows, the dictionary, span, and the rest."""

from dataclasses import dataclass

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.points import Points
from .draw import projection_points
from .pivoted import pivoted_cholesky
from .rows import RowProcess

SAMPLE = 20_000  # points that eigenvalues are estimated from
_MODELLED = 1_000  # eigenvalues at most that stand for the rest
_LEAST_REST = 1e-9  # E_ii as a share of L_ii: of a point that the dictionary spans, only rounding is left


@dataclass(frozen=True)
class KernelSplit:
    """``L = A + E`` on all points."""

    process: RowProcess  # the points and their kernel L
    rows: FloatArray  # (m, d) the dictionary
    coordinates: FloatArray  # (m, r) from kernel values with the dictionary to coordinates along the eigenvectors of A
    log_l: FloatArray  # (r,) log-eigenvalues of A
    leverage: FloatArray  # (n,) squared norms of the rows of the eigenvectors of A
    rest: FloatArray  # (n,) the diagonal of E, or a little more

    @classmethod
    def of(cls, process: RowProcess, rows: FloatArray) -> "KernelSplit":
        """Two passes over the points: the eigenvectors of A, then what they leave of each point."""
        basis = process.basis(rows)
        gram = np.zeros((basis.shape[1], basis.shape[1]))
        for block in process.blocks():
            features = process.values_with(rows, block) @ basis
            gram += features.T @ features
        values, vectors = np.linalg.eigh(gram)
        kept = values > 1e-12 * values.max(initial=0)
        coordinates, values = basis @ vectors[:, kept], values[kept]
        leverage, rest = np.empty(process.n), process.diagonal.copy()
        for block in process.blocks():
            squares = np.square(process.values_with(rows, block) @ coordinates)
            leverage[block] = squares @ (1 / values)
            rest[block] -= squares.sum(axis=1)
        rest = np.maximum(rest, _LEAST_REST * process.diagonal)
        # a score rounded down could make a probability exceed 1; that of a point that cannot be drawn is rounding
        leverage *= np.where(rest > 0, 1 + 1e-10, 0)
        return cls(process, rows, coordinates, np.log(values), leverage, rest)

    @classmethod
    def of_sample(cls, process: RowProcess, size: int) -> "KernelSplit":
        """Of a sample of the points, by a dictionary of at most ``size`` rows; the same one at every call."""
        rng = np.random.default_rng(0)
        sample = process.sampled(SAMPLE, rng)
        everyone = np.arange(sample.n)

        def columns(points: IntArray) -> FloatArray:
            return sample.values(everyone, points)

        pivots = sample.rows(pivoted_cholesky(columns, sample.diagonal, size, rng=rng, tol=1e-8).pivots)
        # Moved to the means of the rows nearest to them, pivots mostly span more of the kernel (Zhang, Tsang & Kwok
        # 2008, Improved Nystrom low-rank approximation and error analysis); not where the kernel is so narrow that
        # means are far from all points.
        moved, points = pivots, Points(sample.rows(everyone), sample.diagonal)
        for _ in range(3 if pivots.size else 0):
            moved = points.step(moved)[0]
        return min((cls.of(sample, rows) for rows in (moved, pivots)), key=lambda split: float(split.rest.sum()))

    @property
    def log_eigenvalues(self) -> FloatArray:
        """About those of L: a rest that is more than rounding is spread over many equal ones."""
        values, rest = np.exp(self.log_l), float(self.rest.sum())
        modelled = min(self.process.n - values.size, _MODELLED) if rest > 1e-6 * values.sum() else 0
        return np.log(np.concatenate([values, np.full(modelled, rest / max(modelled, 1))]))

    def features(self, points: IntArray) -> FloatArray:
        """(p, r) rows whose inner products are A."""
        return self.process.values_with(self.rows, points) @ self.coordinates

    def draw(self, kept: IntArray, rng: np.random.Generator) -> IntArray:
        """A draw of the projection process on some eigenvectors of A."""
        if not kept.size:
            return np.empty(0, dtype=np.intp)
        directions = self.coordinates[:, kept] * np.exp(-self.log_l[kept] / 2)

        def vectors(points: IntArray) -> FloatArray:
            return (self.process.values_with(self.rows, points) @ directions).T

        return projection_points(vectors, self.leverage, kept.size, rng)
