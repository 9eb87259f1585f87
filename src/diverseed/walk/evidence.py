"""What the walk says about the number of clusters, and how sure that is."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..arrays import FloatArray
from .curve import Curve
from .null import Null
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
        have the data's covariance and no clusters; "clear" also exceeds what a ring can reach
    strength : the score of the best number minus its ``null_level``
    null_level : the score that the best number would have by chance
    best_n_clusters : the number of the largest score that chance does not reach, or, if it reaches all, of the largest
    levels : the numbers of clusters that chance does not reach, best first; nested groups give several. None of them if
        the verdict is "none"
    is_round : whether k-means finds the same clusters; None for one cluster, where there is nothing to test
    agreement : adjusted Rand index between the walk's clusters and those of k-means at the same k, or None
    bandwidths : (h,) of the graphs, in the units of the data
    eigenvalues : (h, K + 1) of the walk on each graph, descending; nan if not computed
    separations : (K,) for k = 1 .. K, from the two graphs with the largest ratios of time scales
    scores : (K,) for each k; an upper bound if it cannot be the best
    null_scores : (K,) the score that chance may give each k: from the strongest reference, or a bound on it if the data
        is far above
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
    null_scores: FloatArray

    @property
    def bandwidth(self) -> float:
        """At which the best number is best separated; 0 if there is none."""
        return self.levels[0].bandwidth if self.levels else 0.0

    @property
    def candidates(self) -> list[int]:
        """The numbers of clusters of the levels, best first; [1] if the verdict is "none"."""
        return [level.n_clusters for level in self.levels] or [1]

    @property
    def shares(self) -> dict[int, float]:
        """The share of each level in the evidence, by ascending number; they sum to 1."""
        if not self.levels:
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
    1, "none", 0.0, 0.0, 1, (), None, None, np.zeros(1), np.array([[1.0, 0.0]]), *np.zeros((3, 1))
)


def judged(curve: Curve, null: Null) -> Evidence:
    """The evidence of a curve of scores against data without clusters."""
    standing = [k for k in curve.ranked if curve.contrast_of(k) > null.line]
    best = standing[0] if standing else curve.ranked[0]
    verdict: Verdict = "none" if not standing else "weak"
    if standing and curve.contrast_of(best) >= null.clear:
        verdict = "clear"
    null_scores = _null_scores(curve, null.line)
    excess = {k: float(curve.scores[k - 1] - null_scores[k - 1]) for k in standing}
    eigenvalues = np.full((len(curve.spectra), max(s.eigenvalues.size for s in curve.spectra)), np.nan)
    for row, spectrum in zip(eigenvalues, curve.spectra, strict=True):
        row[: spectrum.eigenvalues.size] = spectrum.eigenvalues
    return Evidence(
        n_clusters=best if standing else 1,
        verdict=verdict,
        strength=float(curve.scores[best - 1] - null_scores[best - 1]),
        null_level=float(null_scores[best - 1]),
        best_n_clusters=best,
        levels=tuple(_level(curve, k, excess[k] / sum(excess.values())) for k in standing),
        is_round=None,
        agreement=None,
        bandwidths=np.array([spectrum.bandwidth for spectrum in curve.spectra]),
        eigenvalues=eigenvalues,
        separations=curve.separations,
        scores=curve.scores,
        null_scores=null_scores,
    )


def _null_scores(curve: Curve, contrast: float) -> FloatArray:
    """(K,) the score that each number of clusters would have with this contrast."""
    sizes = np.arange(1.0, curve.scores.size + 1)
    for k, found in curve.partitions.items():
        sizes[k - 1] = found.n_effective
    units = scaled(np.ones(sizes.size), sizes)
    contrasts = np.divide(contrast, units, out=np.zeros(sizes.size), where=units > 0)
    return scaled(separation(contrasts), sizes)


def _level(curve: Curve, k: int, share: float) -> Level:
    spectrum = curve.spectrum_for(k)
    steps = time_scale(spectrum.eigenvalues, curve.n_modes(k))
    return Level(k, float(curve.scores[k - 1]), share, spectrum.bandwidth, steps)
