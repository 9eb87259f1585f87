"""Orders of all layers as one array of places, the form that the search works on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..layers import Order

IntArray = NDArray[np.intp]

Places = IntArray
"""(layers, lines) place of each line in its layer, from 1 at the top, and 0 where the line does not exist."""


def places_of(order: Order, n_lines: int) -> Places:
    """The places of the lines in the permutations of ``order``."""
    places = np.zeros((len(order), n_lines), dtype=np.intp)
    for row, lines in zip(places, order, strict=True):
        row[list(lines)] = np.arange(1, len(lines) + 1)
    return places


def order_of(places: Places) -> Order:
    """The permutations that the places stand for."""
    return tuple(tuple(layer_order(row)) for row in places)


def layer_order(row: IntArray) -> list[int]:
    """The lines of one layer from top to bottom."""
    sequence: list[int] = np.argsort(row, kind="stable")[int((row == 0).sum()) :].tolist()
    return sequence


def count_crossings_of(places: Places) -> int:
    """Crossings between neighbouring layers over the lines that exist in both, all layers at once."""
    sequence = np.argsort(places[:-1], axis=1)[:, places.shape[1] - int(places.max(initial=0)) :]
    present = np.take_along_axis(places[:-1], sequence, axis=1) > 0
    after = np.take_along_axis(places[1:], sequence, axis=1) * present
    falling = (after[:, :, None] > after[:, None, :]) & (after[:, None, :] > 0)
    return int(np.triu(falling).sum())


def without(places: Places, lines: Sequence[int], window: range) -> Places:
    """The places once some lines are taken out of the layers of the window."""
    result = places.copy()
    rows = result[window.start : window.stop]
    rows[:, list(lines)] = 0
    rows[:] = np.where(
        rows > 0, (rows[:, :, None] >= np.where(rows > 0, rows, rows.max() + 1)[:, None, :]).sum(axis=2), 0
    )
    return result
