"""What the displays share: new axes, and colours that colour-blind readers can distinguish."""

from typing import Any

import numpy as np

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from ..files.decoding import printable

# Six of Okabe & Ito (2008), and two dark ones that differ from them in lightness.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#882255", "#5d3a9b")
ACCENT, QUIET, PAPER = COLOURS[1], "#8a919b", "#fffffe"


def check_matplotlib() -> None:
    """Raise an error that says how to get matplotlib, where it is missing."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        from ..extras import how_to_install

        raise InputError(f"pictures need matplotlib. {how_to_install('plot')}") from error


def new_axes(n_columns: int = 1, *, size: tuple[float, float]) -> Any:
    """Axes of a new pyplot figure: one, or an array of several side by side."""
    check_matplotlib()
    from matplotlib import pyplot

    return pyplot.subplots(1, n_columns, figsize=size, layout="constrained")[1]


def tidy(axis: Any) -> None:
    """Leave out the frame's upper and right line."""
    axis.spines[["top", "right"]].set_visible(False)


def plain_label(text: Any) -> None:
    """Show a label from the data as it is: a dollar sign starts no formula, control characters have no shape."""
    text.set_text(printable(text.get_text()))
    text.set_parse_math(False)


def cluster_colours(centres: FloatArray) -> IntArray:
    """(k,) for each cluster the number of a colour, so that clusters of the same colour lie far apart.

    Parameters
    ----------
    centres : (k, 2) positions in the picture
    """
    chosen = np.full(centres.shape[0], -1)
    for cluster, centre in enumerate(centres):
        if cluster < len(COLOURS):
            chosen[cluster] = cluster
            continue
        squares = ((centres[:cluster] - centre) ** 2).sum(axis=1)
        nearest = [squares[chosen[:cluster] == colour].min() for colour in range(len(COLOURS))]
        chosen[cluster] = int(np.argmax(nearest))
    return chosen
