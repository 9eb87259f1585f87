"""Numbers and names as the reader sees them."""

from dataclasses import replace

import numpy as np
import pytest

from diverseed import DPPKMeans
from diverseed.examples import load_example
from diverseed.report.profiles import profiles
from diverseed.report.words import reasons, told_apart


@pytest.fixture(scope="module")
def nested():
    """Four groups of four, so that there is a second level."""
    far, near = np.divmod(np.arange(480) % 16, 4)
    places = np.column_stack([100 * (far % 2) + 9 * (near % 2), 100 * (far // 2) + 9 * (near // 2)])
    return DPPKMeans(random_state=0).fit(places + np.random.default_rng(0).normal(size=(480, 2)))


def test_a_share_that_rounds_to_nothing_is_not_nothing(nested) -> None:
    first, second = nested.evidence_.levels[:2]
    levels = (replace(first, share=0.998), replace(second, share=0.002))
    nested.evidence_ = replace(nested.evidence_, levels=levels)
    assert f"{second.n_clusters} (under 1% of the evidence)" in " ".join(reasons(nested))


def test_an_agreement_of_zero_has_no_sign(nested) -> None:
    nested.evidence_ = replace(nested.evidence_, is_round=False, agreement=-0.001)
    assert "(adjusted Rand index 0.00)" in " ".join(reasons(nested))


def test_a_handful_of_points_is_not_compared_with_chance() -> None:
    model = DPPKMeans(random_state=0).fit(np.repeat(np.eye(3), 30, axis=0))
    assert model.evidence_.null_level == 0
    assert reasons(model) == ["There are only 3 distinct points, repeated many times. Each is a cluster."]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_equal_rows_have_no_spread(dtype) -> None:
    rows = np.repeat(np.array([[0.1, 0.7], [1e3 / 3, 0.7], [0.1, 2e6 / 3]], dtype=dtype), 1001, axis=0)
    model = DPPKMeans(3, random_state=0).fit(rows)
    found = profiles(model, rows, values=rows, columns=["x", "y"], kinds=["number"] * 2)
    assert [one.spread for one in found] == [0.0] * 3


def test_small_spreads_are_kept() -> None:
    points = load_example("iris").values * 1e-12 + 1.0
    model = DPPKMeans(3, random_state=0).fit(points)
    found = profiles(model, points, values=points, columns=list("abcd"), kinds=["number"] * 4)
    assert all(one.spread > 1e-13 for one in found)


def test_texts_that_are_cut_differ() -> None:
    texts = ["cat = Administration, north", "cat = Administration, south", "amount", "x" * 40]
    assert told_apart(texts, 20) == [*texts[:3], "x" * 19 + "…"]
    assert told_apart(texts, 12) == ["cat = Administration, n…", "cat = Administration, s…", "amount", "x" * 11 + "…"]
    assert told_apart(texts, 8) == ["cat…orth", "cat…outh", "amount", "x" * 7 + "…"]
    middle = [f"{'a' * 30}{letter}{'z' * 30}" for letter in "bcd"]
    assert told_apart(middle, 12) == middle
