"""Table 3: the number of clusters that kmeansD++ finds on real data, and the cost; and why dermatology has 33."""

from collections.abc import Sequence

import numpy as np

from ..arrays import IntArray
from ..point_process import LEnsemble
from ..seeding import get_seeding
from ..seeding.processes import draw_not_empty
from .dermatology import explain
from .findings import PUBLISHED, Cell, Finding, Row, finding, mean_cell, whole
from .real_data import LINEAR_SCALE, RealSet, k_means_from, linear_process, rbf_process
from .settings import RunSettings


def table3(settings: RunSettings) -> Finding:
    """The paper's columns with its linear kernel, the same with an RBF kernel, and why dermatology has 33 clusters."""
    linear, rbf = [], []
    for number, data in enumerate(settings.real_sets):
        rng = np.random.default_rng([settings.seed, 3, number])
        linear.append(_linear_row(data, settings.runs, rng))
        rbf.append(_rbf_row(data, settings.runs, rng))
    why, more = explain(settings.real_sets, seed=settings.seed)
    return finding("table3", linear, rbf, why, **more)


def _linear_row(data: RealSet, runs: int, rng: np.random.Generator) -> Row:
    seeding = get_seeding("k-dpp").with_options(kernel="linear", gamma=LINEAR_SCALE)  # fills up where the rank is low
    given_k = [seeding.indices(data.points, data.n_classes, random_state=rng) for _ in range(runs)]
    return _row(data, linear_process(data.points), given_k, runs, rng, printed=PUBLISHED["table3"][data.name])


def _rbf_row(data: RealSet, runs: int, rng: np.random.Generator) -> Row:
    process = rbf_process(data.points)
    given_k = process.sample(data.n_classes, n_samples=runs, random_state=rng)
    return _row(data, process, given_k, runs, rng, printed=())


def _row(
    data: RealSet,
    process: LEnsemble,
    given_k: list[IntArray],
    runs: int,
    rng: np.random.Generator,
    *,
    printed: Sequence[str],
) -> Row:
    own = [draw_not_empty(process, rng) for _ in range(runs)]
    size = Cell(process.expected_size, float(np.sqrt(process.size_variance)))
    costs = (mean_cell([model.inertia_ for model in k_means_from(data, draws)]) for draws in (own, given_k))
    return Row.beside(data.name, [whole(data.n_classes), size, *costs], printed)
