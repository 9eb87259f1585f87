"""How well few rows stand for many: a sample merged through a tree of blocks, against means merged through the same.

``python benchmarks/representative_tree.py``. A block of data can be represented by a random sample of its rows, which
merges without any loss, or by the means of small groups of them, which are grouped anew at each merge.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from tables import Row, markdown_table, publish

from diverseed import DPPKMeans
from diverseed.engine.blocks import Block, merged
from diverseed.engine.representatives import Summary, summarise
from diverseed.engine.rows import Frame, Rows
from diverseed.engine.survey import Sketch
from diverseed.walk import take_walk

REPRESENTATIVES = 1_500

POINTS, BLOCKS, DIMENSIONS, CLUSTERS = 1_000_000, 64, 16, 100
SIZES = (500, 1_500, 5_000, 15_000, 50_000)
MEANS_UP_TO = 5_000  # grouping more is slow

NOTES = f"""
{POINTS:,} points of {CLUSTERS} Gaussian clusters in {DIMENSIONS} dimensions, in {BLOCKS} blocks that are merged two by
two, through six levels. "Sample": the rows of smallest random keys, merged without loss. "Means": each block is grouped
into as many means with counts, and two sets of means are grouped anew into one. The number of clusters is looked for up
to a 25th of the representatives. Centres are fitted to a summary of them by at most {REPRESENTATIVES:,} means, k given.
The cost is that of these centres on all points, relative to that of the mean of each true cluster: mean and largest of
{{repeats}} sets.
"""


def gaussians(n: int, seed: int) -> tuple[Any, Any]:
    """n points of 100 clusters, and which cluster each is in."""
    rng = np.random.default_rng(seed)
    centres = 2 * rng.standard_normal((CLUSTERS, DIMENSIONS), dtype=np.float32)
    labels = rng.integers(CLUSTERS, size=n)
    return centres[labels] + rng.standard_normal((n, DIMENSIONS), dtype=np.float32), labels


def by_sample(X: Any, size: int, seed: int) -> Summary:
    """Equal weights: a sample of rows."""
    parts = np.array_split(X, BLOCKS)
    sketches = (
        Sketch.of(Block(part, np.ones(len(part)), i), size, np.random.default_rng([seed, i]))
        for i, part in enumerate(parts)
    )
    sketch = merged(sketches, partial(Sketch.merge, size=size))
    return Summary(sketch.rows, sketch.fair_weights())


def by_means(X: Any, size: int, seed: int) -> Summary:
    """Means of groups of rows, and of groups of means."""
    rng = np.random.default_rng(seed)
    parts = (
        summarise(part, np.ones(len(part)), n_points=size, rng=np.random.default_rng([seed, i]))
        for i, part in enumerate(np.array_split(X, BLOCKS))
    )

    def merge(left: Summary, right: Summary) -> Summary:
        points, weights = np.concatenate([left.points, right.points]), np.concatenate([left.weights, right.weights])
        return summarise(points, weights, n_points=size, rng=rng)

    return merged(parts, merge)


WAYS: dict[str, Callable[[Any, int, int], Summary]] = {"sample": by_sample, "means": by_means}


def measured(way: str, size: int, seeds: range) -> Row:
    counts, costs, seconds = [], [], []
    for seed in seeds:
        X, labels = gaussians(POINTS, seed)
        rows = Rows(Block(X, np.ones(len(X))), Frame(np.zeros(DIMENSIONS, X.dtype)))
        truth = np.array([X[labels == label].mean(axis=0) for label in range(CLUSTERS)])
        rng = np.random.default_rng(seed)
        start = time.process_time()
        represented = WAYS[way](X, size, seed)
        seconds.append(time.process_time() - start)
        counts.append(take_walk(represented.points, represented.weights, rng=rng).evidence.best_n_clusters)
        told = summarise(represented.points, represented.weights, n_points=REPRESENTATIVES, rng=rng)
        fitted = DPPKMeans(CLUSTERS, random_state=seed).fit(told.points, sample_weight=told.weights)
        ours, theirs = (rows.squares(centres)[0].sum() for centres in (fitted.cluster_centers_, truth))
        costs.append(ours / theirs)
    return {
        "representatives": size,
        "way": way,
        "k found": ", ".join(map(str, counts)),
        "cost / true means": f"{np.mean(costs):.4f}",
        "largest": f"{max(costs):.4f}",
        "CPU seconds to merge": f"{np.mean(seconds):.1f}",
    }


def all_rows(seeds: range) -> list[Row]:
    cases = [(way, size) for size in SIZES for way in WAYS if way == "sample" or size <= MEANS_UP_TO]
    rows = []
    for way, size in cases:
        rows.append(measured(way, size, seeds))
        print(markdown_table(rows[-1:]))
    return rows


def main() -> None:
    seeds = range(3)
    title = "Representatives merged through a tree: error against their number"
    notes = NOTES.format(repeats=len(seeds))
    publish("representative_tree", all_rows(seeds), title=title, packages=["scikit-learn"], notes=notes)


if __name__ == "__main__":
    main()
