"""Heights of the lines in every layer by linear programming: straight where possible, groups tight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .crossings import count_wiggles
from .layers import Layers, LineOrder

FloatArray = NDArray[np.float64]

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


@dataclass(frozen=True)
class Coordinates:
    """Heights (layers, lines), growing downwards from 0, NaN where a line does not exist; and how much they bend."""

    heights: FloatArray
    wiggles: int
    wiggle_height: float
    height: float


def _sizes(layers: Layers, layer: int, stack: Sequence[tuple[int, ...]], spacing: Spacing) -> list[float]:
    """The least from each block's first line to the next one's; for the last block, to its last line."""
    seen = [not layers.seen[layer].isdisjoint(block) for block in stack]
    gaps = [(spacing.passing, spacing.beside, spacing.group)[above + below] for above, below in pairwise(seen)]
    return [(len(block) - 1) * LINE_GAP + gap for block, gap in zip(stack, [*gaps, 0.0], strict=True)]


def place_lines(layers: Layers, order: LineOrder, *, rounds: int = 4, spacing: Spacing | None = None) -> Coordinates:
    """Heights for a given order of the lines.

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
    best = best - np.nanmin(best)
    return Coordinates(best, *wiggles, float(np.nanmax(best)))


def least_height(layers: Layers, order: LineOrder, spacing: Spacing) -> float:
    """The height that the fullest layer needs."""
    return max(sum(_sizes(layers, t, _stack(layers, t, lines), spacing)) for t, lines in enumerate(order))


def place_rounds(layers: Layers) -> int:
    """Rounds worth their time: a feature film with its whole cast takes 0.1 s each, and two remove most bends."""
    return 4 if sum(map(len, layers.blocks)) < 2000 else 2


def _stack(layers: Layers, layer: int, order: Sequence[int]) -> list[tuple[int, ...]]:
    """The blocks of a layer from top to bottom, each with its lines from top to bottom."""
    block_of = layers.block_of[layer]
    stack: list[list[int]] = []
    for i, line in enumerate(order):
        if i and block_of[order[i - 1]] == block_of[line]:
            stack[-1].append(line)
        else:
            stack.append([line])
    return [tuple(block) for block in stack]


class _Program:
    """The linear program of the heights, one per block (that of its first line), with the chart's bottom as one more.

    Every constraint and every bend is about the difference of two heights, so that the dual program is a flow of least
    cost in the network of blocks (Gansner, Koutsofios, North & Vo 1993 place the nodes of layered graphs that way):
    bends are arcs that carry at most their weight, distances are arcs without a limit, and heights are the prices of
    the blocks. HiGHS solves it several times as fast as the program itself, which has a variable and two rows per bend.
    """

    def __init__(self, layers: Layers, stacks: list[list[tuple[int, ...]]], spacing: Spacing) -> None:
        self.shape = (len(stacks), len(layers.names))
        self.places: list[dict[int, tuple[int, float]]] = []  # per layer: line -> (block, offset in its block)
        distances: list[tuple[int, int, float]] = []  # height of the second block - height of the first >= distance
        ends: list[tuple[int, int]] = []  # per layer: first and last block
        bottom = sum(map(len, stacks))
        n = 0
        for t, stack in enumerate(stacks):
            self.places.append(
                {line: (n + b, i * LINE_GAP) for b, block in enumerate(stack) for i, line in enumerate(block)}
            )
            for b, size in enumerate(_sizes(layers, t, stack, spacing)[:-1]):
                distances.append((n + b, n + b + 1, size))
            ends.append((n, n + len(stack) - 1))
            distances.append((n + len(stack) - 1, bottom, (len(stack[-1]) - 1) * LINE_GAP))
            distances.append((bottom + 1, n, 0.0))  # from the chart's top, which is at 0
            n += len(stack)
        if np.isfinite(spacing.height):
            distances.append((bottom, bottom + 1, -spacing.height))
        bends = self._bends()
        self.counts = np.array([count for _, count in bends], dtype=float)
        self.from_block, self.to_block = np.array([bend[:2] for bend, _ in bends], dtype=np.intp).reshape(-1, 2).T
        self.shifts = np.array([bend[2] for bend, _ in bends])
        self.above, self.below = np.array([pair[:2] for pair in distances], dtype=np.intp).T
        self.distances = np.array([pair[2] for pair in distances])
        self.white = np.zeros(bottom + 1)
        self.white[bottom] = spacing.chart_white
        first, last = np.array(ends).T
        np.add.at(self.white, first, -spacing.layer_white)
        np.add.at(self.white, last, spacing.layer_white)

    def _bends(self) -> list[tuple[tuple[int, int, float], int]]:
        """(block, block of the next layer, shift within them) of every bend, and how many lines make it."""
        counted: Counter[tuple[int, int, float]] = Counter()
        for here, there in pairwise(self.places):
            for line in here.keys() & there.keys():
                (a, a_offset), (b, b_offset) = here[line], there[line]
                counted[a, b, b_offset - a_offset] += 1
        return sorted(counted.items())

    def solve(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Heights (layers, lines) and the size of each bend, where a unit of bend ``i`` costs ``weights[i]`` a line."""
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        n_bends, n_arcs, nodes = len(self.counts), len(self.counts) + len(self.distances), len(self.white)
        most = np.concatenate([weights * self.counts, np.full(len(self.distances), np.inf)])
        least = np.concatenate([-most[:n_bends], np.zeros(len(self.distances))])
        arcs = np.arange(n_arcs)
        # A bend is |to - from + shift|: its arc runs the other way round than that of a distance.
        head, tail = np.concatenate([self.from_block, self.below]), np.concatenate([self.to_block, self.above])
        row, column = np.concatenate([head, tail]), np.concatenate([arcs, arcs])
        value = np.repeat([1.0, -1.0], n_arcs)
        kept = row < nodes  # the chart's top has no price
        matrix = coo_array((value[kept], (row[kept], column[kept])), shape=(nodes, n_arcs)).tocsr()
        flow = linprog(
            -np.concatenate([self.shifts, self.distances]),
            A_eq=matrix,
            b_eq=self.white,
            bounds=np.stack([least, most], axis=1),
            method="highs-ds",
        )
        prices = -flow.eqlin.marginals
        heights = np.full(self.shape, np.nan)
        for t, places in enumerate(self.places):
            for line, (block, offset) in places.items():
                heights[t, line] = prices[block] + offset
        return heights, np.abs(prices[self.to_block] - prices[self.from_block] + self.shifts)
