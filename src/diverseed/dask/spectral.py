"""DPPSpectralClustering over Dask arrays and data frames."""

from typing import Any, Self

from ..cluster import spectral
from ..random_state import as_generator
from .base import OnDask


class DPPSpectralClustering(OnDask, spectral.DPPSpectralClustering, auto_wrap_output_keys=None):  # type: ignore[call-arg]
    """Spectral clustering on Dask that finds the number of clusters.

    The parameters and attributes are those of ``diverseed.DPPSpectralClustering``; ``labels_`` and ``outlier_scores_``
    are Dask arrays. The data is read once, for a weighted sample of at most 50,000 rows, on which the walk runs;
    labels are computed when needed. ``cluster_centers_`` and ``inertia_`` are those of the sample.
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
        labels = self._labels_of(self._nearest_points(sample.rows))
        self._set_centres(sample.rows, sample.weights * survey.heaviest, labels)
        self.labels_, self.outlier_scores_ = self._labels_of_fit(), self._of_rows("score_outliers", None)
        return self
