"""Lines compared by their words, ready to be cut: at a granularity, or into a number of groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..kernels.words import WordSequenceVectorizer
from .chance import Cut, chance_cut
from .description import described, nearest_in_group, numbered_by_size
from .expected_size import expected_size
from .features import LineFeatures
from .lines import Lines, Places, places_of_lines, words_of_lines
from .linkage import FLOOR, Tree, group_means, link
from .result import Count, TextClusters


@dataclass(frozen=True)
class WordSource:
    """Lines, their features and their tree."""

    lines: Lines  # of words
    features: Any  # (kinds, d) CSR of unit rows
    tree: Tree  # of the features
    usual: Cut | None  # the cut of granularity 1; None for scene headings, which the paper's process counts
    rng: np.random.Generator  # for the estimate of the expected size

    @classmethod
    def of_words(cls, texts: Sequence[str], rng: np.random.Generator) -> WordSource:
        """Any lines."""
        lines = words_of_lines(texts)
        features = LineFeatures(lines.parts)
        tree = link(features.X)
        return cls(lines, features.X, tree, chance_cut(tree, features, lines.parts, rng=rng), rng)

    @classmethod
    def of_places(cls, texts: Sequence[str], places: Places, rng: np.random.Generator) -> WordSource:
        """Scene headings, compared by the runs of words of their places."""
        lines = places_of_lines(texts, places)
        X = _word_kernel(lines)
        return cls(lines, X, link(X), None, rng)

    def cut(self, k: Count, factor: float) -> TextClusters:
        """The groups: ``k`` of them, or those of the granularity."""
        if k == "auto" and self.usual is not None:
            height = min(factor * self.usual.height, 1 - FLOOR)
            chance = self.usual.chance if factor == 1 else None
            return self._described(self.tree.labels(height), granularity=factor, cut=height, chance=chance)
        size, notes = None, []
        if k in ("auto", "paper"):
            X = self.features if self.usual is None else _word_kernel(self.lines)
            size = expected_size(X, self.lines.copies, rng=self.rng)
            if size.standard_error:
                notes = [f"The expected size is estimated, with a standard error of {size.standard_error:.2g}."]
        # The factor is on heights; a count has none, and is divided by it so that "coarse" gives fewer groups here too.
        n_groups = _number(k) if size is None else int(np.clip(round(size.mean / factor), 1, self.tree.n_rows))
        tree = self.tree
        if n_groups < tree.n_rows - len(tree.merges):
            tree = tree.completed(self.features)
        kinds = tree.divided(n_groups)
        return self._described(kinds, granularity=factor, cut=None, expected_size=size, notes=notes)

    def _described(self, kinds: IntArray, **cut: Any) -> TextClusters:
        labels = numbered_by_size(kinds, self.lines)
        means, _ = group_means(self.features, labels)
        typical = nearest_in_group(labels, _products(self.features, means[labels]), self.lines.copies)
        return described(
            self,
            labels,
            typical,
            similarity=np.clip(_products(self.features, self.features[typical[labels]]), 0.0, 1.0),
            heights=_last_merges(self.tree, labels),
            **cut,
        )


def _word_kernel(lines: Lines) -> Any:
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
