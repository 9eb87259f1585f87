"""The ``diverseed`` command. Each command is a thin module beside this one that imports what it needs when it runs."""

import inspect
import io
import os
import sys
from collections.abc import Callable
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
    """Turns errors that a user can cause into a message and an exit code. Anything else is a bug: a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except InputError as error:
            complain(str(error))
            raise typer.Exit(_BAD_INPUT) from error
        except typer.BadParameter as error:
            if not isinstance(error.__cause__, ValueError):  # as for a missing argument, where there is no value
                raise
            complain(_bad_value(error))
            raise typer.Exit(_BAD_INPUT) from error
        except KeyboardInterrupt as error:
            raise typer.Exit(_INTERRUPTED) from error


def _bad_value(error: typer.BadParameter) -> str:
    """What Typer says about a value, with the value itself: newer versions leave it out."""
    given = [one["input"] for one in getattr(error.__cause__, "errors", list)()]
    name = "" if error.param is None else error.param.opts[0]
    name = name if name.startswith("-") else name.upper()  # arguments are in capitals, as in the help
    what = " ".join([name, *map(str, given[:1])])
    why = error.message.removeprefix("Value error, ").partition(", unable to")[0].rstrip(".")
    return f"{what} {why.removeprefix('Input ')}." if why.startswith("Input ") else f"{what}: {why}."


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # boxes leave 25 characters of a terminal's 80 for the text, and break the examples
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _help(command: Callable[..., None]) -> str:
    """A docstring as help: paragraphs are wrapped to the terminal, indented ones (examples) keep their lines."""
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")
    return "\n\n".join(f"\b\n{one}" if one.startswith(" ") else " ".join(one.split()) for one in paragraphs)


for command in (cluster, assign, text, screenplay, chart, studio, paper, examples):
    app.command(help=_help(command))(command)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"diverseed {__version__}")
        raise typer.Exit()


def diverseed(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Cluster data when the number of clusters is unknown: tables, short texts, and screenplays.

    Examples:

      diverseed cluster example:grid25 --report report.html
      diverseed text titles.txt
      diverseed chart example:lido --out chart.html
      diverseed studio
    """


app.callback(help=_help(diverseed))(diverseed)


def main() -> None:
    """Run the command; it ends quietly if the reader of its output closes the pipe early."""
    sys.stdout = sys.stdout or io.StringIO()  # it may be closed
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack letters that occur in files
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
        # what is left in the buffer cannot be written; without this the interpreter complains about it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(_BROKEN_PIPE)
