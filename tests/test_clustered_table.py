"""What the user is told of clusters that follow a column, categories, or what was filled in."""

import json

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from diverseed import DPPKMeans, DPPSpectralClustering
from diverseed.report.clustered_table import cluster_table
from diverseed.report.fitting import fit_shape
from diverseed.studio.pipelines.table import with_labels
from diverseed.tables import prepare
from tests.data import SHAPES, grid

RNG = np.random.default_rng(3)
LABELS = np.repeat([0, 1, 2], 60)
BLOBS = np.array([[0, 0], [12, 0], [0, 12]])[LABELS] + RNG.normal(size=(180, 2))


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
    assert len(said) == 1
    assert isinstance(model, DPPKMeans if round_ else DPPSpectralClustering)
    assert ("with the seeds that were asked for" in said[0]) == round_
    assert ("are not round, so they come from the random walk" in said[0]) != round_


def test_the_only_column_is_not_to_be_left_out() -> None:
    assert "Leave" not in notes({"kind": ["a", "b", "c"] * 60}, 3)


@pytest.mark.parametrize("flat", [True, False])
def test_clusters_that_differ_in_one_column(flat) -> None:
    x = RNG.uniform(0, 100, size=300) if flat else np.repeat([0, 50, 100], 100) + RNG.normal(size=300)
    said = notes({"x": x, "y": RNG.normal(size=300)}, 3, scale="none")
    assert "differ only in column 'x'" in said
    assert ("no gap" in said) == flat
    assert "only in column" not in notes({"x": BLOBS[:, 0], "y": BLOBS[:, 1]}, 3)


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
    rows = json.loads(outcome.centres_file(".json"))
    assert [row["rows"] for row in rows] == outcome.sizes.tolist()
    for row in rows:
        assert (row["day"] is None) == (row["x"] is None) == (row["rows"] == 0)
        assert row["day"] in (None, "2020-01-01", "2020-02-10", "2020-03-31")
    merged = with_labels(outcome, np.where(outcome.labels == outcome.labels[0], 5, outcome.labels))
    assert np.isfinite(merged.model.cluster_centers_).all()
    assert merged.sizes.sum() == 12
