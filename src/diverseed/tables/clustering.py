"""Clustering a prepared table, and what the user should know of the result."""

import time
import warnings
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from ..arrays import FloatArray, IntArray
from ..cluster.kmeans import DPPKMeans
from ..cluster.outliers import mark_outliers
from ..cluster.spectral import DPPSpectralClustering
from ..cluster.stability import StabilityReport, stability_report
from ..errors import InputError, NotRoundWarning
from .prepare import Prepared
from .table import listed, quoted

Shape = Literal["auto", "round", "any"]
# Clusters differ in one column if it makes up this share of the squared distances between their centres.
_ALONE = 0.9
# Clusters follow a column of categories if this share of its variance lies between them.
_PURE = 0.95
# Clusters follow the gaps of a column if half of the variance of "missing or not" lies between them.
_FOLLOWED = 0.5
# Of values spread evenly between two centres a third lie in the middle third; of two clusters, a good deal less.
_VALLEY = 0.75


@dataclass(frozen=True)
class ClusteredTable:
    """A finished clustering.

    Attributes
    ----------
    prepared : the table as numbers
    model : fitted to ``prepared.matrix``
    labels : (n,) cluster of each row that was kept, -1 for rows that were marked as outliers
    notes : what the user should know of the columns and the clusters
    seconds : that clustering took
    stability : whether halves of the rows show the same clusters, if that was asked for
    """

    prepared: Prepared
    model: DPPKMeans | DPPSpectralClustering
    labels: IntArray
    notes: tuple[str, ...]
    seconds: float
    stability: StabilityReport | None = None

    @property
    def points(self) -> FloatArray:
        return self.prepared.matrix

    @property
    def sizes(self) -> IntArray:
        """(k,) rows of each cluster."""
        return np.bincount(self.model.labels_, minlength=self.model.n_clusters_)

    @property
    def distances(self) -> FloatArray:
        """(n,) the distance of each row to the centre of its cluster, in the units that were compared."""
        return np.linalg.norm(self.points - self.model.cluster_centers_[self.model.labels_], axis=1)

    @property
    def centres(self) -> FloatArray:
        """(k, features) means of the clusters in the units of the table."""
        values, labels = self.prepared.values, self.model.labels_
        return np.array([values[labels == label].mean(axis=0, dtype=np.float64) for label in range(self.sizes.size)])

    def report(self, title: str, *, repeat: tuple[str, str] | None = None) -> str:
        """One HTML page; ``repeat`` is the command and the lines of Python that give the same result."""
        from ..report import html_report

        return html_report(
            self.model,
            self.points,
            values=self.prepared.values,
            columns=self.prepared.feature_names,
            kinds=[feature.kind for feature in self.prepared.features],
            title=title,
            notes=self.notes,
            scale=self.prepared.recipe.scale,
            repeat=repeat,
            stability=self.stability,
        )


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
    shape : "round" for k-means, "any" for the walk's own clusters, "auto" for those where the two disagree
    outliers : the largest share of rows that may be marked as outliers
    stability : whether to cluster halves of the rows too
    """
    notes = list(prepared.notes)
    weights = prepared.sample_weight
    if weights is not None and isinstance(k := settings["n_clusters"], int) and k > weights.sum():
        weights = None
    if weights is not None:
        whole, others = int(weights.sum()), int((weights == 0).sum())
        notes.append(
            f"The clusters were found on the {whole:,} rows without missing values; the others ({others:,}) were "
            "assigned to the nearest one."
        )
    start = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = _fitted(prepared.matrix, settings, shape, weights)
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
    notes += _on_columns(prepared, model)
    halves = stability_report(model, prepared.matrix, random_state=settings.get("random_state")) if stability else None
    return ClusteredTable(prepared, model, labels, tuple(dict.fromkeys(notes)), seconds, halves)


def _fitted(
    points: FloatArray, settings: dict[str, Any], shape: Shape, weights: FloatArray | None
) -> DPPKMeans | DPPSpectralClustering:
    """The model of the shape asked for; "auto" takes the walk's clusters where the evidence says they are not round."""
    plain = {"n_clusters": settings["n_clusters"], "random_state": settings.get("random_state")}
    if shape == "any":
        if settings["n_clusters"] in ("sample", "expected") or settings.get("seeding"):
            raise InputError("clusters of any shape take k=auto or a number, and no seeding by name.")
        return DPPSpectralClustering(**plain).fit(points, sample_weight=weights)
    model = DPPKMeans(**settings).fit(points, sample_weight=weights)
    not_round = model.evidence_ is not None and model.evidence_.is_round is False
    return DPPSpectralClustering(**plain).fit(points, sample_weight=weights) if shape == "auto" and not_round else model


def _on_columns(prepared: Prepared, model: Any) -> list[str]:
    """Notes on clusters that differ in one column only, follow categories, or follow what was filled in."""
    names = [column.name for column in prepared.recipe.columns]
    if model.n_clusters_ < 2:
        return []
    notes = []
    filled = [name for name, gaps in zip(names, prepared.gaps.T, strict=True) if _between(gaps, model) > _FOLLOWED]
    if filled:
        notes.append(
            f"The clusters follow where values are missing in {listed(filled)}: they may show what was filled in. "
            "Leave those columns out, or drop the rows."
        )
    places = {name: place for place, name in enumerate(names)}
    owner = np.array([places[feature.column] for feature in prepared.features])
    sizes = np.bincount(model.labels_, minlength=model.n_clusters_)
    offsets = model.cluster_centers_ - sizes @ model.cluster_centers_ / sizes.sum()
    shares = np.bincount(owner, sizes @ offsets**2, minlength=len(names))
    best = int(shares.argmax())
    if len(names) > 1 and shares[best] >= _ALONE * shares.sum():
        feature = int(np.flatnonzero(owner == best)[0])
        gap = prepared.features[feature].kind == "category" or _has_gap(prepared.matrix[:, feature], model)
        only = f"The clusters differ in column {quoted(names[best])} alone"
        arbitrary = ", and its values run on from one cluster to the next without a gap: they may be arbitrary cuts."
        return [*notes, only + (". To look for others, leave it out." if gap else arbitrary)]
    words = {places[feature.column] for feature in prepared.features if feature.kind in ("category", "yes/no")}
    pure = [names[place] for place in sorted(words) if _between(prepared.matrix[:, owner == place], model) > _PURE]
    if pure:
        notes.append(
            f"The clusters follow the categories of {listed(pure)}. Leave them out to see clusters that do not."
        )
    return notes


def _between(values: Any, model: Any) -> float:
    """The share of the variance of some values, one or several columns, that lies between the clusters."""
    values = np.asarray(values, dtype=np.float64).reshape(model.labels_.size, -1)
    values = values - values.mean(axis=0)
    total = float((values**2).sum())
    if total == 0:
        return 0.0
    sums = np.array([np.bincount(model.labels_, column, minlength=model.n_clusters_) for column in values.T])
    return float((sums**2 / np.maximum(np.bincount(model.labels_, minlength=model.n_clusters_), 1)).sum()) / total


def _has_gap(values: FloatArray, model: Any) -> bool:
    """Whether values thin out between the means of each two neighbouring clusters."""
    means = np.sort([values[model.labels_ == label].mean() for label in np.unique(model.labels_)])
    for low, high in pairwise(means):
        between = values[(values > low) & (values < high)]
        middle = np.abs(between - (low + high) / 2) < (high - low) / 6
        if between.size and middle.mean() > _VALLEY / 3:
            return False
    return True
