"""When to stop drawing references: ``python benchmarks/references.py``.

Fifty draws of the contrast of Gaussians and cubes of several sizes are kept. One of them is taken for the data, others
in turn for its references, 1,500 times over for each size and law: how often the test in ``diverseed.walk.null`` sees
clusters (5 % asked), and how many references it draws, by how unlikely one more reference must be to reach the data.
"""

from concurrent.futures import ProcessPoolExecutor
from unittest.mock import patch

import numpy as np
from tables import publish

from diverseed.engine.representatives import Summary
from diverseed.walk import null
from diverseed.walk.graph import N_NEIGHBOURS
from diverseed.walk.look import _best_contrast

SHAPES = ((100, 1), (100, 2), (200, 1), (200, 2), (200, 8), (600, 1), (600, 2), (600, 5), (1500, 2))
LAWS = ("gaussian", "uniform")
N_DRAWS, N_TESTS = 50, 1500

Draws = dict[str, list[float]]


def contrasts(shape: tuple[int, int]) -> Draws:
    """Of each law, those of random points."""
    n, d = shape
    rng = np.random.default_rng(shape)
    made = {law: [null._reference(law, np.ones(d), n, rng) for _ in range(N_DRAWS)] for law in LAWS}
    return {law: [_best_contrast(one, n_neighbors=N_NEIGHBOURS) for one in made[law]] for law in LAWS}


def tested(shape: tuple[int, int], draws: Draws, law: str, unlikely: float) -> tuple[float, float]:
    """How often data of this law passes, and the mean number of references."""
    rng = np.random.default_rng(0)
    data = Summary(rng.standard_normal(shape), np.ones(shape[0]))
    passed = n_references = 0
    with patch.object(null, "_UNLIKELY", unlikely), patch.object(null, "_reference", lambda law, *_: law):
        for _ in range(N_TESTS):
            shuffled = {law: rng.permutation(draws[law]).tolist() for law in LAWS}
            found = shuffled[law].pop()
            passed += found > null.null_of(found, data, lambda law, left=shuffled: left[law].pop(), rng).contrast
            n_references += 2 * N_DRAWS - 1 - sum(map(len, shuffled.values()))
    return passed / N_TESTS, n_references / N_TESTS


def main() -> None:
    with ProcessPoolExecutor(2) as pool:
        kept = dict(zip(SHAPES, pool.map(contrasts, SHAPES), strict=True))
    rows = []
    for unlikely in (1 / 100, 1 / 200, 1 / 400, 1 / 1000, 1 / 4000):
        found = np.array([[tested(shape, kept[shape], law, unlikely) for shape in SHAPES] for law in LAWS])
        rows.append(
            {
                "one more reaches the data in": f"1 of {1 / unlikely:.0f}",
                "Gaussians that pass": f"{found[0, :, 0].mean():.1%}",
                "cubes that pass": f"{found[1, :, 0].mean():.1%}",
                "both": f"{found[:, :, 0].mean():.1%}",
                "references": f"{found[:, :, 1].mean():.2f}",
            }
        )
    publish("references", rows, title="When to stop drawing references", packages=["scikit-learn"], notes=__doc__ or "")


if __name__ == "__main__":
    main()
