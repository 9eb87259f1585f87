"""How many references to draw, and how far above them chance may reach: ``python benchmarks/references.py``.

Sixty draws of the contrast of Gaussians, cubes and t laws of several sizes are kept. One of them is taken for the data,
others in turn for its references (Gaussians and cubes), 1,000 times over for each size and law: how often the data
exceeds the line between chance and clusters (at most 5 % asked), and how often it does if the logarithm of its contrast
is higher by three standard deviations. Settings are the number of references and how many times n^(-1/3) the line lies
above the highest of them, n being the number of points. The first setting is that of ``diverseed.walk.null``.

The second table is where n^(-1/3) comes from: the standard deviation of the logarithm of the contrast.
"""

from concurrent.futures import ProcessPoolExecutor

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
SETTINGS = ((2, null._DEVIATIONS), (2, 1.5), (2, 2.0), (4, 1.0), (4, 1.25), (6, 0.75), (6, 1.0), (12, 0.5))
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


def passed(shape: Shape, draws: Draws, law: str, setting: tuple[int, float], above: float) -> float:
    """How often data passes that is so many deviations above this law."""
    rng = np.random.default_rng(0)
    count, deviations = setting
    margin, found = np.exp(deviations * shape[0] ** (-1 / 3)), np.zeros(N_TESTS, dtype=bool)
    for test in range(N_TESTS):
        shuffled = {name: rng.permutation(values).tolist() for name, values in draws.items()}
        data = shuffled[law].pop() * np.exp(above * log_deviation(draws[law]))
        highest = max(shuffled[null._LAWS[turn % 2]].pop() for turn in range(count))
        found[test] = data > max(highest, null._LEAST) * margin
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
                "references": setting[0],
                "deviations": setting[1],
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
