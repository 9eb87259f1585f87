"""A table: how many clusters, why, and what makes them different."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np

from ...cluster.kmeans import DPPKMeans
from ...cluster.stability import StabilityReport, stability_report
from ...displays.clusters import ClustersDisplay
from ...displays.drawing import figure_file
from ...displays.evidence import EvidenceDisplay
from ...examples import open_table
from ...files.pages import counted
from ...progress import report
from ...report.clustered_table import ClusteredTable, cluster_table
from ...report.relabelled import with_labels
from ...tables import Table, prepare
from ...walk import Evidence
from ..records import Job
from ..settings import ClusterEdit, JobSettings
from .table_result import described

_SEED = 0  # the command line's default


@dataclass(frozen=True)
class TableState:
    """The table, its clusters where their number was found, and those that are shown.

    Attributes
    ----------
    table : as it was read
    asked : the requested treatment of its columns
    automatic : clustered with the number that was found
    shown : with the number that was chosen, clusters of one name merged
    names, remarks : of each cluster that is shown
    signature : of the clustering, by which names are remembered
    members : numbers of the clusters that each one shown is made of
    stability : how often halves of the rows show the same clusters; None if not requested
    """

    table: Table
    asked: tuple[object, ...]
    automatic: ClusteredTable
    shown: ClusteredTable
    names: tuple[str, ...]
    remarks: tuple[str, ...]
    signature: str
    members: tuple[tuple[int, ...], ...]
    stability: StabilityReport | None

    @property
    def evidence(self) -> Evidence:
        evidence = self.automatic.model.evidence_
        assert evidence is not None  # dense points and no given number: there always is some
        return evidence


def run(job: Job, before: TableState | None) -> tuple[dict[str, Any], TableState, dict[str, str]]:
    """Cluster the table; what an earlier run found in the same columns is kept."""
    settings = job.wanted
    asked = (settings.columns, settings.scale, settings.missing, settings.shape)
    if before is None:
        report("reading the table")
        table = open_table(job.place)
    else:
        table = before.table
    if before is not None and before.asked == asked:
        automatic = before.automatic
    else:
        report("looking for the number of clusters")
        prepared = prepare(table, columns=settings.columns, scale=settings.scale, missing=settings.missing)
        automatic = cluster_table(prepared, settings=_settings("auto"), shape=settings.shape)
    settings = _at_known_level(automatic, settings)
    shown = _chosen(automatic, settings)
    state = _named(table, asked, automatic, shown, settings)
    if settings.stability and settings.level is None:
        known = before.stability if before and before.signature == state.signature else None
        halves = known or stability_report(shown.model, shown.points, random_state=_SEED)
        merged = len(state.members) < shown.model.n_clusters_  # then the report would speak of other clusters
        state = replace(state, stability=halves, shown=state.shown if merged else replace(shown, stability=halves))
    report("describing the clusters")
    return described(state, settings), state, {}


def _settings(k: int | Literal["auto"]) -> dict[str, Any]:
    return {"n_clusters": k, "random_state": _SEED}


def _at_known_level(automatic: ClusteredTable, settings: JobSettings) -> JobSettings:
    """Clusters of another shape may have other levels: a number that is none of them is kept as one to look for."""
    model, level = automatic.model, settings.level
    known = [model.n_clusters_, *(model.evidence_.candidates if model.evidence_ else [])]
    return settings if level is None or level in known else settings.model_copy(update={"k": level, "level": None})


def _chosen(automatic: ClusteredTable, settings: JobSettings) -> ClusteredTable:
    """The clusters as they are, those of another level, or as many as were asked for."""
    if settings.level is not None:
        model = automatic.model
        at_points = (automatic.points,) if isinstance(model, DPPKMeans) else ()
        return with_labels(automatic, model.labels_at(settings.level, *at_points))
    if settings.k is None:
        return automatic
    report(f"looking for {counted(settings.k, 'cluster')}")
    evidence = automatic.model.evidence_
    found = evidence is not None and evidence.is_round is False
    shape = "any" if settings.shape == "auto" and found else settings.shape
    return cluster_table(automatic.prepared, settings=_settings(settings.k), shape=shape)


def _named(
    table: Table, asked: tuple[object, ...], automatic: ClusteredTable, shown: ClusteredTable, settings: JobSettings
) -> TableState:
    """The clusters under the names that were given them; those of one name become one."""
    signature = hashlib.sha256(repr((asked, settings.k, settings.level)).encode()).hexdigest()[:16]
    edits = [step for step in settings.steps if isinstance(step, ClusterEdit) and step.of == signature]
    texts = {(edit.what, edit.cluster): " ".join(edit.text.split()) for edit in edits}
    numbers = range(shown.model.n_clusters_)
    names = [texts.get(("name", number)) or str(number) for number in numbers]
    notes = [texts.get(("note", number), "") for number in numbers]
    distinct = list(dict.fromkeys(names))
    members = tuple(tuple(i for i, name in enumerate(names) if name == one) for one in distinct)
    if len(distinct) < len(names):
        places = np.array([distinct.index(name) for name in names])
        shown = with_labels(shown, places[shown.model.labels_])
    remarks = tuple(" ".join(notes[i] for i in group if notes[i]) for group in members)
    return TableState(table, asked, automatic, shown, tuple(distinct), remarks, signature, members, None)


def _clusters(state: TableState, name: str, *, format: str) -> bytes:
    model = state.shown.model
    projection = state.shown.description.projection
    display = ClustersDisplay(projection, model.labels_, seed_indices=model.seed_indices_, names=state.names)
    return figure_file(lambda figure: display.plot(figure.subplots()), format, size=(8, 6.4), dpi=160)


def _evidence(state: TableState, name: str, *, format: str) -> bytes:
    display = EvidenceDisplay(state.evidence)
    return figure_file(lambda figure: display.plot(figure.subplots(1, 2)), format, size=(9.2, 3.6), dpi=160)


def _table(state: TableState, name: str, *, suffix: str) -> str | bytes:
    """The user's table with the cluster of each row, by the name the user gave it."""
    outcome = state.shown
    if any(not name.isdigit() for name in state.names):
        outcome = replace(outcome, labels=np.array(state.names, dtype=object)[outcome.labels])
    return outcome.table_file(state.table, suffix)


FILES: Mapping[str, Callable[[TableState, str], str | bytes]] = {
    "table.csv": partial(_table, suffix=".csv"),
    "table.xlsx": partial(_table, suffix=".xlsx"),
    "report.html": lambda state, name: state.shown.report(name, names=state.names),
    "clusters.svg": partial(_clusters, format="svg"),
    "clusters.png": partial(_clusters, format="png"),
    "evidence.svg": partial(_evidence, format="svg"),
    "evidence.png": partial(_evidence, format="png"),
}
