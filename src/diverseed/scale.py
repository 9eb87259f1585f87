"""Spectra of the degree-normalised kernel across bandwidths: where clusters show.

A separated cluster adds one eigenvalue near 1. With k clusters there is a gap after the k-th eigenvalue, at the
bandwidths that are wide within clusters and narrow between them.
"""

from dataclasses import dataclass, replace

import numpy as np

from .arrays import FloatArray
from .blas_threads import one_blas_thread
from .eigen import top_eigenpairs
from .kernels.vectors import neighbour_distance, normalised_kernel
from .point_process import LEnsemble

N_BANDWIDTHS = 6
# A point's own bandwidth is this share of the distance to its fourth neighbour. Of the shares from 0.35 to 1.5 tried
# on generated sets, those from 0.5 to 1 counted equally well; narrower ones tear clusters apart, wider ones join them.
N_NEIGHBOURS = 4
OWN_SHARE = 0.7
_FEW_VALUES = 20
# Many clusters show at this many of the narrowest bandwidths, or not at all.
_N_NARROW = 2
_MEDIAN_SAMPLE = 100_000
# A tolerance for eigenvalues at which the scores of the sets tried were off by less than 0.1: enough for what is beyond
# doubt by more than three times that.
DRAFT = 3e-2


@dataclass(frozen=True)
class Scales:
    """Weighted points and the bandwidths at which to look at them.

    Attributes
    ----------
    squares : (m, m) squared distances, mean 1
    weights : (m,) positive
    own : (m,) the least bandwidth of each point, a share of the distance to its near neighbours
    bandwidths : (h,) rising
    unit : what one unit of distance here is in the data
    """

    squares: FloatArray
    weights: FloatArray
    own: FloatArray
    bandwidths: FloatArray
    unit: float

    @classmethod
    def of(cls, squares: FloatArray, weights: FloatArray, resolution: float) -> "Scales":
        """Scales from the typical neighbour distance up to the median distance, evenly spaced in logarithm.

        Parameters
        ----------
        squares : (m, m) squared distances
        weights : (m,) positive
        resolution : the weight that counts as one neighbour
        """
        mean = float(squares.mean())
        # digits that single precision drops do not show in eigenvalues that are compared to three
        squares = (squares / mean if mean > 0 else squares).astype(np.float32)
        equal = squares <= 1e-12
        positive = squares[~equal]
        # Rounded measurements have copies too: their grid is not a cluster at every value. Few values may well be.
        on_a_grid = positive.size and np.unique(equal.argmax(axis=1)).size > _FEW_VALUES
        apart = np.where(equal, np.inf, squares) if on_a_grid and equal.sum() > len(squares) else squares
        np.fill_diagonal(apart, 0)
        own = OWN_SHARE * neighbour_distance(apart, weights, N_NEIGHBOURS * resolution)
        top = float(np.sqrt(np.median(positive[:: positive.size // _MEDIAN_SAMPLE + 1]))) if positive.size else 1.0
        # copies of one point have no distance at all; a hundredth of the shortest one keeps them together
        floor = 0.01 * float(np.sqrt(positive.min())) if positive.size else 1.0
        own = np.maximum(own, max(floor, 1e-4))
        low = min(float(np.median(own)), 0.99 * top)
        return cls(squares, weights, own, np.geomspace(low, top, N_BANDWIDTHS + 1)[:-1], float(np.sqrt(mean)))

    def narrow(self) -> "Scales":
        """The same with the narrowest bandwidths only: those at which many clusters show."""
        return replace(self, bandwidths=self.bandwidths[:_N_NARROW])

    def wide(self) -> "Scales":
        """The same with the other bandwidths only."""
        return replace(self, bandwidths=self.bandwidths[_N_NARROW:])

    def kernel(self, bandwidth: float) -> FloatArray:
        """The degree-normalised kernel at a bandwidth.

        Each point has the given bandwidth, or its own where that is larger: sparse clusters and outliers stay in touch
        with their surroundings at bandwidths that resolve dense clusters.
        """
        return normalised_kernel(self.squares, self.weights, np.maximum(self.own, bandwidth))

    def spectra(self, k_max: int, *, tol: float = 2e-3, draft: "Spectra | None" = None) -> "Spectra":
        """The k_max + 1 largest eigenvalues at each bandwidth.

        A draft at the same bandwidths starts each solution; without one, each solution starts the next narrower one.
        """
        values, vectors, start = [], [], None
        for at, bandwidth in reversed(list(enumerate(self.bandwidths))):
            start = start if draft is None else draft.vectors[at]
            found, start = top_eigenpairs(self.kernel(bandwidth), k_max + 1, start=start, tol=tol)
            values.append(np.clip(found[: k_max + 1], 0, 1))
            vectors.append(start[:, : k_max + 1])
        eigenvalues = np.array(values[::-1], dtype=np.float64)
        return Spectra(self.bandwidths * self.unit, eigenvalues, tuple(vectors[::-1]))

    def below(self, bandwidth: float, *, count: int) -> "Scales":
        """The same with a bandwidth, given in the units of the data, and at most ``count`` - 1 next narrower ones."""
        largest = bandwidth / self.unit
        narrower = self.bandwidths[self.bandwidths < 0.9 * largest][1 - count :]
        return replace(self, bandwidths=np.append(narrower, largest))

    def at(self, bandwidth: float) -> "Scales":
        """The same with one bandwidth only, given in the units of the data."""
        return replace(self, bandwidths=np.array([bandwidth / self.unit]))


@dataclass(frozen=True)
class Spectra:
    """Leading eigenvalues and eigenvectors of weighted points at several bandwidths.

    Attributes
    ----------
    bandwidths : (h,) rising, in the units of the data
    eigenvalues : (h, K + 1)
    vectors : h arrays, (m, K + 1)
    """

    bandwidths: FloatArray
    eigenvalues: FloatArray
    vectors: tuple[FloatArray, ...]

    def joined(self, wider: "Spectra") -> "Spectra":
        """With those at wider bandwidths behind, and as few eigenvalues as they have."""
        count = wider.eigenvalues.shape[1]
        return Spectra(
            np.concatenate([self.bandwidths, wider.bandwidths]),
            np.vstack([self.eigenvalues[:, :count], wider.eigenvalues]),
            (*(vectors[:, :count] for vectors in self.vectors), *wider.vectors),
        )

    def best(self, k: int) -> int:
        """Position of the bandwidth at which the gap after the k-th eigenvalue is largest."""
        return int((self.eigenvalues[:, k - 1] - self.eigenvalues[:, k]).argmax())

    def process(self, k: int) -> LEnsemble:
        """The projection process on the k leading eigenvectors at that bandwidth."""
        best = self.best(k)
        values = np.maximum(self.eigenvalues[best, :k], 1e-12)
        with one_blas_thread():
            basis = np.linalg.qr(self.vectors[best][:, :k].astype(np.float64))[0]
        return LEnsemble.from_eigenvectors(values, basis).sharpen(np.inf)


def gap_scores(eigenvalues: FloatArray) -> FloatArray:
    """(K,) score of each k: its largest gap over bandwidths, times sqrt(k); 0 for k = 1, which every set has.

    Without clusters, a smooth domain of dimension d has gaps near ``2 / (e d k)`` (Weyl's law), so raw gaps favour
    small k. The square root makes up for half of that, on the logarithmic scale: enough to see a hundred clusters,
    not so much that noise at large k wins.
    """
    gaps = (eigenvalues[:, :-1] - eigenvalues[:, 1:]).max(axis=0)
    scores = gaps * np.sqrt(np.arange(1, gaps.size + 1))
    scores[0] = 0
    return scores
