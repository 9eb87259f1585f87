"""Reading a table: what a file is shows in its first bytes, not in its name."""

import io
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from .delimited import read_delimited
from .table import Table, as_table
from .workbook import is_workbook, read_workbook

EXAMPLE = "example:"
_NPY, _PARQUET, _ZIP, _OLD_EXCEL = b"\x93NUMPY", b"PAR1", b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


def read_table(source: str | Path) -> Table:
    """Read CSV, TSV, Excel, Parquet or NPY.

    Parameters
    ----------
    source : path of the file, "-" for standard input, or "example:NAME" for a bundled set
    """
    if str(source).startswith(EXAMPLE):
        return _read_example(str(source))
    name = "standard input" if str(source) == "-" else str(source)
    data = _bytes_of(source)
    if data.startswith(_NPY):
        return as_table(_read_npy(data, name), source=name)
    if data.startswith(_PARQUET):
        return as_table(_read_parquet(data, name), source=name)
    if data.startswith(_ZIP) and is_workbook(data):
        return read_workbook(data, name)
    if data.startswith(_OLD_EXCEL):
        raise InputError(f"{name} is a workbook of an old kind (.xls). Save it as .xlsx or CSV.")
    return read_delimited(data, name)


def _read_example(source: str) -> Table:
    from ..examples import load_example

    example = load_example(source.removeprefix(EXAMPLE))
    return as_table(dict(zip(example.columns, example.values.T, strict=True)), source=source)


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


def _read_npy(data: bytes, name: str) -> Any:
    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except Exception as error:  # a header that is broken or lies ends in any of a dozen, MemoryError among them
        raise InputError(f"{name} is not a whole NPY file of numbers: {error}.") from error
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or array.dtype.kind not in "biuf":
        raise InputError(
            f"{name} is an array of shape {array.shape} and type {array.dtype}. Give numbers in two dimensions, "
            "a row for each point."
        )
    return array if array.dtype in (np.float32, np.float64) else array.astype(np.float64)


def _read_parquet(data: bytes, name: str) -> Any:
    try:
        import polars as pl
    except ImportError as error:
        from ..errors import how_to_install

        raise InputError(f"{name} is Parquet, which polars reads. {how_to_install('io')}") from error
    try:
        return pl.read_parquet(io.BytesIO(data))
    except pl.exceptions.PolarsError as error:
        raise InputError(f"{name} is not a whole Parquet file: {error}.") from error
