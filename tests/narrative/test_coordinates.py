from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from diverseed.narrative.coordinates import LINE_GAP, Spacing, least_height, place_lines
from diverseed.narrative.crossings import count_wiggles
from diverseed.narrative.layers import layers_of
from diverseed.narrative.order import order_lines
from diverseed.narrative.story import parse_story

from .stories import film, stories


@settings(max_examples=20, deadline=None)
@given(stories())
def test_groups_are_tight_and_others_keep_their_distance(story) -> None:
    layers = layers_of(story)
    order = order_lines(layers).order
    placed = place_lines(layers, order)
    assert np.nanmin(placed) == 0
    for t, lines in enumerate(order):
        met = {line for group in layers.groups[t] for line in group}
        for above, below in pairwise(lines):
            gap = placed[t, below] - placed[t, above]
            if layers.block_of[t][above] == layers.block_of[t][below]:
                assert np.isclose(gap, LINE_GAP)
            else:
                assert gap >= (Spacing().group if met & {above, below} else Spacing().passing) - 1e-7
        absent = set(range(len(layers.names))) - set(lines)
        assert np.isnan(placed[t, sorted(absent)]).all()


def test_nothing_bends_without_need() -> None:
    layers = layers_of(parse_story("A,B\tC\nA,B\tC,D\nA,B\tC\n"))
    placed = place_lines(layers, order_lines(layers).order)
    assert count_wiggles(placed) == (0, 0.0)


def test_reweighting_does_not_add_bends() -> None:
    layers = layers_of(film("heist"))
    order = order_lines(layers).order
    assert count_wiggles(place_lines(layers, order)) <= count_wiggles(place_lines(layers, order, rounds=1))


def plain_order(layers):
    return tuple(tuple(line for block in blocks for line in block) for blocks in layers.blocks)


def bending(heights) -> float:
    """Summed over the lines, each on its own."""
    return float(np.nansum(np.abs(np.diff(heights, axis=0))))


def white(layers, order, heights, spacing: Spacing) -> float:
    """What the heights of the layers, from the first block to the last, and of the chart cost."""
    total = spacing.chart_white * np.nanmax(heights)
    for t, lines in enumerate(order):
        last = min(heights[t, line] for line in lines if layers.block_of[t][line] == layers.block_of[t][lines[-1]])
        total += spacing.layer_white * (last - heights[t, lines[0]])
    return float(total)


def least_cost(layers, order, spacing: Spacing) -> float:
    """The optimum of the linear program as it is stated: a height per line and layer, a variable per bend."""
    number = {(t, line): i for i, (t, line) in enumerate((t, line) for t, lines in enumerate(order) for line in lines)}
    bends = [(t, line) for t, line in number if (t + 1, line) in number]
    bottom = len(number) + len(bends)
    cost = np.concatenate([np.zeros(len(number)), np.ones(len(bends)), [spacing.chart_white]])
    at_most, equal = [], []  # (coefficients by variable, limit)
    for b, (t, line) in enumerate(bends, start=len(number)):
        here, there = number[t, line], number[t + 1, line]
        at_most += [({here: 1, there: -1, b: -1}, 0.0), ({here: -1, there: 1, b: -1}, 0.0)]
    for t, lines in enumerate(order):
        block_of, heads = layers.block_of[t], [lines[0]]
        seen = [any(block_of[other] == block_of[line] for other in layers.seen[t]) for line in lines]
        for i, (above, below) in enumerate(pairwise(lines)):
            pair = {number[t, above]: 1, number[t, below]: -1}
            if block_of[above] == block_of[below]:
                equal.append((pair, -LINE_GAP))
            else:
                gap = (spacing.passing, spacing.beside, spacing.group)[seen[i] + seen[i + 1]]
                at_most.append((pair, -gap))
                heads.append(below)
        cost[number[t, heads[0]]] -= spacing.layer_white
        cost[number[t, heads[-1]]] += spacing.layer_white
        at_most.append(({number[t, lines[-1]]: 1, bottom: -1}, 0.0))

    def rows(constraints):
        matrix = np.zeros((len(constraints), len(cost)))
        for row, (coefficients, _) in zip(matrix, constraints, strict=True):
            row[list(coefficients)] = list(coefficients.values())
        return (matrix, [limit for _, limit in constraints]) if constraints else (None, None)

    bounds = [(0, None)] * (len(cost) - 1) + [(0, spacing.height)]
    solved = linprog(cost, *rows(at_most), *rows(equal), bounds=bounds)
    assert solved.status == 0
    return float(solved.fun)


@settings(max_examples=60, deadline=None)
@given(stories(), st.booleans())
@example(parse_story("A,B,C\tD\nA,B,C\nE\tA,B,C\tF\nA,B,C\tD\nE,A,B,C,F"), False)
def test_heights_cost_as_little_as_the_linear_program_allows(story, on_a_page: bool) -> None:
    """Against the program itself, solved the slow way; only the first round, in which all bends weigh the same."""
    layers = layers_of(story)
    order = plain_order(layers)
    spacing = Spacing()
    if on_a_page:
        spacing = Spacing(1.1, 1.6, 2.0, layer_white=0.002, chart_white=0.0)
        spacing = replace(spacing, height=1.2 * least_height(layers, order, spacing) + 0.1)
    heights = place_lines(layers, order, rounds=1, spacing=spacing)
    found = bending(heights) + white(layers, order, heights, spacing)
    assert found == pytest.approx(least_cost(layers, order, spacing), abs=1e-6)
    assert np.nanmax(heights) <= spacing.height + 1e-9
