"""Seeds: clusters they miss, and the cost after Lloyd's algorithm: ``python benchmarks/seeding.py``.

``--quick`` takes few draws and two sets of each kind, and prints only.
"""

import sys
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from generated_sets import GeneratedSet, generated_sets
from sklearn.cluster import KMeans, kmeans_plusplus
from tables import Row, markdown_table, publish
from threadpoolctl import threadpool_limits

from diverseed import DPPKMeans
from diverseed.scores import missed_clusters
from diverseed.seeding import SEEDINGS

GRID_SIDES = (2, 3, 4, 5, 6, 10)
POINTS_IN_CLUSTER, SPACING = 50, 10.0
PAPER_GAMMA = 0.005

SINGLE, TEN, OURS = "scikit-learn, n_init=1", "scikit-learn, n_init=10", "DPPKMeans"

NOTES = f"""
Clusters without a seed, mean over the draws, on grids of Gaussians of standard deviation 1, {SPACING:.0f} apart,
{POINTS_IN_CLUSTER} points each. No Lloyd iterations move these seeds. The number of clusters is given, except in
"DPPKMeans, k found", where it is found too; the last column counts its draws with a wrong number. "k-DPP of the
paper" is the plain process at gamma = {PAPER_GAMMA}.

## Cost after Lloyd's algorithm, at the true k

On the sets of `generated_sets.md` with clusters, each ratio on the same set. Methods of one run: the mean cost of two
runs with different seeds. "Sets worse" and "sets better" count those whose cost is more than 0.1 % above or below
scikit-learn's best of ten. Times are processor times of one thread, medians over sets of the ratio to one start of
scikit-learn. Seeds other than those of DPPKMeans are followed by scikit-learn's Lloyd. A low cost is not the truth
everywhere: where clusters differ in size, width or shape, the cheapest centres are not the true ones.
"""

Seeder = Callable[[Any, int, int], Any]  # X, number of clusters, seed -> row indices


def _by_name(name: str, **options: Any) -> Seeder:
    seeding = SEEDINGS[name].with_options(**options)
    return lambda X, k, seed: seeding.indices(X, k, random_state=seed)


def _greedy(X: Any, k: int, seed: int) -> Any:
    return kmeans_plusplus(X, k, random_state=seed)[1]


GRID_SEEDERS: Mapping[str, Seeder] = {
    "random": _by_name("random"),
    "k-means++": _by_name("k-means++"),
    "greedy k-means++ (scikit-learn)": _greedy,
    "k-DPP of the paper": _by_name("k-dpp", gamma=PAPER_GAMMA),
    "sharpened k-DPP": _by_name("sharpened-k-dpp"),
    "DPPKMeans, k given": lambda X, k, seed: DPPKMeans(k, random_state=seed).fit(X).seed_indices_,
    "DPPKMeans, k found": lambda X, k, seed: DPPKMeans(random_state=seed).fit(X).seed_indices_,
}


def grid_of_gaussians(side: int, rng: np.random.Generator) -> tuple[Any, Any]:
    """Points and labels of side x side Gaussians on a square lattice."""
    centres = SPACING * np.stack(np.meshgrid(np.arange(side), np.arange(side)), axis=-1).reshape(-1, 2)
    labels = np.repeat(np.arange(side**2), POINTS_IN_CLUSTER)
    return centres[labels] + rng.standard_normal((labels.size, 2)), labels


def missed_on_grids(name: str, *, n_draws: int) -> Row:
    """Mean number of missed clusters on each grid, each draw on a grid of its own."""
    row: dict[str, object] = {"seeds": name}
    wrong = 0
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for side in GRID_SIDES:
            missed = []
            for draw in range(n_draws):
                X, labels = grid_of_gaussians(side, np.random.default_rng([side, draw]))
                seeds = GRID_SEEDERS[name](X, side**2, draw)
                missed.append(missed_clusters(labels, seeds))
                wrong += len(seeds) != side**2
            row[f"{side**2}"] = f"{np.mean(missed):.2f}"
    if name.endswith("found"):
        row["wrong k"] = f"{wrong} of {n_draws * len(GRID_SIDES)}"
    print(row, file=sys.stderr)
    return row


@dataclass(frozen=True)
class Run:
    cost: float
    seconds: float


