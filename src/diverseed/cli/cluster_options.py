"""The options of ``diverseed cluster``, with their help."""

from pathlib import Path
from typing import Annotated, Literal

import typer

FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A table: CSV, TSV, Excel (.xlsx), Parquet, NPY or JSON (a list of objects); - for standard input; or "
        "example:NAME, a bundled data set. With --engine dask: a folder of Parquet files, or a pattern such as "
        "'points/*.parquet'.",
    ),
]
KOption = Annotated[
    str,
    typer.Option(
        metavar="K",
        help="Number of clusters: a number, or auto (find it), expected (the expected size of a draw from the point "
        "process) or sample (the size of one draw).",
    ),
]
ColumnsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAMES",
        help="Compare only these columns: names or patterns such as 'price_*', separated by commas; may be repeated. "
        "Without a header, columns are numbered from 0. Default: all except ids, constants and text.",
    ),
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option(metavar="NAMES", help="Do not compare these columns: names or patterns, as for --columns."),
]
MissingOption = Annotated[
    Literal["median", "drop", "refuse"],
    typer.Option(
        help="Missing values. median: fill in the median of the column, or its most frequent category. drop: leave "
        "out rows with missing values. refuse: stop and list them. Rows that are mostly empty are always left out."
    ),
]
ScaleOption = Annotated[
    Literal["auto", "none", "standard", "robust"],
    typer.Option(
        help="Scaling of the columns. standard: mean 0 and variance 1. robust: the same with median and quartiles. "
        "none: leave them as they are. auto: standard if units differ or spreads differ more than tenfold, else none."
    ),
]
KeepIdsOption = Annotated[bool, typer.Option("--keep-ids", help="Compare ids and constant columns too.")]
ShapeOption = Annotated[
    Literal["auto", "round", "any"],
    typer.Option(
        help="Shape of the clusters. round: k-means. any: any shape, found by the random walk. auto: any if the "
        "clusters turn out not to be round, else round."
    ),
]
OutliersOption = Annotated[
    float,
    typer.Option(min=0, max=1, metavar="SHARE", help="Label the most unusual rows -1: at most this share of all rows."),
]
GammaOption = Annotated[
    str, typer.Option(metavar="auto|NUMBER", help="Scale of the kernel exp(-gamma d^2), with d the distance.")
]
SharpnessOption = Annotated[
    str, typer.Option(metavar="auto|NUMBER", help="Power the kernel is raised to: a positive number or inf.")
]
SeedingOption = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Seed k-means by another method: k-means++, k-dpp, local-search and others."),
]
CentresOption = Annotated[
    Path | None,
    typer.Option(
        metavar="PATH", help="Write the mean of each cluster in the units of the table; formats as for --out."
    ),
]
SaveOption = Annotated[
    Path | None,
    typer.Option(metavar="MODEL", help="Save the model (.npz) for `diverseed assign`, or diverseed.load() in Python."),
]
StabilityOption = Annotated[
    bool, typer.Option("--stability", help="Also cluster 20 random halves, and report how many agree. Takes longer.")
]
EngineOption = Annotated[
    Literal["memory", "dask"],
    typer.Option(
        help="memory: load the table. dask: read Parquet block by block in several processes; --out then names a new "
        "folder of Parquet files."
    ),
]
SchedulerOption = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Dask: use a running cluster, for example tcp://10.0.0.1:8786.")
]
WorkersOption = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Dask: number of processes on this machine. Default: one per core."),
]
MemoryOption = Annotated[
    str | None, typer.Option(metavar="SIZE", help="Dask: memory limit of each process, for example 700MB.")
]
