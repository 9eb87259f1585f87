# mypy: disallow-untyped-calls=False
"""A pass over Dask's blocks: a function of each block where its data is, and a tree of merges."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import dask.config
import distributed
from dask.base import compute, get_scheduler
from dask.delayed import delayed

from ..engine.blocks import Block, merged
from ..progress import report
from ..threads import one_blas_thread, one_openmp_thread
from .collections import as_rows, block_of, float_type, weights_in_blocks

T = TypeVar("T")

# The workers merge results eight at a time, until so few are left that the caller merges them.
_FAN_IN, _LEFT_TO_CALLER = 8, 32
# Seconds without a result after which to check that there are workers at all.
_PATIENCE = 5


@dataclass(frozen=True)
class DaskBlocks:
    """Blocks that Dask reads or computes again for every pass, so that the data is never held as a whole.

    The tree of merges depends on the number of blocks alone: results do not depend on the number of workers, on the
    order in which blocks are done, or on workers that are lost and replaced.
    """

    rows: list[Any]  # a Delayed of an array for each block
    weights: list[Any]  # a Delayed of an array for each block, or None for weights of 1
    dtype: Any  # float32 or float64, the precision to compute in
    n_features: int  # number of columns

    @classmethod
    def of(cls, X: Any, sample_weight: Any = None) -> Self:
        """The blocks of a Dask array or data frame, whose lengths need not be known.

        The blocks of the weights, a Dask array or series, must match those of X unless all lengths are known.
        """
        X = as_rows(X)
        rows = list(X.to_delayed().ravel())
        weights = [None] * len(rows) if sample_weight is None else weights_in_blocks(sample_weight, X.chunks[0])
        return cls(rows, weights, float_type(X.dtype), X.shape[1])

    def fold(self, function: Callable[[Block], T], merge: Callable[[T, T], T], *, stage: str = "") -> T:
        shared = delayed((function, merge))  # one object for all tasks: it holds the centres
        results = [
            delayed(_folded, pure=False)(shared, number, rows, weights, self.dtype)
            for number, (rows, weights) in enumerate(zip(self.rows, self.weights, strict=True))
        ]
        while len(results) > _LEFT_TO_CALLER:
            groups = (results[start : start + _FAN_IN] for start in range(0, len(results), _FAN_IN))
            results = [delayed(_merged, pure=False)(shared, group) for group in groups]
        report(stage, 0, len(results))
        return merged(computed(results, stage), merge)


def _folded(shared: Any, number: int, rows: Any, weights: Any, dtype: Any) -> Any:
    function, merge = shared
    with one_openmp_thread():
        return block_of(number, rows, weights, dtype).fold(function, merge)


def _merged(shared: Any, results: list[Any]) -> Any:
    return merged(results, shared[1])


def computed(tasks: list[Any], stage: str) -> Iterator[Any]:
    """Results in the order of the tasks."""
    client = _client()
    if client is None:
        with one_blas_thread():
            yield from compute(*tasks)
        return
    futures = client.compute(tasks)
    for done in range(1, len(futures) + 1):
        yield _result(client, futures.pop(0))
        report(stage, done, len(tasks))


def _client() -> Any:
    """The client of a ``distributed`` cluster, if that is the scheduler in use."""
    owner = getattr(get_scheduler(), "__self__", None)
    return owner if isinstance(owner, distributed.Client) else None


def _result(client: Any, future: Any) -> Any:
    """A result, or the error of Dask.

    Without the check, a cluster without workers would wait for one forever, also for a result that is done but was held
    by a worker that died. The time grows, so that a large result over a slow line arrives in the end.
    """
    patience = _PATIENCE
    while True:
        try:
            return future.result(timeout=patience)
        except distributed.TimeoutError:
            if future.status == "error":  # the task's own
                raise
            client.wait_for_workers(1, timeout=dask.config.get("distributed.comm.timeouts.connect"))
            patience *= 2
