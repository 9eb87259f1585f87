"""What the estimators on Dask share: the rows that they take, and the work on blocks of them.

A worker gets the estimator in memory, which has the same fitted attributes, and calls its methods on blocks.
"""

from functools import partial
from typing import Any

import dask.array
import dask.dataframe
import numpy as np
from sklearn.utils.validation import check_is_fitted

from ..arrays import FloatArray
from ..engine.checks import check_total_weight
from ..engine.representatives import SAMPLE
from ..engine.survey import Survey, take_survey
from ..errors import InputError
from ..threads import one_openmp_thread
from .passes import DaskBlocks, as_rows

# What workers do not need of an estimator, or should not be sent.
_HELD_BACK = {"_X_fit", "_lengths", "_levels", "labels_", "outlier_scores_", "evidence_", "feature_names_in_"}


class OnDask:
    """Fits Dask arrays and data frames; ``predict`` and the like also take data in memory."""

    metric: Any
    _lengths: tuple[int, ...]  # of the blocks of the data of ``fit``
    _X_fit: Any

    def _surveyed(self, X: Any, sample_weight: Any, rng: np.random.Generator) -> tuple[DaskBlocks, Survey]:
        """The blocks of the data to fit, and the survey from one pass over them."""
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
                f"clustering needs at least two rows; X has {survey.moments.count}, of positive weight "
                f"{survey.n_positive}."
            )
        check_total_weight(survey.heaviest * survey.total)
        self._lengths = tuple(survey.lengths[part] for part in sorted(survey.lengths))
        self._X_fit = X
        return blocks, survey

    def _rows(self, X: Any) -> Any:
        """A Dask array of whole rows, scaled to length 1 for the cosine metric."""
        if not is_dask(X):
            raise InputError(
                f"X is a {type(X).__name__}. Give a Dask array or data frame; diverseed.{type(self).__name__} takes "
                "data in memory."
            )
        rows = as_rows(X)
        return rows.map_blocks(_normalized, dtype=rows.dtype) if self.metric == "cosine" else rows

    def _check_columns(self, X: Any) -> None:
        """Refuse other columns than those fitted."""
        check_is_fitted(self)
        if X.shape[1] != self.n_features_in_:
            raise InputError(
                f"the number of columns is {X.shape[1]}; {type(self).__name__} was fitted to {self.n_features_in_}."
            )
        fitted = getattr(self, "feature_names_in_", None)
        if fitted is not None and isinstance(X, dask.dataframe.DataFrame) and list(X.columns) != list(fitted):
            raise InputError(
                f"X has the columns {list(X.columns)}; {type(self).__name__} was fitted to {list(fitted)}."
            )

    def predict(self, X: Any) -> Any:
        """(n,) the cluster of each point: a Dask array, not yet computed; an array for data in memory."""
        return self._of_rows("predict", X) if is_dask(X) else super().predict(X)  # type: ignore[misc]

    def transform(self, X: Any) -> Any:
        """(n, k) distances to the cluster centres: a Dask array, not yet computed; an array for data in memory."""
        return self._of_rows("transform", X) if is_dask(X) else super().transform(X)  # type: ignore[misc]

    def score_outliers(self, X: Any) -> Any:
        """(n,) scores as in ``outlier_scores_``: a Dask array, not yet computed; an array for data in memory."""
        return self._of_rows("score_outliers", X) if is_dask(X) else super().score_outliers(X)  # type: ignore[misc]

    def _labels_of_fit(self) -> Any:
        return None if self._X_fit is None else self._of_rows("predict", None)

    def _of_rows(self, method: str, X: Any) -> Any:
        """What a method of the estimator in memory makes of rows (None: those of ``fit``), not yet computed."""
        if X is not None:
            self._check_columns(X)
        rows = as_rows(self._X_fit if X is None else X)
        lengths = self._lengths if X is None else rows.chunks[0]
        model = self._in_memory()
        empty = np.asarray(getattr(model, method)(np.zeros((1, rows.shape[1]), rows.dtype)))[:0]
        chunks = (lengths, *((columns,) for columns in empty.shape[1:]))
        apply = partial(applied, model=model, method=method, empty=empty)
        return rows.map_blocks(apply, drop_axis=1 if empty.ndim == 1 else [], chunks=chunks, meta=empty)

    def _in_memory(self) -> Any:
        """The fitted estimator for data in memory, as small as workers need it."""
        kind = next(base for base in type(self).__mro__ if not issubclass(base, OnDask))
        model = kind.__new__(kind)
        vars(model).update({name: value for name, value in vars(self).items() if name not in _HELD_BACK})
        return model


def is_dask(X: Any) -> bool:
    return isinstance(X, (dask.array.Array, dask.dataframe.DataFrame))


def applied(rows: FloatArray, *, model: Any, method: str, empty: Any) -> Any:
    """A method of an estimator in memory on one block; no rows, which estimators refuse, give ``empty``."""
    with one_openmp_thread():
        return np.asarray(getattr(model, method)(rows)) if len(rows) else empty


def _normalized(rows: FloatArray) -> FloatArray:
    """Rows scaled to length 1, except those of zeros. Values that are not finite remain, for the check of the block."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return rows / np.where(lengths == 0, 1, lengths).astype(rows.dtype)[:, None]
