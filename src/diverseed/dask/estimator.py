"""DPPKMeans over Dask arrays and data frames."""

from functools import partial
from typing import Any, Self

import numpy as np
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.utils.validation import check_is_fitted

from ..arrays import FloatArray, IntArray
from ..cluster import kmeans
from ..cluster.outliers import outlier_scores
from ..engine.blocks import Block
from ..engine.lloyd import Frame, cost, located
from ..engine.representatives import SAMPLE
from ..engine.survey import Survey, take_survey
from ..errors import InputError
from ..random_state import as_generator
from ..walk.levels import check_level
from .collections import as_floats, as_rows, parts_of
from .fitted_columns import ColumnsOfFit, check_rows, is_dask, refuse_cosine
from .passes import DaskBlocks


class DPPKMeans(ColumnsOfFit, kmeans.DPPKMeans, auto_wrap_output_keys=None):  # type: ignore[call-arg]
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
        refuse_cosine(self.metric)
        parts = parts_of(X, sample_weight)
        self._remember_columns(parts)
        blocks, rng = DaskBlocks(parts), as_generator(self.random_state)
        survey = take_survey(blocks, size=SAMPLE, rng=rng)
        check_rows(survey)
        self._learn(blocks, survey, survey.sample, rng, stacklevel=4)
        self._chunks = (tuple(survey.lengths[part] for part in sorted(survey.lengths)),)
        self.labels_ = self._labels(X, self._centres, chunks=self._chunks)
        self._cluster_spreads, self.inertia_ = self._spreads(blocks)
        self.outlier_scores_ = as_rows(X).map_blocks(
            _outlier_scores,
            centres=self._centres,
            frame=self._frame,
            spreads=self._cluster_spreads,
            drop_axis=1,
            dtype=np.float64,
            chunks=self._chunks,
        )
        self._X_fit, self._survey = X, None
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

    def _spreads(self, blocks: DaskBlocks) -> tuple[FloatArray, float]:
        """(k,) root mean squared distance of each cluster, and the cost of all, in one pass."""
        sums, weights = blocks.fold(
            partial(_squares, centres=self._centres, frame=self._frame), _added, stage="measuring the clusters"
        )
        means = np.divide(sums, weights, out=np.zeros_like(sums), where=weights > 0)
        return np.sqrt(means), self._frame.heaviest * float(sums.sum())

    def labels_at(self, k: int, X: Any = None) -> Any:
        """(n,) labels at another level of ``evidence_.levels``: a Dask array, not yet computed."""
        if X is not None and not is_dask(X):
            return super().labels_at(k, X)
        check_is_fitted(self)
        if k == self.n_clusters_:
            return self.labels_ if X is None else self._labels(X, self._centres)
        centres = check_level(self._levels, k).centres(k)
        if X is None and self._X_fit is None:
            raise InputError("this model does not hold the data it was fitted to. Give it: labels_at(k, X).")
        return self._labels(self._X_fit, centres, chunks=self._chunks) if X is None else self._labels(X, centres)

    def predict(self, X: Any) -> Any:
        """(n,) the nearest cluster of each point: a Dask array, not yet computed; an array for data in memory."""
        if not is_dask(X):
            return super().predict(X)
        self._check_columns(X)
        return self._labels(X, self._centres)

    def transform(self, X: Any) -> Any:
        """(n, k) distances to the cluster centres: a Dask array, not yet computed; an array for data in memory."""
        if not is_dask(X):
            return super().transform(X)
        self._check_columns(X)
        rows, centres = as_rows(X), self.cluster_centers_
        chunks = (rows.chunks[0], (self.n_clusters_,))
        return rows.map_blocks(_distances, centres=centres, chunks=chunks, dtype=centres.dtype)

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """Minus the weighted sum of squared distances to the nearest centre."""
        if not is_dask(X):
            return super().score(X, y, sample_weight)
        self._check_columns(X)
        return -cost(DaskBlocks(parts_of(X, sample_weight)), self._centres, Frame(self._frame.origin))

    def _labels(self, X: Any, centres: FloatArray, **chunks: Any) -> Any:
        rows = as_rows(X)
        return rows.map_blocks(_labelled, centres=centres, frame=self._frame, drop_axis=1, dtype=np.int32, **chunks)


def _labelled(rows: Any, *, centres: FloatArray, frame: Frame) -> IntArray:
    return located(as_floats(rows, frame.origin.dtype), centres, frame)[0]


def _outlier_scores(rows: Any, *, centres: FloatArray, frame: Frame, spreads: FloatArray) -> FloatArray:
    labels, squares = located(as_floats(rows, frame.origin.dtype), centres, frame)
    return outlier_scores(np.sqrt(squares), labels, spreads)


def _squares(block: Block, *, centres: FloatArray, frame: Frame) -> tuple[FloatArray, FloatArray]:
    labels, squares = located(block.rows, centres, frame)
    weights, k = frame.weights(block), centres.shape[0]
    return (
        np.bincount(labels, weights=weights * squares, minlength=k).astype(np.float64),
        np.bincount(labels, weights=weights, minlength=k).astype(np.float64),
    )


def _added(left: tuple[FloatArray, FloatArray], right: tuple[FloatArray, FloatArray]) -> tuple[FloatArray, FloatArray]:
    return left[0] + right[0], left[1] + right[1]


def _distances(rows: Any, *, centres: FloatArray) -> FloatArray:
    numbers = as_floats(rows, centres.dtype)
    return euclidean_distances(numbers, centres) if len(numbers) else np.zeros((0, len(centres)), centres.dtype)
