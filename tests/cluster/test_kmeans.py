"""DPPKMeans: scikit-learn's contract, the number of clusters, the paper's modes, weights and bad input."""

import pickle
import tracemalloc
import warnings

import numpy as np
import pytest
import scipy.sparse
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import diverseed
from diverseed import DPPKMeans, DPPSpectralClustering, WordSequenceVectorizer
from diverseed.errors import InputError, NoStructureWarning, NotRoundWarning
from diverseed.point_process import LEnsemble
from diverseed.scores import missed_clusters
from diverseed.seeding import SEEDINGS
from diverseed.walk.roundness import ROUND
from tests.data import grid


@parametrize_with_checks(
    [DPPKMeans(random_state=0), DPPKMeans(n_clusters=3, sharpness=1.0, gamma=0.1, random_state=0)],
    expected_failed_checks=lambda estimator: {
        # KMeans declares the same two: a weighted draw uses random numbers otherwise than one of repeated rows
        f"check_sample_weight_equivalence_on_{kind}_data": "weights and repeats draw by the same law, not the same rows"
        for kind in ("dense", "sparse")
        if estimator.n_clusters != "auto"
    },
)
def test_scikit_learn_contract(estimator, check) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NoStructureWarning)
        warnings.simplefilter("ignore", NotRoundWarning)  # sparse random rows lie on the axes
        check(estimator)


@pytest.mark.parametrize("side", [2, 3, 5, 6, 10])
def test_the_papers_grids_are_counted_and_none_is_missed(side: int) -> None:
    X, labels = grid(side)
    model = DPPKMeans(random_state=side).fit(X)
    assert model.n_clusters_ == side**2
    assert model.evidence_.verdict == "clear"
    assert missed_clusters(labels, model.seed_indices_) == 0
    assert adjusted_rand_score(labels, model.labels_) == 1


def test_no_structure_is_an_answer() -> None:
    X = np.random.default_rng(0).standard_normal((900, 2))
    with pytest.warns(NoStructureWarning, match="no clusters found"):
        model = DPPKMeans(random_state=0).fit(X)
    assert model.n_clusters_ == 1
    assert model.evidence_.verdict == "none"
    assert model.size_distribution_ == {1: 1.0}


@pytest.mark.parametrize("law", ["standard_normal", "random"])
def test_data_without_structure_is_rarely_seen_as_clusters(law: str) -> None:
    """A test at the 5 % level: of four data sets one may be "weak", and none "clear"."""
    verdicts = []
    for d in (1, 2, 5, 20):
        X = getattr(np.random.default_rng(d), law)((900, d))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            verdicts.append(DPPKMeans(random_state=0).fit(X).evidence_.verdict)
    assert verdicts.count("none") >= 3
    assert "clear" not in verdicts


def test_uneven_clusters() -> None:
    rng = np.random.default_rng(0)
    sizes, centres = [1000, 400, 100, 30], np.array([[0, 0], [12, 0], [0, 12], [12, 12]])
    X = np.concatenate([c + rng.standard_normal((n, 2)) for n, c in zip(sizes, centres, strict=True)])
    model = DPPKMeans(random_state=0).fit(X)
    assert model.n_clusters_ == 4
    assert sorted(np.bincount(model.labels_)) == sorted(sizes)


def test_sample_draws_the_papers_process() -> None:
    X, _ = grid(3, per_cluster=40)
    squares = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    exact = LEnsemble(np.exp(-0.005 * squares))
    sizes = [
        DPPKMeans("sample", gamma=0.005, sharpness=1, max_iter=1, random_state=s).fit(X).n_clusters_ for s in range(150)
    ]
    error = np.sqrt(exact.size_variance / 150)
    assert abs(np.mean(sizes) - exact.expected_size) < 5 * error
    model = DPPKMeans("sample", gamma=0.005, random_state=0).fit(X)
    assert model.gamma_ == 0.005
    distribution = exact.size_distribution()
    for k, p in model.size_distribution_.items():
        assert p == pytest.approx(distribution[k], abs=1e-6)


