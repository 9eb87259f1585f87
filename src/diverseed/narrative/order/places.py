"""Several orders of all layers as one array of places, the form that the search works on."""

import numpy as np
from numpy.typing import NDArray

from ...arrays import IntArray
from ..layers import Layers, LineOrder

Places = NDArray[np.int16]
"""(layers + 1, orders, lines) place of each line in its layer, from 1 at the top, and 0 where it does not exist.

The last row, after the story, is empty.
"""


def no_places(layers: Layers, orders: int) -> Places:
    """Layers that are still empty."""
    return np.zeros((len(layers) + 1, orders, len(layers.names)), dtype=np.int16)


def places_of(order: LineOrder, layers: Layers) -> Places:
    """The places of the lines in one order."""
    places = no_places(layers, 1)
    for row, lines in zip(places[:-1, 0], order, strict=True):
        row[list(lines)] = np.arange(1, len(lines) + 1)
    return places


def order_of(places: Places, number: int = 0) -> LineOrder:
    """One of the orders, as permutations."""
    rows = places[:-1, number]
    sequences = np.argsort(rows, axis=1, kind="stable").tolist()
    return tuple(
        tuple(sequence[absent:]) for sequence, absent in zip(sequences, (rows == 0).sum(axis=1).tolist(), strict=True)
    )


def count_crossings_of(places: Places) -> IntArray:
    """(orders,) crossings between neighbouring layers over the lines that exist in both."""
    there = places[1:]
    here = np.where(there > 0, places[:-1], 0)  # 0 unless the line exists in both layers
    total = np.zeros(places.shape[1], dtype=np.intp)
    for line in range(places.shape[2]):
        above = here[:, :, :line] < here[:, :, line, None]
        crossed = (above != (there[:, :, :line] < there[:, :, line, None])) & (here[:, :, :line] > 0)
        total += (crossed & (here[:, :, line, None] > 0)).sum(axis=(0, 2))
    return total


def without(places: Places, lines: IntArray) -> Places:
    """The places once ``lines`` (n,) are taken out."""
    result = places.copy()
    for line in lines:
        own = result[:, :, [line]]
        result -= (result > own) & (own > 0)
        result[:, :, line] = 0
    return result
