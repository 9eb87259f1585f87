"""Table 1 and Figure 1: every seeding on the paper's synthetic data, grids of Gaussians."""

import os
from typing import Any, NamedTuple

import numpy as np
from scipy.stats import hypergeom
from sklearn.cluster import kmeans_plusplus
from sklearn.datasets import make_blobs
from sklearn.utils.parallel import Parallel, delayed

from ..arrays import FloatArray, IntArray
from ..cluster.kmeans import DPPKMeans
from ..displays.drawing import ACCENT, COLOURS, QUIET
from ..engine.points import Points
from ..point_process import LEnsemble
from ..progress import report
from ..report.pictures import picture
from ..scores import missed_clusters
from ..seeding import get_seeding
from ..seeding.processes import draw_not_empty, weighted_kernel
from .findings import PUBLISHED, Cell, Finding, beside, correlation, deviation, finding, median_cell, whole
from .settings import RunSettings

SEPARATION, POINTS_EACH = 10.0, 100
GAMMA = 0.005
"""Of the kernel exp(-gamma d^2): a bandwidth of 10, the separation. The paper does not print it."""

RANDOM, PLUS_PLUS, K_DPP, DPP = "kmeansRand", "kmeans++", "kmeansDk++", "kmeansD++"
GREEDY, SEQUENTIAL, DEFAULT = "greedy k-means++ (scikit-learn)", "Algorithm 2", "diverseed"

SIDES = (2, 3, 4, 5, 6, 10)
_FEW_RUNS, _MOST_JOBS = 4, 8  # below, starting processes costs more than it saves; above, memory would

_COUNTS = tuple(side**2 for side in SIDES)
_PUBLISHED = PUBLISHED["table1"]
_LABELS = {DEFAULT: "diverseed (k automatic)"}

_PANELS = {
    DPP: "kmeansD++",
    K_DPP: "kmeansDk++, k = 25",
    PLUS_PLUS: "k-means++, k = 25",
    DEFAULT: "diverseed, k automatic",
}


class Grid(NamedTuple):
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


def table1(settings: RunSettings) -> Finding:
    """Every run draws new points on all six grids."""
    results = _measure(settings)
    missed = {name: counts[..., 0] for name, counts in results.items()}
    sizes = {name: counts[..., 1] for name, counts in results.items()}
    exact = ((sizes[DEFAULT] == np.array(_COUNTS)) & (missed[DEFAULT] == 0)).sum(axis=0)
    drawn = settings.runs * len(SIDES)
    return finding(
        "table1",
        {_LABELS.get(name, name): _missed_row(name, counts) for name, counts in missed.items()},
        {
            **{_LABELS.get(name, name): _sizes_row(name, sizes[name]) for name in (DPP, DEFAULT)},
            "diverseed: exact k, none missed (runs)": [whole(count) for count in exact.tolist()],
        },
        facts={
            "share": f"all {drawn}" if exact.sum() == drawn else f"{exact.sum()} of {drawn}",
            "chance": ", ".join(f"{missed_by_chance(k):.1f}" for k in _COUNTS),
            "runs": settings.runs,
        },
        data={"grids": list(_COUNTS), "runs": settings.runs, "exact_runs_of_default": exact.tolist()},
    )


def _measure(settings: RunSettings) -> dict[str, FloatArray]:
    """For each seeding (runs, grids, 2), clusters missed and number of seeds."""
    jobs = min(os.cpu_count() or 1, _MOST_JOBS) if settings.runs >= _FEW_RUNS else 1
    cells = [(run, side) for run in range(settings.runs) for side in SIDES]
    work = (delayed(_run)(side, seed=[settings.seed, 1, run, side]) for run, side in cells)
    results = []
    for counts in Parallel(jobs, return_as="generator")(work):
        results.append(counts)
        report("drawing grids for table 1", len(results), len(cells))
    shape = (settings.runs, len(SIDES), 2)
    return {name: np.reshape([one[name] for one in results], shape).astype(np.float64) for name in results[0]}


