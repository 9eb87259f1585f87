"""Points, clusters and seeds in the plane."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.metrics import pairwise_distances_argmin_min
from sklearn.utils.validation import check_is_fitted

from ..arrays import FloatArray, IntArray
from ..cluster.plane import Projection
from ..errors import InputError
from ..files.pages import shortened
from .drawing import COLOURS, PAPER, QUIET, cluster_colours, new_axes, plain_label, tidy

__all__ = ["ClustersDisplay", "Projection"]

_MOST_POINTS = 20_000
_MOST_NUMBERED = 150
_NUMBER_OFFSET = 10


@dataclass(eq=False, repr=False)
class ClustersDisplay:
    """Points coloured by cluster, seeds marked and clusters numbered.

    Colours repeat above eight clusters, far apart in the picture. At most 20,000 points are drawn, chosen at random.

    Parameters
    ----------
    projection : points in the plane
    labels : (n,) their clusters; points of -1 belong to none and are grey
    seed_indices : rows of the seeds
    names : names of the clusters; default: their numbers
    """

    projection: Projection
    labels: IntArray
    _: KW_ONLY
    seed_indices: IntArray | None = None
    names: Sequence[str] | None = None

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, *, feature_names: Sequence[str] | None = None, ax: Any = None
    ) -> Self:
        """Draw the clusters of a fitted estimator.

        Parameters
        ----------
        X : (n, d) what it was fitted on
        feature_names : d names, for two features; default: those of a data frame, or numbers
        """
        check_is_fitted(estimator)
        if feature_names is None:
            feature_names = getattr(estimator, "feature_names_in_", None)
        points = X if scipy.sparse.issparse(X) else np.asarray(X)
        if points.shape[0] != estimator.labels_.size:
            raise InputError(
                f"X has shape {points.shape}, but the estimator was fitted on {estimator.labels_.size} rows. "
                "Give the data it was fitted on."
            )
        display = cls(Projection.of(points, feature_names), estimator.labels_, seed_indices=estimator.seed_indices_)
        return display.plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw, on new axes unless given."""
        ax = new_axes(size=(6.4, 5.2)) if ax is None else ax
        positions = self.projection.positions
        present = np.unique(self.labels[self.labels >= 0])
        centres = np.array([positions[self.labels == label].mean(axis=0) for label in present])
        colours = np.array(COLOURS)[cluster_colours(centres)]
        self._plot_points(ax, present, colours)
        if self.seed_indices is not None and present.size > 1:
            seeds = positions[self.seed_indices]
            ax.scatter(*seeds.T, marker="x", s=30, color="#23262b", linewidth=1.5, label="seed", zorder=5)
            ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(0, 1.08), borderpad=0)
        for label, name in zip((ax.set_xlabel, ax.set_ylabel), self.projection.axis_names, strict=True):
            plain_label(label(name if len(name) <= 60 else name[:57] + "..."))
        if self.projection.share < 1:
            ax.set_aspect("equal", adjustable="datalim")
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_formatter("{x:,.10g}")  # 1,000,000 and not 1.0 in one corner and 1e6 in another
        tidy(ax)
        if 1 < present.size <= _MOST_NUMBERED:
            self._number(ax, present, self._members_nearest_to(present, centres))
        self.ax_, self.figure_ = ax, ax.figure
        return self

    def _plot_points(self, ax: Any, present: IntArray, colours: Any) -> None:
        n = self.labels.size
        rows = np.arange(n)
        if n > _MOST_POINTS:
            rows = np.random.default_rng(0).choice(n, _MOST_POINTS, replace=False)
        labels = self.labels[rows]
        in_colour = (labels >= 0) & (present.size > 1)
        each = np.where(in_colour, colours[np.searchsorted(present, np.maximum(labels, present[0]))], QUIET)
        ax.scatter(
            *self.projection.positions[rows].T,
            c=each,
            s=float(np.clip(16_000 / rows.size, 3, 22)),
            alpha=0.75 if rows.size < 5_000 else 0.5,
            linewidth=0,
            rasterized=True,  # twenty thousand circles would make a drawing of megabytes
        )

    def _members_nearest_to(self, present: IntArray, centres: FloatArray) -> FloatArray:
        """(k, 2) of each cluster its point nearest to its mean: the mean of a ring lies outside of it."""
        positions = self.projection.positions
        members = (positions[self.labels == label] for label in present)
        nearest = [
            rows[((rows - centre) ** 2).sum(axis=1).argmin()] for rows, centre in zip(members, centres, strict=True)
        ]
        return np.array(nearest)

    def _number(self, ax: Any, present: IntArray, centres: FloatArray) -> None:
        box = {"boxstyle": "round,pad=0.1", "facecolor": PAPER, "edgecolor": "none", "alpha": 0.8}
        for label, centre, offset in zip(present, centres, self._offsets(ax, centres), strict=True):
            name = ax.annotate(
                str(label) if self.names is None else shortened(self.names[label], 24),
                centre,
                (0, offset),
                textcoords="offset points",
                ha="center",
                va="center",
                fontweight="bold",
                fontsize=9 if present.size <= 40 else 7,
                bbox=box,
                zorder=6,
            )
            plain_label(name)

    def _offsets(self, ax: Any, centres: FloatArray) -> FloatArray:
        """(k,) points by which each number stands above its centre; below it where a seed would be hidden."""
        if self.seed_indices is None:
            return np.full(len(centres), float(_NUMBER_OFFSET))
        seeds = ax.transData.transform(self.projection.positions[self.seed_indices])
        middles = ax.transData.transform(centres)
        step = np.array([0, _NUMBER_OFFSET * ax.figure.dpi / 72])
        above, below = (pairwise_distances_argmin_min(middles + side * step, seeds)[1] for side in (1, -1))
        return np.where(above < np.minimum(step[1], below), -_NUMBER_OFFSET, _NUMBER_OFFSET).astype(float)
