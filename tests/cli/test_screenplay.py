import json

import pytest
import typer
from typer.testing import CliRunner

from diverseed.cli.screenplay import screenplay
from diverseed.errors import InputError
from diverseed.examples import example_path

KEYS = ["title", "format", "scenes", "locations", "plots", "characters", "warnings"]
KEYS += ["granularity", "places", "sublocations", "production"]
SCENE_KEYS = ["id", "line", "heading", "setting", "place", "time", "location", "plot", "characters"]
SCENE_KEYS += ["modifiers", "number", "light", "eighths"]
FILES = ["characters.csv", "locations.csv", "network.graphml", "presence.csv", "report.html", "scenes.csv"]
FILES += ["shooting_order.csv", "shooting_order.html"]


@pytest.fixture
def run():
    app = typer.Typer()
    app.command()(screenplay)

    def invoke(*arguments, text: bytes | None = None):
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=text)

    return invoke


def test_json_has_the_promised_keys(run) -> None:
    result = run("example:lido", "--json")
    assert result.exit_code == 0, result.output
    story = json.loads(result.stdout)
    assert list(story) == KEYS
    assert list(story["scenes"][0]) == SCENE_KEYS
    locations = {location["id"]: location["scenes"] for location in story["locations"]}
    plots = {plot["id"]: plot["scenes"] for plot in story["plots"]}
    names = {character["name"] for character in story["characters"]}
    for scene in story["scenes"]:
        assert scene["id"] in locations[scene["location"]]
        assert scene["id"] in plots[scene["plot"]]
        assert all(one["name"] in names and isinstance(one["speaks"], bool) for one in scene["characters"])


def test_standard_input_is_read(run) -> None:
    data = example_path("lido").read_bytes()
    one, other = run("-", "--json", text=data), run("example:lido", "--json")
    assert json.loads(one.stdout)["scenes"] == json.loads(other.stdout)["scenes"]


def test_lines(run) -> None:
    result = run("example:lido", "--lines")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert all(list(record) == ["line", "kind", "confidence"] for record in records)
    assert {record["kind"] for record in records} >= {"heading", "narrative", "character", "dialogue", "blank"}
    assert [record["line"] for record in records] == sorted(record["line"] for record in records)


def test_out_writes_all_files_and_the_summary_is_short(run, tmp_path) -> None:
    result = run("example:lido", "--out", tmp_path / "out", "--seed", 3)
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == FILES
    assert "locations" in result.stdout
    assert len(result.stdout.splitlines()) < 70


def test_json_prints_nothing_else(run, tmp_path) -> None:
    result = run("example:lido", "--json", "--out", tmp_path / "out")
    assert len(result.stdout.splitlines()) == 1


def test_corrections_go_round(run, tmp_path) -> None:
    fixes = tmp_path / "fixes.toml"
    assert run("example:night-desk", "--write-overrides", fixes).exit_code == 0
    text = fixes.read_text(encoding="utf-8")
    fixes.write_text(text.replace('"COURT FOUR" = "COURT FOUR"', '"COURT FOUR" = "CROWN COURT"') + '"NIX" = "NUX"\n')
    story = json.loads(run("example:night-desk", "--overrides", fixes, "--json").stdout)
    court = next(location for location in story["locations"] if location["name"] == "CROWN COURT")
    assert court["scenes"] == [29, 30, 31]
    assert any("NIX" in warning["message"] for warning in story["warnings"])
    again = run("example:night-desk", "--write-overrides", fixes)
    assert isinstance(again.exception, InputError)


@pytest.mark.parametrize(
    "arguments",
    [
        ["missing.fountain"],
        ["example:none"],
        ["example:lido", "--lines", "--json"],
        ["example:lido", "--overrides", "missing.toml"],
        ["example:lido", "--out", "no/such/folder"],
    ],
)
def test_mistakes_are_input_errors(run, arguments, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert isinstance(run(*arguments).exception, InputError)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("data", [b"", b"\x00\x01\x02" * 500, b"It was a dark and stormy night. " * 400])
def test_other_files_are_refused(run, tmp_path, data) -> None:
    path = tmp_path / "input.txt"
    path.write_bytes(data)
    assert isinstance(run(path).exception, InputError)
    assert isinstance(run("-", text=data).exception, InputError)


def test_a_script_cannot_move_the_cursor(run) -> None:
    result = run("-", text=b"INT. \x1b[2JHOUSE - DAY\n\n@AN\x1b[1mN\nHi.\n")
    assert "\x1b" not in result.stdout


def test_the_summary_of_a_script_for_one(run, tmp_path) -> None:
    """No heading says INT or DAY, so nothing stands after the pages."""
    path = tmp_path / "one.fountain"
    path.write_text(".KITCHEN\n\nANN\nIs anybody there?\n\nShe waits.\n\n.GARDEN\n\nANN\nWell, then.\n")
    result = run(path)
    assert result.exit_code == 0, result.output
    first, second, *_ = result.stdout.splitlines()
    assert first.endswith(", 1 person")
    assert second.endswith("; 2/8 page")
    assert "People (scenes, speeches)\n    2    2  ANN\n" in result.stdout
