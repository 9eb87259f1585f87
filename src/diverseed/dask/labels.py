# mypy: disallow-untyped-calls=False
"""The clusters of all rows, written part by part where each part is."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from dask.delayed import delayed

from ..arrays import FloatArray, IntArray
from ..cluster.spectral import euclidean_distances_to_own
from ..engine.blocks import merged
from ..engine.lloyd import located
from ..threads import one_openmp_thread
from .collections import block_of, parts_of
from .passes import computed
from .spectral import DPPSpectralClustering, of_nearest

Locate = Callable[[FloatArray], tuple[IntArray, FloatArray]]


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
    model : fitted ``diverseed.dask.DPPKMeans`` or ``DPPSpectralClustering``
    X : the Dask array or data frame it was fitted to
    folder : where to write a Parquet file for each part, with the columns row (from 0 over all parts), label and
        distance; None writes nothing. All workers must see it under this name.
    """
    parts = parts_of(X)
    first_rows = np.cumsum([0, *model.labels_.chunks[0]]).tolist()
    locate = delayed(_locator(model))
    tasks = [
        delayed(_labelled, pure=False)(
            rows,
            number,
            locate,
            model.n_clusters_,
            parts.dtype,
            first_rows[number],
            None if folder is None else str(folder),
        )
        for number, rows in enumerate(parts.rows)
    ]
    return merged(computed(tasks, "labelling"), Tally.merge)


def _labelled(
    part: Any, number: int, locate: Locate, n_clusters: int, dtype: Any, first_row: int, folder: str | None
) -> Tally:
    block = block_of(number, part, None, dtype)
    with one_openmp_thread():
        labels, squares = block.fold(lambda rows: locate(rows.rows), _joined)
    if folder is not None:
        rows = np.arange(first_row, first_row + labels.size)
        columns = {"row": rows, "label": labels, "distance": np.sqrt(squares)}
        _write(pa.table(columns), Path(folder) / f"part.{number:05d}.parquet")
    sums = np.bincount(labels, squares, minlength=n_clusters).astype(np.float64)
    return Tally(np.bincount(labels, minlength=n_clusters), sums)


def _locator(model: Any) -> Locate:
    """A function from rows to their labels and squared distances to the centres of their clusters."""
    if isinstance(model, DPPSpectralClustering):
        near = partial(
            of_nearest,
            points=model._levels.summary.points,
            values=model._label_of_point.astype(np.int32),
            frame=model._frame,
        )
        return partial(_located_by_walk, near=near, centres=model.cluster_centers_)
    return partial(located, centres=model._centres, frame=model._frame)


def _located_by_walk(
    rows: FloatArray, *, near: Callable[[FloatArray], IntArray], centres: FloatArray
) -> tuple[IntArray, FloatArray]:
    labels = near(rows)
    return labels, euclidean_distances_to_own(rows, centres, labels)


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
