"""The report's page: no script, nothing loaded, all text from the data escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from .. import __version__
from ..arrays import FloatArray
from ..cluster.stability import StabilityReport
from ..displays.clusters import Projection
from ..displays.drawing import COLOURS, cluster_colours
from ..files.html_document import html_document
from .limits import limits
from .pictures import clusters_picture, evidence_picture, sizes_picture
from .profiles import Profile, profiles, telling_columns
from .words import headline, readable, reasons

_MOST_CLUSTERS = 200


def html_report(
    model: Any,
    points: FloatArray,
    *,
    columns: Sequence[str],
    values: FloatArray | None = None,
    title: str = "Clusters",
    notes: Sequence[str] = (),
    kinds: Sequence[str] | None = None,
    scale: str = "none",
    repeat: tuple[str, str] | None = None,
    stability: StabilityReport | None = None,
) -> str:
    """A report on a fitted DPPKMeans as one self-contained HTML page.

    Parameters
    ----------
    model : fitted
    points : (n, d) what it was fitted on
    columns : d names
    values : (n, d) the same rows in the units of the file; default: ``points``
    title : what the data is called
    notes : what else the reader should know
    kinds : of the columns: "number", "date" (days since 1970), "yes/no" or "category" (0 and 1); default: all numbers
    scale : what was done to the columns: "none", "standard" or "robust"
    repeat : a command and lines of Python that give the same clusters
    stability : whether halves of the data show the same clusters
    """
    kinds = ["number"] * len(columns) if kinds is None else kinds
    values = points if values is None else values
    projection = Projection.of(points if points.shape[1] > 2 else values, columns)
    clusters = profiles(model, points, values=values, columns=columns)
    sections = [
        _headline(model, points, scale, stability),
        _section("The clusters", _figure(clusters_picture(model, projection), _clusters_caption(projection))),
        _table(clusters, values, columns, kinds, projection, model),
        _evidence(model),
        _section("Limits", _items(limits(model, points, shown_share=projection.share))),
        _section("Notes", _items(notes)) if notes else "",
        _settings(model, points, repeat),
    ]
    style = (files(__package__) / "page.css").read_text(encoding="utf-8")
    body = f"""<main>
<p class="source">{_text(title)}</p>
{"".join(sections)}
</main>"""
    return html_document(f"{_bounded(title)}: {headline(model)}", body, style=style)


def _text(text: str, longest: int = 80) -> str:
    """Text from the data: bounded and escaped."""
    return escape(_bounded(text, longest))


def _bounded(text: str, longest: int = 80) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _section(title: str, body: str) -> str:
    return f"<section>\n<h2>{title}</h2>\n{body}\n</section>\n"


def _figure(picture: str, caption: str) -> str:
    return f"<figure>\n{picture}\n<figcaption>{escape(caption)}</figcaption>\n</figure>"


def _items(sentences: Iterable[str]) -> str:
    return "<ul>\n" + "\n".join(f"<li>{_text(sentence, 2000)}</li>" for sentence in sentences) + "\n</ul>"


def _headline(model: Any, points: FloatArray, scale: str, stability: StabilityReport | None) -> str:
    n, d = points.shape
    verdict = "given" if model.evidence_ is None else model.evidence_.verdict
    plural = "" if d == 1 else "s"
    treated = {
        "standard": ", each standardised to mean 0 and variance 1",
        "robust": ", each scaled by its median and quartiles",
    }.get(scale, "")
    halves = "" if stability is None else f'<p class="lead">Stability: {escape(stability.sentence)}</p>\n'
    return (
        f'<h1 class="{verdict}">{escape(headline(model))}</h1>\n'
        f'<p class="lead">{escape(" ".join(reasons(model)))}</p>\n'
        f"{halves}"
        f'<p class="looked">Looked at: {n:,} rows, {d:,} column{plural} of numbers{treated}.</p>\n'
    )


def _clusters_caption(projection: Projection) -> str:
    shown = "" if projection.share == 1 else f" The two axes show {projection.share:.0%} of the variance."
    return f"Each point is a row; a cross is a seed, a number a cluster.{shown}"


def _table(
    clusters: Sequence[Profile],
    values: FloatArray,
    columns: Sequence[str],
    kinds: Sequence[str],
    projection: Projection,
    model: Any,
) -> str:
    shown = telling_columns(clusters, values)
    means = np.array([projection.positions[model.labels_ == cluster.label].mean(axis=0) for cluster in clusters])
    colours = cluster_colours(means)
    head = "".join(f'<th scope="col" class="number">{_text(columns[i], 24)}</th>' for i in shown)
    rows = "\n".join(
        _row(cluster, COLOURS[colour], values.shape[0], shown, kinds)
        for cluster, colour in zip(clusters[:_MOST_CLUSTERS], colours, strict=False)
    )
    some = f", {len(shown)} of {len(columns)} columns: those that differ most between clusters" * (
        len(shown) < len(columns)
    )
    cut = f"; the first {_MOST_CLUSTERS} of {len(clusters)} clusters" * (len(clusters) > _MOST_CLUSTERS)
    return f"""<section>
