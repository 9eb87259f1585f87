"""Which clusters share a colour, if there are more than eight."""

import numpy as np

from diverseed.cluster.colours import COLOURS, cluster_colours


def test_up_to_eight_clusters_have_their_colours_in_order() -> None:
    assert cluster_colours(np.random.default_rng(0).normal(size=(8, 2))).tolist() == list(range(len(COLOURS)))


def test_a_cluster_in_the_middle_shares_no_colour() -> None:
    """A ring of eight, and the ninth in the middle of it: the two of one colour lie opposite each other."""
    angles = np.arange(8) * np.pi / 4
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    for middle in (0, 4, 8):
        colours = cluster_colours(np.insert(ring, middle, [0.1, 0.05], axis=0))
        shared = np.flatnonzero(np.delete(colours, middle) == np.bincount(colours).argmax())
        assert shared.size == 2
        assert shared[1] - shared[0] in (3, 4, 5)
