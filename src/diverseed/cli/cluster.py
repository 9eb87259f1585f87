"""``diverseed cluster``: a table in, the number of clusters, why, and the clusters out."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .output import note, print_json, working

if TYPE_CHECKING:
    from ..arrays import FloatArray
    from ..kmeans import DPPKMeans
    from ..tables import Table

_EXAMPLE = "example:"
# Work on fewer numbers, or bytes, ends before a spinner could be read.
_LONG_CELLS, _LONG_BYTES = 200_000, 20_000_000
# Without scaling, a column whose spread is this many times the median of the others decides alone.
_UNEQUAL_SPREADS = 100


class Scale(StrEnum):
    """What is done to the columns before."""

    NONE = "none"
    STANDARD = "standard"


@dataclass(frozen=True)
class Outcome:
    """A finished clustering.

    Attributes
    ----------
    table : what was read
    points : (n, d) what was clustered, scaled if asked for
    model : fitted
    notes : what the user should know
    seconds : that clustering took
    """

    table: Table
    points: FloatArray
    model: DPPKMeans
    notes: tuple[str, ...]
    seconds: float


def cluster(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A table: CSV, TSV, Parquet or NPY; - for CSV on standard input; or example:NAME, a bundled set.",
        ),
    ],
    k: Annotated[
        str,
        typer.Option(
            help="auto: find the number of clusters. sample: let one draw of the process decide. Or the number."
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
    gamma: Annotated[str, typer.Option(help="Scale of the kernel exp(-gamma d^2): auto, or a number.")] = "auto",
    sharpness: Annotated[str, typer.Option(help="Power of the kernel: auto, a positive number, or inf.")] = "auto",
    seeding: Annotated[
        str | None, typer.Option(help="Seed by this method instead: k-means++, k-dpp, local-search and others.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same input and seed give the same clusters.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write each row's number (from 0), cluster, and distance to its centre: .csv, .tsv, .json or .parquet."
        ),
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write one HTML page with pictures.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
) -> None:
    """Cluster the rows of a table, without being told how many clusters there are.

    Examples:

      diverseed cluster example:grid25

      diverseed cluster customers.csv --scale standard --out labels.csv --report report.html

      diverseed cluster points.npy --k 12 --json

      diverseed cluster - --k sample --gamma 0.005 < points.csv
    """
    from ..files import write_together

    settings = {
        "n_clusters": _number_of_clusters(k),
        "gamma": _auto_or_number("--gamma", gamma),
        "sharpness": _auto_or_number("--sharpness", sharpness),
        "seeding": seeding,
        "random_state": seed,
    }
    _check_targets(out, report)
    outcome = _clustered(_read(file, columns), scale, settings)
    for message in outcome.notes:
        note(message)
    # both are made before either is written: a failure leaves nothing behind
    contents = {}
    if out is not None:
        from .labels import labels_file

        contents[out] = labels_file(outcome.points, outcome.model, out.suffix.lower())
    if report is not None:
        contents[report] = _report(outcome, file, scale)
    write_together(contents)
    if as_json:
        print_json({**_result(outcome), "scale": scale.value, "seed": seed})
    else:
        _print_summary(outcome)
    for path in contents:
        note(f"wrote {path}")


def _number_of_clusters(k: str) -> int | str:
    from ..errors import InputError

    if k in ("auto", "sample"):
        return k
    try:
        number = int(k)
    except ValueError:
        number = 0
    if number < 1:
        raise InputError(f"--k {k} is not a number of clusters. Use auto, sample, or an integer from 1.")
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
        from .labels import check_suffix

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


def _read(file: str, columns: list[str] | None) -> Table:
    import numpy as np

    from ..tables import Column, read_table, table_of

    if not file.startswith(_EXAMPLE):
        size = Path(file).stat().st_size if Path(file).is_file() else 0
        with working(f"reading {file}", long=size > _LONG_BYTES):
            return read_table(file, columns=columns)
    from ..examples import load_example

    example = load_example(file.removeprefix(_EXAMPLE))
    filled = np.zeros(example.values.shape[0], dtype=bool)
    read = [Column(name, numbers, filled) for name, numbers in zip(example.columns, example.values.T, strict=True)]
    return table_of(read, file, wanted=columns)


def _clustered(table: Table, scale: Scale, settings: dict[str, Any]) -> Outcome:
    from ..kmeans import DPPKMeans

    points, notes = _scaled(table, scale)
    n, d = points.shape
    start = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with working(f"clustering {n:,} rows of {d} columns", long=points.size > _LONG_CELLS):
            model = DPPKMeans(**settings).fit(points)
    seconds = time.perf_counter() - start
    notes += [str(warning.message) for warning in caught if issubclass(warning.category, UserWarning)]
    return Outcome(table, points, model, tuple(dict.fromkeys(notes)), seconds)


def _scaled(table: Table, scale: Scale) -> tuple[FloatArray, list[str]]:
    """The values, standardised if asked for, and notes on the columns."""
    import numpy as np

    from ..tables.table import listed

    notes = []
    for reason in dict.fromkeys(column.reason for column in table.left_out):
        names = [column.column for column in table.left_out if column.reason == reason]
        notes.append(f"left out ({reason}): {listed(names)}")
    if table.constant:
        notes.append(f"constant, so of no effect: {listed(table.constant)}")
    deviations = np.std(table.values, axis=0, dtype=np.float64)
    varies = np.array([name not in table.constant for name in table.columns])
    if scale is Scale.STANDARD:
        divisors = np.where(varies & (deviations > 0), deviations, 1.0)
        return (table.values - table.values.mean(axis=0)) / divisors, notes
    spreads = np.where(varies, deviations, np.nan)
    widest = int(np.nanargmax(spreads))
    others = np.delete(spreads, widest)[np.delete(varies, widest)]
    if others.size and spreads[widest] > _UNEQUAL_SPREADS * np.median(others):
        notes.append(
            f"column {listed([table.columns[widest]])} spreads {spreads[widest] / np.median(others):,.0f} times as far "
            "as the others typically do, and outweighs them. --scale standard weighs all columns alike"
        )
    return table.values, notes


def _result(outcome: Outcome) -> dict[str, Any]:
    """What ``--json`` prints."""
    import numpy as np

    model, table = outcome.model, outcome.table
    evidence = model.evidence_
    return {
        "n": int(outcome.points.shape[0]),
        "n_features": int(outcome.points.shape[1]),
        "columns": list(table.columns),
        "left_out": [{"column": column.column, "reason": column.reason} for column in table.left_out],
        "n_clusters": int(model.n_clusters_),
        "verdict": None if evidence is None else evidence.verdict,
        "cluster_sizes": np.bincount(model.labels_, minlength=model.n_clusters_).tolist(),
        "inertia": float(model.inertia_),
        "gamma": None if model.gamma_ is None else float(model.gamma_),
        "seeds": [int(row) for row in model.seed_indices_],
        "size_distribution": [
            {"k": int(size), "probability": float(p)} for size, p in sorted(model.size_distribution_.items())
        ],
        "evidence": None
        if evidence is None
        else {
            "strength": float(evidence.strength),
            "null_level": float(evidence.null_level),
            "best_n_clusters": int(evidence.best_n_clusters),
            "candidates": [int(number) for number in evidence.candidates[:10]],
            "bandwidth": float(evidence.bandwidth),
            "bandwidths": [float(bandwidth) for bandwidth in evidence.bandwidths],
            "scores": [round(float(score), 6) for score in evidence.scores],
        },
        "n_iter": int(model.n_iter_),
        "notes": list(outcome.notes),
        "seconds": round(outcome.seconds, 4),
    }


def _report(outcome: Outcome, file: str, scale: Scale) -> str:
    from ..report import html_report

    return html_report(
        outcome.model,
        outcome.points,
        values=outcome.table.values,
        columns=outcome.table.columns,
        title="standard input" if file == "-" else Path(file).name,
        notes=outcome.notes,
        scaled=scale is Scale.STANDARD,
    )


def _print_summary(outcome: Outcome) -> None:
    import numpy as np
    from rich.console import Console
    from rich.table import Table as Grid

    from ..report.words import headline, reasons

    model = outcome.model
    console = Console(highlight=False)
    console.print(headline(model), style="bold", markup=False)
    for line in reasons(model):
        console.print(line, markup=False)
    sizes = np.bincount(model.labels_, minlength=model.n_clusters_)
    squares = np.bincount(model.labels_, _squared_distances(outcome), minlength=model.n_clusters_)
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for name in ("cluster", "rows", "share", "spread"):
        grid.add_column(name, justify="right")
    most = 40
    for cluster in range(min(model.n_clusters_, most)):
        size = int(sizes[cluster])
        spread = float(np.sqrt(squares[cluster] / max(size, 1)))
        grid.add_row(str(cluster), f"{size:,}", f"{size / sizes.sum():.1%}", f"{spread:.4g}")
    console.print(grid)
    if model.n_clusters_ > most:
        console.print(f"... and {model.n_clusters_ - most} more; --out writes the cluster of every row", markup=False)
    n, d = outcome.points.shape
    console.print(f"{n:,} rows, {d} columns, inertia {model.inertia_:.6g}, {outcome.seconds:.2f} s", style="dim")


def _squared_distances(outcome: Outcome) -> FloatArray:
    from .labels import distances_to_centres

    return distances_to_centres(outcome.points, outcome.model) ** 2
