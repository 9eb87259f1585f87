"""Checks of estimator parameters: messages that name the value, the limit and the fix."""

from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils.validation import _check_sample_weight

from ..arrays import FloatArray
from ..errors import InputError


def check_positive_integer(name: str, value: Any, *, or_else: str = "") -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 1:
        other = f" (or {or_else})" if or_else else ""
        raise InputError(f"{name} must be a positive integer{other}; it is {value!r}.")
    return int(value)


def check_n_clusters(n_clusters: Any, *names: str) -> None:
    """A number of clusters, or one of the names for how to find it."""
    if not (isinstance(n_clusters, str) and n_clusters in names):
        check_positive_integer("n_clusters", n_clusters, or_else=", ".join(f'"{name}"' for name in names))


def number_of_draws(n_init: int | str) -> int:
    """``n_init``, or 5 for scikit-learn's "auto": more draws seldom cost less, fewer sometimes miss a cluster."""
    if isinstance(n_init, str) and n_init == "auto":
        return 5
    return check_positive_integer("n_init", n_init, or_else='"auto"')


def check_metric(metric: Any) -> None:
    if not isinstance(metric, str) or metric not in ("euclidean", "cosine"):  # an array has no truth value
        raise InputError(f'metric={metric!r} is not supported. Use "euclidean" or "cosine".')


def check_scale(name: str, value: Any, *, may_be_infinite: bool = False) -> None:
    if isinstance(value, str) and value == "auto":
        return
    is_number = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    if not is_number or not value > 0 or (value == np.inf and not may_be_infinite):
        allowed = '"auto", a positive number or inf' if may_be_infinite else '"auto" or a positive number'
        raise InputError(f"{name} must be {allowed}; it is {value!r}.")


def check_spread(variances: Any, dtype: Any) -> None:
    """Refuse data whose squared distances a floating-point type cannot hold.

    Parameters
    ----------
    variances : (d,) of the columns, in 64 bits; not finite where they overflow
    dtype : of the data
    """
    limits, total = np.finfo(dtype), float(np.sum(variances))
    # sums over rows and columns need some room above a single squared distance
    if not total < float(limits.max) / 1e6:
        wrong, fix = "large", "Divide them by a number such as the largest"
    elif 0 < total < float(limits.tiny) * 1e6:
        wrong, fix = "small", "Multiply them by a large number"
    else:
        return
    raise InputError(
        f"the values have a spread of {np.sqrt(total):.3g}, too {wrong} for squared distances in {limits.bits}-bit "
        f"floats. {fix} first; the clusters do not depend on the unit."
    )


def weights_of(X: Any, sample_weight: Any) -> FloatArray:
    """(n,) weights; by default ones, which take no memory."""
    if sample_weight is None:
        return np.broadcast_to(1.0, X.shape[0])
    weights: FloatArray = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    with np.errstate(over="ignore"):
        check_total_weight(float(weights.sum()))
    return weights


def check_total_weight(total: float) -> None:
    """Refuse weights whose sums a floating-point number cannot hold."""
    lowest, highest = float(np.finfo(np.float64).tiny) * 1e6, float(np.finfo(np.float64).max) / 1e6
    if not lowest <= total <= highest:
        raise InputError(
            f"sample_weight sums to {total:.3g}; the sum must lie between {lowest:.2g} and {highest:.2g}. Divide the "
            "weights by the largest of them first."
        )


def without_duplicates(X: Any) -> Any:
    """Sparse rows in which every entry is there once, in order, and is not zero; a copy where X is otherwise."""
    if not scipy.sparse.issparse(X) or (X.has_canonical_format and np.count_nonzero(X.data) == X.data.size):
        return X
    X = X.copy()
    X.sum_duplicates()
    X.eliminate_zeros()
    return X
