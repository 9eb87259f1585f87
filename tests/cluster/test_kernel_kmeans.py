"""DPPKernelKMeans: scikit-learn's contract, agreement with k-means, counting and bad input."""

import warnings

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs, make_circles, make_moons
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel
from sklearn.utils.estimator_checks import parametrize_with_checks

from diverseed import DPPKernelKMeans, DPPKMeans, WordSequenceVectorizer, load
from diverseed.engine.feature_space import FeatureSpace
from diverseed.engine.lloyd import best_run
from diverseed.errors import InputError, NoStructureWarning, NotRoundWarning
from diverseed.point_process import LEnsemble
from tests.data import grid


@parametrize_with_checks([DPPKernelKMeans(random_state=0), DPPKernelKMeans(3, kernel="linear", random_state=0)])
def test_scikit_learn_contract(estimator, check) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NoStructureWarning)
        check(estimator)


def test_lloyd_in_the_feature_space_of_a_linear_kernel_is_lloyd() -> None:
    X, _ = grid(3, per_cluster=20)
    seeds = np.arange(0, 180, 20) + 3
    weights = np.random.default_rng(0).uniform(0.5, 2, len(X))
    space = FeatureSpace(X @ X.T, weights)
    run = best_run(space, [space.at(seeds)], max_iter=100)
    plain = KMeans(9, init=X[seeds], n_init=1, tol=0).fit(X, sample_weight=weights)
    assert run.cost == pytest.approx(plain.inertia_)
    np.testing.assert_array_equal(run.labels, plain.labels_)


@pytest.mark.parametrize("kernel", ["precomputed", "rbf", rbf_kernel, laplacian_kernel])
def test_counts_separated_clusters(kernel) -> None:
    X, labels = grid(3, per_cluster=40)
    data = rbf_kernel(X, gamma=0.1) if kernel == "precomputed" else X
    gamma = "auto" if kernel == "precomputed" else 0.1
    model = DPPKernelKMeans(kernel=kernel, gamma=gamma, random_state=0).fit(data)
    assert model.n_clusters_ == 9
    assert adjusted_rand_score(labels, model.labels_) == 1
    np.testing.assert_array_equal(model.predict(data), model.labels_)


def test_the_default_finds_its_own_scale() -> None:
    X, labels = grid(2, per_cluster=40)
    model = DPPKernelKMeans(random_state=0).fit(X)
    assert model.n_clusters_ == 4
    assert adjusted_rand_score(labels, model.labels_) == 1
    assert 0.005 < model.gamma_ < 1


def test_rows_far_from_the_origin() -> None:
    """Of coordinates of a million millions, the squares leave no digits for the distances."""
    X, _ = grid(2, per_cluster=40)
    near, far = (DPPKernelKMeans(random_state=0).fit(rows) for rows in (X, X + 2.0**40))
    assert near.n_clusters_ == far.n_clusters_ == 4
    assert adjusted_rand_score(near.labels_, far.labels_) == 1
    np.testing.assert_array_equal(far.predict(X + 2.0**40), far.labels_)
    with pytest.raises(InputError, match="too large for squared distances"):
        DPPKernelKMeans(4).fit(X * 1e200)


@pytest.mark.parametrize("unit", [1e-300, 1e-5, 1e150])
def test_the_number_of_clusters_does_not_depend_on_the_unit_of_weights(unit: float) -> None:
    X, labels = grid(2, per_cluster=40)
    for rows in (X, 1e-150 * X):
        model = DPPKernelKMeans(random_state=0).fit(rows, sample_weight=np.full(len(X), unit))
        assert model.n_clusters_ == 4
        assert adjusted_rand_score(labels, model.labels_) == 1


def test_predict_on_new_rows_of_the_kernel() -> None:
    X, labels = grid(2, per_cluster=60)
    new, train = np.arange(0, 240, 3), np.setdiff1d(np.arange(240), np.arange(0, 240, 3))
    kernel = rbf_kernel(X, gamma=0.05)
    model = DPPKernelKMeans(kernel="precomputed", random_state=0).fit(kernel[np.ix_(train, train)])
    assert adjusted_rand_score(labels[new], model.predict(kernel[np.ix_(new, train)])) == 1


def test_the_papers_count_of_similarities() -> None:
    lines = ["red lion inn"] * 6 + ["red lion inn bar"] * 3 + ["market square"] * 7 + ["harbour wall"] * 5
    kernel = (features := WordSequenceVectorizer().fit_transform(lines)) @ features.T
    kernel = kernel.toarray()
    model = DPPKernelKMeans("expected", kernel="precomputed", random_state=0).fit(kernel)
    assert model.expected_size_ == pytest.approx(LEnsemble(kernel).expected_size)
    assert model.n_clusters_ == round(model.expected_size_) == 3
    assert model.evidence_ is None
    assert len({*model.labels_[:9]}) == 1


