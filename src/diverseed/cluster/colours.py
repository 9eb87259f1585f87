"""Colours of clusters that colour-blind readers can tell apart."""

import numpy as np

from ..arrays import FloatArray, IntArray

# Six of Okabe & Ito (2008), and two dark ones that differ from them in lightness.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#882255", "#5d3a9b")
QUIET = "#8a919b"


def cluster_colours(centres: FloatArray) -> IntArray:
    """(k,) a colour for each cluster, by (k, 2) positions in a picture: clusters of one colour lie far apart."""
    chosen = np.arange(centres.shape[0])
    if chosen.size <= len(COLOURS):
        return chosen
    # those in the middle come first: they are far from none, so colours are best shared by the others
    order = np.argsort(((centres - centres.mean(axis=0)) ** 2).sum(axis=1), kind="stable")
    chosen[order[: len(COLOURS)]] = np.arange(len(COLOURS))
    for place, cluster in enumerate(order[len(COLOURS) :], start=len(COLOURS)):
        before = order[:place]
        squares = ((centres[before] - centres[cluster]) ** 2).sum(axis=1)
        nearest = [squares[chosen[before] == colour].min() for colour in range(len(COLOURS))]
        chosen[cluster] = int(np.argmax(nearest))
    return chosen
