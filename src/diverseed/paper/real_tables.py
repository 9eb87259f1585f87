"""Tables 2 and 3: k-means on real data, its F1 given k, the number of clusters that kmeansD++ finds, and the cost.

And why kmeansD++ finds 33 clusters in dermatology: a linear kernel counts features. ``L = a X X^T`` on f features has
rank at most f. On raw features nearly all of its eigenvalues are far above 1, so ``E|Y| = sum l / (1 + l)`` is just
below f, whatever the clusters. Wide RBF kernels have the same problem: as the bandwidth h grows,
``h^2 exp(-d^2 / (2 h^2))`` tends to a constant plus the linear kernel of centred features (the flat limit; Barthelme &
Usevich 2021), and counts f + 1.
"""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.cluster import kmeans_plusplus
from sklearn.preprocessing import scale

from ..arrays import FloatArray, IntArray
from ..cluster.kmeans import DPPKMeans
from ..displays.drawing import ACCENT, COLOURS, QUIET, tidy
from ..errors import NoStructureWarning, NotRoundWarning
from ..kernels import get_kernel
from ..kernels.vectors import squared_distances
from ..point_process import LEnsemble
from ..report.pictures import evidence_picture, picture
from ..scores import macro_f1
from ..seeding import get_seeding
from ..seeding.processes import draw_not_empty
from .findings import PUBLISHED, Cell, Finding, Rows, beside, finding, mean_cell, whole
from .real_data import LINEAR_SCALE, RealSet, k_means_from, linear_process, rbf_process
from .settings import RunSettings

_ORDERS = 20
_FLAT = 100.0  # bandwidth in typical distances: the eigenvalues after the first f + 1 then add some 0.1 to E|Y|


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


def explain(sets: Sequence[RealSet], *, seed: int) -> tuple[Rows, dict[str, Any]]:
    """Rows with the expected size and what "auto" answers instead; and further arguments of ``finding``."""
    rng = np.random.default_rng([seed, 33])
    answers = {data.name: (_automatic(data.points, seed), _automatic(scale(data.points), seed)) for data in sets}
    rows = {data.name: _row(data, answers[data.name], rng) for data in sets}
    derm = sets[-1]
    sizes = sizes_by_features(derm.points, rng)
    about = "Expected size against features; spectra of two kernels"
    drawn = picture(lambda figure: _draw(figure, derm, sizes), about, height=3.4)
    n_features = derm.points.shape[1]
    by_features = {name: values.tolist() for name, values in sizes.items()}
    auto = {name: {"raw": _answer(one), "standardised": _answer(two)} for name, (one, two) in answers.items()}
    found = {how: "{n_clusters} (verdict: {verdict})".format(**one) for how, one in auto[derm.name].items()}
    return rows, {
        "pictures": [drawn, evidence_picture(answers[derm.name][0])],
        "facts": {**found, "classes": derm.n_classes, "features": n_features, "one_more": n_features + 1},
        "data": {"expected_size_by_features": by_features, "auto": auto},
    }


def _row(data: RealSet, answers: tuple[DPPKMeans, DPPKMeans], rng: np.random.Generator) -> list[Cell]:
    X = data.points
    shuffled = [linear_process(rng.permuted(X, axis=0)).expected_size for _ in range(_ORDERS)]
    return [
        whole(X.shape[1]),
        whole(data.n_classes),
        Cell(linear_process(X).expected_size),
        mean_cell(shuffled),
        Cell(flat_process(X, _flat_width(X)).expected_size),
        *(whole(model.n_clusters_) for model in answers),
    ]


def flat_process(points: FloatArray, width: float) -> LEnsemble:
    """``2 h^2 exp(-d^2 / (2 h^2))`` with h = ``width`` far above all distances: an RBF kernel in its flat limit."""
    return LEnsemble(LINEAR_SCALE * width**2 * get_kernel("rbf")(points, gamma=1 / (2 * width**2)))


def _flat_width(points: FloatArray) -> float:
    """100 root mean squared distances."""
    return _FLAT * float(np.sqrt(squared_distances(points).mean()))


def sizes_by_features(points: FloatArray, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Expected sizes on 1 .. f features, mean over orders of the features."""
    n_features = points.shape[1]
    sizes: dict[str, FloatArray] = {name: np.zeros(n_features) for name in ("linear", "shuffled", "flat")}
    for _ in range(_ORDERS):
        order = rng.permutation(n_features)
        shuffled = rng.permuted(points, axis=0)
        for count in range(1, n_features + 1):
            kept = order[:count]
            sizes["linear"][count - 1] += linear_process(points[:, kept]).expected_size / _ORDERS
            sizes["shuffled"][count - 1] += linear_process(shuffled[:, kept]).expected_size / _ORDERS
    order = rng.permutation(n_features)  # one order only: its kernel is n x n
    width = _flat_width(points)
    sizes["flat"][:] = [flat_process(points[:, order[: i + 1]], width).expected_size for i in range(n_features)]
    return sizes


def _draw(figure: Any, derm: RealSet, sizes: dict[str, FloatArray]) -> None:
    left, right = figure.subplots(1, 2)
    n_features = derm.points.shape[1]
    features = np.arange(1, n_features + 1)
    left.plot(features, features, color=QUIET, linestyle="--", linewidth=1, label="number of features")
    left.plot(features, sizes["flat"], color=COLOURS[2], linewidth=1.6, label="wide RBF kernel")
    left.plot(features, sizes["linear"], color=COLOURS[0], linewidth=2.4, label="linear kernel")
    left.plot(features, sizes["shuffled"], color=COLOURS[4], linewidth=1.6, linestyle=":", label="linear, shuffled")
    left.axhline(derm.n_classes, color=ACCENT, linewidth=1)
    edge = {"textcoords": "offset points", "fontsize": 9}
    left.annotate(f"{derm.n_classes} diagnoses", (n_features, derm.n_classes), (0, 4), ha="right", color=ACCENT, **edge)
    left.set(xlabel="features used", ylabel="expected number of clusters, E|Y|", xlim=(0, None), ylim=(0, None))
    left.legend(frameon=False, fontsize=9)
    shown = n_features + 12
    spectra = {
        "linear kernel": linear_process(derm.points),
        "wide RBF kernel": flat_process(derm.points, _flat_width(derm.points)),
    }
    for (name, process), colour in zip(spectra.items(), (COLOURS[0], COLOURS[2]), strict=True):
        values = process.eigenvalues[:shown]
        right.semilogy(np.arange(1, values.size + 1), values, color=colour, marker=".", linewidth=1, label=name)
    right.axhline(1, color=QUIET, linewidth=1, linestyle="--")
    right.annotate("kept half the time", (1, 1), (0, 3), color=QUIET, **edge)
    right.axvline(n_features + 0.5, color=QUIET, linewidth=0.8, linestyle=":")
    right.set(xlabel="eigenvalue", ylabel="its size", xlim=(0, None))
    right.legend(frameon=False, fontsize=9)
    for axis in (left, right):
        tidy(axis)


def _automatic(points: FloatArray, seed: int) -> DPPKMeans:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NoStructureWarning)  # the text says the verdict
        warnings.simplefilter("ignore", NotRoundWarning)  # only the number is of interest
        return DPPKMeans(random_state=seed).fit(points)


def _answer(model: DPPKMeans) -> dict[str, Any]:
    assert model.evidence_ is not None, "the number was not given"
    return {"n_clusters": model.n_clusters_, "verdict": model.evidence_.verdict}
