"""A reproduction as text for a terminal."""

import textwrap

from .findings import RULE, ComparisonTable, Finding, Row
from .reproduce import Reproduction

_WIDTH = 100


def to_text(reproduction: Reproduction) -> str:
    """Every table, a line of ours, a line of the paper's and a line that says whether ours is within its spread."""
    parts = [_finding(finding) for finding in reproduction.findings]
    return "\n\n".join([*parts, verdict(reproduction)])


def verdict(reproduction: Reproduction) -> str:
    """How many figures agree with the paper's, in one sentence and the rule."""
    compared = len(reproduction.compared)
    if not compared:
        return "Nothing here could be compared with a figure of the paper."
    return textwrap.fill(f"{reproduction.n_within} of {compared} figures lie within the paper's spread. {RULE}", _WIDTH)


def _finding(finding: Finding) -> str:
    lines = [finding.title, "=" * len(finding.title), "", *textwrap.wrap(finding.lead, _WIDTH)]
    for table in finding.tables:
        lines += ["", table.title, "", *_table(table)]
        for note in table.notes:
            lines += ["", *textwrap.wrap(note, _WIDTH)]
    return "\n".join(lines)


def _table(table: ComparisonTable) -> list[str]:
    lines = [line for row in table.rows for line in _row_lines(row)]
    # spaces that do not break hold a word together, so that split(" ") is used and not split()
    words = [table.corner, "", *(max(title.split(" "), key=len) for title in table.columns)]
    widths = [max(map(len, column)) for column in zip(words, *lines, strict=True)]
    titles = [textwrap.wrap(title, width) for title, width in zip(table.columns, widths[2:], strict=True)]
    height = max(map(len, titles))
    aligned = ([""] * (height - len(title)) + title for title in titles)
    heads = [["", "", *cells] for cells in zip(*aligned, strict=True)]
    heads[-1][0] = table.corner
    return [_line(cells, widths) for cells in [*heads, *lines]]


def _row_lines(row: Row) -> list[list[str]]:
    """Ours, the paper's, and whether ours is within, as far as there is something to say."""
    marks = {True: "yes", False: "no", None: ""}
    kinds = {
        "ours": [cell.our_text() for cell in row.cells],
        "paper": [cell.paper_text() for cell in row.cells],
        "within": [marks[cell.within] for cell in row.cells],
    }
    shown = [[kind, *texts] for kind, texts in kinds.items() if any(texts)]
    return [[row.name if not number else "", *line] for number, line in enumerate(shown)]


def _line(cells: list[str], widths: list[int]) -> str:
    """Names to the left, figures to the right."""
    pairs = enumerate(zip(cells, widths, strict=True))
    return "  ".join(text.ljust(width) if at < 2 else text.rjust(width) for at, (text, width) in pairs).rstrip()