def test_the_number_of_a_kernel_is_found_by_the_walk() -> None:
    X, labels = grid(2, per_cluster=60)
    model = DPPKernelKMeans(kernel="precomputed", random_state=0).fit(X @ X.T)
    assert (model.n_clusters_, model.evidence_.verdict) == (4, "clear")
    assert adjusted_rand_score(labels, model.labels_at(4)) == 1
    assert {branch.n_clusters for branch in model.levels_tree()} >= {1, 4}
    far = int(np.linalg.norm(X - X.mean(axis=0), axis=1).argmin())
    assert model.outlier_scores_[far] < model.outlier_scores_.max() <= 1


@pytest.mark.parametrize(("n_clusters", "sharp"), [(4, True), ("auto", True), ("expected", False), ("sample", False)])
def test_the_scale_of_the_kernel_follows_from_the_number_of_clusters(n_clusters: int | str, sharp: bool) -> None:
    """The width of a cluster, about 1, or the distance between clusters, 10."""
    X, _ = grid(2, per_cluster=30)
    bandwidth = 1 / np.sqrt(2 * DPPKernelKMeans(n_clusters, random_state=0).fit(X).gamma_)
    assert bandwidth == pytest.approx(1 if sharp else 10, rel=0.3)


@pytest.mark.parametrize("k", [5, 10])
def test_the_expected_size_at_the_scale_found_is_about_the_number_of_clusters(k: int) -> None:
    X, _ = make_blobs(60 * k, centers=k, cluster_std=0.3, random_state=1)
    assert DPPKernelKMeans("expected", random_state=0).fit(X).n_clusters_ == pytest.approx(k, abs=2)


@pytest.mark.parametrize("kernel", ["rbf", "linear", "precomputed"])
def test_copies_of_rows_count_as_weights(kernel: str) -> None:
    X, labels = make_blobs(45, centers=3, cluster_std=0.4, random_state=0)
    copies = np.repeat(X, 20, axis=0)
    rows = copies @ copies.T if kernel == "precomputed" else copies
    model = DPPKernelKMeans(kernel=kernel, random_state=0).fit(rows)
    assert model.n_clusters_ == 3
    assert adjusted_rand_score(np.repeat(labels, 20), model.labels_) == 1
    for k in model.evidence_.candidates:
        assert model.labels_at(k).shape == (900,)


@pytest.mark.parametrize(("kernel", "d"), [("rbf", 1), ("rbf", 2), ("precomputed", 2)])
def test_a_kernel_that_bends_one_gaussian_shows_no_clusters(kernel: str, d: int) -> None:
    """In one column the RBF kernel makes a curve of it, whose walk has a ratio of time scales of 4."""
    found = []
    for seed in range(10):
        X = np.random.default_rng(seed).standard_normal((100, d))
        rows = rbf_kernel(X, gamma=0.5) if kernel == "precomputed" else X
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NoStructureWarning)
            found.append(DPPKernelKMeans(kernel=kernel, random_state=0).fit(rows).evidence_.verdict)
    assert found.count("none") >= 9


def _sampled(kernel: np.ndarray, seed: int) -> DPPKernelKMeans:
    return DPPKernelKMeans("sample", kernel="precomputed", random_state=seed, max_iter=1).fit(kernel)


def test_sample_has_the_size_law_of_the_process() -> None:
    X, _ = grid(2, per_cluster=10)
    kernel = rbf_kernel(X, gamma=0.01)
    sizes = [_sampled(kernel, seed).n_clusters_ for seed in range(200)]
    ensemble = LEnsemble(kernel)
    assert abs(np.mean(sizes) - ensemble.expected_size) < 5 * np.sqrt(ensemble.size_variance / 200)


def test_more_clusters_than_the_kernel_has_rank() -> None:
    X, _ = grid(2, per_cluster=30)
    linear = DPPKernelKMeans(4, kernel="linear", n_init=20, random_state=0).fit(X - X.mean(axis=0))
    assert linear.inertia_ == pytest.approx(DPPKMeans(4, random_state=0).fit(X).inertia_)


@pytest.mark.parametrize("kernel", ["rbf", "linear", "precomputed"])
def test_equal_rows_are_in_one_cluster(kernel: str) -> None:
    """Others are left empty, with a warning, as by the other estimators; no new row is in an empty cluster."""
    places = np.repeat([[1.0, 1.0], [4.0, 5.0]], [20, 10], axis=0)
    for X in (places[:20], places):
        data = X @ X.T if kernel == "precomputed" else X
        found = len(np.unique(X[:, 0]))
        with pytest.warns(ConvergenceWarning, match=f"5 clusters, but points in only {found}") as caught:
            model = DPPKernelKMeans(5, kernel=kernel, random_state=0).fit(data)
        assert caught[0].filename == __file__
        assert sorted(np.bincount(model.labels_)[np.unique(model.labels_)]) == [10, 20][-found:]
        assert np.unique(model.seed_indices_).size == model.n_clusters_ == 5
        assert model.inertia_ == pytest.approx(0, abs=1e-9)
        assert model.outlier_scores_.max() < 0.01
        new = data[::7] if kernel == "precomputed" else np.array([[0.0, 0.0], [100.0, 0.0], [-9.0, 9.0]])
        assert set(model.predict(new)) <= set(model.labels_)