def test_linear_kernel_is_the_papers_table_3() -> None:
    """L = 2 X X^T on raw iris: E|Y| = 3.83 with standard deviation 0.39, whatever the clusters."""
    X = load_iris().data
    sizes = DPPKMeans("sample", kernel="linear", gamma=2.0, random_state=0).fit(X).size_distribution_
    mean = sum(k * p for k, p in sizes.items())
    assert mean == pytest.approx(LEnsemble.from_factor(np.sqrt(2) * X).expected_size, abs=1e-6)
    assert mean == pytest.approx(3.83, abs=0.005)


def after_the_survey(seed: int) -> np.random.Generator:
    """The generator of a fit once the survey has taken its one number."""
    rng = np.random.default_rng(seed)
    rng.integers(2**63)
    return rng


@pytest.mark.parametrize("name", SEEDINGS)
def test_every_seeding_by_name_gives_its_own_seeds(name: str) -> None:
    X, _ = grid(3, per_cluster=30)
    model = DPPKMeans(9, seeding=name, gamma=0.05, random_state=0).fit(X)
    seeding = SEEDINGS[name].with_options(gamma=0.05) if SEEDINGS[name].uses_kernel else SEEDINGS[name]
    np.testing.assert_array_equal(model.seed_indices_, seeding.indices(X, 9, random_state=after_the_survey(0)))
    own = KMeans(9, init=X[model.seed_indices_], n_init=1).fit(X)
    np.testing.assert_array_equal(model.labels_, own.labels_)


def test_sharpness_is_the_power_of_the_kernel() -> None:
    X, labels = grid(3, per_cluster=30)
    missed = {}
    for power in (0.5, 1.0, 3.0, np.inf):
        model = DPPKMeans(9, sharpness=power, gamma=0.02, random_state=0).fit(X)
        process = SEEDINGS["k-dpp"].with_options(gamma=0.02, power=power)
        np.testing.assert_array_equal(model.seed_indices_, process.indices(X, 9, random_state=after_the_survey(0)))
        missed[power] = missed_clusters(labels, model.seed_indices_)
    assert missed[np.inf] == 0 < missed[0.5]


@pytest.mark.parametrize("sharpness", ["auto", 1.0, 3.0, np.inf])
def test_a_given_number_of_clusters(sharpness: float | str) -> None:
    X, _ = grid(3, per_cluster=30)
    model = DPPKMeans(7, sharpness=sharpness, random_state=0).fit(X)
    assert model.n_clusters_ == 7
    assert model.evidence_ is None
    assert model.cluster_centers_.shape == (7, 2)


def test_more_clusters_than_there_would_be_representatives(monkeypatch) -> None:
    monkeypatch.setattr("diverseed.cluster.starts._REPRESENTATIVES", 20)
    monkeypatch.setattr("diverseed.cluster.starts._MOST_REPRESENTATIVES", 30)
    X = np.random.default_rng(0).standard_normal((300, 2))
    model = DPPKMeans(50, random_state=0).fit(X)
    assert model.n_clusters_ == np.unique(model.labels_).size == 50


def test_cost_is_not_above_greedy_k_means_plus_plus_on_average() -> None:
    ratios = []
    for seed in range(6):
        X, _ = make_blobs(1200, centers=25, n_features=3, cluster_std=1.5, random_state=seed)
        ours = DPPKMeans(25, random_state=seed).fit(X).inertia_
        theirs = KMeans(25, n_init=10, random_state=seed).fit(X).inertia_
        ratios.append(ours / theirs)
    assert np.mean(ratios) < 1.01


def test_sparse_equals_dense() -> None:
    X, _ = grid(2, per_cluster=50)
    dense = DPPKMeans(random_state=0).fit(X)
    sparse = DPPKMeans(random_state=0).fit(scipy.sparse.csr_array(X))
    assert dense.n_clusters_ == sparse.n_clusters_ == 4
    assert adjusted_rand_score(dense.labels_, sparse.labels_) == 1


def test_float32_stays_float32() -> None:
    X, _ = grid(2, per_cluster=30)
    model = DPPKMeans(random_state=0).fit(X.astype(np.float32))
    assert model.cluster_centers_.dtype == np.float32
    assert model.transform(X.astype(np.float32)).dtype == np.float32


