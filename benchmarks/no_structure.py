"""How often the walk sees clusters where there are none: ``python benchmarks/no_structure.py``.

Gaussians, cubes, t laws and sheared Gaussians in 1 to 30 dimensions, 20 draws of each: what the lines between "none",
"weak" and "clear" in ``diverseed.walk.null`` were set by. Then Gaussians and rectangles of 100, 300 and 1,000 points in
two columns of different units, 20 draws of each.
"""

from collections.abc import Sequence

import numpy as np
from generated_sets import sets_without_clusters
from tables import Row, publish

from diverseed.walk import Evidence, take_walk

_RATIOS = (10, 30, 200)


def seen(X: np.ndarray) -> Evidence:
    return take_walk(X - X.mean(axis=0), np.ones(len(X)), rng=np.random.default_rng(0)).evidence


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


def elongated(ratio: float, n: int, seed: int) -> list[np.ndarray]:
    rng = np.random.default_rng([seed, n])
    return [points * (ratio, 1) for points in (rng.standard_normal((n, 2)), rng.uniform(-1, 1, (n, 2)))]


def main() -> None:
    made = [one.X for seed in range(20) for one in sets_without_clusters(seed=seed)]
    rows = [row(str(d), [seen(X) for X in made if X.shape[1] == d]) for d in (1, 2, 3, 5, 10, 30)]
    for ratio in _RATIOS:
        long = [X for seed in range(20) for n in (100, 300, 1000) for X in elongated(ratio, n, seed)]
        rows.append(row(f"2, one {ratio} times the other", list(map(seen, long))))
    publish("no_structure", rows, title="Data sets with no structure", packages=["scikit-learn"], notes=__doc__ or "")


if __name__ == "__main__":
    main()
