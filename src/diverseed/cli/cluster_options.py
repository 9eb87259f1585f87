"""The options of ``diverseed cluster``: what they take, and what ``--help`` says of them."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Engine(StrEnum):
    """Where the work is done."""

    MEMORY = "memory"
    DASK = "dask"


class Scale(StrEnum):
    """What is done to the columns before."""

    AUTO = "auto"
    NONE = "none"
    STANDARD = "standard"
    ROBUST = "robust"


class Missing(StrEnum):
    """What is done about missing values."""

    MEDIAN = "median"
    DROP = "drop"
    REFUSE = "refuse"


class Shape(StrEnum):
    """Which clusters to look for."""

    AUTO = "auto"
    ROUND = "round"
    ANY = "any"


FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A table: CSV, TSV, Excel (.xlsx), Parquet or NPY; - for CSV on standard input; or example:NAME, a "
        "bundled set. With --engine dask: a folder of Parquet files, or a pattern such as 'points/*.parquet'.",
    ),
]
KOption = Annotated[
    str,
    typer.Option(
        help="auto: find the number of clusters. sample: let one draw of the process decide. expected: the "
        "expected size of a draw. Or the number."
    ),
]
ColumnsOption = Annotated[
    list[str] | None,
    typer.Option(
        help="Use these columns: names or patterns such as 'price_*', with commas between or the option several times; "
        "numbers from 0 where the file has no names. Default: all but ids, constants and text."
    ),
]
ExcludeOption = Annotated[list[str] | None, typer.Option(help="Do not use these columns: names or patterns, as above.")]
MissingOption = Annotated[
    Missing,
    typer.Option(
        help="Missing values: median fills in the column's median (its most frequent category), drop leaves the rows "
        "out, refuse stops and lists them. Rows that are mostly empty are left out."
    ),
]
ScaleOption = Annotated[
    Scale,
    typer.Option(
        help="standard: give every column mean 0 and variance 1. robust: the same by median and quartiles. none: as "
        "they are. auto: standard if spreads differ more than tenfold or units differ, else none."
    ),
]
KeepIdsOption = Annotated[bool, typer.Option("--keep-ids", help="Use ids and constant columns too.")]
ShapeOption = Annotated[
    Shape,
    typer.Option(
        help="round: k-means. any: clusters of any shape, from the random walk. auto: those where the two disagree."
    ),
]
OutliersOption = Annotated[
    float,
    typer.Option(
        min=0, max=1, metavar="SHARE", help="Give at most this share of rows, the most unusual ones, the label -1."
    ),
]
GammaOption = Annotated[str, typer.Option(help="Scale of the kernel exp(-gamma d^2): auto, or a number.")]
SharpnessOption = Annotated[str, typer.Option(help="Power of the kernel: auto, a positive number, or inf.")]
SeedingOption = Annotated[
    str | None, typer.Option(help="Seed by this method instead: k-means++, k-dpp, local-search and others.")
]
SeedOption = Annotated[int, typer.Option(min=0, help="The same input and seed give the same clusters.")]
OutOption = Annotated[
    Path | None,
    typer.Option(
        help="Write your table with three more columns: cluster, distance (to the centre) and outlier_score (0 to 1). "
        ".csv, .tsv, .json, .xlsx or .parquet. With --engine dask: a new folder of Parquet files."
    ),
]
CentresOption = Annotated[
    Path | None,
    typer.Option(metavar="PATH", help="Write the mean of each cluster in the units of the table, in the same formats."),
]
ReportOption = Annotated[Path | None, typer.Option(help="Write one HTML page with pictures.")]
SaveOption = Annotated[
    Path | None,
    typer.Option(
        metavar="MODEL", help="Keep the model in a file, for `diverseed assign` and diverseed.load(); usually .npz."
    ),
]
StabilityOption = Annotated[
    bool, typer.Option("--stability", help="Cluster 20 random halves too, and say how many agree. Takes longer.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
EngineOption = Annotated[Engine, typer.Option(help="dask: read Parquet block by block, in several processes.")]
SchedulerOption = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Dask: use this cluster, for example tcp://10.0.0.1:8786.")
]
WorkersOption = Annotated[
    int | None, typer.Option(min=1, help="Dask: number of processes on this machine; default: one per core.")
]
MemoryOption = Annotated[
    str | None, typer.Option(metavar="SIZE", help="Dask: memory for each of them, for example 700MB.")
]
