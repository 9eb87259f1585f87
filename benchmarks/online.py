"""Clustering of streams: loss per point of experts, mixtures and peers: ``python benchmarks/online.py``.

``--quick`` takes short streams and prints only. River is measured where it is installed.
"""

import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.cluster import MiniBatchKMeans
from sklearn.datasets import load_digits
from tables import Row, markdown_table, publish

from diverseed.online import ExpertsKMeans

UPDATES = ("static", "fixed_share", "learn_alpha")
SEEDINGS = ("k-means++", "k-means#", "random", "k-dpp", "local-search")
WINDOW, BLOCK = 500, 50

NOTES = f"""
Mean squared distance per point to the centre that was offered before the point was learned from, over points from the
{WINDOW}th on, as a ratio to the best expert's. Experts are {", ".join(SEEDINGS)}, each
followed by Lloyd's algorithm on the latest {WINDOW} points, run again every {WINDOW // 2} points, with the k that is
given. "static", "fixed share" and "learn-alpha" are `ExpertsKMeans` with these experts; theirs is the distance to the
weighted mean of the centres offered, which may be below that of every single expert. The peers have the same k;
scikit-learn learns from {BLOCK} points at a time, river from one. "regret" is that of the static update in units of
(2R)^2, which is at most 2 log 5 = 3.22. Means of two streams with different seeds. Times are processor times, in
thousandths of a second per point.

- **25 Gaussians**: 25 corners of a hypercube of side 500 in 15 columns, standard deviation 1, in random order, as in
  Choromanska & Monteleoni (2012).
- **drifting grid**: 25 Gaussians of standard deviation 1, 10 apart in two columns, which all move by 40.
- **digits by class**: scikit-learn's digits, one class after the other in random order.

## The number of clusters over the stream

One expert with an automatic number of clusters, on two columns. The number is compared after every {WINDOW // 2} points
with the number of Gaussians that the window holds. "found" is the first stream of the two.
"""

Stream = tuple[np.ndarray, int]


def gaussians(n: int, seed: int) -> Stream:
    rng = np.random.default_rng(seed)
    corners = np.unique(rng.integers(2, size=(200, 15)), axis=0)
    centres = 500.0 * rng.permutation(corners)[:25]
    return centres[rng.integers(25, size=n)] + rng.standard_normal((n, 15)), 25


def drifting_grid(n: int, seed: int) -> Stream:
    rng = np.random.default_rng(seed)
    grid = 10.0 * np.array([(i, j) for i in range(5) for j in range(5)])
    shift = 40 * np.arange(n)[:, None] / n * np.array([np.cos(seed), np.sin(seed)])
    return grid[rng.integers(25, size=n)] + shift + rng.standard_normal((n, 2)), 25


def digits_by_class(n: int, seed: int) -> Stream:
    rng = np.random.default_rng(seed)
    X, y = load_digits(return_X_y=True)
    place = rng.permutation(10)[y] + rng.random(y.size) * 0.5
    return X[np.argsort(place)][:n], 10


STREAMS: dict[str, Callable[[int, int], Stream]] = {
    "25 Gaussians": gaussians,
    "drifting grid": drifting_grid,
    "digits by class": digits_by_class,
}


def blocks(X: np.ndarray) -> Iterator[np.ndarray]:
    return (X[start : start + BLOCK] for start in range(0, len(X), BLOCK))


def costs_of_experts(X: np.ndarray, k: int, update: str, seed: int) -> tuple[float, np.ndarray, float]:
    """Mean squared distance of the mixture and of each expert after the first window, and the regret."""
    model = ExpertsKMeans([(name, k) for name in SEEDINGS], window=WINDOW, update=update, random_state=seed)
    first = model.fit(X[:WINDOW])._stream.mixture
    for block in blocks(X[WINDOW:]):
        model.partial_fit(block)
    last = model._stream.mixture
    n = len(X) - WINDOW
    return (last.cost - first.cost) / n, (last.expert_costs - first.expert_costs) / n, model.regret_


def cost_of_mini_batches(X: np.ndarray, k: int, seed: int) -> float:
    model = MiniBatchKMeans(k, n_init=3, random_state=seed).partial_fit(X[:WINDOW])
    total = 0.0
    for block in blocks(X[WINDOW:]):
        total += float((model.transform(block).min(axis=1) ** 2).sum())
        model.partial_fit(block)
    return total / (len(X) - WINDOW)


