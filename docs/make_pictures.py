"""Make the pictures of the README and the documentation, from the code they show."""

from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from sklearn.base import BaseEstimator
from sklearn.datasets import load_digits, make_circles

from diverseed import DPPKMeans, DPPSpectralClustering, LEnsemble, select_diverse, which_kernel
from diverseed.displays import ClustersDisplay, EvidenceDisplay
from diverseed.displays.drawing import COLOURS, tidy
from diverseed.examples import example_path, load_example
from diverseed.files.whole_files import write_whole
from diverseed.kernels.vectors import rbf
from diverseed.narrative import Chart, make_chart, to_png, to_svg
from diverseed.narrative.from_script import story_from_script
from diverseed.narrative.sheet import read_sheet
from diverseed.narrative.story import leads, select_characters
from diverseed.online import ExpertsKMeans
from diverseed.screenplay import read
from diverseed.screenplay.breakdown import analyse

IMAGES = Path(__file__).parent / "images"


def clusters_and_evidence() -> None:
    X = load_example("grid25").values
    model = DPPKMeans(random_state=0).fit(X)
    figure, axes = plt.subplots(1, 3, figsize=(14, 4.4), layout="constrained")
    ClustersDisplay.from_estimator(model, X, feature_names=["x", "y"], ax=axes[0])
    EvidenceDisplay.from_estimator(model, ax=axes[1:])
    figure.savefig(IMAGES / "clusters.png", dpi=110)


def rings() -> None:
    X, _ = make_circles(900, noise=0.05, factor=0.45, random_state=0)
    model = DPPSpectralClustering(random_state=0).fit(X)
    figure, axes = plt.subplots(1, 3, figsize=(14, 4.4), layout="constrained")
    ClustersDisplay.from_estimator(model, X, feature_names=["x", "y"], ax=axes[0])
    EvidenceDisplay.from_estimator(model, ax=axes[1:])
    figure.savefig(IMAGES / "rings.png", dpi=110)


def kernel_scales() -> None:
    """What a process draws at three scales, and how many points at all of them."""
    X = load_example("grid25").values
    table = which_kernel(X).table
    figure, axes = plt.subplots(1, 4, figsize=(15, 3.9), layout="constrained")
    for ax, row in zip(axes, (table[0], table[2], table[4]), strict=False):
        drawn = LEnsemble(rbf(X, gamma=row.gamma)).sample(random_state=0)
        ax.scatter(*X.T, s=5, color="0.75", linewidths=0)
        ax.scatter(*X[drawn].T, s=22, color="C3", linewidths=0)
        ax.set_title(
            f"bandwidth {row.bandwidth:.2g}: {drawn.size} drawn, {row.expected_size:.0f} expected", fontsize=10
        )
        ax.set_aspect("equal")
        ax.set_xticks([])
        ax.set_yticks([])
    bandwidths, sizes = [row.bandwidth for row in table], [row.expected_size for row in table]
    axes[3].loglog(bandwidths, sizes, "o-", color="C0")
    axes[3].axhline(25, color="0.6", linestyle=":", label="25 groups")
    axes[3].axvline(table[4].bandwidth, color="C3", linewidth=1, label="median distance")
    axes[3].set_xlabel("bandwidth")
    axes[3].set_title("expected number of points", fontsize=10)
    axes[3].legend(frameon=False, fontsize=9)
    figure.savefig(IMAGES / "kernel_scales.png", dpi=110)


def chosen_digits() -> None:
    """The best ten, ten chosen by score and difference, and ten chosen by difference alone."""
    X, _ = load_digits(return_X_y=True)
    query, others = X[0], X[1:]
    scores = 1 / (1 + np.linalg.norm(others - query, axis=1))
    figure, axes = plt.subplots(3, 11, figsize=(11, 3.6), layout="constrained")
    for row, diversity in zip(axes, (0, 0.6, 1), strict=True):
        chosen = select_diverse(others, 10, scores=scores, diversity=diversity, method="map")
        for ax, image in zip(row, [query, *others[chosen]], strict=True):
            ax.imshow(image.reshape(8, 8), cmap="gray_r")
            ax.set_xticks([])
            ax.set_yticks([])
        row[0].set_ylabel(f"diversity\n{diversity}", fontsize=9)
        for side in row[0].spines.values():
            side.set(color="C3", linewidth=2)
    axes[0, 0].set_title("query", fontsize=9)
    axes[0, 5].set_title("chosen", fontsize=9)
    figure.savefig(IMAGES / "chosen_digits.png", dpi=110)


