"""Short texts: groups of near-equal lines, and the words that hold them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...progress import report
from ...texts import TextCluster, TextClusters, cluster_texts
from ...texts.export import table_text
from ...texts.reading import TextTable, read_texts
from ...texts.report import how_cut, to_report
from . import Order, Product

_MOST_GROUPS, _MOST_LINES = 1000, 50
_LONGEST_LINE = 300
_SEED = 0  # the command line's default


KIND = "text"


@dataclass(frozen=True)
class TextState:
    """The lines, the column they come from, and their groups."""

    table: TextTable
    column: str | None
    found: TextClusters
    kind: str = KIND


def run(order: Order) -> Product[TextState]:
    """Group the lines of a text, or of a column."""
    settings = order.settings
    before = order.before if isinstance(order.before, TextState) else None
    if before is not None and before.column == settings.column:
        table = before.table
    else:
        before = None
        report("reading the lines")
        table = read_texts(order.place, column=settings.column)
    report("grouping the lines")
    if before is not None and settings.k is None:
        found = before.found.at(settings.granularity)
    else:
        found = cluster_texts(
            table.texts,
            "auto" if settings.k is None else settings.k,
            granularity=settings.granularity,
            random_state=_SEED,
        )
    return Product(_described(found, table.texts, settings.k), TextState(table, settings.column, found), {})


def _described(found: TextClusters, lines: Sequence[str], k: int | None) -> dict[str, Any]:
    return {
        "n": found.n,
        "n_distinct": found.n_distinct,
        "n_clusters": found.n_clusters,
        "given": k is not None,
        "numbers": found.numbers,
        "how": how_cut(found),
        "n_shared": sum(cluster.size > 1 for cluster in found.clusters),
        "notes": list(found.notes),
        "clusters": [_group(cluster, lines) for cluster in found.clusters[:_MOST_GROUPS]],
    }


def _group(cluster: TextCluster, lines: Sequence[str]) -> dict[str, Any]:
    written = Counter(lines[row] for row in cluster.rows).most_common()
    return {
        "id": cluster.id,
        "size": cluster.size,
        "representative": cluster.representative[:_LONGEST_LINE],
        "template": None if cluster.template is None else cluster.template[:_LONGEST_LINE],
        "shared_words": list(cluster.shared_words),
        "lines": [{"text": text[:_LONGEST_LINE], "count": count} for text, count in written[:_MOST_LINES]],
        "more": max(0, len(written) - _MOST_LINES),
    }


FILES: Mapping[str, Callable[[TextState, Order], str]] = {
    "groups.csv": lambda state, order: table_text(state.found, state.table),
    "report.html": lambda state, order: to_report(state.found, state.table.texts, source=order.name),
}
