"""Weights that make columns of different units comparable."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from ..arrays import FloatArray
from ..errors import InputError
from .recipe import ColumnRecipe
from .table import quoted

Scale = Literal["auto", "none", "standard", "robust"]
# Beyond a factor of 10 in spread, 100 in variance, the narrower column hardly affects distances.
_UNEQUAL = 10.0
_QUARTILES_OF_NORMAL = 1.3489795003921634  # distance between the quartiles of the standard normal distribution
_MIXED = (
    "Columns were standardised to mean 0 and variance 1, because numbers, dates and categories have no unit in common."
)


@np.errstate(over="ignore", invalid="ignore")  # what is out of the range of floats is refused at the end
def scaling(values: FloatArray, parts: Sequence[ColumnRecipe], scale: Scale) -> tuple[FloatArray, FloatArray, str, str]:
    """Offset and weight of each feature, for ``(values - offset) * weight``; the scale chosen, and a sentence why.

    The features of a category have one weight. Unscaled, rows of different categories are at distance 1. Scaled, the
    variances of the features of m equally frequent categories add up to 1, so that they count as one column; the same
    distance holds for rare categories, which would be blown up into clusters if they were scaled by their variance.
    Yes and no are a category of two. ``values`` are (n, features), without gaps.
    """
    names = [feature.column for part in parts for feature in part.features]
    kinds = np.array([feature.kind for part in parts for feature in part.features])
    levels = np.array([len(part.features) for part in parts for _ in part.features])
    measured = np.isin(kinds, ("number", "date"))
    means = values.mean(axis=0, dtype=np.float64)
    variances = np.var(values, axis=0, dtype=np.float64, mean=means[None])
    # rounding leaves a constant column with a tiny variance
    variances[variances <= (1e-12 * np.abs(means)) ** 2] = 0
    spreads = np.where(measured, np.sqrt(variances), 0.0)
    chosen, why = scale, ""
    if scale == "auto":
        units = set(np.where(kinds == "yes/no", "category", kinds).tolist())
        why = _MIXED if len(units) > 1 else unequal_spreads(names, spreads)
        chosen = "standard" if why else "none"
    if chosen == "none":
        _check_finite(values, names, means, spreads)
        return np.zeros(levels.size), np.where(kinds == "category", np.sqrt(0.5), 1.0), chosen, why
    offset = means
    if chosen == "robust":
        low, offset, high = np.quantile(values, [0.25, 0.5, 0.75], axis=0).astype(np.float64)
        spreads = np.where(measured & (high > low), (high - low) / _QUARTILES_OF_NORMAL, spreads)
    spreads = np.where(measured, spreads, np.where(kinds == "category", np.sqrt(1 - 1 / levels), 0.5))
    weight = np.divide(1.0, spreads, out=np.ones_like(spreads), where=spreads > 0)
    _check_finite(values, names, means, offset, spreads, weight)
    return offset, weight, chosen, why


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
