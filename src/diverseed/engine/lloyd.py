"""Lloyd's algorithm in any space, and the best of several starts.

The rule for the end is that of scikit-learn's KMeans: the centres move by no more than a tolerance in all, which
includes that no point changes its cluster.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..arrays import FloatArray, IntArray
from .space import Space, Steps

# Costs that differ by a smaller factor differ by rounding.
SAME_COST = 1 + 1e-9


@dataclass(frozen=True)
class Converged:
    """Where Lloyd's algorithm ended."""

    centres: FloatArray  # as the space has them
    weights: FloatArray  # (k,) of the clusters; 0 for those that no point could be found for
    n_iter: int


def lloyd(space: Steps, centres: FloatArray, *, tolerance: float, max_iter: int) -> Converged:
    """Move centres to the means of their clusters until they stay.

    Parameters
    ----------
    tolerance : the sum of squared moves at which to stop
    """
    for n_iter in range(1, max_iter + 1):
        moved, weights = space.step(centres, stage=f"k-means, step {n_iter}")
        shift = float(((moved - centres) ** 2).sum())
        centres = moved
        if shift <= tolerance:
            break
    return Converged(centres, weights, n_iter)


@dataclass(frozen=True)
class Run:
    """A run of Lloyd's algorithm from one of several starts."""

    start: int  # which of the starts it began from
    centres: FloatArray  # as the space has them
    labels: IntArray  # (n,) the cluster of each point
    squares: FloatArray  # (n,) squared distance of each point to its centre
    cost: float  # their weighted sum
    n_iter: int


def best_run(
    space: Space,
    starts: Sequence[FloatArray],
    *,
    tolerance: float = 0.0,
    max_iter: int,
    wanted: Callable[[Run], bool] | None = None,
) -> Run:
    """Lloyd's algorithm from each start: the result of lowest cost, and among equal ones that of the best start.

    That is the one whose seeds needed the fewest steps, and then that of lowest cost: seeds that miss a cluster may be
    close to the points, and still lead to the same result.

    Parameters
    ----------
    wanted : whether a result is one to choose from; if none is, all are
    """
    runs = [_run(space, number, start, tolerance, max_iter) for number, start in enumerate(starts)]
    ranked = _best_first(space, starts, runs)
    best = next(ranked)
    if wanted is None or wanted(best):
        return best
    return next((run for run in ranked if wanted(run)), best)


def _best_first(space: Space, starts: Sequence[FloatArray], runs: list[Run]) -> Iterator[Run]:
    while runs:
        lowest = min(run.cost for run in runs)
        level = [run for run in runs if run.cost <= lowest * SAME_COST]
        best = level[0]
        if len(level) > 1:
            best = min(level, key=lambda run: (run.n_iter, float(space.weights @ space.assign(starts[run.start])[1])))
        yield best
        runs = [run for run in runs if run is not best]


def _run(space: Space, number: int, start: FloatArray, tolerance: float, max_iter: int) -> Run:
    found = lloyd(space, start, tolerance=tolerance, max_iter=max_iter)
    labels, squares = space.assign(found.centres)
    return Run(number, found.centres, labels, squares, float(space.weights @ squares), found.n_iter)
