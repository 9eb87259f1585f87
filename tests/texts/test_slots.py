"""Words that pass through a slot: against the definition, spelt out."""

from collections import Counter

import numpy as np
import pytest

from diverseed.scores import pairwise_f1
from diverseed.texts import cluster_texts
from diverseed.texts.slots import passing_words

NAMES = ["zek", "ramu", "bilt", "oyav", "dunc"]


def _lines(names):
    return [("user", name, "left") for name in names]


def test_five_passing_words_between_the_same_neighbours_make_a_slot() -> None:
    assert passing_words(_lines(NAMES), set(NAMES)) == dict.fromkeys(NAMES, ("user", "left"))
    assert passing_words(_lines(NAMES[:4]), set(NAMES)) == {}


def test_a_slot_may_be_at_an_end_of_the_line_but_not_all_of_it() -> None:
    assert passing_words([("from", name) for name in NAMES], set(NAMES)) == dict.fromkeys(NAMES, ("from", ""))
    assert passing_words([(name, "left") for name in NAMES], set(NAMES)) == dict.fromkeys(NAMES, ("", "left"))
    assert passing_words([(name,) for name in NAMES], set(NAMES)) == {}


@pytest.mark.parametrize(("recurring", "is_slot"), [(1, True), (2, False)])
def test_where_more_than_one_word_in_five_recurs_they_are_names(recurring: int, is_slot: bool) -> None:
    lines = [*_lines(NAMES), *[("user", "root", "left")] * recurring]
    assert bool(passing_words(lines, set(NAMES))) == is_slot


def test_against_the_definition_on_random_lines() -> None:
    rng = np.random.default_rng(0)
    lines = [(*rng.choice(list("abc"), 2), f"x{i}", *rng.choice(list("ab"), 2)) for i in range(60)]
    lines += [tuple(rng.choice(list("abc"), 5)) for _ in range(8)]
    counts = Counter(word for line in lines for word in set(line))
    once = {word for word, count in counts.items() if count == 1}
    between = [
        (word, (line[i - 1] if i else "", line[i + 1] if i + 1 < len(line) else ""))
        for line in lines
        for i, word in enumerate(line)
    ]
    expected = {}
    for word, place in between:
        there = [other for other, where in between if where == place]
        passing = sum(other in once for other in there)
        if word in once and passing >= 5 and passing >= 0.8 * len(there):
            expected[word] = place
    assert passing_words(lines, once) == expected
    assert 0 < len(expected) < len(once)


def test_messages_of_a_log_are_counted_whoever_they_are_about() -> None:
    rng = np.random.default_rng(1)
    letters = np.array(list("bdfgklmnprstvz"))
    messages = ["login of {} was refused", "no route to host {} today", "mailbox {} is over quota", "disk check done"]
    gold = rng.integers(4, size=120)
    lines = [messages[kind].format("".join(rng.choice(letters, 6)) + "a") for kind in gold]
    found = cluster_texts(lines, random_state=0)
    assert found.n_clusters == 4
    assert pairwise_f1(gold, found.labels) == 1
