"""Seeds for clusters of lines: the projection process on the leading eigenvectors, and k-means++ on sparse rows."""

from typing import Any

import numpy as np
from sklearn.utils.extmath import row_norms

from ..arrays import FloatArray, IntArray
from ..point_process import LEnsemble
from .lloyd import Clustering, lloyd

PROCESS_ROWS = 2000  # above, the dense spectrum with its vectors costs more than it gains
_LARGE = 20_000_000  # rows times clusters above which fewer draws are compared


def cluster_lines(
    X: Any, weights: FloatArray, n_clusters: int, *, rng: np.random.Generator, n_init: int = 4
) -> Clustering:
    """The cheapest of several clusterings of sparse rows into ``n_clusters``.

    ``n_init`` start from draws of the infinitely sharp k-DPP of ``L = W^1/2 X X^T W^1/2``, the projection process on
    its top eigenvectors (up to 2,000 rows, and up to the rank), and as many from k-means++ (Arthur & Vassilvitskii
    2007); all go on by Lloyd's algorithm. Only k-means++, and fewer of it, in larger sets.

    Parameters
    ----------
    X : (n, d) CSR, n at least ``n_clusters``
    weights : (n,) positive

    Returns
    -------
    Clustering, with the rows that were its seeds
    """
    starts: list[IntArray] = []
    if X.shape[0] <= PROCESS_ROWS:
        starts += _projection_draws(X, weights, n_clusters, n_init, rng)
    else:
        n_init = n_init if X.shape[0] * n_clusters < _LARGE else 1
    starts += [plus_plus(X, weights, n_clusters, rng=rng) for _ in range(n_init)]
    return min((lloyd(X, weights, seeds) for seeds in starts), key=lambda clustering: clustering.cost)


def _projection_draws(
    X: Any, weights: FloatArray, n_clusters: int, n_draws: int, rng: np.random.Generator
) -> list[IntArray]:
    ensemble = LEnsemble((X @ X.T).toarray(), weights=weights)
    if n_clusters > ensemble.rank:
        return []
    return ensemble.sharpen(np.inf).sample(n_clusters, n_samples=n_draws, random_state=rng)


def plus_plus(X: Any, weights: FloatArray, n_clusters: int, *, rng: np.random.Generator) -> IntArray:
    """k-means++ on sparse rows: each seed with probability proportional to its squared distance to those before.

    Where every row equals a seed already, the remaining seeds are rows not yet taken, by weight.
    """
    n = X.shape[0]
    squares = row_norms(X, squared=True)
    turned = X.T.tocsr()
    seeds = np.empty(n_clusters, dtype=np.intp)
    distances = np.full(n, np.inf)
    free = np.ones(n)
    for i in range(n_clusters):
        mass = weights * (distances if i else 1.0) * free
        if not mass.sum() > 0:
            mass = weights * free
        seeds[i] = min(int(np.searchsorted(np.cumsum(mass), rng.random() * mass.sum(), side="right")), n - 1)
        free[seeds[i]] = 0.0
        similarity = (X[seeds[i] : seeds[i] + 1] @ turned).tocsr()
        if i == 0:
            distances = squares + squares[seeds[0]]
        near = similarity.indices
        reached = np.maximum(squares[near] + squares[seeds[i]] - 2 * similarity.data, 0.0)
        distances[near] = np.minimum(distances[near], np.where(reached < 1e-12, 0.0, reached))
    return seeds
