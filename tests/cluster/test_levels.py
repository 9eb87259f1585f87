"""Levels: the tree is that of the labels that ``labels_at`` returns, for every estimator."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import dask.array as da
import numpy as np
import pytest
import scipy.sparse
from sklearn.datasets import make_blobs
from sklearn.metrics.pairwise import rbf_kernel

import diverseed
from diverseed import DPPKernelKMeans, DPPKMeans, DPPSpectralClustering
from diverseed import dask as on_dask
from diverseed.errors import InputError

# Five places, two of them with two clusters; sizes differ, so that a branch is known by its share.
CENTRES = [[0, 0], [0, 40], [40, 0], [40, 40], [46, 40], [80, 0], [80, 6]]
X, _ = make_blobs([70, 80, 90, 100, 110, 120, 130], centers=CENTRES, random_state=0)


def in_blocks() -> Any:
    return da.from_array(X, chunks=(200, 2))


def updated() -> DPPKMeans:
    """Clusters that keep the numbers that they had before an update."""
    model = DPPKMeans(random_state=1).partial_fit(X[::2]).partial_fit(X[1::2])
    model._X_fit = X  # labels of all rows, not of the last block
    model.labels_ = model.predict(X)
    return model


MODELS: dict[str, Callable[[], Any]] = {
    "k-means": lambda: DPPKMeans(random_state=1).fit(X),
    "k-means, sparse": lambda: DPPKMeans(random_state=0).fit(scipy.sparse.csr_array(X)),
    "k-means, 32 bits": lambda: DPPKMeans(random_state=0).fit(X.astype(np.float32)),
    "k-means, updated": updated,
    "k-means, Dask": lambda: on_dask.DPPKMeans(random_state=0).fit(in_blocks()),
    "spectral": lambda: DPPSpectralClustering(random_state=0).fit(X),
    "spectral, Dask": lambda: on_dask.DPPSpectralClustering(random_state=0).fit(in_blocks()),
    "kernel": lambda: DPPKernelKMeans(kernel="precomputed", random_state=1).fit(rbf_kernel(X, gamma=0.02)),
}


@pytest.mark.parametrize("name", MODELS)
def test_the_tree_is_that_of_the_labels(name: str, tmp_path: Path) -> None:
    model = MODELS[name]()
    tree = model.levels_tree()
    numbers = sorted({branch.n_clusters for branch in tree})
    assert numbers == sorted({1, *model.evidence_.candidates})
    assert {branch.n_clusters for branch in tree if branch.parent is None} == {1}
    labels = {k: np.asarray(model.labels_at(k)) for k in numbers}
    assert len(numbers) > 1
    for coarser, finer in pairwise(numbers):
        branches = [branch for branch in tree if branch.n_clusters == finer]
        assert [branch.cluster for branch in branches] == list(range(finer))
        for branch in branches:
            inside = labels[coarser][labels[finer] == branch.cluster]
            assert branch.share == pytest.approx(inside.size / 700)
            assert branch.parent == np.bincount(inside).argmax()
            assert branch.inside == pytest.approx((inside == branch.parent).mean())
    model.save(tmp_path / "model.npz")
    assert diverseed.load(tmp_path / "model.npz").levels_tree() == tree


def test_the_labels_of_k_means_are_not_those_of_the_walk() -> None:
    """Else the tests above would not see a tree of other labels."""
    for name in ("k-means", "k-means, updated", "kernel"):
        model = MODELS[name]()
        k = model.n_clusters_
        assert not np.array_equal(model._levels.labels[k], np.asarray(model.labels_at(k))[walked(model)])


def walked(model: Any) -> np.ndarray:
    """The rows that the points of the walk are."""
    return np.arange(700) if isinstance(model, DPPKernelKMeans) else np.unique(X, axis=0, return_index=True)[1]


@pytest.mark.parametrize("k", [7.0, 2.0, True, "7", None])
@pytest.mark.parametrize("name", ["k-means", "spectral", "kernel"])
def test_a_level_is_an_integer(name: str, k: object) -> None:
    model = MODELS[name]()
    with pytest.raises(InputError, match="k must be a positive integer; it is"):
        model.labels_at(k)
    np.testing.assert_array_equal(model.labels_at(np.int64(model.n_clusters_)), model.labels_)
