"""What the clusters look like: sizes, spreads, centres, and what distinguishes each one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..arrays import FloatArray, IntArray
from ..cluster.colours import COLOURS, cluster_colours
from ..cluster.plane import Projection
from .words import trait

# A centre this many standard deviations from the mean of all points distinguishes its cluster.
_APART = 0.5
_MOST_TRAITS = 3
_MOST_COLUMNS = 8


@dataclass(frozen=True)
class Profile:
    """One cluster.

    Attributes
    ----------
    label : its number
    size : number of points
    spread : root mean squared distance of its points to the centre, in the units that were clustered
    centre : (d,) means of the columns, in the units of the file
    offsets : (d,) how many standard deviations they lie from the means of all points
    traits : the columns that distinguish it, in words ("low price") and with their offsets, the farthest first
    """

    label: int
    size: int
    spread: float
    centre: FloatArray
    offsets: FloatArray
    traits: tuple[tuple[str, float], ...]


class Description(NamedTuple):
    """The clusters of a model, for whatever shows them.

    Attributes
    ----------
    clusters : those that have points
    projection : the points in the plane: two columns in the units of the file, else principal components
    colours : of the clusters, by where they lie in the plane
    columns : indices of the columns to show: all of a few, else those whose variance lies most between the clusters
    labels : (n,) cluster of each point, -1 for those that were marked as outliers
    """

    clusters: list[Profile]
    projection: Projection
    colours: list[str]
    columns: IntArray
    labels: IntArray


def describe(
    model: Any,
    points: FloatArray,
    *,
    values: FloatArray,
    columns: Sequence[str],
    kinds: Sequence[str],
    labels: IntArray | None = None,
) -> Description:
    """Describe the clusters of a model that was fitted to ``points``; arguments as for ``profiles``."""
    labels = model.labels_ if labels is None else labels
    clusters = profiles(model, points, values=values, columns=columns, kinds=kinds, labels=labels)
    projection = Projection.of(points if points.shape[1] > 2 else values, columns)
    means = np.array([projection.positions[labels == cluster.label].mean(axis=0) for cluster in clusters])
    colours = [COLOURS[colour] for colour in cluster_colours(means)]
    return Description(clusters, projection, colours, distinguishing_columns(clusters, values), labels)


def profiles(
    model: Any,
    points: FloatArray,
    *,
    values: FloatArray,
    columns: Sequence[str],
    kinds: Sequence[str],
    labels: IntArray | None = None,
) -> list[Profile]:
    """A profile of each cluster that has points.

    ``values`` (n, d) are the points in the units of the file, in ``columns`` of these names and kinds. ``labels`` (n,)
    are the model's by default; those marked with -1 count in no cluster.
    """
    labels = model.labels_ if labels is None else labels
    mean, deviation = values.mean(axis=0, dtype=np.float64), values.std(axis=0, dtype=np.float64)
    rounding = np.finfo(model.cluster_centers_.dtype).eps * np.sqrt(points.size) * np.abs(points).max()  # of a mean
    result = []
    for label in np.unique(labels[labels >= 0]):
        rows = labels == label
        centre = values[rows].mean(axis=0, dtype=np.float64)
        offsets = np.divide(centre - mean, deviation, out=np.zeros_like(centre), where=deviation > 0)
        spread = float(np.sqrt(((points[rows] - model.cluster_centers_[label]) ** 2).sum(axis=1).mean()))
        spread, places = spread if spread > rounding else 0.0, _distinguishing(offsets, values)
        traits = tuple((trait(columns[i], kinds[i], offsets[i]), float(offsets[i])) for i in places)
        result.append(Profile(int(label), int(rows.sum()), spread, centre, offsets, traits))
    return result


def _distinguishing(offsets: FloatArray, values: FloatArray) -> list[int]:
    """The columns with the largest offsets; of two that are complements, such as the two categories of a column, the
    one that is above its mean."""
    order = np.lexsort((offsets < 0, -np.abs(offsets).round(9)))
    found: list[int] = []
    for i in order[np.abs(offsets[order]) >= _APART].tolist():
        if all(np.ptp(values[:, i] + values[:, j]) > 0 for j in found):
            found.append(i)
        if len(found) == _MOST_TRAITS:
            break
    return found


def distinguishing_columns(clusters: Sequence[Profile], values: FloatArray) -> IntArray:
    if values.shape[1] <= _MOST_COLUMNS + 2:
        return np.arange(values.shape[1])
    sizes = np.array([cluster.size for cluster in clusters])
    centres = np.array([cluster.centre for cluster in clusters])
    between = sizes @ (centres - values.mean(axis=0)) ** 2 / sizes.sum()
    total = values.var(axis=0)
    shares = np.divide(between, total, out=np.zeros_like(between), where=total > 0)
    return np.sort(np.argsort(-shares, kind="stable")[:_MOST_COLUMNS])
