"""From groups of different lines to the result: labels of all lines, typical lines, the words that lines share."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays import FloatArray, IntArray
from .lines import Lines
from .masking import Tokens, masked, rendered
from .result import TextCluster, TextClusters

if TYPE_CHECKING:
    from .log_source import LogSource
    from .word_source import WordSource

_MOST_SHARED_WORDS = 6
_MOSTLY = 0.5  # share of a cluster's lines that a word must exceed to hold it together


def described(
    source: "WordSource | LogSource",
    labels: IntArray,
    typical: IntArray,
    *,
    similarity: FloatArray,
    heights: FloatArray,
    templates: Sequence[Tokens] | None = None,
    notes: Sequence[str] = (),
    **cut: Any,
) -> TextClusters:
    """The groups of all lines, from those of their kinds, ``source.lines``.

    Of each kind the label is given, the largest group first, the similarity to the typical kind of its group and, in a
    log, its template; of each group its typical kind and the height of its last merge. ``cut`` says how the groups were
    cut, as in ``TextClusters``.
    """
    lines = source.lines
    of_rows = lines.of_rows(labels, absent=-1)
    by_label = np.argsort(of_rows, kind="stable")
    rows = np.split(by_label, np.searchsorted(of_rows[by_label], np.arange(typical.size)))[1:]
    words = _shared_words(lines, labels, typical.size)
    return TextClusters(
        n=lines.which.size,
        n_distinct=len(lines.texts),
        labels=of_rows,
        similarity=lines.of_rows(similarity, absent=np.nan),
        clusters=tuple(
            TextCluster(
                id=i,
                rows=rows[i],
                representative=lines.texts[kind],
                shared_words=words[i],
                height=float(heights[i]),
                template=None if templates is None else rendered(masked(lines.texts[kind]), templates[kind]),
            )
            for i, kind in enumerate(typical.tolist())
        ),
        numbers="keep" if templates is None else "mask",
        notes=(*notes, *_notes(lines, labels)),
        _source=source,
        _templates=templates,
        **cut,
    )


def _notes(lines: Lines, labels: IntArray) -> list[str]:
    """What a reader should know: lines without a word, and a set of lines that are not near-duplicates."""
    n, empty = lines.which.size, int((lines.which < 0).sum())
    alone = int((np.bincount(labels, weights=lines.copies) == 1).sum())
    notes = []
    if empty:
        notes.append(f"{empty:,} of {n:,} lines hold no word. They are in no group (label -1).")
    if n > 1 and alone > n / 2:
        notes.append(
            f"{alone:,} of {n:,} lines stand alone: they have no near-duplicate. Lines are compared by spelling, "
            'not by meaning; for topics, embed them and use DPPSpectralClustering(metric="cosine").'
        )
    return notes


def numbered_by_size(kinds: IntArray, lines: Lines) -> IntArray:
    """Group of each kind, the groups numbered by size, then by first appearance."""
    n_groups = int(kinds.max()) + 1
    first = np.full(n_groups, kinds.size)
    np.minimum.at(first, kinds, np.arange(kinds.size))
    order = np.lexsort((first, -np.bincount(kinds, weights=lines.copies, minlength=n_groups)))
    rank = np.empty(n_groups, dtype=np.intp)
    rank[order] = np.arange(n_groups)
    return rank[kinds]


def nearest_in_group(labels: IntArray, near: FloatArray, copies: FloatArray) -> IntArray:
    """For each group the kind nearest to it; among equals the one with more copies, then the first."""
    order = np.lexsort((np.arange(labels.size), -copies, -near.round(6), labels))
    return order[np.unique(labels[order], return_index=True)[1]]


def _shared_words(lines: Lines, labels: IntArray, n_groups: int) -> list[tuple[str, ...]]:
    """For each group the words in more than half of its lines, by ``share * log(share / share in all lines)``."""
    everywhere: Counter[str] = Counter()
    inside: list[Counter[str]] = [Counter() for _ in range(n_groups)]
    sizes = np.bincount(labels, weights=lines.copies, minlength=n_groups)
    for parts, copies, label in zip(lines.parts, lines.copies, labels, strict=True):
        counted = dict.fromkeys((part for part in parts if any(map(str.isalnum, part))), copies)
        everywhere.update(counted)
        inside[label].update(counted)
    total = float(lines.copies.sum())
    shared: list[tuple[str, ...]] = []
    for counts, size in zip(inside, sizes, strict=True):
        scores = {
            word: count / size * (np.log(count / size * total / everywhere[word]) if n_groups > 1 else 1.0)
            for word, count in counts.items()
            if count > _MOSTLY * size
        }
        best = sorted((word for word in scores if scores[word] > 0), key=lambda word: (-scores[word], word))
        shared.append(tuple(best[:_MOST_SHARED_WORDS]))
    return shared
