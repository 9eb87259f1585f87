"""Leading eigenpairs of the walk on a graph."""

from dataclasses import dataclass

import numpy as np
import scipy.linalg

from ..arrays import FloatArray
from .coarsening import Edges
from .graph import Graph

# Subnormal numbers slow arithmetic down many times. Products of two numbers above this are normal, and smaller
# transition probabilities change eigenvalues by less than rounding does.
_NEGLIGIBLE = float(np.sqrt(np.finfo(np.float32).tiny))

# Up to this share of all modes, the solver for some of them is faster than the one for all.
_FEW = 1 / 5


@dataclass(frozen=True)
class Spectrum:
    """The slowest modes of the walk on a graph.

    Attributes
    ----------
    bandwidth : in the units of the data
    eigenvalues : (K + 1,) descending, of ``D^-1/2 W D^-1/2``, which are those of the walk ``D^-1 W``
    vectors : (m, K + 1)
    degrees : (m,) proportional to the stationary distribution of the walk
    of_points : the graph of the points, if the nodes of the walk are groups of points
    """

    bandwidth: float
    eigenvalues: FloatArray
    vectors: FloatArray
    degrees: FloatArray
    of_points: Edges | None = None


def spectrum_of(graph: Graph, count: int) -> Spectrum:
    """The ``count`` + 1 largest eigenvalues of a graph, or all of them.

    A dense solver in single precision: unlike Lanczos it has no trouble with equal eigenvalues, which clusters cause.
    """
    m = graph.affinity.shape[0]
    degrees = graph.affinity.sum(axis=1, dtype=np.float64)
    scale = (1 / np.sqrt(degrees)).astype(np.float32)
    walk = graph.affinity * scale[:, None]
    walk *= scale
    walk[walk < _NEGLIGIBLE] = 0
    some = [m - count - 1, m - 1] if count < _FEW * m else None
    values, vectors = scipy.linalg.eigh(
        walk, subset_by_index=some, overwrite_a=True, check_finite=False, driver="evr" if some else "evd"
    )
    slowest = slice(None, -min(count + 1, m) - 1, -1)
    return Spectrum(graph.bandwidth, values[slowest].astype(np.float64), vectors[:, slowest], degrees, graph.of_points)
