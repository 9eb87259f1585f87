"""What groups save, against probabilities that must sum to one and the definition written out."""

from itertools import product
from math import comb, factorial

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.special import beta

from diverseed.texts.dense_linkage import link
from diverseed.texts.savings import _log_probability, _partition_told, _words_told, group_savings, redundancy


@pytest.mark.parametrize("rate", [0.01, 0.3, 0.5, 0.9])
@pytest.mark.parametrize("size", [1, 2, 7])
def test_probabilities_of_all_patterns_of_a_word_sum_to_one(rate, size):
    counts = np.arange(size + 1.0)
    probability = np.exp(_log_probability(counts, np.full(size + 1, float(size)), np.full(size + 1, rate)))
    assert sum(comb(size, int(c)) * p for c, p in zip(counts, probability, strict=True)) == pytest.approx(1)


def _partitions(n):
    """All partitions of n lines as labels in order of first appearance."""
    for labels in product(range(n), repeat=n):
        if all(label <= max(labels[:i], default=-1) + 1 for i, label in enumerate(labels)):
            yield np.array(labels)


def test_partitions_into_each_number_of_groups_sum_to_one():
    totals = np.zeros(6)
    for labels in _partitions(5):
        totals[labels.max() + 1] += np.exp(_partition_told(np.bincount(labels)))
    assert totals[1:] == pytest.approx(np.ones(5))


@pytest.fixture
def units():
    held = np.random.default_rng(3).random((9, 12)) < 0.35
    held[0] = True  # no empty column, and some that always come together
    held[:, 11] = held[:, 10]
    return sp.csr_array(held.astype(float))


def _told(units, labels):
    """Log probability by the definition, group by group and word by word."""
    n, dense = units.shape[0], units.toarray()
    total = 0.0
    for word, said in enumerate(redundancy(units)):
        p = dense[:, word].sum() / (n + 1)
        own = min(p, 0.5)
        for group in range(labels.max() + 1):
            inside = dense[labels == group, word]
            c, m = inside.sum(), inside.size
            total += np.log((1 - own) * p**c * (1 - p) ** (m - c) + own * beta(c + 1, m - c + 1)) / said**0.75
    sizes = np.bincount(labels)
    ways = factorial(n) / (factorial(sizes.size) * np.prod([factorial(m) for m in sizes]))
    return total - np.log(ways * comb(n - 1, sizes.size - 1))


def test_words_and_partition_are_told_as_defined(units):
    rates, weights = units.sum(axis=0) / 10, redundancy(units) ** -0.75
    for labels in ([0, 0, 1, 1, 1, 2, 3, 3, 0], [0] * 9, range(9)):
        labels = np.array(labels)
        told = _words_told(units, labels, rates, weights) + _partition_told(np.bincount(labels))
        assert told == pytest.approx(_told(units, labels))


def test_savings_are_the_differences_to_every_line_alone(units):
    rows = sp.csr_array(units / np.sqrt(units.sum(axis=1))[:, None])
    tree = link(rows, rng=np.random.default_rng(0))
    cuts = np.array([0.0, 0.3, 0.6, 1.0])
    savings = group_savings(units, tree, cuts)
    alone = _told(units, np.arange(9))
    expected = [(_told(units, tree.labels(tree.n_groups(cut))) - alone) / 9 for cut in cuts]
    assert savings.saved == pytest.approx(expected)
    assert savings.in_one == pytest.approx((_told(units, np.zeros(9, dtype=int)) - alone) / 9)
    assert savings.best_cut == cuts[np.argmax(expected)]
    assert savings.margin == pytest.approx(max(expected) - max(0, savings.in_one))


def _savings(held):
    units = sp.csr_array(held.astype(float))
    rows = sp.csr_array(units / np.sqrt(units.sum(axis=1))[:, None])
    return group_savings(units, link(rows, rng=np.random.default_rng(0)), np.linspace(0.1, 0.9, 9))


def test_groups_that_share_words_save_and_chance_does_not():
    rng = np.random.default_rng(1)
    chance = rng.random((240, 200)) < 0.03
    chance[:, 0] = True
    # twelve groups of twenty, each with fifteen words that come with probability 0.7
    owned = np.kron(np.eye(12, dtype=bool), np.ones((20, 15), dtype=bool)) & (rng.random((240, 180)) < 0.7)
    by_chance, grouped = _savings(chance), _savings(np.hstack([owned, chance[:, :100]]))
    assert by_chance.saved[:-1].max() <= 0  # at the last cut all lines are one group: they share a word
    assert by_chance.margin <= 0
    assert grouped.margin > 1


def test_lines_without_a_common_word_save_nothing():
    apart = _savings(np.eye(6, dtype=bool))
    assert apart.saved == pytest.approx(np.zeros(9))
    assert apart.in_one == pytest.approx(0)
