"""Groups of lines, or lines assigned to saved groups, as a CSV table and as one JSON object."""

import json
from collections.abc import Sequence
from dataclasses import astuple
from typing import Any

import numpy as np

from ..tables.writing import delimited_text, unused_name
from .reading import TextTable
from .result import TextCluster, TextClusters
from .saved import Assigned

_COLUMNS = ("cluster", "canonical", "similarity", "template", "parameters")


def table_text(found: TextClusters | Assigned, table: TextTable) -> str:
    """A CSV with a row for each line: all input columns, ``cluster`` (-1 for none), ``canonical``, ``similarity``, and
    for logs ``template`` and ``parameters`` (a JSON list). A name that the input has already gets a number."""
    rows = [_found(found, row) for row in range(len(table.texts))]
    columns: dict[str, Sequence[Any]] = dict(table.columns)
    for name, values in zip(_COLUMNS[: 5 if found.numbers == "mask" else 3], zip(*rows, strict=True), strict=False):
        columns[unused_name(name, columns)] = values
    return delimited_text(columns)


def _found(found: TextClusters | Assigned, row: int) -> list[str]:
    label = int(found.labels[row])
    if label < 0:
        return ["-1", "", "", "", "[]"]
    if isinstance(found, Assigned):
        name, (template, values) = found.names[label], found.template(row)
    else:
        cluster = found.clusters[label]
        name, template, values = cluster.representative, cluster.template or "", found.parameters(row)
    return [str(label), name, f"{found.similarity[row]:.3f}", template, json.dumps(values, ensure_ascii=False)]


def as_object(found: TextClusters, texts: Sequence[str]) -> dict[str, Any]:
    """Groups with their lines. ``lines`` holds each different string of a group once, with the rows where it stands
    (from 0) and its similarity to the canonical value; ``height`` is that of the last merge inside the group."""
    size = astuple(found.expected_size) if found.expected_size else (None, None, None)
    as_they_are = ("n", "n_distinct", "n_clusters", "numbers", "granularity", "cut", "chance")
    return {
        **{key: getattr(found, key) for key in as_they_are},
        **dict(zip(("expected_size", "size_sd", "standard_error"), size, strict=True)),
        "notes": list(found.notes),
        "clusters": [_cluster(found, cluster, texts) for cluster in found.clusters],
        "without_a_word": [int(row) for row in np.flatnonzero(found.labels < 0)],
    }


def _cluster(found: TextClusters, cluster: TextCluster, texts: Sequence[str]) -> dict[str, Any]:
    rows: dict[str, list[int]] = {}
    for row in cluster.rows.tolist():
        rows.setdefault(texts[row], []).append(row)
    lines = []
    for text, where in rows.items():
        line: dict[str, Any] = {"text": text, "rows": where, "similarity": round(float(found.similarity[where[0]]), 4)}
        if cluster.template is not None:
            line["parameters"] = found.parameters(where[0])
        lines.append(line)
    described: dict[str, Any] = {
        "id": cluster.id,
        "size": cluster.size,
        "representative": cluster.representative,
        "height": round(cluster.height, 4),
        "shared_words": list(cluster.shared_words),
    }
    if cluster.template is not None:
        described["template"] = cluster.template
    return {**described, "lines": lines}


def assigned_object(found: Assigned) -> dict[str, Any]:
    """Labels of all lines in the order of the file, -1 for new ones; and what is new, with how often it occurs."""
    sizes = np.bincount(found.labels[found.labels >= 0], minlength=len(found.names))
    return {
        "n": found.labels.size,
        "n_clusters": len(found.names),
        "n_new": sum(found.new.values()),
        "labels": found.labels.tolist(),
        "similarity": [None if np.isnan(value) else round(float(value), 4) for value in found.similarity],
        "clusters": [
            {"id": i, "name": name, "size": int(size)}
            for i, (name, size) in enumerate(zip(found.names, sizes, strict=True))
        ],
        "new": [{"text": text, "count": count} for text, count in found.new.items()],
    }
