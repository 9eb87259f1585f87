"""Short texts: groups of near-equal lines, and the words that hold them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...progress import report
from ...texts import TextClusters, cluster_texts
from ...texts.clusters import TextCluster
from ...texts.reading import read_lines
from ...texts.report import to_csv, to_report
from . import Order, Product

_MOST_GROUPS, _MOST_LINES = 1000, 50
_LONGEST_LINE = 300
_SEED = 0  # the command line's default


@dataclass(frozen=True)
class TextState:
    """The lines, the column they come from, and their groups."""

    lines: tuple[str, ...]
    column: str | None
    found: TextClusters
    kind: str = "text"


def run(order: Order) -> Product[TextState]:
    """Group the lines of a text, or of a column."""
    before = order.before if isinstance(order.before, TextState) else None
    column = order.settings.column
    if before is not None and before.column == column:
        lines = before.lines
    else:
        report("reading the lines")
        lines = tuple(read_lines(order.place, column=column))
    report("grouping the lines")
    k = order.settings.k
    found = cluster_texts(lines, "auto" if k is None else k, random_state=_SEED)
    return Product(_described(found, lines, k), TextState(lines, column, found), {})


def _described(found: TextClusters, lines: Sequence[str], k: int | None) -> dict[str, Any]:
    return {
        "n": found.n,
        "n_distinct": found.n_distinct,
        "n_clusters": found.n_clusters,
        "given": k is not None,
        "n_shared": sum(cluster.size > 1 for cluster in found.clusters),
        "expected_size": found.expected_size,
        "size_sd": found.size_sd,
        "notes": list(found.notes),
        "clusters": [_group(cluster, lines) for cluster in found.clusters[:_MOST_GROUPS]],
    }


def _group(cluster: TextCluster, lines: Sequence[str]) -> dict[str, Any]:
    written = Counter(lines[row] for row in cluster.rows).most_common()
    return {
        "id": cluster.id,
        "size": cluster.size,
        "representative": cluster.representative[:_LONGEST_LINE],
        "shared_words": list(cluster.shared_words),
        "lines": [{"text": text[:_LONGEST_LINE], "count": count} for text, count in written[:_MOST_LINES]],
        "more": max(0, len(written) - _MOST_LINES),
    }


FILES: Mapping[str, Callable[[TextState, Order], str]] = {
    "groups.csv": lambda state, order: to_csv(state.found, state.lines),
    "report.html": lambda state, order: to_report(state.found, state.lines, source=order.name),
}
