"""Points in the plane, for pictures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse
from sklearn.utils.extmath import randomized_svd

from ..arrays import FloatArray

_MOST_FOR_AXES = 50_000


def column_title(name: str) -> str:
    """What a column is called in a picture or a sentence: one without a name is known by its number."""
    return f"column {name}" if name.isdigit() else name


@dataclass(frozen=True)
class Projection:
    """Points in the plane."""

    positions: FloatArray  # (n, 2)
    axis_names: tuple[str, str]  # what the two axes show
    share: float  # how much of the variance they show

    @classmethod
    def of(cls, X: Any, feature_names: Sequence[str] | None = None) -> "Projection":
        """Two features as they are, one feature with random heights, or two principal components; X is dense or CSR."""
        names = [column_title(str(name)) for name in (range(X.shape[1]) if feature_names is None else feature_names)]
        if X.shape[1] > 2:
            return cls._principal(X)
        values = np.asarray(X.toarray() if scipy.sparse.issparse(X) else X, dtype=np.float64)
        if X.shape[1] == 2:
            return cls(values, (names[0], names[1]), 1.0)
        spread = np.random.default_rng(0).uniform(size=values.shape[0])
        return cls(np.column_stack([values[:, 0], spread]), (names[0], "(at random)"), 1.0)

    @classmethod
    def _principal(cls, X: Any) -> "Projection":
        n = X.shape[0]
        rows = np.random.default_rng(0).choice(n, _MOST_FOR_AXES, replace=False) if n > _MOST_FOR_AXES else slice(None)
        sample = X[rows]
        mean = np.asarray(sample.mean(axis=0)).ravel()
        # an uncentred sparse matrix has the same right factor up to its mean, which is taken off afterwards
        centred = sample if scipy.sparse.issparse(sample) else sample - mean
        _, values, axes = randomized_svd(centred, min(2, n), random_state=0)
        total = float((centred.multiply(centred) if scipy.sparse.issparse(centred) else centred**2).sum())
        positions, shares = np.zeros((n, 2)), np.zeros(2)
        positions[:, : len(axes)] = X @ axes.T - mean @ axes.T
        shares[: len(axes)] = values**2 / total if total > 0 else 0.0
        words = ("first", "second")
        first, second = (f"{word} principal component ({s:.0%})" for word, s in zip(words, shares, strict=True))
        return cls(positions, (first, second), float(shares.sum()))
