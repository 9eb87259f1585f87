"""DPPKernelKMeans: scikit-learn's contract, agreement with k-means, counting and bad input."""

import warnings

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel
from sklearn.utils.estimator_checks import parametrize_with_checks

from diverseed import DPPKernelKMeans, DPPKMeans, WordSequenceVectorizer
from diverseed.engine.feature_space import FeatureSpace
from diverseed.engine.lloyd import best_run
from diverseed.errors import InputError, NoStructureWarning
from diverseed.point_process import LEnsemble
from tests.data import grid

REPEATS = {
    "check_sample_weight_equivalence_on_dense_data": "weights and repeats draw by the same law, not the same rows"
}


@parametrize_with_checks(
    [DPPKernelKMeans(random_state=0), DPPKernelKMeans(3, kernel="linear", random_state=0)],
    # KMeans declares the same: a weighted draw uses random numbers otherwise than one of repeated rows. Where k is
    # unknown, the data of this check is one cluster, which needs no draw.
    expected_failed_checks=lambda estimator: {} if estimator.n_clusters == "auto" else REPEATS,
)
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
    equal = DPPKernelKMeans(3, kernel="precomputed", random_state=0).fit(np.ones((5, 5)))
    assert np.unique(equal.seed_indices_).size == 3


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
