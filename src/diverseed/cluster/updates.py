"""What new data has changed: the number of clusters, how sure that is, and which clusters are the old ones."""

from dataclasses import dataclass

import numpy as np
from sklearn.metrics import pairwise_distances_argmin

from ..arrays import FloatArray, IntArray
from ..walk import Evidence, Verdict

# Scores of two numbers of clusters that differ by less may change places by chance: the standard deviation of the score
# of a uniform square is .05 at 500 points and .03 at 2,000. Three of them are clear.
_CHANCE, _CLEAR = 0.06, 0.15


@dataclass(frozen=True)
class UpdateReport:
    """What changed in an update with new rows.

    Attributes
    ----------
    n_rows_before, n_rows : rows seen before the update and after it
    n_clusters_before, n_clusters : the number of clusters; None before the first update
    evidence_before, evidence : Evidence, or None where the number of clusters was given
    added : labels of the new clusters
    removed : labels that no longer exist
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
        """Whether the number of clusters is different from before."""
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

        By the margin or by the verdict of the evidence, whichever is weaker.
        """
        if self.evidence is None or self.margin is None:
            return None
        if self.margin < _CHANCE or (self.n_clusters > 1 and self.evidence.verdict == "none"):
            return "none"
        return "clear" if self.margin >= _CLEAR and self.evidence.verdict != "weak" else "weak"

    def __str__(self) -> str:
        if self.n_clusters_before is None:
            found = f"k = {self.n_clusters} in the first {self.n_rows:,} rows"
        elif self.changed:
            found = f"k changed from {self.n_clusters_before} to {self.n_clusters} with {self.n_rows:,} rows"
        else:
            found = f"k is still {self.n_clusters} with {self.n_rows:,} rows"
        if self.margin is None:
            return f"{found}."
        evidence = "inconclusive" if self.confidence == "none" else self.confidence
        return f"{found}. The evidence is {evidence}: it beats k = {self.rival} by {self.margin:.2f}."


def _score(evidence: Evidence, k: int) -> float:
    """The score of a number of clusters; of one cluster, the level of data without clusters."""
    return float(evidence.scores[k - 1]) if 1 < k <= evidence.scores.size else evidence.null_level if k == 1 else 0.0


def numbers_kept(before: FloatArray, after: FloatArray) -> tuple[IntArray, tuple[int, ...], tuple[int, ...]]:
    """Numbers for clusters, by their centres, such that those that were there before keep theirs where possible.

    Two clusters are the same if each is the nearest to the other. Returned are the position in ``after`` of each
    number, the numbers that are new, and the numbers in ``before`` that are gone.
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
