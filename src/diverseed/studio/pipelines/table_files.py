"""What can be exported of a clustered table."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ...displays.clusters import ClustersDisplay
from ...displays.drawing import check_matplotlib
from ...displays.evidence import EvidenceDisplay
from ..task import Task
from .table_result import projected

if TYPE_CHECKING:
    from .table import TableState


def _drawing(draw: Callable[[Any], object], format: str, *, size: tuple[float, float]) -> bytes:
    check_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    draw(figure)
    target = io.BytesIO()
    figure.savefig(target, format=format, dpi=160)
    return target.getvalue()


def _clusters(state: TableState, task: Task, *, format: str) -> bytes:
    model = state.shown.model
    display = ClustersDisplay(projected(state.shown), model.labels_, seed_indices=model.seed_indices_)
    return _drawing(lambda figure: display.plot(figure.subplots()), format, size=(8, 6.4))


def _evidence(state: TableState, task: Task, *, format: str) -> bytes:
    display = EvidenceDisplay(state.evidence)
    return _drawing(lambda figure: display.plot(figure.subplots(1, 2)), format, size=(9.2, 3.6))


def _table(state: TableState, task: Task, *, suffix: str) -> str | bytes:
    """The user's table with the cluster of each row, by the name the user gave it."""
    outcome = state.shown
    if any(not name.isdigit() for name in state.names):
        outcome = replace(outcome, labels=np.array(state.names, dtype=object)[outcome.labels])
    return outcome.table_file(state.table, suffix)


FILES: Mapping[str, Callable[[TableState, Task], str | bytes]] = {
    "table.csv": partial(_table, suffix=".csv"),
    "table.xlsx": partial(_table, suffix=".xlsx"),
    "report.html": lambda state, task: state.shown.report(task.name),
    "clusters.svg": partial(_clusters, format="svg"),
    "clusters.png": partial(_clusters, format="png"),
    "evidence.svg": partial(_evidence, format="svg"),
    "evidence.png": partial(_evidence, format="png"),
}
