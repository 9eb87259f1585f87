"""A clustered table as the page shows it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arrays import IntArray
from ...cluster.plane import Projection
from ...files.pages import counted
from ...report.limits import limits
from ...report.profiles import Description, Profile
from ...report.words import headline, readable_column, reasons
from ...tables import Table
from ...tables.table import as_texts
from ...walk import Evidence
from ..plain_words import plain
from ..settings import JobSettings

if TYPE_CHECKING:
    from .table import TableState

_SEED = 0
_MOST_POINTS = 10_000
_MOST_CLUSTERS = 200
_PREVIEW_ROWS, _PREVIEW_COLUMNS, _LONGEST_CELL = 8, 300, 60
_MOST_AXES = 20
"""Columns that can be axes and colours, those that differ most between clusters first."""
_MOST_LABELS = 3
"""Columns that say which row a point is: ids and texts."""


def described(state: TableState, settings: JobSettings) -> dict[str, Any]:
    """The clusters, their evidence, the picture and the columns."""
    outcome = state.shown
    points, names, kinds = outcome.points, outcome.prepared.feature_names, outcome.kinds
    description = outcome.description
    clusters, projection, colours, columns, _ = description
    clusters = clusters[:_MOST_CLUSTERS]
    means = [readable_column([one.centre[column] for one in clusters], kinds[column]) for column in columns]
    return {
        **_words(state, settings, projection),
        "n": points.shape[0],
        "n_rows": state.table.n_rows,
        "n_clusters": len(description.clusters),
        "scale": outcome.prepared.recipe.scale,
        "signature": state.signature,
        "evidence": _evidence(state.evidence, points.shape[0]),
        "picture": _picture(state, description),
        "columns": [names[column] for column in columns],
        "n_features": len(names),
        "clusters": [
            _cluster(state, cluster, colour, columns, row)
            for cluster, colour, *row in zip(clusters, colours, *means, strict=False)
        ],
        "preview": _preview(state),
        "stability": state.stability and state.stability.to_dict(),
    }


def _words(state: TableState, settings: JobSettings, projection: Projection) -> dict[str, Any]:
    """What was found, in sentences."""
    found = state.automatic.model
    merged = any(len(group) > 1 for group in state.members)
    title, why = headline(found), [plain(reason) for reason in reasons(found)]
    verdict: str = state.evidence.verdict
    if merged or settings.k is not None or settings.level is not None:
        chosen = "merged by you" if merged else "you chose this" if settings.level is None else "another level"
        why = [f"Without your choice: {title[0].lower() + title[1:]}."]
        title, verdict = f"{counted(state.shown.model.n_clusters_, 'cluster')} ({chosen})", "given"
    return {
        "headline": title,
        "verdict": verdict,
        "reasons": why,
        "notes": [note for note in map(plain, state.shown.notes) if note],
        "limits": [plain(one) for one in limits(state.shown.model, state.shown.points, shown_share=projection.share)],
    }


def _evidence(evidence: Evidence, n: int) -> dict[str, Any]:
    """The scores of the numbers to choose from: up to twice the largest plausible one and a few more."""
    plausible = max(evidence.best_n_clusters, *evidence.candidates)
    most = min(max(12, 2 * plausible + 4), evidence.scores.size, n)
    return {
        "verdict": evidence.verdict,
        "n_clusters": int(evidence.n_clusters),
        "best": int(evidence.best_n_clusters),
        "levels": [{"k": int(k), "share": round(share, 3)} for k, share in evidence.shares.items()],
        "is_round": evidence.is_round,
        "scores": [round(float(score), 5) for score in evidence.scores[:most]],
        "null_scores": [round(float(score), 5) for score in evidence.null_scores[:most]],
    }


def _picture(state: TableState, description: Description) -> dict[str, Any]:
    outcome, table = state.shown, state.table
    clusters, projection, colours, columns, _ = description
    n = projection.positions.shape[0]
    rows = np.arange(n)
    if n > _MOST_POINTS:
        rows = np.sort(np.random.default_rng(_SEED).choice(n, _MOST_POINTS, replace=False))
    of_label = {cluster.label: place for place, cluster in enumerate(clusters)}
    features = outcome.prepared.features
    axes = [*columns, *np.setdiff1d(np.arange(len(features)), columns)][:_MOST_AXES]
    in_table = outcome.prepared.rows[rows]
    return {
        "positions": [[float(f"{x:.6g}"), float(f"{y:.6g}")] for x, y in projection.positions[rows].tolist()],
        "places": [table.place(int(row)) for row in in_table],
        "labels": _labels(state, in_table),
        "clusters": [of_label[int(label)] for label in outcome.model.labels_[rows]],
        "names": [state.names[cluster.label] for cluster in clusters],
        "colours": colours,
        "axes": [_axis(name) for name in projection.axis_names],
        "share": projection.share,
        "columns": [
            {
                "name": features[column].name,
                "kind": features[column].kind,
                "values": [float(f"{value:.6g}") for value in outcome.prepared.values[rows, column].tolist()],
            }
            for column in axes
        ],
        "n": n,
    }


def _axis(name: str) -> str:
    """The principal components in plain words; a column is called by its name."""
    return name.replace("first principal component", "Main direction").replace(
        "second principal component", "Second direction"
    )


def _labels(state: TableState, rows: IntArray) -> list[dict[str, Any]]:
    """Cells that say which row a point is."""
    telling = [column.name for column in state.shown.prepared.columns if column.kind in ("id", "text")][:_MOST_LABELS]
    texts = [state.table.texts(state.table.names.index(name)) for name in telling]
    return [
        {"name": name, "cells": [cells[row][:_LONGEST_CELL] for row in rows.tolist()]}
        for name, cells in zip(telling, texts, strict=True)
    ]


def _cluster(state: TableState, cluster: Profile, colour: str, columns: IntArray, means: list[str]) -> dict[str, Any]:
    """One row of the table of clusters; offsets are in standard deviations of all rows."""
    return {
        "name": state.names[cluster.label],
        "members": list(state.members[cluster.label]),
        "note": state.remarks[cluster.label],
        "size": cluster.size,
        "colour": colour,
        "traits": [{"words": words, "offset": round(offset, 2)} for words, offset in cluster.traits],
        "means": means,
        "offsets": [round(float(offset), 3) for offset in cluster.offsets[columns]],
    }


def _preview(state: TableState) -> dict[str, Any]:
    """The first rows as in the file, and what each column became."""
    table: Table = state.table
    shown = table.names[:_PREVIEW_COLUMNS]
    known = {column.name: column for column in state.shown.prepared.columns}
    columns = []
    for place, name in enumerate(shown):
        record: dict[str, Any] = {"name": name, "kind": "", "why": "you left it out", "missing": 0, "used": False}
        if column := known.get(name):
            record = {**asdict(column), "why": plain(column.why), "used": column.used}
        cells = as_texts(table.cells[place][:_PREVIEW_ROWS])
        columns.append({**record, "cells": [cell[:_LONGEST_CELL] for cell in cells]})
    rows = [table.place(row) for row in range(min(_PREVIEW_ROWS, table.n_rows))]
    texts = [column["name"] for column in columns if column["kind"] == "text"]
    return {"rows": rows, "columns": columns, "more": len(table.names) - len(shown), "texts": texts}
