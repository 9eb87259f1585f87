"""Separation of time scales: how much faster the walk mixes within a cluster than it leaves one."""

import numpy as np

from ..arrays import FloatArray

# Components that do not touch have eigenvalue 1, up to the rounding of single precision, and would be infinitely slow.
_LARGEST = 1 - 1e-5
# Below this an eigenvalue is forgotten after one step: no cluster. The last ones of a few points, each repeated many
# times, would differ by large factors.
_SMALLEST = 0.05
# Without clusters the separations of a smooth domain fall like 1 / k (Weyl's law), so that small numbers would win.
# From 0.4 to 1/2 the public development sets are counted about equally well; see ``benchmarks/walk_settings.py``.
POWER = 0.4


def contrast(eigenvalues: FloatArray) -> FloatArray:
    """``log r_k`` with ``r_k = log l_(k+1) / log l_k`` for k = 1 .. K, from K + 1 descending eigenvalues.

    r is how many times faster the walk mixes within a cluster than it leaves one. A Gaussian has r = 2 after d + 1
    eigenvalues, a line r = 4 after 2, a ring r = 4 after 3. At k = 1 the contrast is 0: any data set is one cluster.

    Parameters
    ----------
    eigenvalues : (..., K + 1)

    Returns
    -------
    (..., K)
    """
    rates = -np.log(np.clip(eigenvalues, 1e-12, _LARGEST))
    values = np.log(np.maximum(rates[..., 1:] / rates[..., :-1], 1.0))
    values[eigenvalues[..., :-1] < _SMALLEST] = 0
    values[..., 0] = 0
    return values


def separation(contrasts: FloatArray) -> FloatArray:
    """``s = max over t >= 0 of (l_k^t - l_(k+1)^t)``, between 0 and 1, which is ``r^(-1/(r-1)) (1 - 1/r)``.

    A Gaussian has 1/4, a line or a ring .472; clusters that the walk leaves a hundred times more slowly than it
    explores them have .945.
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        values = np.exp(-contrasts / np.expm1(contrasts)) * -np.expm1(-contrasts)
    return np.where(contrasts > 1e-9, values, 0.0)


def scaled(values: FloatArray, n_effective: FloatArray | float) -> FloatArray:
    """``x (n - 1)^0.4``, where n is the effective number of clusters: comparable between different numbers."""
    return values * (n_effective - 1) ** POWER


def time_scale(eigenvalues: FloatArray, k: int) -> float:
    """The number of steps t at which ``l_k^t - l_(k+1)^t`` is largest: mixed within clusters, not between them."""
    slow, fast = -np.log(np.clip(eigenvalues[k - 1 : k + 1], 1e-12, _LARGEST))
    return float(np.log(fast / slow) / (fast - slow)) if fast > slow else 1 / float(slow)


def relaxation_times(eigenvalues: FloatArray) -> FloatArray:
    """``-1 / log l``: the number of steps after which 1/e of a mode is left."""
    return -1 / np.log(np.clip(eigenvalues, 1e-12, _LARGEST))
