"""The command itself: quick to start, and quiet about what a user can cause."""

import inspect
import os
import subprocess
import sys
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from diverseed import __version__
from diverseed.cli import app
from diverseed.cli.cluster import cluster
from diverseed.cli.options import described

HEAVY = ("numpy", "scipy", "sklearn", "polars", "matplotlib")


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["cluster", "--help"], ["examples", "--help"]])
def test_nothing_heavy_is_imported_at_start(arguments) -> None:
    program = (
        "import sys\nfrom diverseed.cli import main\n"
        f"sys.argv = ['diverseed', *{arguments!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    code = end.code\n"
        f"loaded = [name for name in {HEAVY!r} if name in sys.modules]\n"
        "sys.exit(repr(loaded) if loaded or code else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_commands_are_described_on_one_line_each() -> None:
    listed = CliRunner().invoke(app, ["--help"], terminal_width=80).stdout.partition("Commands:")[2].splitlines()[1:]
    assert [line.split()[0] for line in listed] == [command.callback.__name__ for command in app.registered_commands]
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)


def test_every_parameter_is_described() -> None:
    for name, command in typer.main.get_command(app).commands.items():
        assert all(parameter.help for parameter in command.params), name


def test_options_are_described_as_the_help_shows_them() -> None:
    @described(
        """
        FILE  What to
          read.
        --how-many N  A number.
        --fast/--slow  How to run.
        """
    )
    def run(file: str, how_many: Annotated[int, typer.Option(min=1)] = 2, fast: bool = True) -> None:
        """Run."""

    small = typer.Typer()
    small.command()(run)
    shown = " ".join(CliRunner().invoke(small, ["--help"], env={"TERMINAL_WIDTH": "200"}).stdout.split())
    for words in ("FILE", "What to read.", "--how-many N", "A number.", "--fast", "--slow", "How to run."):
        assert words in shown, words
    assert CliRunner().invoke(small, ["x", "--how-many", "0"]).exit_code == 2
    assert CliRunner().invoke(small, ["x", "--how-many", "1", "--slow"]).exit_code == 0


def test_examples_in_the_help_can_be_copied() -> None:
    """None is broken into two lines, however narrow the terminal."""
    shown = CliRunner().invoke(app, ["cluster", "--help"], terminal_width=80).stdout.splitlines()
    examples = [line.strip() for line in inspect.cleandoc(cluster.__doc__).splitlines() if line.startswith("  ")]
    assert len(examples) > 3
    assert set(examples) <= {line.strip() for line in shown}


def test_version() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert result.exit_code == 0
    assert result.stdout == f"diverseed {__version__}\n"


def test_as_a_module() -> None:
    done = subprocess.run([sys.executable, "-m", "diverseed", "--version"], capture_output=True, text=True)
    assert done.stdout == f"diverseed {__version__}\n"


@pytest.mark.parametrize("arguments", [["nonsense"], ["cluster"], ["cluster", "x.csv", "--scale", "log"], ["--wrong"]])
def test_wrong_usage_is_exit_code_two(arguments) -> None:
    assert CliRunner().invoke(app, arguments).exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["chart", "example:lido", "--top", "0"], ("--top 0", "1")),
        (["cluster", "example:iris", "--mark-outliers", "1.5"], ("--mark-outliers 1.5", "1")),
        (["cluster", "example:iris", "--seed", "x"], ("--seed x", "integer")),
        (["cluster", "example:iris", "--shape", "oval"], ("--shape oval", "round")),
        (["paper", "table9"], ("WHAT table9", "table1")),
    ],
)
def test_a_wrong_value_is_named_on_one_line(arguments, named) -> None:
    result = CliRunner().invoke(app, arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("diverseed: ")
    assert result.stderr.count("\n") == 1
    assert all(words in result.stderr for words in named)


def test_an_interrupt_is_exit_code_130(monkeypatch) -> None:
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("diverseed.examples.load_example", interrupted)
    result = CliRunner().invoke(app, ["cluster", "example:iris"])
    assert result.exit_code == 130


def test_a_mistake_of_ours_is_not_hidden() -> None:
    other = typer.Typer(cls=type(typer.main.get_command(app)), pretty_exceptions_enable=False)

    @other.command()
    def fail() -> None:
        raise RuntimeError("a bug")

    @other.command()
    def succeed() -> None: ...

    result = CliRunner().invoke(other, ["fail"])
    assert isinstance(result.exception, RuntimeError)


@pytest.mark.parametrize("command", ["cluster", "text", "screenplay", "chart"])
def test_closed_streams(command) -> None:
    program = [sys.executable, "-m", "diverseed"]
    closed = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *program, command, "-"], capture_output=True, text=True)
    assert (closed.returncode, closed.stdout) == (2, "")
    assert closed.stderr.startswith("diverseed: standard input is closed. Name a file")
    silent = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *program, "--version"], capture_output=True, text=True)
    assert (silent.returncode, silent.stderr) == (0, "")


def test_a_closed_pipe_is_quiet() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-m", "diverseed", "examples"], stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert done.returncode == 1
    assert done.stderr == b""
