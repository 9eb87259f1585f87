"""Rules of thumb, and the BIC of Gaussian mixtures."""

import warnings

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from ..arrays import FloatArray


def log_n(X: FloatArray, *, k_max: int, rng: np.random.Generator) -> int:
    """The decimal logarithm of the number of points, rounded: the rule the paper compares with."""
    return _between(np.log10(len(X)), k_max)


def sqrt_n(X: FloatArray, *, k_max: int, rng: np.random.Generator) -> int:
    """The square root of the number of points, rounded."""
    return _between(np.sqrt(len(X)), k_max)


def bic_of_mixtures(X: FloatArray, *, k_max: int, rng: np.random.Generator) -> int:
    """The number of components of the Gaussian mixture, full covariances, with the lowest BIC (Schwarz 1978)."""
    spread = float(X.var(axis=0).mean())
    if spread == 0:
        return 1
    criteria = []
    for k in range(1, k_max + 1):
        # the floor under the variances follows the unit of the data
        mixture = GaussianMixture(k, reg_covar=1e-6 * spread, random_state=int(rng.integers(2**31 - 1)))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            criteria.append(mixture.fit(X).bic(X))
    return 1 + int(np.argmin(criteria))


def _between(value: float, k_max: int) -> int:
    return int(np.clip(round(float(value)), 1, k_max))
