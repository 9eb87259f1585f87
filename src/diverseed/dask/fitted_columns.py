"""What the estimators on Dask share: the columns they were fitted to, and what they refuse."""

from typing import Any

import dask.array
import dask.dataframe
from sklearn.utils.validation import check_is_fitted

from ..engine.survey import Survey
from ..errors import InputError
from .collections import Parts


class ColumnsOfFit:
    """Remembers the columns of ``fit``, and refuses others later."""

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
            raise InputError(f"X has {X.shape[1]} columns; {type(self).__name__} was fitted to {self.n_features_in_}.")
        fitted = getattr(self, "feature_names_in_", None)
        if fitted is not None and isinstance(X, dask.dataframe.DataFrame) and list(X.columns) != list(fitted):
            raise InputError(
                f"X has the columns {list(X.columns)}; {type(self).__name__} was fitted to {list(fitted)}."
            )


def is_dask(X: Any) -> bool:
    return isinstance(X, (dask.array.Array, dask.dataframe.DataFrame))


def check_rows(survey: Survey) -> None:
    if survey.moments.count < 2 or survey.n_positive == 0:
        raise InputError(
            f"X has {survey.moments.count} rows, {survey.n_positive} of them of positive weight. Clustering needs at "
            "least two rows."
        )


def refuse_cosine(metric: str) -> None:
    if metric == "cosine":
        raise InputError(
            'metric="cosine" is for data in memory. Scale the rows to length 1 first: '
            "X.map_blocks(sklearn.preprocessing.normalize), and leave the metric at its default."
        )
