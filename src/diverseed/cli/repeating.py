"""The command, and the lines of Python, that give a clustering again."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from ..cluster.spectral import DPPSpectralClustering
from ..examples import PREFIX

if TYPE_CHECKING:
    from ..report.clustered_table import ClusteredTable
    from .cluster import Request

_USUAL = {"gamma": "auto", "sharpness": "auto", "seeding": None}


def as_command(request: Request) -> str:
    """One line for a shell."""
    settings = request.settings
    words = ["diverseed", "cluster", request.file]
    options: list[tuple[str, Any, Any]] = [
        ("--k", settings["n_clusters"], "auto"),
        *(("--columns", column, None) for column in request.columns or ()),
        *(("--exclude", column, None) for column in request.exclude or ()),
        ("--missing", request.missing.value, "median"),
        ("--scale", request.scale.value, "auto"),
        ("--shape", request.shape.value, "auto"),
        ("--mark-outliers", request.mark_outliers, 0.0),
        *((f"--{name}", settings[name], usual) for name, usual in _USUAL.items()),
        ("--seed", settings["random_state"], None),
    ]
    words += [word for option, value, usual in options if value != usual for word in (option, str(value))]
    return shlex.join([*words, *(["--keep-ids"] if request.keep_ids else [])])


def as_python(request: Request, outcome: ClusteredTable) -> str:
    """Lines that give the same labels."""
    name = type(outcome.model).__name__
    example = request.file.removeprefix(PREFIX) if request.file.startswith(PREFIX) else None
    source = f"load_example({example!r}).table" if example else f"read_table({request.file!r})"
    arguments = [
        *((key, value) for key in ("columns", "exclude") if (value := getattr(request, key))),
        *(
            (key, value)
            for key, usual in (("missing", "median"), ("scale", "auto"))
            if (value := str(getattr(request, key))) != usual
        ),
        *([("keep_ids", True)] if request.keep_ids else []),
    ]
    settings = {"n_clusters": request.settings["n_clusters"], "random_state": request.settings["random_state"]}
    if not isinstance(outcome.model, DPPSpectralClustering):
        settings |= {key: request.settings[key] for key, usual in _USUAL.items() if request.settings[key] != usual}
    if settings["n_clusters"] == "auto":
        del settings["n_clusters"]
    given = "table.matrix" + ", sample_weight=table.sample_weight" * (outcome.prepared.sample_weight is not None)
    return "\n".join(
        [
            f"from diverseed import {name}",
            *(["from diverseed.examples import load_example"] if example else []),
            f"from diverseed.tables import prepare{'' if example else ', read_table'}",
            "",
            f"table = prepare({source}{''.join(f', {key}={value!r}' for key, value in arguments)})",
            f"model = {name}({', '.join(f'{key}={value!r}' for key, value in settings.items())}).fit({given})",
            "model.labels_  # the clusters of the rows table.rows",
        ]
    )
