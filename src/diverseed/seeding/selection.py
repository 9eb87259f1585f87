"""Items that are relevant and diverse, in one call."""

from typing import Any, Literal

import numpy as np
from sklearn.preprocessing import normalize
from sklearn.utils.extmath import row_norms

from ..arrays import FloatArray, IntArray
from ..engine.checks import check_metric, check_positive_integer
from ..engine.points import Points
from ..errors import InputError
from ..kernels.scale import expected_sizes, sampled_distances
from ..kernels.vectors import rbf
from ..point_process import LazyEnsemble, LEnsemble, greedy_pivots
from ..point_process.checks import check_indices, check_rows, check_weights
from ..point_process.rows import RBF
from ..random_state import RandomState
from .processes import automatic_gamma

# The whole kernel is computed for at most this many items, in all and per item drawn; above, intermediate sampling
# takes less time (embeddings of 64 numbers, 10 to 100 draws from 1,000 to 8,000) or less memory.
_DENSE, _DENSE_FOR_EACH = 5_000, 100
_SAMPLE = 4_000  # items that the kernel's scale is estimated from
_LARGEST_ODDS = 1e4  # of an item over the k-th best: it is chosen anyway, and wider ranges cost digits


def select_diverse(
    X: Any,
    k: int | None = None,
    *,
    scores: Any = None,
    diversity: float = 0.5,
    given: Any = None,
    metric: Literal["euclidean", "cosine"] = "euclidean",
    method: Literal["sample", "map"] = "sample",
    random_state: RandomState = None,
) -> IntArray:
    """Choose k rows of X that have high scores and are diverse.

    The choice is drawn from, or searched in, the k-DPP with the kernel ``L_ij = q_i S_ij q_j``: S is the RBF similarity
    of rows i and j, with the typical distance between k items spread over the data as bandwidth; ``q_i = scores_i ^ p``
    with ``p = (1 - diversity) / diversity``. Above 5,000 rows no n x n matrix is formed.

    Parameters
    ----------
    X : (n, d) array, one row for each item, such as embeddings
    k : how many to choose, besides ``given``; None takes the expected size of the process at the median distance
    scores : (n,) relevance, not negative, in any unit: only ratios count. None is the same for all. An item of score 0
        is not chosen unless ``diversity`` is 0 or 1.
    diversity : from 0, the k highest scores, to 1, scores ignored. At 0.5 the quality is the score itself; raising it
        trades score for diversity, lowering it the opposite.
    given : indices of items already chosen; the new ones differ from these too. They are not returned or counted in k.
    metric : "cosine" compares directions only
    method : "sample" draws exactly from the k-DPP, another choice for each ``random_state``; up to some 300 items where
        n is above 5,000. "map" searches greedily for the most probable set: deterministic, best first, any k.
    random_state : int, Generator, RandomState or None

    Returns
    -------
    (k,) indices of rows: ascending for "sample", in the order chosen for "map"; by score if ``diversity`` is 0

    References
    ----------
    Kulesza & Taskar (2012), section 3.1 (quality and diversity). Chen, Zhang & Zhou (2018) (greedy search).
    """
    rows, quality, chosen = _check(X, scores, diversity, given, metric, method)
    if k is None:
        k = _expected_number(rows, quality, diversity, chosen)
    k = check_positive_integer("k", k, or_else="None for the expected number")
    if k > len(rows) - chosen.size:
        raise InputError(
            f"k={k} exceeds the number of items left, {len(rows) - chosen.size}. Ask for at most that many."
        )
    if diversity == 0:
        order = np.argsort(-quality, kind="stable")
        return order[~np.isin(order, chosen)][:k]
    weights = _weights(quality, k, diversity, chosen)
    gamma = _gamma(rows, k + chosen.size)
    if method == "map":
        return _search(rows, k, gamma=gamma, weights=weights, chosen=chosen)
    return _draw(rows, k, gamma=gamma, weights=weights, chosen=chosen, random_state=random_state)


def _draw(
    rows: FloatArray, k: int, *, gamma: float, weights: FloatArray, chosen: IntArray, random_state: RandomState
) -> IntArray:
    """A draw of the k-DPP given the items chosen before."""
    total = k + chosen.size
    process = _process(rows, total, gamma=gamma, weights=weights)
    try:
        drawn = process.condition(include=chosen).sample(total, random_state=random_state)
    except InputError as error:
        if isinstance(process, LEnsemble) and process.rank < total:
            raise _too_few(k, process.rank - chosen.size) from error
        raise
    return np.setdiff1d(drawn, chosen)


