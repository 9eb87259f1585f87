"""``diverseed cluster``: what is printed where, what is written, and what is refused."""

import csv
import json
import re
import shlex
from html import unescape
from typing import get_type_hints

import numpy as np
import openpyxl
import polars as pl
import pytest
from sklearn.datasets import make_circles
from sklearn.metrics import adjusted_rand_score
from typer.testing import CliRunner

from diverseed import DPPKMeans, load
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
    rows = [f"{x},{y},name {i}" for i, (x, y) in enumerate(blobs.tolist())]
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
    assert "Left out as text: 'name' (120 different texts in 120 cells)." in done.stderr
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
    said = run("example:noise")
    assert (said.stdout.lower() + said.stderr.lower()).count("no clusters found") == 1
    assert said.stdout.startswith("No clusters found\n")
    assert f"Use --k {result['evidence']['best_n_clusters']} to split them anyway." in said.stdout
    assert said.stderr == done.stderr == ""


def test_one_of_a_thing_is_written_as_one(tmp_path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("x\n" + "\n".join(f"{10 * (i % 2) + i / 99}" for i in range(60)) + "\n")
    assert "60 rows, 1 column, inertia" in run(path).stdout


def test_only_columns_that_can_be_used_are_offered(tmp_path, blobs) -> None:
    """Following the advice works: it names neither text nor empty nor constant columns, nor ids that are words."""
    path = tmp_path / "left.csv"
    columns = {
        "text": lambda i: f"the {i}th of them",
        "text_id": lambda i: f"no. {i * i} of them",
        "uuid": lambda i: f"{i}-a{i * i}f",
        "empty": lambda i: "",
        "constant": lambda i: "7",
        "row": lambda i: i,
        "rare": lambda i: i % 7 if i % 3 == 0 else "",
    }

    def notes_with(*names) -> str:
        rows = [",".join(map(str, [x, y, *(columns[name](i) for name in names)])) for i, (x, y) in enumerate(blobs)]
        path.write_text("\n".join([",".join(["x", "y", *names]), *rows]))
        return run(path).stderr

    assert "To use 'row', 'rare' too, list all columns you want in --columns, or keep ids" in notes_with(*columns)
    assert result_of(path, "--columns", "x,y,row,rare")["columns"] == ["x", "y", "row", "rare"]
    assert result_of(path, "--keep-ids")["columns"] == ["x", "y", "constant", "row"]
    assert "To use 'rare' too, list all columns you want in --columns." in notes_with("text", "rare")
    useless = notes_with("text", "text_id", "uuid", "empty", "constant")
    assert useless.count("Left out") == 4
    assert "To use" not in useless


def test_clusters_that_are_not_round_are_reported_once(rings) -> None:
    path, _ = rings
    taken, forced = run(path), run(path, "--shape", "round")
    assert (taken.stderr.count("not round"), taken.stdout.count("not round")) == (1, 0)
    assert (forced.stderr.count("not round"), forced.stdout.count("not round")) == (0, 1)


def test_columns_and_scale(tmp_path, blobs) -> None:
    path = tmp_path / "blobs.csv"
    values = np.column_stack([blobs * [1, 1e4], np.full(120, 7.0)])
    np.savetxt(path, values, delimiter=",", header="x,y,c", comments="")
    done = run(path, "--json")
    assert "their spreads differ: that of 'y' is" in done.stderr
    assert "all values are equal: 'c'" in done.stderr
    scaled = result_of(path)
    assert (scaled["n_clusters"], scaled["scale"], scaled["n_features"]) == (3, "standard", 2)
    assert result_of(path, "--scale", "standard")["inertia"] == scaled["inertia"]
    assert result_of(path, "--scale", "none")["scale"] == "none"
    assert result_of(path, "--keep-ids")["columns"] == ["x", "y", "c"]
    assert result_of(path, "--exclude", "y*")["columns"] == ["x"]
    expected = DPPKMeans(random_state=0).fit((blobs - blobs.mean(axis=0)) / blobs.std(axis=0)).inertia_
    assert scaled["inertia"] == pytest.approx(expected)
    assert result_of(path, "--columns", "y,x")["columns"] == ["y", "x"]


def read_back(path) -> list[dict]:
    suffix = path.suffix
    if suffix == ".parquet":
        return pl.read_parquet(path).rows(named=True)
    if suffix == ".json":
        return json.loads(path.read_text())
    if suffix == ".xlsx":
        names, *rows = openpyxl.load_workbook(path).active.iter_rows(values_only=True)
        return [dict(zip(names, row, strict=True)) for row in rows]
    with path.open(newline="") as lines:
        head = lines.readline()
        lines.seek(0)
        return list(csv.DictReader(lines, delimiter=next(mark for mark in "\t;," if mark in head)))


@pytest.mark.parametrize("suffix", ["csv", "tsv", "json", "xlsx", "parquet"])
def test_the_table_is_written_with_its_clusters(table, tmp_path, blobs, suffix) -> None:
    out = tmp_path / f"clustered.{suffix}"
    result = result_of(table, "--out", out)
    rows = read_back(out)
    assert list(rows[0]) == ["x", "y", "name", "cluster", "distance", "outlier_score"]
    assert [row["name"] for row in rows] == [f"name {i}" for i in range(120)]
    np.testing.assert_allclose([[float(row["x"]), float(row["y"])] for row in rows], blobs, rtol=1e-15)
    labels = np.array([int(row["cluster"]) for row in rows])
    np.testing.assert_array_equal(np.bincount(labels), result["cluster_sizes"])
    centres = np.array([blobs[labels == label].mean(axis=0) for label in range(3)])
    distances = [float(row["distance"]) for row in rows]
    np.testing.assert_allclose(distances, np.linalg.norm(blobs - centres[labels], axis=1), rtol=1e-6)
    assert np.sum(np.square(distances)) == pytest.approx(result["inertia"], rel=1e-6)
    model = DPPKMeans(random_state=0).fit(blobs)
    np.testing.assert_allclose([float(row["outlier_score"]) for row in rows], model.outlier_scores_, rtol=1e-6)


@pytest.mark.parametrize(("suffix", "written"), [("csv", "inf"), ("json", None), ("xlsx", None), ("parquet", np.inf)])
def test_an_infinite_number_does_not_spoil_the_file(tmp_path, blobs, suffix, written) -> None:
    path, out = tmp_path / "blobs.csv", tmp_path / f"out.{suffix}"
    path.write_text("x,y\n" + "\n".join(f"{'inf' if i == 5 else x},{y}" for i, (x, y) in enumerate(blobs)))
    assert run(path, "--out", out).exit_code == 0
    if suffix == "json":
        assert "Infinity" not in out.read_text()  # which is not JSON, though Python reads it
    assert read_back(out)[5]["x"] == written


def test_a_table_larger_than_a_sheet_is_refused(table, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("diverseed.tables.workbook._MOST_ROWS", 120)
    done = run(table, "--out", tmp_path / "out.xlsx")
    assert done.exit_code == 2
    assert "holds 120 rows" in done.stderr
    assert "Write it as .csv or .parquet" in done.stderr


MESSY = """Sales of 2020;;;;
;;;;
Kundennr;Umsatz;cluster;Aktiv;=note
{rows}
;;;;
"""


@pytest.fixture
def messy(tmp_path):
    """Three clusters, with title lines, ids, decimal commas, gaps, an empty row, and a column called cluster."""
    rng = np.random.default_rng(1)
    cells = [
        (f"{1000 + i}", f"{[10, 500, 900][i % 3] * 1000 + rng.normal():,.2f}".translate(str.maketrans(",.", ".,")))
        for i in range(90)
    ]
    rows = [
        f"{a};{'' if i == 4 else b};{i % 3 * 5 + rng.normal():.3f};{'ja' if i % 2 else 'nein'};=1+1"
        for i, (a, b) in enumerate(cells)
    ]
    path = tmp_path / "messy.csv"
    path.write_text(MESSY.format(rows="\n".join([*rows[:50], "", *rows[50:]])))
    return path


def test_the_summary_says_what_distinguishes_each_cluster(tmp_path) -> None:
    path = tmp_path / "shops.csv"
    rows = [f"{100 * (i % 3) + i % 7},{'red' if i % 3 else '[green]'}" for i in range(120)]
    path.write_text("\n".join(["price,colour", *rows]))
    lines = run(path, "--k", 3).stdout.splitlines()
    words = {line.strip().split("  ")[-1] for line in lines if "33.3%" in line}
    assert words == {"often colour = [green], low price", "high price, often colour = red", "often colour = red"}
    assert "features" not in run(path, "--k", 1).stdout


@pytest.mark.parametrize("suffix", ["csv", "xlsx", "parquet"])
def test_a_messy_table_keeps_its_rows_and_cells(messy, tmp_path, suffix) -> None:
    out = tmp_path / f"out.{suffix}"
    result = result_of(messy, "--exclude", "Aktiv", "--out", out)
    assert (result["n_clusters"], result["verdict"]) == (3, "clear")
    assert (result["n"], result["n_rows"], result["rows_left_out"]) == (90, 91, [90])
    assert {entry["column"] for entry in result["left_out"]} == {"Kundennr", "=note"}
    rows = read_back(out)
    if suffix == "xlsx":  # a workbook has no empty last row
        rows.append(dict.fromkeys(rows[0]))
    assert len(rows) == 91
    assert list(rows[0]) == [
        "Kundennr",
        "Umsatz",
        "cluster",
        "Aktiv",
        "=note",
        "cluster_2",
        "distance",
        "outlier_score",
    ]
    assert [str(row["Kundennr"]) for row in rows[:90]] == [str(1000 + i) for i in range(90)]
    assert {row["=note"] for row in rows[:90]} == {"=1+1"}
    first = {int(row["cluster_2"]) for row in rows[0:90:3]}
    assert len(first) == 1
    assert rows[90]["cluster_2"] in ("", None)
    assert any("lines 95" in note or "line 95" in note for note in result["notes"])
    if suffix == "csv":
        assert rows[0]["Umsatz"].startswith("10.00") or rows[0]["Umsatz"].startswith("9.99")
        assert {len(row["distance"].split(",")) for row in rows[:90]} == {2}  # as in Umsatz
    else:
        assert float(rows[0]["Umsatz"]) == pytest.approx(10_000, abs=10)
        assert rows[4]["Umsatz"] is None


def test_centres_are_written_in_the_units_of_the_table(messy, tmp_path) -> None:
    """And with its semicolons and decimal commas: a program set to German would read points as thousands."""
    path = tmp_path / "centres.csv"
    result_of(messy, "--exclude", "Aktiv", "--missing", "drop", "--save-centres", path)
    names, *rows = (line.split(";") for line in path.read_text().splitlines())
    assert names == ["cluster", "rows", "Umsatz", "cluster_2"]
    means = sorted(float(row[2].replace(",", ".")) for row in rows)
    assert means == pytest.approx([10_000, 500_000, 900_000], abs=2)
    assert all("." not in cell for row in rows for cell in row)
    assert sorted(int(row[1]) for row in rows) == [29, 30, 30]


def test_missing_values(messy) -> None:
    assert result_of(messy, "--missing", "drop", "--exclude", "Aktiv")["rows_left_out"] == [4, 90]
    refused = run(messy, "--missing", "refuse", "--json")
    assert refused.exit_code == 2
    assert "'Umsatz' 2 (first in line 8)" in refused.stderr


BAD = {
    "no such file": (["absent.csv"], "no file"),
    "no such example": (["example:absent"], "no bundled set 'absent'"),
    "k above n": (["example:iris", "--k", "151"], "150 rows cannot form 151 clusters. Ask for at most 150."),
    "k of zero": (["example:iris", "--k", "0"], "--k 0"),
    "k a word": (["example:iris", "--k", "many"], "--k many"),
    "gamma a word": (["example:iris", "--gamma", "wide"], "--gamma wide"),
    "gamma below zero": (["example:iris", "--gamma", "-1"], "gamma"),
    "sharpness below zero": (["example:iris", "--sharpness", "-1"], "sharpness"),
    "no such seeding": (["example:iris", "--seeding", "best"], "no seeding 'best'. Use one of random, k-means++"),
    "no such column": (["example:iris", "--columns", "weight"], "no column 'weight'. Its columns are 'sepal length'"),
    "no such format": (["example:iris", "--out", "labels.doc"], "cannot tell the format"),
    "no such folder": (["example:iris", "--out", "absent/labels.csv"], "does not exist"),
    "report not html": (["example:iris", "--report", "report.pdf"], ".html"),
    "one name for both": (["example:iris", "--out", "a.csv", "--report", "a.csv"], "would overwrite --out a.csv"),
    "a pattern for nothing": (["example:iris", "--exclude", "leaf*"], "no column 'leaf*'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_requests_are_refused(case, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    arguments, message = BAD[case]
    done = run(*arguments, "--json")
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.startswith("diverseed: ")
    assert "function" not in done.stderr  # which only Python code can give
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["", "a,b\n", "a,b\n1,2\n", "a,b\n1,1\n1,1\n", "a\nx\ny\n"])
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
    page = report.read_text()
    assert "3 clusters (strong evidence)" in page
    assert "blobs.csv" in page
    command, python = (unescape(code) for code in re.findall(r"<pre><code>(.*?)</code></pre>", page, re.DOTALL))
    assert shlex.split(command) == ["diverseed", "cluster", str(table), "--seed", "0"]
    names: dict = {}
    exec(python, names)
    np.testing.assert_array_equal(np.bincount(names["model"].labels_), [40, 40, 40])


def test_what_repeats_a_request_gives_the_same_clusters(messy, tmp_path) -> None:
    """The command and the lines of Python in the report, with options that matter."""
    report, out = tmp_path / "report.html", tmp_path / "out.csv"
    options = [
        "--k",
        4,
        "--columns",
        "U*,cluster",
        "--missing",
        "drop",
        "--scale",
        "robust",
        "--seed",
        3,
        "--shape",
        "round",
    ]
    run(messy, *options, "--report", report, "--out", out)
    command, python = (
        unescape(code) for code in re.findall(r"<pre><code>(.*?)</code></pre>", report.read_text(), re.DOTALL)
    )
    again = tmp_path / "again.csv"
    assert run(*shlex.split(command)[2:], "--out", again).exit_code == 0
    assert again.read_bytes() == out.read_bytes()
    names: dict = {}
    exec(python, names)
    labels = np.full(91, "", dtype=object)
    labels[names["table"].rows] = names["model"].labels_.astype(str)
    assert [row["cluster_2"] for row in read_back(out)] == labels.tolist()


def test_the_lines_of_python_ask_for_more_clusters_than_complete_rows(tmp_path) -> None:
    """Rows with gaps count too where the complete ones are fewer than the clusters asked for."""
    path, report, out = tmp_path / "gaps.csv", tmp_path / "report.html", tmp_path / "out.csv"
    path.write_text("a,b\n" + "\n".join(f"{i % 5 + i / 100},{'' if i % 3 == 0 else i % 4}" for i in range(30)))
    assert run(path, "--k", 25, "--report", report, "--out", out).exit_code == 0
    python = unescape(re.findall(r"<pre><code>(.*?)</code></pre>", report.read_text(), re.DOTALL)[1])
    names: dict = {}
    exec(python, names)
    assert [int(row["cluster"]) for row in read_back(out)] == names["model"].labels_.tolist()


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
    assert result["outliers"] == []
    assert result["evidence"]["levels"][0]["n_clusters"] == result["n_clusters"] == 2
    assert any("not round" in note for note in result["notes"]) == (shape == "auto")
    written = [int(line.split(",")[2]) for line in out.read_text().splitlines()[1:601]]
    assert (adjusted_rand_score(labels, written) == 1) == (taken == "any")


def test_outliers_are_marked_if_asked(rings, tmp_path) -> None:
    path, _ = rings
    out = tmp_path / "labels.csv"
    result = json.loads(run(path, "--mark-outliers", "0.05", "--out", out, "--json").stdout)
    assert 600 in result["outliers"]
    assert len(result["outliers"]) <= 0.05 * 601
    clusters = [line.split(",")[2] for line in out.read_text().splitlines()[1:]]
    marked = [row for row, cluster in enumerate(clusters) if cluster == "-1"]
    assert marked == result["outliers"]
    sizes = result["cluster_sizes"]
    assert sizes == [clusters.count(str(label)) for label in range(len(sizes))]
    printed = run(path, "--mark-outliers", "0.05", "--save-centres", tmp_path / "centres.csv").stdout
    for label, size in enumerate(sizes):
        assert re.search(rf"^ *{label} +{size} +{size / 601:.1%} ", printed, re.MULTILINE)
    assert re.search(rf"^ *-1 +{len(marked)} +{len(marked) / 601:.1%} +marked as outliers", printed, re.MULTILINE)
    assert "601 rows" in printed
    assert [int(row["rows"]) for row in read_back(tmp_path / "centres.csv")] == sizes
    assert "-1" not in run(path).stdout
    report = tmp_path / "report.html"
    for options, said in ((["--mark-outliers", "0.05"], True), ([], False)):
        run(path, *options, "--report", report)
        assert ("table.rows, before outliers were marked" in report.read_text()) == said


def test_any_shape_with_a_draw_is_refused(rings) -> None:
    done = run(rings[0], "--shape", "any", "--k", "sample")
    assert done.exit_code == 2
    assert "any shape" in done.stderr
    assert "k=sample" in done.stderr


@pytest.mark.parametrize("option", [("seeding", "k-dpp"), ("gamma", 3.0), ("sharpness", 2.0)])
def test_what_is_for_k_means_has_no_silent_place_elsewhere(rings, option) -> None:
    """Refused with clusters of any shape; said where the clusters turned out not to be round."""
    name, value = option
    done = run(rings[0], "--shape", "any", f"--{name}", value, "--json")
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{name}={value} is for the seeds of k-means" in done.stderr
    assert "For any shape, leave it out." in done.stderr
    found = result_of(rings[0], f"--{name}", value)
    assert found["shape"] == "any"
    assert f"{name}={value} had no effect: it is for the seeds of k-means." in found["notes"]
    assert not any("no effect" in note for note in result_of(rings[0])["notes"])
    round_ones = result_of(rings[0], "--shape", "round", f"--{name}", value)
    assert not any("no effect" in note for note in round_ones["notes"])


def test_no_structure_has_no_levels(tmp_path) -> None:
    report, model = tmp_path / "report.html", tmp_path / "model.npz"
    result = result_of("example:noise", "--report", report, "--save", model)
    evidence = result["evidence"]
    assert (result["n_clusters"], evidence["candidates"], evidence["levels"]) == (1, [1], [])
    assert result["size_distribution"] == [{"k": 1, "probability": 1.0}]
    assert evidence["best_n_clusters"] > 1
    assert "All points are therefore in one cluster." in report.read_text()
    assert "Time scales of the random walk" in report.read_text()
    assert load(model).evidence_.levels == ()
    assert f"Use --k {evidence['best_n_clusters']} to split them anyway." in run("example:noise").stdout
    assert result_of("example:noise", "--shape", "any")["evidence"]["levels"] == []


def test_choices_are_those_of_the_functions_that_take_them() -> None:
    """The command names them again so that ``--help`` need not import numpy."""
    from diverseed.cli.cluster import cluster
    from diverseed.report.fitting import Shape
    from diverseed.tables.prepare import Missing
    from diverseed.tables.scaling import Scale

    hints = get_type_hints(cluster)
    assert (hints["missing"], hints["scale"], hints["shape"]) == (Missing, Scale, Shape)