def test_a_kernel_that_is_not_positive_semi_definite_is_refused() -> None:
    kernel = np.eye(30)
    kernel[0, 1] = kernel[1, 0] = 1.5
    with pytest.raises(InputError, match=r"smallest eigenvalue is -0\.5"):
        DPPKernelKMeans(2, kernel="precomputed").fit(kernel)


@pytest.mark.parametrize(
    ("parameters", "data", "message"),
    [
        ({"kernel": "precomputed"}, np.ones((4, 3)), "needs the square kernel"),
        ({"n_clusters": 5}, np.eye(4), "n_clusters=5 exceeds n_samples=4"),
        (
            {"n_clusters": 3, "kernel": "precomputed", "sharpness": 1},
            np.ones((4, 4)),
            "exceeds the numerical rank of this kernel .1, with n=4",
        ),
        ({"kernel": "poly"}, np.eye(4), "kernel='poly' is not supported"),
        ({"kernel": np.array(["rbf", "linear"])}, np.eye(4), "kernel must be a name or a function; it is array"),
        ({"kernel": lambda X, Y: np.ones((3, 3))}, np.eye(4), r"shape \(3, 3\) for 4 and 4 rows"),
        ({}, 1e-170 * np.eye(4), "spread of .*, too small for squared distances"),
        ({"n_clusters": "sample", "kernel": "precomputed"}, np.zeros((4, 4)), "the kernel is zero for all points"),
    ],
)
def test_bad_input(parameters: dict, data: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=message):
        DPPKernelKMeans(**parameters).fit(data)


@pytest.mark.parametrize("power", [0.5, 1.0, 4.0, np.inf])
def test_sharpness_is_the_power_of_the_kernel(power: float) -> None:
    X, _ = grid(3, per_cluster=20)
    kernel = rbf_kernel(X, gamma=0.02)
    model = DPPKernelKMeans(9, kernel="precomputed", sharpness=power, random_state=0).fit(kernel)
    drawn = LEnsemble(kernel).sharpen(power).sample(9, random_state=np.random.default_rng(0))
    np.testing.assert_array_equal(model.seed_indices_, drawn)


def test_a_sample_has_the_law_of_the_sizes_above_zero() -> None:
    """With L = I / 5 a third of all draws are empty; those that replace them are not all of one point."""
    kernel = np.eye(6) / 5
    sizes = LEnsemble(kernel).size_distribution()
    expected = np.arange(7) @ sizes / (1 - sizes[0])
    found = [
        DPPKernelKMeans("sample", kernel="precomputed", random_state=seed).fit(kernel).n_clusters_
        for seed in range(600)
    ]
    assert np.mean(found) == pytest.approx(expected, abs=0.11)  # four standard errors; 0.17 if they were of one point


def test_more_clusters_than_rows_of_positive_weight() -> None:
    with pytest.raises(InputError, match="n_clusters=3 exceeds n_samples=2, the number of rows of positive weight"):
        DPPKernelKMeans(3).fit(np.eye(4), sample_weight=[1, 0, 0, 2])


RNG = np.random.default_rng(0)
UNEVEN = np.concatenate([RNG.standard_normal((1000, 2)), 0.3 * RNG.standard_normal((30, 2)) + 8])


def test_runs_that_keep_the_clusters_of_the_walk_come_first() -> None:
    """Splitting the large cluster costs less than telling the small one from it."""
    model = DPPKernelKMeans(random_state=0).fit(UNEVEN)
    assert sorted(np.bincount(model.labels_)) == [30, 1000]
    assert sorted(model.seed_indices_ >= 1000) == [False, True]
    assert (model.evidence_.is_round, model.evidence_.agreement) == (True, 1.0)
    circles, labels = make_circles(400, noise=0.05, factor=0.4, random_state=0)
    model = DPPKernelKMeans(random_state=0).fit(circles)
    assert adjusted_rand_score(labels, model.labels_) == 1
    assert model.evidence_.is_round is True