def _process(rows: FloatArray, count: int, *, gamma: float, weights: FloatArray) -> LEnsemble | LazyEnsemble:
    """For draws of ``count`` items."""
    if len(rows) > min(_DENSE, _DENSE_FOR_EACH * count):
        return LazyEnsemble(rows, gamma=gamma, weights=weights)
    # in 64 bits, also if the rows are not: in 32 bits a good part of the kernel's rank would be rounding
    return LEnsemble(rbf(rows.astype(np.float64), gamma=gamma), weights=weights)


def _weights(quality: FloatArray, k: int, diversity: float, chosen: IntArray) -> FloatArray:
    """``q_i^2``, relative to the k-th best score of those left; 1 for items already chosen."""
    left = quality.copy()
    left[chosen] = 0
    edge = float(np.partition(left, len(left) - k)[len(left) - k])
    if diversity == 1:
        return np.ones(len(quality))
    if not edge > 0:
        raise InputError(
            f"k={k} exceeds the number of items with a positive score, {int((left > 0).sum())}. Ask for fewer, or add "
            "a small number to all scores."
        )
    with np.errstate(divide="ignore"):
        odds = 2 * (1 - diversity) / diversity * np.log(left / edge)
    weights = np.exp(np.minimum(odds, np.log(_LARGEST_ODDS)))
    weights[chosen] = 1
    return weights


def _gamma(rows: FloatArray, count: int) -> float:
    """Of the kernel whose bandwidth is the distance between ``count`` spread-out items; the same at every call."""
    rng = np.random.default_rng(0)
    sample = rows
    if len(rows) > max(_SAMPLE, 4 * count):
        sample = rows[np.sort(rng.choice(len(rows), max(_SAMPLE, 4 * count), replace=False))]
    points = Points.of(sample, np.ones(len(sample)))
    return automatic_gamma(points, max(count, 2), sharp=False, rng=rng)


def _expected_number(rows: FloatArray, quality: FloatArray, diversity: float, chosen: IntArray) -> int:
    """Expected size of the process with the median distance as bandwidth, quality relative to the best score."""
    sample, squares, median = sampled_distances(rows, np.random.default_rng(0))
    power = (1 - diversity) / diversity if diversity else np.inf
    relative = (quality[sample] / quality.max()) ** power if quality.max() > 0 else np.ones(len(sample))
    kernel = relative[:, None] * np.exp(-squares / (2 * median**2)) * relative
    size, _ = expected_sizes(kernel, weight=len(rows) / len(sample))
    return max(round(size) - chosen.size, 1)


def _search(rows: FloatArray, k: int, *, gamma: float, weights: FloatArray, chosen: IntArray) -> IntArray:
    """Greedy search for the set of largest determinant, one column of the kernel at a time."""
    kernel, root = RBF(gamma), np.sqrt(weights).astype(rows.dtype)
    rows = rows - rows.mean(axis=0, dtype=np.float64).astype(rows.dtype)  # differences lose fewest digits around it
    norms = row_norms(rows, squared=True)

    def columns(points: IntArray) -> FloatArray:
        values = kernel(rows, rows[points], left_norms=norms)
        values *= root[:, None]
        values *= root[points]
        return values

    found = greedy_pivots(columns, weights, k, first=chosen)
    if found.size < k:
        raise _too_few(k, found.size)
    return found


def _too_few(k: int, n_different: int) -> InputError:
    return InputError(
        f"k={k} exceeds the number of items that differ from each other and from those given, {n_different}. Ask for "
        "at most that many."
    )


def _check(
    X: Any, scores: Any, diversity: float, given: Any, metric: Any, method: Any
) -> tuple[FloatArray, FloatArray, IntArray]:
    check_metric(metric)
    if method not in ("sample", "map"):
        raise InputError(f'method={method!r} is not supported. Use "sample" or "map".')
    if isinstance(diversity, bool) or not 0 <= diversity <= 1:
        raise InputError(f"diversity must lie between 0 (scores alone) and 1 (no scores); it is {diversity!r}.")
    rows = check_rows(X)
    if rows.dtype not in (np.float32, np.float64):
        rows = rows.astype(np.float64)
    quality = np.ones(len(rows)) if scores is None else check_weights(scores, len(rows), name="scores")
    chosen = check_indices([] if given is None else given, len(rows), name="given")
    return (normalize(rows) if metric == "cosine" else rows), quality, chosen
