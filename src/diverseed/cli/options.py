"""Arguments and options that several commands take, each with one meaning and one sentence of help."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import InputError

JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object, and nothing else.")]
SeedOption = Annotated[
    int, typer.Option(metavar="N", min=0, help="Random seed: the same input and seed give the same result.")
]
ScriptArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A screenplay: Fountain, Final Draft, plain text, a web page or a PDF that contains text; - for standard "
        "input; or example:NAME, a bundled one.",
    ),
]
OverridesOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Apply these corrections (TOML): merge, split and rename locations and characters. "
        "`diverseed screenplay --write-overrides` writes a file to start from.",
    ),
]
SheetOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Sheet of an Excel workbook: its name, or its number from 1. Default: the first one with a table.",
    ),
]
ReportOption = Annotated[Path | None, typer.Option(metavar="HTML", help="Write an HTML page with the results.")]
TableOutOption = Annotated[
    Path | None,
    typer.Option(
        metavar="PATH",
        help="Write your table with three more columns: cluster, distance (to the centre of the cluster) and "
        "outlier_score (0 to 1). The extension chooses the format: .csv, .tsv, .json, .xlsx or .parquet.",
    ),
]


def number_or_name(option: str, text: str, names: tuple[str, ...]) -> Any:
    """The value of an option that takes a number of clusters, or the name of a way to find it."""
    if text in names:
        return text
    if text.isascii() and text.isdigit() and int(text) > 0:
        return int(text)
    raise InputError(f"{option} {text} is not a number of clusters. Use {', '.join(names)}, or a positive integer.")
