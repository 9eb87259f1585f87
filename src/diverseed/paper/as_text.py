"""A reproduction as text for a terminal."""

import textwrap

from .findings import RULE, Cell, ComparisonTable, Finding
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
    return "\n".join(_wrapped(f"{reproduction.n_within} of {compared} figures lie within the paper's spread. {RULE}"))


def _finding(finding: Finding) -> str:
    lines = [finding.title, "=" * len(finding.title), "", *_wrapped(finding.lead)]
    for table in finding.tables:
        lines += ["", table.title, "", *_table(table)]
        for note in table.notes:
            lines += ["", *_wrapped(note)]
    return "\n".join(lines)


def _table(table: ComparisonTable) -> list[str]:
    lines = [[table.corner, "", *table.columns]]
    for row in table.rows:
        lines += _row_lines(row.name, row.cells)
    widths = [max(len(line[i]) for line in lines) for i in range(2)]
    figures = [max(*(len(line[i]) for line in lines[1:]), _longest_word(lines[0][i])) for i in range(2, len(lines[0]))]
    head = [_head(line, figure) for line, figure in zip(lines[0][2:], figures, strict=True)]
    height = max(map(len, head))
    text = []
    for level in range(height):
        names = lines[0][:2] if level == height - 1 else ["", ""]
        cells = ([""] * (height - len(words)) + words for words in head)
        text.append(_line([*names, *(words[level] for words in cells)], [*widths, *figures]))
    return text + [_line(line, [*widths, *figures]) for line in lines[1:]]


def _row_lines(name: str, cells: tuple[Cell, ...]) -> list[list[str]]:
    lines = []
    if any(cell.ours is not None for cell in cells):
        lines.append([name, "ours", *(cell.our_text() for cell in cells)])
    if any(cell.paper is not None for cell in cells):
        lines.append(["" if lines else name, "paper", *(cell.paper_text() for cell in cells)])
    if any(cell.within is not None for cell in cells):
        marks = {True: "yes", False: "no", None: ""}
        lines.append(["", "within", *(marks[cell.within] for cell in cells)])
    return lines


def _line(cells: list[str], widths: list[int]) -> str:
    names, figures = zip(cells[:2], widths[:2], strict=True), zip(cells[2:], widths[2:], strict=True)
    parts = [text.ljust(width) for text, width in names] + [text.rjust(width) for text, width in figures]
    return "  ".join(parts).rstrip()


def _head(title: str, width: int) -> list[str]:
    """The title of a column in lines of its width."""
    return _wrapped(title, width) or [""]


def _longest_word(title: str) -> int:
    return max(map(len, title.split(" ")))  # spaces that do not break hold a word together


def _wrapped(text: str, width: int = _WIDTH) -> list[str]:
    return textwrap.wrap(text, width)
