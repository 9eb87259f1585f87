"""DPPSpectralClustering over Dask arrays and data frames."""

from collections.abc import Callable
from functools import partial
from typing import Any, Self

import numpy as np

from ..arrays import FloatArray, IntArray
from ..cluster import spectral
from ..engine.assignment import squares_to_own
from ..engine.rows import Frame
from ..random_state import as_generator
from ..walk.levels import Levels
from .base import Locate, OnDask, is_dask


class DPPSpectralClustering(OnDask, spectral.DPPSpectralClustering, auto_wrap_output_keys=None):  # type: ignore[call-arg]
    """Clusters of any shape on Dask, their number found.

    The parameters and attributes are those of ``diverseed.DPPSpectralClustering``; ``labels_`` and ``outlier_scores_``
    are Dask arrays. The data is read once, for a weighted sample of at most 50,000 rows, on which the walk is taken;
    labels are computed where they are asked for. ``cluster_centers_`` and ``inertia_`` are those of the sample.
    """

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the number of clusters if it is not given, and the clusters.

        Parameters
        ----------
        X : (n, d), Dask array or data frame; lengths of blocks need not be known, and blocks may be empty
        y : ignored
        sample_weight : (n,) Dask array, non-negative, optional
        """
        self._check_parameters()
        rng = as_generator(self.random_state)
        _, survey = self._surveyed(X, sample_weight, rng)
        self._find(survey, rng)
        sample = survey.sample
        labels = self._label_of_point[self._nearest_points(sample.rows)]
        self._set_centres(sample.rows, sample.weights * survey.heaviest, labels)
        self.labels_ = self._labelled(None, self._locator())
        self.outlier_scores_ = self._of_nearest(None, self._outlier_score_of_point)
        return self

    def _labels_at(self, levels: Levels, k: int, X: Any) -> Any:
        if X is not None and not is_dask(X):
            return super()._labels_at(levels, k, X)
        return self._of_nearest(X, levels.labels[k])

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_X_fit": None}

    def _of_nearest(self, X: Any, values: Any) -> Any:
        return self._per_row(X, self._lookup(values), values.dtype)

    def _lookup(self, values: Any) -> Callable[[FloatArray], Any]:
        """From rows to the values of the nearest points that the walk was taken on."""
        return partial(_of_nearest, points=self._points.points, values=values, frame=self._frame)

    def _locator(self) -> Locate:
        labels_of = self._lookup(self._label_of_point.astype(np.int32))
        return partial(_located, labels_of=labels_of, centres=self.cluster_centers_)


def _of_nearest(rows: FloatArray, *, points: FloatArray, values: Any, frame: Frame) -> Any:
    return values[spectral.nearest_points(frame.rows(rows), points, workers=1)]


def _located(rows: FloatArray, *, labels_of: Any, centres: FloatArray) -> tuple[IntArray, FloatArray]:
    labels = labels_of(rows)
    return labels, squares_to_own(rows, centres, labels)