def test_weights_count_in_evidence_seeds_and_centres() -> None:
    X, labels = grid(3, per_cluster=60)
    weights = np.where(labels < 5, 1.0, 0.0)
    model = DPPKMeans(random_state=0).fit(X, sample_weight=weights)
    assert model.n_clusters_ == 5
    assert set(labels[model.seed_indices_]) == {0, 1, 2, 3, 4}
    assert DPPKMeans(random_state=0).fit(X, sample_weight=np.full(len(X), 0.01)).n_clusters_ == 9


def test_frames_in_and_out() -> None:
    pandas = pytest.importorskip("pandas")
    X, _ = grid(2, per_cluster=30)
    frame = pandas.DataFrame(X, columns=["a", "b"])
    model = DPPKMeans(random_state=0).set_output(transform="pandas").fit(frame)
    assert model.feature_names_in_.tolist() == ["a", "b"]
    assert model.transform(frame).columns.tolist() == [f"dppkmeans{i}" for i in range(4)]
    polars = pytest.importorskip("polars")
    assert DPPKMeans(random_state=0).fit(polars.DataFrame({"a": X[:, 0], "b": X[:, 1]})).n_clusters_ == 4


def test_copies_of_few_points() -> None:
    X = np.repeat(np.array([[0.0, 0], [5, 5], [9, 0], [3, 7], [1, 8]]), 40, axis=0)
    model = DPPKMeans(random_state=0).fit(X)
    assert model.n_clusters_ == 5
    assert model.inertia_ == pytest.approx(0)


def test_all_points_equal() -> None:
    with pytest.warns(NoStructureWarning):
        assert DPPKMeans().fit(np.ones((30, 2))).n_clusters_ == 1


def test_more_points_than_representatives() -> None:
    X, labels = grid(4, per_cluster=400)
    model = DPPKMeans(random_state=1).fit(X)
    assert model.n_clusters_ == 16
    assert np.unique(model.seed_indices_).size == 16
    assert missed_clusters(labels, model.seed_indices_) == 0


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_clusters": 0}, "n_clusters must be a positive integer"),
        ({"n_clusters": "many"}, "it is 'many'"),
        ({"n_clusters": np.array([2, 3])}, r"n_clusters must be .*; it is array\(\[2, 3\]\)"),
        ({"kernel": np.zeros(2)}, "kernel=array.* is not supported"),
        ({"n_clusters": "sample", "seeding": "k-means++"}, "'k-means\\+\\+' needs a number .* n_clusters=\"sample\""),
        ({"n_clusters": 61}, "n_clusters=61 exceeds n_samples=60, .* Ask for at most 60"),
        ({"kernel": "poly"}, "kernel='poly' is not supported"),
        ({"gamma": -1}, "gamma must be"),
        ({"sharpness": 0}, "sharpness must be"),
        ({"seeding": "magic", "n_clusters": 2}, "there is no seeding 'magic'"),
        ({"n_init": 0}, "n_init must be"),
        ({"n_clusters": 5, "kernel": "linear", "sharpness": 1}, "exceeds the numerical rank of this kernel, 2"),
    ],
)
def test_bad_parameters(parameters: dict, message: str) -> None:
    X, _ = grid(2, per_cluster=15)
    with pytest.raises(InputError, match=message):
        DPPKMeans(**parameters).fit(X)


def test_bad_data() -> None:
    with pytest.raises(ValueError, match="NaN"):
        DPPKMeans().fit([[0.0], [np.nan]])
    with pytest.raises(ValueError, match="at least one non-zero"):
        DPPKMeans().fit([[0.0], [1.0]], sample_weight=[0, 0])


def test_the_papers_count_for_text() -> None:
    places = ["red lion inn", "market square", "harbour wall", "town hall archive", "old mill"]
    lines = [f"{place} {extra}".strip() for place in places for extra in ["", "night", "", "yard", ""]]
    paper = DPPKMeans(n_clusters="expected", kernel="linear", gamma=1, sharpness=1, random_state=0)
    model = make_pipeline(WordSequenceVectorizer(), paper).fit(lines)[-1]
    exact = LEnsemble.from_factor(WordSequenceVectorizer().fit_transform(lines))
    assert model.n_clusters_ == round(exact.expected_size)
    assert model.evidence_ is None
    assert model.seed_indices_.size == model.n_clusters_


