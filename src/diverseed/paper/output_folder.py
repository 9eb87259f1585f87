"""The report and its pictures in a folder."""

from pathlib import Path

from ..screenplay.views.output_folder import write_folder
from .page import to_page
from .reproduce import Reproduction

REPORT = "report.html"
_INK, _PAPER = "#23262b", "#ffffff"


def write_report(reproduction: Reproduction, folder: Path) -> None:
    """``report.html``, which needs no other file, and each picture as an SVG file that stands alone."""
    figures = [figure for finding in reproduction.findings for figure in finding.figures]
    pictures = {f"{figure.name}.svg": standalone(figure.svg) for figure in figures}
    write_folder(folder, {REPORT: to_page(reproduction), **pictures})


def standalone(svg: str) -> str:
    """A page's SVG element as a document: the page's ink and paper become colours, and the ground is filled."""
    opening, rest = svg.split(">", 1)
    ground = f'<rect width="100%" height="100%" fill="{_PAPER}"/>'
    text = f"{opening}>{ground}{rest}".replace("currentColor", _INK).replace("var(--paper)", _PAPER)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'