class Places(BaseEstimator):
    """An expert that knows where the clusters are, and does not learn."""

    def __init__(self, places: Any = None) -> None:
        self.places = places

    def fit(self, X: Any, y: Any = None) -> "Places":
        self.cluster_centers_ = self.places
        return self


def weights_of_experts() -> None:
    """How the three updates divide the weight: five seedings while 25 Gaussians drift, and three known regimes."""
    rng, n = np.random.default_rng(0), 6000
    grid = 10.0 * np.array([(i, j) for i in range(5) for j in range(5)])
    drifting = grid[rng.integers(25, size=n)] + np.arange(n)[:, None] / n * [40.0, 20.0] + rng.standard_normal((n, 2))
    seedings = {name: (name, 25) for name in ("k-means++", "k-means#", "random", "k-dpp", "local-search")}
    regimes = {f"regime {name}": 20 * rng.random((6, 2)) for name in "ABC"}
    order = np.repeat([0, 1, 0, 2], n // 4)
    changing = np.stack(list(regimes.values()))[order, rng.integers(6, size=n)] + 2 * rng.standard_normal((n, 2))
    known = {name: Places(places) for name, places in regimes.items()}
    figure, axes = plt.subplots(3, 2, figsize=(12, 7), sharex=True, sharey=True, layout="constrained")
    for column, (X, experts) in zip(axes.T, ((drifting, seedings), (changing, known)), strict=True):
        for axis, update in zip(column, ("static", "fixed_share", "learn_alpha"), strict=True):
            _draw_weights(axis, X, experts, update)
        column[-1].set_xlabel("points seen")
        place = {"loc": "lower left", "bbox_to_anchor": (-0.01, 1.12)}
        column[0].legend(
            *column[0].get_legend_handles_labels(), **place, ncols=5, frameon=False, fontsize=9, columnspacing=1
        )
    figure.savefig(IMAGES / "online_weights.png", dpi=110)


def _draw_weights(axis: Any, X: Any, experts: dict[str, Any], update: Any, block: int = 25) -> None:
    model = ExpertsKMeans(list(experts.values()), window=500, update=update, random_state=0)
    weights = np.array([model.partial_fit(X[i : i + block]).expert_weights_ for i in range(0, len(X), block)])
    axis.stackplot(
        np.arange(1, len(weights) + 1) * block, weights.T, labels=list(experts), colors=COLOURS[: len(experts)]
    )
    cost = 4 * model.radius_**2 * model.loss_ / len(X)
    axis.set_title(f"{update.replace('_', ' ')}: squared distance {cost:.1f} per point", loc="left", fontsize=10)
    axis.set(xlim=(0, len(X)), ylim=(0, 1), ylabel="weight", yticks=(0, 0.5, 1))
    tidy(axis)


def narrative_chart() -> None:
    """A whole script on one page."""
    write_whole(IMAGES / "chart.svg", to_svg(_poster("long-orbit", page="screen")))


def poster() -> None:
    """Another one as a poster drawn by hand."""
    write_whole(IMAGES / "poster.png", to_png(_poster("salt-road", page="a4", style="xkcd")))


def _poster(name: str, *, page: str, style: str = "clean") -> Chart:
    breakdown = analyse(read(example_path(name)), random_state=0)
    story = story_from_script(breakdown.script, locations=breakdown.location_names)
    drawn = select_characters(story, leads(story, read_sheet(page).people))
    return make_chart(drawn, detail="sequences", page=page, style=style, seed=0)


if __name__ == "__main__":
    clusters_and_evidence()
    rings()
    kernel_scales()
    chosen_digits()
    weights_of_experts()
    narrative_chart()
    poster()
