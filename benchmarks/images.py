"""Clusters of images, whose columns are many: ``python benchmarks/images.py --mnist DIR``.

DIR holds the two files of MNIST's test images, ``t10k-images-idx3-ubyte.gz`` and ``t10k-labels-idx1-ubyte.gz``, as the
public repository golbin/TensorFlow-MNIST has them. scikit-learn's digits come with it.
"""

import argparse
import gzip
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from evoc import EVoC
from hdbscan import HDBSCAN
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits
from sklearn.metrics import adjusted_rand_score
from tables import Row, publish

from diverseed import DPPSpectralClustering

NOTES = """
Each method runs with its defaults and the seeds 0 to 4, and a dash stands for the range of their results; HDBSCAN has
no randomness and runs once. ARI is the adjusted Rand index with the digits, where points that a
method leaves unlabelled are clusters of their own. k-means is given k = 10. CPU seconds are those of the last
fit, beside other work: the first one of EVoC compiles. The halves are the first and the last 5,000 images; the number
found in the first half shows how far from sure it is, and no verdict on MNIST is "clear".
"""
METHODS: dict[str, Callable[[int], Any]] = {
    "DPPSpectralClustering": lambda seed: DPPSpectralClustering(random_state=seed),
    "EVoC": lambda seed: EVoC(random_state=seed),
    "HDBSCAN": lambda seed: HDBSCAN(),
    "k-means, k = 10": lambda seed: KMeans(10, random_state=seed),
}


def images_of(folder: Path) -> tuple[Any, Any]:
    images = np.frombuffer(gzip.decompress((folder / "t10k-images-idx3-ubyte.gz").read_bytes()), np.uint8, offset=16)
    digits = np.frombuffer(gzip.decompress((folder / "t10k-labels-idx1-ubyte.gz").read_bytes()), np.uint8, offset=8)
    return images.reshape(-1, 784).astype(np.float32) / 255, digits


def row(name: str, X: Any, truth: Any, method: str) -> Row:
    numbers, scores, seconds = [], [], []
    for seed in range(1 if method == "HDBSCAN" else 5):
        start = time.process_time()
        labels = np.asarray(METHODS[method](seed).fit_predict(X))
        seconds.append(time.process_time() - start)
        alone = labels < 0
        whole = np.where(alone, labels.max() + 1 + np.cumsum(alone), labels)
        numbers.append(max(int(labels.max()) + 1, 1))
        scores.append(adjusted_rand_score(truth, whole))
    return {
        "images": name,
        "n": len(X),
        "method": method,
        "clusters": _range(numbers, "d"),
        "ARI": _range(scores, ".2f"),
        "CPU seconds": f"{seconds[-1]:.1f}",
    }


def _range(values: list[Any], form: str) -> str:
    low, high = (format(value, form) for value in (min(values), max(values)))
    return low if low == high else f"{low} - {high}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mnist", type=Path, required=True)
    X, truth = images_of(parser.parse_args().mnist)
    digits, digits_truth = load_digits(return_X_y=True)
    sets = {
        "digits": (digits.astype(np.float32), digits_truth),
        "MNIST, test images": (X, truth),
        "their first half": (X[:5000], truth[:5000]),
        "their second half": (X[5000:], truth[5000:]),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = []
        for name, data in sets.items():
            for method in METHODS:
                rows.append(row(name, *data, method))
                print(rows[-1], file=sys.stderr)
    publish("images", rows, title="Images", packages=["scikit-learn", "hdbscan", "evoc"], notes=NOTES)


if __name__ == "__main__":
    main()
