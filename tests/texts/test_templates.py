"""Templates: positions that agree, positions that vary, and lines looked up."""

import numpy as np
import pytest

from diverseed.texts import cluster_texts, templates
from diverseed.texts.templates import TemplateIndex, agreement, link_templates, templates_of


def found(lines, granularity=1.0):
    split = [tuple(line.split()) for line in lines]
    _, tree, compared = link_templates(split)
    return [" ".join(template) for template in templates_of(split, tree, compared, granularity)]


def test_a_position_of_few_values_is_a_word_and_of_many_a_parameter():
    few = [f"link of port x is {state}" for state in ("up", "down", "lost")]
    many = [f"job of user {name} is done" for name in "abcdefghijkl"]
    assert found([*few, *many]) == [*few, *["job of user <*> is done"] * 12]


def test_lines_of_other_length_or_with_little_in_common_stay_apart():
    lines = [f"user {name} left" for name in "abcdefghijkl"]
    others = [f"user {name} left now" for name in "abcdefghijkl"] + ["disk of node full"]
    assert set(found([*lines, *others])) == {"user <*> left", "user <*> left now", "disk of node full"}


def test_lines_that_are_masked_as_a_whole_are_like_no_other():
    assert found(["<*>", "<*> <*>"]) == ["<*>", "<*> <*>"]
    assert cluster_texts(["12", "7", "34"], numbers="mask").labels.tolist() == [0, 0, 0]


def test_coarser_needs_fewer_values():
    lines = [f"job of user {name} is done" for name in "abcdefg"]
    assert len(set(found(lines, 1.0))) == 7
    assert set(found(lines, 1.3)) == {"job of user <*> is done"}


def test_two_parameters_that_vary_together():
    lines = [f"call from {chr(97 + i)}{chr(98 + i)} to {chr(107 + i)}{chr(108 + i)} was dropped" for i in range(10)]
    assert set(found(lines)) == {"call from <*> to <*> was dropped"}


def test_later_batches_follow_the_templates_of_earlier_ones(monkeypatch):
    monkeypatch.setattr(templates, "_BATCH", 50)
    rng = np.random.default_rng(0)
    names = ["".join(rng.choice(list("abcdefgh"), 7)) for _ in range(400)]
    lines = [f"user {name} has left" if i % 2 else f"session of {name} is over" for i, name in enumerate(names)]
    assert link_templates([tuple(line.split()) for line in lines])[2].size == 50
    assert set(found(lines)) == {"user <*> has left", "session of <*> is over"}


def test_the_fullest_template_is_the_match():
    index = TemplateIndex([("a", "<*>", "<*>"), ("a", "b", "<*>")])
    assert index.match(("a", "b", "x")) == ("a", "b", "<*>")
    assert index.match(("a", "x", "x")) == ("a", "<*>", "<*>")
    assert index.match(("b", "x", "x")) is None
    assert index.match(("a", "b")) is None


@pytest.mark.parametrize(
    ("line", "other", "expected"),
    [
        ("a b c", "a b d", 2 / 3),
        ("a <*> c", "a x c", 2 / 6**0.5),
        ("a b", "a b c", 0),
        ("<*>", "<*>", 1),
        ("<*>", "a", 0),
    ],
)
def test_agreement(line, other, expected):
    assert agreement(tuple(line.split()), tuple(other.split())) == pytest.approx(expected)