def test_the_expected_number_of_an_rbf_kernel() -> None:
    X, _ = grid(3, per_cluster=20)
    kernel = np.exp(-0.01 * ((X[:, None] - X) ** 2).sum(axis=2))
    assert DPPKMeans("expected", gamma=0.01, random_state=0).fit(X).n_clusters_ == round(
        LEnsemble(kernel).expected_size
    )


def test_the_cosine_metric_sees_directions() -> None:
    rng = np.random.default_rng(0)
    angles = np.repeat([0.2, 1.2, 2.2, 4.0], 100) + 0.05 * rng.standard_normal(400)
    X = np.column_stack([np.cos(angles), np.sin(angles)]) * rng.uniform(0.1, 10, (400, 1))
    model = DPPKMeans(metric="cosine", random_state=0).fit(X)
    assert adjusted_rand_score(np.repeat(range(4), 100), model.labels_) == 1
    np.testing.assert_array_equal(model.predict(3 * X), model.labels_)
    with pytest.raises(ValueError, match="metric='manhattan'"):
        DPPKMeans(metric="manhattan").fit(X)


def test_clusters_that_are_not_round_give_a_warning() -> None:
    angles = np.linspace(0, 2 * np.pi, 300, endpoint=False)
    rings = np.vstack([r * np.column_stack([np.cos(angles), np.sin(angles)]) for r in (1, 3)])
    with pytest.warns(NotRoundWarning, match="they are not round. Use DPPSpectralClustering.$") as caught:
        model = DPPKMeans(random_state=0).fit(rings)
    assert caught[0].filename == __file__
    assert model.evidence_.is_round is False


def test_a_point_far_from_all_others_does_not_take_a_cluster() -> None:
    """To give it a centre and join two clusters is cheaper, and not what the walk has found."""
    X, labels = make_blobs(600, centers=3, random_state=0, cluster_std=0.4)
    X = np.vstack([X, [[40, 40]]])
    model = DPPKMeans(random_state=0).fit(X)
    assert sorted(np.bincount(model.labels_)) == [200, 200, 201]
    assert adjusted_rand_score(labels, model.labels_[:600]) == 1
    assert (model.evidence_.is_round, model.evidence_.agreement) == (True, 1.0)
    assert KMeans(3, n_init=10, random_state=0).fit(X).inertia_ < 0.9 * model.inertia_


@pytest.mark.parametrize("settings", [{}, {"max_iter": 1}, {"seeding": "random"}, {"sharpness": 1.0}], ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_the_agreement_is_that_of_the_clusters_that_are_returned(settings: dict, seed: int) -> None:
    X, _ = grid(3, per_cluster=40)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotRoundWarning)
        model = DPPKMeans(random_state=seed, **settings).fit(X)
    walk = DPPSpectralClustering(random_state=seed).fit(X)
    assert model.n_clusters_ == walk.n_clusters_ == 9
    assert model.evidence_.agreement == pytest.approx(adjusted_rand_score(walk.labels_, model.labels_))
    assert model.evidence_.is_round is (model.evidence_.agreement >= ROUND)


def test_seeds_that_lose_clusters_say_so() -> None:
    X, _ = grid(3, per_cluster=40)
    agreements = []
    for seed in range(6):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NotRoundWarning)
            agreements.append(DPPKMeans(seeding="random", random_state=seed).fit(X).evidence_.agreement)
    assert min(agreements) < 0.75
    with pytest.warns(NotRoundWarning, match="or the seeds miss some. Use .*, or leave out seeding and sharpness"):
        DPPKMeans(seeding="random", random_state=int(np.argmin(agreements))).fit(X)


