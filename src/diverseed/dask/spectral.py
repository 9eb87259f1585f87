"""DPPSpectralClustering over Dask arrays and data frames."""

from typing import Any, Self

import numpy as np
from scipy.spatial import cKDTree

from ..arrays import FloatArray, IntArray
from ..cluster import spectral
from ..engine.assignment import nearest
from ..engine.lloyd import Frame
from ..engine.representatives import SAMPLE
from ..engine.survey import take_survey
from ..parameters import check_spread
from ..random_state import as_generator
from ..walk.levels import check_level
from ..walk.look import cluster_means
from .collections import as_floats, as_rows, parts_of
from .fitted_columns import ColumnsOfFit, check_rows, is_dask, refuse_cosine
from .passes import DaskBlocks


class DPPSpectralClustering(ColumnsOfFit, spectral.DPPSpectralClustering, auto_wrap_output_keys=None):  # type: ignore[call-arg]
    """Clusters of any shape on Dask, their number found.

    The parameters and attributes are those of ``diverseed.DPPSpectralClustering``; ``labels_`` and ``outlier_scores_``
    are Dask arrays. The data is read once, for a weighted sample of at most 50,000 rows, on which the walk is taken;
    labels are computed where they are asked for. ``cluster_centers_`` and ``inertia_`` are those of the sample.
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the number of clusters if asked to, and the clusters.

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
        rng = as_generator(self.random_state)
        survey = take_survey(DaskBlocks(parts), size=SAMPLE, rng=rng)
        check_rows(survey)
        self._moments = survey.moments
        check_spread(survey.moments.variances, parts.dtype)
        self._find(survey, parts.dtype, rng, moved=True, stacklevel=3)
        sample = survey.sample
        labels = self._label_of_point[self._nearest_looked_at(sample.rows)]
        self.cluster_centers_ = cluster_means(sample.rows, sample.weights, labels, self.n_clusters_)
        squares = spectral.euclidean_distances_to_own(sample.rows, self.cluster_centers_, labels)
        self.inertia_ = survey.heaviest * float(sample.weights @ squares)
        self._chunks = (tuple(survey.lengths[part] for part in sorted(survey.lengths)),)
        self._X_fit = X
        self.labels_ = self._taken(X, self._label_of_point.astype(np.int32), chunks=self._chunks)
        self.outlier_scores_ = self._taken(X, self._outlier_score_of_point, chunks=self._chunks)
        return self

    def predict(self, X: Any) -> Any:
        """(n,) the cluster of each point: a Dask array, not yet computed; an array for data in memory."""
        if not is_dask(X):
            return super().predict(X)
        self._check_columns(X)
        return self._taken(X, self._label_of_point.astype(np.int32))

    def labels_at(self, k: int, X: Any = None) -> Any:
        """(n,) labels at another level of ``evidence_.levels``: a Dask array, not yet computed."""
        if X is not None and not is_dask(X):
            return super().labels_at(k, X)
        if k == self.n_clusters_:
            return self.labels_ if X is None else self.predict(X)
        levels = check_level(None if self.evidence_ is None else self._levels, k)
        if X is not None:
            return self._taken(X, levels.labels[k])
        return self._taken(self._X_fit, levels.labels[k], chunks=self._chunks)

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        state.pop("_X_fit", None)
        return state

    def _taken(self, X: Any, values: Any, **chunks: Any) -> Any:
        """Of each row the value of the point looked at that is nearest."""
        return as_rows(X).map_blocks(
            of_nearest,
            points=self._levels.summary.points,
            values=values,
            frame=self._frame,
            drop_axis=1,
            dtype=values.dtype,
            **chunks,
        )


def of_nearest(rows: Any, *, points: FloatArray, values: Any, frame: Frame) -> IntArray:
    """Of each row the value of the nearest of the points that the walk was taken on."""
    moved = frame.rows(as_floats(rows, frame.origin.dtype))
    if not len(moved):
        return values[:0]
    if points.shape[1] > spectral.FEW_COLUMNS:
        return values[nearest(moved, points)]
    return values[cKDTree(points).query(moved)[1]]
