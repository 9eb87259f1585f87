"""``diverseed cluster``: a table in, the number of clusters, why, and the clusters out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import note, print_json, working

if TYPE_CHECKING:
    from ..tables.clustering import ClusteredTable

# Work on fewer numbers, or bytes, ends before a spinner could be read.
_LONG_CELLS, _LONG_BYTES = 200_000, 20_000_000


class Engine(StrEnum):
    """Where the work is done."""

    MEMORY = "memory"
    DASK = "dask"


class Scale(StrEnum):
    """What is done to the columns before."""

    NONE = "none"
    STANDARD = "standard"


class Shape(StrEnum):
    """Which clusters to look for."""

    AUTO = "auto"
    ROUND = "round"
    ANY = "any"


@dataclass(frozen=True)
class Request:
    """What is to be clustered and how, and where results go; ``settings`` are the estimator's parameters."""

    file: str
    columns: list[str] | None
    scale: Scale
    shape: Shape
    mark_outliers: float
    settings: dict[str, Any]
    out: Path | None
    report: Path | None
    as_json: bool


def cluster(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A table: CSV, TSV, Parquet or NPY; - for CSV on standard input; or example:NAME, a bundled set. With "
            "--engine dask: a folder of Parquet files, or a pattern such as 'points/*.parquet'.",
        ),
    ],
    k: Annotated[
        str,
        typer.Option(
            help="auto: find the number of clusters. sample: let one draw of the process decide. expected: the "
            "expected size of a draw. Or the number."
        ),
    ] = "auto",
    columns: Annotated[
        list[str] | None,
        typer.Option(
            help="Take these columns: names with commas between, or the option several times; numbers from 0 where the "
            "file has no names. Default: all columns of numbers."
        ),
    ] = None,
    scale: Annotated[Scale, typer.Option(help="standard: give every column mean 0 and variance 1 first.")] = Scale.NONE,
    shape: Annotated[
        Shape,
        typer.Option(
            help="round: k-means. any: clusters of any shape, from the random walk. auto: those where the two disagree."
        ),
    ] = Shape.AUTO,
    mark_outliers: Annotated[
        float,
        typer.Option(
            min=0, max=1, metavar="SHARE", help="Give at most this share of rows, the most unusual ones, the label -1."
        ),
    ] = 0.0,
    gamma: Annotated[str, typer.Option(help="Scale of the kernel exp(-gamma d^2): auto, or a number.")] = "auto",
    sharpness: Annotated[str, typer.Option(help="Power of the kernel: auto, a positive number, or inf.")] = "auto",
    seeding: Annotated[
        str | None, typer.Option(help="Seed by this method instead: k-means++, k-dpp, local-search and others.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same input and seed give the same clusters.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write each row's number (from 0), cluster, and distance to its centre: .csv, .tsv, .json or "
            ".parquet. With --engine dask: a new folder of Parquet files."
        ),
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write one HTML page with pictures.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
    engine: Annotated[Engine, typer.Option(help="dask: read Parquet block by block, in several processes.")] = (
        Engine.MEMORY
    ),
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Dask: use this cluster, for example tcp://10.0.0.1:8786.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Dask: number of processes on this machine; default: one per core.")
    ] = None,
    memory_limit: Annotated[
        str | None, typer.Option(metavar="SIZE", help="Dask: memory for each of them, for example 700MB.")
    ] = None,
) -> None:
    """Cluster the rows of a table when the number of clusters is unknown.

    Examples:

      diverseed cluster example:grid25

      diverseed cluster customers.csv --scale standard --out labels.csv --report report.html

      diverseed cluster points.npy --k 12 --json

      diverseed cluster rings.csv --shape any --mark-outliers 0.05 --out labels.csv

      diverseed cluster - --k sample --gamma 0.005 < points.csv

      diverseed cluster points/ --engine dask --workers 2 --memory-limit 700MB --out labels.parquet
    """
    settings = {
        "n_clusters": _number_of_clusters(k),
        "gamma": _auto_or_number("--gamma", gamma),
        "sharpness": _auto_or_number("--sharpness", sharpness),
        "seeding": seeding,
        "random_state": seed,
    }
    request = Request(file, columns, scale, shape, mark_outliers, settings, out, report, as_json)
    if engine is Engine.DASK:
        from .cluster_on_dask import Workforce, cluster_on_dask

        result = cluster_on_dask(request, Workforce.of(scheduler, workers, memory_limit))
    elif scheduler or workers or memory_limit:
        from ..errors import InputError

        raise InputError("--scheduler, --workers and --memory-limit are for Dask. Add --engine dask.")
    else:
        result = _cluster_in_memory(request)
    if as_json:
        print_json({**result, "engine": engine.value, "scale": scale.value, "seed": seed})


