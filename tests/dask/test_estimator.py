"""DPPKMeans on Dask against the one in memory: the same result however the data is cut and whoever computes it."""

import copy
import pickle
import random
import re
import time
from concurrent.futures import ProcessPoolExecutor

import dask
import dask.array as da
import dask.dataframe as dd
import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from distributed import Client, LocalCluster
from sklearn.base import clone
from sklearn.datasets import make_circles
from sklearn.exceptions import NotFittedError
from sklearn.metrics import adjusted_rand_score

import diverseed
from diverseed import DPPKMeans as InMemory
from diverseed import dask as dask_estimators
from diverseed.dask import DPPKMeans, DPPSpectralClustering
from diverseed.dask.labels import label_parts
from diverseed.errors import InputError, NoStructureWarning
from tests.data import grid


@pytest.fixture(scope="module")
def points() -> np.ndarray:
    """3,600 points of nine clusters, in a random order."""
    X, _ = grid(3, per_cluster=400)
    return np.random.default_rng(0).permutation(X * [0.5, 1.0])


@pytest.fixture(scope="module")
def in_memory(points) -> InMemory:
    return InMemory(random_state=3).fit(points)


# Seeds from which Lloyd's algorithm takes many steps.
POOR_SEEDS = {"n_clusters": 12, "seeding": "random", "tol": 0.0, "random_state": 3}


@pytest.fixture
def small_sample(monkeypatch) -> None:
    """As if there were more rows than a sample may have."""
    for module in ("diverseed.cluster.kmeans", "diverseed.dask.base"):
        monkeypatch.setattr(f"{module}.SAMPLE", 1000)


def assert_identical(one: DPPKMeans, other: DPPKMeans) -> None:
    np.testing.assert_array_equal(one.cluster_centers_, other.cluster_centers_)
    np.testing.assert_array_equal(one.seed_indices_, other.seed_indices_)
    np.testing.assert_array_equal(np.asarray(one.labels_), np.asarray(other.labels_))
    assert (one.n_clusters_, one.n_iter_, one.gamma_) == (other.n_clusters_, other.n_iter_, other.gamma_)
    assert one.inertia_ == other.inertia_
    assert one.size_distribution_ == other.size_distribution_


def assert_same(ours: DPPKMeans, theirs: InMemory) -> None:
    """The same but for the last digits, which depend on the order of summation."""
    assert ours.n_clusters_ == theirs.n_clusters_
    assert ours.n_iter_ == theirs.n_iter_
    assert ours.gamma_ == theirs.gamma_
    np.testing.assert_array_equal(ours.seed_indices_, theirs.seed_indices_)
    np.testing.assert_array_equal(ours.labels_.compute(), theirs.labels_)
    np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_, rtol=1e-10)
    assert ours.inertia_ == pytest.approx(theirs.inertia_, rel=1e-10)


@pytest.mark.parametrize("chunks", [(1000, 2), (1000, 1), ((1, 0, 2999, 600), 2), (50, 2), (3600, 2)])
def test_from_the_same_representatives_the_same_result(points, in_memory, chunks) -> None:
    assert_same(DPPKMeans(random_state=3).fit(da.from_array(points, chunks=chunks)), in_memory)


@pytest.mark.parametrize("chunks", [(1000, 2), (3600, 2)])
def test_the_same_steps(points, chunks) -> None:
    expected = InMemory(**POOR_SEEDS).fit(points)
    assert expected.n_iter_ > 5
    assert_same(DPPKMeans(**POOR_SEEDS).fit(da.from_array(points, chunks=chunks)), expected)


@pytest.mark.parametrize(
    "parameters",
    [{"n_clusters": 7}, {"n_clusters": "sample", "gamma": 0.02}, {"n_clusters": 5, "seeding": "k-means++"}],
)
def test_every_way_to_draw(points, parameters) -> None:
    ours = DPPKMeans(random_state=1, **parameters).fit(da.from_array(points, chunks=(700, 2)))
    assert_same(ours, InMemory(random_state=1, **parameters).fit(points))


