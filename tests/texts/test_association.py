"""Whether numbers name something, against a sum over pairs of lines and on sets whose answer is known."""

import numpy as np
import pytest

from diverseed.texts.association import association
from diverseed.texts.vocabulary import vocabulary
from tests.texts import word_kernel
from tests.texts.word_kernel import LINES, SHAPES


def test_association_is_that_of_the_definition():
    words, found = sorted({word for line in LINES for word in line}), vocabulary(LINES)
    value = association(found.lines, found.kinds, found.changing, found.triples)
    for word, shape in SHAPES.items():
        expected = word_kernel.association(shape)
        known = expected if np.isfinite(expected) else np.nan
        assert value[found.kinds[words.index(word)]] == pytest.approx(known, nan_ok=True)


def _exact(lines, number):
    words = sorted({word for line in lines for word in line})
    return vocabulary(lines).exact[words.index(number)]


TRADES = ["baker", "butcher", "cobbler", "draper", "florist", "glazier", "hatter", "ironmonger", "jeweller", "milliner"]


def test_numbers_of_a_clock_are_parameters_and_those_of_a_house_are_names():
    rng = np.random.default_rng(0)
    stamped = [(str(rng.integers(10, 40)), trade, "opens") for trade in TRADES for _ in range(20)]
    housed = [(str(10 + i), trade, *more) for i, trade in enumerate(TRADES) for more in (("opens",), ("shop",), ())]
    assert _exact(stamped, "20") == 0.5
    assert _exact(housed, "12") == 1


def test_lines_that_differ_in_numbers_alone_leave_it_open():
    lines = [("sample", "no", str(number)) for number in (1, 2, 3, 1, 2, 3, 4)]
    found = vocabulary(lines)
    assert np.isnan(association(found.lines, found.kinds, found.changing, found.triples)).all()


def test_lines_of_numbers_alone_are_passed_over():
    """Lines of one other word are equal or strangers, however rare the words are: so more lines change nothing."""
    all_lines = vocabulary([("7",), ("7",), ("8",), ("red", "7"), ("red", "7"), ("blue", "8")])
    with_words = vocabulary([("red", "7"), ("red", "7"), ("blue", "8")])
    values = [association(v.lines, v.kinds, v.changing, v.triples)[v.kinds[0]] for v in (all_lines, with_words)]
    assert values[0] == pytest.approx(values[1]) == pytest.approx(1)
