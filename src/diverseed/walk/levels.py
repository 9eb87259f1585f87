"""How the levels of a data set nest."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

import numpy as np

from ..arrays import FloatArray, IntArray
from ..engine.representatives import Summary
from ..errors import InputError
from .look import Walk
from .roundness import k_means_from


@dataclass(frozen=True)
class Levels:
    """What an estimator keeps of a walk.

    Attributes
    ----------
    summary : the points that the walk ran on
    labels : (n,) their clusters at each level, by number of clusters, as the walk numbers them
    """

    summary: Summary
    labels: dict[int, IntArray]
    _centres: dict[int, FloatArray] = field(default_factory=dict, repr=False)  # computed by ``centres``

    @classmethod
    def of(cls, walk: Walk) -> "Levels":
        numbers = {1, *(level.n_clusters for level in walk.evidence.levels)}
        return cls(walk.summary, {k: walk.labels_at(k).astype(np.int32) for k in sorted(numbers)})

    @property
    def numbers(self) -> list[int]:
        return list(self.labels)

    def tree(self, labels_at: Callable[[int], IntArray]) -> tuple["Branch", ...]:
        """How the levels nest, by the labels that an estimator gives the points of the walk at each of them."""
        return levels_tree({k: labels_at(k) for k in self.numbers}, self.summary.weights)

    def centres(self, k: int) -> FloatArray:
        """(k, d) the centres of k-means started from the clusters of a level."""
        if k not in self._centres:
            found = k_means_from(self.summary, self.labels[k], k)
            self._centres[k] = found.centres.astype(self.summary.points.dtype)
        return self._centres[k]


@dataclass(frozen=True)
class KeptLevels:
    """What a model file keeps of the levels of k-means: their centres, and how they nest."""

    centres_of: dict[int, FloatArray]
    branches: tuple["Branch", ...]

    @property
    def numbers(self) -> list[int]:
        return list(self.centres_of)

    def tree(self, labels_at: Callable[[int], IntArray]) -> tuple["Branch", ...]:
        return self.branches

    def centres(self, k: int) -> FloatArray:
        return self.centres_of[k]


AnyLevels = TypeVar("AnyLevels", bound="Levels | KeptLevels")


def check_level(levels: AnyLevels | None, k: int) -> AnyLevels:
    """Raise an error if a number of clusters is not a level."""
    if levels is None:
        raise InputError('there are no levels where the number of clusters was given. Fit with n_clusters="auto".')
    if k not in levels.numbers:
        raise InputError(f"{k!r} is not a level of this data. Its levels are {', '.join(map(str, levels.numbers))}.")
    return levels


@dataclass(frozen=True)
class Branch:
    """A cluster of one level and the cluster of the next coarser level that holds most of it.

    Attributes
    ----------
    n_clusters : the level
    cluster : its label there, as ``labels_at`` has it
    share : of all weight
    parent : label at the next coarser level; None at the coarsest
    inside : how much of the cluster lies in its parent, 1 where the levels nest exactly
    """

    n_clusters: int
    cluster: int
    share: float
    parent: int | None
    inside: float


def levels_tree(labels: Mapping[int, IntArray], weights: FloatArray) -> tuple[Branch, ...]:
    """The clusters of all levels, coarsest first, each with its parent.

    Parameters
    ----------
    labels : (n,) of each level, by number of clusters
    weights : (n,)
    """
    numbers = sorted(labels)
    if not numbers:
        return ()
    total = float(weights.sum())
    masses = np.bincount(labels[numbers[0]], weights=weights, minlength=numbers[0])
    branches = [Branch(numbers[0], c, float(mass) / total, None, 1.0) for c, mass in enumerate(masses)]
    for coarse, fine in pairwise(numbers):
        table = np.zeros((fine, coarse))
        np.add.at(table, (labels[fine], labels[coarse]), weights)
        masses = table.sum(axis=1)
        for cluster, row in enumerate(table):
            parent = int(row.argmax())
            inside = float(row[parent] / masses[cluster]) if masses[cluster] > 0 else 1.0
            branches.append(Branch(fine, cluster, float(masses[cluster]) / total, parent, inside))
    return tuple(branches)
