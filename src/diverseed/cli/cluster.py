"""``diverseed cluster``: a table in; the number of clusters, the evidence for it, and the clusters out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..errors import InputError
from ..examples import open_table
from ..files.pages import counted
from .findings import as_command, as_python, findings, print_findings
from .options import JsonOption, ReportOption, SeedOption, SheetOption, TableOutOption, described, number_or_name
from .output import check_outputs, check_report, note, print_json, shown_name, working, written

if TYPE_CHECKING:
    from ..report.clustered_table import ClusteredTable
    from ..tables import PreparedColumn, Table


@dataclass(frozen=True)
class Request:
    """What to cluster, how, and where results go.

    Attributes
    ----------
    preparation : arguments of ``tables.prepare``
    clustering : arguments of ``cluster_table``, other than the next
    settings : parameters of the estimator
    outputs : option -> the file it names, for each option that was given
    command : that gives the same clusters, for a shell
    """

    file: str
    sheet: str | None
    preparation: Mapping[str, Any]
    clustering: Mapping[str, Any]
    settings: Mapping[str, Any]
    outputs: Mapping[str, Path]
    as_json: bool
    command: str


@described(
    """
    FILE  A table: CSV, TSV, Excel (.xlsx), Parquet, NPY or JSON (a list of objects, or an object per line); - for
      standard input; or example:NAME, a bundled data set. With --engine dask: a folder of Parquet files, or a pattern
      such as 'points/*.parquet'.
    --k K  Number of clusters: a number, or auto (find it), expected (the expected size of a draw from the point
      process) or sample (the size of one draw).
    --columns NAMES  Use only these columns: names or patterns such as 'price_*', separated by commas; may be
      repeated. Without a header, columns are numbered from 0. Default: all except ids, constants and text.
    --exclude NAMES  Do not use these columns: names or patterns, as for --columns.
    --missing  Missing values. median: fill in the median of the column, or its most frequent category. drop: leave out
      rows with missing values. refuse: stop and list them. Rows that are mostly empty are always left out.
    --scale  Scaling of the columns. standard: mean 0 and variance 1. robust: the same with median and quartiles. none:
      leave them as they are. auto: standard if units differ or spreads differ more than tenfold, else none.
    --keep-ids  Use ids and constant columns too.
    --shape  Shape of the clusters. round: k-means. any: any shape, found by the random walk. auto: any if the clusters
      turn out not to be round, else round.
    --mark-outliers SHARE  Label the most unusual rows -1: at most this share of all rows.
    --gamma auto|NUMBER  Scale of the kernel exp(-gamma d^2), with d the distance.
    --sharpness auto|NUMBER  Power the kernel is raised to: a positive number or inf.
    --seeding NAME  Seeding of k-means: k-means++, k-dpp, local-search or another.
    --save-centres PATH  Write the mean of each cluster in the units of the table; formats as for --out.
    --save MODEL  Save the model (.npz) for `diverseed assign`, or diverseed.load() in Python.
    --stability  Also cluster 20 random halves of the rows and report how many agree. Slower.
    --engine  memory: load the table. dask: read Parquet block by block in several processes; --out then names a new
      folder of Parquet files.
    --scheduler ADDRESS  Dask: use a running cluster, for example tcp://10.0.0.1:8786.
    --workers N  Dask: number of processes on this machine. Default: one per core.
    --memory-limit SIZE  Dask: memory limit of each process, for example 700MB.
    """
)
def cluster(
    context: typer.Context,
    file: str,
    k: str = "auto",
    sheet: SheetOption = None,
    columns: list[str] | None = None,
    exclude: list[str] | None = None,
    missing: Literal["median", "drop", "refuse"] = "median",
    scale: Literal["auto", "none", "standard", "robust"] = "auto",
    keep_ids: bool = False,
    shape: Literal["auto", "round", "any"] = "auto",
    mark_outliers: Annotated[float, typer.Option(min=0, max=1)] = 0.0,
    gamma: str = "auto",
    sharpness: str = "auto",
    seeding: str | None = None,
    seed: SeedOption = 0,
    out: TableOutOption = None,
    save_centres: Path | None = None,
    report: ReportOption = None,
    save: Path | None = None,
    stability: bool = False,
    as_json: JsonOption = False,
    engine: Literal["memory", "dask"] = "memory",
    scheduler: str | None = None,
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    memory_limit: str | None = None,
) -> None:
    """Find the clusters in a table when their number is unknown.

    Examples:

      diverseed cluster example:grid25
      diverseed cluster customers.csv --out customers_clustered.csv --report report.html
      diverseed cluster sales.xlsx --exclude 'date,comment*' --missing drop --out sales_clustered.xlsx
      diverseed cluster points.npy --k 12 --json
      diverseed cluster rings.csv --shape any --mark-outliers 0.05 --out rings_clustered.csv
      diverseed cluster - --k sample --gamma 0.005 < points.csv
      diverseed cluster customers.csv --stability --save customers.npz
      diverseed cluster points/ --engine dask --workers 2 --memory-limit 700MB --out labels.parquet
    """
    n_clusters = number_or_name("--k", k, ("auto", "expected", "sample"))
    kernel = {"gamma": _auto_or_number("--gamma", gamma), "sharpness": _auto_or_number("--sharpness", sharpness)}
    outputs = {"--out": out, "--save-centres": save_centres, "--report": report, "--save": save}
    preparation = {"columns": columns, "exclude": exclude, "missing": missing, "scale": scale, "keep_ids": keep_ids}
    request = Request(
        file,
        sheet,
        preparation,
        clustering={"shape": shape, "outliers": mark_outliers, "stability": stability},
        settings={"n_clusters": n_clusters, **kernel, "seeding": seeding, "random_state": seed},
        outputs={option: path for option, path in outputs.items() if path is not None},
        as_json=as_json,
        command=as_command(context),
    )
    result = _run(request, engine, (scheduler, workers, memory_limit))
    if as_json:
        print_json({**result, "engine": engine, "seed": seed})


def _run(request: Request, engine: str, where: tuple[str | None, int | None, str | None]) -> dict[str, Any]:
    """Cluster in memory or on Dask; returns what ``--json`` prints."""
    if engine == "dask":
        from .cluster_on_dask import cluster_on_dask, workforce

        return cluster_on_dask(request, workforce(*where))
    if any(where):
        raise InputError("--scheduler, --workers and --memory-limit are for Dask. Add --engine dask.")
    return _cluster_in_memory(request)


def _cluster_in_memory(request: Request) -> dict[str, Any]:
    """Read, cluster, write files and, without ``--json``, print the summary; returns what ``--json`` prints."""
    _check_outputs(request)
    table, outcome = _clustered(request)
    note(*outcome.notes, *_on_left_out(outcome.prepared.columns))
    with written(_contents(request, table, outcome)):
        if not request.as_json:
            _print_summary(outcome)
    return _result(table, outcome)


def _on_left_out(columns: Sequence[PreparedColumn]) -> list[str]:
    """How to use the columns that were left out but can be used. A constant one makes no difference."""
    from ..tables.table import listed

    usable = [column for column in columns if column.usable and not column.used and column.kind != "constant"]
    if not usable:
        return []
    names = listed([column.name for column in usable])
    ids = ", or keep ids with --keep-ids" if any(column.kind == "id" for column in usable) else ""
    return [f"To use {names} too, list all columns you want in --columns{ids}."]


def _auto_or_number(option: str, text: str) -> float | str:
    if text == "auto":
        return text
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{option} {text} is not a number. Use auto or a positive number.") from None


def _check_outputs(request: Request) -> None:
    """Refuse outputs that cannot be written, before any work is done."""
    from ..tables.writing import check_suffix

    check_outputs([request.file], request.outputs)
    for option in ("--out", "--save-centres"):
        if option in request.outputs:
            check_suffix(request.outputs[option])
    if "--report" in request.outputs:
        from ..displays.drawing import check_matplotlib

        check_report(request.outputs["--report"])
        check_matplotlib()


def _clustered(request: Request) -> tuple[Table, ClusteredTable]:
    from ..report.clustered_table import cluster_table
    from ..tables import prepare

    with working(f"reading {request.file}"):
        table = open_table(request.file, sheet=request.sheet)
        prepared = prepare(table, **request.preparation)
    n, d = prepared.matrix.shape
    with working(f"clustering {n:,} rows of {counted(d, 'column')}"):
        return table, cluster_table(prepared, settings=dict(request.settings), **request.clustering)


def _contents(request: Request, table: Table, outcome: ClusteredTable) -> dict[Path, str | bytes]:
    """The files to write. All are made before any is written, so a failure leaves nothing behind."""
    from ..cluster.model_files import model_file

    def report(path: Path) -> str:
        return outcome.report(shown_name(request.file), repeat=(request.command, as_python(request, outcome)))

    makers: dict[str, Callable[[Path], str | bytes]] = {
        "--out": lambda path: outcome.table_file(table, path.suffix.lower()),
        "--save-centres": lambda path: outcome.centres_file(table, path.suffix.lower()),
        "--report": report,
        "--save": lambda path: model_file(outcome.model, recipe=outcome.prepared.recipe.to_dict()),
    }
    return {path: makers[option](path) for option, path in request.outputs.items()}


def _result(table: Table, outcome: ClusteredTable) -> dict[str, Any]:
    """What ``--json`` prints; rows are numbered from 0, in the order of the file."""
    import numpy as np

    prepared = outcome.prepared
    rows = prepared.rows
    found = findings(outcome.model, outcome.sizes)
    return {
        "n": int(rows.size),
        "n_rows": table.n_rows,
        "n_features": int(outcome.points.shape[1]),
        "columns": [column.name for column in prepared.recipe.columns],
        "left_out": [{"column": column.name, "reason": column.kind} for column in prepared.columns if not column.used],
        "rows_left_out": np.setdiff1d(np.arange(table.n_rows), rows).tolist(),
        "column_records": [asdict(column) for column in prepared.columns],
        "features": list(prepared.feature_names),
        "scale": prepared.recipe.scale,
        **found,
        "seeds": rows[found["seeds"]].tolist(),
        "outliers": rows[outcome.labels == -1].tolist(),
        "stability": outcome.stability and outcome.stability.to_dict(),
        "notes": list(outcome.notes),
        "seconds": round(outcome.seconds, 4),
    }


def _print_summary(outcome: ClusteredTable) -> None:
    clusters = outcome.description.clusters
    lines = [(one.label, one.size, one.spread, ", ".join(words for words, _ in one.traits)) for one in clusters]
    n_columns = len(outcome.prepared.recipe.columns)
    print_findings(outcome.model, lines, n_columns=n_columns, seconds=outcome.seconds, n_marked=outcome.n_marked)
    if outcome.stability is not None:
        print(f"Stability: {outcome.stability.sentence}")
