"""A table of numbers: how many clusters, why, and what tells them apart."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ...arrays import FloatArray
from ...displays.clusters import ClustersDisplay, Projection
from ...displays.drawing import COLOURS, check_matplotlib, cluster_colours
from ...displays.evidence import EvidenceDisplay
from ...progress import report
from ...report.limits import limits
from ...report.profiles import Profile, profiles, telling_columns
from ...report.words import headline, reasons
from ...tables import Table, read_table
from ...tables.clustering import ClusteredTable, cluster_table
from ...tables.labels import labels_file
from ...walk import Evidence
from . import Order, Product

_MOST_POINTS = 10_000
_MOST_CLUSTERS = 200
_SEED = 0  # the command line's default


KIND = "table"


@dataclass(frozen=True)
class TableState:
    """The table as it was clustered without a given number, and as it is shown."""

    automatic: ClusteredTable
    shown: ClusteredTable
    kind: str = KIND

    @property
    def table(self) -> Table:
        return self.automatic.table

    @property
    def evidence(self) -> Evidence:
        evidence = self.automatic.model.evidence_
        assert evidence is not None  # dense points and no given number: there always is some
        return evidence


def run(order: Order) -> Product[TableState]:
    """Cluster the table; the evidence of an earlier run at the same scale is kept."""
    before = order.before if isinstance(order.before, TableState) else None
    standardise = order.settings.scale == "standard"
    if before is not None and before.automatic.standardised is standardise:
        automatic = before.automatic
    else:
        report("reading the table")
        table = before.table if before else read_table(order.place)
        report("looking for the number of clusters")
        automatic = _clustered(table, standardise, "auto")
    shown = automatic
    if order.settings.k is not None:
        report(f"clustering with k = {order.settings.k}")
        shown = _clustered(automatic.table, standardise, order.settings.k)
    report("describing the clusters")
    state = TableState(automatic, shown)
    return Product(_described(state), state, {})


def _clustered(table: Table, standardise: bool, k: int | Literal["auto"]) -> ClusteredTable:
    return cluster_table(table, standardise=standardise, settings={"n_clusters": k, "random_state": _SEED})


def _described(state: TableState) -> dict[str, Any]:
    outcome = state.shown
    model, points, table = outcome.model, outcome.points, outcome.table
    projection = _projection(outcome)
    clusters = profiles(model, points, values=table.values, columns=table.columns)
    means = np.array([projection.positions[model.labels_ == cluster.label].mean(axis=0) for cluster in clusters])
    colours = [COLOURS[colour] for colour in cluster_colours(means)]
    columns = telling_columns(clusters, table.values)
    return {
        "headline": headline(model),
        "verdict": "given" if model.evidence_ is None else model.evidence_.verdict,
        "reasons": reasons(model),
        "notes": list(outcome.notes),
        "limits": limits(model, points, shown_share=projection.share),
        "n": points.shape[0],
        "n_features": points.shape[1],
        "n_clusters": int(model.n_clusters_),
        "scale": "standard" if outcome.standardised else "none",
        "evidence": _evidence(state.evidence, points.shape[0]),
        "picture": _picture(outcome, projection, [cluster.label for cluster in clusters], colours),
        "columns": [table.columns[column] for column in columns],
        "n_columns": len(table.columns),
        "clusters": [
            _cluster(cluster, colour, columns.tolist(), table.values)
            for cluster, colour in zip(clusters[:_MOST_CLUSTERS], colours, strict=False)
        ],
    }


def _projection(outcome: ClusteredTable) -> Projection:
    """As in the report: two columns in the units of the file, else principal components of what was clustered."""
    points = outcome.points if outcome.points.shape[1] > 2 else outcome.table.values
    return Projection.of(points, outcome.table.columns)


def _evidence(evidence: Evidence, n: int) -> dict[str, Any]:
    """The scores of the numbers to choose from: up to twice the best and a few more."""
    most = min(max(12, 2 * evidence.best_n_clusters + 4), evidence.scores.size, n)
    return {
        "verdict": evidence.verdict,
        "n_clusters": int(evidence.n_clusters),
        "best": int(evidence.best_n_clusters),
        "null_level": float(evidence.null_level),
        "levels": [level.n_clusters for level in evidence.levels],
        "is_round": evidence.is_round,
        "scores": [round(float(score), 5) for score in evidence.scores[:most]],
    }


def _picture(outcome: ClusteredTable, projection: Projection, labels: list[int], colours: list[str]) -> dict[str, Any]:
    n = projection.positions.shape[0]
    rows = np.arange(n)
    if n > _MOST_POINTS:
        rows = np.sort(np.random.default_rng(_SEED).choice(n, _MOST_POINTS, replace=False))
    of_label = dict(zip(labels, range(len(labels)), strict=True))
    return {
        "positions": [[float(f"{x:.6g}"), float(f"{y:.6g}")] for x, y in projection.positions[rows].tolist()],
        "rows": rows.tolist(),
        "clusters": [of_label[int(label)] for label in outcome.model.labels_[rows]],
        "labels": labels,
        "colours": colours,
        "seeds": projection.positions[outcome.model.seed_indices_].tolist(),
        "axes": list(projection.axis_names),
        "share": projection.share,
    }


def _cluster(cluster: Profile, colour: str, columns: list[int], values: FloatArray) -> dict[str, Any]:
    """One row of the table of clusters; offsets are in standard deviations of all rows."""
    mean, deviation = values[:, columns].mean(axis=0), values[:, columns].std(axis=0)
    centre = cluster.centre[columns]
    offsets = np.divide(centre - mean, deviation, out=np.zeros_like(centre), where=deviation > 0)
    return {
        "label": cluster.label,
        "size": cluster.size,
        "spread": cluster.spread,
        "colour": colour,
        "traits": [{"column": name, "offset": round(offset, 2)} for name, offset in cluster.traits],
        "means": [float(f"{value:.4g}") for value in centre],
        "offsets": [round(float(offset), 3) for offset in offsets],
    }


def _drawing(draw: Callable[[Any], object], format: str, *, size: tuple[float, float]) -> bytes:
    check_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    draw(figure)
    target = io.BytesIO()
    figure.savefig(target, format=format, dpi=160)
    return target.getvalue()


def _clusters_drawing(format: str) -> Callable[[TableState, Order], bytes]:
    def made(state: TableState, order: Order) -> bytes:
        model = state.shown.model
        display = ClustersDisplay(_projection(state.shown), model.labels_, seed_indices=model.seed_indices_)
        return _drawing(lambda figure: display.plot(figure.subplots()), format, size=(8, 6.4))

    return made


def _evidence_drawing(format: str) -> Callable[[TableState, Order], bytes]:
    def made(state: TableState, order: Order) -> bytes:
        display = EvidenceDisplay(state.evidence)
        return _drawing(lambda figure: display.plot(figure.subplots(1, 2)), format, size=(9.2, 3.6))

    return made


FILES: Mapping[str, Callable[[TableState, Order], str | bytes]] = {
    "labels.csv": lambda state, order: labels_file(
        state.shown.points, state.shown.model, ".csv", labels=state.shown.labels
    ),
    "report.html": lambda state, order: state.shown.report(order.name),
    "clusters.svg": _clusters_drawing("svg"),
    "clusters.png": _clusters_drawing("png"),
    "evidence.svg": _evidence_drawing("svg"),
    "evidence.png": _evidence_drawing("png"),
}
