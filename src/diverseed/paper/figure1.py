"""Figure 1: the seeds that each way picks on a mixture of 25 Gaussians."""

from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..displays.drawing import ACCENT, COLOURS, QUIET
from ..report.pictures import picture
from .findings import Finding, finding
from .grids import DEFAULT, DPP, K_DPP, PLUS_PLUS, Grid, draw_grid, draw_seeds
from .settings import RunSettings

_PANELS = {
    DPP: "kmeansD++",
    K_DPP: "kmeansDk++, k = 25",
    PLUS_PLUS: "k-means++, k = 25",
    DEFAULT: "diverseed, k automatic",
}


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
