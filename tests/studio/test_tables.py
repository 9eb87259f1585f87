"""What the page says of a table: of the clusters shown, not of others."""

from pathlib import Path

import numpy as np
from sklearn.datasets import make_circles

from diverseed.studio.pipelines.table import FILES, run
from diverseed.studio.records import Job
from diverseed.studio.settings import ClusterEdit, JobSettings

from .conftest import nested


def job_of(folder: Path, text: str, **settings) -> Job:
    (folder / "table.csv").write_text(text)
    return Job(folder=folder, name="table", file="table.csv", wanted=JobSettings(kind="table", **settings))


def columns_of(state) -> dict[str, np.ndarray]:
    header, *lines = FILES["table.csv"](state, "table").splitlines()
    return dict(zip(header.split(","), np.array([line.split(",") for line in lines], dtype=float).T, strict=True))


def test_another_level_has_its_own_notes_and_scores(tmp_path) -> None:
    """Two groups along x, each of three along y: only the coarse level differs in one column."""
    where = np.arange(600) % 6
    points = np.column_stack([60 * (where // 3), 10 * (where % 3)]) + np.random.default_rng(0).normal(size=(600, 2))
    text = "x,y\n" + "\n".join(f"{x:.5f},{y:.5f}" for x, y in points)
    found, state, _ = run(job_of(tmp_path, text), None)
    numbers = {level["k"] for level in found["evidence"]["levels"]}
    assert {2, 6} <= numbers
    said = {}
    for k in (2, 6):
        result, shown, _ = run(job_of(tmp_path, text, level=k), state)
        said[k] = " ".join(result["notes"])
        columns = columns_of(shown)
        far, labels = columns["distance"], columns["cluster"].astype(int)
        spread = np.sqrt(np.bincount(labels, far**2) / np.bincount(labels))[labels]
        np.testing.assert_allclose(columns["outlier_score"], far**2 / (far**2 + 9 * spread**2), rtol=0.02, atol=1e-4)
    assert "differ only in column 'x'" in said[2]
    assert "only in column" not in said[6]


def test_rings_have_no_note_on_their_means(tmp_path) -> None:
    X, labels = make_circles(600, noise=0.03, factor=0.4, random_state=0)
    X[labels == 1, 1] += 0.05
    text = "a,b\n" + "\n".join(f"{x:.6f},{y:.6f}" for x, y in X)
    result, _, _ = run(job_of(tmp_path, text), None)
    assert result["n_clusters"] == 2
    assert any("come from the random walk" in note for note in result["notes"])
    assert not any("only in column" in note for note in result["notes"])


def test_joined_clusters_have_their_own_notes(tmp_path) -> None:
    result, state, _ = run(job_of(tmp_path, nested(), k=4), None)
    assert not any("only in column" in note for note in result["notes"])
    right = [cluster["members"][0] for cluster in result["clusters"] if float(cluster["means"][0]) > 50]
    edits = [
        ClusterEdit(what="name", of=result["signature"], cluster=number, text="right" if number in right else "left")
        for number in range(4)
    ]
    joined, _, _ = run(job_of(tmp_path, nested(), k=4, steps=tuple(edits)), state)
    assert sorted(cluster["name"] for cluster in joined["clusters"]) == ["left", "right"]
    assert any("differ only in column 'x'" in note for note in joined["notes"])


def test_without_structure_there_are_no_levels_to_choose(tmp_path) -> None:
    points = np.random.default_rng(0).normal(size=(300, 2))
    text = "x,y\n" + "\n".join(f"{x:.5f},{y:.5f}" for x, y in points)
    result, state, _ = run(job_of(tmp_path, text), None)
    assert (result["verdict"], result["n_clusters"]) == ("none", 1)
    assert state.evidence.levels == ()
    assert [level["k"] for level in result["evidence"]["levels"]] == [1]
    assert result["evidence"]["best"] > 1
    assert FILES["evidence.png"](state, "table").startswith(b"\x89PNG")
    assert "No clusters found" in FILES["report.html"](state, "table")
    two, _, _ = run(job_of(tmp_path, text, k=2), state)
    assert two["n_clusters"] == 2


def test_scores_reach_beyond_every_level(tmp_path) -> None:
    result, _, _ = run(job_of(tmp_path, nested()), None)
    levels = [level["k"] for level in result["evidence"]["levels"]]
    assert max(levels) >= 16
    assert len(result["evidence"]["scores"]) >= max(levels)


def test_a_level_that_another_shape_does_not_have_is_a_number_to_look_for(tmp_path) -> None:
    result, _, _ = run(job_of(tmp_path, nested(), level=5, shape="any"), None)
    assert 5 not in {level["k"] for level in result["evidence"]["levels"]}
    assert result["headline"] == "5 clusters (you chose this)"


def test_averages_of_a_column_have_the_same_decimals(tmp_path) -> None:
    result, _, _ = run(job_of(tmp_path, nested(), k=4), None)
    for place in range(2):
        means = [cluster["means"][place] for cluster in result["clusters"]]
        assert len({len(mean.partition(".")[2]) for mean in means}) == 1
        assert len({len(mean) for mean in means}) > 1
