"""The baselines by name, behind one signature."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
from sklearn.utils import check_array

from ..engine.checks import check_positive_integer
from ..errors import InputError
from ..random_state import RandomState, as_generator
from .splitting import g_means, x_means
from .sweeps import INDICES, best_by_index, bic_of_mixtures, gap_statistic

Baseline = Callable[..., int]


# Each a function (X, *, k_max, rng) of a valid (n, d) float64 array and 1 <= k_max <= n that returns 1 .. k_max.
CHOOSE_K: Mapping[str, Baseline] = MappingProxyType(
    {
        # rules of thumb, rounded; the paper compares with the first
        "log n": lambda X, *, k_max, rng: int(np.clip(round(np.log10(len(X))), 1, k_max)),
        "sqrt n": lambda X, *, k_max, rng: int(np.clip(round(np.sqrt(len(X))), 1, k_max)),
        **{name: partial(best_by_index, index=name) for name in INDICES},
        "gap statistic": gap_statistic,
        "X-means": x_means,
        "G-means": g_means,
        "BIC of mixtures": bic_of_mixtures,
    }
)

# Those that judge the same k-means clusterings, one for each k, and take them ready-made as ``path=``.
SWEEPS = frozenset({*INDICES, "gap statistic"})


def choose_k(X: Any, method: str, *, k_max: int | None = None, random_state: RandomState = None) -> int:
    """The number of clusters by one of the baselines.

    Parameters
    ----------
    X : (n, d)
    method : a key of ``CHOOSE_K``
    k_max : largest number considered, no more than there are different points; by default sqrt(n), at least 10
    """
    if method not in CHOOSE_K:
        raise InputError(f"there is no baseline {method!r}. Use one of {', '.join(CHOOSE_K)}.")
    if k_max is not None:
        check_positive_integer("k_max", k_max)
    try:
        checked = check_array(X, dtype=np.float64)
    except ValueError as error:
        raise InputError(str(error)) from error
    different = np.unique(checked, axis=0).shape[0]
    largest = max(10, int(np.sqrt(checked.shape[0]))) if k_max is None else int(k_max)
    return CHOOSE_K[method](checked, k_max=min(largest, different), rng=as_generator(random_state))
