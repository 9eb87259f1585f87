"""Tables 2 and 3: k-means on real data, its F1 given k, the number of clusters that kmeansD++ finds, and the cost."""

import numpy as np
from sklearn.cluster import kmeans_plusplus

from ..arrays import IntArray
from ..cluster.kmeans import DPPKMeans
from ..point_process import LEnsemble
from ..scores import macro_f1
from ..seeding import get_seeding
from ..seeding.processes import draw_not_empty
from .dermatology import explain
from .findings import PUBLISHED, Cell, Finding, beside, finding, mean_cell, whole
from .real_data import LINEAR_SCALE, RealSet, k_means_from, linear_process, rbf_process
from .settings import RunSettings


def table2(settings: RunSettings) -> Finding:
    """k-means++ and kmeansDk++ as in the paper, and three columns it lacks."""
    rows = {
        data.name: _f1_row(data, settings.runs, np.random.default_rng([settings.seed, 2, number]))
        for number, data in enumerate(settings.real_sets)
    }
    return finding("table2", rows)


def _f1_row(data: RealSet, runs: int, rng: np.random.Generator) -> tuple[Cell, ...]:
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
    return beside([whole(k), *map(mean_cell, scores)], PUBLISHED["table2"][data.name])


def table3(settings: RunSettings) -> Finding:
    """The paper's columns with its linear kernel, the same with an RBF kernel, and why dermatology has 33 clusters."""
    linear, rbf = {}, {}
    seeding = get_seeding("k-dpp").with_options(kernel="linear", gamma=LINEAR_SCALE)  # fills up where the rank is low
    runs = settings.runs
    for number, data in enumerate(settings.real_sets):
        rng = np.random.default_rng([settings.seed, 3, number])
        given_k = [seeding.indices(data.points, data.n_classes, random_state=rng) for _ in range(runs)]
        costs = _costs(data, linear_process(data.points), given_k, rng)
        linear[data.name] = beside(costs, PUBLISHED["table3"][data.name])
        process = rbf_process(data.points)
        given_k = process.sample(data.n_classes, n_samples=runs, random_state=rng)
        rbf[data.name] = _costs(data, process, given_k, rng)
    why, more = explain(settings.real_sets, seed=settings.seed)
    return finding("table3", linear, rbf, why, **more)


def _costs(data: RealSet, process: LEnsemble, given_k: list[IntArray], rng: np.random.Generator) -> list[Cell]:
    """The expected size, and costs from seeds of any number and as many sets of the given number."""
    own = [draw_not_empty(process, rng) for _ in given_k]
    size = Cell(process.expected_size, float(np.sqrt(process.size_variance)))
    costs = (mean_cell([model.inertia_ for model in k_means_from(data, draws)]) for draws in (own, given_k))
    return [whole(data.n_classes), size, *costs]
