"""What the walk says about the number of clusters, and how sure that is."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arrays import FloatArray
from .curve import Curve
from .null import CHANCE, CLEAR, RING, WEAK
from .separation import time_scale

Verdict = Literal["clear", "weak", "none"]


@dataclass(frozen=True)
class Level:
    """A number of clusters that stands out.

    Attributes
    ----------
    n_clusters : int
    score : separation times (effective number of clusters - 1)^0.4
    share : what share of the evidence above the null level this number has; the shares of all levels sum to 1
    bandwidth : where it shows best, in the units of the data
    time_scale : steps of the walk there after which clusters are mixed inside and have hardly met
    """

    n_clusters: int
    score: float
    share: float
    bandwidth: float
    time_scale: float


@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """What was looked at to find the number of clusters, and what came of it.

    Attributes
    ----------
    n_clusters : the best level's number; 1 if the verdict is "none"
    verdict : "clear", "weak" or "none": is this structure real? How far the score stands above references that have the
        data's covariance and no clusters; "clear" is also above what a single curve, such as a ring, can reach
    strength : the best score minus ``null_level``
    null_level : the largest score of the references, or a bound on it where the score is far above
    best_n_clusters : the number of the largest score, whatever the verdict
    levels : numbers of clusters that stand out, best first; nested groups give several
    is_round : whether k-means finds the same clusters; None where that was not asked (one cluster, or only distances)
    agreement : adjusted Rand index between the walk's clusters and those of k-means at the same k, or None
    bandwidths : (h,) of the graphs looked at, in the units of the data
    eigenvalues : (h, K + 1) of the walk on each graph, descending, nan beyond what was computed
    separations : (K,) mean of the two largest separations over graphs, for k = 1 .. K
    scores : (K,) of each k; an upper bound where it cannot be the best
    """

    n_clusters: int
    verdict: Verdict
    strength: float
    null_level: float
    best_n_clusters: int
    levels: tuple[Level, ...]
    is_round: bool | None
    agreement: float | None
    bandwidths: FloatArray
    eigenvalues: FloatArray
    separations: FloatArray
    scores: FloatArray

    @property
    def bandwidth(self) -> float:
        """Where the best number shows best; 0 where there was nothing to see."""
        return self.levels[0].bandwidth if self.levels else 0.0

    @property
    def candidates(self) -> list[int]:
        """The numbers of the levels, best first; [1] if nothing stands out."""
        return [level.n_clusters for level in self.levels] if self.verdict != "none" else [1]

    @property
    def shares(self) -> dict[int, float]:
        """The share of each level in the evidence, by ascending number; they sum to 1."""
        if self.verdict == "none":
            return {1: 1.0}
        return {level.n_clusters: level.share for level in sorted(self.levels, key=lambda level: level.n_clusters)}

    def _key(self) -> tuple[object, ...]:
        return self.n_clusters, self.verdict, self.strength, self.null_level, self.levels, self.is_round

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evidence) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        levels = ", ".join(f"{level.n_clusters} ({level.score:.2f})" for level in self.levels[:4])
        return (
            f"Evidence(n_clusters={self.n_clusters}, verdict={self.verdict!r}, null_level={self.null_level:.2f}, "
            f"levels=[{levels}], is_round={self.is_round})"
        )


NOTHING_TO_SEE = Evidence(
    1, "none", 0.0, 0.0, 1, (), None, None, np.zeros(1), np.array([[1.0, 0.0]]), np.zeros(1), np.zeros(1)
)


def judged(curve: Curve, null_level: float) -> Evidence:
    """The evidence of a curve of scores against the level of data without clusters."""
    best, score = curve.best, curve.best_score
    strength = score - null_level
    clear = strength >= CLEAR and score >= RING
    verdict: Verdict = "clear" if clear else "weak" if strength >= WEAK else "none"
    excess = {k: float(curve.scores[k - 1]) - null_level for k in curve.partitions}
    standing = [best] + [
        k for k in sorted(excess, key=lambda k: -excess[k]) if k != best and verdict != "none" and excess[k] >= CHANCE
    ]
    total = sum(max(excess[k], 1e-12) for k in standing)
    eigenvalues = np.full((len(curve.spectra), max(s.eigenvalues.size for s in curve.spectra)), np.nan)
    for row, spectrum in zip(eigenvalues, curve.spectra, strict=True):
        row[: spectrum.eigenvalues.size] = spectrum.eigenvalues
    return Evidence(
        n_clusters=1 if verdict == "none" else best,
        verdict=verdict,
        strength=strength,
        null_level=null_level,
        best_n_clusters=best,
        levels=tuple(_level(curve, k, max(excess[k], 1e-12) / total) for k in standing),
        is_round=None,
        agreement=None,
        bandwidths=np.array([spectrum.bandwidth for spectrum in curve.spectra]),
        eigenvalues=eigenvalues,
        separations=curve.mean_separations,
        scores=curve.scores,
    )


def _level(curve: Curve, k: int, share: float) -> Level:
    spectrum = curve.spectrum_for(k)
    steps = time_scale(spectrum.eigenvalues, curve.n_modes(k))
    return Level(k, float(curve.scores[k - 1]), share, spectrum.bandwidth, steps)
