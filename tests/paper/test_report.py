import json
import re
import xml.etree.ElementTree as ET
from typing import get_args, get_type_hints

import pytest
from typer.testing import CliRunner

from diverseed.cli import app
from diverseed.errors import InputError
from diverseed.paper import PARTS, Reproduction, reproduce
from diverseed.paper.figure2 import figure2
from diverseed.paper.findings import Cell, ComparisonTable, Figure, Finding
from diverseed.paper.report import standalone, to_page, to_text
from diverseed.paper.settings import RunSettings


def run(*arguments):
    return CliRunner().invoke(app, ["paper", *map(str, arguments)])


@pytest.fixture
def small() -> Reproduction:
    rows = {"<a & b>": (Cell(1.0, 0.1, 1.05, 0.2), Cell(3.0, 0.1, 9.0, 0.5), Cell(paper=2.0), Cell())}
    table = ComparisonTable("T <i>", "what", ("one", "two", "three", "four"), rows, ("a note",))
    picture = Figure("pic", '<svg viewBox="0 0 1 1"><path stroke="currentColor" fill="var(--paper)"/></svg>', "cap <")
    return Reproduction(RunSettings(runs=2), (Finding("table1", "Title", "Lead.", (table,), (picture,)),))


def test_text_says_ours_the_papers_and_whether_it_is_within(small) -> None:
    lines = [line.split() for line in to_text(small).splitlines()]
    assert ["<a", "&", "b>", "ours", "1.00", "±0.10", "3.00", "±0.10"] in lines
    assert ["paper", "1.05", "±0.20", "9.00", "±0.50", "2.00"] in lines
    assert ["within", "yes", "no"] in lines
    assert "Figures within the paper's spread: 1 of 2." in to_text(small)


def test_page_escapes_and_marks(small) -> None:
    page = to_page(small)
    assert "&lt;a &amp; b&gt;" in page
    assert "T &lt;i&gt;" in page
    assert page.count("✓") == 1
    assert page.count("✗") == 1
    assert "spread: 1 of 2." in page


def test_standalone_picture_needs_no_page(small) -> None:
    text = standalone(small.findings[0].figures[0].svg)
    assert "currentColor" not in text
    assert "var(" not in text
    ET.fromstring(text)


def test_figure2_is_one_well_formed_picture() -> None:
    finding = figure2(RunSettings(runs=1))
    svg = finding.figures[0].svg
    root = ET.fromstring(standalone(svg))
    texts = ["".join(element.itertext()) for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"SID", "CID, location", "PID", "TOLMARRE", "INT. TOLMARRE - CITADEL, GREAT HALL - DAY"} <= set(texts)
    scenes = finding.data["scenes"]
    assert [scene["sid"] for scene in scenes] == list(range(1, len(scenes) + 1))
    assert all(scene["location"] and scene["pid"] for scene in scenes)


def test_command_prints_one_object_and_the_same_for_the_same_seed() -> None:
    one, other = run("figure1", "--json", "--seed", 3), run("figure1", "--json", "--seed", 3)
    assert one.exit_code == 0, one.output
    assert one.stdout == other.stdout
    result = json.loads(one.stdout)
    assert list(result) == ["runs", "seed", "screenplays", "compared", "within", "parts"]
    assert list(result["parts"]) == ["figure1"]


def test_json_has_every_cell() -> None:
    result = json.loads(run("table2", "--json", "--runs", 2).stdout)
    (table,) = result["parts"]["table2"]["tables"]
    assert len(table["cells"]) == 18
    assert list(table["cells"][0]) == [
        "row",
        "column",
        "ours",
        "spread",
        "paper",
        "paper_spread",
        "tolerance",
        "within",
    ]
    assert sum(cell["within"] is not None for cell in table["cells"]) == result["compared"] == 6


def test_out_holds_a_page_that_loads_nothing_and_its_pictures(tmp_path) -> None:
    result = run("lemma1", "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["lemma1.svg", "report.html"]
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "<script" not in page
    references = re.findall(r"(?:src|href)=\"([^\"]*)\"", page)
    assert all(reference.startswith(("#", "data:")) for reference in references)
    assert not re.search(r"url\((?!#)", page)
    ET.parse(tmp_path / "out" / "lemma1.svg")
    assert "Lemma 1" in result.stdout


def test_default_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("lemma1").exit_code == 0
    assert (tmp_path / "paper-report" / "report.html").is_file()


@pytest.mark.parametrize(
    "arguments",
    [
        ("nothing",),
        ("table1", "--runs", "0"),
        ("table1", "--seed", "-1"),
        ("table4", "--screenplays", "no-such-folder"),
    ],
)
def test_bad_arguments_end_with_two(arguments) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert not result.stdout.strip()


def test_a_folder_without_the_films_is_rejected_before_any_work(tmp_path) -> None:
    (tmp_path / "notes.txt").write_text("nothing to see here\n")
    result = run("all", "--screenplays", tmp_path)
    assert result.exit_code == 2
    assert "holds none of the paper's six screenplays" in result.stderr


def test_place_to_write_is_checked_before_any_work(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    assert "it is a file" in run("all", "--out", tmp_path / "file").stderr
    assert "does not exist" in run("all", "--out", tmp_path / "a" / "b").stderr


def test_unknown_part_runs_and_needless_screenplays_are_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="there is no part 'table9'"):
        reproduce("table9")
    with pytest.raises(InputError, match="runs=0"):
        reproduce("lemma1", runs=0)
    with pytest.raises(InputError, match="reads no screenplays"):
        reproduce("lemma1", screenplays=tmp_path)


def test_parts_are_those_of_the_command() -> None:
    from diverseed.cli.paper import paper

    what = get_type_hints(paper)["what"]
    assert get_args(what) == ("all", *PARTS)


def test_head_of_a_column_breaks_only_between_words() -> None:
    table = ComparisonTable("T", "what", ("ε\u00a0=\u00a00.05\u00a0D", "two words"), {"r": (Cell(1.0), Cell(2.0))})
    text = to_text(Reproduction(RunSettings(runs=1), (Finding("lemma1", "Title", "Lead.", (table,)),)))
    assert "ε\u00a0=\u00a00.05\u00a0D" in text
