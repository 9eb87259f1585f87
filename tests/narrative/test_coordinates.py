from itertools import pairwise

import numpy as np
from hypothesis import given, settings

from diverseed.narrative.coordinates import LINE_GAP, Spacing, place_lines
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
    assert np.nanmin(placed.heights) == 0
    assert placed.height == np.nanmax(placed.heights)
    for t, lines in enumerate(order):
        met = {line for group in layers.groups[t] for line in group}
        for above, below in pairwise(lines):
            gap = placed.heights[t, below] - placed.heights[t, above]
            if layers.block_of[t][above] == layers.block_of[t][below]:
                assert np.isclose(gap, LINE_GAP)
            else:
                assert gap >= (Spacing().group if met & {above, below} else Spacing().passing) - 1e-7
        absent = set(range(len(layers.names))) - set(lines)
        assert np.isnan(placed.heights[t, sorted(absent)]).all()


def test_nothing_bends_without_need() -> None:
    layers = layers_of(parse_story("A,B\tC\nA,B\tC,D\nA,B\tC\n"))
    placed = place_lines(layers, order_lines(layers).order)
    assert (placed.wiggles, placed.wiggle_height) == (0, 0.0)


def test_reweighting_does_not_add_bends() -> None:
    layers = layers_of(film("thematrix"))
    order = order_lines(layers).order
    assert place_lines(layers, order).wiggles <= place_lines(layers, order, rounds=1).wiggles
