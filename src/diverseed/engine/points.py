"""Rows in memory, prepared for many rounds of squared distances between them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.utils.extmath import row_norms, safe_sparse_dot

from ..arrays import FloatArray, IntArray
from .blocks import Block
from .rows import Frame, Rows


@dataclass(frozen=True)
class Points:
    """n weighted points in double precision, as a ``Space``."""

    rows: Any  # (n, d), array or CSR
    weights: FloatArray  # (n,) non-negative

    @classmethod
    def of(cls, X: Any, sample_weight: FloatArray) -> Self:
        """The points of any data; dense ones moved to their mean, where differences lose fewest digits."""
        rows = X.astype(np.float64)  # a copy: X itself is never changed
        if not scipy.sparse.issparse(rows):
            rows -= rows.mean(axis=0)
        return cls(rows, np.asarray(sample_weight, dtype=np.float64))

    def __len__(self) -> int:
        return int(self.weights.size)

    @cached_property
    def squared_norms(self) -> FloatArray:
        return row_norms(self.rows, squared=True)

    def at(self, points: IntArray) -> FloatArray:
        return dense_rows(self.rows[points])

    def squared_distances(self, points: IntArray, *, among: IntArray | None = None) -> FloatArray:
        """(m, n) squared distances from m of the points to all of them, or to those ``among`` them.

        ``|x|^2 + |c|^2 - 2 <x, c>`` rounds to ``d eps (|x|^2 + |c|^2)`` at worst. That much is taken off, so that
        copies of a point are at distance zero and not at some rounding error from each other.
        """
        rows, norms = self.rows, self.squared_norms
        if among is not None:
            rows, norms = rows[among], norms[among]
        exact = 1 - (self.rows.shape[1] + 4) * np.finfo(np.float64).eps
        distances = safe_sparse_dot(self.rows[points], rows.T, dense_output=True)
        distances *= -2
        distances += exact * norms
        distances += exact * self.squared_norms[points][:, None]
        return np.maximum(distances, 0, out=distances)

    def cost(self, squared_distances: FloatArray) -> float:
        """Weighted sum of squared distances."""
        return float(self.weights @ squared_distances)

    def step(self, centres: FloatArray, *, stage: str = "") -> tuple[FloatArray, FloatArray]:
        return self._in_blocks.step(centres)  # too quick to be reported

    def assign(self, centres: FloatArray) -> tuple[IntArray, FloatArray]:
        return self._in_blocks.assign(centres)

    @cached_property
    def _in_blocks(self) -> Rows:
        return Rows(Block(self.rows, self.weights), Frame(np.zeros(self.rows.shape[1], dtype=self.rows.dtype)))


def dense_rows(rows: Any) -> FloatArray:
    """Rows as an array, a copy."""
    return rows.toarray() if scipy.sparse.issparse(rows) else np.array(rows)
