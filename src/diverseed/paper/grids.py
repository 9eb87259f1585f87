"""The paper's synthetic data, a grid of Gaussians, and every seeding of Table 1 on it."""

from dataclasses import dataclass

import numpy as np
from sklearn.cluster import kmeans_plusplus
from sklearn.datasets import make_blobs

from ..arrays import FloatArray, IntArray
from ..cluster.kmeans import DPPKMeans
from ..engine.points import Points
from ..point_process import LEnsemble
from ..seeding import get_seeding
from ..seeding.processes import draw_not_empty, weighted_kernel

SEPARATION, POINTS_EACH = 10.0, 100
GAMMA = 0.005
"""Of the kernel exp(-gamma d^2): a bandwidth of 10, the separation. The paper does not print it."""

RANDOM, PLUS_PLUS, K_DPP, DPP = "kmeansRand", "kmeans++", "kmeansDk++", "kmeansD++"
GREEDY, SEQUENTIAL, DEFAULT = "greedy k-means++", "Algorithm 2", "diverseed"


@dataclass(frozen=True)
class Grid:
    """Points (n, 2) and the Gaussian that each comes from, (n,)."""

    points: FloatArray
    gaussians: IntArray


def draw_grid(side: int, *, rng: np.random.Generator) -> Grid:
    """``side ** 2`` Gaussians of variance 1, 100 points each, 10 apart."""
    ticks = SEPARATION * np.arange(side)
    centres = np.stack(np.meshgrid(ticks, ticks, indexing="ij"), axis=-1).reshape(-1, 2)
    sizes = [POINTS_EACH] * side**2
    points, gaussians = make_blobs(sizes, centers=centres, cluster_std=1.0, random_state=int(rng.integers(2**31)))
    return Grid(points, gaussians)


def paper_process(points: FloatArray, *, rng: np.random.Generator) -> LEnsemble:
    """The L-ensemble with the RBF kernel; 10,000 points have a numerical rank near 400, so nothing n x n is formed."""
    weighted = Points.of(points, np.ones(len(points)))
    ensemble = weighted_kernel(points, weighted, None, kernel="rbf", gamma=GAMMA, sharp=False, rng=rng).ensemble(
        None, rng=rng
    )
    assert ensemble is not None, "an RBF kernel is never zero"
    return ensemble


def draw_seeds(grid: Grid, *, rng: np.random.Generator) -> dict[str, IntArray]:
    """Rows that each seeding picks; all but kmeansD++ and diverseed's default are given the number of Gaussians."""
    points, k = grid.points, int(grid.gaussians.max()) + 1
    process = paper_process(points, rng=rng)
    sequential = get_seeding("sequential").with_options(kernel="rbf", gamma=GAMMA)
    return {
        RANDOM: get_seeding("random").indices(points, k, random_state=rng),
        PLUS_PLUS: get_seeding("k-means++").indices(points, k, random_state=rng),
        K_DPP: process.sample(k, random_state=rng),
        DPP: draw_not_empty(process, rng),
        GREEDY: kmeans_plusplus(points, k, random_state=int(rng.integers(2**31)))[1],
        SEQUENTIAL: sequential.indices(points, k, random_state=rng),
        DEFAULT: DPPKMeans(random_state=rng).fit(points).seed_indices_,
    }
