"""The spectrum of ``L = W^1/2 X X^T W^1/2`` for sparse rows X, as sums over it: exact block by block, or estimated."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from ..arrays import FloatArray, IntArray
from ..threads import one_blas_thread

# A block up to this size is decomposed exactly, in a few seconds; a larger one costs its cube.
EXACT_SIZE = 2500
_PROBES = 12
_STEPS = 60
_CELLS_PER_BASIS = 40_000_000  # of all Lanczos vectors: 320 MB


@dataclass(frozen=True)
class SpectralSums:
    """What is needed to sum a function over the eigenvalues.

    Attributes
    ----------
    exact : (r,) eigenvalues of the blocks that were decomposed
    nodes, weights : (n_probes, m) Ritz values of each probe of the other blocks and their weights; an average over
        probes of ``sum weights * f(nodes)`` estimates the sum of f over those blocks. Empty when all is exact.
    """

    exact: FloatArray
    nodes: FloatArray
    weights: FloatArray

    def total(self, function: Callable[[FloatArray], FloatArray]) -> tuple[float, float]:
        """Sum of ``function`` over the eigenvalues, and its standard error (0 when exact). ``function(0)`` is 0."""
        known = float(function(self.exact).sum())
        if not self.nodes.size:
            return known, 0.0
        estimates = (self.weights * function(self.nodes)).sum(axis=1)
        return known + float(estimates.mean()), float(estimates.std(ddof=1) / np.sqrt(estimates.size))


def spectral_sums(X: Any, weights: FloatArray, *, rng: np.random.Generator) -> SpectralSums:
    """Spectrum of ``W^1/2 X X^T W^1/2``, never forming it whole.

    Rows that share no column, not even by way of others, are in different blocks. Small blocks are decomposed, through
    the smaller of their two Gram matrices. For a large one, stochastic Lanczos quadrature (Golub & Meurant 1994; Ubaru,
    Chen & Saad 2017): random sign vectors, some Lanczos steps with sparse products, and the Gauss quadrature
    that the tridiagonal matrix of each holds.

    Parameters
    ----------
    X : (n, d) CSR
    weights : (n,) positive
    """
    rows = sp.csr_array(X).multiply(np.sqrt(weights)[:, None]).tocsr()
    small, large = [], []
    for block in _blocks(rows):
        part = rows[block]
        used = np.unique(part.indices)
        part = part[:, used]
        if min(part.shape) <= EXACT_SIZE:
            small.append(_eigenvalues(part))
        else:
            large.append(_quadrature(part, rng))
    nodes = np.concatenate([n for n, _ in large], axis=1) if large else np.empty((0, 0))
    shares = np.concatenate([w for _, w in large], axis=1) if large else np.empty((0, 0))
    return SpectralSums(np.concatenate([np.empty(0), *small]), nodes, shares)


def _blocks(rows: Any) -> list[IntArray]:
    """Rows of each connected component of the graph whose edges are shared columns; empty rows are left out."""
    n, d = rows.shape
    graph = sp.coo_array(
        (np.ones(rows.nnz), (np.repeat(np.arange(n), np.diff(rows.indptr)), n + rows.indices)), shape=(n + d, n + d)
    )
    component = sp.csgraph.connected_components(graph, directed=False)[1][:n]
    filled = np.flatnonzero(np.diff(rows.indptr))
    order = filled[np.argsort(component[filled], kind="stable")]
    return np.split(order, np.flatnonzero(np.diff(component[order])) + 1) if order.size else []


def _eigenvalues(part: Any) -> FloatArray:
    """Positive eigenvalues of ``part part^T``."""
    if part.shape[0] == 1:
        return np.array([(part.data**2).sum()])
    gram = part @ part.T if part.shape[0] <= part.shape[1] else part.T @ part
    with one_blas_thread():
        values = scipy.linalg.eigvalsh(gram.toarray(), check_finite=False)
    return values[values > values[-1] * 1e-12 * values.size]


def _quadrature(part: Any, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Ritz values and weights of Lanczos runs from random sign vectors, all runs at once: two (probes, steps)."""
    n = part.shape[0]
    steps = max(20, min(_STEPS, _CELLS_PER_BASIS // (n * _PROBES)))
    turned = part.T.tocsr()
    vector = rng.choice([-1.0, 1.0], size=(n, _PROBES)) / np.sqrt(n)
    basis = np.empty((steps, n, _PROBES))
    diagonal, off_diagonal = np.zeros((steps, _PROBES)), np.zeros((steps, _PROBES))
    for step in range(steps):
        basis[step] = vector
        image = part @ (turned @ vector)
        diagonal[step] = np.einsum("ij,ij->j", vector, image)
        for _ in range(2):  # against all vectors so far, twice: Lanczos vectors lose their orthogonality
            overlaps = np.einsum("sij,ij->sj", basis[: step + 1], image)
            image -= np.einsum("sij,sj->ij", basis[: step + 1], overlaps)
        off_diagonal[step] = np.linalg.norm(image, axis=0)
        vector = image / np.maximum(off_diagonal[step], 1e-300)
    nodes, shares = np.empty((_PROBES, steps)), np.empty((_PROBES, steps))
    for probe in range(_PROBES):
        values, vectors = scipy.linalg.eigh_tridiagonal(diagonal[:, probe], off_diagonal[:-1, probe])
        nodes[probe], shares[probe] = np.maximum(values, 0), n * vectors[0] ** 2
    return nodes, shares
