"""Lines that were compared, by words or as a log; the groups that they are cut into, and what describes those."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..kernels.words import WordSequenceVectorizer
from .chance import Cut
from .expected_size import ExpectedSize, expected_size
from .lines import Lines
from .linkage import FLOOR, Tree, group_means
from .masking import Tokens, masked, parameters, rendered
from .templates import HEIGHT, templates_of

Count = int | Literal["auto", "paper"]
Granularity = Literal["coarse", "normal", "fine"] | float
_NAMED = {"coarse": 1.3, "normal": 1.0, "fine": 0.7}
_COARSEST = 1.3  # usual cuts are at 0.4 to 0.6, so that lines of a group share a fifth or more at the coarsest
_MOST_SHARED_WORDS = 6
_MOSTLY = 0.5  # share of a cluster's lines that a word must exceed to hold it together


@dataclass(frozen=True)
class TextCluster:
    """One group of lines.

    Attributes
    ----------
    id : 0 for the largest group, and so on
    rows : (size,) positions of its lines in the input, ascending
    representative : the line nearest to the group's mean, the canonical value
    shared_words : words in most of its lines and rare elsewhere, the most distinctive first
    height : height of its last merge, 1 - mean similarity of the two parts; 0 for equal lines
    template : for a log, with ``<*>`` for parameters; else None
    """

    id: int
    rows: IntArray
    representative: str
    shared_words: tuple[str, ...]
    height: float
    template: str | None = None

    @property
    def size(self) -> int:
        return int(self.rows.size)


@dataclass(frozen=True)
class TextClusters:
    """The groups found among n lines.

    Attributes
    ----------
    n, n_distinct : lines, and lines that differ in what is compared
    labels : (n,) group of each line, -1 for lines without a word
    similarity : (n,) of each line to the representative of its group, nan without one
    clusters : the groups, largest first
    numbers : "mask" or "keep", whether numbers were masked
    granularity : factor on the height of the cut
    cut : height of the cut, None where the number of groups was given
    notes : remarks on the result
    chance : merges to expect by chance for each merge made below the cut, None where it was not estimated
    expected_size : that of the paper's process, if it gave the number of groups
    """

    n: int
    n_distinct: int
    labels: IntArray
    similarity: FloatArray
    clusters: tuple[TextCluster, ...]
    numbers: Literal["mask", "keep"]
    granularity: float
    cut: float | None
    notes: tuple[str, ...]
    _source: Source = field(repr=False, compare=False)
    _templates: Sequence[Tokens] | None = field(repr=False, compare=False)  # of a log, that of each kind of line
    chance: float | None = None
    expected_size: ExpectedSize | None = None

    @property
    def n_clusters(self) -> int:
        return len(self.clusters)

    @property
    def heights(self) -> FloatArray:
        """Heights of all merges of the tree, ascending."""
        return self._source.tree.heights

    def at(self, granularity: Granularity) -> TextClusters:
        """The groups at another granularity, cut from the same tree."""
        return self._source.cut("auto", as_factor(granularity))

    def parameters(self, row: int) -> list[str]:
        """What a line of a log has where its template has ``<*>``; nothing for other lines."""
        kind = self._source.lines.which[row]
        if self._templates is None or kind < 0:
            return []
        return parameters(self._source.lines.written[row], self._templates[kind])


def as_factor(granularity: object) -> float:
    """The factor on the height of the cut that a name stands for, or the number itself."""
    named: object = _NAMED.get(granularity) if isinstance(granularity, str) else granularity
    if isinstance(named, bool) or not isinstance(named, int | float | np.number) or not 0 < named <= _COARSEST:
        names = ", ".join(f"{name} ({factor:g})" for name, factor in _NAMED.items())
        raise InputError(
            f"granularity={granularity!r} must be {names} or a number above 0 and up to {_COARSEST}; more gives fewer "
            "groups."
        )
    return float(named)


@dataclass(frozen=True)
class Source(ABC):
    """Lines, their features and their tree."""

    lines: Lines
    X: Any  # (kinds, d) CSR, unit rows whose dot products are the similarity
    tree: Tree  # of the kinds of lines

    @abstractmethod
    def cut(self, k: Count, factor: float) -> TextClusters:
        """The groups: ``k`` of them, or those of the granularity."""

    def described(
        self, kinds: IntArray, *, templates: Sequence[Tokens] | None = None, notes: Sequence[str] = (), **cut: Any
    ) -> TextClusters:
        """The groups of all lines, from those of their kinds and, in a log, the template of each kind. ``cut`` says how
        they were cut, as in ``TextClusters``."""
        lines, X = self.lines, self.X
        labels = _numbered_by_size(kinds, lines)
        means, _ = group_means(X, labels)
        typical = _nearest_in_group(labels, _products(X, means[labels]), lines.copies)
        heights = _last_merges(self.tree, labels)
        of_rows = lines.of_rows(labels, absent=-1)
        by_label = np.argsort(of_rows, kind="stable")
        rows = np.split(by_label, np.searchsorted(of_rows[by_label], np.arange(typical.size)))[1:]
        words = _shared_words(lines, labels, typical.size)
        return TextClusters(
            n=lines.which.size,
            n_distinct=len(lines.texts),
            labels=of_rows,
            similarity=lines.of_rows(np.clip(_products(X, X[typical[labels]]), 0.0, 1.0), absent=np.nan),
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
            _source=self,
            _templates=templates,
            **cut,
        )


@dataclass(frozen=True)
class WordSource(Source):
    """Lines of words."""

    usual: Cut | None  # the cut of granularity 1; None for scene headings, which the paper's process counts
    rng: np.random.Generator  # for the estimate of the expected size

    def cut(self, k: Count, factor: float) -> TextClusters:
        if k == "auto" and self.usual is not None:
            height = min(factor * self.usual.height, 1 - FLOOR)
            chance = self.usual.chance if factor == 1 else None
            return self.described(self.tree.labels(height), granularity=factor, cut=height, chance=chance)
        size, notes = None, []
        if k in ("auto", "paper"):
            size = expected_size(word_kernel(self.lines), self.lines.copies, rng=self.rng)
            if size.standard_error:
                notes = [f"The expected size is estimated, with a standard error of {size.standard_error:.2g}."]
        # The factor is on heights; a count has none, and is divided by it so that "coarse" gives fewer groups here too.
        n_groups = _number(k) if size is None else int(np.clip(round(size.mean / factor), 1, self.tree.n_rows))
        kinds = self.tree.divided(n_groups, self.X)
        return self.described(kinds, granularity=factor, cut=None, expected_size=size, notes=notes)


@dataclass(frozen=True)
class LogSource(Source):
    """Masked lines."""

    compared: IntArray  # the kinds of lines in the tree; the others follow their templates
    notes: Sequence[str]  # why numbers were masked, none where it was asked for

    def cut(self, k: Count, factor: float) -> TextClusters:
        if k != "auto":
            raise InputError(
                f"k={k} is not possible if numbers are masked: groups are templates. "
                "Choose a granularity, or keep the numbers (numbers: keep)."
            )
        found = templates_of(self.lines.parts, self.tree, self.compared, factor)
        number = {template: place for place, template in enumerate(dict.fromkeys(found))}
        kinds = np.array([number[template] for template in found], dtype=np.intp)
        return self.described(kinds, templates=found, notes=self.notes, granularity=factor, cut=HEIGHT * factor)


def word_kernel(lines: Lines) -> Any:
    """Features of the contiguous word kernel, as in the paper."""
    return WordSequenceVectorizer(token_pattern=r"\S+", lowercase=False).fit_transform(map(" ".join, lines.parts))


def _products(rows: Any, others: Any) -> FloatArray:
    """Dot product of each row with the row of the same number."""
    return np.asarray(rows.multiply(others).sum(axis=1), dtype=np.float64).ravel()


def _number(k: Any) -> int:
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or k < 1:
        raise InputError(f'k={k!r} is not a number of groups. Give "auto", "paper" or a whole number of at least 1.')
    return int(k)


def _last_merges(tree: Tree, labels: IntArray) -> FloatArray:
    """Height of the last merge inside each group."""
    heights = np.zeros(int(labels.max()) + 1)
    groups = labels[tree.merges]
    inside = groups[:, 0] == groups[:, 1]
    np.maximum.at(heights, groups[inside, 0], tree.heights[inside])
    return heights


def _notes(lines: Lines, labels: IntArray) -> list[str]:
    """What a reader should know: lines without a word, and a set of lines that are not near-duplicates."""
    n, empty = lines.which.size, int((lines.which < 0).sum())
    alone = int((np.bincount(labels, weights=lines.copies) == 1).sum())
    notes = []
    if empty:
        notes.append(f"Lines without a word are in no group (label -1): {empty:,} of {n:,}.")
    if n > 1 and alone > n / 2:
        notes.append(
            f"{alone:,} of {n:,} lines have no near-duplicate. Lines are compared by spelling, "
            'not by meaning; for topics, embed them and use DPPSpectralClustering(metric="cosine").'
        )
    return notes


def _numbered_by_size(kinds: IntArray, lines: Lines) -> IntArray:
    """Group of each kind, the groups numbered by size, then by first appearance."""
    first = np.unique(kinds, return_index=True)[1]
    order = np.lexsort((first, -np.bincount(kinds, weights=lines.copies)))
    return np.argsort(order)[kinds]


def _nearest_in_group(labels: IntArray, near: FloatArray, copies: FloatArray) -> IntArray:
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
