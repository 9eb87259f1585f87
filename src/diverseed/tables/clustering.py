"""Clustering a table: its numbers, scaled if asked for, and what the user should know of the result."""

import time
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import FloatArray
from ..kmeans import DPPKMeans
from .columns import notes_on_columns
from .table import Table


@dataclass(frozen=True)
class ClusteredTable:
    """A finished clustering.

    Attributes
    ----------
    table : what was read
    points : (n, d) what was clustered, standardised if asked for
    standardised : whether it was
    model : fitted
    notes : what the user should know
    seconds : that clustering took
    """

    table: Table
    points: FloatArray
    standardised: bool
    model: DPPKMeans
    notes: tuple[str, ...]
    seconds: float

    def report(self, title: str) -> str:
        """One HTML page."""
        from ..report import html_report

        return html_report(
            self.model,
            self.points,
            values=self.table.values,
            columns=self.table.columns,
            title=title,
            notes=self.notes,
            scaled=self.standardised,
        )


def cluster_table(table: Table, *, standardise: bool, settings: dict[str, Any]) -> ClusteredTable:
    """Cluster the rows of a table.

    Parameters
    ----------
    standardise : give every column mean 0 and variance 1 first
    settings : parameters of ``DPPKMeans``
    """
    points, notes = _scaled(table, standardise)
    start = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = DPPKMeans(**settings).fit(points)
    seconds = time.perf_counter() - start
    notes += [str(warning.message) for warning in caught if issubclass(warning.category, UserWarning)]
    return ClusteredTable(table, points, standardise, model, tuple(dict.fromkeys(notes)), seconds)


def _scaled(table: Table, standardise: bool) -> tuple[FloatArray, list[str]]:
    """The values, standardised if asked for, and notes on the columns."""
    deviations = np.std(table.values, axis=0, dtype=np.float64)
    deviations[[name in table.constant for name in table.columns]] = 0
    notes = notes_on_columns(table.columns, deviations, table.left_out, scaled=standardise)
    if standardise:
        return (table.values - table.values.mean(axis=0)) / np.where(deviations > 0, deviations, 1.0), notes
    return table.values, notes
