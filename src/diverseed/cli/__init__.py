"""The ``diverseed`` command. Commands are thin modules beside this one that import what they need when they run."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from ..errors import InputError
from .assign import assign
from .chart import chart
from .cluster import cluster
from .examples import examples
from .output import complain
from .paper import paper
from .screenplay import screenplay
from .studio import studio
from .text import text

_INTERRUPTED, _BAD_INPUT, _BROKEN_PIPE = 130, 2, 1


class _Commands(TyperGroup):
    """Turns what a user can cause into a message and an exit code. Anything else is a mistake of ours: a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except InputError as error:
            complain(str(error))
            raise typer.Exit(_BAD_INPUT) from error
        except KeyboardInterrupt as error:
            raise typer.Exit(_INTERRUPTED) from error


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (cluster, assign, text, screenplay, chart, studio, paper, examples):
    app.command()(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"diverseed {__version__}")
        raise typer.Exit()


@app.callback()
def diverseed(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Clustering without being told how many clusters there are.

    Try first:

      diverseed cluster example:grid25 --report report.html

      diverseed chart example:lido --out chart.html

      diverseed studio
    """


def main() -> None:
    """Run the command; a reader that closes the pipe early ends it quietly."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack letters that names in files have
    try:
        try:
            app(prog_name="diverseed")
        finally:
            sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:
            raise
        if not isinstance(error, BrokenPipeError):
            complain(f"cannot write to standard output: {error.strerror or error}.")
        # what is left in the buffer has nowhere to go; without this the interpreter complains of it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(_BROKEN_PIPE)
