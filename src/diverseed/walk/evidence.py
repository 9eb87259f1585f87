"""What the walk says about the number of clusters, and how sure that is."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arrays import FloatArray
from .curve import Curve
from .null import RING, Null
from .separation import scaled, separation, time_scale

Verdict = Literal["clear", "weak", "none"]


@dataclass(frozen=True)
class Level:
    """A plausible number of clusters.

    Attributes
    ----------
    n_clusters : int
    score : separation times (effective number of clusters - 1)^0.4
    share : of the evidence above the null level; the shares of all levels sum to 1
    bandwidth : at which it is best separated, in the units of the data
    time_scale : number of steps after which the walk has mixed within clusters and hardly left them
    """

    n_clusters: int
    score: float
    share: float
    bandwidth: float
    time_scale: float


@dataclass(frozen=True, eq=False, repr=False)
class Evidence:
    """The evidence for the number of clusters.

    Attributes
    ----------
    n_clusters : the best level's number; 1 if the verdict is "none"
    verdict : "clear", "weak" or "none": is this structure real? Compares the ratio of time scales with references that
        have the data's covariance and no clusters; "clear" also exceeds what a single curve, such as a ring, can reach
    strength : the best score minus ``null_level``
    null_level : the score that the best number would have with the ratio of time scales of the strongest reference, or
        a bound on it if the data is far above
    best_n_clusters : the number of the largest score, whatever the verdict
    levels : plausible numbers of clusters, best first; nested groups give several
    is_round : whether k-means finds the same clusters; None if that was not tested (one cluster, or only distances)
    agreement : adjusted Rand index between the walk's clusters and those of k-means at the same k, or None
    bandwidths : (h,) of the graphs, in the units of the data
    eigenvalues : (h, K + 1) of the walk on each graph, descending; nan if not computed
    separations : (K,) for k = 1 .. K, from the two graphs with the largest ratios of time scales
    scores : (K,) for each k; an upper bound if it cannot be the best
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
        """At which the best number is best separated; 0 if there is none."""
        return self.levels[0].bandwidth if self.levels else 0.0

    @property
    def candidates(self) -> list[int]:
        """The numbers of clusters of the levels, best first; [1] if the verdict is "none"."""
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


def judged(curve: Curve, null: Null) -> Evidence:
    """The evidence of a curve of scores against data without clusters."""
    best, found, score = curve.best, curve.best_contrast, float(curve.scores[curve.best - 1])
    line = null.above(1)
    clear = found >= null.above(2) and score >= RING
    verdict: Verdict = "clear" if clear else "weak" if found > line else "none"
    null_level = _score_of_contrast(line, curve.partitions[best].n_effective)
    others = [k for k in curve.partitions if k != best and verdict != "none" and curve.contrast_of(k) > line]
    standing = [best, *sorted(others, key=lambda k: -float(curve.scores[k - 1]))]
    excess = {k: max(float(curve.scores[k - 1]) - null_level, 1e-12) for k in standing}
    eigenvalues = np.full((len(curve.spectra), max(s.eigenvalues.size for s in curve.spectra)), np.nan)
    for row, spectrum in zip(eigenvalues, curve.spectra, strict=True):
        row[: spectrum.eigenvalues.size] = spectrum.eigenvalues
    return Evidence(
        n_clusters=1 if verdict == "none" else best,
        verdict=verdict,
        strength=score - null_level,
        null_level=null_level,
        best_n_clusters=best,
        levels=tuple(_level(curve, k, excess[k] / sum(excess.values())) for k in standing),
        is_round=None,
        agreement=None,
        bandwidths=np.array([spectrum.bandwidth for spectrum in curve.spectra]),
        eigenvalues=eigenvalues,
        separations=curve.separations,
        scores=curve.scores,
    )


def _score_of_contrast(contrast: float, n_effective: float) -> float:
    """The score of a scaled contrast at an effective number of clusters."""
    unit = scaled(np.array(1.0), n_effective)
    return float(scaled(separation(contrast / unit), n_effective))


def _level(curve: Curve, k: int, share: float) -> Level:
    spectrum = curve.spectrum_for(k)
    steps = time_scale(spectrum.eigenvalues, curve.n_modes(k))
    return Level(k, float(curve.scores[k - 1]), share, spectrum.bandwidth, steps)
