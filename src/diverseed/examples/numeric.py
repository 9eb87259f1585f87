"""The bundled numeric sets: generated with fixed seeds, or scikit-learn's."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import sklearn.datasets

from ..arrays import FloatArray, IntArray


@dataclass(frozen=True)
class NumericSet:
    """A data set with known clusters.

    Attributes
    ----------
    values : (n, d)
    columns : d names
    labels : (n,) the true cluster of each row
    """

    values: FloatArray
    columns: tuple[str, ...]
    labels: IntArray

    @property
    def table(self) -> dict[str, FloatArray]:
        """The columns by name, as :func:`diverseed.tables.prepare` takes them."""
        return dict(zip(self.columns, self.values.T, strict=True))


def load(name: str) -> NumericSet:
    return _LOADERS[name]()


def grid_of_gaussians(side: int) -> NumericSet:
    """The grid of the paper's Table 1: ``side**2`` Gaussians of variance 1, 10 apart, 100 points each."""
    ticks = 10.0 * np.arange(side)
    centres = np.stack(np.meshgrid(ticks, ticks, indexing="ij"), axis=-1).reshape(-1, 2)
    return _gaussians(centres, np.full(side**2, 100), seed=side)


def _uneven() -> NumericSet:
    centres = np.array([[0, 0], [20, 0], [10, 17], [30, 12], [-8, 12], [35, -2], [-4, 24], [24, 26]], dtype=np.float64)
    return _gaussians(centres, np.array([700, 600, 600, 36, 36, 36, 36, 36]), seed=8)


def _wide() -> NumericSet:
    centres = 2.0 * np.random.default_rng(50).standard_normal((12, 50))
    return _gaussians(centres, np.full(12, 125), seed=51)


def _gaussians(centres: FloatArray, sizes: IntArray, *, seed: int) -> NumericSet:
    """Points around each centre, in random order."""
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.repeat(np.arange(sizes.size), sizes))
    values = centres[labels] + rng.standard_normal((labels.size, centres.shape[1]))
    return NumericSet(values, tuple(f"x{axis}" for axis in range(centres.shape[1])), labels)


def _of_sklearn(name: str) -> NumericSet:
    bunch = getattr(sklearn.datasets, f"load_{name}")()
    columns = (str(name).removesuffix(" (cm)") for name in bunch.feature_names)
    return NumericSet(bunch.data, tuple(columns), bunch.target)


_LOADERS: dict[str, Callable[[], NumericSet]] = {
    "grid25": lambda: grid_of_gaussians(5),
    "grid100": lambda: grid_of_gaussians(10),
    "uneven": _uneven,
    "wide": _wide,
    "noise": lambda: _gaussians(np.zeros((1, 2)), np.array([1000]), seed=1),
    **{name: partial(_of_sklearn, name.replace("-", "_")) for name in ("iris", "wine", "digits", "breast-cancer")},
}
