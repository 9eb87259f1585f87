"""How stable a clustering is: whether random halves of the data show the same clusters."""

import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils import indexable
from sklearn.utils.metaestimators import _safe_split

from ..arrays import FloatArray, IntArray
from ..engine.checks import check_positive_integer
from ..errors import InputError
from ..progress import report
from ..random_state import RandomState, as_generator

# From this mean agreement on a cluster is called stable (Hennig 2007).
STABLE = 0.75


@dataclass(frozen=True)
class StabilityReport:
    """How well clusterings of random halves agree with that of all data.

    Attributes
    ----------
    n_clusters : number of clusters of all data
    n_halves : number of halves that were clustered
    numbers : number of halves with each number of clusters, ascending
    agreement : (n_clusters,) for each cluster the mean over halves of the Jaccard index (rows in both over rows in
        either) with the most similar cluster of the half; 1 is a perfect match, nan is a cluster of which no half had
        a row
    lowest : (n_clusters,) the lowest of these indices
    given : whether the number of clusters was given, so that all halves have it
    """

    n_clusters: int
    n_halves: int
    numbers: dict[int, int]
    agreement: FloatArray
    lowest: FloatArray
    given: bool = False

    @property
    def n_agreeing(self) -> int:
        """Halves with the same number of clusters as all data."""
        return self.numbers.get(self.n_clusters, 0)

    @property
    def share(self) -> float:
        """Share of the halves with the same number of clusters as all data."""
        return self.n_agreeing / self.n_halves

    @property
    def unstable(self) -> list[int]:
        """Clusters whose mean agreement is below 0.75."""
        return np.flatnonzero(~(self.agreement >= STABLE)).tolist()

    @property
    def sentence(self) -> str:
        """How many halves agree on the number, and which clusters are less stable."""
        found = f"{self}."
        if not self.unstable or self.n_clusters < 2:
            return found
        named = ", ".join(f"{cluster} ({self.agreement[cluster]:.2f})" for cluster in self.unstable[:8])
        more = ", ..." if len(self.unstable) > 8 else ""
        return f"{found} Less stable: cluster {named}{more} (mean Jaccard index below {STABLE})."

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "n_clusters": self.n_clusters,
            "n_halves": self.n_halves,
            "n_agreeing": self.n_agreeing,
            "given": self.given,
            "numbers": [{"k": k, "halves": count} for k, count in self.numbers.items()],
            "agreement": self.agreement.tolist(),
            "lowest": self.lowest.tolist(),
        }

    def __str__(self) -> str:
        if self.given:
            found = f"mean agreement over {self.n_halves} halves: {np.nanmean(self.agreement):.2f}"
            return f"k = {self.n_clusters} was given; {found}"
        others = ", ".join(f"{k} in {count}" for k, count in self.numbers.items() if k != self.n_clusters)
        counted = f"k = {self.n_clusters} in {self.n_agreeing} of {self.n_halves} halves"
        return f"{counted} ({others})" if others else counted


def stability_report(
    estimator: Any, X: Any, n_splits: int = 20, *, random_state: RandomState = None
) -> StabilityReport:
    """Cluster random halves of the data and compare the results with the clusters of all data.

    Halves are drawn without replacement and in complementary pairs, which vary less than as many independent ones (Shah
    & Samworth 2013). A half has half the evidence, so a small or faint cluster may be missing although it is
    real. Nor does high agreement show that clusters are real, only that the method finds them consistently.

    Parameters
    ----------
    estimator : with ``fit_predict``, where -1 is no cluster, also a pipeline. If it has ``labels_`` of as many rows as
        X has, halves are compared with those; otherwise a copy is fitted.
    X : (n, d), or (n, n) where the estimator takes a precomputed kernel
    n_splits : number of halves
    random_state : int, Generator, RandomState or None. Also gives each half another seed, so that chance in the
        estimator counts too.

    References
    ----------
    Hennig (2007), Cluster-wise assessment of cluster stability. Shah & Samworth (2013), Variable selection with error
    control: another look at stability selection.

    Examples
    --------
    >>> from sklearn.datasets import make_blobs
    >>> from diverseed import DPPKMeans, stability_report
    >>> X, _ = make_blobs(300, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)
    >>> print(stability_report(DPPKMeans(random_state=0), X, n_splits=4, random_state=0))
    k = 3 in 4 of 4 halves
    """
    check_positive_integer("n_splits", n_splits)
    (X,) = indexable(X)
    n = X.shape[0] if hasattr(X, "shape") else len(X)
    if n < 4:
        raise InputError(f"halves need at least two rows each, and X has {n} in all. Give at least 4 rows.")
    rng = as_generator(random_state)
    whole = getattr(estimator, "labels_", None)
    if whole is None or len(whole) != n:
        has_seed = any(seed is not None for seed in _parameters(estimator, "random_state").values())
        whole = _labels(estimator, X, np.arange(n), None if has_seed else int(rng.integers(2**31)))
    whole = np.asarray(whole)
    clusters = np.unique(whole[whole >= 0])
    agreements = np.full((n_splits, clusters.size), np.nan)
    counts: Counter[int] = Counter()
    for split, rows in enumerate(islice(_halves(n, rng), n_splits)):
        report("clustering halves", split, n_splits)
        found = _labels(estimator, X, rows, int(rng.integers(2**31)))
        counts[np.unique(found[found >= 0]).size] += 1
        agreements[split] = _best_jaccard(whole[rows], found, clusters)
    seen = np.ma.masked_invalid(agreements)
    means, lowest = seen.mean(axis=0).filled(np.nan), seen.min(axis=0).filled(np.nan)
    numbers = _parameters(estimator, "n_clusters").values()
    given = any(isinstance(number, (int, np.integer)) for number in numbers)
    return StabilityReport(clusters.size, n_splits, dict(sorted(counts.items())), means, lowest, given)


def _halves(n: int, rng: np.random.Generator) -> Iterator[IntArray]:
    """Random halves of n rows, in complementary pairs, without end."""
    while True:
        order = rng.permutation(n)
        yield np.sort(order[: n // 2])
        yield np.sort(order[n // 2 :])


def _labels(estimator: Any, X: Any, rows: IntArray, seed: int | None) -> IntArray:
    """The labels of some rows, clustered without the others."""
    model = clone(estimator)
    if seed is not None:
        model.set_params(**dict.fromkeys(_parameters(model, "random_state"), seed))
    part, _ = _safe_split(estimator, X, None, rows)  # of a precomputed kernel rows and columns
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a half may well show no clusters: that is what this counts
        return np.asarray(model.fit_predict(part))


def _parameters(estimator: Any, name: str) -> dict[str, Any]:
    """The parameters of this name: the estimator's, or those of the steps of a pipeline."""
    return {key: value for key, value in estimator.get_params().items() if key.rpartition("__")[2] == name}


def _best_jaccard(whole: IntArray, found: IntArray, clusters: IntArray) -> FloatArray:
    """(k,) of each cluster the largest Jaccard index with a cluster found; nan for clusters without a row here."""
    others = np.unique(found[found >= 0])
    ours, theirs = whole[:, None] == clusters, found[:, None] == others
    both, own = ours.T.astype(np.float64) @ theirs, ours.sum(axis=0)
    best = (both / np.maximum(own[:, None] + theirs.sum(axis=0) - both, 1)).max(axis=1, initial=0.0)
    return np.where(own > 0, best, np.nan)
