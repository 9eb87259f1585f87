"""Clustering a table: its numbers, scaled if asked for, and what the user should know of the result."""

import time
import warnings
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..arrays import FloatArray, IntArray
from ..cluster.outliers import mark_outliers
from ..cluster.spectral import DPPSpectralClustering
from ..errors import InputError, NotRoundWarning
from ..kmeans import DPPKMeans
from .columns import notes_on_columns
from .table import Table

Shape = Literal["auto", "round", "any"]


@dataclass(frozen=True)
class ClusteredTable:
    """A finished clustering.

    Attributes
    ----------
    table : what was read
    points : (n, d) what was clustered, standardised if asked for
    standardised : whether it was
    model : fitted
    labels : (n,) cluster of each row, -1 for rows that were marked as outliers
    notes : what the user should know
    seconds : that clustering took
    """

    table: Table
    points: FloatArray
    standardised: bool
    model: DPPKMeans | DPPSpectralClustering
    labels: IntArray
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


def cluster_table(
    table: Table, *, standardise: bool, settings: dict[str, Any], shape: Shape = "auto", outliers: float = 0.0
) -> ClusteredTable:
    """Cluster the rows of a table.

    Parameters
    ----------
    standardise : give every column mean 0 and variance 1 first
    settings : parameters of ``DPPKMeans``; ``n_clusters`` and ``random_state`` go to ``DPPSpectralClustering`` too
    shape : "round" for k-means, "any" for the walk's own clusters, "auto" for those where the two disagree
    outliers : the largest share of rows that may be marked as outliers
    """
    points, notes = _scaled(table, standardise)
    start = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = _fitted(points, settings, shape)
    seconds = time.perf_counter() - start
    notes += [
        str(warning.message)
        for warning in caught
        if issubclass(warning.category, UserWarning) and not issubclass(warning.category, NotRoundWarning)
    ]
    if isinstance(model, DPPSpectralClustering) and shape == "auto":
        agreement = model.evidence_.agreement if model.evidence_ is not None else 0.0
        notes.append(
            "The clusters are not round, so they are taken from the random walk and not from k-means, which would find "
            f"others (adjusted Rand index {agreement:.2f})."
        )
    labels = mark_outliers(model.labels_, model.outlier_scores_, outliers) if outliers else model.labels_
    if outliers:
        notes.append(f"{int((labels == -1).sum()):,} rows are marked as outliers.")
    return ClusteredTable(table, points, standardise, model, labels, tuple(dict.fromkeys(notes)), seconds)


def _fitted(points: FloatArray, settings: dict[str, Any], shape: Shape) -> DPPKMeans | DPPSpectralClustering:
    """The model of the shape asked for; "auto" takes the walk's clusters where the evidence says they are not round."""
    plain = {"n_clusters": settings["n_clusters"], "random_state": settings.get("random_state")}
    if shape == "any":
        if settings["n_clusters"] in ("sample", "expected") or settings.get("seeding"):
            raise InputError("clusters of any shape take k=auto or a number, and no seeding by name.")
        return DPPSpectralClustering(**plain).fit(points)
    model = DPPKMeans(**settings).fit(points)
    not_round = model.evidence_ is not None and model.evidence_.is_round is False
    return DPPSpectralClustering(**plain).fit(points) if shape == "auto" and not_round else model


def _scaled(table: Table, standardise: bool) -> tuple[FloatArray, list[str]]:
    """The values, standardised if asked for, and notes on the columns."""
    deviations = np.std(table.values, axis=0, dtype=np.float64)
    deviations[[name in table.constant for name in table.columns]] = 0
    notes = notes_on_columns(table.columns, deviations, table.left_out, scaled=standardise)
    if standardise:
        return (table.values - table.values.mean(axis=0)) / np.where(deviations > 0, deviations, 1.0), notes
    return table.values, notes
