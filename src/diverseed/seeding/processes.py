"""Seeds drawn from a kernel: determinantal point processes and the sequential sampler.

The kernel is never formed. A pivoted Cholesky factor ``K ~ F F^T`` with columns made on demand stands for it. Up to
2,000 points, and wherever the numerical rank is small, the factor holds the whole kernel to rounding; beyond that its
rank is limited and the draw is exact for ``F F^T``, which is ``K`` up to the factor's trace error.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy.sparse
from scipy.linalg import eigh
from scipy.spatial.distance import cdist

from ..arrays import FloatArray, IntArray
from ..engine.checks import check_scale
from ..engine.plus_plus import extend
from ..engine.points import Points
from ..errors import InputError
from ..point_process import LEnsemble, PivotedCholesky, pivoted_cholesky
from ..point_process.rows import Linear
from ..threads import one_blas_thread

Kernel = Literal["rbf", "linear"]
Gamma = float | Literal["auto"]

_EXACT_UP_TO = 2_000  # points for which the factor may have full rank
_SPREAD = 1e-9  # eigenvectors of a Gram matrix below this share of the largest eigenvalue have lost too many digits
_SAMPLE_FOR_GAMMA = 4_000
_ROUNDING = 1e3 * float(np.finfo(np.float64).eps)  # share of a kernel's trace that is rounding
_MOST_NOISE = 1e-6  # above this share, factors leave out what is not rounding


def determinantal(
    X: Any,
    n_clusters: int | None,
    *,
    sample_weight: FloatArray,
    rng: np.random.Generator,
    kernel: Kernel = "rbf",
    gamma: Gamma = "auto",
    power: float = 1.0,
) -> IntArray:
    """A draw of the determinantal point process with the kernel ``(W^1/2 K W^1/2) ^ power``.

    Parameters
    ----------
    X : (n, d), array or CSR
    n_clusters : an integer draws the k-DPP, the process given its size; None draws a set of random size, given that it
        is not empty, and needs a number for ``gamma``
    gamma : of the RBF kernel ``exp(-gamma |x - y|^2)``, "auto" is ``automatic_gamma``; of the linear kernel the factor
        ``gamma <x, y>``, "auto" is 1
    power : above 1 sharpens the k-DPP; infinity is the projection process on the top ``n_clusters`` eigenvectors

    Returns
    -------
    different indices. Where the kernel's rank is below ``n_clusters``, k-means++ adds the rest.

    References
    ----------
    Kulesza & Taskar (2011), k-DPPs: fixed-size determinantal point processes.
    """
    points = Points.of(X, sample_weight)
    columns = weighted_kernel(X, points, n_clusters, kernel=kernel, gamma=gamma, sharp=power > 1, rng=rng)
    ensemble = columns.ensemble(n_clusters, rng=rng)
    if ensemble is None:
        return extend(points, np.empty(0, dtype=np.intp), n_clusters or 1, rng=rng)
    sharpened = ensemble.sharpen(power)
    if n_clusters is None:
        return draw_not_empty(sharpened, rng)
    chosen = sharpened.sample(min(n_clusters, ensemble.rank), random_state=rng)
    return extend(points, chosen, n_clusters, rng=rng)


def sequential(
    X: Any,
    n_clusters: int,
    *,
    sample_weight: FloatArray,
    rng: np.random.Generator,
    kernel: Kernel = "rbf",
    gamma: Gamma = "auto",
    n_candidates: int | None = 1,
) -> IntArray:
    """The sequential sampler: each seed in proportion to ``det(K_{S + x}) / det(K_S)``. Not a k-DPP.

    Parameters
    ----------
    X : (n, d), array or CSR
    n_candidates : candidates per step, of which the one that takes most off the trace of what is left of K is kept (the
        greedy form); None takes ``2 + floor(log n_clusters)``

    Returns
    -------
    different indices, in the order drawn. Where the kernel's rank is below ``n_clusters``, k-means++ adds the rest.
    """
    points = Points.of(X, sample_weight)
    columns = weighted_kernel(X, points, n_clusters, kernel=kernel, gamma=gamma, sharp=False, rng=rng)
    candidates = n_candidates or 2 + int(np.log(n_clusters))
    chosen = columns.factor(n_clusters, rng=rng, n_candidates=candidates).pivots
    return extend(points, chosen, n_clusters, rng=rng)


def automatic_gamma(points: Points, n_clusters: int, *, sharp: bool, rng: np.random.Generator) -> float:
    """``1 / (2 h^2)`` with a bandwidth h read off ``n_clusters`` greedy k-means++ seeds.

    A sharp process needs each cluster to be one block of the kernel, so its h is the width of a cluster: h^2 is half
    the mean squared distance to the nearest seed. A plain process keeps its points about h apart, so its h is the
    distance between clusters: h^2 is the mean squared distance from a seed to the nearest other seed. Above 4,000
    points (or ten for each cluster) a sample stands for all.
    """
    limit = max(_SAMPLE_FOR_GAMMA, 10 * n_clusters)
    total = points.weights.sum()
    if len(points) > limit and total > 0:
        drawn = rng.choice(len(points), size=limit, p=points.weights / total)
        points = Points(points.rows[drawn], np.ones(limit))
    seeds = extend(points, np.empty(0, dtype=np.intp), min(n_clusters, len(points)), rng=rng, n_candidates=None)
    square = _within(points, seeds) if sharp else _between(points, seeds) or _within(points, seeds)
    return 1 / (2 * square) if square > 0 else 1.0


def _within(points: Points, seeds: IntArray) -> float:
    """Half the mean squared distance to the nearest seed; that before the last seed which makes it 0."""
    distance, cost = np.full(len(points), np.inf), 0.0
    for seed in seeds:
        distance = np.minimum(distance, points.squared_distances(np.array([seed]))[0])
        if points.cost(distance) <= 0:
            break
        cost = points.cost(distance)
    return cost / (2 * float(points.weights.sum())) if cost else 0.0


def _between(points: Points, seeds: IntArray) -> float:
    """Mean squared distance from a seed to the nearest other one; 0 if all seeds are in one place."""
    distances = points.squared_distances(seeds, among=seeds)
    nearest = np.where(distances > 0, distances, np.inf).min(axis=1)
    return float(nearest.mean()) if np.isfinite(nearest).all() else 0.0


@dataclass(frozen=True)
class WeightedKernel:
    """Columns of ``W^1/2 K W^1/2`` on demand, and the process with that kernel."""

    weights: FloatArray
    gamma: float  # of the RBF kernel ``exp(-gamma |x - y|^2)``, or of the linear one ``gamma <x, y>``
    unweighted: Callable[[IntArray], FloatArray]  # from m indices to the (n, m) columns of K
    diagonal: FloatArray  # (n,) of K
    noise: FloatArray  # (n,) the share of each diagonal entry that is rounding

    def __call__(self, indices: IntArray) -> FloatArray:
        root = np.sqrt(self.weights)
        columns = self.unweighted(indices)
        columns *= root[:, None]
        columns *= root[indices]
        return columns

    def ensemble(self, n_clusters: int | None, *, rng: np.random.Generator) -> LEnsemble | None:
        """The process of a factor of the kernel, whose rank bounds the number of points; None if the kernel is zero."""
        with one_blas_thread():
            factor = self.factor(_rank_limit(self.weights.size, n_clusters), rng=rng).factor
            if not factor.size:
                return None
            eigenvalues, right = eigh(factor.T @ factor, check_finite=False)
            kept = eigenvalues > _SPREAD * eigenvalues[-1]
            vectors = factor @ (right[:, kept] / np.sqrt(eigenvalues[kept]))
        return LEnsemble.from_eigenvectors(eigenvalues[kept], vectors)

    def factor(self, rank: int, *, rng: np.random.Generator, n_candidates: int = 1) -> PivotedCholesky:
        diagonal = self.weights * self.diagonal
        tol = float(diagonal @ self.noise) / max(float(diagonal.sum()), np.finfo(float).tiny)
        return pivoted_cholesky(self, diagonal, rank, rng=rng, tol=tol, n_candidates=n_candidates)


def weighted_kernel(
    X: Any,
    points: Points,
    n_clusters: int | None,
    *,
    kernel: Kernel,
    gamma: Gamma,
    sharp: bool,
    rng: np.random.Generator,
) -> WeightedKernel:
    """The kernel of that name on the points. ``gamma="auto"`` is 1 for the linear kernel, else ``automatic_gamma``."""
    if kernel not in ("rbf", "linear"):
        raise InputError(f'kernel={kernel!r} is not supported here. Use "rbf" or "linear".')
    check_scale("gamma", gamma)
    if kernel == "linear":
        linear, rows = Linear(1.0 if gamma == "auto" else float(gamma)), X.astype(np.float64)
        noise = np.full(len(points), _ROUNDING)
        # of rows that are not moved to their mean: the origin matters
        return WeightedKernel(
            points.weights, linear.gamma, lambda at: linear(rows, rows[at]), linear.diagonal(rows), noise
        )
    if gamma == "auto" and n_clusters is None:
        raise InputError('gamma="auto" depends on the number of clusters. Give gamma as a number, or n_clusters.')
    scale = automatic_gamma(points, n_clusters or 1, sharp=sharp, rng=rng) if gamma == "auto" else float(gamma)
    return _rbf(points, scale)


def _rbf(points: Points, gamma: float) -> WeightedKernel:
    """The RBF kernel by products of rows; where it is so tight that their rounding would count, by differences."""
    noise = _ROUNDING * (1 + gamma * points.squared_norms)  # squared distances by products are off by some eps |x|^2
    by_products = noise.max() <= _MOST_NOISE or scipy.sparse.issparse(points.rows)

    def columns(at: IntArray) -> FloatArray:
        if by_products:
            return np.exp(-gamma * points.squared_distances(at).T)
        return np.exp(-gamma * cdist(points.rows, points.rows[at], "sqeuclidean"))

    limit = _MOST_NOISE if by_products else _ROUNDING
    return WeightedKernel(points.weights, gamma, columns, np.ones(len(points)), np.minimum(noise, limit))


def _rank_limit(n: int, n_clusters: int | None) -> int:
    """Full rank for few points; beyond, what some 2e10 operations allow, and always well above the number of seeds."""
    if n <= _EXACT_UP_TO:
        return n
    return int(max(300, min(_EXACT_UP_TO, np.sqrt(2e10 / n)), 2 * (n_clusters or 0) + 100))


def draw_not_empty(ensemble: LEnsemble, rng: np.random.Generator) -> IntArray:
    """A draw given that it is not empty: an empty one is replaced by one whose size follows the law above zero."""
    chosen = ensemble.sample(random_state=rng)
    if chosen.size:
        return chosen
    sizes = ensemble.size_distribution()[1:]
    if not sizes.size:
        raise InputError(
            "the kernel is zero for all points of positive weight, so that every draw of its process is empty. Use "
            "another kernel, or give the number of clusters."
        )
    size = 1 + rng.choice(sizes.size, p=sizes / sizes.sum()) if sizes.sum() > 0 else 1
    return ensemble.sample(int(size), random_state=rng)
