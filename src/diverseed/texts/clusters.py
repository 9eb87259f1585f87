"""Groups of near-equal short strings, their number unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..kernels.words import WordSequenceVectorizer
from ..random_state import RandomState, as_generator
from .chance import HALF, Cut, chance_cut
from .expected_size import ExpectedSize, expected_size
from .features import LineFeatures
from .granularity import Granularity, as_factor
from .lines import Lines, Numbers, Places, checked_lines, masks_numbers, places_of_lines, words_of_lines
from .linkage import Tree, group_means, link
from .masking import Tokens, masked, parameters, rendered
from .templates import TemplateTree, agreement, link_templates

Count = int | Literal["auto", "paper"]
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
    shared_words : words in most of its lines and rare elsewhere, the most telling first
    height : of the last merge inside it: 1 - mean similarity of the two parts; 0 for equal lines
    template : of a log, with ``<*>`` for parameters; else None
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
    """What was found among n lines.

    Attributes
    ----------
    n, n_distinct : lines, and lines that differ in what is compared
    labels : (n,) group of each line, -1 for lines without a word
    similarity : (n,) of each line to the representative of its group, nan without one
    clusters : the groups, largest first
    numbers : "mask" or "keep", whether numbers were masked
    granularity : factor on the height of the cut
    cut : height of the cut, None where the number of groups was given
    chance : merges to expect among shuffled lines for each merge made below the cut, None where it was not estimated
    expected_size : of the paper's process, where the groups were counted by it
    notes : what a reader should know about this result
    """

    n: int
    n_distinct: int
    labels: IntArray
    similarity: FloatArray
    clusters: tuple[TextCluster, ...]
    numbers: Literal["mask", "keep"]
    granularity: float
    cut: float | None
    chance: float | None
    expected_size: ExpectedSize | None
    notes: tuple[str, ...]
    _source: Source = field(repr=False, compare=False)

    @property
    def n_clusters(self) -> int:
        return len(self.clusters)

    @property
    def heights(self) -> FloatArray:
        """Heights of all merges of the tree, ascending."""
        return self._source.heights

    def at(self, granularity: Granularity) -> TextClusters:
        """The groups at another granularity, cut from the same tree."""
        return self._source.cut("auto", as_factor(granularity))

    def members(self) -> list[tuple[str, int]]:
        """What a group is known by, and the group: its different lines, or of a log its templates."""
        source, kinds = self._source, self._source.lines
        labels = np.empty(len(kinds.texts), dtype=np.intp)
        held = kinds.which >= 0
        labels[kinds.which[held]] = self.labels[held]
        if self.numbers == "keep":
            return list(zip(kinds.texts, labels.tolist(), strict=True))
        return [(cluster.template or "", cluster.id) for cluster in self.clusters]

    def parameters(self, row: int) -> list[str]:
        """What a line of a log has where its template has ``<*>``."""
        kind = self._source.lines.which[row]
        if kind < 0 or self.numbers == "keep":
            return []
        return parameters(self._source.texts[row], self._source.templates(self.granularity)[kind])


def cluster_texts(
    texts: Iterable[str],
    k: Count = "auto",
    *,
    granularity: Granularity = "normal",
    numbers: Numbers = "auto",
    places: Places | None = None,
    random_state: RandomState = None,
) -> TextClusters:
    """Group short strings that are near-equal: titles, product names, addresses, people, log lines, scene headings.

    Lines are compared by the spelling of their words and by runs of words (:class:`~diverseed.texts.features.LineFeatures`)
    and merged by average linkage. The tree is cut where lines of a group share half of their weight on average, or
    lower, where lines of shuffled words would merge too often (:func:`~diverseed.texts.chance.chance_cut`). Where
    numbers are masked, groups are templates (:func:`~diverseed.texts.templates.link_templates`).

    Parameters
    ----------
    texts : n strings, any script. Equal ones count as copies; those without a word are left out.
    k : "auto" finds the number of groups; "paper" takes the mean size of the paper's process, E|Y|, rounded; or a
        number.
    granularity : "coarse", "normal", "fine", or a number above 0 and up to 1.3 by which the height of the cut is
        multiplied: more gives fewer groups.
    numbers : "mask" replaces numbers, addresses and paths by ``<*>`` before comparing; "keep" compares them; "auto"
        masks where that leaves few different lines, and says so in a note.
    places : for scene headings, a function from the headings to their places. Those are compared, by runs of words
        alone, and counted by the paper's process.
    random_state : int, Generator, RandomState or None, for the shuffled lines

    Examples
    --------
    >>> from diverseed.texts import cluster_texts
    >>> found = cluster_texts(["Old mill, day", "The old mill", "Harbour, night", "The harbour"], random_state=0)
    >>> found.labels.tolist()
    [0, 0, 1, 1]
    """
    factor = as_factor(granularity)
    held = checked_lines(texts)
    rng = as_generator(random_state)
    if places is not None:
        return Source.of_places(held, places, rng).cut("paper" if k == "auto" else k, factor)
    lines, note = masks_numbers(held, numbers)
    source = Source.of_words(held, rng) if lines is None else Source.of_log(held, lines, note)
    return source.cut(k, factor)


@dataclass
class Source:
    """All that a cut needs: the lines, what they are compared by, and the tree."""

    texts: Sequence[str]
    lines: Lines
    tree: Tree | TemplateTree
    rng: np.random.Generator | None = None
    features: Any = None  # (kinds, d) CSR, None for a log
    chance: Cut | None = None
    note: str | None = None
    _templates: dict[float, list[Tokens]] = field(default_factory=dict)

    @classmethod
    def of_words(cls, texts: Sequence[str], rng: np.random.Generator) -> Source:
        lines = _worded(words_of_lines(texts))
        features = LineFeatures(lines.parts)
        tree = link(features.X)
        return cls(texts, lines, tree, rng, features.X, chance_cut(tree, features, lines.parts, rng=rng))

    @classmethod
    def of_places(cls, texts: Sequence[str], places: Places, rng: np.random.Generator) -> Source:
        lines = _worded(places_of_lines(texts, places))
        X = WordSequenceVectorizer(token_pattern=r"\S+", lowercase=False).fit_transform(map(" ".join, lines.parts))
        return cls(texts, lines, link(X), rng, X)

    @classmethod
    def of_log(cls, texts: Sequence[str], lines: Lines, note: str | None) -> Source:
        lines = _worded(lines)
        return cls(texts, lines, link_templates(lines.parts), note=note)

    @property
    def heights(self) -> FloatArray:
        return self.tree.heights() if isinstance(self.tree, TemplateTree) else self.tree.heights

    def templates(self, factor: float) -> list[Tokens]:
        """Of a log, the template of each kind of line."""
        assert isinstance(self.tree, TemplateTree)
        if factor not in self._templates:
            self._templates = {factor: self.tree.templates(factor)}
        return self._templates[factor]

    def cut(self, k: Count, factor: float) -> TextClusters:
        """The groups, ``k`` of them or those of the granularity."""
        if isinstance(self.tree, TemplateTree):
            return self._cut_log(k, factor)
        size, height = None, None
        if k == "auto" and self.chance is not None:
            height = factor * self.chance.height
            kinds = self.tree.labels(height)
        else:
            if k in ("auto", "paper"):
                size = self._expected_size()
            kinds = self._divided(self.tree, int(np.clip(round(size.mean), 1, self.tree.n_rows)) if size else _number(k))
        labels, order = _by_size(kinds, self.lines)
        means, _ = group_means(self.features, labels)
        near = np.asarray(self.features.multiply(means[labels]).sum(axis=1)).ravel()
        typical = _best_in_group(labels, near, self.lines.copies)
        similarity = np.asarray(self.features.multiply(self.features[typical[labels]]).sum(axis=1)).ravel()
        chance = self.chance.chance if height is not None and factor == 1 and self.chance else None
        return self._described(
            labels, typical, np.clip(similarity, 0.0, 1.0), factor, height, chance, size, _last_merges(self.tree, labels)
        )

    def _cut_log(self, k: Count, factor: float) -> TextClusters:
        if k != "auto":
            raise InputError(
                f"k={k} cannot be asked for where numbers are masked: groups are templates. "
                "Choose a granularity, or keep the numbers (--numbers keep)."
            )
        found = self.templates(factor)
        number: dict[Tokens, int] = {}
        kinds = np.array([number.setdefault(template, len(number)) for template in found], dtype=np.intp)
        labels, order = _by_size(kinds, self.lines)
        near = np.array([agreement(line, template) for line, template in zip(self.lines.parts, found, strict=True)])
        typical = _best_in_group(labels, near, self.lines.copies)
        similarity = np.array(
            [agreement(line, self.lines.parts[typical[label]]) for line, label in zip(self.lines.parts, labels, strict=True)]
        )
        templates = [rendered(masked(self.lines.texts[row]), found[row]) for row in typical]
        heights = np.zeros(len(typical))
        np.maximum.at(heights, labels, 1 - near)
        return self._described(labels, typical, similarity, factor, HALF * factor, None, None, heights, templates)

    def _divided(self, tree: Tree, n_groups: int) -> IntArray:
        if n_groups < tree.n_rows - len(tree.merges):
            tree = tree.completed(self.features)
        return tree.divided(n_groups)

    def _expected_size(self) -> ExpectedSize:
        assert self.rng is not None
        if self.chance is None:
            X = self.features
        else:
            X = WordSequenceVectorizer(token_pattern=r"\S+", lowercase=False).fit_transform(
                map(" ".join, self.lines.parts)
            )
        return expected_size(X, self.lines.copies, rng=self.rng)

    def _described(
        self,
        labels: IntArray,
        typical: IntArray,
        similarity: FloatArray,
        factor: float,
        height: float | None,
        chance: float | None,
        size: ExpectedSize | None,
        heights: FloatArray,
        templates: Sequence[str] | None = None,
    ) -> TextClusters:
        which = self.lines.which
        held = which >= 0
        all_labels = np.where(held, labels[which], -1)
        by_label = np.argsort(all_labels, kind="stable")
        rows = np.split(by_label, np.searchsorted(all_labels[by_label], np.arange(typical.size)))[1:]
        words = _shared_words(self.lines, labels, typical.size)
        clusters = tuple(
            TextCluster(
                i, rows[i], self.lines.texts[typical[i]], words[i], float(heights[i]), templates[i] if templates else None
            )
            for i in range(typical.size)
        )
        return TextClusters(
            n=which.size,
            n_distinct=len(self.lines.texts),
            labels=all_labels,
            similarity=np.where(held, similarity[which], np.nan),
            clusters=clusters,
            numbers="keep" if templates is None else "mask",
            granularity=factor,
            cut=height,
            chance=chance,
            expected_size=size,
            notes=self._notes(clusters, size),
            _source=self,
        )

    def _notes(self, clusters: Sequence[TextCluster], size: ExpectedSize | None) -> tuple[str, ...]:
        n, empty = self.lines.which.size, int((self.lines.which < 0).sum())
        alone = sum(cluster.size == 1 for cluster in clusters)
        notes = [self.note] if self.note else []
        if empty:
            notes.append(f"{empty:,} of {n:,} lines hold no word. They are in no group (label -1).")
        if n > 1 and alone > n / 2:
            notes.append(
                f"{alone:,} of {n:,} lines stand alone: they have no near-duplicate. Lines are compared by spelling, not "
                'by meaning; for topics, embed them and use DPPSpectralClustering(metric="cosine").'
            )
        if size is not None and size.standard_error:
            notes.append(f"The expected size is estimated, with a standard error of {size.standard_error:.2g}.")
        return tuple(notes)


def _worded(lines: Lines) -> Lines:
    if not lines.texts:
        raise InputError(f"none of the {lines.which.size} lines holds a word. Give lines with letters or digits.")
    return lines


def _number(k: Any) -> int:
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or k < 1:
        raise InputError(f'k={k!r} is not a number of groups. Give "auto", "paper" or a whole number of at least 1.')
    return int(k)


def _by_size(kinds: IntArray, lines: Lines) -> tuple[IntArray, IntArray]:
    """The groups numbered by size, then by first appearance; and their old numbers."""
    n_groups = int(kinds.max()) + 1
    first = np.full(n_groups, kinds.size)
    np.minimum.at(first, kinds, np.arange(kinds.size))
    order = np.lexsort((first, -np.bincount(kinds, weights=lines.copies, minlength=n_groups)))
    rank = np.empty(n_groups, dtype=np.intp)
    rank[order] = np.arange(n_groups)
    return rank[kinds], order


def _best_in_group(labels: IntArray, near: FloatArray, copies: FloatArray) -> IntArray:
    """For each group the kind nearest to it; among equals the one with more copies, then the first."""
    order = np.lexsort((np.arange(labels.size), -copies, -near.round(9), labels))
    return order[np.unique(labels[order], return_index=True)[1]]


def _last_merges(tree: Tree, labels: IntArray) -> FloatArray:
    """Height of the last merge inside each group."""
    heights = np.zeros(int(labels.max()) + 1)
    groups = labels[tree.merges]
    inside = groups[:, 0] == groups[:, 1]
    np.maximum.at(heights, groups[inside, 0], tree.heights[inside])
    return heights


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
        telling = {
            word: count / size * (np.log(count / size * total / everywhere[word]) if n_groups > 1 else 1.0)
            for word, count in counts.items()
            if count > _MOSTLY * size
        }
        best = sorted((word for word in telling if telling[word] > 0), key=lambda word: (-telling[word], word))
        shared.append(tuple(best[:_MOST_SHARED_WORDS]))
    return shared
