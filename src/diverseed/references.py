"""Reference sets that have the data's spread and no clusters: the level above which a gap means something."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse

from .arrays import FloatArray
from .kernels.vectors import squared_distances
from .scale import Scales, gap_scores
from .summary import Summary, summarise

# How far a score must lie above all references. Chosen on 62 generated sets without clusters, which stayed below 0.06.
WEAK, CLEAR = 0.06, 0.12
# A score this far above quick references is taken as clear without exact ones; a judgement, not a measured bound.
BEYOND_DOUBT = 0.35
# A few hundred points decide what is beyond doubt.
QUICK_POINTS = 400
_KINDS = ("gaussian", "uniform")


def bound_on_references(summary: Summary) -> float:
    """A level that no reference set of this dimension passes.

    A Gaussian has gaps of at most ``x - x^2 <= 1/4``, the last after d + 1 eigenvalues, and a long uniform box one of
    ``x - x^4 < 0.473`` after two.
    """
    return float(max(0.473 * np.sqrt(2), 0.25 * np.sqrt(min(summary.points.shape) + 1)))


def null_level(
    summary: Summary,
    scores: FloatArray,
    *,
    n_total: int,
    narrow: bool,
    rng: np.random.Generator,
    quick_null: float | None = None,
) -> float:
    """The largest score of sets without clusters, computed as exactly as the best score of the data calls for.

    A score far above the bound on all references needs none; the bound is the level then.

    Parameters
    ----------
    summary : representatives of ``n_total`` points
    scores : (K,) of the summary, see ``gap_scores``
    narrow : whether they come from the narrow bandwidths only
    quick_null : the level of a quick look, where there was one
    """
    bound = bound_on_references(summary)
    if scores.max() >= bound + BEYOND_DOUBT:
        return bound
    cloud = _Cloud.of(summary)
    n_points = summary.weights.size
    quick = min(n_points, QUICK_POINTS)

    def score(kind: str, size: int, represented: int) -> float:
        return _score(cloud.draw(kind, size, rng), represented, k_null, narrow=narrow, rng=rng)

    # References score most after d + 1 eigenvalues, or by chance where the data does.
    k_null = min(scores.size, max(int(scores.argmax()), cloud.deviations.size) + 3)
    if n_points == quick < n_total:  # a quick look: its references are represented as its points are
        return max(score(kind, min(n_total, 5 * quick), quick) for kind in _KINDS)
    null = quick_null
    if null is None or null >= bound:  # no quick look, or one that needed no references
        null = max(score(kind, quick, quick) for kind in _KINDS for _ in range(2))
    if n_points > quick and WEAK <= scores.max() - null < BEYOND_DOUBT:
        # As many points as the data has, summarised in the same way: smoother, so with larger gaps.
        null = max(null, *(score(kind, min(n_total, 10 * n_points), n_points) for kind in _KINDS))
    return null


@dataclass(frozen=True)
class _Cloud:
    """The standard deviations of a data set along its principal axes: its spread without its clusters."""

    deviations: FloatArray

    @classmethod
    def of(cls, summary: Summary) -> "_Cloud":
        points = summary.points.toarray() if scipy.sparse.issparse(summary.points) else summary.points
        shares = summary.weights / summary.weights.sum()
        deviations = np.linalg.svd(np.sqrt(shares)[:, None] * (points - shares @ points), compute_uv=False)
        return cls(deviations[deviations > 1e-9 * deviations.max()])

    def draw(self, kind: str, n_points: int, rng: np.random.Generator) -> FloatArray:
        """Gaussian or uniform points whose covariance is exactly that of the data.

        Chance differences between the directions would lower the reference's gaps, so they are taken out.
        """
        shape = (n_points, self.deviations.size)
        points = rng.standard_normal(shape) if kind == "gaussian" else rng.uniform(-1, 1, shape)
        points -= points.mean(axis=0)
        if n_points > 2 * self.deviations.size:
            values, axes = np.linalg.eigh(points.T @ points / n_points)
            points = points @ (axes / np.sqrt(values)) @ axes.T
        return points * self.deviations


def _score(points: FloatArray, n_points: int, k_max: int, *, narrow: bool, rng: np.random.Generator) -> float:
    """The largest score of a set that is represented by ``n_points``."""
    summary = summarise(points, np.ones(points.shape[0]), n_points=n_points, rng=rng)
    scales = Scales.of(squared_distances(summary.points), summary.weights, summary.resolution)
    scales = scales.narrow() if narrow else scales
    return float(gap_scores(scales.spectra(min(k_max, summary.weights.size // 3)).eigenvalues).max())
