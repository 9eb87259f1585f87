"""How many references to draw, and how much chance is credited with: ``python benchmarks/references.py``.

Sixty draws of the contrast of Gaussians, cubes and t laws of several sizes are kept. One of them is taken for the data,
others in turn for its references (Gaussians and cubes), 1,000 times over for each size and law: how often the test in
``diverseed.walk.null`` sees clusters (5 % asked), how many references it draws, and how often it sees data whose
logarithm of the contrast is higher by three standard deviations. Settings are the most references that are drawn, and
the power of the number of points with which the logarithm of the chance factor falls.

The second table is where that power comes from: the standard deviation of the logarithm of the contrast.
"""

from concurrent.futures import ProcessPoolExecutor
from unittest.mock import patch

import numpy as np
from tables import Row, markdown_table, publish

from diverseed.engine.representatives import Summary
from diverseed.walk import null
from diverseed.walk.graph import N_NEIGHBOURS
from diverseed.walk.look import _contrast_of

Shape = tuple[int, int]
SHAPES = (
    (60, 2),
    (100, 1),
    (100, 2),
    (200, 2),
    (200, 8),
    (600, 1),
    (600, 2),
    (600, 5),
    (600, 16),
    (1500, 2),
    (3000, 3),
)
LAWS = ("gaussian", "uniform", "t")
SETTINGS = ((4, 1 / 3), (2, 1 / 3), (6, 1 / 3), (12, 1 / 3), (4, 1 / 4), (4, 1 / 2))
N_DRAWS, N_TESTS, DEGREES = 60, 1000, 5

Draws = dict[str, list[float]]


def contrasts(shape: Shape) -> Draws:
    """Of each law, those of random points."""
    rng = np.random.default_rng(shape)

    def made(law: str) -> Summary:
        if law == "t":
            return Summary(rng.standard_t(DEGREES, shape), np.ones(shape[0]))
        return null._reference(law, np.ones(shape[1]), shape[0], rng)

    return {law: [_contrast_of(made(law), n_neighbors=N_NEIGHBOURS) for _ in range(N_DRAWS)] for law in LAWS}


def log_deviation(values: list[float]) -> float:
    return float(np.std(np.log(np.maximum(values, null._LEAST))))


def tested(shape: Shape, draws: Draws, law: str, setting: tuple[int, float], above: float) -> tuple[float, float]:
    """How often data passes that is so many deviations above this law, and the mean number of references."""
    rng = np.random.default_rng(0)
    data = Summary(rng.standard_normal(shape), np.ones(shape[0]))
    passed = n_references = 0
    constants = dict(zip(("_N_REFERENCES", "_CHANCE"), setting, strict=True))
    with patch.multiple(null, **constants, _reference=lambda law, *_: law):
        for _ in range(N_TESTS):
            shuffled = {law: rng.permutation(draws[law]).tolist() for law in LAWS}
            found = shuffled[law].pop() * np.exp(above * log_deviation(draws[law]))
            drawn: list[str] = []

            def contrast_of(law: str, left: Draws = shuffled, drawn: list[str] = drawn) -> float:
                drawn.append(law)
                return left[law].pop()

            passed += found > null.null_of((found, found), data, contrast_of, rng).above(1)
            n_references += len(drawn)
    return passed / N_TESTS, n_references / N_TESTS


def main() -> None:
    with ProcessPoolExecutor(2) as pool:
        kept = dict(zip(SHAPES, pool.map(contrasts, SHAPES), strict=True))
    rows: list[Row] = []
    for setting in SETTINGS:
        found = np.array(
            [[[tested(s, kept[s], law, setting, above) for s in SHAPES] for law in LAWS] for above in (0, 3)]
        )
        rows.append(
            {
                "most references": setting[0],
                "power": f"{setting[1]:.2f}",
                **{
                    f"{law} that pass": f"{share:.1%}"
                    for law, share in zip(LAWS, found[0, ..., 0].mean(1), strict=True)
                },
                "all": f"{found[0, ..., 0].mean():.1%}",
                "references": f"{found[0, ..., 1].mean():.1f}",
                "seen, 3 deviations above": f"{found[1, ..., 0].mean():.0%}",
                "references there": f"{found[1, ..., 1].mean():.1f}",
            }
        )
    spreads: list[Row] = [
        {
            "points": n,
            "columns": d,
            **{law: f"{np.mean(kept[n, d][law]):.2f} ± {log_deviation(kept[n, d][law]):.2f}" for law in LAWS},
            "n^-1/3": f"{n ** (-1 / 3):.2f}",
        }
        for n, d in SHAPES
    ]
    notes = f"{__doc__}\n\n## Contrasts without clusters\n\nMean, and standard deviation of the logarithm.\n\n"
    publish(
        "references",
        rows,
        title="How many references",
        packages=["scikit-learn"],
        notes=notes + markdown_table(spreads),
    )


if __name__ == "__main__":
    main()
