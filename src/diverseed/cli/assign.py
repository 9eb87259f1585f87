"""``diverseed assign``: new rows, assigned to the clusters of a model that ``diverseed cluster --save`` wrote."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..examples import open_table
from .options import JsonOption, SheetOption, TableOutOption, described
from .output import check_outputs, note, print_json, written

if TYPE_CHECKING:
    from ..report.assigned_table import AssignedTable
    from ..tables import Table


@described(
    """
    MODEL  A file written by `diverseed cluster --save`, or by model.save() in Python.
    FILE  A table with the same columns: CSV, TSV, Excel, Parquet, NPY or JSON; or - for standard input.
    """
)
def assign(
    model: Path,
    file: str,
    sheet: SheetOption = None,
    out: TableOutOption = None,
    as_json: JsonOption = False,
) -> None:
    """Assign the rows of a table to the clusters of a saved model.

    Columns are matched by name and converted exactly as in the table that was clustered: the same categories, the same
    medians for missing values, the same scaling. The model is not changed. Without --out and --json, rows and clusters
    are printed as CSV.

    Examples:

      diverseed cluster customers.csv --save customers.npz
      diverseed assign customers.npz new_customers.csv --out new_customers_clustered.csv
      diverseed assign customers.npz - --json < new_customers.csv
    """
    from ..cluster.model_files import read_model
    from ..report.assigned_table import assign_table
    from ..tables.writing import check_suffix, file_of, table_with

    check_outputs([model, file], {"--out": out})
    if out is not None:
        check_suffix(out)
    saved = read_model(model)
    table = open_table(file, sheet=sheet)
    found = assign_table(saved, table)
    note(*found.notes)
    contents: dict[Path, str | bytes] = {}
    if out is not None:
        rows = range(table.n_rows)
        contents[out] = table_with(table, found.columns, out.suffix.lower(), recipe=found.recipe, rows=rows)
    with written(contents):
        if as_json:
            print_json(_result(int(saved.model.n_clusters_), table, found))
        elif out is None:
            print(file_of({"row": range(table.n_rows), **found.columns}, ".csv"), end="")


def _result(n_clusters: int, table: Table, found: AssignedTable) -> dict[str, Any]:
    import numpy as np

    labels = found.columns["cluster"]
    return {
        "n": table.n_rows,
        "n_clusters": n_clusters,
        "cluster_sizes": np.bincount(labels, minlength=n_clusters).tolist(),
        "labels": labels,
        "distances": found.columns.get("distance"),
        "outlier_scores": found.columns.get("outlier_score"),
        "columns": [column.name for column in found.recipe.columns],
        "notes": list(found.notes),
    }
