"""The displays as SVG inside a page: ink, paper and lettering in colour follow the page's own colours."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from ..displays import ClustersDisplay, EvidenceDisplay, SizeDistributionDisplay
from ..displays.drawing import COLOURS, PAPER, check_matplotlib, figure_file
from .profiles import Description

_INK = "#23262b"
# Names such as axes_1 repeat from picture to picture; nothing refers to them.
_UNUSED_NAMES = re.compile(r' id="[\w.]+_\d+"')


def evidence_picture(model: Any) -> str:
    """Time scales of the walk and scores, as an SVG element."""
    about = "Time scales of the random walk, and the score of each number of clusters"
    return picture(lambda figure: EvidenceDisplay(model.evidence_).plot(figure.subplots(1, 2)), about, height=3.3)


def evidence_pictures(model: Any) -> str:
    """The same as two SVG elements, which a narrow page shows below each other."""
    check_matplotlib()
    from matplotlib.figure import Figure

    def drawn(place: int, figure: Any) -> None:
        axes = [(figure if place == each else Figure()).subplots() for each in range(2)]
        EvidenceDisplay(model.evidence_).plot(axes)

    about = ("Time scales of the random walk", "The score of each number of clusters")
    return "".join(picture(partial(drawn, place), words, width=4.6, height=3.3) for place, words in enumerate(about))


def sizes_picture(model: Any) -> str:
    """The distribution of the number of clusters, as an SVG element."""
    display = SizeDistributionDisplay(model.size_distribution_, n_clusters=model.n_clusters_)
    return picture(lambda figure: display.plot(figure.subplots()), "Probability of each number of clusters", height=2.4)


def clusters_picture(model: Any, found: Description, names: Sequence[str] | None = None) -> str:
    """Points, clusters and seeds in the plane, as an SVG element."""
    projection = found.projection
    display = ClustersDisplay(projection, found.labels, seed_indices=model.seed_indices_, names=names)
    about = "Points in the plane, coloured by cluster, with the seeds"
    width, height = np.ptp(projection.positions, axis=0)
    # principal components have one scale: the picture is as high as they need, not padded with empty paper
    fitted = float(np.clip(8.4 * height / width, 3.4, 6.0)) if projection.share < 1 and width > 0 else 6.0
    return picture(lambda figure: display.plot(figure.subplots()), about, height=fitted)


def picture(draw: Callable[[Any], object], about: str, *, width: float = 9.2, height: float) -> str:
    check_matplotlib()
    from matplotlib import style

    inked = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
    settings: dict[str, Any] = dict.fromkeys(inked, _INK)
    settings |= {"svg.fonttype": "none", "svg.hashsalt": about, "figure.facecolor": "none", "axes.facecolor": "none"}
    with style.context(["default", settings]):  # the page looks the same whatever style the user has set
        undated = {"Date": None, "Creator": None}
        svg = figure_file(draw, "svg", size=(width, height), dpi=144, metadata=undated).decode()
    svg = _UNUSED_NAMES.sub("", svg[svg.index("<svg") :])
    for colour, name in ((_INK, "currentColor"), (PAPER, "var(--paper)"), (COLOURS[0], "var(--accent)")):
        svg = svg.replace(colour, name)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{about}" ', 1)
