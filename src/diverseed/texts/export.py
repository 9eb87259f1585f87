"""Groups of lines as a table: the columns of the input, then group, canonical value and how near it is."""

import json
from collections.abc import Sequence
from typing import Any

from ..tables.writing import delimited_text, unused_name
from .reading import TextTable
from .result import TextClusters
from .saved import Assigned

_COLUMNS = ("cluster", "canonical", "similarity", "template", "parameters")


def table_text(found: TextClusters | Assigned, table: TextTable) -> str:
    """A CSV with a row for each line: all input columns, ``cluster`` (-1 for none), ``canonical``, ``similarity``, and
    for logs ``template`` and ``parameters`` (a JSON list). A name that the input has already gets a number."""
    log = found.templates is not None if isinstance(found, Assigned) else found.numbers == "mask"
    rows = [_found(found, row, log=log) for row in range(len(table.texts))]
    columns: dict[str, Sequence[Any]] = dict(table.columns)
    for name, values in zip(_COLUMNS, zip(*rows, strict=True), strict=False):
        columns[unused_name(name, columns)] = values
    return delimited_text(columns)


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
