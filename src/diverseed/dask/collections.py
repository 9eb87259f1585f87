# mypy: disallow-untyped-calls=False
"""Dask arrays and data frames as blocks of rows of floats, with their weights."""

from typing import Any

import dask.array
import dask.dataframe
import numpy as np

from ..arrays import FloatArray
from ..engine.blocks import Block
from ..errors import InputError
from ..tables.table import listed


def as_rows(X: Any) -> Any:
    """A Dask array of two dimensions, of floats, that is cut into blocks of whole rows."""
    if isinstance(X, dask.dataframe.DataFrame):
        return _rows_of_frame(X)
    if not isinstance(X, dask.array.Array):
        raise InputError(
            f"X is a {type(X).__name__}. Give a Dask array or data frame; diverseed.DPPKMeans takes data in memory."
        )
    if X.ndim != 2 or X.dtype.kind not in "biuf":
        raise InputError(
            f"X has {X.ndim} dimensions and type {X.dtype}. X must be a matrix of numbers, one row for each point."
        )
    return X.rechunk({1: -1}).astype(float_type(X.dtype))


def _rows_of_frame(X: Any) -> Any:
    """The partitions as blocks; Dask's conversion would turn numbers that may be missing into objects."""
    other = [str(name) for name, kind in zip(X.columns, X.dtypes, strict=True) if _plain_type(kind).kind not in "biuf"]
    if other:
        raise InputError(f"columns {listed(other)} of X do not hold numbers. Leave them out.")
    dtype = float_type(np.result_type(*(_plain_type(kind) for kind in X.dtypes)))
    shape = (np.nan, len(X.columns))
    parts = [part.to_numpy(dtype=dtype, na_value=np.nan) for part in X.to_delayed()]
    blocks = [dask.array.from_delayed(part, shape=shape, dtype=dtype) for part in parts]
    return dask.array.concatenate(blocks, allow_unknown_chunksizes=True)


def block_of(number: int, part: Any, weights: Any, dtype: Any) -> Block:
    """One part as a block, checked: a fault names the part and the row."""
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
        return Block(number, 0, rows, np.broadcast_to(1.0, rows.shape[0]))
    values = np.asarray(weights, dtype=np.float64).reshape(-1)
    if values.size != rows.shape[0]:
        raise InputError(
            f"block {number} of sample_weight has {values.size} values and block {number} of X {rows.shape[0]} rows. "
            "Divide both into the same blocks."
        )
    return Block(number, 0, rows, values)


def _plain_type(kind: Any) -> np.dtype[Any]:
    """The numpy type of a column, also of pandas' types for numbers that may be missing; that of objects for others."""
    plain = getattr(kind, "numpy_dtype", kind)
    return plain if isinstance(plain, np.dtype) else np.dtype(object)


def float_type(kind: Any) -> np.dtype[Any]:
    """What numbers of a type are computed in."""
    return np.dtype(np.float32 if kind == np.float32 else np.float64)


def weights_in_blocks(sample_weight: Any, lengths: tuple[Any, ...]) -> list[Any]:
    """A Delayed of the weights for each block of X."""
    weights = sample_weight
    if isinstance(weights, dask.dataframe.Series):
        weights = weights.to_dask_array()
    if not isinstance(weights, dask.array.Array) or weights.ndim != 1:
        raise InputError(f"sample_weight is a {type(sample_weight).__name__}. Give a Dask array of one dimension.")
    known = not np.isnan([*lengths, *weights.chunks[0]]).any()
    if known and weights.shape[0] != sum(lengths):
        raise InputError(
            f"sample_weight has {weights.shape[0]} values, X {sum(lengths)} rows. Give one weight per row."
        )
    if known:
        weights = weights.rechunk((lengths,))
    if weights.numblocks[0] != len(lengths):
        raise InputError(
            f"sample_weight has {weights.numblocks[0]} blocks and X {len(lengths)}, of unknown lengths. Divide "
            "both into the same blocks, or call compute_chunk_sizes() on both."
        )
    return list(weights.to_delayed().ravel())
