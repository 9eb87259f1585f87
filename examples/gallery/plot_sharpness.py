"""
Draws of a point process, and sharpness
=======================================

A determinantal point process draws a diverse set of points. Sharpness makes it a good way to seed
k-means.
"""

import matplotlib.pyplot as plt
import numpy as np

from diverseed import LEnsemble
from diverseed.displays import SizeDistributionDisplay
from diverseed.kernels import get_kernel

# %%
# Random points against draws
# ---------------------------
# Sixty of 1,600 points on a square: at random, by a k-DPP, and by the sharpest process on the same kernel. Points of a
# k-DPP keep further apart than by chance, and those of the sharp process further still.

side = np.linspace(0, 1, 40)
square = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
ensemble = LEnsemble(get_kernel("rbf")(square, gamma=60))
draws = {
    "at random": np.random.default_rng(0).choice(len(square), 60, replace=False),
    "a k-DPP": ensemble.sample(60, random_state=0),
    "the sharpest": ensemble.sharpen(np.inf).sample(60, random_state=0),
}
figure, axes = plt.subplots(1, 3, figsize=(12, 4.3), layout="constrained")
for ax, (title, rows) in zip(axes, draws.items(), strict=True):
    ax.scatter(*square[rows].T, s=18, color="#0072b2")
    ax.set(title=title, xticks=[], yticks=[], aspect="equal")
    nearest = np.sort(np.linalg.norm(square[rows, None] - square[rows], axis=2), axis=1)[:, 1]
    print(f"{title:12} mean distance to the nearest other point {nearest.mean():.3f}")
plt.show()

# %%
# The size of a draw
# ------------------
# Without k the size is random too. Here are nine clusters, and a kernel that is close to 1 within a cluster and close
# to 0 between clusters: each cluster has one large eigenvalue, and many small ones follow. The plain process
# (sharpness 1) keeps some of those as well. With power m the eigenvalues are ``(l / t) ** m``: those above t are kept
# ever more surely, the others dropped. At infinity the size is exactly nine, one point from each cluster.

rng = np.random.default_rng(0)
centres = 8.0 * np.stack(np.meshgrid(range(3), range(3)), axis=-1).reshape(-1, 2)
labels = np.repeat(np.arange(9), 40)
points = centres[labels] + 0.6 * rng.standard_normal((labels.size, 2))
clusters = LEnsemble(get_kernel("rbf")(points, gamma=0.15))
threshold = float(np.sqrt(clusters.eigenvalues[8] * clusters.eigenvalues[9]))
figure, axes = plt.subplots(1, 3, figsize=(11, 3.2), layout="constrained")
for ax, power in zip(axes, (1, 4, np.inf), strict=True):
    sharp = clusters if power == 1 else clusters.sharpen(power, threshold)
    sizes = dict(enumerate(sharp.size_distribution()))
    SizeDistributionDisplay(sizes, n_clusters=9).plot(ax)
    ax.set(title=f"sharpness {power}", xlabel="points drawn", xlim=(0, 40), ylim=(0, 1.05))
plt.show()

# %%
# Fifty draws of nine points: in how many was some cluster without a point?

for power in (1, 4, np.inf):
    drawn = clusters.sharpen(power, threshold).sample(9, n_samples=50, random_state=0)
    print(f"sharpness {power}: {sum(np.unique(labels[rows]).size < 9 for rows in drawn)} of 50")
