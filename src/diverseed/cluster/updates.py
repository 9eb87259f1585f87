"""What new data has changed: the number of clusters, how sure that is, and which clusters are the old ones."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import scipy.sparse
from sklearn.metrics import pairwise_distances_argmin

from ..arrays import FloatArray, IntArray
from ..engine.blocks import ArrayBlocks
from ..engine.checks import weights_of
from ..engine.representatives import SAMPLE
from ..engine.rows import Frame, Rows
from ..engine.survey import Survey, extend_survey, take_survey
from ..errors import InputError
from ..random_state import RandomState, as_generator
from ..walk import Evidence, Verdict
from ..walk.null import CLEAR, WEAK
from .outliers import outlier_scores
from .starts import Method


@dataclass(frozen=True)
class UpdateReport:
    """What an update with new rows has changed.

    Attributes
    ----------
    n_rows_before, n_rows : rows seen before the update and after it
    n_clusters_before, n_clusters : the number of clusters; None before the first update
    evidence_before, evidence : Evidence, or None where the number of clusters was given
    added : numbers of the clusters that are new
    removed : numbers that clusters had before which are gone
    """

    n_rows_before: int
    n_rows: int
    n_clusters_before: int | None
    n_clusters: int
    evidence_before: Evidence | None
    evidence: Evidence | None
    added: tuple[int, ...]
    removed: tuple[int, ...]

    @property
    def changed(self) -> bool:
        """Whether the number of clusters is another one than before."""
        return self.n_clusters_before is not None and self.n_clusters != self.n_clusters_before

    @property
    def rival(self) -> int | None:
        """The number to compare with: the one before if it has changed, else the next best."""
        if self.evidence is None:
            return None
        if self.changed:
            return self.n_clusters_before
        scores = self.evidence.scores.copy()
        scores[self.n_clusters - 1] = -np.inf
        return int(scores.argmax()) + 1 if self.n_clusters > 1 else self.evidence.best_n_clusters

    @property
    def margin(self) -> float | None:
        """How far the score of the number of clusters is above its rival's, on all data so far."""
        if self.evidence is None or self.rival is None:
            return None
        return _score(self.evidence, self.n_clusters) - _score(self.evidence, self.rival)

    @property
    def confidence(self) -> Verdict | None:
        """How sure the number of clusters is: "clear", "weak" or "none".

        The margin by the same measure as the verdict of the evidence, whichever of the two is less sure.
        """
        if self.evidence is None or self.margin is None:
            return None
        if self.margin < WEAK or (self.n_clusters > 1 and self.evidence.verdict == "none"):
            return "none"
        return "clear" if self.margin >= CLEAR and self.evidence.verdict != "weak" else "weak"

    def __str__(self) -> str:
        if self.n_clusters_before is None:
            found = f"k = {self.n_clusters} in the first {self.n_rows:,} rows"
        elif self.changed:
            found = f"k has changed from {self.n_clusters_before} to {self.n_clusters} with {self.n_rows:,} rows"
        else:
            found = f"k is {self.n_clusters} as before, with {self.n_rows:,} rows"
        if self.margin is None:
            return f"{found}."
        sure = {"clear": "That is clear", "weak": "The evidence for that is weak", "none": "That is not sure"}
        return f"{found}. {sure[self.confidence or 'none']}: it is ahead of k = {self.rival} by {self.margin:.2f}."


def _score(evidence: Evidence, k: int) -> float:
    """The score of a number of clusters; of one cluster, the level of data without clusters."""
    return float(evidence.scores[k - 1]) if 1 < k <= evidence.scores.size else evidence.null_level if k == 1 else 0.0


def numbers_kept(before: FloatArray, after: FloatArray) -> tuple[IntArray, tuple[int, ...], tuple[int, ...]]:
    """Numbers for clusters, such that those that were there before keep theirs where possible.

    Two clusters are the same if each is the nearest to the other.

    Parameters
    ----------
    before, after : (k, d) and (k', d) centres

    Returns
    -------
    (k',) the position in ``after`` of each number; the numbers that are new; the numbers in ``before`` that are gone
    """
    forward, back = pairwise_distances_argmin(before, after), pairwise_distances_argmin(after, before)
    number_of = {int(forward[old]): old for old in range(len(before)) if back[forward[old]] == old}
    removed = tuple(sorted(set(range(len(before))) - set(number_of.values())))
    order = np.full(len(after), -1, dtype=np.intp)
    for position, number in number_of.items():
        if number < len(after):
            order[number] = position
    free = np.flatnonzero(order < 0)
    renumbered = [position for position, number in number_of.items() if number >= len(after)]
    new = [position for position in range(len(after)) if position not in number_of]
    order[free] = [*renumbered, *new]
    return order, tuple(int(number) for number in free[len(renumbered) :]), removed