def _lloyd_from(seeder: Seeder) -> Callable[[Any, int, int], float]:
    def run(X: Any, k: int, seed: int) -> float:
        return KMeans(k, init=X[seeder(X, k, seed)], n_init=1).fit(X).inertia_

    return run


METHODS: Mapping[str, Callable[[Any, int, int], float]] = {
    SINGLE: lambda X, k, seed: KMeans(k, n_init=1, random_state=seed).fit(X).inertia_,
    TEN: lambda X, k, seed: KMeans(k, n_init=10, random_state=seed).fit(X).inertia_,
    "random": _lloyd_from(_by_name("random")),
    "k-means++": _lloyd_from(_by_name("k-means++")),
    "sharpened k-DPP, one draw": _lloyd_from(_by_name("sharpened-k-dpp")),
    OURS: lambda X, k, seed: DPPKMeans(k, random_state=seed).fit(X).inertia_,
}


def costs_on(made: GeneratedSet) -> dict[str, Run]:
    """Cost and time of every method on one set, the mean of two runs (one for the best of ten)."""
    runs: dict[str, list[Run]] = {name: [] for name in METHODS}
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in (0, 1):
            for name, method in METHODS.items():
                if name == TEN and seed > 0:
                    continue
                start = time.process_time()
                cost = method(made.X, made.n_clusters, seed)
                runs[name].append(Run(cost, time.process_time() - start))
    return {
        name: Run(float(np.mean([r.cost for r in done])), float(np.mean([r.seconds for r in done])))
        for name, done in runs.items()
    }


def compared(name: str, results: Sequence[Mapping[str, Run]]) -> Row:
    to_ten = np.array([result[name].cost / result[TEN].cost for result in results])
    to_one = np.array([result[name].cost / result[SINGLE].cost for result in results])
    times = [result[name].seconds / result[SINGLE].seconds for result in results]
    return {
        "method": name,
        "cost / best of 10, mean": f"{to_ten.mean():.4f}",
        "worst": f"{to_ten.max():.3f}",
        "sets worse": int((to_ten > 1.001).sum()),
        "sets better": int((to_ten < 0.999).sum()),
        "cost / one start, mean": f"{to_one.mean():.4f}",
        "worst ": f"{to_one.max():.3f}",
        "time / one start": f"{np.median(times):.1f}",
        "seconds in all": f"{sum(result[name].seconds for result in results):.1f}",
    }


def by_kind(sets: Sequence[GeneratedSet], results: Sequence[Mapping[str, Run]]) -> list[Row]:
    """The cost of one DPPKMeans run and of one start relative to the best of ten, by kind."""
    rows: list[Row] = []
    for kind in dict.fromkeys(made.kind for made in sets):
        of_kind = [result for made, result in zip(sets, results, strict=True) if made.kind == kind]
        ratios = {name: [r[name].cost / r[TEN].cost for r in of_kind] for name in (OURS, SINGLE)}
        rows.append(
            {
                "kind": kind,
                **{f"{name}, mean": f"{np.mean(values):.3f}" for name, values in ratios.items()},
                **{f"{name}, worst": f"{np.max(values):.3f}" for name, values in ratios.items()},
            }
        )
    return rows


def main() -> None:
    quick = "--quick" in sys.argv
    n_draws = 2 if quick else 10
    sets = list(generated_sets(per_kind=2) if quick else generated_sets())
    with ProcessPoolExecutor(2) as pool:
        pending = [pool.submit(missed_on_grids, name, n_draws=n_draws) for name in reversed(GRID_SEEDERS)]
        results = []
        for made, result in zip(sets, pool.map(costs_on, sets), strict=True):
            results.append(result)
            told = "; ".join(f"{name} {r.cost / result[TEN].cost:.4f}, {r.seconds:.2f} s" for name, r in result.items())
            print(f"{made.name}: {told}", file=sys.stderr)
        grids = [future.result() for future in reversed(pending)]
    costs = [compared(name, results) for name in METHODS]
    notes = f"{NOTES.strip()}\n\n{markdown_table(costs)}\n\n## By kind\n\n{markdown_table(by_kind(sets, results))}"
    if quick:
        print(markdown_table(grids), notes, sep="\n\n")
        return
    publish("seeding", grids, title="Seeds: clusters missed", packages=["scikit-learn"], notes=notes)


if __name__ == "__main__":
    main()
