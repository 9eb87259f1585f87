"""The file of labels: a row number, a cluster and a distance for each row of the table."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError

if TYPE_CHECKING:
    from ..arrays import FloatArray, IntArray

_SUFFIXES = (".csv", ".tsv", ".json", ".parquet")


def check_suffix(path: Path) -> None:
    """Refuse a name that does not say what to write, or Parquet without polars."""
    suffix = path.suffix.lower()
    if suffix not in _SUFFIXES:
        raise InputError(f"cannot tell from {path.name} what to write. End it in {', '.join(_SUFFIXES)}.")
    if suffix == ".parquet":
        try:
            import polars  # noqa: F401
        except ImportError as error:
            raise InputError("polars writes Parquet. Install it: pip install 'diverseed[io]'.") from error


def distances_to_centres(points: FloatArray, model: Any) -> FloatArray:
    """(n,) the distance of each point to the centre of its own cluster."""
    import numpy as np

    return np.linalg.norm(points - model.cluster_centers_[model.labels_], axis=1)


def labels_file(points: FloatArray, model: Any, suffix: str, *, labels: IntArray | None = None) -> str | bytes:
    """The contents of a file of labels; distances are in the units that were clustered.

    Parameters
    ----------
    model : fitted, with ``labels_`` and ``cluster_centers_``
    labels : to write instead of the model's own
    """
    labels, distances = model.labels_ if labels is None else labels, distances_to_centres(points, model)
    if suffix == ".parquet":
        import numpy as np
        import polars as pl

        frame = pl.DataFrame({"row": np.arange(labels.size), "label": labels, "distance": distances})
        buffer = io.BytesIO()
        frame.write_parquet(buffer)
        return buffer.getvalue()
    rows = enumerate(zip(labels.tolist(), distances.tolist(), strict=True))
    if suffix == ".json":
        return json.dumps([{"row": row, "label": label, "distance": far} for row, (label, far) in rows]) + "\n"
    mark = "\t" if suffix == ".tsv" else ","
    lines = (f"{row}{mark}{label}{mark}{far:.9g}" for row, (label, far) in rows)
    return "\n".join([mark.join(("row", "label", "distance")), *lines]) + "\n"
