"""``diverseed cluster``: what is printed where, what is written, and what is refused."""

import csv
import json
import re

import numpy as np
import polars as pl
import pytest
from sklearn.datasets import make_circles
from sklearn.metrics import adjusted_rand_score
from typer.testing import CliRunner

from diverseed import DPPKMeans
from diverseed.cli import app
from diverseed.examples import load_example

KEYS = {"n", "n_clusters", "inertia", "gamma", "seeds", "verdict", "size_distribution", "seconds"}


def run(*arguments, stdin=None):
    return CliRunner().invoke(app, ["cluster", *map(str, arguments)], input=stdin)


def result_of(*arguments, stdin=None) -> dict:
    """The whole of standard output as one JSON object."""
    done = run(*arguments, "--json", stdin=stdin)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout, parse_constant=pytest.fail)


@pytest.fixture(scope="module")
def blobs() -> np.ndarray:
    rng = np.random.default_rng(0)
    return np.concatenate([centre + rng.standard_normal((40, 2)) for centre in ([0, 0], [12, 0], [0, 12])])


@pytest.fixture
def table(tmp_path, blobs):
    path = tmp_path / "blobs.csv"
    rows = [f"{x},{y},{'ab'[i % 2]}" for i, (x, y) in enumerate(blobs.tolist())]
    path.write_text("\n".join(["x,y,name", *rows]) + "\n")
    return path


def test_json_agrees_with_the_estimator(table, blobs) -> None:
    result = result_of(table)
    model = DPPKMeans(random_state=0).fit(blobs)
    assert result.keys() >= KEYS
    assert (result["n"], result["n_features"], result["n_clusters"], result["verdict"]) == (120, 2, 3, "clear")
    assert result["inertia"] == pytest.approx(model.inertia_)
    assert result["gamma"] == pytest.approx(model.gamma_)
    assert result["seeds"] == model.seed_indices_.tolist()
    assert sorted(result["cluster_sizes"]) == [40, 40, 40]
    assert sum(entry["probability"] for entry in result["size_distribution"]) == pytest.approx(1)
    assert {entry["k"] for entry in result["size_distribution"]} == set(model.size_distribution_)
    assert result["left_out"] == [{"column": "name", "reason": "text"}]
    assert result["evidence"]["scores"] == pytest.approx(model.evidence_.scores.tolist(), abs=1e-6)


def test_text_columns_are_named_on_standard_error(table) -> None:
    done = run(table, "--json")
    assert "left out (text): 'name'" in done.stderr
    json.loads(done.stdout)


def test_a_person_reads_the_number_and_the_verdict(table) -> None:
    done = run(table)
    assert done.exit_code == 0
    assert done.stdout.startswith("3 clusters (strong evidence)\n")
    assert len(re.findall(r"^\s*\d\s+40\s+33\.3%", done.stdout, re.MULTILINE)) == 3


def test_standard_input(table) -> None:
    from_file, from_input = result_of(table), result_of("-", stdin=table.read_text())
    del from_file["seconds"], from_input["seconds"]
    assert from_input == from_file


def test_the_same_seed_gives_the_same_result(table) -> None:
    first, second, other = (result_of(table, "--k", 9, "--seed", seed) for seed in (5, 5, 6))
    for result in (first, second):
        del result["seconds"]
    assert first == second
    assert first["seeds"] != other["seeds"]


def test_a_given_number(table) -> None:
    result = result_of(table, "--k", 4)
    assert result["n_clusters"] == len(result["seeds"]) == 4
    assert result["verdict"] is None
    assert result["size_distribution"] == [{"k": 4, "probability": 1.0}]


def test_a_draw_of_the_process(table) -> None:
    result = result_of(table, "--k", "sample", "--gamma", 0.05, "--sharpness", 1)
    assert result["gamma"] == 0.05
    assert result["n_clusters"] == len(result["seeds"]) == len(result["cluster_sizes"])
    assert len(result["size_distribution"]) > 3


def test_a_seeding_by_name(table) -> None:
    result = result_of(table, "--k", 3, "--seeding", "k-means++", "--seed", 1)
    assert result["gamma"] is None
    assert sum(result["cluster_sizes"]) == 120


def test_no_structure_is_an_answer() -> None:
    done = run("example:noise", "--json")
    result = json.loads(done.stdout)
    assert (done.exit_code, result["n_clusters"], result["verdict"]) == (0, 1, "none")
    assert "note: no clusters stand out" in done.stderr


def test_columns_and_scale(tmp_path, blobs) -> None:
    path = tmp_path / "blobs.csv"
    values = np.column_stack([blobs * [1, 1e4], np.full(120, 7.0)])
    np.savetxt(path, values, delimiter=",", header="x,y,c", comments="")
    done = run(path, "--json")
    assert "column 'y' spreads" in done.stderr
    assert "constant, so of no effect: 'c'" in done.stderr
    scaled = result_of(path, "--scale", "standard")
    assert (scaled["n_clusters"], scaled["scale"], scaled["n_features"]) == (3, "standard", 3)
    expected = DPPKMeans(random_state=0).fit((blobs - blobs.mean(axis=0)) / blobs.std(axis=0)).inertia_
    assert scaled["inertia"] == pytest.approx(expected)
    assert result_of(path, "--columns", "y,x")["columns"] == ["y", "x"]