def _cluster_in_memory(request: Request) -> dict[str, Any]:
    """Read, cluster, write files and, unless JSON is wanted, print text; what ``--json`` prints."""
    from ..files import write_together

    out, report = request.out, request.report
    _check_targets(out, report)
    outcome = _clustered(request)
    for message in outcome.notes:
        note(message)
    # both are made before either is written: a failure leaves nothing behind
    contents = {}
    if out is not None:
        from ..tables.labels import labels_file

        contents[out] = labels_file(outcome.points, outcome.model, out.suffix.lower(), labels=outcome.labels)
    if report is not None:
        contents[report] = outcome.report("standard input" if request.file == "-" else Path(request.file).name)
    write_together(contents)
    if not request.as_json:
        _print_summary(outcome)
    for path in contents:
        note(f"wrote {path}")
    return _result(outcome)


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


def _check_targets(out: Path | None, report: Path | None) -> None:
    """Refuse what cannot be written before any work is done."""
    from ..errors import InputError

    if out is not None:
        from ..tables.labels import check_suffix

        check_suffix(out)
    if report is not None:
        from ..displays.drawing import check_matplotlib

        check_matplotlib()
        if report.suffix.lower() not in (".html", ".htm"):
            raise InputError(f"cannot tell from {report.name} what to write. End the report's name in .html.")
    for target in (out, report):
        if target is not None and (target.is_dir() or not target.parent.is_dir()):
            raise InputError(f"cannot write {target}: it is a folder, or lies in one that does not exist.")
    if out is not None and out == report:
        raise InputError(f"--out and --report are both {out}. Give them different names.")


def _clustered(request: Request) -> ClusteredTable:
    from ..tables import read_table
    from ..tables.clustering import cluster_table

    size = Path(request.file).stat().st_size if Path(request.file).is_file() else 0
    with working(f"reading {request.file}", long=size > _LONG_BYTES):
        table = read_table(request.file, columns=request.columns)
    n, d = table.values.shape
    with working(f"clustering {n:,} rows of {d} columns", long=n * d > _LONG_CELLS):
        return cluster_table(
            table,
            standardise=request.scale is Scale.STANDARD,
            settings=request.settings,
            shape=request.shape.value,
            outliers=request.mark_outliers,
        )


def _result(outcome: ClusteredTable) -> dict[str, Any]:
    """What ``--json`` prints."""
    import numpy as np

    from ..cluster.spectral import DPPSpectralClustering
    from .findings import findings

    model, table = outcome.model, outcome.table
    return {
        "n": int(outcome.points.shape[0]),
        "n_features": int(outcome.points.shape[1]),
        "columns": list(table.columns),
        "left_out": [{"column": column.column, "reason": column.reason} for column in table.left_out],
        "shape": "any" if isinstance(model, DPPSpectralClustering) else "round",
        "outliers": np.flatnonzero(outcome.labels == -1).tolist(),
        **findings(model, np.bincount(model.labels_, minlength=model.n_clusters_)),
        "notes": list(outcome.notes),
        "seconds": round(outcome.seconds, 4),
    }


def _print_summary(outcome: ClusteredTable) -> None:
    import numpy as np

    from ..tables.labels import distances_to_centres
    from .findings import print_findings

    model = outcome.model
    sizes = np.bincount(model.labels_, minlength=model.n_clusters_)
    distances = distances_to_centres(outcome.points, model)
    squares = np.bincount(model.labels_, distances**2, minlength=model.n_clusters_).astype(np.float64)
    print_findings(model, sizes, squares, n_columns=outcome.points.shape[1], seconds=outcome.seconds)
