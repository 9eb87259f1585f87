"""How often the walk sees clusters where there are none: ``python benchmarks/no_structure.py``.

Gaussians, cubes, t laws and sheared Gaussians in 1 to 30 dimensions, 20 draws of each: what the lines between "none",
"weak" and "clear" in ``diverseed.walk.null`` were set by. Then Gaussians and rectangles of 100, 300 and 1,000 points in
two columns of different units, 20 draws of each; for comparison, how many of these are "none" if distances go along
paths in all data of two columns, where ``diverseed.walk.metric`` keeps straight ones for data that is nearly a line.
"""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from unittest.mock import patch

import numpy as np
from generated_sets import sets_without_clusters
from tables import Row, publish

from diverseed.walk import Evidence, graph, null, take_walk

_RATIOS = (5, 10, 30, 200)


def seen(X: np.ndarray) -> Evidence:
    return take_walk(X - X.mean(axis=0), np.ones(len(X)), rng=np.random.default_rng(0)).evidence


def seen_along_paths(X: np.ndarray) -> Evidence:
    with patch.object(graph, "is_line", one_column), patch.object(null, "is_line", one_column):
        return seen(X)


def row(kind: str, found: Sequence[Evidence]) -> Row:
    return {
        "dimensions": kind,
        "data sets": len(found),
        "none": sum(evidence.verdict == "none" for evidence in found),
        "weak": sum(evidence.verdict == "weak" for evidence in found),
        "clear": sum(evidence.verdict == "clear" for evidence in found),
        "largest score": f"{max(evidence.scores.max() for evidence in found):.2f}",
        "mean strength": f"{np.mean([evidence.strength for evidence in found]):.2f}",
        "largest strength": f"{max(evidence.strength for evidence in found):.2f}",
    }


def one_column(variances: np.ndarray) -> bool:
    return variances.size == 1


def elongated(ratio: float, n: int, seed: int) -> list[np.ndarray]:
    rng = np.random.default_rng([seed, n])
    return [points * (ratio, 1) for points in (rng.standard_normal((n, 2)), rng.uniform(-1, 1, (n, 2)))]


def table(pool: ProcessPoolExecutor) -> list[Row]:
    made = [one.X for seed in range(20) for one in sets_without_clusters(seed=seed)]
    rows = [row(str(d), list(pool.map(seen, [X for X in made if X.shape[1] == d]))) for d in (1, 2, 3, 5, 10, 30)]
    for ratio in _RATIOS:
        long = [X for seed in range(20) for n in (100, 300, 1000) for X in elongated(ratio, n, seed)]
        along_paths = [evidence.verdict for evidence in pool.map(seen_along_paths, long)]
        found = row(f"2, one {ratio} times the other", list(pool.map(seen, long)))
        rows.append({**found, "none along paths": along_paths.count("none")})
    return rows


def main() -> None:
    with ProcessPoolExecutor(2) as pool:
        rows = table(pool)
    publish("no_structure", rows, title="Data sets with no structure", packages=["scikit-learn"], notes=__doc__ or "")


if __name__ == "__main__":
    main()
