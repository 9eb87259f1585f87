"""Weights that make columns of different units comparable."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from ..arrays import FloatArray
from ..errors import InputError
from .recipe import ColumnRecipe
from .table import listed, quoted

Scale = Literal["auto", "none", "standard", "robust"]
# Beyond a factor of 10 in spread, 100 in variance, the narrower column hardly affects distances.
_UNEQUAL = 10.0
_QUARTILES_OF_NORMAL = 1.3489795003921634  # distance between the quartiles of the standard normal distribution
_MIXED = (
    "Columns were standardised to mean 0 and variance 1, because numbers, dates and categories have no unit in common."
)


# Sums of a few terms, such as 0.1 + 0.2 and 0.3, differ by a few units in the last place; so do columns of them.
_ROUNDING = 8


@np.errstate(over="ignore", invalid="ignore")  # what is out of the range of floats is refused at the end
def scaling(
    values: FloatArray, parts: Sequence[ColumnRecipe], scale: Scale
) -> tuple[FloatArray, FloatArray, str, list[str]]:
    """Offset and weight of each feature, for ``(values - offset) * weight``; the scale chosen, and notes on it.

    The features of a category have one weight. Unscaled, rows of different categories are at distance 1. Scaled, the
    variances of the features of m equally frequent categories add up to 1, so that they count as one column; the same
    distance holds for rare categories, which would be blown up into clusters if they were scaled by their variance.
    Yes and no are a category of two. A constant column has weight 0 unless the scale is "none". ``values`` are
    (n, features), without gaps.
    """
    names = [feature.column for part in parts for feature in part.features]
    kinds = np.array([feature.kind for part in parts for feature in part.features])
    levels = np.array([len(part.features) for part in parts for _ in part.features])
    measured = np.isin(kinds, ("number", "date"))
    means, spreads = np.array([_mean_and_spread(column) for column in values.T]).T
    constant = measured & (spreads == 0)
    spreads[~measured] = 0
    chosen, why = scale, ""
    if scale == "auto":
        units = set(np.where(kinds == "yes/no", "category", kinds).tolist())
        why = _MIXED if len(units) > 1 else unequal_spreads(names, spreads)
        chosen = "standard" if why else "none"
    notes = [why] if why else []
    if scale != "none" and constant.any():
        equal = [name for name, is_constant in zip(names, constant, strict=True) if is_constant]
        notes.append(f"Without effect, because all values are equal but for rounding: {listed(equal)}.")
    if chosen == "none":
        _check_finite(values, names, means, spreads)
        weight = np.where(kinds == "category", np.sqrt(0.5), np.where(constant & (scale != "none"), 0.0, 1.0))
        return np.zeros(levels.size), weight, chosen, notes
    offset = means
    if chosen == "robust":
        low, offset, high = np.quantile(values, [0.25, 0.5, 0.75], axis=0).astype(np.float64)
        spreads = np.where(measured & ~constant & (high > low), (high - low) / _QUARTILES_OF_NORMAL, spreads)
    spreads = np.where(measured, spreads, np.where(kinds == "category", np.sqrt(1 - 1 / levels), 0.5))
    weight = np.divide(1.0, spreads, out=np.zeros_like(spreads), where=spreads > 0)
    _check_finite(values, names, means, offset, spreads, weight)
    return offset, weight, chosen, notes


def _mean_and_spread(column: FloatArray) -> tuple[float, float]:
    """Mean and standard deviation; 0 if the values differ by rounding only.

    Both are those of the differences from the first value: sums of large numbers would be rounded by more than these
    may differ.
    """
    apart = np.subtract(column, column[0], dtype=np.float64)
    rounding = _ROUNDING * np.finfo(column.dtype).eps * np.abs(column).max()
    width = float(np.ptp(apart))
    spread = float(apart.std()) or width  # the squares of the smallest floats are 0
    return float(column[0] + apart.mean()), 0.0 if width <= rounding else spread


def _check_finite(values: FloatArray, names: Sequence[str], *found: FloatArray) -> None:
    """Refuse a column with a mean, a spread or a weight that is out of the range of floats."""
    fine = np.isfinite(found).all(axis=0)
    if not fine.all():
        place = int(fine.argmin())
        column, name = values[:, place], quoted(names[place])
        raise InputError(
            f"the values of {name} go from {column.min():.3g} to {column.max():.3g}, out of the range in which "
            "floating-point numbers can be compared. Give them in another unit, or leave the column out."
        )


def unequal_spreads(names: Sequence[str], spreads: FloatArray) -> str:
    """A sentence on columns whose spreads differ too much to be compared as they are; "" where they do not."""
    varied = np.flatnonzero(spreads > 0)
    if varied.size < 2:
        return ""
    widest, narrowest = varied[spreads[varied].argmax()], varied[spreads[varied].argmin()]
    ratio = spreads[widest] / spreads[narrowest]
    if ratio <= _UNEQUAL:
        return ""
    return (
        f"Columns were standardised to mean 0 and variance 1, because their spreads differ: that of "
        f"{quoted(names[widest])} is {ratio:,.0f} times that of {quoted(names[narrowest])}."
    )
