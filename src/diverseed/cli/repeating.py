"""The command, and the Python code, that reproduce a clustering."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from ..examples import PREFIX

if TYPE_CHECKING:
    from ..report.clustered_table import ClusteredTable
    from .cluster import Request

# Arguments of these values are left out: they are the defaults.
_PREPARATION = {"columns": None, "exclude": None, "missing": "median", "scale": "auto", "keep_ids": False}


def as_command(request: Request) -> str:
    """One line for a shell."""
    preparation, settings, clustering = request.preparation, request.settings, request.clustering
    options: list[tuple[str, Any, Any]] = [
        ("--k", settings["n_clusters"], "auto"),
        ("--sheet", request.sheet, None),
        *(("--columns", column, None) for column in preparation["columns"] or ()),
        *(("--exclude", column, None) for column in preparation["exclude"] or ()),
        ("--missing", preparation["missing"], "median"),
        ("--scale", preparation["scale"], "auto"),
        ("--shape", clustering["shape"], "auto"),
        ("--mark-outliers", clustering["outliers"], 0.0),
        ("--gamma", settings["gamma"], "auto"),
        ("--sharpness", settings["sharpness"], "auto"),
        ("--seeding", settings["seeding"], None),
        ("--seed", settings["random_state"], None),
    ]
    words = [word for option, value, default in options if value != default for word in (option, str(value))]
    return shlex.join(["diverseed", "cluster", request.file, *words, *["--keep-ids"] * preparation["keep_ids"]])


def as_python(request: Request, outcome: ClusteredTable) -> str:
    """Lines that give the same labels. The model writes itself: its class and the parameters that are not defaults."""
    is_example = request.file.startswith(PREFIX)
    sheet = "" if request.sheet is None else f", sheet={request.sheet!r}"
    source = f"read_table({request.file!r}{sheet})"
    if is_example:
        source = f"load_example({request.file.removeprefix(PREFIX)!r}).table"
    given = [(name, request.preparation[name]) for name in _PREPARATION]
    arguments = [source, *(f"{name}={value!r}" for name, value in given if value != _PREPARATION[name])]
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
