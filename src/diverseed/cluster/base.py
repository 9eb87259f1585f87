"""Shared by the estimators of rows: checks of X, levels, distances to the centres, the notebook card, files."""

from abc import ABC, abstractmethod
from copy import deepcopy
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.preprocessing import normalize
from sklearn.utils.validation import check_is_fitted, validate_data

from ..arrays import FloatArray, IntArray
from ..engine.checks import check_positive_integer, check_spread, without_duplicates
from ..engine.rows import Frame
from ..engine.survey import Survey
from ..errors import InputError, NoStructureWarning, warn_caller
from ..walk import Evidence
from ..walk.levels import Branch, KeptLevels, Levels, check_level
from .card import NotebookCard
from .model_files import Saves


class RowClusterer(
    Saves, NotebookCard, ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator, ABC
):
    """A clustering of rows with the parameters ``n_clusters`` and ``metric``, with centres and perhaps levels."""

    n_clusters: Any
    metric: str
    n_clusters_: int
    labels_: Any
    cluster_centers_: FloatArray
    _levels: Levels | KeptLevels | None
    _frame: Frame

    def transform(self, X: Any) -> FloatArray:
        """(n, k) distances to ``cluster_centers_``."""
        return euclidean_distances(self._check_new(X), self.cluster_centers_)

    def labels_at(self, k: int, X: Any = None) -> Any:
        """(n,) labels at another level of ``evidence_.levels``, without fitting again.

        Parameters
        ----------
        k : the number of clusters of a level, or ``n_clusters_``
        X : (n, d), default the training data, which a model that was pickled or loaded from a file need not have
        """
        check_is_fitted(self)
        k = check_positive_integer("k", k)
        if k == self.n_clusters_:
            return self.labels_ if X is None else self.predict(X)
        model: Any = object.__new__(type(self))
        vars(model).update(vars(self) | self._clusters_at(check_level(self._levels, k), k))
        labels = model._labels_of_fit() if X is None else model.predict(X)
        if labels is None:
            raise InputError("this model does not keep its training data. Pass it: labels_at(k, X).")
        return labels

    def levels_tree(self) -> tuple[Branch, ...]:
        """How the levels nest: every cluster of every level with its parent at the next coarser one."""
        check_is_fitted(self)
        return () if self._levels is None else self._levels.tree(self._point_labels)

    @abstractmethod
    def predict(self, X: Any) -> Any:
        """(n,) the cluster of each row."""

    @abstractmethod
    def _labels_of_fit(self) -> Any:
        """(n,) what ``predict`` returns for the data of ``fit``; None if that was not kept."""

    @abstractmethod
    def _clusters_at(self, levels: Any, k: int) -> dict[str, Any]:
        """The attributes that ``predict`` uses, at another level."""

    @abstractmethod
    def _point_labels(self, k: int) -> IntArray:
        """(m,) the cluster of each point of the walk at a level: what ``labels_at`` says of that point."""

    def _check_rows(self, X: Any, **checks: Any) -> Any:
        """X in 32 or 64 bits, its rows scaled to length 1 for the cosine metric."""
        X = validate_data(self, X, accept_sparse="csr", dtype=[np.float64, np.float32], **checks)
        X = without_duplicates(X)
        if self.metric != "cosine":
            return X
        Frame(np.zeros(X.shape[1], X.dtype)).check(X)
        return normalize(X)

    def _check_new(self, X: Any) -> Any:
        check_is_fitted(self)
        X = self._check_rows(X, reset=False)
        self._frame.check(X)
        return X

    def _frame_of(self, survey: Survey) -> Frame:
        """Coordinates relative to the mean (sparse rows are not shifted), with the largest weight as unit.

        Rejects data whose spread is too large or too small, and fewer rows than clusters.
        """
        rows, moments, n = survey.sketch.rows, survey.moments, survey.n_positive
        check_spread(moments.variances, rows.dtype)
        if not isinstance(self.n_clusters, str) and self.n_clusters > n:
            raise InputError(
                f"n_clusters={self.n_clusters} exceeds n_samples={n}, the number of rows of positive weight. Ask for "
                f"at most {n}."
            )
        origin = np.zeros_like(moments.means) if scipy.sparse.issparse(rows) else moments.rounded_means()
        return Frame(origin.astype(rows.dtype), survey.heaviest)

    def __getstate__(self) -> dict[str, Any]:
        """The state without the training data, which is not pickled."""
        data = dict.fromkeys(vars(self).keys() & {"_X_fit", "_weights_fit"})
        return {**super().__getstate__(), **data}

    def __copy__(self) -> Self:
        model = object.__new__(type(self))
        model.__dict__ = dict(vars(self))
        return model

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy that can do the same. Both refer to the training data, which neither changes."""
        for name in ("_X_fit", "_weights_fit"):
            data = vars(self).get(name)
            memo[id(data)] = data
        model = object.__new__(type(self))
        memo[id(self)] = model
        model.__dict__ = deepcopy(dict(vars(self)), memo)
        return model

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags


def warn_if_empty(n_filled: int, k: int) -> None:
    """Warn if some of k clusters are empty."""
    if n_filled < k:
        warn_caller(f"{k} clusters, but points in only {n_filled}: X may have fewer distinct rows.", ConvergenceWarning)


def warn_if_none(evidence: Evidence | None) -> None:
    """Warn if no clusters were found."""
    if evidence is None or evidence.verdict != "none":
        return
    best, searched = "", ""
    if evidence.best_n_clusters > 1:
        best = f": the best number, {evidence.best_n_clusters}, is no clearer than in random data"
        searched = f" Up to {evidence.scores.size} clusters were tried."
    warn_caller(
        f"no clusters found{best}. All points are in one cluster; pass n_clusters to split them anyway.{searched}",
        NoStructureWarning,
    )
