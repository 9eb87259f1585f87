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
    seeding = get_seeding("k-dpp").with_options(kernel="linear", gamma=LINEAR_SCALE)  # fills up where the rank is low
    runs = settings.runs
    for number, data in enumerate(settings.real_sets):
        rng = np.random.default_rng([settings.seed, 3, number])
        given_k = [seeding.indices(data.points, data.n_classes, random_state=rng) for _ in range(runs)]
        linear.append(_row(data, linear_process(data.points), given_k, rng, printed=PUBLISHED["table3"][data.name]))
        process = rbf_process(data.points)
        given_k = process.sample(data.n_classes, n_samples=runs, random_state=rng)
        rbf.append(_row(data, process, given_k, rng))
    why, more = explain(settings.real_sets, seed=settings.seed)
    return finding("table3", linear, rbf, why, **more)


def _row(
    data: RealSet, process: LEnsemble, given_k: list[IntArray], rng: np.random.Generator, *, printed: Sequence[str] = ()
) -> Row:
    """The expected size, and costs from seeds of any number and as many sets of the given number."""
    own = [draw_not_empty(process, rng) for _ in given_k]
    size = Cell(process.expected_size, float(np.sqrt(process.size_variance)))
    costs = (mean_cell([model.inertia_ for model in k_means_from(data, draws)]) for draws in (own, given_k))
    return Row.beside(data.name, [whole(data.n_classes), size, *costs], printed)
