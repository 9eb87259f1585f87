"""``diverseed assign``: new rows, and the clusters of a model that ``diverseed cluster --save`` kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .output import check_outputs, note, print_json


def assign(
    model: Annotated[
        Path,
        typer.Argument(metavar="MODEL", help="A file of `diverseed cluster --save`, or of model.save() in Python."),
    ],
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A table with the same columns: CSV, TSV, Excel, Parquet or NPY; or -."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the table with more columns: cluster, distance (to the centre) and outlier_score (0 to 1). "
            ".csv, .tsv, .json, .xlsx or .parquet. Default: rows and clusters as CSV on standard output."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
) -> None:
    """Assign the rows of a table to the clusters of a saved model.

    Columns are found by name and become numbers exactly as those of the table that was clustered: the same categories,
    the same medians for missing cells, the same scales. The model stays as it is.

    Examples:

      diverseed cluster customers.csv --save customers.npz

      diverseed assign customers.npz new_customers.csv --out new_customers_clustered.csv

      diverseed assign customers.npz - --json < new_customers.csv
    """
    from ..cluster.model_files import read_model
    from ..examples import open_table
    from ..files.whole_files import write_together
    from ..report.assigned_table import assign_table
    from ..tables.writing import check_suffix, file_of, table_with

    check_outputs([model, file], {"--out": out})
    if out is not None:
        check_suffix(out)
    saved = read_model(model)
    table = open_table(file)
    found = assign_table(saved, table)
    for message in found.notes:
        note(message)
    if out is not None:
        rows = range(table.n_rows)
        write_together({out: table_with(table, found.columns, out.suffix.lower(), recipe=found.recipe, rows=rows)})
        note(f"wrote {out}")
    if as_json:
        import numpy as np

        sizes = np.bincount(found.labels, minlength=saved.model.n_clusters_)
        print_json(
            {
                "n": table.n_rows,
                "n_clusters": int(saved.model.n_clusters_),
                "cluster_sizes": sizes.tolist(),
                "labels": found.labels.tolist(),
                "distances": found.columns.get("distance"),
                "outlier_scores": found.columns.get("outlier_score"),
                "columns": [column.name for column in found.recipe.columns],
                "notes": list(found.notes),
            }
        )
    elif out is None:
        print(file_of({"row": range(table.n_rows), **found.columns}, ".csv"), end="")