def test_the_walks_own_clusters_are_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no draw leads to them, k-means from their means is taken, although it costs more."""
    X, labels = make_blobs(600, centers=3, random_state=0, cluster_std=0.4)
    X = np.vstack([X, [[40, 40]]])
    monkeypatch.setattr("diverseed.walk.look.Walk.draws", lambda *_: [])
    monkeypatch.setattr("diverseed.cluster.starts.extend", lambda points, *_, **__: np.argsort(points.rows[:, 0])[-3:])
    model = DPPKMeans(random_state=0).fit(X)
    assert np.unique(model.seed_indices_).size == 3
    assert adjusted_rand_score(labels, model.labels_[:600]) == 1


def test_a_number_that_is_not_the_walks_is_not_compared_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diverseed.cluster.starts.compared_with_centres", lambda *_: pytest.fail("not the walk's k"))
    X, _ = grid(2, per_cluster=30)
    sizes = DPPKMeans("sample", random_state=0).fit(X).size_distribution_
    model = DPPKMeans("expected", random_state=0).fit(X)
    assert model.n_clusters_ == round(sum(k * p for k, p in sizes.items())) != 4
    assert (model.evidence_, DPPKMeans(3, random_state=0).fit(X).evidence_) == (None, None)


def test_levels_without_fitting_again() -> None:
    """Six clusters in three pairs: two levels, and the coarser one holds the finer one."""
    rng = np.random.default_rng(0)
    centres = np.array([[0, 0], [0, 8], [60, 0], [60, 8], [0, 60], [8, 60]])
    X = np.repeat(centres, 120, axis=0) + rng.standard_normal((720, 2))
    model = DPPKMeans(random_state=0).fit(X)
    assert {3, 6} <= {level.n_clusters for level in model.evidence_.levels}
    assert sum(level.share for level in model.evidence_.levels) == pytest.approx(1)
    truth = {6: np.repeat(range(6), 120), 3: np.repeat(range(3), 240)}
    for k, labels in truth.items():
        assert adjusted_rand_score(labels, model.labels_at(k)) == 1
        np.testing.assert_array_equal(model.labels_at(k, X), model.labels_at(k))
    fine = [branch for branch in model.levels_tree() if branch.n_clusters == 6]
    assert [branch.inside for branch in fine] == [1.0] * 6
    with pytest.raises(ValueError, match="99 is not a level"):
        model.labels_at(99)
    unpickled = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(unpickled.labels_at(3, X), model.labels_at(3))
    with pytest.raises(ValueError, match="does not keep its training data"):
        unpickled.labels_at(3)


def test_a_cluster_of_one_row_has_outliers_in_the_unit_of_all_clusters() -> None:
    X, _ = make_blobs(600, centers=3, random_state=0, cluster_std=0.4)
    model = DPPKMeans(4, random_state=0).fit(np.vstack([X, [[40, 40]]]))
    itself, beside, far = model.score_outliers([[40, 40], [40.1, 40], [1000, 1000]])
    assert itself == model.outlier_scores_[-1] == 0 < beside < 0.1
    assert far > 0.999


def test_copies_of_too_few_rows_give_a_warning_also_where_digits_differ() -> None:
    X = np.tile(np.random.default_rng(0).normal(size=(2, 2)), (10, 1))
    with pytest.warns(ConvergenceWarning, match="5 clusters, but points in only 2") as caught:
        model = DPPKMeans(5, random_state=0).fit(X)
    assert len(caught) == 1
    assert np.unique(model.labels_).size == 2


@pytest.mark.parametrize("n_clusters", [4, "auto", "expected", "sample"])
@pytest.mark.parametrize(("sharpness", "bandwidth"), [(1.0, 10), (np.inf, 1)])
def test_the_scale_of_the_kernel_follows_from_the_number_of_clusters(
    n_clusters: int | str, sharpness: float, bandwidth: float
) -> None:
    """The distance between clusters, or their width for a sharp process; that of the plain one gives the number."""
    X, _ = grid(2, per_cluster=30)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotRoundWarning)
        model = DPPKMeans(n_clusters, sharpness=sharpness, random_state=0).fit(X)
    expected = 10 if n_clusters in ("expected", "sample") else bandwidth
    assert 1 / np.sqrt(2 * model.gamma_) == pytest.approx(expected, rel=0.3)


@pytest.mark.parametrize("k", [5, 10])
def test_the_process_at_the_scale_found_draws_about_as_many_points_as_there_are_clusters(k: int) -> None:
    X, _ = make_blobs(60 * k, centers=k, cluster_std=0.3, random_state=1)
    drawn = [DPPKMeans("sample", random_state=seed).fit(X).n_clusters_ for seed in range(10)]
    assert np.mean(drawn) == pytest.approx(k, rel=0.3)
    assert DPPKMeans("expected", random_state=0).fit(X).n_clusters_ == pytest.approx(k, abs=2)


def test_outliers_have_high_scores_and_keep_their_labels() -> None:
    X, _ = grid(2, per_cluster=100)
    X = np.vstack([X, [[30.0, 30.0]]])
    model = DPPKMeans(4, random_state=0).fit(X)
    assert model.outlier_scores_.argmax() == 400
    assert model.outlier_scores_[400] > 0.5 > np.median(model.outlier_scores_)
    assert model.labels_.min() == 0
    assert ((model.outlier_scores_ >= 0) & (model.outlier_scores_ <= 1)).all()


@pytest.mark.parametrize("offset", [1e6, 1e8])
def test_the_origin_does_not_matter(offset: float) -> None:
    X, labels = grid(3, per_cluster=300)
    model = DPPKMeans(random_state=0).fit(X + offset)
    assert model.n_clusters_ == 9
    assert missed_clusters(labels, model.seed_indices_) == 0
    assert adjusted_rand_score(labels, model.labels_) == 1


def test_other_precision_at_prediction() -> None:
    X, _ = grid(2, per_cluster=30)
    single, double = X.astype(np.float32), X
    for fitted, new in ((single, double), (double, single)):
        model = DPPKMeans(random_state=0).fit(fitted)
        np.testing.assert_array_equal(model.predict(new), model.labels_)
        assert model.score(new) == pytest.approx(-model.inertia_, rel=1e-3)


def test_rounded_measurements_do_not_give_a_cluster_per_value() -> None:
    values = np.round(np.random.default_rng(0).normal(5.8, 0.8, (150, 1)), 1)
    with pytest.warns(NoStructureWarning):
        assert DPPKMeans(random_state=0).fit(values).n_clusters_ == 1


def test_weights_of_any_size_and_too_few_of_them() -> None:
    X, _ = grid(2, per_cluster=30)
    for weight in (1e-300, 1e300):
        assert DPPKMeans(random_state=0).fit(X, sample_weight=np.full(120, weight)).n_clusters_ == 4
    with pytest.raises(InputError, match="n_clusters=3 exceeds n_samples=1"):
        DPPKMeans(3).fit(X, sample_weight=np.eye(120)[0])


@pytest.mark.parametrize("n", [2, 3, 5])
def test_a_draw_from_few_points(n: int) -> None:
    assert 1 <= DPPKMeans("sample", random_state=0).fit(np.arange(n)[:, None].astype(float)).n_clusters_ <= n


@pytest.fixture(scope="module")
def mapped(tmp_path_factory) -> tuple[np.memmap, np.ndarray]:
    """184 MB in a file: the fixed needs of a fit are some 110 MB."""
    path = tmp_path_factory.mktemp("mapped") / "points.npy"
    X, labels = grid(3, per_cluster=80_000)
    points = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=(len(X), 64))
    points[:] = np.random.default_rng(0).standard_normal(points.shape, dtype=np.float32)
    points[:, :2] = X
    points.flush()
    return np.load(path, mmap_mode="r"), labels


@pytest.mark.parametrize("parameters", [{}, {"n_clusters": 9, "seeding": "greedy-k-means++"}])
def test_a_memory_map_is_not_copied(mapped, parameters: dict) -> None:
    points, labels = mapped
    model = DPPKMeans(random_state=0, **parameters)
    tracemalloc.start()
    try:
        model.fit(points)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 0.8 * points.nbytes
    assert model.n_clusters_ == 9
    assert missed_clusters(labels, model.seed_indices_) == 0


def test_a_memory_map_and_an_array_give_the_same(mapped) -> None:
    points, labels = mapped
    ours, theirs = (DPPKMeans(random_state=1).fit(X) for X in (points, np.array(points)))
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    np.testing.assert_array_equal(ours.seed_indices_, theirs.seed_indices_)
    assert adjusted_rand_score(labels, ours.labels_) > 0.999


def test_labels_are_predictions_also_far_from_the_origin() -> None:
    X, _ = grid(3, per_cluster=100)
    far = (X + 4096).astype(np.float32)
    model = DPPKMeans(random_state=0).fit(far)
    np.testing.assert_array_equal(model.predict(far), model.labels_)
    assert model.score(far) == pytest.approx(-model.inertia_)
    assert model.inertia_ == pytest.approx(KMeans(9, n_init=10, random_state=0).fit(X).inertia_, rel=1e-3)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("factor", "dtype", "message"),
    [
        (1e160, np.float64, "too large"),
        (1e-160, np.float64, "too small"),
        (1e-200, np.float64, "too small"),
        (1e20, np.float32, "too large"),
        (1e-20, np.float32, "too small"),
    ],
)
def test_units_that_squares_cannot_hold_are_refused(factor: float, dtype: type, message: str) -> None:
    X, _ = grid(2, per_cluster=20)
    with pytest.raises(InputError, match=message):
        DPPKMeans(random_state=0).fit((X * factor).astype(dtype))


@pytest.mark.parametrize("factor", [1e-150, 1e150])
def test_extreme_units_that_squares_can_hold_change_nothing(factor: float) -> None:
    X, _ = grid(2, per_cluster=30)
    ordinary, extreme = (DPPKMeans(random_state=0).fit(X * unit) for unit in (1.0, factor))
    assert adjusted_rand_score(ordinary.labels_, extreme.labels_) == 1
    assert extreme.inertia_ == pytest.approx(ordinary.inertia_ * factor**2, rel=1e-6)


def test_seedings_by_name_report_their_scale_and_sizes() -> None:
    X, _ = grid(2, per_cluster=30)
    given = DPPKMeans(4, seeding="k-dpp", gamma=0.01, random_state=0).fit(X)
    found = DPPKMeans(4, seeding="k-dpp", random_state=0).fit(X)
    drawn = DPPKMeans("sample", seeding="dpp", gamma=0.01, random_state=0).fit(X)
    by_process = DPPKMeans("sample", gamma=0.01, random_state=0).fit(X)
    assert given.gamma_ == drawn.gamma_ == 0.01
    assert found.gamma_ > 0
    assert DPPKMeans(4, seeding="k-means++", random_state=0).fit(X).gamma_ is None
    assert drawn.size_distribution_ == by_process.size_distribution_
    assert len(drawn.size_distribution_) > 3


def test_a_linear_kernel_without_effect_gives_a_warning() -> None:
    X, _ = grid(2, per_cluster=30)
    with pytest.warns(UserWarning, match="no effect"):
        DPPKMeans(4, kernel="linear", random_state=0).fit(X)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        DPPKMeans(2, kernel="linear", sharpness=1, random_state=0).fit(X)


@pytest.mark.parametrize("name", ["DPPKMeans", "DPPSpectralClustering"])
def test_n_init_auto_is_five_draws(name: str) -> None:
    X, _ = make_blobs(200, centers=3, random_state=1)
    five = getattr(diverseed, name)(n_init=5, random_state=0).fit(X)
    auto = getattr(diverseed, name)(n_init="auto", random_state=0).fit(X)
    np.testing.assert_array_equal(auto.seed_indices_, five.seed_indices_)
    with pytest.raises(InputError, match="n_init must be a positive integer"):
        getattr(diverseed, name)(n_init="five").fit(X)


@pytest.mark.parametrize("k", [2, 3])
def test_one_row_may_outweigh_all_others(k: int) -> None:
    X, _ = make_blobs(300, centers=[[0, 0], [8, 0], [0, 8]], random_state=0)
    model = DPPKMeans(k, random_state=0).fit(X, sample_weight=np.append(1e30, np.ones(299)))
    assert np.unique(model.labels_).size == k
    assert np.isfinite(model.inertia_)
