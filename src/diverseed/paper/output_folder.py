"""The report and its pictures in a folder."""

from pathlib import Path

from ..screenplay.views.output_folder import write_folder
from .page import to_page
from .pictures import standalone
from .reproduce import Reproduction

REPORT = "report.html"


def write_report(reproduction: Reproduction, folder: Path) -> None:
    """``report.html``, which needs no other file, and each picture as an SVG file of its own."""
    figures = [figure for finding in reproduction.findings for figure in finding.figures]
    pictures = {f"{figure.name}.svg": standalone(figure.svg) for figure in figures}
    write_folder(folder, {REPORT: to_page(reproduction), **pictures})
