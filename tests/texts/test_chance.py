"""The cut: what strangers, made of pieces of the lines, allow."""

import numpy as np
import pytest

from diverseed.texts import chance
from diverseed.texts.chance import SEARCHED, best_cut, chance_cut, expected_merges
from diverseed.texts.features import LineFeatures
from diverseed.texts.linkage import link


def words(count, length=6):
    rng = np.random.default_rng(5)
    return ["".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz"), length)) for _ in range(count)]


def looked_at(lines):
    features = LineFeatures(lines)
    return link(features.X), features


def cut_of(lines):
    tree, features = looked_at(lines)
    return chance_cut(tree, features, lines, rng=np.random.default_rng(0))


def test_pairs_of_lines_with_words_of_their_own_are_merged_and_nothing_else():
    names = words(400)
    lines = [tuple(names[i : i + 4]) for i in range(0, 400, 4)]
    lines += [(*line[:3], f"{line[3]}x") for line in lines]
    cut = cut_of(lines)
    assert cut.made == 100
    assert cut.chance < 0.01


def test_few_words_in_many_lines_lower_the_cut():
    """Any three of twelve words: lines that share two of them are strangers."""
    rng, few = np.random.default_rng(1), words(12)
    lines = sorted({tuple(sorted(rng.choice(few, 3, replace=False))) for _ in range(300)})
    assert cut_of(lines).made < 0.1 * len(lines)


def test_the_cut_rises_with_the_level():
    rng, names = np.random.default_rng(3), words(300)
    lines = sorted({tuple(rng.choice(names, 3, replace=False)) for _ in range(200)})
    lines += [(*line[:2], f"{line[2]}s") for line in lines[:60]]
    tree, features = looked_at(lines)
    expected = expected_merges(tree, features, lines, SEARCHED, rng=np.random.default_rng(0))
    heights = [best_cut(tree, expected, level=level).height for level in (0.05, 0.3, 1.0)]
    assert heights == sorted(heights)
    assert heights[0] < heights[2]


@pytest.mark.parametrize(("other", "made"), [("harbour street", 1), ("harbor museum", 0)])
def test_two_lines_are_merged_if_they_are_much_alike(other, made):
    assert cut_of([("harbor", "street"), tuple(other.split())]).made == made


def test_expected_merges_are_those_of_a_slow_count(monkeypatch):
    monkeypatch.setattr(chance, "_STRANGERS", 150)
    monkeypatch.setattr(chance, "_LEAST", 0.0)
    rng, few = np.random.default_rng(2), words(9)
    lines = sorted({tuple(rng.choice(few, 3, replace=False)) for _ in range(60)})
    tree, features = looked_at(lines)
    heights = np.array([0.3, 0.4, 0.5, 0.6, 0.7])
    found = expected_merges(tree, features, lines, heights, rng=np.random.default_rng(7))
    pool = np.unique(tree.labels(0.3), return_index=True)[1]
    made, (row, source) = chance._strangers([lines[i] for i in pool], features, np.random.default_rng(7))
    X, Q = features.X.toarray(), features.of(made).toarray()
    slow = np.zeros(5)
    for low in (0, 2):  # the groups of every second height
        groups = tree.labels(heights[low])
        k = groups.max() + 1
        taken = [set(groups[pool[source[row == i]]]) for i in range(150)]
        nearest = [
            max((X[groups == group] @ Q[i]).mean() for group in range(k) if group not in taken[i]) for i in range(150)
        ]
        for high in (low + 1, low + 2):
            near = [1 - similarity <= heights[high] for similarity in nearest if 1 - similarity > heights[low]]
            slow[high] = slow[low] + k * np.mean(near) / 2
    assert found == pytest.approx(slow)
    assert found[-1] > 1


def test_strangers_are_pieces_of_lines_in_their_places():
    lines = [("a", "b", "c"), ("d", "e", "f"), ("g", "h", "i"), ("solo",)]
    features = LineFeatures(lines)
    made, (row, source) = chance._strangers(lines, features, np.random.default_rng(0))
    assert len(made) == chance._STRANGERS
    for i in range(200):
        taken = [lines[j] for j in source[row == i]]
        assert made[i]
        if len(taken) == 3 and all(len(line) == 3 for line in taken):
            assert made[i] == (taken[0][0], taken[1][1], taken[2][2])