def _run(side: int, *, seed: list[int]) -> dict[str, tuple[int, int]]:
    """Clusters missed and number of seeds, for each seeding on a new grid."""
    rng = np.random.default_rng(seed)
    grid = draw_grid(side, rng=rng)
    seeds = draw_seeds(grid, rng=rng)
    return {name: (missed_clusters(grid.gaussians, rows), rows.size) for name, rows in seeds.items()}


def _missed_row(name: str, counts: FloatArray) -> tuple[Cell, ...]:
    """Medians of (runs, grids), and their sum."""
    total = Cell(float(np.median(counts, axis=0).sum()), deviation(counts.sum(axis=1).tolist()), decimals=0)
    return beside([*map(median_cell, counts.T.tolist()), total], _PUBLISHED["missed"].get(name, ()))


def missed_by_chance(k: int) -> float:
    """Clusters of 100 points, of k such, that k different rows drawn at random miss on average: k P(none of 100)."""
    return k * float(hypergeom(k * POINTS_EACH, POINTS_EACH, k).pmf(0))


def _sizes_row(name: str, counts: FloatArray) -> tuple[Cell, ...]:
    """Medians of (runs, grids), and their correlation with the numbers of Gaussians."""
    each = [correlation(_COUNTS, found) for found in counts.tolist()]
    spread = deviation([value for value in each if value is not None])
    together = Cell(correlation(_COUNTS, np.median(counts, axis=0).tolist()), spread)
    return beside([*map(median_cell, counts.T.tolist()), together], _PUBLISHED["found"].get(name, ()))


def figure1(settings: RunSettings) -> Finding:
    """One draw of each seeding on the same points: the paper's three panels, and diverseed's default."""
    rng = np.random.default_rng([settings.seed, 11])
    grid = draw_grid(5, rng=rng)
    drawn = draw_seeds(grid, rng=rng)
    seeds = {name: drawn[name] for name in _PANELS}
    missed = {name: np.setdiff1d(grid.gaussians, grid.gaussians[rows]) for name, rows in seeds.items()}
    svg = picture(lambda figure: _draw(figure, grid, seeds, missed), "Seeds on a grid of 25 Gaussians", height=2.75)
    data = {name: {"seeds": int(rows.size), "missed": int(missed[name].size)} for name, rows in seeds.items()}
    counts = "; ".join(f"{name}: {one['seeds']} seeds, {one['missed']} missed" for name, one in data.items())
    return finding("figure1", pictures=[svg], facts={"seeds": counts}, data=data)


def _draw(figure: Any, grid: Grid, seeds: dict[str, IntArray], missed: dict[str, IntArray]) -> None:
    axes = figure.subplots(1, len(seeds), sharex=True, sharey=True)
    for letter, axis, name in zip("abcd", axes, seeds, strict=True):
        axis.scatter(*grid.points.T, s=1.2, c=QUIET, alpha=0.5, linewidths=0, rasterized=True)
        axis.scatter(*grid.points[seeds[name]].T, s=26, c=COLOURS[0], marker="x", linewidths=1.5)
        axis.scatter(*_centres(grid, missed[name]), s=230, facecolors="none", edgecolors=ACCENT, linewidths=1.6)
        count, without = seeds[name].size, missed[name].size
        axis.set_title(f"{letter}) {_PANELS[name]}", fontsize=9.5)
        axis.set_xlabel(f"{count} seeds, {without or 'none'} missed", fontsize=9)
        axis.set_aspect("equal")
        axis.set_xticks([])
        axis.set_yticks([])
        axis.spines[:].set_visible(False)


def _centres(grid: Grid, gaussians: IntArray) -> FloatArray:
    """(2, m) the middles of some of the Gaussians."""
    return np.array([grid.points[grid.gaussians == one].mean(axis=0) for one in gaussians]).reshape(-1, 2).T
