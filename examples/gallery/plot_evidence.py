"""
The evidence for a number of clusters
=====================================

Eight clusters, three of them large and five small, about twenty to one. Nobody says that there are eight.
"""

import matplotlib.pyplot as plt

from diverseed import DPPKMeans
from diverseed.displays import ClustersDisplay, EvidenceDisplay
from diverseed.examples import load_example

example = load_example("uneven")
model = DPPKMeans(random_state=0).fit(example.values)
evidence = model.evidence_
print(f"{model.n_clusters_} clusters; the verdict is {evidence.verdict!r}")

# %%
# The clusters
# ------------
# A cross marks the row that was the seed of each cluster.

ClustersDisplay.from_estimator(model, example.values, feature_names=example.columns)
plt.show()

# %%
# What the number was read from
# -----------------------------
# On the left are the eigenvalues of the kernel at several bandwidths. Eight stay near 1 while the ninth falls: the
# arrow marks the widest gap. On the right that gap, times the square root of k, is the score of each k. The dashed
# line is the highest score of data of the same spread that has no clusters.

EvidenceDisplay.from_estimator(model)
plt.show()

# %%
# The same in numbers
# -------------------
# ``strength`` is the distance between the best score and the dashed line. ``candidates`` are all numbers above the
# line, best first, and ``shares`` says how the evidence above the line is divided among them.

print(
    f"score {evidence.scores.max():.2f}, without clusters {evidence.null_level:.2f}, strength {evidence.strength:.2f}"
)
print("candidates:", evidence.candidates)
print("shares:", {k: round(share, 2) for k, share in evidence.shares.items()})