@pytest.mark.parametrize("suffix", ["csv", "tsv", "json", "parquet"])
def test_labels_are_written(table, tmp_path, blobs, suffix) -> None:
    out = tmp_path / f"labels.{suffix}"
    result = result_of(table, "--out", out)
    if suffix == "parquet":
        rows = pl.read_parquet(out).rows(named=True)
    elif suffix == "json":
        rows = json.loads(out.read_text())
    else:
        rows = list(csv.DictReader(out.open(), delimiter="\t" if suffix == "tsv" else ","))
    labels = np.array([int(row["label"]) for row in rows])
    assert [int(row["row"]) for row in rows] == list(range(120))
    np.testing.assert_array_equal(np.bincount(labels), result["cluster_sizes"])
    centres = np.array([blobs[labels == label].mean(axis=0) for label in range(3)])
    distances = [float(row["distance"]) for row in rows]
    np.testing.assert_allclose(distances, np.linalg.norm(blobs - centres[labels], axis=1), rtol=1e-6)
    assert np.sum(np.square(distances)) == pytest.approx(result["inertia"], rel=1e-6)


BAD = {
    "no such file": (["absent.csv"], "no file"),
    "no such example": (["example:absent"], "no bundled set 'absent'"),
    "k above n": (["example:iris", "--k", "151"], "n_clusters=151 is above n_samples=150"),
    "k of zero": (["example:iris", "--k", "0"], "--k 0"),
    "k a word": (["example:iris", "--k", "many"], "--k many"),
    "gamma a word": (["example:iris", "--gamma", "wide"], "--gamma wide"),
    "gamma below zero": (["example:iris", "--gamma", "-1"], "gamma"),
    "sharpness below zero": (["example:iris", "--sharpness", "-1"], "sharpness"),
    "no such seeding": (["example:iris", "--seeding", "best"], "no seeding 'best'"),
    "no such column": (["example:iris", "--columns", "weight"], "no column 'weight'. Its columns are 'sepal length'"),
    "no such format": (["example:iris", "--out", "labels.xlsx"], "what to write"),
    "no such folder": (["example:iris", "--out", "absent/labels.csv"], "does not exist"),
    "report not html": (["example:iris", "--report", "report.pdf"], ".html"),
    "one name for both": (["example:iris", "--out", "a.html", "--report", "a.html"], "what to write"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_requests_are_refused(case, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, message = BAD[case]
    done = run(*arguments, "--json")
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.startswith("diverseed: ")
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content", ["", "a,b\n", "a,b\n1,2\n", "a,b\n1,2\n3,\n", "a,b\n1,1\n1,1\n", "a,b\n1,2\n3,inf\n", "a\nx\ny\n"]
)
def test_bad_tables_are_refused_and_nothing_is_written(content, tmp_path) -> None:
    path = tmp_path / "data.csv"
    path.write_text(content)
    done = run(path, "--out", tmp_path / "labels.csv", "--report", tmp_path / "report.html", "--json")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert str(path) in done.stderr or "column" in done.stderr
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_leaves_the_old_files(table, tmp_path, monkeypatch) -> None:
    out, report = tmp_path / "labels.csv", tmp_path / "report.html"
    out.write_text("old")

    def fail(*_, **__):
        raise RuntimeError("no page")

    monkeypatch.setattr("diverseed.report.html_report", fail)
    done = run(table, "--out", out, "--report", report)
    assert isinstance(done.exception, RuntimeError)
    assert out.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["blobs.csv", "labels.csv"]


def test_the_report_is_written(table, tmp_path) -> None:
    report = tmp_path / "report.html"
    done = run(table, "--report", report)
    assert done.exit_code == 0
    assert "3 clusters (strong evidence)" in report.read_text()
    assert "blobs.csv" in report.read_text()


def test_examples_by_name() -> None:
    result = result_of("example:iris")
    assert (result["n"], result["n_features"]) == load_example("iris").values.shape
    assert result["columns"][0] == "sepal length"


@pytest.fixture
def rings(tmp_path):
    X, labels = make_circles(600, noise=0.04, factor=0.4, random_state=0)
    path = tmp_path / "rings.csv"
    path.write_text("x,y\n" + "\n".join(f"{x},{y}" for x, y in X.tolist()) + "\n5,5\n")
    return path, labels


@pytest.mark.parametrize(("shape", "taken"), [("auto", "any"), ("any", "any"), ("round", "round")])
def test_shapes(rings, tmp_path, shape, taken) -> None:
    path, labels = rings
    out = tmp_path / "labels.csv"
    done = run(path, "--shape", shape, "--out", out, "--json")
    result = json.loads(done.stdout)
    assert (result["shape"], result["evidence"]["is_round"]) == (taken, False)
    assert result["evidence"]["levels"][0]["n_clusters"] == result["n_clusters"] == 2
    assert any("not round" in note for note in result["notes"]) == (shape == "auto")
    written = [int(line.split(",")[1]) for line in out.read_text().splitlines()[1:601]]
    assert (adjusted_rand_score(labels, written) == 1) == (taken == "any")


def test_outliers_are_marked_only_if_asked(rings, tmp_path) -> None:
    path, _ = rings
    out = tmp_path / "labels.csv"
    assert json.loads(run(path, "--json").stdout)["outliers"] == []
    result = json.loads(run(path, "--mark-outliers", "0.05", "--out", out, "--json").stdout)
    assert 600 in result["outliers"]
    assert len(result["outliers"]) <= 0.05 * 601
    marked = [int(line.split(",")[0]) for line in out.read_text().splitlines()[1:] if line.split(",")[1] == "-1"]
    assert marked == result["outliers"]


def test_any_shape_with_a_draw_is_refused(rings) -> None:
    done = run(rings[0], "--shape", "any", "--k", "sample")
    assert done.exit_code == 2
    assert "any shape" in done.stderr
