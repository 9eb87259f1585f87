"""How many clusters there are, and how sure that is.

The k of the largest gap score is compared with reference sets that have the data's spread and no clusters: one Gaussian
alone has a gap of up to 1/4 after d + 1 eigenvalues, so a gap by itself proves nothing.
"""

import warnings
from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy.sparse

from .arrays import FloatArray
from .errors import NoStructureWarning
from .kernels.vectors import squared_distances
from .scale import Scales, Spectra, gap_scores
from .summary import Summary, summarise

Verdict = Literal["clear", "weak", "none"]

# How far a score must lie above all references. Chosen on 62 generated sets without clusters, which stayed below 0.06.
WEAK, CLEAR = 0.06, 0.12
# A score this far above the quick references is taken as clear without exact ones; a judgement, not a measured bound.
_BEYOND_DOUBT = 0.35
_QUICK_POINTS = 400
_KINDS = ("gaussian", "uniform")
# Numbers of representatives, and the largest number of clusters to look for among them.
REPRESENTATIVES = 1500
_FEW, _MANY, _MOST = (REPRESENTATIVES, 40), (REPRESENTATIVES, 150), (2 * REPRESENTATIVES, 300)


@dataclass(frozen=True)
class Evidence:
    """What was looked at to find the number of clusters, and what came of it.

    Attributes
    ----------
    n_clusters : the k whose score is largest; 1 if the verdict is "none"
    verdict : "clear", "weak" or "none": how far the score stands above sets without clusters
    strength : the largest score minus ``null_level``
    null_level : the largest score of reference sets without clusters, or a bound on it where the score is far above
    best_n_clusters : the k whose score is largest, whatever the verdict
    bandwidth : the bandwidth at which the gap of that k is largest, in the units of the data
    bandwidths : (h,) bandwidths looked at, in the units of the data
    eigenvalues : (h, K + 1) largest eigenvalues at each bandwidth
    scores : (K,) largest gap over bandwidths times sqrt(k), for k = 1 .. K
    """

    n_clusters: int
    verdict: Verdict
    strength: float
    null_level: float
    best_n_clusters: int
    bandwidth: float
    bandwidths: FloatArray
    eigenvalues: FloatArray
    scores: FloatArray

    @property
    def gaps(self) -> FloatArray:
        """(h, K) differences between the k-th eigenvalue and the next, for k = 1 .. K."""
        return self.eigenvalues[:, :-1] - self.eigenvalues[:, 1:]

    @property
    def candidates(self) -> list[int]:
        """Numbers of clusters whose scores stand above the null level, best first; [1] if there is none."""
        above = np.flatnonzero(self.scores > self.null_level) + 1
        return above[np.argsort(-self.scores[above - 1], kind="stable")].tolist() or [1]

    @property
    def shares(self) -> dict[int, float]:
        """What share of all the evidence above the null level each number of clusters has; they sum to 1."""
        excess = {k: float(self.scores[k - 1]) - self.null_level for k in self.candidates if k > 1}
        total = sum(excess.values())
        if self.verdict == "none" or total <= 0:
            return {1: 1.0}
        return {k: excess[k] / total for k in sorted(excess)}


@dataclass(frozen=True)
class Finding:
    """Evidence, with the summary of the data and the spectra it was found on; None where there was nothing to see."""

    evidence: Evidence
    summary: Summary
    spectra: Spectra | None


