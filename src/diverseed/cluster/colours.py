"""Colours of clusters that colour-blind readers can tell apart."""

import numpy as np

from ..arrays import FloatArray, IntArray

# Six of Okabe & Ito (2008), and two dark ones that differ from them in lightness.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#882255", "#5d3a9b")
QUIET = "#8a919b"


def cluster_colours(centres: FloatArray) -> IntArray:
    """(k,) a colour for each cluster, by (k, 2) positions in a picture: clusters of one colour lie far apart."""
    chosen = np.full(centres.shape[0], -1)
    for cluster, centre in enumerate(centres):
        if cluster < len(COLOURS):
            chosen[cluster] = cluster
            continue
        squares = ((centres[:cluster] - centre) ** 2).sum(axis=1)
        nearest = [squares[chosen[:cluster] == colour].min() for colour in range(len(COLOURS))]
        chosen[cluster] = int(np.argmax(nearest))
    return chosen
