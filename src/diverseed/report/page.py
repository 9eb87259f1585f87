"""A clustering as one page: no script, nothing loaded, all text from the data escaped and bounded."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from .. import __version__
from ..arrays import FloatArray, IntArray
from ..cluster.plane import column_title
from ..cluster.stability import StabilityReport
from ..files.pages import counted, page, shortened
from .limits import limits
from .pictures import clusters_picture, evidence_pictures, sizes_picture
from .profiles import Description, describe
from .words import headline, readable, readable_column, reasons, told_apart

_TREATMENTS = {"standard": "standardised to mean 0 and variance 1", "robust": "scaled by median and quartiles"}
_MEASURED = {"number": "numbers", "date": "dates"}
# What is longer is cut; its whole text is in a title, which a mouse shows.
_LONGEST_NAME, _LONGEST_TRAIT, _LONGEST_TITLE = 24, 36, 200


def html_report(
    model: Any,
    points: FloatArray,
    *,
    columns: Sequence[str],
    labels: IntArray | None = None,
    values: FloatArray | None = None,
    title: str = "Clusters",
    notes: Sequence[str] = (),
    kinds: Sequence[str] | None = None,
    sources: Sequence[str] | None = None,
    scale: str = "none",
    repeat: tuple[str, str] | None = None,
    stability: StabilityReport | None = None,
    names: Sequence[str] | None = None,
) -> str:
    """A report on a fitted DPPKMeans as one self-contained HTML page.

    Parameters
    ----------
    model : fitted
    points : (n, d) what it was fitted on
    columns : d names
    labels : (n,) clusters of the points, -1 for those that were marked as outliers; default: the model's
    values : (n, d) the same rows in the units of the file; default: ``points``
    title : name of the data
    notes : further remarks for the reader
    kinds : per column, "number", "date" (days since 1970), "yes/no" or "category" (0 and 1); default: all numbers
    sources : per column, the column of the table that it comes from: a category has several; default: one each
    scale : scaling of the columns: "none", "standard" or "robust"
    repeat : a command and lines of Python that give the same clusters
    stability : whether halves of the data show the same clusters
    names : names of the clusters; default: their numbers
    """
    kinds = ["number"] * len(columns) if kinds is None else kinds
    values = points if values is None else values
    found = describe(model, points, values=values, columns=columns, kinds=kinds, labels=labels)
    return page(
        "clusters.html",
        title=f"{shortened(title)}: {headline(model)}",
        kind="clusters",
        source=title,
        verdict="given" if model.evidence_ is None else model.evidence_.verdict,
        headline=headline(model),
        reasons=reasons(model),
        stability=stability,
        n_rows=points.shape[0],
        n_features=points.shape[1],
        compared=_compared(len(set(columns if sources is None else sources)), kinds, scale),
        clusters_picture=Markup(clusters_picture(model, found, names)),
        evidence_pictures=Markup(evidence_pictures(model)) if model.evidence_ is not None else None,
        sizes_picture=Markup(sizes_picture(model)) if model.n_clusters == "sample" else None,
        found=found,
        names=names,
        **_details(found, columns, kinds),
        limits=limits(model, points, shown_share=found.projection.share),
        notes=notes,
        facts=_facts(model, points, found),
        repeat=list(zip(("In a terminal:", "In Python:"), repeat or (), strict=False)),
    )


def _details(found: Description, columns: Sequence[str], kinds: Sequence[str]) -> dict[str, Any]:
    """The texts of the table of clusters: names of columns, traits, spreads, and means by column."""
    traits = list(dict.fromkeys(words for cluster in found.clusters for words, _ in cluster.traits))
    return {
        "columns": _cut([column_title(columns[place]) for place in found.columns], _LONGEST_NAME),
        "traits": dict(zip(traits, _cut(traits, _LONGEST_TRAIT), strict=True)),
        "spreads": readable_column([one.spread for one in found.clusters]),
        "means": [readable_column([one.centre[i] for one in found.clusters], kinds[i]) for i in found.columns],
    }


def _compared(n_columns: int, kinds: Sequence[str], scale: str) -> str:
    """How many columns, and how they were made comparable: categories are weighted, not standardised."""
    count = counted(n_columns, "column")
    measured = [plural for kind, plural in _MEASURED.items() if kind in kinds]
    if scale not in _TREATMENTS or not measured:
        return f"{count}."
    if set(kinds) <= set(_MEASURED):
        return f"{count}, each {_TREATMENTS[scale]}."
    words = " and ".join(measured).capitalize()
    return f"{count}. {words} were {_TREATMENTS[scale]}; each other column counts as much as one of them."


def _cut(texts: Sequence[str], longest: int) -> list[tuple[str, str]]:
    """Each text to show, and the whole of it."""
    whole = [shortened(text, _LONGEST_TITLE) for text in texts]
    return list(zip(told_apart(whole, longest), whole, strict=True))


def _facts(model: Any, points: FloatArray, found: Description) -> list[tuple[str, object]]:
    # of equal rows only the rounding of their mean is left
    inertia = model.inertia_ if any(one.spread for one in found.clusters) else 0.0
    return [
        ("number of clusters", model.n_clusters),
        ("kernel scale gamma", "none" if getattr(model, "gamma_", None) is None else f"{model.gamma_:.6g}"),
        ("sharpness", getattr(model, "sharpness", "none")),
        ("seeding", getattr(model, "seeding", None) or "by the process"),
        ("random seed", model.random_state),
        ("inertia", readable(inertia)),
        ("iterations", getattr(model, "n_iter_", "none")),
        ("rows × features", f"{points.shape[0]:,} × {points.shape[1]:,}"),
        ("diverseed", __version__),
    ]
