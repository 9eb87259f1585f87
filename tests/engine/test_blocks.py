"""Blocks: every row once, results merged in order, whatever the number of threads."""

import operator

import numpy as np
import pytest
import scipy.sparse
from threadpoolctl import threadpool_limits

from diverseed.engine.blocks import Block, merged
from diverseed.progress import heard_by


def spans(block: Block) -> list[tuple[int, int]]:
    return [(block.start, block.start + block.rows.shape[0])]


@pytest.mark.parametrize("n", [1, 2, 7, 8, 100])
def test_merging_keeps_the_order(n: int) -> None:
    assert merged(([i] for i in range(n)), operator.add) == list(range(n))


@pytest.mark.parametrize("n", [1, 2, 3, 64, 1000])
def test_merging_is_balanced(n: int) -> None:
    """No result takes part in more merges than a balanced tree needs."""
    assert merged([0] * n, lambda left, right: 1 + max(left, right)) == int(np.ceil(np.log2(n)))


def test_merging_holds_few_results_at_a_time() -> None:
    alive, most = set(), 0

    def part(i: int) -> frozenset[int]:
        nonlocal most
        alive.add(i)
        most = max(most, len(alive))
        return frozenset([i])

    def merge(left: frozenset[int], right: frozenset[int]) -> frozenset[int]:
        alive.difference_update(list(right))
        return left | right

    assert merged((part(i) for i in range(1000)), merge) == frozenset(range(1000))
    assert most <= 11


@pytest.mark.parametrize("threads", [1, 3])
def test_every_row_once_and_in_order(threads: int) -> None:
    rows = np.zeros((2_500_000, 2), dtype=np.float32)
    with threadpool_limits(threads, user_api="openmp"):
        found = Block(rows, np.ones(len(rows))).fold(spans, operator.add, stage="")
    starts, ends = zip(*found, strict=True)
    assert len(found) > 4
    assert starts[0] == 0
    assert ends[-1] == len(rows)
    assert starts[1:] == ends[:-1]


def test_sparse_rows_stay_together_and_none_are_a_block_too() -> None:
    sparse = scipy.sparse.csr_array((3_000_000, 5))
    assert len(list(Block(sparse, np.ones(3_000_000)).split())) == 1
    for none in (np.zeros((0, 3)), scipy.sparse.csr_array((0, 3))):
        assert [block.rows.shape for block in Block(none, np.zeros(0), 4).split()] == [(0, 3)]
    assert [block.start for block in Block(np.zeros((3, 3)), np.zeros(3), 4, 7).split(1)] == [7, 8, 9]


def test_a_listener_hears_how_far_a_pass_is() -> None:
    heard = []
    rows = np.zeros((3_000_000, 2))
    with heard_by(lambda *report: heard.append(report)):
        Block(rows, np.ones(len(rows))).fold(spans, operator.add, stage="counting")
    Block(rows, np.ones(len(rows))).fold(spans, operator.add, stage="unheard")
    assert {stage for stage, _, _ in heard} == {"counting"}
    assert heard[0][1:] == (0, 6)
    assert heard[-1][1:] == (6, 6)