def find_clusters(X: FloatArray, sample_weight: FloatArray, *, rng: np.random.Generator) -> Finding:
    """Find the number of clusters of weighted points.

    Up to 40 clusters are looked for first; where that is not clear, up to one for every 25 points, at the narrow
    bandwidths at which so many could show, and at last on more representatives.

    Parameters
    ----------
    X : (n, d), dense or CSR
    sample_weight : (n,) non-negative, some of them positive
    """
    n_total = int((sample_weight > 0).sum())
    finding = look_at(summarise(X, sample_weight, n_points=_FEW[0], rng=rng), n_total=n_total, k_max=_FEW[1], rng=rng)
    for n_points, k_max in (_MANY, _MOST):
        evidence, k_max = finding.evidence, min(k_max, n_total // 25)
        clear = evidence.verdict == "clear" and evidence.n_clusters <= 0.7 * evidence.scores.size
        crowded = n_points == _FEW[0] or evidence.best_n_clusters > k_max / 3
        if clear or k_max <= evidence.scores.size or not crowded:
            break
        summary = finding.summary
        if n_points > _FEW[0]:
            summary = summarise(X, sample_weight, n_points=n_points, rng=rng)
        wider = look_at(summary, n_total=n_total, k_max=k_max, rng=rng, narrow=True)
        if wider.evidence.strength > evidence.strength:
            finding = wider
    return finding


def look_at(
    summary: Summary,
    *,
    n_total: int,
    k_max: int,
    rng: np.random.Generator,
    narrow: bool = False,
    squares: FloatArray | None = None,
) -> Finding:
    """Evidence for up to ``k_max`` clusters from the representatives of ``n_total`` points.

    Parameters
    ----------
    narrow : leave out the wider half of the bandwidths, which cannot show many clusters
    squares : (m, m) squared distances of the representatives, where they are known already
    """
    n_points = summary.weights.size
    k_max = min(k_max, n_points // 3)
    if k_max < 2:
        return Finding(_nothing_to_see(), summary, None)
    squares = squared_distances(summary.points) if squares is None else squares
    scales = Scales.of(squares, summary.weights, summary.resolution)
    if scales.unit == 0:
        return Finding(_nothing_to_see(), summary, None)
    scales = scales.narrow_half() if narrow else scales
    spectra = scales.spectra(k_max)
    scores = gap_scores(spectra.eigenvalues)
    null = _null_level(summary, scores, n_total=n_total, narrow=narrow, rng=rng)
    return Finding(_judged(spectra, null), summary, spectra)


def _null_level(summary: Summary, scores: FloatArray, *, n_total: int, narrow: bool, rng: np.random.Generator) -> float:
    """The largest score of sets without clusters, computed as exactly as the best score of the data calls for.

    A Gaussian has gaps of at most ``x - x^2 <= 1/4``, the last after d + 1 eigenvalues, and a long uniform box one of
    ``x - x^4 < 0.473`` after two. A score far above both needs no reference sets; their bound is the level then.
    """
    n_points, dimension = summary.weights.size, min(summary.points.shape)
    bound = max(0.473 * np.sqrt(2), 0.25 * np.sqrt(dimension + 1))
    if scores.max() >= bound + _BEYOND_DOUBT:
        return float(bound)
    cloud = _Cloud.of(summary)
    quick = min(n_points, _QUICK_POINTS)

    def score(kind: str, size: int, represented: int, k_max: int) -> float:
        return _score(cloud.draw(kind, size, rng), represented, k_max, narrow=narrow, rng=rng)

    # References score most after d + 1 eigenvalues, or by chance where the data does.
    k_null = min(scores.size, max(int(scores.argmax()), cloud.deviations.size) + 3)
    null = max(score(kind, quick, quick, k_null) for kind in _KINDS for _ in range(2))
    if n_points > quick and WEAK <= scores.max() - null < _BEYOND_DOUBT:
        # As many points as the data has, summarised in the same way: smoother, so with larger gaps.
        null = max(null, *(score(kind, min(n_total, 10 * n_points), n_points, k_null) for kind in _KINDS))
    return null


def look_at_distances(squares: FloatArray, weights: FloatArray, *, rng: np.random.Generator) -> Evidence:
    """Evidence where only the (n, n) squared distances are known.

    The references have the spread of the points' principal coordinates (classical scaling).
    """
    positive = weights > 0
    squares, weights = squares[np.ix_(positive, positive)], weights[positive]
    n = weights.size
    shares = weights / weights.sum()
    means = squares @ shares
    gram = -0.5 * (squares - means[:, None] - means + shares @ means)
    values, vectors = np.linalg.eigh(gram)
    summary = Summary(vectors * np.sqrt(np.maximum(values, 0)), weights)
    return look_at(summary, n_total=n, k_max=min(150, max(n // 25, 40)), rng=rng, squares=squares).evidence


def _judged(spectra: Spectra, null: float) -> Evidence:
    scores = gap_scores(spectra.eigenvalues)
    best = int(scores.argmax()) + 1
    strength = float(scores[best - 1]) - null
    verdict: Verdict = "clear" if strength >= CLEAR else "weak" if strength >= WEAK else "none"
    return Evidence(
        n_clusters=1 if verdict == "none" else best,
        verdict=verdict,
        strength=strength,
        null_level=null,
        best_n_clusters=best,
        bandwidth=float(spectra.bandwidths[spectra.best(best)]),
        bandwidths=spectra.bandwidths,
        eigenvalues=spectra.eigenvalues,
        scores=scores,
    )


def _nothing_to_see() -> Evidence:
    """Too few points, or all of them equal."""
    return Evidence(1, "none", 0.0, 0.0, 1, 0.0, np.zeros(1), np.array([[1.0, 0.0]]), np.zeros(1))


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
    scales = scales.narrow_half() if narrow else scales
    return float(gap_scores(scales.spectra(min(k_max, summary.weights.size // 3)).eigenvalues).max())


def warn_if_none(evidence: Evidence) -> None:
    """Tell the user of an estimator that no clusters were found."""
    if evidence.verdict == "none":
        warnings.warn(
            f"no clusters stand out: the best number, {evidence.best_n_clusters}, is no clearer than in data without "
            "clusters, so all points are one cluster. Give n_clusters as a number to divide them all the same; "
            "clusters that are not round are not seen.",
            NoStructureWarning,
            stacklevel=4,
        )
