"""Draws of rows in proportion to weights: with replacement, and without."""

import numpy as np

from ..arrays import FloatArray, IntArray


def propose(cumulative: FloatArray, size: int, rng: np.random.Generator) -> IntArray:
    """Draw indices with replacement, with probabilities given by their running sums."""
    drawn = np.searchsorted(cumulative, rng.random(size) * cumulative[-1], side="right")
    # The product can round up to the total itself; points of weight zero at the end must still not be drawn.
    return np.minimum(drawn, np.searchsorted(cumulative, cumulative[-1], side="left"))


def draw_rows(weights: FloatArray, count: int, *, rng: np.random.Generator) -> IntArray:
    """Different rows, one after the other in proportion to their weights; rows of weight 0 only when no other is left.

    The ``count`` smallest of independent exponential times with rates ``weights`` (Efraimidis & Spirakis 2006).
    """
    with np.errstate(divide="ignore"):
        times = rng.exponential(size=weights.size) / weights
    return np.lexsort((rng.random(weights.size), times))[:count]
