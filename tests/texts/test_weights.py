"""Shapes of numbers, softened frequencies and redundancy of words, against sums over all pairs."""

import numpy as np
import pytest
import scipy.sparse as sp

from diverseed.texts import weights
from diverseed.texts.vocabulary import number_shape, vocabulary
from diverseed.texts.weights import redundancy, soft_frequency, word_weights
from tests.texts import word_kernel
from tests.texts.word_kernel import LINES


@pytest.fixture
def counted():
    return sorted({word for line in LINES for word in line}), vocabulary(LINES)


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("4711", "#"),
        ("k500", "k#"),
        ("3rd", "#rd"),
        ("7f3a09", "##"),
        ("abc123", "##"),
        ("ab123", "ab#"),
        ("٤٢", "#"),
        ("door", ""),
        ("", ""),
    ],
)
def test_shape_of_a_number(word, shape):
    assert number_shape(word) == shape


def test_likeness_of_words_is_the_cosine_of_their_triples_and_the_shape_of_numbers(counted):
    words, found = counted
    features = found.features()
    expected = [[word_kernel.likeness(u, v) for v in words] for u in words]
    assert (features @ features.T).toarray() == pytest.approx(np.array(expected))


def test_soft_frequency_is_the_sum_over_words_spelt_alike(counted):
    words, found = counted
    assert soft_frequency(found) == pytest.approx([word_kernel.soft_frequency(word) for word in words])


def test_weights_are_those_of_the_definition(counted):
    words, found = counted
    assert word_weights(found) == pytest.approx([word_kernel.weight(word) for word in words])


def test_words_always_together_share_one_weight_and_a_word_alone_keeps_its_own():
    together = np.kron(np.eye(2), np.ones((3, 4)))  # two phrases of four words, three lines each
    assert redundancy(sp.csr_array(together)) == pytest.approx(np.full(8, 4.0))
    assert redundancy(sp.csr_array(np.eye(5))) == pytest.approx(np.ones(5))


def test_sums_do_not_depend_on_how_many_rows_are_taken_at_once(monkeypatch):
    held = sp.csr_array((np.random.default_rng(0).random((40, 30)) < 0.2).astype(float))
    held = held[:, np.flatnonzero(held.sum(axis=0))]
    whole = redundancy(held)
    monkeypatch.setattr(weights, "_ROWS_AT_ONCE", 7)
    assert redundancy(held) == pytest.approx(whole)
