"""What a user should know about the columns of a table before trusting distances in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..arrays import FloatArray
    from .table import LeftOut

# Without scaling, a column whose spread is this many times the median of the others decides alone.
_UNEQUAL_SPREADS = 100


def notes_on_columns(
    columns: Sequence[str], deviations: FloatArray, left_out: Sequence[LeftOut], *, scaled: bool
) -> list[str]:
    """Which columns are left out, which are constant, and which one outweighs the others.

    Parameters
    ----------
    deviations : (d,) standard deviations of the columns, 0 for constant ones
    scaled : whether all columns will weigh alike
    """
    import numpy as np

    from .table import listed

    notes = []
    for reason in dict.fromkeys(column.reason for column in left_out):
        names = [column.column for column in left_out if column.reason == reason]
        notes.append(f"left out ({reason}): {listed(names)}")
    varies = deviations > 0
    constant = [name for name, does in zip(columns, varies, strict=True) if not does]
    if constant:
        notes.append(f"constant, so of no effect: {listed(constant)}")
    widest = int(np.argmax(deviations))
    others = np.delete(deviations, widest)[np.delete(varies, widest)]
    if not scaled and others.size and deviations[widest] > _UNEQUAL_SPREADS * np.median(others):
        notes.append(
            f"column {listed([columns[widest]])} spreads {deviations[widest] / np.median(others):,.0f} times as far "
            "as the others typically do, and outweighs them. --scale standard weighs all columns alike"
        )
    return notes
