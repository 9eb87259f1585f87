"""
When there is nothing to find
=============================

k-means divides any data into as many parts as it is asked for. Here it gets a single round cloud of points.
"""

import warnings

import matplotlib.pyplot as plt

from diverseed import DPPKMeans
from diverseed.choose_k import CHOOSE_K, choose_k
from diverseed.displays import ClustersDisplay, EvidenceDisplay
from diverseed.errors import NoStructureWarning
from diverseed.examples import load_example

example = load_example("noise")

# %%
# The verdict is "none": all points are in one cluster, and a warning says so.

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always", NoStructureWarning)
    model = DPPKMeans(random_state=0).fit(example.values)
print(model.n_clusters_, model.evidence_.verdict)
print(caught[0].message)

# %%
# Every score is below the dashed line, the highest score of random data with the same spread.

EvidenceDisplay.from_estimator(model)
plt.show()

# %%
# Given k = 4, it divides the cloud into four parts. There is no evidence then, because k was not estimated.

divided = DPPKMeans(4, random_state=0).fit(example.values)
print(divided.n_clusters_, divided.evidence_)
ClustersDisplay.from_estimator(divided, example.values, feature_names=example.columns)
plt.show()

# %%
# Other rules for choosing k on the same cloud. Those that compare the k-means clusterings of different k by an index
# cannot answer 1.

for method in CHOOSE_K:
    print(f"{method:20} {choose_k(example.values, method, k_max=10, random_state=0)}")
