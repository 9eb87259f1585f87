"""Counting what the eye has to follow: crossings, block crossings and wiggles."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from ..arrays import FloatArray

WIGGLE = 1e-6
"""Vertical moves smaller than this count as straight."""


def inversions(sequence: Sequence[int]) -> int:
    """Number of pairs of a sequence of distinct numbers that stand in falling order."""
    places = np.array(sequence)
    return int(np.triu(places[:, None] > places).sum())


def count_crossings(order: Sequence[Sequence[int]]) -> int:
    """Crossings between neighbouring layers over the lines that exist in both."""
    return sum(inversions(_common(above, below)) for above, below in pairwise(order))


def count_block_crossings(order: Sequence[Sequence[int]]) -> int:
    """Crossings where two bundles of lines exchanged in one go count once.

    Between two layers the common lines are grouped into maximal runs that stay parallel (neighbours in both layers,
    in the same order); each run is one bundle, and crossings are counted between bundles (van Dijk et al. 2016 give
    the minimum over all ways of exchanging bundles; this is the count for the crossings as drawn).
    """
    total = 0
    for above, below in pairwise(order):
        places = _common(above, below)
        heads = [place for i, place in enumerate(places) if i == 0 or place != places[i - 1] + 1]
        total += inversions(heads)
    return total


def count_wiggles(heights: FloatArray) -> tuple[int, float]:
    """Number of bends and the summed height of all of them.

    Parameters
    ----------
    heights : (layers, lines), NaN where a line does not exist
    """
    moves = np.abs(np.diff(heights, axis=0))
    moves = moves[~np.isnan(moves)]
    return int((moves > WIGGLE).sum()), float(moves[moves > WIGGLE].sum())


def _common(above: Sequence[int], below: Sequence[int]) -> list[int]:
    """Places, among the common lines in ``below``, of the common lines in the order of ``above``."""
    shared = set(above)
    place = {line: i for i, line in enumerate(line for line in below if line in shared)}
    return [place[line] for line in above if line in place]
