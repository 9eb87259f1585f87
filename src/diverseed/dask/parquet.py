# mypy: disallow-untyped-calls=False
"""Folders of Parquet files: which columns hold numbers, and a Dask data frame of them."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from glob import glob
from itertools import islice
from pathlib import Path
from typing import Any

import dask.dataframe
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from dask.utils import natural_sort_key

from ..errors import InputError
from ..tables import as_table
from ..tables.kinds import named_like_id, recognise
from ..tables.prepare import select
from ..tables.table import listed, not_whole, quoted

_ENDINGS = (".parquet", ".parq", ".pq")
# Blocks are cut by this size whatever the workers' memory, so that results do not depend on it.
_BLOCK_SIZE = "64MiB"
_SAMPLE_ROWS = 1000


@dataclass(frozen=True)
class ParquetTable:
    """Columns of numbers in Parquet files, not yet read."""

    frame: Any  # Dask data frame
    columns: tuple[str, ...]  # names
    left_out: dict[str, str]  # columns of the files that are not in ``frame``, each with the reason


def open_parquet(
    source: str,
    *,
    columns: Sequence[str] | None = None,
    exclude: Sequence[str] | None = None,
    keep_ids: bool = False,
) -> ParquetTable:
    """Look at the footers of a folder's files, of those that match a pattern, or of one, and plan to read them.

    By default all columns of numbers are taken, except those that number the rows. ``columns`` and ``exclude`` are as
    in :func:`~diverseed.tables.prepare`, which reads dates too: here they are left out, whatever their type.
    """
    files = _files(source)
    footers = {file: _read(pq.read_metadata, file) for file in files}
    first = footers[files[0]].schema.to_arrow_schema()
    chosen, left_out = [], {}
    for place, by_name in select(first.names, columns, exclude, source).items():
        reason = _why_not(first.field(place), footers)
        if by_name or not reason or (keep_ids and reason == "id"):
            chosen.append(first.names[place])
        else:
            left_out[first.names[place]] = reason
    if not chosen:
        raise InputError(f"{source} has no column of numbers; it has {listed(first.names)}. Clustering needs one.")
    for file, footer in footers.items():
        _check_file(file, footer.schema.to_arrow_schema(), chosen)
    frame = dask.dataframe.read_parquet(files, columns=chosen, index=False, blocksize=_BLOCK_SIZE)
    return ParquetTable(frame, tuple(chosen), left_out)


def _files(source: str) -> list[str]:
    if os.path.isdir(source):
        found = [str(file) for file in Path(source).iterdir() if file.suffix.lower() in _ENDINGS]
        wanted = f"no Parquet file ({', '.join(_ENDINGS)}) in the folder {source}"
    else:
        found, wanted = glob(source), f"no file that matches {source}"
    if not found:
        raise InputError(f"there is {wanted}. Name a folder of Parquet files, or a pattern such as 'points/*.parquet'.")
    return sorted(found, key=natural_sort_key)


def _read(reader: Callable[[str], Any], file: str) -> Any:
    try:
        return reader(file)
    except (pa.ArrowException, OSError) as error:
        instead = "leave out --engine dask, which reads only Parquet"
        raise not_whole(file, "Parquet file", error, instead=instead) from error


def _is_numeric(kind: Any) -> bool:
    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind))


def _why_not(field: Any, footers: Mapping[str, Any]) -> str:
    """Why a column is left out unless it is asked for by name; "" for a column to take."""
    kind = field.type
    if _is_numeric(kind):
        return "id" if _numbers_rows(field, footers.values()) else ""
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return "dates" if _holds_dates(field.name, next(iter(footers))) else "text"
    return "dates" if pa.types.is_date(kind) or pa.types.is_timestamp(kind) else "not numbers"


def _holds_dates(name: str, file: str) -> bool:
    """Whether the first texts of a column are dates to the command that reads the whole table."""
    batches = _read(lambda path: list(islice(pq.ParquetFile(path).iter_batches(_SAMPLE_ROWS, columns=[name]), 1)), file)
    cells = [cell for batch in batches for column in batch.columns for cell in column.to_pylist()]
    found = recognise(as_table({name: cells}), [0])[0]
    return (found.content or found).kind == "date"


def _numbers_rows(field: Any, footers: Iterable[Any]) -> bool:
    """Whether a column is named like an id, or may be one by its name and its range is that of the rows."""
    index_of_frame = field.name.startswith("__index_level_")
    like = named_like_id(field.name)
    if not pa.types.is_integer(field.type) or not (index_of_frame or like):
        return False
    if like == "surely":
        return True
    lows, highs, rows = [], [], 0
    for footer in footers:
        place = footer.schema.names.index(field.name) if field.name in footer.schema.names else -1
        for group in range(footer.num_row_groups if place >= 0 else 0):
            statistics = footer.row_group(group).column(place).statistics
            if statistics is None or not statistics.has_min_max:
                return index_of_frame
            lows.append(statistics.min)
            highs.append(statistics.max)
        rows += footer.num_rows
    return index_of_frame or (bool(lows) and min(lows) in (0, 1) and max(highs) - min(lows) + 1 == rows)


def _check_file(file: str, schema: Any, chosen: Sequence[str]) -> None:
    missing = [name for name in chosen if name not in schema.names]
    if missing:
        raise InputError(f"{file} has no column {listed(missing)}, which the first file has. All files need it.")
    for name in chosen:
        kind = schema.field(name).type
        if not _is_numeric(kind):
            raise InputError(f"column {quoted(name)} of {file} holds {kind}, not numbers. Leave it out: --columns.")
