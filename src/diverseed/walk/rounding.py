"""Rounded values, spread over the intervals that they stand for.

A column of few values, such as yes and no or a rating, cuts the data into slices with gaps between them, and every
slice would be a cluster. But each value stands for all quantities that are rounded to it. (Where a histogram is fitted
by a density, this is known as dequantization.)
"""

import numpy as np

from ..arrays import FloatArray


def dequantised(points: FloatArray, rng: np.random.Generator) -> FloatArray:
    """(n, d) each value moved within its interval, whose width is the median gap between different values of a column.

    The m points with the same value are spread evenly over its interval, in random order. A value of one point alone
    stays, and so do columns where most values are different: rounding is no coarser there than the data.

    Parameters
    ----------
    points : (n, d)

    Returns
    -------
    the points themselves if all columns stay
    """
    spread = points
    for number, column in enumerate(points.T):
        # counting alone takes a fraction of the time, and most columns stay
        if not 1 < np.unique(column).size <= column.size / 2:
            continue
        values, which, counts = np.unique(column, return_inverse=True, return_counts=True)
        order = np.lexsort((rng.random(column.size), which))
        position = np.empty(column.size)
        position[order] = np.arange(column.size) - np.repeat(np.cumsum(counts) - counts, counts)
        if spread is points:
            spread = points.astype(np.float64)
        spread[:, number] += np.median(np.diff(values)) * ((position + 0.5) / counts[which] - 0.5)
    return spread
