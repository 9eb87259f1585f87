"""How many references to draw, and when to stop: ``python benchmarks/references.py``.

Fifty draws of the contrast of Gaussians and cubes of several sizes are kept. One of them is taken for the data, others
in turn for its references, 1,000 times over for each size and law: how often the test in ``diverseed.walk.null`` sees
clusters (5 % asked), how many references it draws, and how often it sees data whose contrast is higher by three
standard deviations. Settings are the most references that are drawn, the level by Student's law of data that is in
doubt after these, and the level at which fewer are enough.
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
SETTINGS = (
    (12, 0.025, 0.001),
    (12, 0.05, 0.001),
    (12, 0.01, 0.001),
    (12, 0.025, 0.005),
    (8, 0.025, 0.001),
    (19, 0.025, 0.001),
)
N_DRAWS, N_TESTS = 50, 1000

Draws = dict[str, list[float]]


def contrasts(shape: tuple[int, int]) -> Draws:
    """Of each law, those of random points."""
    n, d = shape
    rng = np.random.default_rng(shape)
    made = {law: [null._reference(law, np.ones(d), n, rng) for _ in range(N_DRAWS)] for law in LAWS}
    return {law: [_best_contrast(one, n_neighbors=N_NEIGHBOURS) for one in made[law]] for law in LAWS}


def tested(
    shape: tuple[int, int], draws: Draws, law: str, setting: tuple[int, float, float], above: float
) -> tuple[float, float]:
    """How often data passes that is so many deviations above this law, and the mean number of references."""
    rng = np.random.default_rng(0)
    data = Summary(rng.standard_normal(shape), np.ones(shape[0]))
    constants = dict(zip(("_MOST", "_LEVEL", "_UNLIKELY"), setting, strict=True))
    passed = n_references = 0
    with patch.multiple(null, **constants, _reference=lambda law, *_: law):
        for _ in range(N_TESTS):
            shuffled = {law: rng.permutation(draws[law]).tolist() for law in LAWS}
            found = shuffled[law].pop() + above * float(np.std(draws[law]))
            passed += found > null.null_of(found, data, lambda law, left=shuffled: left[law].pop(), rng).contrast
            n_references += 2 * N_DRAWS - 1 - sum(map(len, shuffled.values()))
    return passed / N_TESTS, n_references / N_TESTS


def main() -> None:
    with ProcessPoolExecutor(2) as pool:
        kept = dict(zip(SHAPES, pool.map(contrasts, SHAPES), strict=True))
    rows = []
    for setting in SETTINGS:
        found = np.array(
            [[[tested(s, kept[s], law, setting, above) for s in SHAPES] for law in LAWS] for above in (0, 3)]
        )
        rows.append(
            {
                **dict(zip(("most references", "level", "enough"), setting, strict=True)),
                "Gaussians that pass": f"{found[0, 0, :, 0].mean():.1%}",
                "cubes that pass": f"{found[0, 1, :, 0].mean():.1%}",
                "both": f"{found[0, :, :, 0].mean():.1%}",
                "references": f"{found[0, :, :, 1].mean():.1f}",
                "seen, 3 deviations above": f"{found[1, :, :, 0].mean():.0%}",
                "references there": f"{found[1, :, :, 1].mean():.1f}",
            }
        )
    publish("references", rows, title="How many references", packages=["scikit-learn"], notes=__doc__ or "")


if __name__ == "__main__":
    main()
