"""Notes on clusters that follow a single column, categories, or where values are missing."""

from itertools import pairwise

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.assignment import nearest
from ..tables import Prepared
from ..tables.table import listed, quoted

# Clusters differ in one column if it makes up this share of the squared distances between their centres, and if by it
# alone this share of the rows is nearest to the mean of its own cluster: to means of rings, only every other row is.
_ALONE, _NEAREST = 0.9, 0.95
# Clusters follow a column of categories if this share of its variance lies between them.
_PURE = 0.95
# Clusters follow the gaps of a column if half of the variance of "missing or not" lies between them.
_FOLLOWED = 0.5
# Of values spread evenly between two centres a third lie in the middle third; of two clusters, a good deal less.
_VALLEY = 0.75


def column_notes(prepared: Prepared, labels: IntArray, centres: FloatArray) -> list[str]:
    """Notes on clusters that differ in one column only, follow categories, or follow what was filled in.

    Parameters
    ----------
    labels : (n,) cluster of each row, -1 for none
    centres : (k, d) means of the clusters
    """
    if len(centres) < 2:
        return []
    rows = labels >= 0
    matrix, labels = prepared.matrix[rows], labels[rows]
    names = [column.name for column in prepared.recipe.columns]
    notes = []
    apart, all_gaps = _variation(prepared.gaps[rows].astype(np.float64), labels)
    filled = [name for name, follows in zip(names, apart > _FOLLOWED * all_gaps, strict=True) if follows]
    if filled:
        notes.append(
            f"The clusters follow missing values in {listed(filled)}: they may reflect the filled-in values. "
            "Leave those columns out, or drop the rows."
        )
    places = {name: place for place, name in enumerate(names)}
    owner = np.array([places[feature.column] for feature in prepared.features])
    between, total = (np.bincount(owner, squares) for squares in _variation(matrix, labels))
    best = int(between.argmax())
    of_best = np.flatnonzero(owner == best)
    by_it = nearest(matrix[:, of_best], centres[:, of_best])
    if len(names) > 1 and between[best] >= _ALONE * between.sum() and (by_it == labels).mean() >= _NEAREST:
        feature = int(of_best[0])
        gap = prepared.features[feature].kind == "category" or _has_gap(matrix[:, feature], labels)
        only = f"The clusters differ only in column {quoted(names[best])}"
        arbitrary = ", and its values have no gap between the clusters: the cuts may be arbitrary."
        return [*notes, only + (". Leave it out to look for others." if gap else arbitrary)]
    words = {places[feature.column] for feature in prepared.features if feature.kind in ("category", "yes/no")}
    pure = [names[place] for place in sorted(words) if between[place] > _PURE * total[place]]
    if pure and len(pure) < len(names):  # else there would be nothing left to compare
        notes.append(f"The clusters follow the categories of {listed(pure)}. Leave them out to look for others.")
    return notes


def _variation(values: FloatArray, labels: IntArray) -> tuple[FloatArray, FloatArray]:
    """Of each column, the sum of squares between the clusters, and the total sum of squares."""
    values = values - values.mean(axis=0)
    sizes = np.bincount(labels)
    sums = np.array([np.bincount(labels, column) for column in values.T])
    return (sums**2 / np.maximum(sizes, 1)).sum(axis=1), np.einsum("ij,ij->j", values, values)


def _has_gap(values: FloatArray, labels: IntArray) -> bool:
    """Whether values thin out between the means of each two neighbouring clusters."""
    means = np.sort([values[labels == label].mean() for label in np.unique(labels)])
    for low, high in pairwise(means):
        between = values[(values > low) & (values < high)]
        middle = np.abs(between - (low + high) / 2) < (high - low) / 6
        if between.size and middle.mean() > _VALLEY / 3:
            return False
    return True
