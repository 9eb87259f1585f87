"""
Seeds on a grid, against k-means++
==================================

A grid of 25 clusters. k-means corrects a seed that is slightly off, but hardly ever moves a seed to a cluster that has
none, so a cluster without a seed is usually lost.
"""

import matplotlib.pyplot as plt
import numpy as np

from diverseed.examples import load_example
from diverseed.scores import missed_clusters
from diverseed.seeding import SEEDINGS

example = load_example("grid25")
X, gold = example.values[::4], example.labels[::4]  # a quarter of the points: this page stays quick

# %%
# Five draws each
# ---------------
# The number of seeds, 25, is given. "k-dpp" is the paper's process at the scale of its Table 1; "sharpened-k-dpp" is
# the limit of ever sharper ones, the projection process on the leading eigenvectors.

SHOWN = (
    SEEDINGS["random"],
    SEEDINGS["k-means++"],
    SEEDINGS["k-dpp"].with_options(gamma=0.005),
    SEEDINGS["sharpened-k-dpp"].with_options(gamma=0.1),
)
draws = {
    seeding.name: [seeding.indices(X, 25, random_state=seed) for seed in range(5)]  # rows of X
    for seeding in SHOWN
}
for name, drawn in draws.items():
    print(f"{name:16} misses {np.mean([missed_clusters(gold, seeds) for seeds in drawn]):.1f} clusters on average")

# %%
# The first draw of each
# ----------------------
# Orange squares are clusters without a seed. ``benchmarks/seeding.py`` compares more seedings on more grids.

figure, axes = plt.subplots(2, 2, figsize=(8.4, 8.9), layout="constrained")
for ax, (name, drawn) in zip(axes.flat, draws.items(), strict=True):
    seeds = drawn[0]
    lost = np.setdiff1d(gold, gold[seeds])
    centres = np.array([X[gold == cluster].mean(axis=0) for cluster in lost]).reshape(-1, 2)
    ax.scatter(*X.T, s=5, color="#8a919b", alpha=0.6, linewidth=0)
    ax.scatter(*centres.T, s=900, marker="s", facecolor="none", edgecolor="#d55e00", linewidth=1.8)
    ax.scatter(*X[seeds].T, s=22, color="#0072b2", zorder=3)
    ax.set(title=f"{name}: {lost.size} missed", xticks=[], yticks=[], aspect="equal")
plt.show()
