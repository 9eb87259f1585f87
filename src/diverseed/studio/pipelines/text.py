"""Short texts: groups of near-identical lines, and the words they share."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...examples import example_path
from ...progress import report
from ...screenplay import read
from ...screenplay.places.headings import places_of
from ...tables import read_table
from ...tables.kinds import recognise
from ...tables.table import as_texts
from ...texts import TextCluster, TextClusters, cluster_texts
from ...texts.export import table_text
from ...texts.reading import TABLES, TextTable, read_texts
from ...texts.report import to_report
from ..plain_words import plain
from ..records import Job

_SAMPLE_ROWS, _MOST_COLUMNS = 1000, 50
_MOST_GROUPS, _MOST_LINES = 1000, 50
_LONGEST_LINE = 300
_SEED = 0  # the command line's default


@dataclass(frozen=True)
class TextState:
    """The lines, the column they come from, all text columns of the file, and the groups."""

    table: TextTable
    column: str | None
    columns: list[str]
    found: TextClusters


def run(job: Job, before: TextState | None) -> tuple[dict[str, Any], TextState, dict[str, str]]:
    """Group the lines of a text, or of a column."""
    settings = job.wanted
    columns = before.columns if before else text_columns(job.place)
    column = settings.column or (columns[0] if columns else None)
    known = before if before and before.column == column else None
    if known is None:
        report("reading the lines")
    table = known.table if known else _texts(job, column)
    report("grouping the lines")
    if known is not None and settings.k is None:
        found = known.found.at(settings.granularity)
    else:
        found = cluster_texts(
            table.texts,
            "auto" if settings.k is None else settings.k,
            granularity=settings.granularity,
            places=places_of if job.example else None,
            random_state=_SEED,
        )
    result = {**_described(found, table.texts, settings.k), "column": column, "columns": columns}
    return result, TextState(table, column, columns, found), {}


def text_columns(place: str) -> list[str]:
    """The columns of a table that hold texts, those with the longest texts first; none if the file is no table."""
    if Path(place).suffix not in TABLES:
        return []
    table = read_table(place)
    kinds = [one.kind for one in recognise(table, range(len(table.names)))]
    words = {
        name: np.mean([len(text.split()) for text in as_texts(table.cells[at][:_SAMPLE_ROWS])])
        for at, (name, kind) in enumerate(zip(table.names, kinds, strict=True))
        if kind in ("text", "category")
    }
    return sorted(words, key=lambda name: -words[name])[:_MOST_COLUMNS]


def _texts(job: Job, column: str | None) -> TextTable:
    """The lines of a file, the cells of a column, or the scene headings of an example."""
    if job.example is not None:
        return TextTable.of_lines([scene.heading for scene in read(example_path(job.example)).scenes])
    return read_texts(job.place, column=column)


def _described(found: TextClusters, lines: Sequence[str], k: int | None) -> dict[str, Any]:
    return {
        "n": found.n,
        "n_distinct": found.n_distinct,
        "n_clusters": found.n_clusters,
        "given": k is not None,
        "numbers": found.numbers,
        "how": "" if found.cut is None else f"Lines in a group are at least {1 - found.cut:.0%} similar on average.",
        "n_shared": sum(cluster.size > 1 for cluster in found.clusters),
        "notes": [sentence for sentence in map(plain, found.notes) if sentence],
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


FILES: Mapping[str, Callable[[TextState, str], str]] = {
    "groups.csv": lambda state, name: table_text(state.found, state.table),
    "report.html": lambda state, name: to_report(state.found, state.table.texts, source=name),
}
