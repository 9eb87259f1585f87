"""The bundled numeric sets: generated with fixed seeds, or scikit-learn's."""

from collections.abc import Callable
from dataclasses import dataclass

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
    """Gaussians of variance 1 around given centres, in random order; or a set of scikit-learn."""
    if name not in _GENERATED:
        bunch = getattr(sklearn.datasets, f"load_{name.replace('-', '_')}")()
        columns = (str(column).removesuffix(" (cm)") for column in bunch.feature_names)
        return NumericSet(bunch.data, tuple(columns), bunch.target)
    centres, sizes, seed = _GENERATED[name]()
    rng = np.random.default_rng(seed)
    labels = rng.permutation(np.repeat(np.arange(len(centres)), sizes))
    values = centres[labels] + rng.standard_normal((labels.size, centres.shape[1]))
    return NumericSet(values, tuple(f"x{axis}" for axis in range(centres.shape[1])), labels)


def _grid(side: int) -> FloatArray:
    """Centres of the grid of the paper's Table 1, 10 apart."""
    ticks = 10.0 * np.arange(side)
    return np.stack(np.meshgrid(ticks, ticks, indexing="ij"), axis=-1).reshape(-1, 2)


_UNEVEN = ((0, 0), (20, 0), (10, 17), (30, 12), (-8, 12), (35, -2), (-4, 24), (24, 26))
# centres, points of each, and seed
_GENERATED: dict[str, Callable[[], tuple[FloatArray, int | list[int], int]]] = {
    "grid25": lambda: (_grid(5), 100, 5),
    "grid100": lambda: (_grid(10), 100, 10),
    "uneven": lambda: (np.array(_UNEVEN, dtype=np.float64), [700, 600, 600, 36, 36, 36, 36, 36], 8),
    "wide": lambda: (2.0 * np.random.default_rng(50).standard_normal((12, 50)), 125, 51),
    "noise": lambda: (np.zeros((1, 2)), 1000, 1),
}
