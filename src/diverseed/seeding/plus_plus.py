"""Seeds by squared distance: k-means++, its greedy form, and rows picked at random."""

from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.plus_plus import extend
from ..engine.points import Points
from ..engine.weighted_draws import draw_rows

__all__ = ["extend", "k_means_plus_plus", "random_rows"]


def random_rows(X: Any, n_clusters: int, *, sample_weight: FloatArray, rng: np.random.Generator) -> IntArray:
    """Different rows, one after the other in proportion to their weights (Forgy 1965)."""
    return draw_rows(sample_weight, n_clusters, rng=rng)


def k_means_plus_plus(
    X: Any, n_clusters: int, *, sample_weight: FloatArray, rng: np.random.Generator, n_candidates: int | None = 1
) -> IntArray:
    """k-means++: each seed in proportion to weight times squared distance to the nearest seed so far.

    Parameters
    ----------
    X : (n, d), array or CSR
    n_candidates : candidates per step, of which the one that leaves the lowest cost is kept (the greedy form); None
        takes ``2 + floor(log n_clusters)``, as scikit-learn does

    References
    ----------
    Arthur & Vassilvitskii (2007), k-means++: the advantages of careful seeding.
    """
    chosen = np.empty(0, dtype=np.intp)
    return extend(Points.of(X, sample_weight), chosen, n_clusters, rng=rng, n_candidates=n_candidates)
