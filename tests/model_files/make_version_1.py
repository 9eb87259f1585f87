"""How the files of ``version_1`` were made. They are not made anew: later versions must load them as they are."""

import json
from pathlib import Path

import numpy as np

from diverseed import DPPKernelKMeans, DPPKMeans, DPPSpectralClustering
from diverseed.online import ExpertsKMeans

FOLDER = Path(__file__).parent / "version_1"


def points(seed: int, n: int = 120) -> np.ndarray:
    rng = np.random.default_rng(seed)
    centres = np.array([[0.0, 0.0, 5.0], [9.0, 0.0, 5.0], [0.0, 9.0, 5.0]])
    return np.round(centres[rng.integers(3, size=n)] + rng.standard_normal((n, 3)), 3)


def main() -> None:
    X, new = points(0), points(1, 20)
    models = {
        "kmeans": DPPKMeans(random_state=0).fit(X),
        "kmeans_updatable": DPPKMeans(random_state=0).partial_fit(X[:60]).partial_fit(X[60:]),
        "spectral": DPPSpectralClustering(random_state=0).fit(X),
        "kernel": DPPKernelKMeans(3, random_state=0).fit(X[:60]),
        "experts": ExpertsKMeans(["auto", ("k-means++", 3), ("random", 3)], window=40, random_state=0).fit(X),
    }
    expected = {"new": new.tolist(), "labels": {}}
    for name, model in models.items():
        model.save(FOLDER / f"{name}.npz")
        expected["labels"][name] = model.predict(new).tolist()
    (FOLDER / "expected.json").write_text(json.dumps(expected) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
