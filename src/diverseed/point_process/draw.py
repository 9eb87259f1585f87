"""The two phases of an exact draw: which eigenvectors, then which points.

A determinantal point process is a mixture of projection processes (Hough, Krishnapur, Peres & Virag 2006; Kulesza &
Taskar 2012, Algorithm 1). Phase 1 picks the eigenvectors; phase 2 draws as many points as there are eigenvectors.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy.special import expit

from ..arrays import FloatArray, IntArray
from ..engine.weighted_draws import propose
from .sizes import log_tilt

# Residuals below this share of a point's proposal density are rounding noise: copies of points already drawn.
_NOISE = 1e-12


def keep(log_eigenvalues: FloatArray, k: int | None, rng: np.random.Generator, *, n_samples: int) -> list[IntArray]:
    """Phase 1, ``n_samples`` times: eigenvector i is kept with probability ``l_i / (1 + l_i)``; with k, a set of k of
    them with probability proportional to its product.

    Independent trials with odds ``a l_i``, repeated until k succeed, have the law of a k-DPP for every ``a``. The ``a``
    that makes k the mean makes k the most likely number too, so about ``sqrt(2 pi Var)`` tries are needed.

    Parameters
    ----------
    log_eigenvalues : (r,), finite, at least k of them
    """
    if k is None:
        return [np.flatnonzero(rng.random(log_eigenvalues.size) < expit(log_eigenvalues)) for _ in range(n_samples)]
    if k in (0, log_eigenvalues.size):
        return [np.arange(k)] * n_samples
    kept = expit(log_tilt(log_eigenvalues, k) + log_eigenvalues)
    batch = max(1, min(int(np.sqrt(2 * np.pi * (kept * (1 - kept)).sum())), 10_000_000 // kept.size))
    draws: list[IntArray] = []
    while len(draws) < n_samples:
        trials = rng.random((batch, kept.size)) < kept
        hits = np.flatnonzero(trials.sum(axis=1) == k)
        draws.extend(np.flatnonzero(trials[hit]) for hit in hits[: n_samples - len(draws)])
    return draws


def split_at(log_eigenvalues: FloatArray, k: int, *, tied: float) -> tuple[IntArray, IntArray]:
    """Indices of the eigenvalues above the k-th, and of those level with it: ``tied`` apart at most, as logarithms."""
    if k == 0:
        return np.arange(0), np.arange(0)
    edge = log_eigenvalues[k - 1]
    above = log_eigenvalues > edge + tied
    return np.flatnonzero(above), np.flatnonzero(~above & (log_eigenvalues >= edge - tied))


def projection_points(
    vectors: Callable[[IntArray], FloatArray], density: FloatArray, m: int, rng: np.random.Generator
) -> IntArray:
    """Phase 2: draw from the projection process on the span of m orthonormal vectors.

    With u_j the m coordinates of point j, propose j in proportion to ``density[j] >= |u_j|^2`` and accept with the
    share of the density that is the part of u_j orthogonal to the points drawn so far. At step t these parts sum to
    m - t, so with ``|u_j|^2`` itself (leverage scores) ``m (1 + 1/2 + .. + 1/m)`` proposals are needed on average, at a
    cost of O(n m + m^3 log m) in all (Barthelme, Tremblay & Amblard 2023). Proposals are judged in blocks, by their
    coordinates in the orthogonal complement of the points drawn so far, which shrinks from block to block.

    Parameters
    ----------
    vectors : function of an array of p points that returns their coordinates, (m, p)
    density : (n,)

    Returns
    -------
    (m,) different indices, ascending
    """
    cumulative = np.cumsum(density)
    block = int(np.clip(np.rint(cumulative[-1]), 16, 192))
    points = [np.empty(0, dtype=np.intp)]
    complement = np.eye(m)  # orthonormal columns
    while complement.shape[1]:
        proposed = propose(cumulative, block, rng)
        residual = complement.T @ vectors(proposed)
        accepted = accept_in_block(residual.T @ residual, density[proposed], limit=len(residual), rng=rng)
        points.append(proposed[accepted])
        complement = complement @ np.linalg.qr(residual[:, accepted], mode="complete")[0][:, accepted.size :]
    return np.sort(np.concatenate(points))


def points_of_projection(vectors: FloatArray, rng: np.random.Generator) -> IntArray:
    """The same for vectors that are at hand: (m, n), rows orthonormal."""
    leverage = np.einsum("ij,ij->j", vectors, vectors)
    return projection_points(lambda points: vectors[:, points], leverage, len(vectors), rng)


def accept_in_block(residual: FloatArray, density: FloatArray, *, limit: int, rng: np.random.Generator) -> IntArray:
    """Judge proposals one after the other by how much of them is new, as in rejection sampling of pivots.

    Proposal j, drawn with probability proportional to ``density[j]``, is accepted with probability
    ``residual norm of j given all points accepted before / density[j]``; the accepted sequence then has the law of a
    sequential draw from the residual norms (Epperly, Tropp & Webber 2024, for randomly pivoted Cholesky). Accepting
    one costs one row of a Cholesky factor of the block, refusing one costs nothing.

    Parameters
    ----------
    residual : (b, b) inner products of the proposals' residuals at the block's start
    density : (b,) at least the diagonal of ``residual``
    limit : accept no more than this many

    Returns
    -------
    positions of the accepted proposals within the block, in order
    """
    thresholds = np.maximum(rng.random(density.size), _NOISE) * density
    surplus = residual.diagonal() - thresholds
    factor = np.empty((min(limit, density.size), density.size))  # of Cholesky, one row for each accepted proposal
    accepted: list[int] = []
    start = 0
    while len(accepted) < limit and start < density.size:
        ahead = surplus[start:] > 0
        first = int(ahead.argmax())
        if not ahead[first]:
            break
        j, done = start + first, len(accepted)
        row = residual[j] - factor[:done, j] @ factor[:done]
        row /= math.sqrt(row[j])
        factor[done] = row
        surplus -= row * row
        accepted.append(j)
        start = j + 1
    return np.array(accepted, dtype=np.intp)
