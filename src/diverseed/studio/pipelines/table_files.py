"""What can be exported of a clustered table."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...displays.clusters import ClustersDisplay
from ...displays.drawing import check_matplotlib
from ...displays.evidence import EvidenceDisplay
from ...tables.writing import clustered_table
from ..task import Task
from .table_result import projected

if TYPE_CHECKING:
    from .table import TableState

MakeFile = Callable[["TableState", Task], str | bytes]


def _drawing(draw: Callable[[Any], object], format: str, *, size: tuple[float, float]) -> bytes:
    check_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    draw(figure)
    target = io.BytesIO()
    figure.savefig(target, format=format, dpi=160)
    return target.getvalue()


def _clusters_drawing(format: str) -> MakeFile:
    def made(state: TableState, task: Task) -> bytes:
        model = state.shown.model
        display = ClustersDisplay(projected(state.shown), model.labels_, seed_indices=model.seed_indices_)
        return _drawing(lambda figure: display.plot(figure.subplots()), format, size=(8, 6.4))

    return made


def _evidence_drawing(format: str) -> MakeFile:
    def made(state: TableState, task: Task) -> bytes:
        display = EvidenceDisplay(state.evidence)
        return _drawing(lambda figure: display.plot(figure.subplots(1, 2)), format, size=(9.2, 3.6))

    return made


def _table(suffix: str) -> MakeFile:
    """The user's own table with the cluster of each row, by the name that it was given."""

    def made(state: TableState, task: Task) -> str | bytes:
        outcome = state.shown
        if any(not name.isdigit() for name in state.names):
            outcome = replace(outcome, labels=np.array(state.names, dtype=object)[outcome.labels])
        return clustered_table(state.table, outcome, suffix)

    return made


FILES: Mapping[str, MakeFile] = {
    "table.csv": _table(".csv"),
    "table.xlsx": _table(".xlsx"),
    "report.html": lambda state, task: state.shown.report(task.name),
    "clusters.svg": _clusters_drawing("svg"),
    "clusters.png": _clusters_drawing("png"),
    "evidence.svg": _evidence_drawing("svg"),
    "evidence.png": _evidence_drawing("png"),
}
