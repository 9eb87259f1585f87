"""The size of the draws of the paper's process on sparse features."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import FloatArray
from .spectrum import spectral_sums


@dataclass(frozen=True)
class ExpectedSize:
    """Mean and standard deviation of |Y|, and the standard error of the mean: 0 where it is exact."""

    mean: float
    deviation: float
    standard_error: float


def expected_size(X: Any, weights: FloatArray, *, rng: np.random.Generator) -> ExpectedSize:
    r"""Size of the paper's process, :math:`L = W^{1/2} X X^T W^{1/2}`, :math:`E|Y| = \sum_i l_i / (1 + l_i)`.

    Parameters
    ----------
    X : (n, d) CSR, non-negative, rows of length 1 (or 0: such rows are left out)
    weights : (n,) positive, the number of copies of each row: identical lines merged have the same spectrum
    """
    sums = spectral_sums(X, weights, rng=rng)
    mean, error = sums.total(lambda values: values / (1 + values))
    variance, _ = sums.total(lambda values: values / (1 + values) ** 2)
    return ExpectedSize(mean, float(np.sqrt(max(variance, 0.0))), error)
