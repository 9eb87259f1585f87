"""The command, and the Python code, that reproduce a clustering."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from ..examples import PREFIX

if TYPE_CHECKING:
    from ..report.clustered_table import ClusteredTable
    from .cluster import Request

# Arguments of these values are left out: they are the defaults.
_KERNEL = {"gamma": "auto", "sharpness": "auto", "seeding": None}
_PREPARATION = {"columns": None, "exclude": None, "missing": "median", "scale": "auto", "keep_ids": False}


def as_command(request: Request) -> str:
    """One line for a shell."""
    preparation, settings, clustering = request.preparation, request.settings, request.clustering
    options: list[tuple[str, Any, Any]] = [
        ("--k", settings["n_clusters"], "auto"),
        ("--sheet", request.sheet, None),
        *(("--columns", column, None) for column in preparation["columns"] or ()),
        *(("--exclude", column, None) for column in preparation["exclude"] or ()),
        *((f"--{name}", preparation[name], _PREPARATION[name]) for name in ("missing", "scale")),
        ("--shape", clustering["shape"], "auto"),
        ("--mark-outliers", clustering["outliers"], 0.0),
        *((f"--{name}", settings[name], default) for name, default in _KERNEL.items()),
        ("--seed", settings["random_state"], None),
    ]
    words = [word for option, value, default in options if value != default for word in (option, str(value))]
    return shlex.join(["diverseed", "cluster", request.file, *words, *["--keep-ids"] * preparation["keep_ids"]])


def as_python(request: Request, outcome: ClusteredTable) -> str:
    """Lines that give the same labels."""
    from ..cluster.spectral import DPPSpectralClustering

    name = type(outcome.model).__name__
    defaults = (
        {"n_clusters": "auto"}
        if isinstance(outcome.model, DPPSpectralClustering)
        else {"n_clusters": "auto", **_KERNEL}
    )
    settings = {**_given(request.settings, defaults), "random_state": request.settings["random_state"]}
    example = request.file.removeprefix(PREFIX) if request.file.startswith(PREFIX) else None
    sheet = "" if request.sheet is None else f", sheet={request.sheet!r}"
    source = f"load_example({example!r}).table" if example else f"read_table({request.file!r}{sheet})"
    preparation = _given(request.preparation, _PREPARATION)
    fitted = "table.matrix" + ", sample_weight=table.sample_weight" * outcome.weighted
    return "\n".join(
        [
            f"from diverseed import {name}",
            *(["from diverseed.examples import load_example"] if example else []),
            f"from diverseed.tables import prepare{'' if example else ', read_table'}",
            "",
            f"table = prepare({_arguments([source], preparation)})",
            f"model = {name}({_arguments([], settings)}).fit({fitted})",
            "model.labels_  # the clusters of the rows table.rows",
        ]
    )


def _given(values: Any, defaults: dict[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name, default in defaults.items() if values[name] != default}


def _arguments(first: list[str], named: dict[str, Any]) -> str:
    return ", ".join([*first, *(f"{name}={value!r}" for name, value in named.items())])
