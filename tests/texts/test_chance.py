"""The cut: what shuffled lines allow."""

import numpy as np
import pytest

from diverseed.texts import chance
from diverseed.texts.chance import chance_cut, cut_at
from diverseed.texts.features import LineFeatures
from diverseed.texts.linkage import link


def words(count, length=6):
    rng = np.random.default_rng(5)
    return ["".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz"), length)) for _ in range(count)]


def looked_at(lines):
    features = LineFeatures(lines)
    return link(features.X), features


def test_words_that_are_nowhere_else_merge_by_no_chance():
    names = words(400)
    lines = [tuple(names[i : i + 4]) for i in range(0, 400, 4)]
    lines += [(*line[:3], f"{line[3]}x") for line in lines]
    tree, features = looked_at(lines)
    cut = chance_cut(tree, features, lines, rng=np.random.default_rng(0))
    assert (cut.height, cut.expected) == (chance.HIGHEST, 0)
    assert cut.made == 100


def test_few_words_in_many_lines_lower_the_cut():
    """Any three of twelve words: lines that share two of them are strangers."""
    rng, few = np.random.default_rng(1), words(12)
    lines = sorted({tuple(sorted(rng.choice(few, 3, replace=False))) for _ in range(300)})
    tree, features = looked_at(lines)
    cut = chance_cut(tree, features, lines, rng=np.random.default_rng(0))
    assert cut.height < chance.HIGHEST
    assert cut_at(tree, features, lines, chance.HIGHEST, rng=np.random.default_rng(0)).chance > chance.LEVEL


def test_expected_merges_are_those_of_a_slow_count(monkeypatch):
    monkeypatch.setattr(chance, "_SHUFFLED", 150)
    rng, few = np.random.default_rng(2), words(9)
    lines = sorted({tuple(rng.choice(few, 3, replace=False)) for _ in range(60)})
    tree, features = looked_at(lines)
    height = 0.4
    found = cut_at(tree, features, lines, height, rng=np.random.default_rng(7))
    groups = tree.labels(height)
    k = groups.max() + 1
    typical = [lines[np.flatnonzero(groups == group)[0]] for group in range(k)]
    shuffled, row, source = chance._shuffled(typical, np.random.default_rng(7))
    X, Q = features.X.toarray(), features.of(shuffled).toarray()
    joined = 0
    for i, line in enumerate(shuffled):
        taken = source[row == i]
        assert all(word in typical[j] for word, j in zip(line, taken, strict=True))
        assert len(set(taken)) == len(line)
        others = [group for group in range(k) if group not in taken]
        joined += any((X[groups == group] @ Q[i]).mean() >= 1 - height for group in others)
    assert found.expected == pytest.approx(k * joined / 150)
    assert found.made == len(lines) - k
    assert found.expected > 0


def test_one_group_has_no_strangers():
    lines = [("old", "mill"), ("old", "mills")]
    tree, features = looked_at(lines)
    assert cut_at(tree, features, lines, 0.9, rng=np.random.default_rng(0)).expected == 0
