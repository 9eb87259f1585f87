"""The size of the draws of the paper's process on sparse features: exact, or estimated."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import LinearOperator, cg

from ..arrays import FloatArray
from ..kernels.scale import expected_sizes

# A matrix up to this size is decomposed exactly, in a few seconds; a larger one costs its cube.
EXACT_SIZE = 2500
_PROBES, _STEPS = 12, 60
_PRECISION = 1e-9  # of the solutions, relative, where they reach it before the last step; the probes differ by far more


@dataclass(frozen=True)
class ExpectedSize:
    """Mean and standard deviation of |Y|, and the standard error of the mean: 0 where it is exact."""

    mean: float
    deviation: float
    standard_error: float


def expected_size(X: Any, weights: FloatArray, *, rng: np.random.Generator) -> ExpectedSize:
    r"""Size of the paper's process, :math:`L = W^{1/2} X X^T W^{1/2}`, :math:`E|Y| = \sum_i l_i / (1 + l_i)`.

    Of few rows or few columns it is exact, else estimated. X is CSR, its rows of length 1, or 0 where they are left
    out; the weights count the copies of each row, which have the same spectrum merged.
    """
    rows = sp.csr_array(X).multiply(np.sqrt(weights)[:, None]).tocsr()
    if min(rows.shape) <= EXACT_SIZE:
        gram = rows @ rows.T if rows.shape[0] <= rows.shape[1] else rows.T @ rows
        mean, variance = expected_sizes(gram.toarray())
        return ExpectedSize(mean, float(np.sqrt(max(variance, 0.0))), 0.0)
    estimates = _estimates(rows, rng)
    mean, variance = estimates.mean(axis=0)
    error = estimates[:, 0].std(ddof=1) / np.sqrt(_PROBES)
    return ExpectedSize(float(mean), float(np.sqrt(max(variance, 0.0))), float(error))


def _estimates(part: Any, rng: np.random.Generator) -> FloatArray:
    r"""(probes, 2) estimates of mean and variance (Hutchinson 1990).

    With random signs z and :math:`y = (I + L)^{-1} z`, the mean :math:`\mathrm{tr}\,L (I + L)^{-1}` is the expectation
    of :math:`z^T (z - y)`, and the variance :math:`\mathrm{tr}\,L (I + L)^{-2}` that of :math:`y^T (z - y)`. What
    conjugate gradients have of :math:`z^T y` after m steps is a Gauss quadrature of degree 2m - 1 (Golub & Meurant
    1994).
    """
    n, turned = part.shape[0], part.T.tocsr()
    shifted = LinearOperator((n, n), lambda vector: vector + part @ (turned @ vector), dtype=np.float64)
    signs = rng.choice([-1.0, 1.0], size=(n, _PROBES)).T
    solved = np.array([cg(shifted, probe, rtol=_PRECISION, maxiter=_STEPS)[0] for probe in signs])
    rest = signs - solved
    return np.column_stack([(signs * rest).sum(axis=1), (solved * rest).sum(axis=1)])
