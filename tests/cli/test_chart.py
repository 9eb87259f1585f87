"""The chart command on bundled screenplays and with corrections."""

import json
import os
import re
import threading

import pytest
from typer.testing import CliRunner

from diverseed.cli import app
from diverseed.examples import example_path

run = CliRunner().invoke


def test_a_bundled_screenplay_to_a_page(tmp_path) -> None:
    target = tmp_path / "chart.html"
    result = run(app, ["chart", "example:long-orbit", "--top", "8", "--out", str(target), "--json"])
    assert result.exit_code == 0, result.output
    measures = json.loads(result.stdout)
    assert measures["characters"] == 8
    assert "<svg" in target.read_text(encoding="utf-8")


def test_corrections_rename_the_drawn_characters(tmp_path) -> None:
    fixes = tmp_path / "fixes.toml"
    assert run(app, ["screenplay", "example:long-orbit", "--write-overrides", str(fixes)]).exit_code == 0
    target = tmp_path / "chart.svg"
    arguments = ["chart", "example:long-orbit", "--top", "5", "--overrides", str(fixes), "--out", str(target)]
    assert run(app, arguments).exit_code == 0
    [first, *_] = re.findall(r'<text class="name"[^>]*>([^<]+)<', target.read_text())
    fixes.write_text(f'hidden_characters = ["{first}"]\n{fixes.read_text()}')
    assert run(app, arguments).exit_code == 0
    assert f">{first}<" not in target.read_text()


@pytest.mark.parametrize("file", ["example:nothing", "no-such-file.fountain"])
def test_missing_files_and_characters(file: str) -> None:
    result = run(app, ["chart", file])
    assert result.exit_code == 2
    assert result.stdout == ""


STORY = {"title": "t", "scenes": [{"groups": [{"characters": ["A", "B"]}]}, {"groups": [{"characters": ["A"]}]}]}


@pytest.mark.parametrize("text", [json.dumps(STORY), "A,B\nA\tB\n"], ids=["json", "lines"])
def test_a_story_on_standard_input(text: str) -> None:
    result = run(app, ["chart", "-", "--json"], input=text)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["characters"] == 2


def test_a_screenplay_on_standard_input() -> None:
    script = example_path("long-orbit").read_bytes()
    piped, named = run(app, ["chart", "-", "--json"], input=script), run(app, ["chart", "example:long-orbit", "--json"])
    assert json.loads(piped.stdout) | {"seconds": 0} == json.loads(named.stdout) | {"seconds": 0}


def test_a_final_draft_file_in_one_line_is_not_a_story() -> None:
    scene = "<Paragraph Type='Scene Heading'><Text>INT. HOUSE - DAY</Text></Paragraph>"
    cue = "<Paragraph Type='Character'><Text>ANNA</Text></Paragraph>"
    said = f"{cue}<Paragraph Type='Dialogue'><Text>Yes, I am.</Text></Paragraph>"
    result = run(
        app, ["chart", "-", "--json"], input=f"<FinalDraft><Content>{(scene + said) * 3}</Content></FinalDraft>"
    )
    assert json.loads(result.stdout)["layers"] >= 1, result.output


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("content", ["Ann,Bob\tCy\nAnn\tBob,Cy\n", "INT. HALL - DAY\n\nANN\nYes.\n\nBOB\nNo.\n"])
def test_a_named_pipe_holds_a_story_or_a_screenplay(tmp_path, content) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(content,))
    writer.start()
    result = run(app, ["chart", str(pipe), "--json"])
    writer.join()
    assert json.loads(result.stdout)["layers"] >= 1, result.output


def test_a_broken_story_on_standard_input_is_reported_as_a_story() -> None:
    result = run(app, ["chart", "-", "--json"], input='{"scenes": 3}')
    assert result.exit_code == 2
    assert "scenes must be a list, not 3" in result.output
    assert result.stdout == ""


LEGIBILITY = {
    "smallest_px", "smallest_pt", "aspect", "drawing_aspect", "coverage", "filled", "label_overlaps", "crossings",
    "wiggles", "conflict",
}  # fmt: skip


def test_a_screenplay_is_drawn_as_sequences_on_one_page() -> None:
    measures = json.loads(run(app, ["chart", "example:salt-road", "--json"]).stdout)
    assert 10 <= measures["layers"] <= 40
    assert 12 <= measures["characters"] <= 16
    found = measures["legibility"]
    assert set(found) == LEGIBILITY
    assert found["smallest_px"] >= 10
    assert found["label_overlaps"] == 0
    assert found["aspect"] == pytest.approx(1.6)
    assert found["coverage"] >= 0.6
    assert found["crossings"] == measures["crossings"]


def test_every_scene_on_request() -> None:
    sequences = json.loads(run(app, ["chart", "example:lido", "--json", "--top", "8"]).stdout)
    scenes = json.loads(run(app, ["chart", "example:lido", "--json", "--top", "8", "--detail", "scenes"]).stdout)
    assert scenes["layers"] > 1.5 * sequences["layers"]
    assert scenes["legibility"]["aspect"] > 5
    assert scenes["characters"] == sequences["characters"] == 8


def test_a_story_is_drawn_as_it_is_given_unless_sequences_are_asked_for(tmp_path) -> None:
    story = tmp_path / "story.txt"
    story.write_text("A,B\nA\nA,B\nA,C\n" * 3, encoding="utf-8")
    given = json.loads(run(app, ["chart", str(story), "--json"]).stdout)
    assert given["layers"] == 12
    asked = json.loads(run(app, ["chart", str(story), "--json", "--page", "a4"]).stdout)
    assert (
        asked["layers"]
        == json.loads(run(app, ["chart", str(story), "--json", "--detail", "sequences"]).stdout)["layers"]
    )
    both = run(app, ["chart", str(story), "--json", "--detail", "scenes", "--page", "a4"])
    assert json.loads(both.stdout)["layers"] == 12
    assert "--page has no effect" in both.stderr
    assert asked["layers"] < 12
    assert asked["legibility"]["aspect"] == pytest.approx(297 / 210, abs=1e-3)


def test_a_poster_on_paper(tmp_path) -> None:
    target = tmp_path / "poster.pdf"
    result = run(app, ["chart", "example:last-tram", "--page", "a2", "--style", "xkcd", "--out", str(target)])
    assert result.exit_code == 0, result.output
    assert target.read_bytes().startswith(b"%PDF")
    assert target.stat().st_size < 2_000_000
    assert "sequences" in result.stderr


@pytest.mark.parametrize("page", ["a7", "100", "12x12", "9999999x2"])
def test_an_invalid_page(page: str) -> None:
    result = run(app, ["chart", "example:lido", "--page", page, "--json"])
    assert result.exit_code == 2
    assert f"page={page!r}" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--out", "chart.docx"], "cannot tell the format from chart.docx"),
        (["--characters", " , "], "--characters ' , ' names nobody"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options, named, monkeypatch) -> None:
    if "--out" in options:  # before any work is done
        monkeypatch.setattr("diverseed.narrative.make_chart", lambda *_, **__: pytest.fail("it was drawn"))
    result = run(app, ["chart", "example:lido", "--json", *options])
    assert (result.exit_code, result.stdout) == (2, "")
    assert named in result.stderr


def test_corrections_that_are_not_text(tmp_path) -> None:
    (tmp_path / "fixes.toml").write_bytes(bytes(range(256)) * 20)
    result = run(app, ["chart", "example:lido", "--json", "--overrides", str(tmp_path / "fixes.toml")])
    assert result.exit_code == 2
    assert "fixes.toml is not text" in result.stderr
    assert "--write-overrides" in result.stderr