@pytest.mark.usefixtures("small_sample")
def test_one_block_of_many_rows_is_as_in_memory_to_the_last_digit(points) -> None:
    ours = DPPKMeans(random_state=3).fit(da.from_array(points, chunks=(3600, 2)))
    assert_identical(ours, InMemory(random_state=3).fit(points))


@pytest.mark.usefixtures("small_sample")
def test_blocks_of_many_rows_have_as_good_a_sample(points) -> None:
    for chunks in ((100, 2), (999, 2)):
        ours = DPPKMeans(random_state=0).fit(da.from_array(points, chunks=chunks))
        theirs = InMemory(random_state=0).fit(points)
        assert ours.n_clusters_ == theirs.n_clusters_ == 9
        assert ours.inertia_ == pytest.approx(theirs.inertia_, rel=5e-3)
        seeds = points[ours.seed_indices_]
        assert np.unique(ours.predict(seeds)).size == 9


def late(block: np.ndarray) -> np.ndarray:
    time.sleep(random.random() * 0.003)
    return block


@pytest.mark.usefixtures("small_sample")
def test_workers_and_the_order_of_arrival_do_not_matter(points) -> None:
    blocks = da.from_array(points.astype(np.float32), chunks=(90, 2))  # 40 blocks: the tree has two levels
    with dask.config.set(scheduler="synchronous"):
        alone = DPPKMeans(random_state=5).fit(blocks)
    delayed = blocks.map_blocks(late, dtype=np.float32)
    with dask.config.set(scheduler="threads", num_workers=8):
        assert_identical(DPPKMeans(random_state=5).fit(delayed), alone)
    for workers in (1, 3):
        with (
            LocalCluster(n_workers=workers, threads_per_worker=2, processes=False, dashboard_address=":0") as cluster,
            Client(cluster),
        ):
            assert_identical(DPPKMeans(random_state=5).fit(delayed), alone)


def test_processes(points, in_memory) -> None:
    with ProcessPoolExecutor(1) as pool, dask.config.set(scheduler="processes", pool=pool):
        assert_same(DPPKMeans(random_state=3).fit(da.from_array(points, chunks=(1000, 2))), in_memory)


def test_a_frame_of_unknown_lengths_and_empty_parts(points) -> None:
    frame = pd.DataFrame(points, columns=["x", "y"]).sort_values("x", ignore_index=True)
    parts = dd.from_pandas(frame, npartitions=6)
    kept = parts[parts.x > frame.x[700]]  # the first part is empty, the second short; Dask does not know it
    expected = InMemory(random_state=0).fit(frame[frame.x > frame.x[700]])
    model = DPPKMeans(random_state=0).fit(kept)
    assert_same(model, expected)
    assert model.labels_.chunks[0][0] == 0
    assert sum(model.labels_.chunks[0]) == len(expected.labels_)
    assert model.feature_names_in_.tolist() == ["x", "y"]
    assert model.n_features_in_ == 2
    np.testing.assert_array_equal(model.predict(kept).compute(), expected.labels_)
    distances = model.transform(kept)
    np.testing.assert_allclose(distances.compute(), expected.transform(frame[frame.x > frame.x[700]]), rtol=1e-8)
    assert distances.shape[1] == model.n_clusters_
    assert model.score(kept) == pytest.approx(-model.inertia_)
    with pytest.raises(InputError, match="was fitted to"):
        model.predict(kept[["y", "x"]])


@pytest.mark.parametrize("dtype", ["float32", "int16", "Float64", "bool"])
def test_types_of_columns(points, dtype) -> None:
    frame = pd.DataFrame(np.round(points), columns=["x", "y"]).astype(dtype)
    model = DPPKMeans(4, random_state=0).fit(dd.from_pandas(frame, npartitions=3))
    assert model.cluster_centers_.dtype == (np.float32 if dtype == "float32" else np.float64)
    expected = InMemory(4, random_state=0).fit(frame.astype(model.cluster_centers_.dtype))
    assert model.inertia_ == pytest.approx(expected.inertia_)


