import json

import pytest
import typer
from typer.testing import CliRunner

from diverseed.cli.chart import chart
from diverseed.errors import InputError

KEYS = [
    "characters",
    "layers",
    "crossings",
    "block_crossings",
    "wiggles",
    "wiggle_height",
    "height",
    "lower_bound",
    "seconds",
    "legibility",
]


@pytest.fixture
def run():
    app = typer.Typer()
    app.command()(chart)
    return lambda *arguments: CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture
def story(tmp_path):
    path = tmp_path / "story.txt"
    path.write_text("A,B\tC\nA,C\tB\nB,C\tD\nA,B,D\n", encoding="utf-8")
    return path


def test_json_is_one_object_with_the_promised_keys(run, story) -> None:
    result = run(story, "--json", "--order", "exact")
    assert result.exit_code == 0
    measures = json.loads(result.stdout)
    assert list(measures) == KEYS
    assert measures["lower_bound"] == measures["crossings"]
    assert measures["characters"] == 4
    assert json.loads(run(story, "--json", "--top", 2).stdout)["characters"] == 2
    assert json.loads(run(story, "--json", "--characters", "A,B", "--characters", "D").stdout)["characters"] == 3


@pytest.mark.parametrize(
    ("ending", "start"), [(".html", b"<!doctype html>"), (".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")]
)
def test_every_ending(run, story, tmp_path, ending: str, start: bytes) -> None:
    out = tmp_path / f"chart{ending}"
    result = run(story, "--out", out, "--style", "xkcd", "--no-locations")
    assert result.exit_code == 0, result.output
    assert out.read_bytes().startswith(start)
    assert result.stdout == ""


def test_one_of_a_kind_is_counted_as_one(run, story, tmp_path) -> None:
    result = run(story, "--top", 1, "--detail", "sequences", "--out", tmp_path / "one.svg")
    assert "1 character, 4 scenes in 1 sequence, 0 crossings" in result.stderr


def test_screenplay(run, tmp_path) -> None:
    path = tmp_path / "play.fountain"
    path.write_text(
        "Title: Play\n\nINT. MILL - DAY\n\nWater.\n\nANN\nHello there.\n\nBEN\nHello.\n\n"
        "EXT. ROAD - NIGHT\n\nDust.\n\nANN\nOn we go.\n\nINT. MILL - NIGHT\n\nDark.\n\nBEN\nWho is it?\n",
        encoding="utf-8",
    )
    result = run(path, "--out", tmp_path / "play.svg", "--json")
    assert json.loads(result.stdout)["characters"] == 2
    assert "MILL" in (tmp_path / "play.svg").read_text(encoding="utf-8")


def test_threads_and_networks_are_not_computed_for_a_chart(run, tmp_path, monkeypatch) -> None:
    def unused(*arguments, **options):
        raise AssertionError("a chart shows neither")

    monkeypatch.setattr("diverseed.screenplay.breakdown.find_plots", unused)
    monkeypatch.setattr("diverseed.screenplay.breakdown.find_network", unused)
    result = run("example:night-desk", "--top", 6, "--out", tmp_path / "chart.svg")
    assert result.exit_code == 0, result.output


def test_mistakes(run, story, tmp_path) -> None:
    for arguments, message in [
        ((story, "--out", tmp_path / "chart.gif"), "chart.gif"),
        ((tmp_path / "none.json",), "none.json"),
        ((story, "--characters", "ZED"), "ZED"),
    ]:
        result = run(*arguments)
        assert isinstance(result.exception, InputError)
        assert message in str(result.exception)
    assert run(story, "--order", "slow").exit_code == 2
