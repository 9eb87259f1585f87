"""What the user is told of clusters that follow a column, categories, or what was filled in."""

import json

import numpy as np
import pytest
from sklearn.datasets import make_circles
from sklearn.metrics import adjusted_rand_score
from sklearn.neighbors import NearestNeighbors

from diverseed import DPPKMeans, DPPSpectralClustering
from diverseed.errors import NotRoundWarning
from diverseed.report.clustered_table import cluster_table
from diverseed.report.fitting import fit_shape
from diverseed.report.relabelled import with_labels
from diverseed.tables import as_table, prepare
from tests.data import SHAPES, grid
from tests.html_page import HtmlPage

RNG = np.random.default_rng(3)
LABELS = np.repeat([0, 1, 2], 60)
BLOBS = np.array([[0, 0], [12, 0], [0, 12]])[LABELS] + RNG.normal(size=(180, 2))


# two groups along x, each of three along y
NESTED = np.repeat(np.arange(6), 50)
GRID = np.array([[30 * (i // 3), 10 * (i % 3)] for i in range(6)])[NESTED] + RNG.normal(size=(300, 2))


def rings(shape, **options):
    X, labels = make_circles(600, noise=0.03, factor=0.4, random_state=0)
    X[labels == 1, 1] += 0.05  # their means differ in this column alone
    prepared = prepare({"a": X[:, 0], "b": X[:, 1]})
    return cluster_table(prepared, settings={"n_clusters": "auto", "random_state": 0}, shape=shape, **options), labels


def notes(frame, k="auto", **options) -> str:
    outcome = cluster_table(prepare(frame, **options), settings={"n_clusters": k, "random_state": 0})
    return " ".join(outcome.notes)


def test_clusters_that_follow_categories() -> None:
    frame = {"x": BLOBS[:, 0], "y": BLOBS[:, 1], "sex": RNG.permutation(["f", "m"] * 90)}
    assert "follow the categories of 'sex'" in notes(frame, 6)
    assert "follow" not in notes(frame, 3, exclude="sex")


@pytest.mark.parametrize(("shape", "round_"), [("rings", False), ("grid", True)])
def test_seeds_that_were_asked_for_may_miss_clusters_that_are_round(shape: str, round_: bool) -> None:
    """Then k-means stays, and the note says so; clusters that are not round come from the walk whatever the seeds."""
    X = SHAPES["rings"][0] if shape == "rings" else grid(3, per_cluster=40)[0]
    for seed in range(20):
        settings = {"n_clusters": "auto", "seeding": "random", "random_state": seed}
        model, said = fit_shape(DPPKMeans, DPPSpectralClustering, X, settings, "auto")
        if said:
            break
    assert len(said) == (1 if round_ else 2)  # and that the seeding had no effect
    assert isinstance(model, DPPKMeans if round_ else DPPSpectralClustering)
    assert ("with the seeds that were asked for" in said[0]) == round_
    assert ("are not round, so they come from the random walk" in said[0]) != round_


def test_the_only_column_is_not_to_be_left_out() -> None:
    assert "Leave" not in notes({"kind": ["a", "b", "c"] * 60}, 3)


@pytest.mark.parametrize("flat", [True, False])
def test_clusters_that_differ_in_one_column(flat) -> None:
    rng = np.random.default_rng(0)
    x = rng.uniform(0, 100, size=300) if flat else np.repeat([0, 50, 100], 100) + rng.normal(size=300)
    said = notes({"x": x, "y": rng.normal(size=300)}, 3, scale="none")
    assert "differ only in column 'x'" in said
    assert ("no gap" in said) == flat
    assert "only in column" not in notes({"x": BLOBS[:, 0], "y": BLOBS[:, 1]}, 3)


@pytest.mark.parametrize("shape", ["auto", "any"])
def test_means_say_nothing_of_rings(shape) -> None:
    outcome, labels = rings(shape)
    assert adjusted_rand_score(labels, outcome.labels) == 1
    assert not any("only in column" in note for note in outcome.notes)


def test_round_clusters_of_the_walk_may_differ_in_one_column() -> None:
    x = np.repeat([0, 50, 100], 100) + RNG.normal(size=300)
    prepared = prepare({"x": x, "y": RNG.normal(size=300)}, scale="none")
    outcome = cluster_table(prepared, settings={"n_clusters": 3, "random_state": 0}, shape="any")
    assert any("differ only in column 'x'" in note for note in outcome.notes)


def test_other_labels_have_their_own_notes() -> None:
    prepared = prepare({"x": GRID[:, 0], "y": GRID[:, 1]}, scale="none")
    fine = cluster_table(prepared, settings={"n_clusters": 6, "random_state": 0})
    assert adjusted_rand_score(NESTED, fine.labels) == 1
    coarse = with_labels(fine, NESTED // 3)
    assert not any("only in column" in note for note in fine.notes)
    assert any("differ only in column 'x'" in note for note in coarse.notes)
    assert not any("only in column" in note for note in with_labels(coarse, NESTED).notes)


def test_other_labels_have_no_note_on_how_the_first_were_found() -> None:
    outcome, labels = rings("auto")
    assert any("come from the random walk" in note for note in outcome.notes)
    assert not any("come from the random walk" in note for note in with_labels(outcome, labels).notes)


@pytest.mark.parametrize("shape", ["any", "round"])
def test_the_same_labels_have_the_same_outlier_scores(shape) -> None:
    outcome, _ = rings(shape)
    again = with_labels(outcome, outcome.labels)
    np.testing.assert_allclose(again.model.outlier_scores_, outcome.model.outlier_scores_, rtol=1e-9)
    np.testing.assert_allclose(again.distances, outcome.distances, atol=1e-3)
    assert again.model.inertia_ == pytest.approx(outcome.model.inertia_, rel=1e-6)


@pytest.mark.parametrize("shape", ["any", "round"])
def test_other_labels_have_outlier_scores_of_their_own(shape) -> None:
    """All rows in one cluster: the distance to the fifth neighbour or to the mean, in units of what is usual."""
    prepared = prepare({"x": GRID[:, 0], "y": GRID[:, 1]}, scale="none")
    outcome = cluster_table(prepared, settings={"n_clusters": 6, "random_state": 0}, shape=shape)
    joined = with_labels(outcome, np.zeros(300, dtype=int)).model
    fifth = NearestNeighbors(n_neighbors=5).fit(GRID).kneighbors()[0][:, 4]
    far = np.linalg.norm(GRID - GRID.mean(axis=0), axis=1)
    unit = fifth / np.median(fifth) if shape == "any" else far / np.sqrt(np.mean(far**2))
    np.testing.assert_allclose(joined.outlier_scores_, unit**2 / (unit**2 + 9), rtol=1e-6)
    assert joined.inertia_ == pytest.approx((far**2).sum())


def test_marked_rows_count_in_no_cluster() -> None:
    rng = np.random.default_rng(0)
    points = np.concatenate([BLOBS, rng.uniform(-40, 60, (20, 2))])
    table = as_table({"x": points[:, 0], "y": points[:, 1]})
    prepared = prepare(table, scale="none")
    outcome = cluster_table(prepared, settings={"n_clusters": 3, "random_state": 0}, outliers=0.05)
    kept = outcome.labels >= 0
    assert outcome.n_marked == (~kept).sum() > 5
    np.testing.assert_array_equal(outcome.sizes, np.bincount(outcome.labels[kept]))
    means = [points[outcome.labels == label].mean(axis=0) for label in range(3)]
    np.testing.assert_allclose(outcome.centres, means)
    rows = json.loads(outcome.centres_file(table, ".json"))
    assert [row["rows"] for row in rows] == outcome.sizes.tolist()
    clusters = outcome.description.clusters
    assert [cluster.size for cluster in clusters] == outcome.sizes.tolist()
    np.testing.assert_allclose([cluster.centre for cluster in clusters], means)
    assert f"Rows marked as outliers: {outcome.n_marked}." in outcome.notes
    assert "-1" not in [str(cluster.label) for cluster in clusters]
    page = " ".join(" ".join(HtmlPage(outcome.report("blobs")).words).split())
    assert f"Outliers {outcome.n_marked} {outcome.n_marked / 200:.1%} marked, in no cluster" in page
    assert f"{outcome.sizes[0]} {outcome.sizes[0] / 200:.1%}" in page


def test_clusters_that_follow_filled_in_values() -> None:
    seasons = np.where(np.arange(180) % 2, np.nan, RNG.normal(50, 1, size=180))
    seasons[:90:2] += 60
    frame = {"a": seasons, "b": seasons + RNG.normal(size=180), "c": RNG.normal(size=180), "d": RNG.normal(size=180)}
    assert "follow missing values in 'a', 'b'" in notes(frame, 3, scale="none")
    # half of the rows are whole: clusters are found on those
    assert "Only the 90 rows without missing values were searched for clusters; the others (90) were" in notes(
        frame, 2, scale="none"
    )
    frame = {"x": BLOBS[:, 0], "y": np.where(RNG.random(180) < 0.2, np.nan, BLOBS[:, 1])}
    assert "follow" not in notes(frame, 3)


def test_rows_with_gaps_make_no_clusters_of_their_own() -> None:
    """Filled in with the median, which no cluster has, a tenth of the rows would be two clusters more."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 4, 600)
    centres = np.array([[0, 0, 0], [9, 0, 9], [0, 9, 9], [9, 9, 0]])
    points = centres[truth] + rng.normal(size=(600, 3))
    points[::10, 0] = np.nan
    prepared = prepare({"a": points[:, 0], "b": points[:, 1], "c": points[:, 2]})
    outcome = cluster_table(prepared, settings={"n_clusters": "auto", "random_state": 0})
    assert outcome.model.n_clusters_ == 4
    assert adjusted_rand_score(truth, outcome.labels) > 0.99
    assert outcome.labels.size == 600
    whole = np.arange(600) % 10 > 0
    np.testing.assert_array_equal(prepared.sample_weight, whole)
    alone = DPPKMeans(random_state=0).fit(prepared.matrix, sample_weight=whole)
    np.testing.assert_array_equal(outcome.labels, alone.labels_)


@pytest.mark.filterwarnings("error:Mean of empty slice")
def test_clusters_without_rows() -> None:
    """More clusters than different rows: some have no rows, and so no mean."""
    days = np.datetime64("2020-01-01") + np.repeat([0, 40, 90], 4)
    frame = {"day": days, "x": np.repeat([1.0, 5.0, 5.0], 4)}
    outcome = cluster_table(prepare(frame), settings={"n_clusters": 6, "random_state": 0})
    assert (outcome.sizes == 0).any()
    rows = json.loads(outcome.centres_file(as_table(frame), ".json"))
    assert [row["rows"] for row in rows] == outcome.sizes.tolist()
    for row in rows:
        assert (row["day"] is None) == (row["x"] is None) == (row["rows"] == 0)
        assert row["day"] in (None, "2020-01-01", "2020-02-10", "2020-03-31")
    merged = with_labels(outcome, np.where(outcome.labels == outcome.labels[0], 5, outcome.labels))
    assert np.isfinite(merged.model.cluster_centers_).all()
    assert merged.sizes.sum() == 12


@pytest.mark.parametrize("k", ["auto", 2])
def test_a_number_that_is_given_has_the_clusters_of_the_same_number_found(k) -> None:
    X, labels = make_circles(600, noise=0.03, factor=0.4, random_state=0)
    model, said = fit_shape(DPPKMeans, DPPSpectralClustering, X, {"n_clusters": k, "random_state": 0}, "auto")
    assert adjusted_rand_score(labels, model.labels_) == 1
    assert [note.partition(",")[0] for note in said] == ["The clusters are not round"]
    assert (model.evidence_ is None) == (k == 2)


@pytest.mark.parametrize("k", [3, 5])
def test_another_number_is_that_of_k_means(k) -> None:
    X, _ = make_circles(600, noise=0.03, factor=0.4, random_state=0)
    model, said = fit_shape(DPPKMeans, DPPSpectralClustering, X, {"n_clusters": k, "random_state": 0}, "auto")
    assert (type(model), model.n_clusters_, said) == (DPPKMeans, k, [])


def test_the_evidence_of_a_walk_is_against_the_k_means_that_was_tried() -> None:
    """That from other seeds than those of the walk's own comparison: a note and the evidence have one number."""
    X = SHAPES["rings"][0]
    settings = {"n_clusters": "auto", "random_state": 0}
    with pytest.warns(NotRoundWarning):
        tried = DPPKMeans(**settings).fit(X).evidence_
    model, said = fit_shape(DPPKMeans, DPPSpectralClustering, X, settings, "auto")
    assert (model.evidence_.is_round, model.evidence_.agreement) == (False, tried.agreement)
    assert f"(adjusted Rand index {tried.agreement:z.2f})" in said[0]
    alone = DPPSpectralClustering(**settings).fit(X).evidence_
    assert alone.agreement != tried.agreement
