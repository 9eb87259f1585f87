"""The points that kernel k-means clusters, of which only a kernel need be known."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.distinct import distinct_rows
from ..engine.representatives import Summary
from ..kernels.vectors import squared_distances_of_kernel
from ..walk import Evidence, Walk, walk_on_distances
from ..walk.levels import Levels
from ..walk.roundness import compared_with_labels
from .spectral import nearest_points


@dataclass(frozen=True)
class KernelPoints:
    """The distinct rows of positive weight, in an order that depends on the rows alone; so do all random draws.

    Of a kernel given as a matrix, every row of positive weight is a point of its own.
    """

    rows: IntArray  # (m + z,) rows of X: one for each point, then the z rows without weight
    of_row: IntArray  # (n,) the position of each row, or of its copy, among these
    weights: FloatArray  # (m,) positive

    @classmethod
    def of(cls, X: FloatArray, weights: FloatArray, *, is_kernel: bool) -> Self:
        heavy, light = np.flatnonzero(weights > 0), np.flatnonzero(weights == 0)
        first, number = 2 * (np.arange(heavy.size),) if is_kernel else distinct_rows(X[heavy])
        of_row = np.empty(len(X), dtype=np.intp)
        of_row[heavy], of_row[light] = number, first.size + np.arange(light.size)
        masses = np.bincount(number, weights=weights[heavy]).astype(np.float64)
        return cls(np.concatenate([heavy[first], light]), of_row, masses)

    @property
    def size(self) -> int:
        return int(self.weights.size)

    @property
    def first(self) -> IntArray:
        """(m,) the row of each point."""
        return self.rows[: self.size]

    def moved(self, X: FloatArray) -> FloatArray:
        """(n, d) rows relative to the mean of the points, in double precision."""
        return X - X[self.first].mean(axis=0, dtype=np.float64)

    def of_kernel(self, kernel: FloatArray) -> FloatArray:
        """(m + z, m + z) the kernel of the rows, from that of all."""
        return kernel if self.size == len(kernel) else kernel[np.ix_(self.rows, self.rows)]

    def nearest(self, kernel: FloatArray) -> IntArray:
        """(m + z,) the point nearest to each row, by the kernel of the rows."""
        m = self.size
        closest = np.argmin(kernel.diagonal()[:m] - 2 * kernel[m:, :m], axis=1)
        return np.concatenate([np.arange(m), closest])


@dataclass(frozen=True)
class WalkedPoints:
    """A walk that found the number of clusters, and how its points and those of kernel k-means correspond."""

    walk: Walk
    of_point: IntArray  # (m,) the walk's point nearest to each point
    of_walk: IntArray  # (w,) the point nearest to each of the walk's

    @classmethod
    def on_rows(cls, walk: Walk, rows: FloatArray) -> Self:
        """Of a walk on the rows of the points, some of them, or their means."""
        return cls(walk, nearest_points(rows, walk.summary.points), nearest_points(walk.summary.points, rows))

    @classmethod
    def on_kernel(cls, kernel: FloatArray, weights: FloatArray, rng: np.random.Generator) -> Self:
        squares = squared_distances_of_kernel(kernel)
        same = np.arange(weights.size)
        return cls(walk_on_distances(squares, weights / weights.max(), rng=rng), same, same)

    @property
    def n_clusters(self) -> int:
        return self.walk.evidence.n_clusters

    @property
    def labels(self) -> IntArray:
        """(m,) the walk's cluster of each point."""
        return self.walk.labels_at(self.n_clusters)[self.of_point]

    def compared(self, labels: IntArray) -> Evidence:
        """The evidence, with whether (m,) labels of the points are the walk's clusters."""
        return compared_with_labels(self.walk, labels[self.of_walk])

    def levels(self, rows: FloatArray, weights: FloatArray, point_of_row: IntArray) -> Levels:
        """The levels of (n, d) rows, of which the points nearest to each are given."""
        labels = Levels.of(self.walk).labels
        of_rows = self.of_point[point_of_row]
        return Levels(Summary(rows, weights / weights.max()), {k: labels[k][of_rows] for k in labels})


def with_copies(points: IntArray, k: int, weights: FloatArray) -> IntArray:
    """(k,) rows of positive weight: those given, and as many others as are missing."""
    others = np.setdiff1d(np.flatnonzero(weights > 0), points)
    return np.concatenate([points, others[: k - points.size]])
