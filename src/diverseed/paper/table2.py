"""Table 2: F1 of k-means on real data, given the number of classes."""

import numpy as np
from sklearn.cluster import kmeans_plusplus

from ..cluster.kmeans import DPPKMeans
from ..scores import macro_f1
from ..seeding import get_seeding
from .findings import PUBLISHED, Finding, Row, finding, mean_cell, whole
from .real_data import LINEAR_SCALE, RealSet, k_means_from, rbf_process
from .settings import RunSettings


def table2(settings: RunSettings) -> Finding:
    """k-means++ and kmeansDk++ as in the paper, and three columns it lacks."""
    rows = [
        _row(data, settings.runs, np.random.default_rng([settings.seed, 2, number]))
        for number, data in enumerate(settings.real_sets)
    ]
    return finding("table2", rows)


def _row(data: RealSet, runs: int, rng: np.random.Generator) -> Row:
    X, k = data.points, data.n_classes
    plus_plus = get_seeding("k-means++")
    linear = get_seeding("k-dpp").with_options(kernel="linear", gamma=LINEAR_SCALE)
    draws = (
        [plus_plus.indices(X, k, random_state=rng) for _ in range(runs)],
        [linear.indices(X, k, random_state=rng) for _ in range(runs)],
        rbf_process(X).sample(k, n_samples=runs, random_state=rng),
        [kmeans_plusplus(X, k, random_state=int(rng.integers(2**31)))[1] for _ in range(runs)],
    )
    own = [DPPKMeans(k, random_state=rng).fit(X) for _ in range(runs)]
    models = [*(k_means_from(data, seeds) for seeds in draws), own]
    scores = ([macro_f1(data.classes, model.labels_) for model in fitted] for fitted in models)
    return Row.beside(data.name, [whole(k), *map(mean_cell, scores)], PUBLISHED["table2"][data.name])
