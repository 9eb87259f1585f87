"""``diverseed cluster``: a table in, the number of clusters, why, and the clusters out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .cluster_options import (
    CentresOption,
    ColumnsOption,
    Engine,
    EngineOption,
    ExcludeOption,
    FileArgument,
    GammaOption,
    JsonOption,
    KeepIdsOption,
    KOption,
    MemoryOption,
    Missing,
    MissingOption,
    OutliersOption,
    OutOption,
    ReportOption,
    SaveOption,
    Scale,
    ScaleOption,
    SchedulerOption,
    SeedingOption,
    SeedOption,
    Shape,
    ShapeOption,
    SharpnessOption,
    StabilityOption,
    WorkersOption,
)
from .output import check_outputs, note, print_json, working

if TYPE_CHECKING:
    from ..report.clustered_table import ClusteredTable
    from ..tables import Table

# Work on fewer numbers, or bytes, ends before a spinner could be read.
_LONG_CELLS, _LONG_BYTES = 200_000, 20_000_000


@dataclass(frozen=True)
class Request:
    """What is to be clustered and how, and where results go; ``settings`` are the estimator's parameters."""

    file: str
    columns: list[str] | None
    exclude: list[str] | None
    missing: Missing
    scale: Scale
    keep_ids: bool
    shape: Shape
    mark_outliers: float
    settings: dict[str, Any]
    out: Path | None
    save_centres: Path | None
    report: Path | None
    save: Path | None
    stability: bool
    as_json: bool


