"""Make the pictures of the README and the documentation, from the code they show."""

from pathlib import Path

import matplotlib.pyplot as plt

from diverseed import DPPKMeans
from diverseed.displays import ClustersDisplay, EvidenceDisplay
from diverseed.examples import load_example

IMAGES = Path(__file__).parent / "images"


def clusters_and_evidence() -> None:
    X = load_example("grid25").values
    model = DPPKMeans(random_state=0).fit(X)
    figure, axes = plt.subplots(1, 3, figsize=(14, 4.4), layout="constrained")
    ClustersDisplay.from_estimator(model, X, feature_names=["x", "y"], ax=axes[0])
    EvidenceDisplay.from_estimator(model, ax=axes[1:])
    figure.savefig(IMAGES / "clusters.png", dpi=110)


if __name__ == "__main__":
    clusters_and_evidence()
