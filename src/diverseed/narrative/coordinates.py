"""Heights of the lines in every layer by linear programming: straight where possible, groups tight."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np

from ..arrays import FloatArray
from .crossings import count_wiggles
from .layers import Layers, LineOrder

LINE_GAP = 1.0
"""Between two lines of one group: the unit of all heights."""


@dataclass(frozen=True)
class Spacing:
    """How far apart things stand, in units of the distance between two lines of a group.

    Attributes
    ----------
    passing : least distance between two blocks in which nobody is seen, for instance two lines that pass
    beside : the same between a group that is seen and a block that is not
    group : the same between two groups that are seen
    layer_white, chart_white : cost of a unit of a layer's height, and of the chart's, relative to a unit of bending
    height : upper bound on the chart's height
    """

    passing: float = 1.3
    beside: float = 2.4
    group: float = 2.4
    layer_white: float = 0.02
    chart_white: float = 1.0
    height: float = float("inf")


SMALL_BEND = 0.5


def _sizes(layers: Layers, layer: int, stack: Sequence[tuple[int, ...]], spacing: Spacing) -> list[float]:
    """The least from each block's first line to the next one's; for the last block, to its last line."""
    seen = [not layers.seen[layer].isdisjoint(block) for block in stack]
    gaps = [(spacing.passing, spacing.beside, spacing.group)[above + below] for above, below in pairwise(seen)]
    return [(len(block) - 1) * LINE_GAP + gap for block, gap in zip(stack, [*gaps, 0.0], strict=True)]


def place_lines(layers: Layers, order: LineOrder, *, rounds: int = 4, spacing: Spacing | None = None) -> FloatArray:
    """(layers, lines) heights for a given order of the lines, downwards from 0; NaN where a line does not exist.

    Minimises the summed bends ``|y[t, i] - y[t+1, i]|`` plus a little for white space, where the lines of one group are
    ``LINE_GAP`` apart and blocks keep their distance. Bends are then weighted by the inverse of their last height and
    the program is solved again (Candès, Wakin & Boyd 2008), which trades many small bends for fewer; ``rounds`` bounds
    how often.
    """
    program = _Program(layers, [_stack(layers, t, lines) for t, lines in enumerate(order)], spacing or Spacing())
    best, bends = program.solve(np.ones(len(program.counts)))
    wiggles = count_wiggles(best)
    for _ in range(rounds - 1):
        heights, bends = program.solve(SMALL_BEND / (bends + SMALL_BEND))
        found = count_wiggles(heights)
        if found >= wiggles:
            break
        best, wiggles = heights, found
    return np.asarray(best - np.nanmin(best))


def least_height(layers: Layers, order: LineOrder, spacing: Spacing) -> float:
    """The height that the fullest layer needs."""
    return max(sum(_sizes(layers, t, _stack(layers, t, lines), spacing)) for t, lines in enumerate(order))


def _stack(layers: Layers, layer: int, order: Sequence[int]) -> list[tuple[int, ...]]:
    """The blocks of a layer from top to bottom, each with its lines from top to bottom."""
    return [tuple(block) for _, block in groupby(order, key=layers.block_of[layer].__getitem__)]


class _Program:
    """The linear program of the heights, one per block (that of its first line), with the chart's bottom as one more.

    Every constraint and every bend is about the difference of two heights, so that the dual program is a flow of least
    cost in the network of blocks (Gansner, Koutsofios, North & Vo 1993 place the nodes of layered graphs that way):
    bends are arcs that carry at most their weight, distances are arcs without a limit, and heights are the prices of
    the blocks. HiGHS solves it several times as fast as the program itself, which has a variable and two rows per bend.
    """

    def __init__(self, layers: Layers, stacks: list[list[tuple[int, ...]]], spacing: Spacing) -> None:
        self.block = np.full((len(stacks), len(layers.names)), -1)  # of each line in each layer
        self.offset = np.full(self.block.shape, np.nan)  # of the line in its block
        bottom = sum(map(len, stacks))
        top = bottom + 1  # at 0
        distances: list[tuple[int, int, float]] = []  # height of the first block - height of the second >= distance
        self.white = np.zeros(bottom + 1)
        self.white[bottom] = spacing.chart_white
        first = 0
        for t, stack in enumerate(stacks):
            for number, block in enumerate(stack, start=first):
                self.block[t, list(block)] = number
                self.offset[t, list(block)] = np.arange(len(block)) * LINE_GAP
            *sizes, last_size = _sizes(layers, t, stack, spacing)
            last = first + len(sizes)
            distances += [(number + 1, number, size) for number, size in enumerate(sizes, start=first)]
            distances += [(bottom, last, last_size), (first, top, 0.0)]
            self.white[first] -= spacing.layer_white
            self.white[last] += spacing.layer_white
            first = last + 1
        if np.isfinite(spacing.height):
            distances.append((top, bottom, -spacing.height))
        # every bend as (block, block of the next layer, shift within them), and how many lines make it
        bends = np.stack([self.block[:-1], self.block[1:], np.diff(self.offset, axis=0)])
        bends, self.counts = np.unique(bends[:, (bends >= 0)[:2].all(axis=0)], axis=1, return_counts=True)
        # A bend is |second - first + shift|: its arc runs the other way round than that of a distance.
        head, tail, self.lengths = np.concatenate([bends, np.array(distances).T], axis=1)
        self.ends = np.stack([head, tail]).astype(np.intp)

    def solve(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Heights (layers, lines) and the size of each bend, where a unit of bend ``i`` costs ``weights[i]`` a line."""
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        n_bends, n_arcs = len(self.counts), len(self.lengths)
        limits = np.tile([0.0, np.inf], (n_arcs, 1))
        limits[:n_bends] = np.outer(weights * self.counts, [-1.0, 1.0])
        arcs = np.tile(np.arange(n_arcs), 2)
        matrix = coo_array((np.repeat([1.0, -1.0], n_arcs), (self.ends.ravel(), arcs))).tocsr()
        # the chart's top has no price: its row is left out
        flow = linprog(-self.lengths, A_eq=matrix[:-1], b_eq=self.white, bounds=limits, method="highs-ds")
        prices = np.append(-flow.eqlin.marginals, 0.0)
        head, tail = self.ends[:, :n_bends]
        return prices[self.block] + self.offset, np.abs(prices[tail] - prices[head] + self.lengths[:n_bends])
