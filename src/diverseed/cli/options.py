"""How commands describe their arguments and options, and those that several of them take."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import typer

from ..errors import InputError

Command = TypeVar("Command", bound=Callable[..., None])

JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object, and nothing else.")]
SeedOption = Annotated[
    int, typer.Option(metavar="N", min=0, help="Random seed: the same input and seed give the same result.")
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


def described(text: str) -> Callable[[Command], Command]:
    """Decorator: the help of a command's parameters, written as ``--help`` shows it.

    An entry begins with an option and what it takes, or with an argument, and two spaces; indented lines continue it::

        FILE  A table: CSV, TSV or Excel.
        --columns NAMES  Use only these columns: names or patterns such as 'price_*', separated by commas; may be
          repeated.

    Limits of a number are in the signature: ``Annotated[int, typer.Option(min=1)]``.
    """

    def describe(command: Command) -> Command:
        hints = get_type_hints(command, include_extras=True)
        for entry in re.split(r"\n(?=\S)", inspect.cleandoc(text)):
            head, _, about = entry.partition("  ")
            option, _, takes = head.partition(" ") if head.startswith("--") else ("", "", head)
            name = (option or head).partition("/")[0].lstrip("-").replace("-", "_").lower()
            kind, info = hints[name], typer.Option() if option else typer.Argument()
            if get_origin(kind) is Annotated:
                kind, info = get_args(kind)
            info.param_decls = (option,) if option else None
            info.metavar, info.help = takes or None, " ".join(about.split())
            command.__annotations__[name] = Annotated[kind, info]
        return command

    return describe


def number_or_name(option: str, text: str, names: tuple[str, ...]) -> Any:
    """The value of an option that takes a number of clusters, or the name of a way to find it."""
    if text in names:
        return text
    if text.isascii() and text.isdigit() and int(text) > 0:
        return int(text)
    raise InputError(f"{option} {text} is not a number of clusters. Use {', '.join(names)}, or a positive integer.")
