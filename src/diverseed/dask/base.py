"""What the estimators on Dask share: the rows that they take, and the columns they were fitted to."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import Any

import dask.array
import dask.dataframe
import numpy as np
from sklearn.utils.validation import check_is_fitted

from ..arrays import FloatArray, IntArray
from ..engine.representatives import SAMPLE
from ..engine.survey import Survey, take_survey
from ..errors import InputError
from .passes import DaskBlocks, as_rows

# From rows to their labels and their squared distances to the centres of their clusters.
Locate = Callable[[FloatArray], tuple[IntArray, FloatArray]]


class OnDask(ABC):
    """Fits Dask arrays and data frames; ``predict`` and the like also take data in memory."""

    metric: str
    labels_: Any
    _chunks: tuple[tuple[int, ...], ...]
    _X_fit: Any

    def _surveyed(self, X: Any, sample_weight: Any, rng: np.random.Generator) -> tuple[DaskBlocks, Survey]:
        """The blocks of the data to fit, and what one pass over them tells."""
        blocks = DaskBlocks.of(self._rows(X), sample_weight)
        self.n_features_in_ = blocks.n_features
        names = np.array(X.columns, dtype=object) if isinstance(X, dask.dataframe.DataFrame) else None
        if names is not None and all(isinstance(name, str) for name in names):
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        survey = take_survey(blocks, size=SAMPLE, rng=rng)
        if survey.moments.count < 2 or survey.n_positive == 0:
            raise InputError(
                f"X has {survey.moments.count} rows, {survey.n_positive} of them of positive weight. Clustering needs "
                "at least two rows."
            )
        self._chunks = (tuple(survey.lengths[part] for part in sorted(survey.lengths)),)
        self._X_fit = X
        return blocks, survey

    def _rows(self, X: Any) -> Any:
        """A Dask array of whole rows, scaled to length 1 for the cosine metric."""
        rows = as_rows(X)
        return rows.map_blocks(_normalized, dtype=rows.dtype) if self.metric == "cosine" else rows

    def _check_columns(self, X: Any) -> None:
        """Refuse other columns than those fitted."""
        check_is_fitted(self)
        if X.shape[1] != self.n_features_in_:
            raise InputError(f"X has {X.shape[1]} columns; {type(self).__name__} was fitted to {self.n_features_in_}.")
        fitted = getattr(self, "feature_names_in_", None)
        if fitted is not None and isinstance(X, dask.dataframe.DataFrame) and list(X.columns) != list(fitted):
            raise InputError(
                f"X has the columns {list(X.columns)}; {type(self).__name__} was fitted to {list(fitted)}."
            )

    def predict(self, X: Any) -> Any:
        """(n,) the cluster of each point: a Dask array, not yet computed; an array for data in memory."""
        if not is_dask(X):
            return super().predict(X)  # type: ignore[misc]
        check_is_fitted(self)
        return self._labelled(X, self._locator())

    def _holds_data(self) -> bool:
        return self._X_fit is not None

    def _labelled(self, X: Any, locate: Locate) -> Any:
        return self._per_row(X, partial(_labels, locate=locate), np.int32)

    def _per_row(self, X: Any, function: Callable[[FloatArray], Any], dtype: Any) -> Any:
        """A Dask array of one value for each row, not yet computed; ``X=None`` is the data of ``fit``."""
        if X is not None:
            self._check_columns(X)
        rows, chunks = (self._rows(self._X_fit), self._chunks) if X is None else (self._rows(X), None)
        return rows.map_blocks(function, drop_axis=1, dtype=dtype, chunks=chunks)

    @abstractmethod
    def _locator(self) -> Locate:
        """Labels and squared distances of rows, as a function that can be sent to workers."""


def is_dask(X: Any) -> bool:
    return isinstance(X, (dask.array.Array, dask.dataframe.DataFrame))


def _labels(rows: FloatArray, *, locate: Locate) -> IntArray:
    return locate(rows)[0]


def _normalized(rows: FloatArray) -> FloatArray:
    """Rows scaled to length 1, except those of zeros. Values that are not finite remain, for the check of the block."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return rows / np.where(lengths == 0, 1, lengths).astype(rows.dtype)[:, None]
