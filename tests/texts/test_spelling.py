"""The kernel of line features against its definition, pair by pair."""

import numpy as np
import pytest
import scipy.sparse as sp

from diverseed.kernels.words import WordSequenceVectorizer
from diverseed.texts.spelling import line_features, spelling_features
from diverseed.texts.vocabulary import vocabulary
from tests.texts.word_kernel import LINES, likeness, weight


def _kernel(x, y):
    return sum(weight(u) * weight(v) * likeness(u, v) for u in set(x) for v in set(y))


def _similarities(lines):
    features = spelling_features(vocabulary(lines))
    return (features @ features.T).toarray()


def test_dot_products_are_the_sum_over_pairs_of_words():
    expected = [[_kernel(x, y) / np.sqrt(_kernel(x, x) * _kernel(y, y)) for y in LINES] for x in LINES]
    assert _similarities(LINES) == pytest.approx(np.array(expected))


def test_a_misspelt_word_is_still_like_itself():
    similarity = _similarities([("delivery",), ("delivrey",), ("magazine",)])
    assert similarity[0, 1] > 0.3
    assert similarity[0, 2] == 0


def test_lines_that_differ_in_what_passes_are_more_alike_than_in_names():
    names = ("zek", "ramu", "bilt", "oyav", "dunc", "pefi")
    numbers = [("user", str(4000 + 37 * i), "has", "left") for i in range(6)]
    passing = [("user", name, "has", "left") for name in names]
    recurring = [("user", name, *verb) for verb in (("has", "left"), ("is", "back")) for name in names]
    assert _similarities(numbers)[0, 1] > _similarities(recurring)[0, 1] + 0.1
    assert _similarities(passing)[0, 1] > _similarities(recurring)[0, 1] + 0.1


def test_a_set_phrase_does_not_drown_the_word_beside_it():
    """Each of 4 rooms with each of 4 complaints of five words: sharing the complaint is about half, not five sixths."""
    complaints = [
        "heating is much too cold",
        "nobody came by to clean",
        "tap drips all night long",
        "we had no towels left",
    ]
    lines = [(room, *complaint.split()) for room in ("attic", "bridal", "corner", "deluxe") for complaint in complaints]
    assert 0.3 < _similarities(lines)[0, 4] < 0.7


def test_line_features_mix_spelling_and_sequences():
    texts = [" ".join(line) for line in LINES]
    sequences = sp.csr_array(WordSequenceVectorizer().fit_transform(texts))
    words = vocabulary(LINES)
    spelling, mixed = spelling_features(words), line_features(words, sequences)
    expected = 0.8 * (spelling @ spelling.T).toarray() + 0.2 * (sequences @ sequences.T).toarray()
    assert (mixed @ mixed.T).toarray() == pytest.approx(expected)
    assert (mixed @ mixed.T).diagonal() == pytest.approx(np.ones(len(LINES)))
