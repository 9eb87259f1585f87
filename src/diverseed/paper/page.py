"""The report: one self-contained HTML page, no script, nothing loaded; and its pictures as files."""

from pathlib import Path

from .. import __version__
from ..files.pages import page
from ..files.whole_files import write_folder
from .findings import RULE
from .reproduce import Reproduction

REPORT = "report.html"
_INK, _PAPER = "#23262b", "#ffffff"


def write_report(reproduction: Reproduction, folder: Path) -> None:
    """``report.html``, which needs no other file, and each picture as an SVG file that stands alone."""
    figures = [figure for finding in reproduction.findings for figure in finding.figures]
    pictures = {f"{figure.name}.svg": standalone(figure.svg) for figure in figures}
    write_folder(folder, {REPORT: to_page(reproduction), **pictures})


def to_page(reproduction: Reproduction) -> str:
    """All findings with their tables and pictures."""
    settings = reproduction.settings
    copies = [] if settings.screenplays is None else [("screenplays", "the user's own copies")]
    return page(
        "paper.html",
        title="The paper, reproduced",
        kind="paper",
        findings=reproduction.findings,
        n_compared=len(reproduction.compared),
        n_within=reproduction.n_within,
        rule=RULE,
        facts=[("runs", settings.runs), ("random seed", settings.seed), ("diverseed", __version__), *copies],
        repeat=(),
    )


def standalone(svg: str) -> str:
    """A page's SVG element as a document: the page's ink and paper become colours, and the ground is filled."""
    opening, rest = svg.split(">", 1)
    ground = f'<rect width="100%" height="100%" fill="{_PAPER}"/>'
    text = f"{opening}>{ground}{rest}".replace("currentColor", _INK).replace("var(--paper)", _PAPER)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'
