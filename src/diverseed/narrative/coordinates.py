"""Heights of the lines in every layer by linear programming: straight where possible, groups tight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from .crossings import count_wiggles
from .layers import Layers, Order

FloatArray = NDArray[np.float64]

LINE_GAP = 1.0
"""Between two lines of one group."""

PASSING_GAP = 1.3
"""At least this between two lines that pass, each in no group."""

GROUP_GAP = 2.4
"""At least this between a line of a group and one outside of it."""

LAYER_WHITE, CHART_WHITE = 0.02, 1.0
"""What a unit of a layer's height and of the chart's height costs against a unit of bending."""

SMALL_BEND = 0.5


@dataclass(frozen=True)
class Coordinates:
    """Heights (layers, lines), growing downwards from 0, NaN where a line does not exist; and how calm they are."""

    heights: FloatArray
    wiggles: int
    wiggle_height: float
    height: float


def place_lines(layers: Layers, order: Order, *, rounds: int = 4) -> Coordinates:
    """Heights for a given order of the lines.

    Minimises the summed bends ``|y[t, i] - y[t+1, i]|`` plus a little for white space, where the lines of one group are
    ``LINE_GAP`` apart and blocks keep their distance. Bends are then weighted by the inverse of their last height and
    the program is solved again (Candès, Wakin & Boyd 2008), which trades many small bends for fewer; ``rounds`` bounds
    how often.
    """
    program = _Program(layers, [_stack(layers, t, lines) for t, lines in enumerate(order)])
    best, bends = program.solve(np.ones(len(program.bends)))
    calm = count_wiggles(best)
    for _ in range(rounds - 1):
        heights, bends = program.solve(SMALL_BEND / (bends + SMALL_BEND))
        found = count_wiggles(heights)
        if found >= calm:
            break
        best, calm = heights, found
    best = best - np.nanmin(best)
    return Coordinates(best, calm[0], calm[1], float(np.nanmax(best)))


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
    """One variable per block (the height of its first line), one per bend, and one for the height of the chart."""

    def __init__(self, layers: Layers, stacks: list[list[tuple[int, ...]]]) -> None:
        self.shape = (len(stacks), len(layers.names))
        self.places: list[dict[int, tuple[int, float]]] = []  # per layer: line -> (variable, offset in its block)
        self.gaps: list[tuple[int, int, float]] = []  # variable below - variable above >= distance
        self.ends: list[tuple[int, int, float]] = []  # per layer: first and last variable, size of the last block
        n = 0
        for t, stack in enumerate(stacks):
            passing = [len(block) == 1 and block not in layers.groups[t] for block in stack]
            self.places.append(
                {line: (n + b, i * LINE_GAP) for b, block in enumerate(stack) for i, line in enumerate(block)}
            )
            for b, above in enumerate(stack[:-1]):
                gap = PASSING_GAP if passing[b] and passing[b + 1] else GROUP_GAP
                self.gaps.append((n + b, n + b + 1, (len(above) - 1) * LINE_GAP + gap))
            self.ends.append((n, n + len(stack) - 1, (len(stack[-1]) - 1) * LINE_GAP))
            n += len(stack)
        self.n_blocks = n
        counted: Counter[tuple[int, int, float]] = Counter()
        for here, there in pairwise(self.places):
            for line in here.keys() & there.keys():
                (a, a_offset), (b, b_offset) = here[line], there[line]
                counted[a, b, b_offset - a_offset] += 1
        self.bends = sorted(counted.items())

    def solve(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Heights (layers, lines) and the size of each bend."""
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        blocks, n_bends = self.n_blocks, len(self.bends)
        chart = blocks + n_bends
        rows: list[tuple[tuple[int, float], ...]] = []  # each row: sum of coefficient * variable <= limit
        limits: list[float] = []
        for above, below, distance in self.gaps:
            rows.append(((above, 1.0), (below, -1.0)))
            limits.append(-distance)
        for i, ((a, b, shift), _) in enumerate(self.bends):
            rows += [((b, 1.0), (a, -1.0), (blocks + i, -1.0)), ((a, 1.0), (b, -1.0), (blocks + i, -1.0))]
            limits += [-shift, shift]
        cost = np.zeros(chart + 1)
        cost[blocks:chart] = [weight * count for weight, (_, count) in zip(weights, self.bends, strict=True)]
        cost[chart] = CHART_WHITE
        for first, last, size in self.ends:
            rows.append(((last, 1.0), (chart, -1.0)))
            limits.append(-size)
            cost[first] -= LAYER_WHITE
            cost[last] += LAYER_WHITE
        index = [(r, v, c) for r, row in enumerate(rows) for v, c in row]
        row, column, value = zip(*index, strict=True)
        matrix = coo_array((value, (row, column)), shape=(len(rows), chart + 1)).tocsr()
        solution = linprog(cost, A_ub=matrix, b_ub=limits, bounds=(0, None), method="highs").x
        heights = np.full(self.shape, np.nan)
        for t, places in enumerate(self.places):
            for line, (variable, offset) in places.items():
                heights[t, line] = solution[variable] + offset
        return heights, solution[blocks:chart]
