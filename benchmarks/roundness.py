"""When are clusters round? ``python benchmarks/roundness.py --data DIR`` with DIR as for ``public_sets.py``.

Both k-means, started from the means of the walk's clusters, and the walk itself give labels for the number of clusters
found. Where the adjusted Rand index between the two is at least the number in the first column, the clusters are called
round, and the labels are those of k-means; elsewhere they are those of the walk. The sets are the public ones with at
most 20,000 points and two samples of 70 % of each, those with a verdict other than "none"; the mean ARI is that of
these labels with the references. The Gaussians are 150 generated sets of two to six isotropic Gaussians of equal size
in two to four columns, most of which overlap.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from public_sets import Task, judged, read_sets
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score, pairwise_distances_argmin
from tables import publish
from threadpoolctl import threadpool_limits
from walk_settings import sampled

from diverseed.walk import take_walk
from diverseed.walk.roundness import k_means_from

_MOST_POINTS, _N_SAMPLES, _N_GAUSSIANS = 20_000, 2, 150


class Compared(NamedTuple):
    """The labels of k-means against those of the walk, both at the number of clusters found."""

    agreement: float
    ari_of_k_means: float
    ari_of_walk: float


LIMITS = (-1, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.875, 0.9, 0.925, 0.95, 1.01)


def compared(task: Task) -> Compared | None:
    """None if no clusters are found."""
    X = task.X - task.X.mean(axis=0)
    with threadpool_limits(1):
        walk = take_walk(X, np.ones(len(X)), rng=np.random.default_rng(0))
        k = walk.evidence.n_clusters
        if k == 1 or walk.curve is None:
            return None
        own = walk.labels_at(k)
        centres = k_means_from(walk.summary, own, k).centres
        near = pairwise_distances_argmin(walk.summary.points, centres)
        of_row = pairwise_distances_argmin(X, walk.summary.points)
        aris = [judged(task, "", labels[of_row], 0.0).ari for labels in (near, own)]
        return Compared(float(adjusted_rand_score(own, near)), *aris)


def gaussians(seed: int) -> Task:
    rng = np.random.default_rng(seed)
    n, k, d, spread = rng.choice([60, 150, 500, 2000]), rng.integers(2, 7), rng.integers(2, 5), rng.choice([1, 1.5, 2])
    X, labels = make_blobs(n, centers=rng.uniform(-10, 10, (k, d)), cluster_std=spread, random_state=seed)
    return Task(f"Gaussians {seed}", X, [labels + 1], True)


def row(least: float, public: list[Compared], generated: list[Compared]) -> dict[str, Any]:
    taken = [found.ari_of_k_means if found.agreement >= least else found.ari_of_walk for found in public]
    return {
        "round from": {-1: "always", 1.01: "never"}.get(least, least),
        "mean ARI": f"{np.mean(taken):.3f}",
        f"round, of {len(public)}": sum(found.agreement >= least for found in public),
        f"Gaussians round, of {len(generated)}": sum(found.agreement >= least for found in generated),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    whole = [task for task in read_sets(parser.parse_args().data) if len(task.X) <= _MOST_POINTS]
    tasks = [*whole, *(sampled(task, number) for number in range(_N_SAMPLES) for task in whole)]
    with ProcessPoolExecutor(2) as pool:
        public, generated = (
            [found for found in pool.map(compared, sets) if found is not None]
            for sets in (tasks, list(map(gaussians, range(_N_GAUSSIANS))))
        )
    rows = [row(least, public, generated) for least in LIMITS]
    notes = (__doc__ or "").partition("\n\n")[2]
    publish("roundness", rows, title="When clusters are round", packages=["scikit-learn"], notes=notes)


if __name__ == "__main__":
    main()
