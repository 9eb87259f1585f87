"""How many clusters there are, and how sure that is.

The k of the largest gap score is compared with reference sets that have the data's spread and no clusters: one Gaussian
alone has a gap of up to 1/4 after d + 1 eigenvalues, so a gap by itself proves nothing.
"""

import warnings
from dataclasses import dataclass
from typing import Literal

import numpy as np

from .arrays import BoolArray, FloatArray
from .errors import NoStructureWarning
from .kernels.vectors import squared_distances
from .references import BEYOND_DOUBT, CLEAR, QUICK_POINTS, WEAK, bound_on_references, null_level
from .scale import DRAFT, N_NEIGHBOURS, Scales, Spectra, gap_scores
from .summary import Summary, summarise

Verdict = Literal["clear", "weak", "none"]

# Numbers of representatives, and the largest number of clusters to look for among them.
REPRESENTATIVES = 1500
_QUICK_K, _FEW, _MANY = 33, 40, 150
_MOST = (2 * REPRESENTATIVES, 300)
_POINTS_A_CLUSTER = 25
# Outliers are set aside at most so many times, and not more than this share of the weight at a time.
_MOST_ROUNDS, _MOST_OUTLIERS = 3, 0.05
# A k above this share of the largest one looked for may be cut off: more are looked for.
_INSIDE = 0.7


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

    Groups of at most as many points as the neighbours by which bandwidths are set are outliers: they are set aside, and
    the rest is looked at again. Before it is said that there is nothing clear, twice as many representatives are asked
    for twice as many clusters.

    Parameters
    ----------
    X : (n, d), dense or CSR
    sample_weight : (n,) non-negative, some of them positive
    """
    n_total = int((sample_weight > 0).sum())
    summary = summarise(X, sample_weight, n_points=REPRESENTATIVES, rng=rng)
    finding = _found(summary, n_total, rng)
    for _ in range(_MOST_ROUNDS):
        outliers = _outliers(finding, rng)
        if not outliers.any():
            break
        summary = Summary(summary.points[~outliers], summary.weights[~outliers])
        finding = _found(summary, n_total, rng)
    n_points, most = _MOST
    if finding.evidence.verdict != "clear" and n_total > _POINTS_A_CLUSTER * _MANY:
        look = _Look.of(summarise(X, sample_weight, n_points=n_points, rng=rng), n_total, most=most)
        finding = finding if look is None else look.better(finding, rng)
    return finding


def _found(summary: Summary, n_total: int, rng: np.random.Generator) -> Finding:
    """The number of clusters among representatives of ``n_total`` points.

    A few hundred of them show what is beyond doubt, and all of them confirm it at a few bandwidths. Else up to 40
    clusters are looked for among all, and up to one for every 25 points at the narrow bandwidths at which so many could
    show.
    """
    look = _Look.of(summary, n_total)
    if look is None:
        return Finding(_nothing_to_see(), summary, None)
    quick = _quick_look(summary, n_total, rng)
    if quick is not None and (found := look.confirmed(quick)) is not None:
        return found
    few_seem_likely = quick is not None and quick.strength >= WEAK
    if not few_seem_likely and (found := look.many_beyond_doubt()) is not None:
        return found
    few = look.judged(look.spectra(_FEW), rng=rng, quick_null=None if quick is None else quick.null_level)
    return few if _is_settled(few.evidence) else look.better(few, rng)


def _is_settled(evidence: Evidence) -> bool:
    return evidence.verdict == "clear" and evidence.n_clusters <= _INSIDE * evidence.scores.size


def _outliers(finding: Finding, rng: np.random.Generator) -> BoolArray:
    """(m,) which representatives lie in groups too light for clusters.

    A point far from all others has a bandwidth much wider than theirs, and still no neighbour: the walk never leaves
    it, and it has an eigenvalue near 1 as a cluster has.
    """
    weights, k = finding.summary.weights, finding.evidence.n_clusters
    if finding.spectra is None or k < 2:
        return np.zeros(weights.size, dtype=bool)
    process = finding.spectra.process(k)
    seeds = process.eigenvectors[process.sample(k, random_state=rng)]  # one of each group
    directions = seeds / np.linalg.norm(seeds, axis=1, keepdims=True)
    group = np.argmax(np.abs(process.eigenvectors @ directions.T), axis=1)
    light = np.bincount(group, weights=weights, minlength=k) <= N_NEIGHBOURS * finding.summary.resolution
    outliers = light[group]
    # where many groups are as light as that, the data is small, not full of outliers
    return outliers if weights[outliers].sum() <= _MOST_OUTLIERS * weights.sum() else np.zeros_like(outliers)


class _Look:
    """The representatives of ``n_total`` points, and what has been computed of them so far.

    Many clusters are looked for up to ``most``, and up to one for every 25 points.
    """

    def __init__(self, summary: Summary, scales: Scales, n_total: int, most: int) -> None:
        self.summary, self.scales, self.n_total = summary, scales, n_total
        self._most = min(most, n_total // _POINTS_A_CLUSTER, summary.weights.size // 3)
        self._draft: Spectra | None = None
        self._narrow: Spectra | None = None

    @classmethod
    def of(
        cls, summary: Summary, n_total: int, *, most: int = _MANY, squares: FloatArray | None = None
    ) -> "_Look | None":
        """None where there is nothing to see: too few points, or all of them equal."""
        if summary.weights.size < 6:
            return None
        squares = squared_distances(summary.points) if squares is None else squares
        scales = Scales.of(squares, summary.weights, summary.resolution)
        return None if scales.unit == 0 else cls(summary, scales, n_total, most)

    def spectra(self, k_max: int) -> Spectra:
        """For up to ``k_max`` clusters, at all bandwidths."""
        k_max = min(k_max, self.summary.weights.size // 3)
        if self._draft is None:
            return self.scales.spectra(k_max)
        return self.narrow_spectra().joined(self.scales.wide().spectra(k_max))

    def narrow_spectra(self) -> Spectra:
        """For as many clusters as there may be, at the narrow bandwidths, which alone show many."""
        if self._narrow is None:
            self._narrow = self.scales.narrow().spectra(self._most, draft=self._draft)
        return self._narrow

    def judged(
        self, spectra: Spectra, *, rng: np.random.Generator, narrow: bool = False, quick_null: float | None = None
    ) -> Finding:
        """The evidence of spectra, against references."""
        scores = gap_scores(spectra.eigenvalues)
        null = null_level(self.summary, scores, n_total=self.n_total, narrow=narrow, rng=rng, quick_null=quick_null)
        return Finding(_judged(spectra, null), self.summary, spectra)

    def better(self, finding: Finding, rng: np.random.Generator) -> Finding:
        """The finding, or one of many clusters at narrow bandwidths if its evidence is stronger."""
        if self._most <= finding.evidence.scores.size:
            return finding
        wider = self.judged(self.narrow_spectra(), narrow=True, rng=rng)
        return wider if wider.evidence.strength > finding.evidence.strength else finding

    def confirmed(self, quick: Evidence) -> Finding | None:
        """The finding of a quick look, if it was beyond doubt and these representatives show it too.

        They can show a cluster that is too small for the quick look, or clusters within clusters that are too many for
        it, at the same bandwidth or at narrower ones.
        """
        k = quick.best_n_clusters
        if quick.strength < BEYOND_DOUBT or k > _INSIDE * quick.scores.size:
            return None
        scales = self.scales.below(quick.bandwidth, count=3)
        spectra = scales.spectra(min(_FEW, self.summary.weights.size // 3), tol=DRAFT)
        agrees = int(gap_scores(spectra.eigenvalues).argmax()) + 1 == k
        return Finding(quick, self.summary, spectra) if agrees else None

    def many_beyond_doubt(self) -> Finding | None:
        """Clusters in numbers that a quick look cannot see, if they are beyond doubt."""
        if self._most <= _FEW:
            return None
        self._draft = self.scales.narrow().spectra(self._most, tol=DRAFT)
        scores, bound = gap_scores(self._draft.eigenvalues), bound_on_references(self.summary)
        if scores.max() < bound + BEYOND_DOUBT:
            return None
        return Finding(_judged(self._draft, bound), self.summary, self._draft)


def _quick_look(summary: Summary, n_total: int, rng: np.random.Generator) -> Evidence | None:
    """Evidence from a few hundred representatives; None where there are hardly more, or where nothing is beyond doubt
    whatever references may say."""
    if summary.weights.size < 1.5 * QUICK_POINTS:
        return None
    look = _Look.of(summarise(summary.points, summary.weights, n_points=QUICK_POINTS, rng=rng), n_total)
    if look is None:
        return None
    spectra = look.spectra(_QUICK_K)
    promising = gap_scores(spectra.eigenvalues).max() >= BEYOND_DOUBT
    return look.judged(spectra, rng=rng).evidence if promising else None


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
    look = _Look.of(summary, n, squares=squares)
    if look is None:
        return _nothing_to_see()
    return look.judged(look.spectra(max(min(_MANY, n // _POINTS_A_CLUSTER), _FEW)), rng=rng).evidence


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


def warn_if_none(evidence: Evidence) -> None:
    """Tell the user of an estimator that no clusters were found."""
    if evidence.verdict == "none":
        warnings.warn(
            f"no clusters stand out: the best number, {evidence.best_n_clusters}, is no clearer than in data without "
            "clusters, so all points are one cluster. Give n_clusters as a number to divide them all the same; "
            f"clusters that are not round are not seen, nor more than {_MOST[1]} of them.",
            NoStructureWarning,
            stacklevel=4,
        )