def cluster(
    file: FileArgument,
    k: KOption = "auto",
    columns: ColumnsOption = None,
    exclude: ExcludeOption = None,
    missing: MissingOption = Missing.MEDIAN,
    scale: ScaleOption = Scale.AUTO,
    keep_ids: KeepIdsOption = False,
    shape: ShapeOption = Shape.AUTO,
    mark_outliers: OutliersOption = 0.0,
    gamma: GammaOption = "auto",
    sharpness: SharpnessOption = "auto",
    seeding: SeedingOption = None,
    seed: SeedOption = 0,
    out: OutOption = None,
    save_centres: CentresOption = None,
    report: ReportOption = None,
    save: SaveOption = None,
    stability: StabilityOption = False,
    as_json: JsonOption = False,
    engine: EngineOption = Engine.MEMORY,
    scheduler: SchedulerOption = None,
    workers: WorkersOption = None,
    memory_limit: MemoryOption = None,
) -> None:
    """Cluster the rows of a table when the number of clusters is unknown.

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
    kernel = {"gamma": _auto_or_number("--gamma", gamma), "sharpness": _auto_or_number("--sharpness", sharpness)}
    settings = {"n_clusters": _number_of_clusters(k), **kernel, "seeding": seeding, "random_state": seed}
    request = Request(
        *(file, columns, exclude, missing, scale, keep_ids, shape, mark_outliers, settings),
        *(out, save_centres, report, save, stability, as_json),
    )
    if engine is Engine.DASK:
        from .cluster_on_dask import Workforce, cluster_on_dask

        result = cluster_on_dask(request, Workforce.of(scheduler, workers, memory_limit))
    elif scheduler or workers or memory_limit:
        from ..errors import InputError

        raise InputError("--scheduler, --workers and --memory-limit are for Dask. Add --engine dask.")
    else:
        result = _cluster_in_memory(request)
    if as_json:
        print_json({**result, "engine": engine.value, "seed": seed})


def _cluster_in_memory(request: Request) -> dict[str, Any]:
    """Read, cluster, write files and, unless JSON is wanted, print text; what ``--json`` prints."""
    from ..files.whole_files import write_together

    out, centres, report = request.out, request.save_centres, request.report
    _check_targets(request)
    table, outcome = _clustered(request)
    for message in outcome.notes:
        note(message)
    if any(not column.used for column in outcome.prepared.columns):
        note("--columns NAME uses a column all the same; --keep-ids uses all ids.")
    # all are made before one is written: a failure leaves nothing behind
    contents: dict[Path, str | bytes] = {}
    if out is not None:
        contents[out] = outcome.table_file(table, out.suffix.lower())
    if centres is not None:
        contents[centres] = outcome.centres_file(centres.suffix.lower())
    if report is not None:
        from .repeating import as_command, as_python

        title = "standard input" if request.file == "-" else Path(request.file).name
        contents[report] = outcome.report(title, repeat=(as_command(request), as_python(request, outcome)))
    if request.save is not None:
        from ..cluster.model_files import model_file

        contents[request.save] = model_file(outcome.model, recipe=outcome.prepared.recipe.to_dict())
    write_together(contents)
    if not request.as_json:
        _print_summary(outcome)
    for path in contents:
        note(f"wrote {path}")
    return _result(table, outcome)


def _number_of_clusters(k: str) -> int | str:
    from ..errors import InputError

    if k in ("auto", "expected", "sample"):
        return k
    try:
        number = int(k)
    except ValueError:
        number = 0
    if number < 1:
        raise InputError(f"--k {k} is not a number of clusters. Use auto, expected, sample, or an integer from 1.")
    return number


def _auto_or_number(option: str, text: str) -> float | str:
    from ..errors import InputError

    if text == "auto":
        return text
    try:
        return float(text)
    except ValueError:
        raise InputError(f"{option} {text} is not a number. Use auto or a positive number.") from None


def _check_targets(request: Request) -> None:
    """Refuse what cannot be written before any work is done."""
    from ..errors import InputError
    from ..tables.writing import check_suffix

    targets = {
        "--out": request.out,
        "--save-centres": request.save_centres,
        "--report": request.report,
        "--save": request.save,
    }
    check_outputs([request.file], targets)
    for table in (request.out, request.save_centres):
        if table is not None:
            check_suffix(table)
    if request.report is not None:
        from ..displays.drawing import check_matplotlib

        check_matplotlib()
        if request.report.suffix.lower() not in (".html", ".htm"):
            raise InputError(f"cannot tell from {request.report.name} what to write. End the report's name in .html.")


def _clustered(request: Request) -> tuple[Table, ClusteredTable]:
    from ..examples import open_table
    from ..report.clustered_table import cluster_table
    from ..tables import prepare

    size = Path(request.file).stat().st_size if Path(request.file).is_file() else 0
    with working(f"reading {request.file}", long=size > _LONG_BYTES):
        table = open_table(request.file)
        prepared = prepare(
            table,
            columns=request.columns,
            exclude=request.exclude,
            missing=request.missing.value,
            scale=request.scale.value,
            keep_ids=request.keep_ids,
        )
    n, d = prepared.matrix.shape
    with working(f"clustering {n:,} rows of {d} columns", long=n * d > _LONG_CELLS):
        outcome = cluster_table(
            prepared,
            settings=request.settings,
            shape=request.shape.value,
            outliers=request.mark_outliers,
            stability=request.stability,
        )
    return table, outcome


def _result(table: Table, outcome: ClusteredTable) -> dict[str, Any]:
    """What ``--json`` prints; rows are numbered from 0 as in the file."""
    from dataclasses import asdict

    import numpy as np

    from ..cluster.spectral import DPPSpectralClustering
    from .findings import findings

    model, prepared = outcome.model, outcome.prepared
    rows = prepared.rows
    found = findings(model, outcome.sizes)
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
        "shape": "any" if isinstance(model, DPPSpectralClustering) else "round",
        **found,
        "seeds": rows[found["seeds"]].tolist(),
        "outliers": rows[outcome.labels == -1].tolist(),
        "stability": outcome.stability and outcome.stability.to_dict(),
        "notes": list(outcome.notes),
        "seconds": round(outcome.seconds, 4),
    }


def _print_summary(outcome: ClusteredTable) -> None:
    import numpy as np

    from .findings import print_findings

    model, sizes = outcome.model, outcome.sizes
    squares = np.bincount(model.labels_, outcome.distances**2, minlength=sizes.size).astype(np.float64)
    n_columns = len(outcome.prepared.recipe.columns)
    print_findings(model, sizes, squares, n_columns=n_columns, seconds=outcome.seconds)
    if outcome.stability is not None:
        print(f"Stability: {outcome.stability.sentence}")
