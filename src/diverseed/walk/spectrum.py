"""Leading eigenpairs of the walk on a graph."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import LinAlgError, eigh_tridiagonal
from scipy.linalg.lapack import sormqr, ssterf, ssytrd

from ..arrays import FloatArray
from .coarsening import Edges
from .graph import Graph

# Subnormal numbers slow arithmetic down many times. Products of two numbers above this are normal, and smaller
# transition probabilities change eigenvalues by less than rounding does.
_NEGLIGIBLE = float(np.sqrt(np.finfo(np.float32).tiny))
# What LAPACK works on at a time, in columns.
_PANEL = 64


@dataclass(frozen=True)
class Spectrum:
    """The slowest modes of the walk on a graph.

    Attributes
    ----------
    bandwidth : in the units of the data
    eigenvalues : (K + 1,) descending, of ``D^-1/2 W D^-1/2``, which are those of the walk ``D^-1 W``
    vectors : from k to (m, k), the eigenvectors of the k largest eigenvalues
    degrees : (m,) proportional to the stationary distribution of the walk
    of_points : the graph of the points, if the nodes of the walk are groups of points
    """

    bandwidth: float
    eigenvalues: FloatArray
    vectors: Callable[[int], FloatArray]
    degrees: FloatArray
    of_points: Edges | None = None


def spectrum_of(graph: Graph, count: int) -> Spectrum:
    """The ``count`` + 1 largest eigenvalues of a graph, or all of them.

    A dense solver: unlike Lanczos it has no trouble with equal eigenvalues, which clusters cause.
    """
    degrees = graph.affinity.sum(axis=1, dtype=np.float64)
    scale = (1 / np.sqrt(degrees)).astype(np.float32)
    walk = graph.affinity * scale[:, None]
    walk *= scale
    walk[walk < _NEGLIGIBLE] = 0
    reduced = _Tridiagonal.of(walk)
    slowest = reduced.eigenvalues()[: -count - 2 : -1].astype(np.float64)
    return Spectrum(graph.bandwidth, slowest, reduced.vectors, degrees, graph.of_points)


@dataclass(frozen=True)
class _Tridiagonal:
    """A symmetric matrix as ``Q T Q'`` with T tridiagonal.

    All eigenvalues of T take a tenth of the time of Q, but eigenvectors take more than both. The number of clusters
    follows from eigenvalues, and few of the vectors on few of the graphs are asked for.
    """

    diagonal: FloatArray
    beside: FloatArray
    reflectors: FloatArray
    scales: FloatArray
    _found: dict[int, FloatArray] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, matrix: FloatArray) -> "_Tridiagonal":
        """LAPACK is a fifth faster from the last row up, but multiplies by Q only if it went from the first one down:
        so all is kept in reversed order."""
        reflectors, diagonal, beside, scales, _ = ssytrd(matrix.T, lower=0, lwork=_PANEL * len(matrix), overwrite_a=1)
        return cls(diagonal[::-1], beside[::-1], reflectors[::-1, ::-1], scales[::-1])

    def eigenvalues(self) -> FloatArray:
        """Ascending."""
        values, failed = ssterf(self.diagonal, self.beside)
        if failed:
            raise LinAlgError("the eigenvalues of a graph did not converge.")
        return values

    def vectors(self, k: int) -> FloatArray:
        """Those of the k largest eigenvalues, descending.

        They are computed up to the next power of two, so that similar numbers share them and the order of asking does
        not matter. In double precision: in single precision one matrix in a hundred does not converge.
        """
        m = self.diagonal.size
        count = min(1 << (k - 1).bit_length(), m)
        if count not in self._found:
            _, vectors = eigh_tridiagonal(
                self.diagonal.astype(np.float64),
                self.beside.astype(np.float64),
                select="i",
                select_range=(m - count, m - 1),
                check_finite=False,
                lapack_driver="stebz",
            )
            found = np.asfortranarray(vectors[:, ::-1], dtype=np.float32)
            reflectors = np.asfortranarray(self.reflectors[1:, :-1])
            found[1:], _, _ = sormqr("L", "N", reflectors, self.scales, found[1:], lwork=_PANEL * count)
            self._found[count] = found[::-1]
        return self._found[count][:, :k]
