"""Features of lines against the formula, pair by pair."""

import math
from collections import Counter

import numpy as np
import pytest

from diverseed.kernels.words import WordSequenceVectorizer
from diverseed.texts.features import LineFeatures

LINES = [("old", "mill", "road"), ("the", "old", "mil"), ("harbour", "road"), ("a", "mill", "mill"), ("東", "京")]


def triples(word):
    padded = f" {word} "
    return Counter(padded[i : i + 3] for i in range(len(padded) - 2))


def cosine(word, other):
    first, second = triples(word), triples(other)
    dot = sum(first[t] * second[t] for t in first)
    return dot / math.sqrt(sum(v * v for v in first.values()) * sum(v * v for v in second.values()))


def weight(word):
    return math.log((1 + len(LINES)) / (1 + sum(word in line for line in LINES))) + 1


def spelling(line, other):
    def product(x, y):
        return sum(weight(u) * weight(v) * cosine(u, v) for u in set(x) for v in set(y))

    return product(line, other) / math.sqrt(product(line, line) * product(other, other))


def test_similarity_is_that_of_the_formula():
    sequences = WordSequenceVectorizer(3, token_pattern=r"\S+").fit_transform([" ".join(line) for line in LINES])
    expected = (
        0.9 * np.array([[spelling(x, y) for y in LINES] for x in LINES]) + 0.1 * (sequences @ sequences.T).toarray()
    )
    X = LineFeatures(LINES).X
    assert (X @ X.T).toarray() == pytest.approx(expected)


def test_lines_seen_before_have_the_same_features():
    features = LineFeatures(LINES)
    assert abs(features.of(LINES) - features.X).max() < 1e-12


def test_unknown_letters_make_a_line_less_like_the_others():
    features = LineFeatures(LINES)
    plain, strange = (features.of([line]) @ features.X.T for line in (("old", "mill"), ("old", "mill", "xyzzy")))
    assert 0 < strange.toarray()[0, 0] < plain.toarray()[0, 0]
    assert features.of([("qqq",)]).nnz == 0
