"""``diverseed paper``: the paper's tables, figures and lemma, ours beside its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .output import check_folder


class What(StrEnum):
    """What to reproduce."""

    ALL = "all"
    TABLE1 = "table1"
    TABLE2 = "table2"
    TABLE3 = "table3"
    TABLE4 = "table4"
    TABLE5 = "table5"
    FIGURE1 = "figure1"
    FIGURE2 = "figure2"
    LEMMA1 = "lemma1"


def paper(
    what: Annotated[What, typer.Argument(help="What to reproduce.")] = What.ALL,
    runs: Annotated[int, typer.Option(min=1, help="Runs of everything random: 50 as in the paper; 5 for a look.")] = 50,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same figures.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Write report.html and its pictures into this folder. Default: paper-report; with --json nothing "
            "unless named.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as one JSON object.")] = False,
    screenplays: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Your copies of the paper's six screenplays, named by title, for Tables 4 and 5. Gold locations: "
            "NAME.locations.csv (scene, location) beside NAME.",
        ),
    ] = None,
) -> None:
    """Reproduce the paper: our figures, the paper's, and whether ours lie within its spread.

    Examples:

      diverseed paper --runs 5

      diverseed paper table3

      diverseed paper table4 --screenplays ~/scripts --out report

      diverseed paper all --json
    """
    from ..paper.output_folder import REPORT, write_report
    from ..paper.reproduce import expected_seconds, reproduce, to_json

    folder = out if out is not None or as_json else Path("paper-report")
    if folder is not None:  # minutes of work are not to end at a name that cannot be written
        check_folder([screenplays], folder, ["."])
    with _progress(f"paper: {what.value}", expected_seconds(what.value, runs)) as advance:
        result = reproduce(what.value, runs=runs, seed=seed, screenplays=screenplays, advance=advance)
    if folder is not None:
        write_report(result, folder)
        print(f"report: {folder / REPORT}", file=sys.stderr)
    if as_json:
        from .output import print_json

        print_json(to_json(result))
    else:
        from ..paper.as_text import to_text

        print(to_text(result))


@contextmanager
def _progress(message: str, seconds: float) -> Iterator[Callable[[float], None]]:
    """A bar with the time left on standard error, at a terminal; else nothing."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(message, total=seconds)
        yield lambda done: bar.advance(task, done)