class Updatable:
    """Gives k-means ``partial_fit``: surveys of blocks merge, and the clusters are found anew from the merged one."""

    cluster_centers_: FloatArray
    n_clusters_: int
    evidence_: Evidence | None
    random_state: RandomState
    _centres: FloatArray
    _frame: Frame
    _survey: Survey | None
    _X_fit: Any
    _weights_fit: Any
    _cluster_spreads: FloatArray
    _check_parameters: Callable[[], Method]
    _check_rows: Callable[..., Any]
    _learn: Callable[..., None]
    _set_spreads: Callable[..., None]

    def partial_fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Take more rows, and find the clusters of all rows so far.

        What is kept of earlier rows is a weighted sample of at most 50,000, as on Dask. Up to that many rows in all,
        the result is that of one ``fit`` to all of them, except for the numbers of the clusters: a cluster that was
        there before keeps its number. Beyond, it is that of a fit to a random sample, so that the standard error of a
        centre is that of 50,000 rows. Every call costs as much as a fit to the sample.

        After it, ``update_report_`` says whether the number of clusters has changed and how sure that is; ``labels_``
        and ``outlier_scores_`` are of the rows of X, ``inertia_`` and ``seed_indices_`` of all rows so far.

        Parameters
        ----------
        X : (n, d), array, data frame or sparse
        y : ignored
        sample_weight : (n,) non-negative, optional
        """
        first = not hasattr(self, "cluster_centers_")
        method = self._check_parameters()
        X = self._check_rows(X, ensure_min_samples=2 if first else 1, reset=first)
        weights = weights_of(X, sample_weight)
        earlier = None if first else self._survey_so_far()
        rng = as_generator(self.random_state)
        if earlier is None:
            survey = take_survey(ArrayBlocks(X, weights), size=SAMPLE, rng=rng)
        else:
            if scipy.sparse.issparse(X) != scipy.sparse.issparse(earlier.sketch.rows):
                raise InputError("X is sparse and the earlier rows are not, or the reverse. Give one kind.")
            survey = extend_survey(earlier, X, weights, size=SAMPLE, rng=rng)
        sample = survey.sample
        sample_weights = sample.weights * survey.heaviest
        kept = ArrayBlocks(sample.rows, sample_weights)
        before = None if first else (self.cluster_centers_, self.evidence_)
        self._learn(method, kept, survey, sample, rng)
        self._report_update(before, 0 if earlier is None else earlier.moments.count, survey.moments.count)
        labels, squares = Rows(kept, self._frame).assign(self._centres)
        self._set_spreads(squares, labels, sample_weights)
        self.labels_, squares = Rows(ArrayBlocks(X, weights), self._frame).assign(self._centres)
        self.outlier_scores_ = outlier_scores(np.sqrt(squares), self.labels_, self._cluster_spreads)
        self._X_fit, self._weights_fit, self._survey = X, weights, survey
        return self

    def _survey_so_far(self) -> Survey:
        """What is known of the rows so far: kept by ``partial_fit``, or made of the data of ``fit``."""
        if self._survey is not None:
            return self._survey
        if self._X_fit is None:
            raise InputError(
                "this model holds no rows, so that it cannot be updated. Fit it again to all rows, or save it with "
                "updatable=True before."
            )
        blocks = ArrayBlocks(self._X_fit, self._weights_fit)
        return take_survey(blocks, size=SAMPLE, rng=as_generator(self.random_state))

    def _report_update(self, before: tuple[FloatArray, Evidence | None] | None, n_before: int, n_rows: int) -> None:
        added: tuple[int, ...] = tuple(range(self.n_clusters_))
        removed: tuple[int, ...] = ()
        if before is not None:
            order, added, removed = numbers_kept(before[0], self.cluster_centers_)
            for name in ("cluster_centers_", "_centres", "seed_indices_"):
                setattr(self, name, getattr(self, name)[order])
        self.update_report_ = UpdateReport(
            n_before,
            n_rows,
            None if before is None else before[0].shape[0],
            self.n_clusters_,
            None if before is None else before[1],
            self.evidence_,
            added,
            removed,
        )
