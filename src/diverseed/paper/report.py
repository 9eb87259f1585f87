"""A reproduction as text for a terminal, as JSON, and as one self-contained HTML page with its pictures as files."""

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from .. import __version__
from ..files.pages import page
from ..files.whole_files import write_folder
from ..narrative.svg import INK, PAPER
from .findings import RULE, Cell, ComparisonTable, Finding
from .reproduce import Reproduction

REPORT = "report.html"
_WIDTH = 100
_CELL_FIELDS = ("ours", "spread", "paper", "paper_spread", "tolerance", "within")


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
    ground = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    text = f"{opening}>{ground}{rest}".replace("currentColor", INK).replace("var(--paper)", PAPER)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def to_json(reproduction: Reproduction) -> dict[str, Any]:
    """Everything but the pictures as lists and dictionaries."""
    settings = reproduction.settings
    return {
        "runs": settings.runs,
        "seed": settings.seed,
        "screenplays": None if settings.screenplays is None else str(settings.screenplays),
        "compared": len(reproduction.compared),
        "within": reproduction.n_within,
        "parts": {
            finding.name: {
                "title": finding.title,
                "lead": finding.lead,
                "tables": [_table_json(table) for table in finding.tables],
                "figures": [{"name": figure.name, "caption": figure.caption} for figure in finding.figures],
                "data": dict(finding.data),
            }
            for finding in reproduction.findings
        },
    }


def _table_json(table: ComparisonTable) -> dict[str, Any]:
    cells = [
        {"row": row, "column": column, **{name: getattr(cell, name) for name in _CELL_FIELDS}}
        for row, row_cells in table.rows.items()
        for column, cell in zip(table.columns, row_cells, strict=True)
        if cell.ours is not None or cell.paper is not None
    ]
    return {"title": table.title, "notes": list(table.notes), "cells": cells}


def to_text(reproduction: Reproduction) -> str:
    """Every table, a line of ours, a line of the paper's and a line that says whether ours is within its spread."""
    compared = len(reproduction.compared)
    verdict = f"Figures within the paper's spread: {reproduction.n_within} of {compared}. {RULE}"
    if not compared:
        verdict = "Nothing here could be compared with a figure of the paper."
    return "\n\n".join([*map(_finding_text, reproduction.findings), textwrap.fill(verdict, _WIDTH)])


def _finding_text(finding: Finding) -> str:
    lines = [finding.title, "=" * len(finding.title), "", *textwrap.wrap(finding.lead, _WIDTH)]
    for table in finding.tables:
        lines += ["", table.title, "", *_table_lines(table)]
        for note in table.notes:
            lines += ["", *textwrap.wrap(note, _WIDTH)]
    return "\n".join(lines)


def _table_lines(table: ComparisonTable) -> list[str]:
    """Names to the left, figures to the right, below heads of as many lines as they need."""
    lines = [line for name, cells in table.rows.items() for line in _row_lines(name, cells)]
    # spaces that do not break hold a word together, so that split(" ") is used and not split()
    words = [table.corner, "", *(max(title.split(" "), key=len) for title in table.columns)]
    widths = [max(map(len, column)) for column in zip(words, *lines, strict=True)]
    titles = [textwrap.wrap(title, width)[::-1] for title, width in zip(table.columns, widths[2:], strict=True)]
    heads = [["", "", *cells] for cells in zip_longest(*titles, fillvalue="")][::-1]
    heads[-1][0] = table.corner
    form = "  ".join(f"{{:{'<' if at < 2 else '>'}{width}}}" for at, width in enumerate(widths))
    return [form.format(*cells).rstrip() for cells in [*heads, *lines]]


def _row_lines(name: str, cells: Sequence[Cell]) -> list[list[str]]:
    """Ours, the paper's, and whether ours is within, as far as there is something to say."""
    marks = {True: "yes", False: "no", None: ""}
    kinds = {
        "ours": [cell.our_text() for cell in cells],
        "paper": [cell.paper_text() for cell in cells],
        "within": [marks[cell.within] for cell in cells],
    }
    shown = [[kind, *texts] for kind, texts in kinds.items() if any(texts)]
    return [[name if not number else "", *line] for number, line in enumerate(shown)]
