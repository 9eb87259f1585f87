"""The kernel of line features against its definition, pair by pair."""

from collections import Counter

import numpy as np
import pytest
import scipy.sparse as sp

from diverseed.kernels.words import WordSequenceVectorizer
from diverseed.texts.spelling import line_features, spelling_features

LINES = [
    ("red", "door", "street"),
    ("red", "dooor", "st"),
    ("a", "blue", "sky"),
    ("東", "京"),
    ("京", "都", "京"),
]


def _likeness(u, v):
    a, b = (Counter(f" {w} "[i : i + 3] for i in range(len(w))) for w in (u, v))
    return sum(a[t] * b[t] for t in a) / np.sqrt(sum(x * x for x in a.values()) * sum(x * x for x in b.values()))


def _weight(word):
    return np.log((1 + len(LINES)) / (1 + sum(word in line for line in LINES))) + 1


def _kernel(x, y):
    return sum(_weight(u) * _weight(v) * _likeness(u, v) for u in set(x) for v in set(y))


def test_dot_products_are_the_sum_over_pairs_of_words():
    features = spelling_features(LINES)
    expected = [[_kernel(x, y) / np.sqrt(_kernel(x, x) * _kernel(y, y)) for y in LINES] for x in LINES]
    assert (features @ features.T).toarray() == pytest.approx(np.array(expected))


def test_a_misspelt_word_is_still_like_itself():
    similarity = (lambda f: (f @ f.T).toarray())(spelling_features([("delivery",), ("delivrey",), ("magazine",)]))
    assert similarity[0, 1] > 0.3
    assert similarity[0, 2] == 0


def test_line_features_mix_spelling_and_sequences():
    texts = [" ".join(line) for line in LINES]
    sequences = sp.csr_array(WordSequenceVectorizer().fit_transform(texts))
    spelling, mixed = spelling_features(LINES), line_features(LINES, sequences)
    expected = 0.8 * (spelling @ spelling.T).toarray() + 0.2 * (sequences @ sequences.T).toarray()
    assert (mixed @ mixed.T).toarray() == pytest.approx(expected)
    assert (mixed @ mixed.T).diagonal() == pytest.approx(np.ones(len(LINES)))
