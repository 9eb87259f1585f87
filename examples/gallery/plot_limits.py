"""
What automatic k misses
=======================

Five data sets on which k-means with automatic k does not give what a person would expect, and why. k-means cuts space
into regions around centres, and the count looks for groups that a random walk rarely leaves. Neither knows what you
would call a cluster.
"""

import warnings

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons

from diverseed import DPPKMeans, DPPSpectralClustering
from diverseed.displays import ClustersDisplay
from diverseed.errors import NoStructureWarning
from diverseed.examples import load_example

warnings.simplefilter("ignore", NoStructureWarning)  # the titles say so
rng = np.random.default_rng(0)


def round_clusters(*sizes_and_centres):
    """Gaussians of variance 1, each of the given size at the given centre."""
    return np.vstack([rng.standard_normal((size, 2)) + centre for size, centre in sizes_and_centres])


moons, _ = make_moons(600, noise=0.06, random_state=0)
sheared = round_clusters((150, (0, 0)), (150, (0, 9)), (150, (0, 18))) @ np.array([[9.0, 0.0], [0.0, 1.0]])
singles = np.vstack([round_clusters((200, (0, 0)), (200, (12, 0))), [[6, 14], [-9, 12], [22, 13]]])
iris = load_example("iris").values
units = round_clusters(*((100, (8 * x, 8 * y)) for x in range(2) for y in range(2))) * np.array([1000.0, 1.0])
sets = {
    "two moons": moons,
    "three long clusters": sheared,
    "two clusters and three lone points": singles,
    "iris: three species": iris,
    "four clusters, one column in other units": units,
}

figure, axes = plt.subplots(2, 3, figsize=(12.5, 8), layout="constrained")
for ax, (title, X) in zip(axes.flat, sets.items(), strict=False):
    model = DPPKMeans(random_state=0).fit(X)
    ClustersDisplay.from_estimator(model, X, ax=ax)
    legend = ax.get_legend()
    if legend is not None:
        legend.remove()
    ax.set(title=f"{title}\nfound {model.n_clusters_}, {model.evidence_.verdict}", xlabel="", ylabel="")
axes.flat[-1].set_axis_off()
plt.show()

# %%
# - **Shapes that are not round.** The two moons are counted, but k-means cannot separate them. ``evidence_.is_round``
#   says so, and :class:`diverseed.DPPSpectralClustering` finds them.
# - **Long clusters side by side.** The same: three clusters are counted, and k-means cuts across them.
# - **Very small groups.** Lone points are outliers, not clusters: they join the nearest cluster, with a high score in
#   ``outlier_scores_``.
# - **Classes are not clusters.** Two species of iris touch, and nothing in the measurements says that they are two.
# - **Columns in different units.** Four clusters are counted, but the column with the larger numbers alone decides
#   what k-means does. Standardise the columns first, or use :class:`diverseed.DPPSpectralClustering`:

scaled = (units - units.mean(axis=0)) / units.std(axis=0)
print(np.bincount(DPPKMeans(random_state=0).fit(units).labels_), "points in each cluster as they are,")
print(np.bincount(DPPKMeans(random_state=0).fit(scaled).labels_), "with columns of variance 1,")
print(np.bincount(DPPSpectralClustering(random_state=0).fit(units).labels_), "by the walk")
