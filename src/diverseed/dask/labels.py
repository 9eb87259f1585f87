# mypy: disallow-untyped-calls=False
"""The clusters of all rows, written part by part where each part is."""

from operator import add
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from dask.delayed import delayed

from ..arrays import FloatArray, IntArray
from ..engine.blocks import merged
from ..files.whole_files import write_with
from ..threads import one_openmp_thread
from .base import Locate
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
    job = delayed((model._locator(), model.n_clusters_, blocks.dtype, None if folder is None else str(folder)))
    tasks = [
        delayed(_labelled, pure=False)(rows, number, job, first_rows[number]) for number, rows in enumerate(blocks.rows)
    ]
    return merged(computed(tasks, "labelling"), lambda left, right: Tally(*map(add, left, right)))


def _labelled(part: Any, number: int, job: tuple[Locate, int, Any, str | None], first_row: int) -> Tally:
    locate, n_clusters, dtype, folder = job
    block = block_of(number, part, None, dtype)
    with one_openmp_thread():
        parts = block.fold(lambda small: [locate(small.rows)], add)
    labels, squares = map(np.concatenate, zip(*parts, strict=True))
    if folder is not None:
        rows = np.arange(first_row, first_row + labels.size)
        columns = {"row": rows, "label": labels, "distance": np.sqrt(squares)}
        # whole or not at all, also where two workers write the same part because one was thought lost
        path = Path(folder) / f"part.{number:05d}.parquet"
        write_with(path, lambda temporary: pq.write_table(pa.table(columns), temporary))
    sums = np.bincount(labels, squares, minlength=n_clusters).astype(np.float64)
    return Tally(np.bincount(labels, minlength=n_clusters), sums)
