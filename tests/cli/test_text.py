"""The text command: what it reads, prints and writes."""

import csv
import json

import pytest
import typer
from typer.testing import CliRunner

from diverseed.cli.text import text
from diverseed.errors import InputError

LINES = ["Old mill, day", "The old mill", "Old mill - night", "Harbour, night", "The harbour", "Harbour - pier"]


@pytest.fixture
def run():
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(text)

    def invoke(*arguments, **options):
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], **options)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "lines.txt"
    path.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return path


def test_json_has_the_promised_keys(run, file):
    result = json.loads(run(file, "--json", "--k", "2").stdout)
    assert {"n", "n_distinct", "n_clusters", "expected_size", "size_sd", "clusters"} <= set(result)
    assert (result["n"], result["n_distinct"], result["n_clusters"]) == (6, 6, 2)
    first = result["clusters"][0]
    assert {"id", "size", "representative", "shared_words", "lines"} <= set(first)
    assert {tuple(cluster["lines"]) for cluster in result["clusters"]} == {tuple(LINES[:3]), tuple(LINES[3:])}
    assert {"mill", "harbour"} <= {word for cluster in result["clusters"] for word in cluster["shared_words"]}


def test_standard_input_and_carriage_returns(run):
    result = json.loads(run("-", "--json", "--k", "1", input="one door\r\ntwo doors\r\n").stdout)
    assert result["clusters"][0]["lines"] == ["one door", "two doors"]


def test_files_are_written_and_named_on_standard_error(run, file, tmp_path):
    out, report = tmp_path / "clusters.csv", tmp_path / "report.html"
    result = run(file, "--out", out, "--report", report, "--k", "2")
    assert str(out) in result.stderr
    with out.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["text"] for row in rows] == LINES
    assert [row["cluster"] for row in rows] == ["0"] * 3 + ["1"] * 3
    assert "Old mill" in report.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "mark"), [("t.csv", ","), ("t.tsv", "\t"), ("t.csv", ";")])
def test_a_column_of_a_table(run, tmp_path, name, mark):
    path = tmp_path / name
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=mark).writerows([["id", "title"], *([i, line] for i, line in enumerate(LINES))])
    result = json.loads(run(path, "--column", "title", "--json", "--k", "2").stdout)
    assert result["n"] == 6


def test_a_column_of_parquet(run, tmp_path):
    polars = pytest.importorskip("polars")
    path = tmp_path / "t.parquet"
    polars.DataFrame({"title": [*LINES, None]}).write_parquet(path)
    result = run(path, "--column", "title", "--json")
    assert json.loads(result.stdout)["n"] == 7
    assert "hold no word" in result.stderr


def test_headings_of_an_example(run):
    assert json.loads(run("example:lido", "--json").stdout)["n"] == 58


@pytest.mark.parametrize("arguments", [["--k", "none"], ["--k", "0"], ["--k", "99"], ["--column", "title"]])
def test_bad_options_are_named(run, file, arguments):
    with pytest.raises(InputError):
        run(file, *arguments)


def test_a_table_without_a_column_names_its_columns(run, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("id,title\n1,a door\n", encoding="utf-8")
    with pytest.raises(InputError, match="title"):
        run(path)


def test_a_missing_file_is_named(run, tmp_path):
    with pytest.raises(InputError, match="nowhere"):
        run(tmp_path / "nowhere.txt")
