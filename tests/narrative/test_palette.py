from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from diverseed.narrative.layers import layers_of
from diverseed.narrative.order import order_lines
from diverseed.narrative.palette import COLOURS, choose_colours, darker, distance, lighter, linear_rgb, oklab

from .stories import FILMS, film, stories


def test_oklab_of_known_colours() -> None:
    assert np.allclose(oklab(linear_rgb("#ffffff")), [1, 0, 0], atol=1e-4)
    assert np.allclose(oklab(linear_rgb("#ff0000")), [0.62796, 0.22486, 0.12585], atol=1e-4)


def test_any_two_colours_are_distinct_for_every_kind_of_colour_vision() -> None:
    assert min(distance(a, b) for a, b in combinations(COLOURS, 2)) > 0.06


def contrast(first: str, second: str) -> float:
    """WCAG contrast ratio."""
    light, dark = sorted((float(linear_rgb(c) @ [0.2126, 0.7152, 0.0722]) for c in (first, second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_names_are_readable_on_white() -> None:
    assert min(contrast(darker(colour), "#ffffff") for colour in COLOURS) >= 4.5


def test_lines_are_visible_on_dark_paper() -> None:
    assert min(contrast(lighter(colour), "#15181c") for colour in COLOURS) >= 4.5
    assert lighter("#50cbdc") == "#50cbdc"


@settings(max_examples=20, deadline=None)
@given(stories(people=12))
def test_lines_have_different_colours_while_there_are_enough(story) -> None:
    layers = layers_of(story)
    order = tuple(tuple(line for block in blocks for line in block) for blocks in layers.blocks)
    colours = choose_colours(layers, order)
    for lines in order:
        assert len({colours[line] for line in lines}) == len(lines)


@pytest.mark.parametrize("name", list(FILMS))
def test_neighbours_stay_apart_for_colour_blind_readers(name: str) -> None:
    layers = layers_of(film(name))
    order = order_lines(layers).order
    colours = choose_colours(layers, order)
    near = [distance(colours[a], colours[b]) for lines in order for a, b in pairwise(lines)]
    assert np.mean(near) > np.mean([distance(a, b) for a, b in combinations(COLOURS, 2)])
    assert min(near) > 0.06