def cost_of_river(X: np.ndarray, k: int, seed: int, name: str) -> float:
    from river import cluster

    model: Any = (
        cluster.KMeans(
            n_clusters=k, halflife=0.5, sigma=float(X[:WINDOW].std()), mu=float(X[:WINDOW].mean()), seed=seed
        )
        if name == "KMeans"
        else cluster.STREAMKMeans(
            chunk_size=WINDOW, n_clusters=k, halflife=0.5, sigma=float(X[:WINDOW].std()), seed=seed
        )
    )
    total = 0.0
    for time_, point in enumerate(X):
        row = dict(enumerate(point.tolist()))
        if time_ >= WINDOW:
            centre = model.centers[model.predict_one(row)]
            total += sum((row[i] - centre[i]) ** 2 for i in row)
        model.learn_one(row)
    return total / (len(X) - WINDOW)


def measured(function: Callable[..., Any], *args: Any) -> tuple[Any, float]:
    start = time.process_time()
    return function(*args), time.process_time() - start


def row_of(name: str, n: int, seeds: range, with_river: bool) -> tuple[Row, Row]:
    """Losses as ratios to the best expert's, and times."""
    ratios: dict[str, list[float]] = {}
    times: dict[str, list[float]] = {}

    def keep(column: str, cost: float, best: float, seconds: float, points: int) -> None:
        ratios.setdefault(column, []).append(cost / best)
        times.setdefault(column, []).append(1000 * seconds / points)

    best_costs, regrets = [], []
    for seed in seeds:
        X, k = STREAMS[name](n, seed)
        found = {update: measured(costs_of_experts, X, k, update, seed) for update in UPDATES}
        experts = found["static"][0][1]
        best_costs.append(experts.min())
        regrets.append(found["static"][0][2])
        for seeding, cost in zip(SEEDINGS, experts, strict=True):
            ratios.setdefault(seeding, []).append(cost / experts.min())
        for update, ((cost, _, _), seconds) in found.items():
            keep(update.replace("_", " ").replace("learn ", "learn-"), cost, experts.min(), seconds, len(X))
        peers: list[tuple[str, Callable[..., float], tuple[Any, ...]]] = [
            ("MiniBatchKMeans", cost_of_mini_batches, (X, k, seed))
        ]
        if with_river:
            peers += [(f"river {kind}", cost_of_river, (X, k, seed, kind)) for kind in ("KMeans", "STREAMKMeans")]
        for peer, function, args in peers:
            cost, seconds = measured(function, *args)
            keep(peer, cost, experts.min(), seconds, len(X))
    losses = {column: f"{np.mean(values):.3g}" for column, values in ratios.items()}
    return (
        {"stream": name, "best expert": float(np.mean(best_costs)), **losses, "regret": float(np.mean(regrets))},
        {"stream": name, **{column: float(np.mean(values)) for column, values in times.items()}},
    )


def numbers_followed(n: int, seeds: range) -> list[Row]:
    """How often the automatic expert has as many clusters as the window holds Gaussians."""
    rows = []
    grid = 10.0 * np.array([(i, j) for i in range(4) for j in range(3)])
    for name, phases in {"4, then 9, then 4": (4, 9, 4), "12 throughout": (12, 12, 12)}.items():
        right, total, found = 0, 0, []
        for seed in seeds:
            rng = np.random.default_rng(seed)
            numbers = np.repeat(phases, n // 3)
            labels = (rng.random(numbers.size) * numbers).astype(int)
            X = grid[labels] + rng.standard_normal((numbers.size, 2))
            model = ExpertsKMeans(["auto"], window=WINDOW, random_state=seed)
            for end in range(WINDOW // 2, numbers.size + 1, WINDOW // 2):
                model.partial_fit(X[end - WINDOW // 2 : end])
                true = np.unique(labels[max(end - WINDOW, 0) : end]).size
                right, total = right + (model.n_clusters_ == true), total + 1
                found.append(model.n_clusters_)
        rows.append(
            {"stream": name, "right": right, "of": total, "found": ", ".join(map(str, found[: len(found) // 2]))}
        )
    return rows


def main() -> None:
    quick = "--quick" in sys.argv
    warnings.simplefilter("ignore")
    try:
        import river  # noqa: F401

        with_river = True
    except ImportError:
        with_river = False
    n, seeds = (1500, range(1)) if quick else (5000, range(2))
    pairs = [row_of(name, n, seeds, with_river) for name in STREAMS]
    losses, times = ([pair[i] for pair in pairs] for i in (0, 1))
    followed = numbers_followed(3 * 4 * WINDOW if not quick else 3 * WINDOW, seeds)
    extra = f"{NOTES}\n{markdown_table(followed)}\n\n## Time per point\n\n{markdown_table(times)}\n"
    if quick:
        print(markdown_table(losses), extra, sep="\n\n")
        return
    packages = ["scikit-learn", *(["river"] if with_river else [])]
    publish("online", losses, title="Clustering of streams: loss per point", packages=packages, notes=extra)


if __name__ == "__main__":
    main()
