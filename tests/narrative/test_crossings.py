import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diverseed.narrative.crossings import count_block_crossings, count_crossings, count_wiggles, inversions


def crossings_by_pairs(order) -> int:
    """Every pair of lines at every step: do they change sides?"""
    total = 0
    for here, there in itertools.pairwise(order):
        for i, j in itertools.combinations(set(here) & set(there), 2):
            total += (here.index(i) < here.index(j)) != (there.index(i) < there.index(j))
    return total


orders = st.lists(st.lists(st.integers(0, 7), unique=True, max_size=8), min_size=1, max_size=6)


@given(st.permutations(range(9)))
def test_inversions(values) -> None:
    assert inversions(values) == sum(a > b for a, b in itertools.combinations(values, 2))


@given(orders)
def test_crossings_two_ways(order) -> None:
    assert count_crossings(order) == crossings_by_pairs(order)


@given(orders)
def test_block_crossings_never_exceed_crossings_and_are_zero_together(order) -> None:
    blocks, crossings = count_block_crossings(order), count_crossings(order)
    assert blocks <= crossings
    assert (blocks == 0) == (crossings == 0)


def test_block_crossings_of_two_bundles() -> None:
    assert count_block_crossings([[0, 1, 2, 3, 4], [3, 4, 0, 1, 2]]) == 1
    assert count_block_crossings([[0, 1, 2], [2, 1, 0]]) == 3


def test_wiggles() -> None:
    heights = np.array([[0.0, 1.0, np.nan], [0.0, 3.0, 1.0], [0.5, 3.0, np.nan]])
    assert count_wiggles(heights) == (2, 2.5)
