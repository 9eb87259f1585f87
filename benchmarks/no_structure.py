"""How often the walk sees clusters where there are none: ``python benchmarks/no_structure.py``.

Gaussians, cubes, t laws and sheared Gaussians in 1 to 30 dimensions, 20 draws of each: what the lines between "none",
"weak" and "clear" in ``diverseed.walk.null`` were set by.
"""

import numpy as np
from generated_sets import sets_without_clusters
from tables import publish

from diverseed.walk import take_walk


def main() -> None:
    rows = []
    for d in (1, 2, 3, 5, 10, 30):
        found = []
        for seed in range(20):
            for made in sets_without_clusters(seed=seed):
                if made.X.shape[1] == d:
                    X = made.X - made.X.mean(axis=0)
                    found.append(take_walk(X, np.ones(len(X)), rng=np.random.default_rng(0)).evidence)
        rows.append(
            {
                "dimensions": d,
                "data sets": len(found),
                "none": sum(evidence.verdict == "none" for evidence in found),
                "weak": sum(evidence.verdict == "weak" for evidence in found),
                "clear": sum(evidence.verdict == "clear" for evidence in found),
                "largest score": f"{max(evidence.scores.max() for evidence in found):.2f}",
                "mean strength": f"{np.mean([evidence.strength for evidence in found]):.2f}",
                "largest strength": f"{max(evidence.strength for evidence in found):.2f}",
            }
        )
    publish("no_structure", rows, title="Data sets with no structure", packages=["scikit-learn"], notes=__doc__ or "")


if __name__ == "__main__":
    main()
