"""DPPKMeans over Dask arrays and data frames."""

from typing import Any, Self

import dask.array
import dask.dataframe
import numpy as np
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.utils.validation import check_is_fitted

from .. import kmeans
from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..lloyd import Frame, cost, located
from ..parameters import check_spread
from ..random_state import as_generator
from ..summary import SAMPLE
from ..survey import take_survey
from .collections import Parts, as_floats, as_rows, parts_of
from .passes import DaskBlocks


class DPPKMeans(kmeans.DPPKMeans, auto_wrap_output_keys=None):  # type: ignore[call-arg]
    """k-means on Dask that finds the number of clusters and its own seeds.

    The parameters and attributes are those of ``diverseed.DPPKMeans``; ``labels_`` is a Dask array. The data is read
    once before Lloyd's algorithm, once for each of its steps and once for ``inertia_``, block by block: persist it
    first if it fits into the cluster's memory. Any Dask scheduler will do. The result depends on ``random_state`` and
    on how the data is cut into blocks, and on nothing else: not on the number of workers, nor on those that are lost.

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
        """Find the number of clusters if asked to, draw the seeds, and run Lloyd's algorithm.

        Parameters
        ----------
        X : (n, d), Dask array or data frame; lengths of blocks need not be known, and blocks may be empty
        y : ignored
        sample_weight : (n,) Dask array, non-negative, optional
        """
        self._check_parameters()
        parts = parts_of(X, sample_weight)
        self._remember_columns(parts)
        blocks, rng = DaskBlocks(parts), as_generator(self.random_state)
        survey = take_survey(blocks, size=SAMPLE, rng=rng)
        if survey.moments.count < 2 or survey.n_positive == 0:
            raise InputError(
                f"X has {survey.moments.count} rows, {survey.n_positive} of them of positive weight. Clustering needs "
                "at least two rows."
            )
        check_spread(survey.moments.variances, parts.dtype)
        self._check_count(survey.n_positive)
        sample, frame = survey.sample, kmeans.frame_of(survey, parts.dtype)
        plan, self.evidence_ = self._plan(sample, frame, rng)
        self._fit_centres(blocks, plan, sample, survey, frame)
        self.inertia_ = cost(blocks, self._centres, frame)
        lengths = tuple(survey.lengths[part] for part in sorted(survey.lengths))
        self.labels_ = self._labels(X, chunks=(lengths,))
        return self

    def predict(self, X: Any) -> Any:
        """(n,) the nearest cluster of each point: a Dask array, not yet computed; an array for data in memory."""
        if not _is_dask(X):
            return super().predict(X)
        self._check_columns(X)
        return self._labels(X)

    def transform(self, X: Any) -> Any:
        """(n, k) distances to the cluster centres: a Dask array, not yet computed; an array for data in memory."""
        if not _is_dask(X):
            return super().transform(X)
        self._check_columns(X)
        rows, centres = as_rows(X), self.cluster_centers_
        chunks = (rows.chunks[0], (self.n_clusters_,))
        return rows.map_blocks(_distances, centres=centres, chunks=chunks, dtype=centres.dtype)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Minus the weighted sum of squared distances to the nearest centre."""
        if not _is_dask(X):
            return super().score(X, y, sample_weight)
        self._check_columns(X)
        return -cost(DaskBlocks(parts_of(X, sample_weight)), self._centres, Frame(self._frame.origin))

    def _labels(self, X: Any, **chunks: Any) -> Any:
        rows = as_rows(X)
        return rows.map_blocks(
            _labelled, centres=self._centres, frame=self._frame, drop_axis=1, dtype=np.int32, **chunks
        )

    def _remember_columns(self, parts: Parts) -> None:
        self.n_features_in_ = parts.n_features
        if parts.names is not None and all(isinstance(name, str) for name in parts.names):
            self.feature_names_in_ = parts.names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _check_columns(self, X: Any) -> None:
        """Refuse other columns than those fitted."""
        check_is_fitted(self)
        if X.shape[1] != self.n_features_in_:
            raise InputError(f"X has {X.shape[1]} columns; DPPKMeans was fitted to {self.n_features_in_}.")
        fitted = getattr(self, "feature_names_in_", None)
        if fitted is not None and isinstance(X, dask.dataframe.DataFrame) and list(X.columns) != list(fitted):
            raise InputError(f"X has the columns {list(X.columns)}; DPPKMeans was fitted to {list(fitted)}.")


def _is_dask(X: Any) -> bool:
    return isinstance(X, (dask.array.Array, dask.dataframe.DataFrame))


def _labelled(rows: Any, *, centres: FloatArray, frame: Frame) -> IntArray:
    return located(as_floats(rows, frame.origin.dtype), centres, frame)[0]


def _distances(rows: Any, *, centres: FloatArray) -> FloatArray:
    numbers = as_floats(rows, centres.dtype)
    return euclidean_distances(numbers, centres) if len(numbers) else np.zeros((0, len(centres)), centres.dtype)
