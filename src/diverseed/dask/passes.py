# mypy: disallow-untyped-calls=False
"""Dask arrays and data frames as blocks of floats; a pass is a function of each block where its data is, and a tree of
merges."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self, TypeVar

import dask.array
import dask.config
import dask.dataframe
import distributed
import numpy as np
import scipy.sparse
from dask.base import compute, get_scheduler
from dask.delayed import delayed

from ..arrays import FloatArray
from ..engine.blocks import Block, merged
from ..errors import InputError
from ..progress import report
from ..tables.table import listed
from ..threads import one_blas_thread, one_openmp_thread

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
        weights = [None] * len(rows) if sample_weight is None else _weights_in_blocks(sample_weight, X.chunks[0])
        return cls(rows, weights, _float_type(X.dtype), X.shape[1])

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


def as_rows(X: Any) -> Any:
    """A Dask array of two dimensions, of floats, that is cut into blocks of whole rows, of a Dask array or frame."""
    if X.ndim == 2 and X.shape[1] == 0:
        raise InputError("X has no columns; clustering needs at least one.")
    if isinstance(X, dask.dataframe.DataFrame):
        return _rows_of_frame(X)
    if X.ndim != 2 or X.dtype.kind not in "biuf":
        raise InputError(
            f"X has shape {X.shape} and type {X.dtype}. X must be a matrix of numbers, one row for each point."
        )
    return X.rechunk({1: -1}).astype(_float_type(X.dtype))


def _rows_of_frame(X: Any) -> Any:
    """The partitions as blocks; Dask's conversion would turn numbers that may be missing into objects."""
    other = [str(name) for name, kind in zip(X.columns, X.dtypes, strict=True) if _plain_type(kind).kind not in "biuf"]
    if other:
        raise InputError(f"columns {listed(other)} of X do not hold numbers. Leave them out.")
    dtype = _float_type(np.result_type(*(_plain_type(kind) for kind in X.dtypes)))
    shape = (np.nan, len(X.columns))
    parts = [part.to_numpy(dtype=dtype, na_value=np.nan) for part in X.to_delayed()]
    blocks = [dask.array.from_delayed(part, shape=shape, dtype=dtype) for part in parts]
    return dask.array.concatenate(blocks, allow_unknown_chunksizes=True)


def block_of(number: int, part: Any, weights: Any, dtype: Any) -> Block:
    """One part as a block, checked: a fault names the part and the row."""
    if scipy.sparse.issparse(part):
        raise InputError(f"block {number} of X is sparse. Make its blocks dense: X.map_blocks(lambda b: b.toarray()).")
    rows: FloatArray = np.asarray(part, dtype=dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        finite = bool(np.isfinite(rows.sum(dtype=np.float64)))
    if not finite and not np.isfinite(rows).all():
        row, column = np.argwhere(~np.isfinite(rows))[0]
        raise InputError(
            f"block {number} of X holds NaN or an infinite value, the first in its row {row}, column {column}. Fill "
            "them in, or drop those rows."
        )
    if weights is None:
        return Block(rows, np.broadcast_to(1.0, rows.shape[0]), number)
    values = np.asarray(weights, dtype=np.float64).reshape(-1)
    if values.size != rows.shape[0]:
        raise InputError(
            f"block {number} has length {values.size} in sample_weight and {rows.shape[0]} in X. "
            "Divide both into the same blocks."
        )
    return Block(rows, values, number)


def _plain_type(kind: Any) -> np.dtype[Any]:
    """The numpy type of a column, also of pandas' types for numbers that may be missing; that of objects for others."""
    plain = getattr(kind, "numpy_dtype", kind)
    return plain if isinstance(plain, np.dtype) else np.dtype(object)


def _float_type(kind: Any) -> np.dtype[Any]:
    """What numbers of a type are computed in."""
    return np.dtype(np.float32 if kind == np.float32 else np.float64)


def _weights_in_blocks(sample_weight: Any, lengths: tuple[Any, ...]) -> list[Any]:
    """A Delayed of the weights for each block of X."""
    weights = sample_weight
    if isinstance(weights, dask.dataframe.Series):
        weights = weights.to_dask_array()
    if not isinstance(weights, dask.array.Array) or weights.ndim != 1:
        raise InputError(f"sample_weight is a {type(sample_weight).__name__}. Give a Dask array of one dimension.")
    known = not np.isnan([*lengths, *weights.chunks[0]]).any()
    if known and weights.shape[0] != sum(lengths):
        raise InputError(f"sample_weight has length {weights.shape[0]}, X {sum(lengths)}. Give one weight per row.")
    if known:
        weights = weights.rechunk((lengths,))
    if weights.numblocks[0] != len(lengths):
        raise InputError(
            f"the number of blocks, of unknown lengths, is {weights.numblocks[0]} in sample_weight and {len(lengths)} "
            "in X. Divide both into the same blocks, or call compute_chunk_sizes() on both."
        )
    return list(weights.to_delayed().ravel())
