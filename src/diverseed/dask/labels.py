# mypy: disallow-untyped-calls=False
"""The clusters of all rows, written part by part where each part is."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from dask.delayed import delayed

from ..arrays import FloatArray, IntArray
from ..engine.blocks import Block, merged
from ..engine.lloyd import Frame, located
from ..threads import one_openmp_thread
from .collections import block_of, parts_of
from .passes import computed


@dataclass(frozen=True)
class Tally:
    """Of each cluster the number of rows, and the sum of their squared distances to its centre."""

    sizes: IntArray
    squares: FloatArray

    def merge(self, other: "Tally") -> "Tally":
        return Tally(self.sizes + other.sizes, self.squares + other.squares)


def label_parts(model: Any, X: Any, folder: Path | None) -> Tally:
    """Label every row of what a model was fitted to, in one pass, and count.

    Parameters
    ----------
    model : fitted ``diverseed.dask.DPPKMeans``
    X : the Dask array or data frame it was fitted to
    folder : where to write a Parquet file for each part, with the columns row (from 0 over all parts), label and
        distance; None writes nothing. All workers must see it under this name.
    """
    parts = parts_of(X)
    first_rows = np.cumsum([0, *model.labels_.chunks[0]]).tolist()
    place = delayed((model._centres, model._frame))
    tasks = [
        delayed(_labelled, pure=False)(
            rows, number, place, parts.dtype, first_rows[number], None if folder is None else str(folder)
        )
        for number, rows in enumerate(parts.rows)
    ]
    return merged(computed(tasks, "labelling"), Tally.merge)


def _labelled(
    part: Any, number: int, place: tuple[FloatArray, Frame], dtype: Any, first_row: int, folder: str | None
) -> Tally:
    centres, frame = place
    block = block_of(number, part, None, dtype)
    with one_openmp_thread():
        labels, squares = block.fold(lambda rows: _located(rows, centres, frame), _joined)
    if folder is not None:
        rows = np.arange(first_row, first_row + labels.size)
        columns = {"row": rows, "label": labels, "distance": np.sqrt(squares)}
        _write(pa.table(columns), Path(folder) / f"part.{number:05d}.parquet")
    n_clusters = centres.shape[0]
    sums = np.bincount(labels, squares, minlength=n_clusters).astype(np.float64)
    return Tally(np.bincount(labels, minlength=n_clusters), sums)


def _located(block: Block, centres: FloatArray, frame: Frame) -> tuple[IntArray, FloatArray]:
    return located(block.rows, centres, frame)


def _joined(left: tuple[Any, Any], right: tuple[Any, Any]) -> tuple[Any, Any]:
    return np.concatenate([left[0], right[0]]), np.concatenate([left[1], right[1]])


def _write(table: Any, path: Path) -> None:
    """Whole or not at all, also where two workers write the same part because one was thought lost."""
    temporary = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        pq.write_table(table, temporary)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
