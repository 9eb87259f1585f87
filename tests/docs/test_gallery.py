"""Every script of the gallery runs as it stands and draws something."""

import runpy
from pathlib import Path

import matplotlib
import pytest

from .pages import ROOT

SCRIPTS = sorted((ROOT / "examples" / "gallery").glob("*.py"))


def test_the_gallery_builder_finds_them() -> None:
    assert SCRIPTS
    assert all(script.name.startswith("plot_") for script in SCRIPTS)


@pytest.mark.filterwarnings("ignore::diverseed.errors.NotRoundWarning")
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_script(script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    from matplotlib import pyplot

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pyplot, "show", lambda: None)
    names = runpy.run_path(str(script))
    drawn = len(pyplot.get_fignums())
    pyplot.close("all")
    assert drawn or "chart" in names
    assert not list(tmp_path.iterdir()), "a page of the gallery writes no files"
