"""Clusters of any shape from the walk's own eigenvectors."""

import numpy as np
import scipy.linalg

from ..arrays import FloatArray, IntArray
from ..point_process import LEnsemble
from ..threads import one_blas_thread
from .spectrum import Spectrum

_MAX_ITER = 50


def projection_process(spectrum: Spectrum, k: int) -> LEnsemble:
    """The projection process on the k slowest modes: it draws one node from each cluster the walk rarely leaves."""
    values = np.maximum(spectrum.eigenvalues[:k], 1e-12)
    with one_blas_thread():
        basis = np.linalg.qr(spectrum.vectors(k).astype(np.float64))[0]
    return LEnsemble.from_eigenvectors(values, basis).sharpen(np.inf)


def diverse_nodes(spectrum: Spectrum, k: int) -> IntArray:
    """(k,) the greedy mode of that process, with no draw: QR with column pivoting picks the same nodes."""
    with one_blas_thread():
        return scipy.linalg.qr(spectrum.vectors(k).T.astype(np.float64), mode="r", pivoting=True)[1][:k]


def partition(spectrum: Spectrum, seeds: IntArray) -> tuple[IntArray, float]:
    """Cluster the nodes in the space of the k slowest modes, where every cluster is one direction.

    Rows of the eigenvectors are scaled to length 1 (Ng, Jordan & Weiss 2001) and clustered by spherical k-means from
    the seeds' directions, with the stationary distribution of the walk as weights.

    Parameters
    ----------
    seeds : (k,) nodes

    Returns
    -------
    (m,) cluster of each node, and the mean cosine to its cluster's direction
    """
    k = seeds.size
    rows = spectrum.vectors(k).astype(np.float64)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    centres, labels = rows[seeds], np.full(len(rows), -1)
    with one_blas_thread():
        for _ in range(_MAX_ITER):
            cosines = rows @ centres.T
            nearest = cosines.argmax(axis=1)
            if np.array_equal(nearest, labels):
                break
            labels = nearest
            members = np.zeros((k, len(rows)))
            members[labels, np.arange(len(rows))] = spectrum.degrees
            sums = members @ rows
            lengths = np.linalg.norm(sums, axis=1, keepdims=True)
            centres = np.where(lengths > 0, sums / np.maximum(lengths, 1e-300), centres)
    quality = float(np.average(cosines[np.arange(len(rows)), labels], weights=spectrum.degrees))
    return labels, quality


def effective_number(masses: FloatArray) -> float:
    """One over the probability that two points drawn at random share a cluster (the inverse Simpson index).

    It is k for k equal clusters, and hardly above 1 for one cluster and a few small groups: the number less 1 is the
    odds that two random points are in different clusters.
    """
    return float(masses.sum() ** 2 / (masses**2).sum())
