"""Data as blocks of rows: every pass over the data is a function of one block and a way to merge two results.

The same functions run on arrays in memory, on memory-mapped files and on Dask's workers.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol, TypeVar

import scipy.sparse

from ..arrays import FloatArray
from ..progress import report
from ..threads import one_blas_thread, one_openmp_thread, openmp_threads

T = TypeVar("T")

# Numbers in a block: enough that Python's share of the work is small, few enough that all cores have some.
_BLOCK_NUMBERS = 1 << 20


class Blocks(Protocol):
    """Data that can be passed over."""

    def fold(self, function: Callable[["Block"], T], merge: Callable[[T, T], T], *, stage: str = "") -> T:
        """Call ``function`` on every block and merge the results in a fixed order, wherever they are computed.

        Parameters
        ----------
        function, merge : picklable, without side effects; ``merge`` is associative
        stage : what to report the pass as; nothing is reported without it
        """
        ...


@dataclass(frozen=True)
class Block:
    """Consecutive rows of the data, in memory or mapped into it; all of them, or a part.

    As ``Blocks`` it is split into smaller ones, which are read where they lie, several at a time.
    """

    rows: Any  # (n, d) array or CSR
    weights: FloatArray  # (n,) non-negative
    part: int = 0  # of the data that the rows are in: 0 for data in memory, else the number of Dask's block
    start: int = 0  # number of the first row within its part

    def split(self, numbers: int = _BLOCK_NUMBERS) -> Iterator["Block"]:
        """The same rows in blocks of at most this many numbers, at least one block; sparse rows stay together."""
        n, d = self.rows.shape
        step = n if scipy.sparse.issparse(self.rows) else max(1, numbers // d)
        for start in range(0, max(n, 1), max(step, 1)):
            part = slice(start, start + step)
            yield replace(self, start=self.start + start, rows=self.rows[part], weights=self.weights[part])

    def fold(
        self,
        function: Callable[["Block"], T],
        merge: Callable[[T, T], T],
        *,
        stage: str = "",
        numbers: int = _BLOCK_NUMBERS,
    ) -> T:
        blocks = list(self.split(numbers))
        threads = min(openmp_threads(), len(blocks))
        with one_blas_thread():
            if threads == 1:
                return merged(_reported(map(function, blocks), len(blocks), stage), merge)
            with ThreadPoolExecutor(threads) as pool:
                return merged(_reported(_in_parallel(pool, function, blocks, threads), len(blocks), stage), merge)


def _in_parallel(
    pool: ThreadPoolExecutor, function: Callable[[Block], T], blocks: list[Block], threads: int
) -> Iterator[T]:
    """Results in the order of the blocks; few are computed ahead of those already merged, to save memory."""

    def on_one_thread(block: Block) -> T:
        with one_openmp_thread():
            return function(block)

    waiting = iter(blocks)
    while batch := list(islice(waiting, 8 * threads)):
        yield from pool.map(on_one_thread, batch)


def _reported(results: Iterable[T], total: int, stage: str) -> Iterator[T]:
    if stage:
        report(stage, 0, total)
    for done, result in enumerate(results, 1):
        yield result
        if stage:
            report(stage, done, total)


def merged(parts: Iterable[T], merge: Callable[[T, T], T]) -> T:
    """Neighbours merged in pairs, pairs in fours and so on: at most log2(n) + 1 results are held at a time."""
    held: list[tuple[int, T]] = []
    for part in parts:
        level = 0
        while held and held[-1][0] == level:
            part = merge(held.pop()[1], part)
            level += 1
        held.append((level, part))
    result = held.pop()[1]
    while held:
        result = merge(held.pop()[1], result)
    return result
