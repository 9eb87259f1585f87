"""The report: one self-contained HTML page, no script, nothing loaded."""

from html import escape
from importlib.resources import files

from .. import __version__
from ..files.html_document import html_document
from .findings import RULE, Cell, ComparisonTable, Figure, Finding
from .reproduce import Reproduction

_MARKS = {True: ("yes", "✓", "within the paper's spread"), False: ("no", "✗", "outside the paper's spread")}


def to_page(reproduction: Reproduction) -> str:
    """All findings with their tables and pictures."""
    css = (files("diverseed.report") / "page.css").read_text(encoding="utf-8")
    own_css = (files(__package__) / "page.css").read_text(encoding="utf-8")
    sections = "".join(map(_section, reproduction.findings))
    body = f"""<main>
{_opening(reproduction)}
{sections}
{_settings(reproduction)}
</main>"""
    return html_document("The paper, reproduced", body, style=css + own_css)


def _opening(reproduction: Reproduction) -> str:
    compared = len(reproduction.compared)
    count = f"{reproduction.n_within} of {compared} figures lie within the paper's spread." if compared else ""
    links = "".join(
        f'<li><a href="#{one.name}">{escape(one.title)}</a>{_tally(one)}</li>' for one in reproduction.findings
    )
    return f"""<p class="source">Agarwal, Choromanska &amp; Choromanski: Notes on using determinantal point processes
for clustering with applications to text clustering</p>
<h1>The paper, reproduced</h1>
<p class="lead">{count}</p>
<p class="looked">{escape(RULE)}</p>
<nav><ol>{links}</ol></nav>"""


def _tally(finding: Finding) -> str:
    cells = finding.compared
    if not cells:
        return ""
    return f' <span class="quiet">{sum(cell.within is True for cell in cells)} of {len(cells)} within</span>'


def _section(finding: Finding) -> str:
    tables = "".join(map(_table, finding.tables))
    figures = "".join(map(_figure, finding.figures))
    return f"""<section id="{finding.name}">
<h2>{escape(finding.title)}</h2>
<p>{escape(finding.lead)}</p>
{tables}{figures}
</section>
"""


def _figure(figure: Figure) -> str:
    return (
        f'<figure class="{figure.name}"><div class="scroll">{figure.svg}</div>'
        f"<figcaption>{escape(figure.caption)}</figcaption></figure>\n"
    )


def _table(table: ComparisonTable) -> str:
    head = "".join(f'<th scope="col" class="number">{escape(column)}</th>' for column in table.columns)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(row.name)}</th>{"".join(map(_cell, row.cells))}</tr>' for row in table.rows
    )
    notes = "".join(f'<p class="caption">{escape(note)}</p>' for note in table.notes)
    return f"""<h3>{escape(table.title)}</h3>
<div class="scroll"><table>
<thead><tr><th scope="col">{escape(table.corner)}</th>{head}</tr></thead>
<tbody>
{rows}
</tbody></table></div>
{notes}
"""


def _cell(cell: Cell) -> str:
    mark = ""
    if cell.within is not None:
        name, sign, meaning = _MARKS[cell.within]
        mark = f' <span class="{name}" role="img" aria-label="{meaning}" title="{meaning}">{sign}</span>'
    ours = cell.our_text() or ("–" if cell.paper is not None else "")
    paper = f'<br><span class="quiet">paper {cell.paper_text()}</span>' if cell.paper is not None else ""
    return f'<td class="number">{ours}{mark}{paper}</td>'


def _settings(reproduction: Reproduction) -> str:
    settings = reproduction.settings
    facts = [("runs", settings.runs), ("random seed", settings.seed), ("diverseed", __version__)]
    if settings.screenplays is not None:
        facts.append(("screenplays", "the user's own copies"))
    terms = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(str(value))}</dd></div>" for name, value in facts)
    return f'<section class="settings">\n<h2>To repeat it</h2>\n<dl>{terms}</dl>\n</section>\n'
