"""Table 1: clusters of the grids that each seeding misses, and the number that kmeansD++ finds."""

import os

import numpy as np
from scipy.stats import hypergeom
from sklearn.utils.parallel import Parallel, delayed

from ..arrays import FloatArray, IntArray
from ..progress import report
from ..scores import missed_clusters
from .findings import PUBLISHED, Cell, Finding, Row, correlation, deviation, finding, median_cell, whole
from .grids import DEFAULT, DPP, GREEDY, POINTS_EACH, SEQUENTIAL, draw_grid, draw_seeds
from .settings import RunSettings

SIDES = (2, 3, 4, 5, 6, 10)
_FEW_RUNS, _MOST_JOBS = 4, 8  # below, starting processes costs more than it saves; above, memory would

_COUNTS = tuple(side**2 for side in SIDES)
_PUBLISHED = PUBLISHED["table1"]
_LABELS = {GREEDY: "greedy k-means++ (scikit-learn)", SEQUENTIAL: "Algorithm 2", DEFAULT: "diverseed (k automatic)"}

Runs = dict[str, FloatArray]
"""For each seeding an array (runs, grids)."""


def table1(settings: RunSettings) -> Finding:
    """Every run draws new points on all six grids."""
    missed, sizes = _measure(settings)
    exact = ((sizes[DEFAULT] == np.array(_COUNTS)) & (missed[DEFAULT] == 0)).sum(axis=0)
    drawn = settings.runs * len(SIDES)
    return finding(
        "table1",
        _missed_rows(missed),
        _sizes_rows(sizes, exact),
        facts={
            "share": f"all {drawn}" if exact.sum() == drawn else f"{exact.sum()} of {drawn}",
            "chance": ", ".join(f"{missed_by_chance(k):.1f}" for k in _COUNTS),
            "runs": settings.runs,
        },
        data={"grids": list(_COUNTS), "runs": settings.runs, "exact_runs_of_default": exact.tolist()},
    )


def _measure(settings: RunSettings) -> tuple[Runs, Runs]:
    shape = (settings.runs, len(SIDES))
    names = (*_PUBLISHED["missed"], *_LABELS)
    missed: Runs = {name: np.zeros(shape) for name in names}
    sizes: Runs = {name: np.zeros(shape) for name in names}
    cells = [(run, column) for run in range(settings.runs) for column in range(len(SIDES))]
    jobs = min(os.cpu_count() or 1, _MOST_JOBS) if settings.runs >= _FEW_RUNS else 1
    work = (delayed(_run)(SIDES[column], seed=[settings.seed, 1, run, SIDES[column]]) for run, column in cells)
    results = zip(cells, Parallel(jobs, return_as="generator")(work), strict=True)
    for done, ((run, column), counts) in enumerate(results, start=1):
        for name, (without_seed, size) in counts.items():
            missed[name][run, column], sizes[name][run, column] = without_seed, size
        report("drawing grids for table 1", done, len(cells))
    return missed, sizes


def _run(side: int, *, seed: list[int]) -> dict[str, tuple[int, int]]:
    """Clusters missed and number of seeds, for each seeding on a new grid."""
    rng = np.random.default_rng(seed)
    grid = draw_grid(side, rng=rng)
    seeds = draw_seeds(grid, rng=rng)
    return {name: (missed_clusters(grid.gaussians, rows), rows.size) for name, rows in seeds.items()}


def _missed_rows(missed: Runs) -> list[Row]:
    rows = []
    for name, counts in missed.items():
        cells = [median_cell(column.tolist()) for column in counts.T]
        total = float(np.median(counts, axis=0).sum())
        cells.append(Cell(total, deviation(counts.sum(axis=1).tolist()), decimals=0))
        rows.append(Row.beside(_LABELS.get(name, name), cells, _PUBLISHED["missed"].get(name, ())))
    return rows


def missed_by_chance(k: int) -> float:
    """Clusters of 100 points, of k such, that k different rows drawn at random miss on average: k P(none of 100)."""
    return k * float(hypergeom(k * POINTS_EACH, POINTS_EACH, k).pmf(0))


def _sizes_rows(sizes: Runs, exact: IntArray) -> list[Row]:
    def row(name: str) -> Row:
        cells = [median_cell(column.tolist()) for column in sizes[name].T]
        each = [correlation(_COUNTS, found.tolist()) for found in sizes[name]]
        ours = correlation(_COUNTS, np.median(sizes[name], axis=0).tolist())
        spread = deviation([value for value in each if value is not None])
        printed = _PUBLISHED["found"].get(name, ())
        return Row.beside(_LABELS.get(name, name), [*cells, Cell(ours, spread)], printed)

    exact_row = Row("diverseed: exact k, none missed (runs)", (*map(whole, exact.tolist()), Cell()))
    return [row(DPP), row(DEFAULT), exact_row]
