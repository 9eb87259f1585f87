"""The command, and the Python code, that reproduce a clustering."""

from __future__ import annotations

import shlex
from inspect import signature
from typing import TYPE_CHECKING

import typer

from ..examples import PREFIX

if TYPE_CHECKING:
    from ..report.clustered_table import ClusteredTable
    from .cluster import Request

_NOT_REPEATED = ("file", "seed", "out", "save_centres", "report", "save", "stability", "as_json")


def as_command(context: typer.Context) -> str:
    """One line for a shell: the command of a context, with the options that change the clusters."""
    given = context.params
    words = ["diverseed", str(context.info_name), given["file"]]
    for option in context.command.params:
        value = given[str(option.name)]
        if option.name in _NOT_REPEATED or not value or value == option.default:
            continue
        for each in value if isinstance(value, list) else [value]:
            words += [option.opts[0]] if each is True else [option.opts[0], str(each)]
    return shlex.join([*words, "--seed", str(given["seed"])])


def as_python(request: Request, outcome: ClusteredTable) -> str:
    """Lines that give the same labels. The model writes itself: its class and the parameters that are not defaults."""
    from ..tables import prepare

    is_example = request.file.startswith(PREFIX)
    sheet = "" if request.sheet is None else f", sheet={request.sheet!r}"
    source = f"read_table({request.file!r}{sheet})"
    if is_example:
        source = f"load_example({request.file.removeprefix(PREFIX)!r}).table"
    defaults = signature(prepare).parameters
    given = [(name, value) for name, value in request.preparation.items() if value != defaults[name].default]
    arguments = [source, *(f"{name}={value!r}" for name, value in given)]
    fitted = "table.matrix" + ", sample_weight=table.sample_weight" * outcome.weighted
    return "\n".join(
        [
            f"from diverseed import {type(outcome.model).__name__}",
            *(["from diverseed.examples import load_example"] if is_example else []),
            f"from diverseed.tables import prepare{'' if is_example else ', read_table'}",
            "",
            f"table = prepare({', '.join(arguments)})",
            f"model = {outcome.model!r}.fit({fitted})",
            "model.labels_  # the clusters of the rows table.rows",
        ]
    )
