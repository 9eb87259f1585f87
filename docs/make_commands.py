"""Writes commands.md, the reference of all commands, from their definitions: ``python docs/make_commands.py``."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer

from diverseed.cli import app

_HEAD = """# All commands

Made from the code by `python docs/make_commands.py`; `diverseed COMMAND --help` says the same. Results go to standard
output, everything else to standard error; `--json` prints one object and nothing more. The exit code is 0, 2 for input
that cannot be used, 130 after Ctrl-C.
"""


def reference() -> str:
    """The page."""
    return _HEAD + "".join(_section(command.callback) for command in app.registered_commands if command.callback)


def _section(command: Callable[..., Any]) -> str:
    about, _, examples = inspect.cleandoc(command.__doc__ or "").partition("Examples:")
    lines = [line.strip() for line in examples.split("\n") if line.strip()]
    hints = get_type_hints(command, include_extras=True)
    given = [one for one in inspect.signature(command).parameters.values() if hints[one.name] is not typer.Context]
    rows = [_row(one.name, hints[one.name], one.default) for one in given]
    table = "\n| | | |\n|---|---|---|\n" + "".join(rows)
    shown = "\n```text\n" + "\n".join(lines) + "\n```\n"
    return f"\n## diverseed {command.__name__}\n\n{about.strip()}\n{shown}{table}"


def _row(name: str, hint: Any, default: Any) -> str:
    """One parameter: its name, what it takes, and what it does."""
    kind, option = get_args(hint)[:2]
    literals = [one for one in (kind, *get_args(kind)) if get_origin(one) is Literal]  # alone, or in a union with None
    takes = option.metavar or "&#124;".join(choice for one in literals for choice in get_args(one))
    # the first name is where the default value would be, were it not in the signature
    words = (option.default, *(option.param_decls or ()))
    names = [f"`{word}`" for word in words if isinstance(word, str) and word.startswith("--")]
    if type(option).__name__ == "ArgumentInfo":
        names, takes = [f"`{option.metavar or name.upper()}`"], ""
    unnamed = default in (inspect.Parameter.empty, None, "") or isinstance(default, bool)
    said = "" if unnamed else f" Default: `{default}`."
    text = re.sub(r"\s+", " ", option.help or "").replace("*", r"\*").replace("<", "&lt;") + said
    cells = (", ".join(names) or f"`--{name.replace('_', '-')}`", takes, text)
    return "| " + " | ".join(cell.replace("|", "&#124;") for cell in cells) + " |\n"


if __name__ == "__main__":
    Path(__file__).with_name("commands.md").write_text(reference(), encoding="utf-8")
