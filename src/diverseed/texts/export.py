"""Groups of lines as a table: the columns of the input, then group, canonical value and how near it is."""

import csv
import io
import json
from collections.abc import Iterator, Sequence

from ..tables.writing import unused_name
from .reading import TextTable
from .result import TextClusters
from .saved import Assigned

_COLUMNS = ("cluster", "canonical", "similarity")
_LOG_COLUMNS = ("template", "parameters")


def table_text(found: TextClusters | Assigned, table: TextTable) -> str:
    """A CSV with a row for each line."""
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(table_rows(found, table))
    return stream.getvalue()


def table_rows(found: TextClusters | Assigned, table: TextTable) -> Iterator[Sequence[str]]:
    """Header and rows: all input columns, ``cluster`` (-1 for none), ``canonical``, ``similarity``, and for logs
    ``template`` and ``parameters`` (a JSON list). A name that the input has already gets a number."""
    log = isinstance(found, Assigned) and found.templates is not None
    log = log or (isinstance(found, TextClusters) and found.numbers == "mask")
    added = [*_COLUMNS, *(_LOG_COLUMNS if log else ())]
    yield [*table.names, *(unused_name(name, table.names) for name in added)]
    width = len(table.names)
    for row, cells in enumerate(table.rows):
        padded = [*cells[:width], *[""] * (width - len(cells))]
        yield [*padded, *_found(found, row, log=log)]


def _found(found: TextClusters | Assigned, row: int, *, log: bool) -> list[str]:
    label = int(found.labels[row])
    if label < 0:
        return ["-1", "", "", *(["", "[]"] if log else [])]
    if isinstance(found, Assigned):
        name, (template, values) = found.names[label], found.template(row)
    else:
        cluster = found.clusters[label]
        name, template = cluster.representative, cluster.template or ""
        values = found.parameters(row) if log else []
    extra = [template, json.dumps(values, ensure_ascii=False)] if log else []
    return [str(label), name, f"{found.similarity[row]:.3f}", *extra]
