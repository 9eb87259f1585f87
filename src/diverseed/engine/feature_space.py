"""Points of which only a kernel is known, in its feature space."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import FloatArray, IntArray

# Differences below this share of the largest squared distance are rounding, on which labels must not depend: ties would
# otherwise go back and forth.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class FeatureSpace:
    """n weighted points with the inner products ``kernel``, as a ``Space``.

    A centre is a mean of points, given by their shares: (k, n), each row sums to 1. The squared distance of i to c is
    ``K_ii - 2 sum_j m_cj K_ij + sum_jl m_cj m_cl K_jl`` with m the shares (Dhillon, Guan & Kulis 2004).
    """

    kernel: FloatArray  # (n, n) positive semi-definite
    weights: FloatArray  # (n,) non-negative

    @cached_property
    def _diagonal(self) -> FloatArray:
        return self.kernel.diagonal()

    def squared_distances(self, points: IntArray) -> FloatArray:
        norms = (1 - _ROUNDING) * self._diagonal  # copies of a point are at distance zero, not at a rounding error
        return np.maximum(norms + norms[points][:, None] - 2 * self.kernel[points], 0)

    def at(self, points: IntArray) -> FloatArray:
        shares = np.zeros((points.size, self.weights.size))
        shares[np.arange(points.size), points] = 1
        return shares

    def means(self, labels: IntArray, k: int) -> FloatArray:
        """(k, n) shares of the points in the mean of each cluster; equal ones in a cluster without weight."""
        shares = np.zeros((k, labels.size))
        shares[labels, np.arange(labels.size)] = self.weights
        weightless = np.flatnonzero(shares.sum(axis=1)[labels] == 0)
        shares[labels[weightless], weightless] = 1
        return shares / np.maximum(shares.sum(axis=1, keepdims=True), np.finfo(float).tiny)

    def assign(self, centres: FloatArray) -> tuple[IntArray, FloatArray]:
        """The nearest centre of each point, the first of those in one place; a centre that is nearest to none gets the
        point farthest from its own, unless all points lie on their centres."""
        inner = centres @ self.kernel
        norms = np.einsum("ij,ij->i", centres, inner)[:, None]
        squares = self._diagonal - 2 * inner + norms
        # sums of n terms round to about sqrt(n) eps; copies of a point must not be told apart by that
        rounding = (4 + np.sqrt(self.weights.size)) * np.finfo(self.kernel.dtype).eps * (self._diagonal + norms)
        squares[squares <= rounding] = 0
        points = np.arange(self.weights.size)
        labels, before = squares.argmin(axis=0), centres.argmax(axis=0)
        gain = squares[before, points] - squares[labels, points]
        stays = (squares[labels, points] > 0) & (gain <= _ROUNDING * squares[before, points].max())
        labels = np.where(stays, before, labels)
        self._fill_empty(labels, squares)
        return labels, squares[labels, points]

    def step(self, centres: FloatArray, *, stage: str = "") -> tuple[FloatArray, FloatArray]:
        k = centres.shape[0]
        labels = self.assign(centres)[0]
        filled = np.bincount(labels, minlength=k) > 0
        weights = np.bincount(labels, weights=self.weights, minlength=k).astype(np.float64)
        return np.where(filled[:, None], self.means(labels, k), centres), weights

    def _fill_empty(self, labels: IntArray, squares: FloatArray) -> None:
        """Move points to the empty clusters, in place: ``squares`` are 0 where a point lies on a centre."""
        k, points = squares.shape[0], np.arange(labels.size)
        weights = self.weights / self.weights.max()  # whose products with squares do not underflow
        for empty in np.flatnonzero(np.bincount(labels, minlength=k) == 0):
            shared = np.bincount(labels, minlength=k)[labels] > 1
            far = np.where(shared, weights * squares[labels, points], 0)
            if not far.any():  # fewer distinct points than clusters: copies stay together
                break
            labels[far.argmax()] = empty
