import json
from pathlib import Path

from typer.testing import CliRunner

from diverseed.cli import app
from diverseed.examples import NUMERIC


def test_the_list_as_json() -> None:
    done = CliRunner().invoke(app, ["examples", "--json"])
    listed = json.loads(done.stdout)
    assert {entry["name"]: entry["k"] for entry in listed["numeric"]} == {c.name: c.k for c in NUMERIC.values()}
    assert listed["screenplays"]
    assert all(Path(entry["path"]).is_file() and entry["d"] is None for entry in listed["screenplays"])


def test_the_list_for_people() -> None:
    done = CliRunner().invoke(app, ["examples"])
    assert done.exit_code == 0
    for name in ("grid25", "iris", "lido"):
        assert name in done.stdout
