"""What k-means needs of data: squared distances, the nearest centres, and means.

Three kinds of data have it: dense and sparse rows (``rows``, ``points``) and the feature space of a kernel
(``feature_space``). k-means++ (``plus_plus``), Lloyd's algorithm and the best of several starts (``lloyd``) are written
once, for all of them.
"""

from typing import Protocol

from ..arrays import FloatArray, IntArray

HELD = 10_000_000  # squared distances in memory at a time: 80 MB, whatever the number of points and centres


class Steps(Protocol):
    """Data of any size on which Lloyd's algorithm can run."""

    def step(self, centres: FloatArray, *, stage: str = "") -> tuple[FloatArray, FloatArray]:
        """Means of the points nearest to each centre, and (k,) their weights.

        A centre that is nearest to no point moves to the point farthest from its own centre; it stays where every
        point already lies on a centre, and its weight is then 0.

        Parameters
        ----------
        stage : what to report the pass as
        """
        ...


class Space(Steps, Protocol):
    """Weighted points in memory. A centre is one row of an array that the space itself made, or moved.

    Attributes
    ----------
    weights : (n,) non-negative
    """

    @property
    def weights(self) -> FloatArray: ...

    def squared_distances(self, points: IntArray) -> FloatArray:
        """(m, n) squared distances from m of the points to all of them."""
        ...

    def at(self, points: IntArray) -> FloatArray:
        """Centres that are points."""
        ...

    def assign(self, centres: FloatArray) -> tuple[IntArray, FloatArray]:
        """(n,) the nearest centre of each point, and (n,) the squared distance to it."""
        ...
