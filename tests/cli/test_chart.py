"""The chart command on bundled screenplays and with corrections."""

import json

import pytest
from typer.testing import CliRunner

from diverseed.cli import app

run = CliRunner().invoke


def test_a_bundled_screenplay_to_a_page(tmp_path) -> None:
    target = tmp_path / "chart.html"
    result = run(app, ["chart", "example:long-orbit", "--top", "8", "--out", str(target), "--json"])
    assert result.exit_code == 0, result.output
    measures = json.loads(result.stdout)
    assert measures["characters"] == 8
    assert "<svg" in target.read_text(encoding="utf-8")


def test_corrections_rename_what_is_drawn(tmp_path) -> None:
    fixes = tmp_path / "fixes.toml"
    assert run(app, ["screenplay", "example:long-orbit", "--write-overrides", str(fixes)]).exit_code == 0
    target = tmp_path / "chart.svg"
    result = run(app, ["chart", "example:long-orbit", "--top", "5", "--overrides", str(fixes), "--out", str(target)])
    assert result.exit_code == 0, result.output
    assert target.is_file()


@pytest.mark.parametrize("file", ["example:nothing", "no-such-file.fountain"])
def test_what_is_not_there(file: str) -> None:
    result = run(app, ["chart", file])
    assert result.exit_code == 2
    assert result.stdout == ""