def test_weights(points) -> None:
    weights = np.where(points[:, 0] < 7, np.random.default_rng(0).random(len(points)), 0)
    expected = InMemory(random_state=0).fit(points, sample_weight=weights)
    X = da.from_array(points, chunks=(700, 2))
    assert_same(DPPKMeans(random_state=0).fit(X, sample_weight=da.from_array(weights, chunks=500)), expected)
    frame = dd.from_pandas(pd.DataFrame({"x": points[:, 0], "y": points[:, 1], "w": weights}), npartitions=4)
    ours = DPPKMeans(random_state=0).fit(frame[["x", "y"]], sample_weight=frame["w"])
    assert_same(ours, expected)
    scored = ours.score(X, sample_weight=da.from_array(weights, chunks=500))
    assert scored == pytest.approx(expected.score(points, sample_weight=weights))


def test_passes_over_the_data(points) -> None:
    """One before Lloyd, one for each step and one for the cost; predictions wait until they are asked for."""
    reads = []

    def read(start: int) -> np.ndarray:
        reads.append(start)
        return points[start : start + 1200]

    parts = [da.from_delayed(dask.delayed(read, pure=False)(start), (1200, 2), float) for start in (0, 1200, 2400)]
    X = da.concatenate(parts)
    with dask.config.set(scheduler="synchronous"):
        model = DPPKMeans(**POOR_SEEDS).fit(X)
        assert len(reads) == 3 * (model.n_iter_ + 2)
        model.predict(X), model.transform(X)
        assert len(reads) == 3 * (model.n_iter_ + 2)
        model.labels_.compute()
        assert len(reads) == 3 * (model.n_iter_ + 3)


def test_no_structure_is_an_answer() -> None:
    X = da.random.default_rng(0).standard_normal((3000, 4), chunks=(500, 4))
    with pytest.warns(NoStructureWarning, match="no clusters found"):
        assert DPPKMeans(random_state=0).fit(X).n_clusters_ == 1


def test_an_estimator_like_any_other(points, in_memory) -> None:
    X = da.from_array(points, chunks=(1000, 2))
    model = clone(DPPKMeans(random_state=3, max_iter=50)).fit(X)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(X).compute(), in_memory.labels_)
    np.testing.assert_array_equal(model.predict(points), in_memory.labels_)
    np.testing.assert_allclose(model.transform(points), in_memory.transform(points))
    assert model.score(points) == pytest.approx(in_memory.score(points))
    assert adjusted_rand_score(DPPKMeans(random_state=3).fit_predict(X).compute(), in_memory.labels_) == 1


