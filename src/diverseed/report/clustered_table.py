"""A clustered table: the model, notes for the user, and the files and report to write."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..cluster.kmeans import DPPKMeans
from ..cluster.outliers import mark_outliers
from ..cluster.spectral import DPPSpectralClustering
from ..cluster.stability import StabilityReport, stability_report
from ..errors import InputError
from ..tables import Prepared, Table
from ..tables.writing import file_like, table_with, unused_name
from .column_notes import column_notes
from .fitting import Shape, fit_shape
from .profiles import Description, describe
from .words import readable


@dataclass(frozen=True)
class ClusteredTable:
    """A finished clustering.

    Attributes
    ----------
    prepared : the table as numbers
    model : fitted to ``prepared.matrix``
    labels : (n,) cluster of each row that was kept, -1 for rows that were marked as outliers
    on_fit : notes on how the clusters were found
    seconds : how long clustering took
    stability : whether halves of the rows show the same clusters, if requested
    weighted : whether it was fitted with ``prepared.sample_weight``
    """

    prepared: Prepared
    model: DPPKMeans | DPPSpectralClustering
    labels: IntArray
    on_fit: tuple[str, ...]
    seconds: float
    stability: StabilityReport | None = None
    weighted: bool = False

    @property
    def points(self) -> FloatArray:
        return self.prepared.matrix

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """For the user, on the columns and on these clusters."""
        notes = [*self.prepared.notes, *self._on_gaps(), *self.on_fit]
        if self.n_marked:
            notes.append(f"Rows marked as outliers: {self.n_marked:,}.")
        notes += column_notes(self.prepared, self.labels, self.model.cluster_centers_)
        return tuple(dict.fromkeys(notes))

    def _on_gaps(self) -> list[str]:
        weights = self.prepared.sample_weight
        if not self.weighted or weights is None:
            return []
        whole, others = int(weights.sum()), int((weights == 0).sum())
        return [
            f"Only the {whole:,} rows without missing values were searched for clusters; the others ({others:,}) were "
            "assigned to the nearest one."
        ]

    @property
    def n_marked(self) -> int:
        """Rows marked as outliers."""
        return int((self.labels < 0).sum())

    @property
    def sizes(self) -> IntArray:
        """(k,) rows of each cluster, without those marked as outliers."""
        return np.bincount(self.labels[self.labels >= 0], minlength=self.model.n_clusters_)

    @property
    def distances(self) -> FloatArray:
        """(n,) the distance of each row to the centre of its cluster, in the units that were compared. For a row marked
        as an outlier that is the cluster it would otherwise belong to."""
        return np.linalg.norm(self.points - self.model.cluster_centers_[self.model.labels_], axis=1)

    @property
    def centres(self) -> FloatArray:
        """(k, features) means of the rows that ``sizes`` counts, in the units of the table; NaN for none."""
        rows = self.labels >= 0
        return means_of(self.prepared.values[rows], self.labels[rows], self.model.n_clusters_)

    @property
    def kinds(self) -> list[str]:
        """Of the features: "number", "date", "yes/no" or "category"."""
        return [feature.kind for feature in self.prepared.features]

    @property
    def description(self) -> Description:
        values, names = self.prepared.values, self.prepared.feature_names
        return describe(self.model, self.points, values=values, columns=names, kinds=self.kinds, labels=self.labels)

    def table_file(self, table: Table, suffix: str) -> str | bytes:
        """A file of all columns and rows of the table as they were, then ``cluster``, ``distance``, ``outlier_score``.

        A row that was left out has none of the three. A name that the table has already gets a number.
        """
        added = {"cluster": self.labels, "distance": self.distances, "outlier_score": self.model.outlier_scores_}
        columns = {name: values.tolist() for name, values in added.items()}
        return table_with(table, columns, suffix, recipe=self.prepared.recipe, rows=self.prepared.rows.tolist())

    def centres_file(self, table: Table, suffix: str) -> str | bytes:
        """A file with a row per cluster: its number, its size, and the mean of each column in the table's units.

        Dates are written as dates; for a category the column "colour = red" holds the share of rows that are red.
        """
        columns: dict[str, Sequence[Any]] = {"cluster": list(range(self.sizes.size)), "rows": self.sizes.tolist()}
        for feature, means in zip(self.prepared.features, self.centres.T, strict=True):
            values = [None if np.isnan(mean) else mean for mean in means.tolist()]
            if feature.kind == "date":
                values = [day if day is None else readable(day, "date") for day in values]
            columns[unused_name(feature.name, columns)] = values
        return file_like(table, columns, suffix, recipe=self.prepared.recipe)

    def report(self, title: str, *, repeat: tuple[str, str] | None = None, names: Sequence[str] | None = None) -> str:
        """One HTML page; ``repeat`` is the command and the Python code that give the same result."""
        from . import html_report

        return html_report(
            self.model,
            self.points,
            labels=self.labels,
            values=self.prepared.values,
            columns=self.prepared.feature_names,
            kinds=self.kinds,
            sources=[feature.column for feature in self.prepared.features],
            title=title,
            notes=self.notes,
            scale=self.prepared.recipe.scale,
            repeat=repeat,
            stability=self.stability,
            names=names,
        )


def means_of(values: FloatArray, labels: IntArray, n_clusters: int) -> FloatArray:
    """(k, features) means of the rows of each cluster; NaN for one without rows, as some are if rows are equal."""
    sums, sizes = np.zeros((n_clusters, values.shape[1])), np.bincount(labels, minlength=n_clusters)[:, None]
    np.add.at(sums, labels, values)
    return np.divide(sums, sizes, out=np.full_like(sums, np.nan), where=sizes > 0)


def cluster_table(
    prepared: Prepared,
    *,
    settings: dict[str, Any],
    shape: Shape = "auto",
    outliers: float = 0.0,
    stability: bool = False,
) -> ClusteredTable:
    """Cluster the rows of a table.

    Parameters
    ----------
    settings : parameters of ``DPPKMeans``; ``n_clusters`` and ``random_state`` go to ``DPPSpectralClustering`` too
    shape : "round" for k-means, "any" for clusters of the random walk, "auto" for the latter where the two disagree
    outliers : the largest share of rows that may be marked as outliers
    stability : whether to cluster halves of the rows too
    """
    weights = prepared.sample_weight
    k, n = settings["n_clusters"], prepared.matrix.shape[0]
    if isinstance(k, int) and k > n:
        raise InputError(f"{n:,} rows cannot form {k:,} clusters. Ask for at most {n:,}.")
    if weights is not None and isinstance(k, int) and k > weights.sum():
        weights = None
    start = time.perf_counter()
    model, on_fit = fit_shape(DPPKMeans, DPPSpectralClustering, prepared.matrix, settings, shape, sample_weight=weights)
    seconds = time.perf_counter() - start
    labels = mark_outliers(model.labels_, model.outlier_scores_, outliers) if outliers else model.labels_
    if outliers and (labels >= 0).all():
        on_fit = [*on_fit, _none_marked(n, outliers)]
    halves = stability_report(model, prepared.matrix, random_state=settings.get("random_state")) if stability else None
    return ClusteredTable(prepared, model, labels, tuple(on_fit), seconds, halves, weights is not None)


def _none_marked(n: int, share: float) -> str:
    why = f"{share:g} of {n:,} rows is less than one" if share * n < 1 else "no outlier score is above 0.5"
    return f"No row was marked as an outlier: {why}."
