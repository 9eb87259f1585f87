"""How many references to draw, and how far above them chance may reach: ``python benchmarks/references.py``.

Sixty draws of the contrast of Gaussians, cubes and t laws of several sizes are kept. One of them is taken for the data,
others for its references (Gaussians and cubes), 1,000 times over for each size and law: how often the data exceeds the
line between chance and clusters (at most 5 % asked), and how often it does if the logarithm of its contrast is higher
by three standard deviations. Settings are the number of references of each law and how many standard deviations,
n^(-1/3) of n points and 1.4 times that on a line, the line lies above their mean. The first setting is that of
``diverseed.walk.null``: 2,000 points of each law in all, at least one reference and at most ten.

The second table is where these standard deviations come from: those of the logarithm of the contrast.
"""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
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
# at least and at most so many references of each law, and the deviations
SETTINGS = ((1, 10, 1.5), (1, 10, 1.25), (1, 10, 1.75), (1, 1, 1.5), (3, 3, 1.5), (10, 10, 1.5))
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


def _drawn(draws: Draws, law: str) -> float:
    return draws[law].pop()


def passed(shape: Shape, draws: Draws, law: str, setting: tuple[int, int, float], above: float) -> float:
    """How often data passes that is so many deviations above this law."""
    rng = np.random.default_rng(0)
    summary = Summary(rng.standard_normal(shape), np.ones(shape[0]))
    fewest, most, deviations = setting
    count = int(np.clip(null._POINTS_IN_ALL // shape[0], fewest, most))
    found = np.zeros(N_TESTS, dtype=bool)
    with patch.multiple(null, _DEVIATIONS=deviations, _POINTS_IN_ALL=count * shape[0], _reference=lambda law, *_: law):
        for test in range(N_TESTS):
            shuffled = {name: rng.permutation(values).tolist() for name, values in draws.items()}
            data = shuffled[law].pop() * np.exp(above * log_deviation(draws[law]))
            found[test] = data > null.null_of((data, data), summary, partial(_drawn, shuffled), rng).line
    return float(found.mean())


def main() -> None:
    with ProcessPoolExecutor(2) as pool:
        kept = dict(zip(SHAPES, pool.map(contrasts, SHAPES), strict=True))
    rows: list[Row] = []
    for setting in SETTINGS:
        found = np.array(
            [[[passed(s, kept[s], law, setting, above) for s in SHAPES] for law in LAWS] for above in (0, 3)]
        )
        rows.append(
            {
                "references of each law": " to ".join(map(str, sorted({*setting[:2]}))),
                "deviations": setting[2],
                **{f"{law} that pass": f"{share:.1%}" for law, share in zip(LAWS, found[0].mean(axis=1), strict=True)},
                "all": f"{found[0].mean():.1%}",
                "seen, 3 deviations above": f"{found[1].mean():.0%}",
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