<h2>Cluster details</h2>
<p class="caption">Averages, in original units{some}{cut}; for yes/no and
categories the share of rows. The spread is the root mean squared
distance to the centre. Arrows: standard deviations above or below the mean of all rows.</p>
<div class="scroll"><table>
<thead><tr><th scope="col">Cluster</th><th scope="col" class="number">Rows</th>
<th scope="col" class="number">Spread</th><th scope="col">Distinguishing features</th>{head}</tr></thead>
<tbody>
{rows}
</tbody></table></div>
</section>
"""


def _row(cluster: Profile, colour: str, n: int, shown: Iterable[int], kinds: Sequence[str]) -> str:
    traits = ", ".join(
        f"{_text(name, 32)}&nbsp;{'↑' if offset > 0 else '↓'}{abs(offset):.1f}" for name, offset in cluster.traits
    )
    cells = "".join(f'<td class="number">{readable(cluster.centre[i], kinds[i])}</td>' for i in shown)
    return (
        f'<tr><th scope="row"><span class="dot" style="background:{colour}"></span>{cluster.label}</th>'
        f'<td class="number">{cluster.size:,} <span class="quiet">{cluster.size / n:.1%}</span></td>'
        f'<td class="number">{readable(cluster.spread)}</td><td>{traits or "near the mean of all"}</td>{cells}</tr>'
    )


def _evidence(model: Any) -> str:
    if model.evidence_ is None:
        if len(model.size_distribution_) == 1:
            return ""
        caption = "How many points the process draws, and how probable each number is. The number drawn here is marked."
        return _section("How many clusters", _figure(sizes_picture(model), caption))
    caption = (
        "Left: a separated cluster adds one eigenvalue near 1, so k clusters leave a gap after the k-th; the arrow "
        "marks it where it is widest. Right: the score of each number of clusters, its widest gap times the root of k; "
        "the dashed line is the highest score of data of the same spread without clusters."
    )
    body = _figure(evidence_picture(model), caption)
    if len(model.size_distribution_) > 1:
        body += _figure(sizes_picture(model), "The share of each number of clusters in the evidence above that level.")
    return _section("Why this number", body)


def _settings(model: Any, points: FloatArray, repeat: tuple[str, str] | None) -> str:
    gamma = "none" if model.gamma_ is None else f"{model.gamma_:.6g}"
    facts = [
        ("number of clusters", model.n_clusters),
        ("kernel scale gamma", gamma),
        ("sharpness", getattr(model, "sharpness", "none")),
        ("seeding", getattr(model, "seeding", None) or "by the process"),
        ("random seed", model.random_state),
        ("inertia", readable(model.inertia_)),
        ("iterations", getattr(model, "n_iter_", "none")),
        ("rows × columns", f"{points.shape[0]:,} × {points.shape[1]:,}"),
        ("diverseed", __version__),
    ]
    terms = "".join(f"<div><dt>{escape(name)}</dt><dd>{_text(str(value))}</dd></div>" for name, value in facts)
    lines = "".join(
        f"\n<p>{title}</p>\n<pre><code>{_text(code, 4000)}</code></pre>"
        for title, code in zip(("In a terminal:", "In Python:"), repeat or (), strict=False)
    )
    return f'<section class="settings">\n<h2>To repeat it</h2>\n<dl>{terms}</dl>{lines}\n</section>\n'