NAN = da.concatenate([da.zeros((10, 2), chunks=5), da.full((5, 2), np.nan), da.zeros((5, 2))])
BAD = {
    "nan": (NAN, {}, None, "block 2 of X holds NaN .* row 0, column 0"),
    "one dimension": (da.zeros(5), {}, None, r"X has shape \(5,\)"),
    "text": (dd.from_pandas(pd.DataFrame({"a": [1.0], "name": ["x"]}), npartitions=1), {}, None, "columns 'name'"),
    "sparse": (
        da.zeros((6, 2), chunks=(3, 2)).map_blocks(scipy.sparse.csr_matrix),
        {},
        None,
        "block [01] of X is sparse",
    ),
    "one row": (da.zeros((1, 2)), {}, None, "X has 1, of positive weight 1"),
    "no rows": (da.zeros((0, 2)), {}, None, "X has 0, of positive weight 0"),
    "k above n": (da.random.random((7, 2)), {"n_clusters": 8}, None, "n_clusters=8 exceeds n_samples=7"),
    "parameter": (da.random.random((7, 2)), {"n_clusters": 0}, None, "n_clusters must be a positive integer"),
    "weights not dask": (da.zeros((5, 2)), {}, np.ones(5), "sample_weight is a ndarray"),
    "weights of other length": (da.zeros((5, 2)), {}, da.ones(4), "sample_weight has length 4, X 5"),
    "no weight": (da.zeros((5, 2)), {}, da.zeros(5), "X has 5, of positive weight 0"),
    "negative weight": (da.zeros((6, 2), chunks=3), {}, da.concatenate([da.ones(3), -da.ones(3)]), "in block 1"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input(case) -> None:
    X, parameters, weights, message = BAD[case]
    with pytest.raises(InputError, match=message):
        DPPKMeans(**parameters).fit(X, sample_weight=weights)


@pytest.mark.parametrize("estimator", [DPPKMeans, DPPSpectralClustering])
def test_data_in_memory_is_for_the_estimator_of_the_same_name(estimator) -> None:
    message = f"X is a ndarray. Give a Dask array or data frame; diverseed.{estimator.__name__} takes data in memory."
    with pytest.raises(InputError, match=re.escape(message)):
        estimator().fit(np.zeros((5, 2)))


def test_weights_that_cannot_be_cut_alike(points) -> None:
    frame = dd.from_pandas(pd.DataFrame({"x": points[:, 0], "y": points[:, 1]}), npartitions=4)
    with pytest.raises(InputError, match="is 3 in sample_weight and 4 in X"):
        DPPKMeans().fit(frame, sample_weight=da.ones(3600, chunks=1200))
    with pytest.raises(InputError, match=r"block [01] has length \d+ in sample_weight and 900 in X"):
        DPPKMeans().fit(frame, sample_weight=da.ones(3600, chunks=((1000, 800, 900, 900),)))


def test_clusters_of_any_shape_are_those_in_memory() -> None:
    X, labels = make_circles(2000, noise=0.04, factor=0.4, random_state=0)
    model = dask_estimators.DPPSpectralClustering(random_state=0).fit(da.from_array(X, chunks=(300, 2)))
    assert model.n_clusters_ == 2
    assert adjusted_rand_score(labels, model.labels_.compute()) == 1
    assert model.labels_.chunks == ((300,) * 6 + (200,),)
    np.testing.assert_array_equal(model.predict(da.from_array(X, chunks=(500, 2))).compute(), model.labels_.compute())
    np.testing.assert_array_equal(model.predict(X), model.labels_.compute())
    scores = model.outlier_scores_.compute()
    assert scores.shape == (2000,)
    assert ((scores >= 0) & (scores <= 1)).all()


def test_levels_of_any_shape_have_labels() -> None:
    """Two pairs of groups."""
    centres = np.repeat([[0, 0], [0, 8], [60, 0], [60, 8]], 100, axis=0)
    X = centres + np.random.default_rng(0).standard_normal((400, 2))
    model = dask_estimators.DPPSpectralClustering(random_state=0).fit(da.from_array(X, chunks=(150, 2)))
    for k, groups in ((2, centres[:, 0]), (4, centres @ [1, 1])):
        assert adjusted_rand_score(groups, model.labels_at(k).compute()) == 1


def test_outlier_scores_and_levels_are_those_in_memory() -> None:
    rng = np.random.default_rng(0)
    centres = np.array([[0, 0], [0, 8], [60, 0], [60, 8], [0, 60], [8, 60]])
    X = np.repeat(centres, 100, axis=0) + rng.standard_normal((600, 2))
    model = dask_estimators.DPPKMeans(random_state=0).fit(da.from_array(X, chunks=(250, 2)))
    own = np.linalg.norm(X - model.cluster_centers_[model.labels_.compute()], axis=1)
    spreads = np.array(
        [np.sqrt((own[model.labels_.compute() == label] ** 2).mean()) for label in range(model.n_clusters_)]
    )
    unusual = own**2 / (own**2 + 9 * spreads[model.labels_.compute()] ** 2)
    np.testing.assert_allclose(model.outlier_scores_.compute(), unusual, rtol=1e-6)
    assert adjusted_rand_score(np.repeat(range(3), 200), model.labels_at(3).compute()) == 1


@pytest.mark.parametrize("name", ["DPPKMeans", "DPPSpectralClustering"])
@pytest.mark.parametrize("as_frame", [False, True])
def test_the_cosine_metric_is_that_in_memory(name: str, as_frame: bool) -> None:
    rng = np.random.default_rng(0)
    angles = np.repeat([0.2, 1.2, 2.2, 4.0], 100) + 0.05 * rng.standard_normal(400)
    X = rng.permutation(np.column_stack([np.cos(angles), np.sin(angles)]) * rng.uniform(0.1, 10, (400, 1)))
    X[7] = 0
    given = (
        dd.from_pandas(pd.DataFrame(X, columns=["x", "y"]), npartitions=3) if as_frame else da.from_array(X, (150, 2))
    )
    ours = getattr(dask_estimators, name)(metric="cosine", random_state=0).fit(given)
    theirs = getattr(diverseed, name)(metric="cosine", random_state=0).fit(X)
    np.testing.assert_array_equal(ours.labels_.compute(), theirs.labels_)
    np.testing.assert_allclose(ours.cluster_centers_, theirs.cluster_centers_)
    np.testing.assert_array_equal(ours.predict(da.from_array(5 * X, (150, 2))).compute(), theirs.labels_)
    np.testing.assert_allclose(ours.outlier_scores_.compute(), theirs.outlier_scores_, atol=1e-9)


@pytest.mark.parametrize("name", ["DPPKMeans", "DPPSpectralClustering"])
@pytest.mark.parametrize("method", ["predict", "transform", "score_outliers"])
def test_methods_of_rows_wait_until_asked_and_are_those_in_memory(name: str, method: str) -> None:
    X, _ = make_circles(600, factor=0.3, noise=0.03, random_state=0)
    given = da.from_array(X, ((250, 0, 350), 2))
    model = getattr(dask_estimators, name)(2, random_state=0).fit(given)
    found = getattr(model, method)(given)
    assert isinstance(found, da.Array)
    assert found.chunks[0] == (250, 0, 350)
    expected = getattr(model, method)(X)
    assert isinstance(expected, np.ndarray)
    assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
    np.testing.assert_allclose(found.compute(), expected)
    with pytest.raises(InputError, match="number of columns is 3; "):
        getattr(model, method)(da.zeros((4, 3)))


@pytest.mark.parametrize("name", ["DPPKMeans", "DPPSpectralClustering"])
def test_every_estimator_labels_part_by_part(name: str, tmp_path) -> None:
    X, _ = make_circles(900, factor=0.3, noise=0.03, random_state=0)
    given = da.from_array(X, (400, 2))
    model = getattr(dask_estimators, name)(2, random_state=0).fit(given)
    tally = label_parts(model, given, tmp_path)
    written = pd.read_parquet(tmp_path).sort_values("row")
    labels = model.labels_.compute()
    np.testing.assert_array_equal(written["label"], labels)
    np.testing.assert_allclose(written["distance"], np.linalg.norm(X - model.cluster_centers_[labels], axis=1))
    np.testing.assert_array_equal(tally.sizes, np.bincount(labels))
    np.testing.assert_allclose(tally.squares, np.bincount(labels, written["distance"] ** 2))


@pytest.mark.parametrize("model", [DPPKMeans(), DPPSpectralClustering()])
def test_predict_before_fit_says_so(model) -> None:
    with pytest.raises(NotFittedError):
        model.predict(da.zeros((4, 2)))


@pytest.mark.parametrize("kind", [DPPKMeans, DPPSpectralClustering])
def test_data_without_columns(kind, points) -> None:
    for empty in (
        da.from_array(points[:, :0], chunks=(600, 0)),
        dd.from_pandas(pd.DataFrame(points)[[]], npartitions=2),
    ):
        with pytest.raises(InputError, match="X has no columns"):
            kind().fit(empty)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("weight", [1e308, 1e-320])
@pytest.mark.parametrize("kind", [DPPKMeans, DPPSpectralClustering])
def test_weights_whose_sum_overflows_or_underflows(kind, weight: float, points) -> None:
    with pytest.raises(InputError, match="sample_weight sums to"):
        kind().fit(da.from_array(points, chunks=(600, 2)), sample_weight=da.full(3600, weight, chunks=600))


@pytest.mark.parametrize("kind", [DPPKMeans, DPPSpectralClustering])
def test_types_of_labels(kind, points) -> None:
    rows = da.from_array(points, chunks=(600, 2))
    model = kind(random_state=0).fit(rows)
    for labels in (model.labels_, model.predict(rows), model.labels_at(1)):
        assert labels.dtype == labels.compute().dtype == np.int32
    np.testing.assert_array_equal(copy.deepcopy(model).labels_at(1), model.labels_at(1))