@pytest.mark.parametrize("kernel", ["rbf", "linear", "precomputed"])
def test_clusters_that_the_kernel_does_not_keep_are_reported(kernel: str) -> None:
    X, labels = make_moons(400, noise=0.06, random_state=0)
    data = rbf_kernel(X) if kernel == "precomputed" else X
    with pytest.warns(
        NotRoundWarning, match="kernel k-means cuts across the 2 clusters .* DPPSpectralClustering"
    ) as caught:
        model = DPPKernelKMeans(kernel=kernel, random_state=0).fit(data)
    assert caught[0].filename == __file__
    assert model.evidence_.is_round is False
    assert model.evidence_.agreement == pytest.approx(adjusted_rand_score(labels, model.labels_), abs=0.05)


def test_one_draw_of_seeds_is_not_replaced_by_the_walk() -> None:
    """The advice is then to leave out the sharpness too."""
    with pytest.warns(NotRoundWarning, match="or the seeds miss some.*leave out sharpness"):
        model = DPPKernelKMeans(sharpness=1, random_state=0).fit(UNEVEN)
    assert model.evidence_.is_round is False


def outlines(model: DPPKernelKMeans) -> tuple[float, ...]:
    return model.n_clusters_, model.inertia_, model.expected_size_, model.gamma_


@pytest.mark.parametrize("n_clusters", ["auto", 3, "expected", "sample"])
def test_neither_order_nor_copies_nor_rows_without_weight_matter(n_clusters: int | str) -> None:
    X, _ = make_blobs(90, centers=3, cluster_std=1.5, random_state=0)
    weights = np.random.default_rng(0).integers(0, 3, 90)
    order = np.random.default_rng(1).permutation(90)

    def fitted(rows: np.ndarray, sample_weight: np.ndarray | None = None) -> DPPKernelKMeans:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return DPPKernelKMeans(n_clusters, random_state=0).fit(rows, sample_weight=sample_weight)

    weighted = fitted(X, weights)
    shuffled = fitted(X[order], weights[order])
    copied = fitted(np.repeat(X, weights, axis=0))
    assert outlines(shuffled) == pytest.approx(outlines(weighted))
    np.testing.assert_array_equal(shuffled.labels_, weighted.labels_[order])
    np.testing.assert_array_equal(order[shuffled.seed_indices_], weighted.seed_indices_)
    np.testing.assert_array_equal(weighted.predict(X), weighted.labels_)
    assert outlines(copied) == pytest.approx(outlines(weighted))
    np.testing.assert_array_equal(copied.labels_, np.repeat(weighted.labels_, weights))
    np.testing.assert_allclose(copied.outlier_scores_, np.repeat(weighted.outlier_scores_, weights))
    np.testing.assert_array_equal(X[weighted.seed_indices_], np.repeat(X, weights, axis=0)[copied.seed_indices_])


def test_points_without_weight_of_a_given_kernel_are_in_the_nearest_cluster() -> None:
    X, labels = grid(2, per_cluster=40)
    kernel, weights = rbf_kernel(X, gamma=0.1), np.ones(160)
    weights[::3] = 0
    model = DPPKernelKMeans(kernel="precomputed", random_state=0).fit(kernel, sample_weight=weights)
    heavy = np.flatnonzero(weights)
    alone = DPPKernelKMeans(kernel="precomputed", random_state=0).fit(kernel[np.ix_(heavy, heavy)])
    assert outlines(model)[:3] == outlines(alone)[:3]
    np.testing.assert_array_equal(model.labels_[heavy], alone.labels_)
    np.testing.assert_array_equal(model.predict(kernel), model.labels_)
    assert adjusted_rand_score(labels, model.labels_) == adjusted_rand_score(labels, model.labels_at(4)) == 1
    assert model.outlier_scores_.shape == (160,)


def test_files_of_models_with_copies_rows_without_weight_and_empty_clusters(tmp_path) -> None:
    X = np.repeat([[0.0, 0.0], [4.0, 5.0], [9.0, 0.0]], [20, 10, 1], axis=0)
    weights = np.concatenate([np.ones(30), [0]])
    with pytest.warns(ConvergenceWarning, match="4 clusters, but points in only 2"):
        model = DPPKernelKMeans(4, random_state=0).fit(X, sample_weight=weights)
    model.save(tmp_path / "model.npz")
    new = np.random.default_rng(0).uniform(-20, 20, (200, 2))
    loaded = load(tmp_path / "model.npz")
    np.testing.assert_array_equal(loaded.predict(new), model.predict(new))
    np.testing.assert_array_equal(loaded.predict(X), model.labels_)


def test_types_of_labels_and_seeds() -> None:
    X, _ = grid(2, per_cluster=20)
    for n_clusters in ("auto", "sample", 3):
        model = DPPKernelKMeans(n_clusters, random_state=0).fit(X)
        assert model.labels_.dtype == model.predict(X).dtype == np.int32
        assert model.seed_indices_.dtype == np.intp
    assert DPPKernelKMeans(random_state=0).fit(X).labels_at(1).dtype == np.int32
