"""A clustering as one page: no script, nothing loaded, all text from the data escaped and bounded."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from .. import __version__
from ..arrays import FloatArray, IntArray
from ..cluster.plane import column_title
from ..cluster.stability import StabilityReport
from ..files.pages import page, shortened
from .limits import limits
from .pictures import clusters_picture, evidence_picture, sizes_picture
from .profiles import describe
from .words import headline, readable, readable_column, reasons

_TREATMENTS = {
    "standard": ", each standardised to mean 0 and variance 1",
    "robust": ", each scaled by its median and quartiles",
}


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
        n_columns=points.shape[1],
        treatment=_TREATMENTS.get(scale, ""),
        clusters_picture=Markup(clusters_picture(model, found, names)),
        evidence_picture=Markup(evidence_picture(model)) if model.evidence_ is not None else None,
        sizes_picture=Markup(sizes_picture(model)) if model.n_clusters == "sample" else None,
        columns=[column_title(columns[place]) for place in found.columns],
        found=found,
        names=names,
        spreads=readable_column([one.spread for one in found.clusters]),
        means=[readable_column([one.centre[i] for one in found.clusters], kinds[i]) for i in found.columns],
        limits=limits(model, points, shown_share=found.projection.share),
        notes=notes,
        facts=_facts(model, points),
        repeat=list(zip(("In a terminal:", "In Python:"), repeat or (), strict=False)),
    )


def _facts(model: Any, points: FloatArray) -> list[tuple[str, object]]:
    return [
        ("number of clusters", model.n_clusters),
        ("kernel scale gamma", "none" if getattr(model, "gamma_", None) is None else f"{model.gamma_:.6g}"),
        ("sharpness", getattr(model, "sharpness", "none")),
        ("seeding", getattr(model, "seeding", None) or "by the process"),
        ("random seed", model.random_state),
        ("inertia", readable(model.inertia_)),
        ("iterations", getattr(model, "n_iter_", "none")),
        ("rows × columns", f"{points.shape[0]:,} × {points.shape[1]:,}"),
        ("diverseed", __version__),
    ]
