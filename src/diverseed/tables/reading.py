"""Reading a table: what a file is shows in its first bytes, not in its name."""

import codecs
import io
import json
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError, optional_module
from ..files.decoding import NotTextError
from ..files.whole_files import read_whole, source_name
from .delimited import read_delimited
from .table import Table, as_table, not_whole
from .workbook import is_workbook, read_workbook

_NPY, _PARQUET, _ZIP, _OLD_EXCEL = b"\x93NUMPY", b"PAR1", b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
JSON = (".json", ".jsonl", ".ndjson")
_KINDS = {
    **dict.fromkeys((".xlsx", ".xls"), "Excel workbook"),
    **dict.fromkeys((".parquet", ".parq", ".pq"), "Parquet file"),
    ".npy": "NPY file",
}


def read_table(source: str | Path, *, sheet: str | None = None, limit: int | None = None) -> Table:
    """Read CSV, TSV, Excel, Parquet, NPY, or JSON: a list of objects, one per row, or one object per line.

    Parameters
    ----------
    source : path of the file, or "-" for standard input
    sheet : name or number (from 1) of the sheet of an Excel workbook; default: the first that holds a table
    limit : the most bytes that the file may have; default: any
    """
    name = source_name(source)
    data = read_whole(source, limit=limit)
    if data.startswith(_ZIP) and is_workbook(data):
        return read_workbook(data, name, sheet)
    if sheet is not None:
        raise InputError(f"{name} is not an Excel workbook (.xlsx) and has no sheet {sheet!r:.60}. Omit it.")
    if data.startswith(_NPY):
        return as_table(_read_npy(data, name), source=name)
    if data.startswith(_PARQUET):
        return as_table(_read_parquet(data, name), source=name)
    if data.startswith(_OLD_EXCEL):
        raise InputError(f"{name} is a workbook in the old format (.xls). Save it as .xlsx or CSV.")
    records = _read_records(data)
    if records is not None:
        return as_table(records, source=name)
    if Path(name).suffix.lower() in JSON:
        raise InputError(
            f"{name} is not a table. Give JSON that is a list of objects, one per row, or one object per line; or CSV."
        )
    try:
        return read_delimited(data, name)
    except NotTextError as error:
        if data.startswith(_ZIP):
            raise not_whole(name, "Excel workbook", "It is a zip archive without a readable workbook") from error
        if kind := _KINDS.get(Path(name).suffix.lower()):
            raise not_whole(name, kind, "It has no valid header") from error
        raise


def _read_npy(data: bytes, name: str) -> Any:
    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except Exception as error:  # a header that is broken or lies ends in any of a dozen, MemoryError among them
        raise not_whole(name, "NPY file", error) from error
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2 or array.dtype.kind not in "biuf":
        raise InputError(
            f"{name} is an array of shape {array.shape} and type {array.dtype}. Give numbers in two dimensions, "
            "a row for each point."
        )
    typed = array.dtype.kind in "iu" or array.dtype in (np.float32, np.float64)
    return array if typed else array.astype(np.float64)


def _read_records(data: bytes) -> dict[str, list[Any]] | None:
    """The columns of a JSON list of objects, as ``--out FILE.json`` writes it, or of JSON Lines, an object on each;
    None for anything else."""
    first = data[:1000].removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    rows = []
    try:
        if first == b"[":
            rows = json.loads(data)
        elif first == b"{":
            rows = [json.loads(line) for line in data.splitlines() if line.strip()]
    except (ValueError, RecursionError):  # damaged, or CSV whose first name begins like this
        return None
    if not rows or not all(isinstance(row, dict) for row in rows) or (first == b"{" and len(rows) == 1):
        return None
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _read_parquet(data: bytes, name: str) -> Any:
    pl = optional_module("polars", f"{name} is Parquet, which needs polars.", "io")
    try:
        return pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:  # damage can make it panic
        raise not_whole(name, "Parquet file", error) from error
