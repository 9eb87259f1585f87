"""What the displays share: new axes, and colours that colour-blind readers can distinguish."""

import io
from collections.abc import Callable
from typing import Any

from ..cluster.colours import COLOURS, QUIET, cluster_colours
from ..errors import optional_module
from ..files.decoding import printable

__all__ = ["ACCENT", "COLOURS", "PAPER", "QUIET", "cluster_colours"]

ACCENT, PAPER = COLOURS[1], "#fffffe"


def check_matplotlib() -> None:
    """Raise an error that says how to install matplotlib if it is missing."""
    optional_module("matplotlib", "pictures need matplotlib.", "plot")


def new_axes(n_columns: int = 1, *, size: tuple[float, float]) -> Any:
    """Axes of a new pyplot figure: one, or an array of several side by side."""
    check_matplotlib()
    from matplotlib import pyplot

    return pyplot.subplots(1, n_columns, figsize=size, layout="constrained")[1]


def figure_file(draw: Callable[[Any], object], format: str, *, size: tuple[float, float], **options: Any) -> bytes:
    """What ``draw`` draws on a figure of its own, outside pyplot, as a file."""
    check_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    draw(figure)
    target = io.BytesIO()
    figure.savefig(target, format=format, **options)
    return target.getvalue()


def tidy(axis: Any) -> None:
    """Hide the top and right lines of the frame."""
    axis.spines[["top", "right"]].set_visible(False)


def whole_numbers(axis: Any) -> None:
    """Ticks at whole numbers only, also where there is room for one of them."""
    axis.get_major_locator().set_params(integer=True, min_n_ticks=1)


def plain_label(text: Any) -> None:
    """Show a label from the data literally: dollar signs are not math, and control characters are replaced."""
    text.set_text(printable(text.get_text()))
    text.set_parse_math(False)
