"""When the features of an estimator are those of normalised texts, and what it does with them then."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.utils.extmath import row_norms

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from .count import DESCRIBED_CUTS, count_by_sequences, process_sizes
from .dense_linkage import link
from .lloyd import nearest
from .savings import group_savings
from .seeds import cluster_lines


def is_text_features(X: Any) -> bool:
    """Whether X looks like normalised text features, for which clusters are counted by the process on ``X X^T``.

    The rule: X is sparse, holds no negative number, and every row has the Euclidean length 1 (to single precision)
    or is empty; at least one row is not empty, and there are more columns than one. ``WordSequenceVectorizer()`` and
    scikit-learn's ``TfidfVectorizer()`` give such rows. Dense data, unnormalised counts and hashed features with signs
    take the road for vectors.
    """
    if not sp.issparse(X) or X.shape[1] < 2 or not X.nnz:
        return False
    if not np.isfinite(X.data).all() or X.data.min() < 0:
        return False
    squares = row_norms(X, squared=True)
    return bool((np.isclose(squares, 1, atol=1e-5) | (squares == 0)).all())


@dataclass(frozen=True)
class TextFit:
    """Clusters of text features.

    Attributes
    ----------
    n_clusters : int
    expected_size, size_sd : of the paper's process on ``X X^T``
    standard_error : of ``expected_size`` where it is estimated, else 0
    alone : rows of positive weight that the tree leaves alone at this number of clusters
    empty : rows of positive weight without a feature (texts without a word)
    seeds : (n_clusters,) rows of X
    labels : (n,)
    centres : (n_clusters, d) CSR
    cost : weighted sum of squared distances to the centres
    """

    n_clusters: int
    expected_size: float
    size_sd: float
    standard_error: float
    alone: int
    empty: int
    seeds: IntArray
    labels: IntArray
    centres: Any
    cost: float


def fit_text_features(
    X: Any, weights: FloatArray, n_clusters: int | None = None, *, rng: np.random.Generator, n_init: int = 4
) -> TextFit:
    """Count the clusters of text features unless told, seed them and run Lloyd's algorithm.

    The number is that of the paper's process on ``X X^T``, E|Y|, unless the tree of average linkage shows a clear gap
    or fewer groups make the rows much shorter to tell (:func:`~diverseed.texts.count.count_by_sequences`), and one
    more, with its centre at 0, where rows have no feature. Where the number is told, such rows join the nearest
    cluster.

    Parameters
    ----------
    X : (n, d) sparse for which :func:`is_text_features` holds
    weights : (n,) non-negative; rows of weight 0 have no say
    n_clusters : None finds it; at most the number of rows of positive weight
    """
    rows = sp.csr_array(X, dtype=np.float64)
    filled = np.diff(rows.indptr) > 0
    heard, silent = np.flatnonzero((weights > 0) & filled), np.flatnonzero((weights > 0) & ~filled)
    if not heard.size:
        raise InputError("no row of positive weight has a feature. Give texts with words, or weights above 0 to them.")
    distinct, which = _distinct(rows[heard])
    copies: FloatArray = np.bincount(which, weights=weights[heard]).astype(np.float64)
    sizes = process_sizes(rows[heard[distinct]], copies, rng=rng)
    tree = link(rows[heard[distinct]], rng=rng)
    if n_clusters is None:
        savings = group_savings(rows[heard[distinct]], tree, DESCRIBED_CUTS)
        k, apart = count_by_sequences(tree, sizes.of_lines, savings), int(silent.size > 0)
    else:
        k = min(n_clusters, heard.size)
        apart = n_clusters - k
    groups = tree.labels(min(k, tree.n_rows))
    # more clusters than different rows: copies are told apart
    used, mass = (heard[distinct], copies) if k <= distinct.size else (heard, weights[heard])
    found = cluster_lines(rows[used], mass, k, rng=rng, n_init=n_init)
    centres = sp.vstack([found.centres, sp.csr_array((apart, rows.shape[1]))], format="csr")
    labels, distances = nearest(rows, centres, row_norms(rows, squared=True))
    return TextFit(
        n_clusters=k + apart,
        expected_size=sizes.mean,
        size_sd=sizes.deviation,
        standard_error=sizes.standard_error,
        alone=int((np.bincount(groups, weights=np.bincount(which)) == 1).sum()),
        empty=silent.size,
        seeds=np.concatenate([used[found.seeds], silent[:apart]]),
        labels=labels,
        centres=centres,
        cost=float(weights @ distances),
    )


def _distinct(rows: Any) -> tuple[IntArray, IntArray]:
    """First row of each kind, and the kind of each row."""
    rows = rows.copy()
    rows.sort_indices()
    seen: dict[bytes, int] = {}
    first: list[int] = []
    which = np.empty(rows.shape[0], dtype=np.intp)
    for row in range(rows.shape[0]):
        part = slice(rows.indptr[row], rows.indptr[row + 1])
        kind = seen.setdefault(rows.indices[part].tobytes() + rows.data[part].tobytes(), len(first))
        if kind == len(first):
            first.append(row)
        which[row] = kind
    return np.array(first, dtype=np.intp), which
