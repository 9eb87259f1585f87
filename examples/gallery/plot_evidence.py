"""
The evidence for a number of clusters
=====================================

Eight clusters, three large and five small, with sizes about twenty to one. The number of clusters is not given.
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
# The evidence
# ------------
# On the left are the time scales of a random walk on the data: how many steps it takes to forget each mode. The walk
# explores each of the eight clusters quickly and takes long to leave it: the arrow marks the gap. On the right is
# the score of each k, which measures this separation. The dashed line is the highest score of random data with the same
# spread.

EvidenceDisplay.from_estimator(model)
plt.show()

# %%
# The same in numbers
# -------------------
# ``strength`` is the distance between the best score and the dashed line. ``candidates`` are the numbers above the
# line, best first, and ``shares`` is the share of the evidence above the line for each.

print(
    f"score {evidence.scores.max():.2f}, without clusters {evidence.null_level:.2f}, strength {evidence.strength:.2f}"
)
print("candidates:", evidence.candidates)
print("shares:", {k: round(share, 2) for k, share in evidence.shares.items()})
