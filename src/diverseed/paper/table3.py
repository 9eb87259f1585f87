"""Table 3: the number of clusters that kmeansD++ finds on real data, and the cost; with the dermatology riddle."""

from collections.abc import Sequence

import numpy as np

from ..arrays import IntArray
from ..point_process import LEnsemble
from ..seeding import get_seeding
from ..seeding.processes import draw_not_empty
from .dermatology import explain
from .findings import PUBLISHED, Advance, Cell, ComparisonTable, Finding, Row, mean_cell, whole
from .real_data import LINEAR_SCALE, RealSet, cluster_from, linear_process, rbf_process
from .settings import RunSettings

SECONDS_PER_RUN = 0.3
_COLUMNS = ("classes", "k of kmeansD++ (exact)", "cost of kmeansD++", "cost of kmeansDk++")


def table3(settings: RunSettings, advance: Advance) -> Finding:
    """The paper's columns with its linear kernel, the same with an RBF kernel, and why dermatology gets 33."""
    sets = settings.real_sets
    linear, rbf = [], []
    for number, data in enumerate(sets):
        rng = np.random.default_rng([settings.seed, 3, number])
        linear.append(_linear_row(data, settings.runs, rng))
        rbf.append(_rbf_row(data, settings.runs, rng))
        advance(SECONDS_PER_RUN * settings.runs / 3)
    why = explain(sets, seed=settings.seed, advance=advance)
    notes = (
        "k is exact: the mean and deviation of the Poisson-binomial size of the process, from its eigenvalues. Costs "
        "are means over runs ± deviation.",
        "The paper's dermatology has 366 rows and ours 358, so our costs should be 2 % lower; k is the same to two "
        "decimals.",
    )
    tables = (
        ComparisonTable("The paper's kernel: L = 2 X Xᵀ on raw features", "data", _COLUMNS, tuple(linear), notes),
        ComparisonTable("An RBF kernel instead, its bandwidth the median distance", "data", _COLUMNS, tuple(rbf)),
        *why.tables,
    )
    lead = (
        "The paper does not print its kernel. A linear kernel on raw features, L = 2 X Xᵀ, gives its numbers of "
        f"clusters. {why.lead}"
    )
    title = "Table 3: number of clusters and cost on real data"
    return Finding("table3", title, lead, tables, why.figures, why.data)


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
    costs = (mean_cell(cluster_from(data, draws).costs) for draws in (own, given_k))
    return Row.beside(data.name, [whole(data.n_classes), size, *costs], printed)
