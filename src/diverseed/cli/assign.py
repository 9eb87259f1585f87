"""``diverseed assign``: new rows, assigned to the clusters of a model that ``diverseed cluster --save`` wrote."""

from __future__ import annotations

from pathlib import Path

from ..examples import open_table
from .options import JsonOption, SheetOption, TableOutOption, described
from .output import check_outputs, note, print_json, written


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
    import numpy as np

    from ..cluster.model_files import read_model
    from ..report.assigned_table import assign_table
    from ..tables.writing import check_suffix, file_of, table_with

    check_outputs([model, file], {"--out": out})
    if out is not None:
        check_suffix(out)
    saved = read_model(model)
    table = open_table(file, sheet=sheet)
    columns, recipe, notes = assign_table(saved, table)
    note(*notes)
    rows = range(table.n_rows)
    contents: dict[Path, str | bytes] = {}
    if out is not None:
        contents[out] = table_with(table, columns, out.suffix.lower(), recipe=recipe, rows=rows)
    with written(contents):
        if as_json:
            n_clusters = int(saved.model.n_clusters_)
            print_json(
                {
                    "n": table.n_rows,
                    "n_clusters": n_clusters,
                    "cluster_sizes": np.bincount(columns["cluster"], minlength=n_clusters).tolist(),
                    "labels": columns["cluster"],
                    "distances": columns.get("distance"),
                    "outlier_scores": columns.get("outlier_score"),
                    "columns": [column.name for column in recipe.columns],
                    "notes": notes,
                }
            )
        elif out is None:
            print(file_of({"row": rows, **columns}, ".csv"), end="")
