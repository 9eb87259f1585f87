"""The results of ``diverseed cluster``: as JSON, as text, and how to repeat them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from inspect import signature
from typing import TYPE_CHECKING, Any

from ..examples import PREFIX
from ..files.pages import counted
from .output import printable

if TYPE_CHECKING:
    import typer

    from ..arrays import IntArray
    from ..cluster.kmeans import DPPKMeans
    from ..cluster.spectral import DPPSpectralClustering
    from ..report.clustered_table import ClusteredTable
    from .cluster import Request

    Model = DPPKMeans | DPPSpectralClustering

_MOST_SHOWN = 40
_NOT_REPEATED = ("file", "seed", "out", "save_centres", "report", "save", "stability", "as_json")


def findings(model: Model, sizes: IntArray) -> dict[str, Any]:
    """The part of ``--json`` that comes from the model; ``sizes`` (k,) are the rows of each cluster."""
    from ..cluster.spectral import DPPSpectralClustering

    evidence = model.evidence_
    return {
        "shape": "any" if isinstance(model, DPPSpectralClustering) else "round",
        "n_clusters": int(model.n_clusters_),
        "verdict": None if evidence is None else evidence.verdict,
        "cluster_sizes": sizes.tolist(),
        "inertia": float(model.inertia_),
        "gamma": getattr(model, "gamma_", None),
        "seeds": [int(row) for row in model.seed_indices_],
        "size_distribution": [
            {"k": int(size), "probability": float(p)} for size, p in sorted(model.size_distribution_.items())
        ],
        "evidence": None
        if evidence is None
        else {
            "strength": float(evidence.strength),
            "null_level": float(evidence.null_level),
            "best_n_clusters": int(evidence.best_n_clusters),
            "candidates": [int(number) for number in evidence.candidates[:10]],
            "levels": [asdict(level) for level in evidence.levels],
            "is_round": evidence.is_round,
            "agreement": evidence.agreement,
            "bandwidth": float(evidence.bandwidth),
            "bandwidths": [float(bandwidth) for bandwidth in evidence.bandwidths],
            "scores": [round(float(score), 6) for score in evidence.scores],
            "null_scores": [round(float(score), 6) for score in evidence.null_scores],
        },
        "n_iter": getattr(model, "n_iter_", None),
    }


def print_findings(
    model: Model,
    clusters: Sequence[tuple[int, int, float, str]],
    *,
    n_columns: int,
    seconds: float,
    n_marked: int = 0,
) -> None:
    """The number of clusters, why, and a line for each: its number, its rows, their root mean squared distance to the
    centre, and what distinguishes it; then one for rows that were marked as outliers, if any were."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table as Grid

    from ..report.words import headline, readable, readable_column, reasons

    console = Console(highlight=False)
    console.print(headline(model), style="bold", markup=False)
    for reason in reasons(model):
        console.print(reason, markup=False)
    evidence = model.evidence_
    if evidence is not None and evidence.verdict == "none" and evidence.best_n_clusters > 1:
        console.print(f"Use --k {evidence.best_n_clusters} to split them anyway.", markup=False)
    n_rows = sum(size for _, size, _, _ in clusters) + n_marked
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for name in ("cluster", "rows", "share", "spread"):
        grid.add_column(name, justify="right", no_wrap=True)
    grid.add_column("features" if any(traits for *_, traits in clusters) else "")
    spreads = readable_column([spread for _, _, spread, _ in clusters])
    for (cluster, size, _, traits), spread in zip(clusters[:_MOST_SHOWN], spreads, strict=False):
        share = f"{size / n_rows:.1%}"
        grid.add_row(str(cluster), f"{size:,}", share, spread, escape(printable(traits)))
    if n_marked:
        grid.add_row("-1", f"{n_marked:,}", f"{n_marked / n_rows:.1%}", "", "marked as outliers")
    console.print(grid)
    if len(clusters) > _MOST_SHOWN:
        more = len(clusters) - _MOST_SHOWN
        console.print(f"... and {more} more. --out writes the cluster of every row.", markup=False)
    extent = f"{counted(n_rows, 'row')}, {counted(n_columns, 'column')}"
    inertia = model.inertia_ if any(spread for _, _, spread, _ in clusters) else 0.0  # what is left is rounding
    console.print(f"{extent}, inertia {readable(inertia)}, {seconds:.2f} s", style="dim")


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
    marked = ", before outliers were marked" * (outcome.n_marked > 0)
    fitted = "table.matrix" + ", sample_weight=table.sample_weight" * outcome.weighted
    return "\n".join(
        [
            f"from diverseed import {type(outcome.model).__name__}",
            *(["from diverseed.examples import load_example"] if is_example else []),
            f"from diverseed.tables import prepare{'' if is_example else ', read_table'}",
            "",
            f"table = prepare({', '.join(arguments)})",
            f"model = {outcome.model!r}.fit({fitted})",
            f"model.labels_  # the clusters of the rows table.rows{marked}",
        ]
    )
