# mypy: disallow-untyped-calls=False
"""The clusters of all rows, written part by part where each part is."""

from io import BytesIO
from operator import add
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from dask.delayed import delayed

from ..arrays import FloatArray, IntArray
from ..engine.assignment import squares_to_own
from ..engine.blocks import Block, merged
from ..files.whole_files import write_whole
from .base import applied
from .passes import DaskBlocks, block_of, computed


class Tally(NamedTuple):
    """Of each cluster the number of rows, and the sum of their squared distances to its centre."""

    sizes: IntArray
    squares: FloatArray


def label_parts(model: Any, X: Any, folder: Path | None) -> Tally:
    """Label every row of the data that a model was fitted to, in one pass, and count.

    Parameters
    ----------
    model : fitted estimator of ``diverseed.dask``
    X : the Dask array or data frame it was fitted to
    folder : where to write a Parquet file for each part, with the columns row (from 0 over all parts), label and
        distance; None writes nothing. All workers must see it under this name.
    """
    blocks = DaskBlocks.of(model._rows(X))
    first_rows = np.cumsum([0, *model.labels_.chunks[0]]).tolist()
    # one object for all tasks: it holds the centres
    job = delayed((model._in_memory(), blocks.dtype, None if folder is None else str(folder)))
    tasks = [
        delayed(_labelled, pure=False)(rows, number, job, first_rows[number]) for number, rows in enumerate(blocks.rows)
    ]
    return merged(computed(tasks, "labelling"), lambda left, right: Tally(*map(add, left, right)))


def _labelled(part: Any, number: int, job: tuple[Any, Any, str | None], first_row: int) -> Tally:
    model, dtype, folder = job
    block = block_of(number, part, None, dtype)

    def located(small: Block) -> list[tuple[IntArray, FloatArray]]:
        labels = applied(small.rows, model=model, method="predict", empty=np.empty(0, dtype=np.int32))
        return [(labels, squares_to_own(small.rows, model.cluster_centers_, labels))]

    labels, squares = map(np.concatenate, zip(*block.fold(located, add), strict=True))
    if folder is not None:
        rows = np.arange(first_row, first_row + labels.size)
        columns = {"row": rows, "label": labels, "distance": np.sqrt(squares)}
        # whole or not at all, also where two workers write the same part because one was thought lost
        path = Path(folder) / f"part.{number:05d}.parquet"
        pq.write_table(pa.table(columns), buffer := BytesIO())
        write_whole(path, buffer.getvalue())
    sums = np.bincount(labels, squares, minlength=model.n_clusters_).astype(np.float64)
    return Tally(np.bincount(labels, minlength=model.n_clusters_), sums)
