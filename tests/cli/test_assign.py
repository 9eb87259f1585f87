"""``cluster --save`` and ``assign``: the same rows get the same clusters, and notes on new ones."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import diverseed
from diverseed import DPPKMeans
from diverseed.cli import app

HEADER = "id,age,colour,income,member,since\n"


def people(n: int, *, seed: int, colours: tuple[str, ...] = ("red", "blue")) -> list[str]:
    rng = np.random.default_rng(seed)
    lines = []
    for i in range(n):
        group = rng.integers(3)
        age = "" if i % 20 == 3 else f"{[25, 45, 70][group] + rng.standard_normal():.1f}"
        income = f'"{[30_000, 90_000, 50_000][group] + 1000 * rng.standard_normal():,.0f}"'
        colour, member = colours[group % len(colours)], ["yes", "no", "yes"][group]
        lines.append(f"c{seed}{i:04d},{age},{colour},{income},{member},20{10 + group}-01-{1 + i % 28:02d}\n")
    return lines


def run(*arguments, stdin=None):
    return CliRunner().invoke(app, list(map(str, arguments)), input=stdin)


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> tuple[Path, Path, Path]:
    """A table, its clusters, and the model."""
    folder = tmp_path_factory.mktemp("saved")
    table, out, model = folder / "people.csv", folder / "clustered.csv", folder / "people.npz"
    table.write_text(HEADER + "".join(people(200, seed=0)))
    done = run("cluster", table, "--save", model, "--out", out)
    assert done.exit_code == 0, done.stderr
    assert f"wrote {model}" in done.stderr
    return table, out, model


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_rows_clustered_get_their_own_clusters(saved, tmp_path) -> None:
    table, out, model = saved
    again = tmp_path / "again.csv"
    assert run("assign", model, table, "--out", again).exit_code == 0
    assert rows(again.read_text()) == rows(out.read_text())


def test_new_rows_in_another_order_of_columns(saved, tmp_path) -> None:
    _, out, model = saved
    known = rows(out.read_text())[:30]
    fields = ["since", "member", "income", "colour", "age", "other"]
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, fields, extrasaction="ignore")
    writer.writeheader()
    writer.writerows({**row, "other": "x"} for row in reversed(known))
    done = run("assign", model, "-", "--json", stdin=buffer.getvalue())
    assert done.exit_code == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["labels"] == [int(row["cluster"]) for row in reversed(known)]
    assert result["distances"] == pytest.approx([float(row["distance"]) for row in reversed(known)], rel=1e-6)
    assert result["outlier_scores"] == pytest.approx([float(row["outlier_score"]) for row in reversed(known)], rel=1e-6)
    assert result["n"] == 30 == sum(result["cluster_sizes"])


def test_one_row_is_enough_and_goes_to_standard_output(saved) -> None:
    _, out, model = saved
    first = rows(out.read_text())[0]
    done = run("assign", model, "-", stdin=HEADER + people(1, seed=0)[0])
    assert done.exit_code == 0, done.stderr
    assert rows(done.stdout) == [
        {
            "row": "0",
            "cluster": first["cluster"],
            "distance": first["distance"],
            "outlier_score": first["outlier_score"],
        }
    ]


def test_new_and_missing_values_are_reported(saved) -> None:
    new = people(60, seed=5, colours=("red", "teal", "mauve"))
    done = run("assign", saved[2], "-", "--json", stdin=HEADER + "".join(new))
    assert done.exit_code == 0, done.stderr
    assert "with categories that the model has not seen ('" in done.stderr
    assert "'teal'" in done.stderr
    assert "of the table that was clustered: 'age' 3." in done.stderr
    assert len(json.loads(done.stdout)["notes"]) == 2


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (HEADER.replace("colour", "color") + people(1, seed=0)[0], "has no column 'colour'. Its columns are"),
        (HEADER, "no rows of data"),
    ],
    ids=["another column", "no rows"],
)
def test_tables_that_do_not_fit(saved, table: str, message: str) -> None:
    done = run("assign", saved[2], "-", stdin=table)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_files_that_are_not_models(saved, tmp_path) -> None:
    done = run("assign", saved[0], saved[0])
    assert done.exit_code == 2
    assert "is not a model file" in done.stderr
    assert run("assign", tmp_path / "none.npz", saved[0]).exit_code == 2
    for option in (saved[0], saved[2]):
        done = run("assign", saved[2], saved[0], "--out", option)
        assert done.exit_code == 2
        assert "would overwrite the input" in done.stderr
    done = run("cluster", saved[0], "--save", saved[0])
    assert done.exit_code == 2
    assert "would overwrite the input" in done.stderr


def test_models_of_python(tmp_path) -> None:
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    X = np.concatenate([centre + rng.standard_normal((40, 2)) for centre in ([0, 0], [12, 0], [0, 12])])
    named = DPPKMeans(random_state=0).fit(pandas.DataFrame(X, columns=["x", "y"]))
    named.save(tmp_path / "named.npz")
    (tmp_path / "new.csv").write_text("y,x,z\n" + "".join(f"{y},{x},0\n" for x, y in X.tolist()))
    done = run("assign", tmp_path / "named.npz", tmp_path / "new.csv", "--json")
    assert json.loads(done.stdout)["labels"] == named.labels_.tolist()
    DPPKMeans(random_state=0).fit(X).save(tmp_path / "plain.npz")
    done = run("assign", tmp_path / "plain.npz", tmp_path / "new.csv")
    assert done.exit_code == 2
    assert "has 3 columns, but the model was fitted to 2 without names" in done.stderr
    done = run("assign", tmp_path / "named.npz", "-", stdin="x,y\n1,2\n3,\n")
    assert done.exit_code == 2
    assert "cells that are not numbers in column 'y'" in done.stderr


def test_a_saved_model_loads_in_python_and_shapes_are_kept(tmp_path) -> None:
    model = tmp_path / "m.npz"
    assert run("cluster", "example:grid25", "--save", model, "--shape", "any").exit_code == 0
    loaded = diverseed.load(model)
    assert type(loaded).__name__ == "DPPSpectralClustering"
    result = json.loads(run("assign", model, "example:grid25", "--json").stdout)
    assert result["labels"] == loaded.labels_.tolist()
    assert result["n_clusters"] == 25


def test_stability_in_json_text_and_report(saved, tmp_path) -> None:
    page = tmp_path / "report.html"
    result = json.loads(run("cluster", saved[0], "--stability", "--json", "--report", page).stdout)
    stability = result["stability"]
    assert stability["n_halves"] == 20
    assert stability["n_agreeing"] == sum(
        entry["halves"] for entry in stability["numbers"] if entry["k"] == result["n_clusters"]
    )
    assert len(stability["agreement"]) == result["n_clusters"]
    assert f"Stability: k = {result['n_clusters']} in {stability['n_agreeing']} of 20 halves" in page.read_text()
    given = run("cluster", saved[0], "--stability", "--k", 2)  # cheaper: the halves need not be searched for a number
    assert "Stability: " in given.stdout
    assert json.loads(run("cluster", saved[0], "--k", 2, "--json").stdout)["stability"] is None


def test_a_sheet_is_clustered_and_its_rows_are_assigned(tmp_path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    rng = np.random.default_rng(0)
    book = openpyxl.Workbook()
    book.active.append(["notes"])
    book.active.append(["not these rows"])
    book.active.append(["nor these"])
    sheet = book.create_sheet("points")
    sheet.append(["x", "y"])
    for centre in (0.0, 30.0):
        for x, y in rng.standard_normal((30, 2)) + centre:
            sheet.append([float(x), float(y)])
    table, model, page = tmp_path / "book.xlsx", tmp_path / "m.npz", tmp_path / "report.html"
    book.save(table)
    clustered = run("cluster", table, "--sheet", "points", "--save", model, "--report", page, "--json")
    assert clustered.exit_code == 0, clustered.output
    found = json.loads(clustered.stdout)
    assert (found["n"], found["cluster_sizes"]) == (60, [30, 30])
    text = page.read_text(encoding="utf-8")
    assert "--sheet points" in text
    assert "sheet=&#39;points&#39;" in text
    assigned = json.loads(run("assign", model, table, "--sheet", 2, "--json").stdout)
    assert assigned["cluster_sizes"] == [30, 30]
    refused = run("assign", model, table, "--sheet", "lines", "--json")
    assert refused.exit_code == 2
    assert "Its sheets are 'Sheet', 'points'" in refused.stderr
