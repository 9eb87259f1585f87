"""DPPKMeans over Dask arrays and data frames."""

from typing import Any, Self

from ..cluster import kmeans
from ..engine.rows import Frame, Rows
from ..engine.survey import Survey
from ..errors import InputError
from ..random_state import as_generator
from .base import OnDask, is_dask
from .passes import DaskBlocks


class DPPKMeans(OnDask, kmeans.DPPKMeans, auto_wrap_output_keys=None):  # type: ignore[call-arg]
    """k-means on Dask that finds the number of clusters and the seeds.

    The parameters and attributes are those of ``diverseed.DPPKMeans``; ``labels_`` is a Dask array. The data is read
    once before Lloyd's algorithm, once for each of its steps and once for ``inertia_``, block by block: persist it
    first if it fits into the cluster's memory. Any Dask scheduler will do. The result depends only on ``random_state``
    and on how the data is divided into blocks: not on the number of workers, nor on whether some are lost.

    The number of clusters, the bandwidth and the seeds come from a weighted sample of at most 50,000 rows (of all rows,
    if there are no more), which is gathered on the caller's machine. There the code is the same as in memory.

    Examples
    --------
    >>> import dask.array as da
    >>> from sklearn.datasets import make_blobs
    >>> from diverseed.dask import DPPKMeans
    >>> X, _ = make_blobs(300, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)
    >>> model = DPPKMeans(random_state=0).fit(da.from_array(X, chunks=(100, 2)))
    >>> model.n_clusters_, model.labels_.chunks
    (3, ((100, 100, 100),))
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the number of clusters if it is not given, draw the seeds, and run Lloyd's algorithm.

        Parameters
        ----------
        X : (n, d), Dask array or data frame; lengths of blocks need not be known, and blocks may be empty
        y : ignored
        sample_weight : (n,) Dask array, non-negative, optional
        """
        method, rng = self._check_parameters(), as_generator(self.random_state)
        blocks, survey = self._surveyed(X, sample_weight, rng)
        self._learn(method, blocks, survey, survey.sample, rng)
        sums, weights = Rows(blocks, self._frame).squares(self._centres)
        self.inertia_ = float(sums.sum())
        self._set_spreads(sums, weights)
        self.labels_, self.outlier_scores_ = self._labels_of_fit(), self._of_rows("score_outliers", None)
        self._survey = None
        return self

    def partial_fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Not here: Dask passes over all blocks in ``fit``."""
        self._survey_so_far()
        return self

    def _survey_so_far(self) -> Survey:
        raise InputError(
            "diverseed.dask.DPPKMeans keeps no rows and has no partial_fit: fit it to the whole collection, or update "
            "a diverseed.DPPKMeans with blocks in memory."
        )

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Minus the weighted sum of squared distances to the nearest centre."""
        if not is_dask(X):
            return super().score(X, y, sample_weight)
        self._check_columns(X)
        blocks = DaskBlocks.of(self._rows(X), sample_weight)
        return -float(Rows(blocks, Frame(self._frame.origin)).squares(self._centres)[0].sum())
