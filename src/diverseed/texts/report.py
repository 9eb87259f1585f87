"""Groups of lines as one HTML page that needs nothing else."""

from collections import Counter
from collections.abc import Sequence
from html import escape

from ..files.html_document import html_document
from .masking import WILDCARD
from .result import TextCluster, TextClusters

_MOST_LINES = 200  # of a group shown; the table holds all
_MOST_SINGLES = 2000

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2433; --soft: #667085; --edge: #d8dde6; --paper: #fff; --tint: #f3f6fb;
  --mark: #1f5fbf; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --soft: #9aa4b5; --edge: #343c4a; --paper: #14181f; --tint: #1c222c; --mark: #86b4ff; } }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
p { margin: .25rem 0; max-width: 46rem; }
.soft, .note, summary small { color: var(--soft); }
.figures { display: flex; flex-wrap: wrap; gap: 1rem 2.5rem; margin: 1.25rem 0; padding: 0; list-style: none; }
.figures b { display: block; font-size: 1.6rem; font-weight: 600; line-height: 1.2; }
.figures span { color: var(--soft); font-size: .875rem; }
details { border-bottom: 1px solid var(--edge); padding: .5rem 0; }
summary { cursor: pointer; display: grid; grid-template-columns: 3.5rem 1fr; gap: .25rem .75rem; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--tint); }
.size { text-align: right; font-variant-numeric: tabular-nums; font-weight: 600; }
.bar { grid-column: 1; height: 4px; border-radius: 2px; background: var(--mark); justify-self: end; }
.slot { color: var(--mark); font-weight: 600; }
.words { grid-column: 2; font-size: .875rem; color: var(--mark); }
ul.lines { margin: .5rem 0 .5rem 4.25rem; padding: 0; list-style: none; overflow-wrap: anywhere; }
ul.lines small { color: var(--soft); }
"""


def to_report(found: TextClusters, texts: Sequence[str], *, source: str) -> str:
    """One page: the figures, then each group with the words that hold it together and its lines. All text escaped."""
    groups = [cluster for cluster in found.clusters if cluster.size > 1]
    singles = [cluster for cluster in found.clusters if cluster.size == 1]
    largest = groups[0].size if groups else 1
    title = f"Groups in {source}"
    figures = [
        (f"{found.n_clusters:,}", "groups"),
        (f"{found.n:,}", "lines"),
        (f"{found.n_distinct:,}", "different lines" if found.numbers == "keep" else "different when masked"),
        (f"{sum(cluster.size == 1 for cluster in found.clusters):,}", "lines alone"),
    ]
    body = f"""<h1>{escape(title)}</h1>
<ul class="figures">{"".join(f"<li><b>{value}</b><span>{name}</span></li>" for value, name in figures)}</ul>
<p class="soft">{escape(how_cut(found))}</p>
{"".join(f'<p class="note">{escape(note)}</p>' for note in found.notes)}
<h2>{len(groups):,} groups of two lines or more</h2>
<p class="soft">{_each(found)} Open one to see its lines.</p>
{"".join(_group(found, cluster, texts, largest) for cluster in groups)}
{_singles(singles)}"""
    return html_document(title, body, style=_STYLE)


def how_cut(found: TextClusters) -> str:
    """One sentence: what holds for the lines of a group."""
    if found.cut is None:
        return f"The number of groups, {found.n_clusters:,}, was given or counted by the paper's process."
    alike = f"Lines of a group agree by {1 - found.cut:.0%} or more on average (granularity {found.granularity:g})."
    if found.chance is None:
        return alike
    return f"{alike} About {found.chance:.0%} of the merges may have come by chance."


def _each(found: TextClusters) -> str:
    if found.numbers == "mask":
        return "Each with its template and a typical line."
    return "Each with its most typical line and the words that hold it together."


def _marked(template: str) -> str:
    return f'<b class="slot">{escape(WILDCARD)}</b>'.join(escape(part) for part in template.split(WILDCARD))


def _with_parameters(text: str, values: Sequence[str]) -> str:
    """The line with its parameters marked."""
    parts, done = [], 0
    for value in values:
        begin = text.index(value, done)
        parts += [escape(text[done:begin]), f'<b class="slot">{escape(value)}</b>']
        done = begin + len(value)
    return "".join([*parts, escape(text[done:])])


def _group(found: TextClusters, cluster: TextCluster, texts: Sequence[str], largest: int) -> str:
    written = Counter(texts[row] for row in cluster.rows).most_common()
    first = {texts[row]: int(row) for row in reversed(cluster.rows)}
    lines = "".join(
        f"<li><bdi>{_with_parameters(text, found.parameters(first[text]))}</bdi>"
        f"{f' <small>× {n}</small>' if n > 1 else ''}</li>"
        for text, n in written[:_MOST_LINES]
    )
    more = f"<li><small>and {len(written) - _MOST_LINES:,} more</small></li>" if len(written) > _MOST_LINES else ""
    width = max(0.15, 3.5 * cluster.size / largest)
    words = escape(" · ".join(cluster.shared_words)) or "no word in most lines"
    if cluster.template is not None:
        words = f'<span class="soft">{escape(cluster.representative)}</span>'
    head = _marked(cluster.template) if cluster.template is not None else escape(cluster.representative)
    return (
        f'<details><summary><span class="size">{cluster.size:,}</span>'
        f"<span><bdi>{head}</bdi></span>"
        f'<span class="bar" style="width:{width:.2f}rem"></span><span class="words">{words}</span></summary>'
        f'<ul class="lines">{lines}{more}</ul></details>\n'
    )


def _singles(singles: Sequence[TextCluster]) -> str:
    if not singles:
        return ""
    lines = "".join(f"<li><bdi>{escape(single.representative)}</bdi></li>" for single in singles[:_MOST_SINGLES])
    more = len(singles) - _MOST_SINGLES
    rest = f"<li><small>and {more:,} more</small></li>" if more > 0 else ""
    return f'<h2>{len(singles):,} lines that stand alone</h2>\n<ul class="lines">{lines}{rest}</ul>'
