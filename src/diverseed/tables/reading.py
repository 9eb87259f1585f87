"""Reading a table: what a file is shows in its first bytes, not in its name."""

import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from .delimited import read_delimited
from .table import Column, Table, table_of

EXAMPLE = "example:"
_NPY, _PARQUET = b"\x93NUMPY", b"PAR1"


def read_table(source: str | Path, *, columns: Sequence[str] | None = None) -> Table:
    """Read CSV, TSV, Parquet or NPY into a matrix of numbers.

    Parameters
    ----------
    source : path of the file, "-" for standard input, or "example:NAME" for a bundled set
    columns : names of the columns to take, 0-based numbers where the file has no names; default: all numeric ones
    """
    if str(source).startswith(EXAMPLE):
        return table_of(_read_example(str(source).removeprefix(EXAMPLE)), str(source), wanted=columns)
    name = "standard input" if str(source) == "-" else str(source)
    data = _bytes_of(source)
    if data.startswith(_NPY):
        return table_of(_read_npy(data, name), name, wanted=columns)
    if data.startswith(_PARQUET):
        return table_of(_read_parquet(data, name), name, wanted=columns)
    return table_of(read_delimited(data, name), name, wanted=columns)


def _read_example(name: str) -> list[Column]:
    from ..examples import load_example

    example = load_example(name)
    filled = np.zeros(example.values.shape[0], dtype=bool)
    return [Column(column, numbers, filled) for column, numbers in zip(example.columns, example.values.T, strict=True)]


def _bytes_of(source: str | Path) -> bytes:
    if str(source) == "-":
        return sys.stdin.buffer.read()
    path = Path(source)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"there is no file {path}. `diverseed examples` lists the sets that need none.") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder. Name one table in it.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}.") from error


def _read_npy(data: bytes, name: str) -> list[Column]:
    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OSError) as error:
        raise InputError(f"{name} is not a whole NPY file of numbers: {error}.") from error
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or array.dtype.kind not in "biuf":
        raise InputError(
            f"{name} is an array of shape {array.shape} and type {array.dtype}. Give numbers in two dimensions, "
            "a row for each point."
        )
    values = array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)
    return [_from_numbers(str(number), values[:, number]) for number in range(values.shape[1])]


def _read_parquet(data: bytes, name: str) -> list[Column]:
    try:
        import polars as pl
    except ImportError as error:
        raise InputError(f"{name} is Parquet, which polars reads. Install it: pip install 'diverseed[io]'.") from error
    try:
        frame = pl.read_parquet(io.BytesIO(data))
    except pl.exceptions.PolarsError as error:
        raise InputError(f"{name} is not a whole Parquet file: {error}.") from error
    return [_from_series(series) for series in frame.iter_columns()]


def _from_series(series: Any) -> Column:
    import polars as pl

    if series.dtype.is_numeric():
        return _from_numbers(series.name, series.cast(pl.Float64).fill_null(float("nan")).to_numpy())
    missing = series.is_null().to_numpy()
    filled = np.flatnonzero(~missing)
    stray = (int(filled[0]), str(series[int(filled[0])])) if filled.size else None
    return Column(series.name, np.full(len(series), np.nan), missing, stray)


def _from_numbers(name: str, numbers: Any) -> Column:
    return Column(name, numbers, np.isnan(numbers))
