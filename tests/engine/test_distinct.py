"""The distinct rows of dense and sparse data."""

import numpy as np
import pytest
import scipy.sparse

from diverseed.engine.distinct import distinct_rows, n_distinct_rows


@pytest.mark.parametrize("form", [np.asarray, scipy.sparse.csr_array])
@pytest.mark.parametrize("d", [2, 40])
def test_distinct_rows_in_an_order_of_their_own(form, d: int) -> None:
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (60, d)).astype(float)
    X[30:] = X[rng.permutation(30)]
    first, number = distinct_rows(form(X))
    np.testing.assert_array_equal(X[first][number], X)
    assert len(first) == len(np.unique(X, axis=0))
    assert all(number.tolist().index(place) == row for place, row in enumerate(first))
    order = rng.permutation(60)
    np.testing.assert_array_equal(X[order][distinct_rows(form(X[order]))[0]], X[first])


@pytest.mark.parametrize("d", [2, 40])
def test_minus_zero_is_zero(d: int) -> None:
    assert distinct_rows(np.array([[0.0] * d, [-0.0] * d]))[1].tolist() == [0, 0]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_different_rows_are_counted(dtype: type) -> None:
    rng = np.random.default_rng(0)
    for d in (1, 2, 5):
        for X in (
            rng.integers(-2, 3, (500, d)),
            rng.integers(-2, 3, (500, d))[:, ::-1] * 1e-30,
            rng.normal(size=(500, d)),
        ):
            X = np.asfortranarray(X, dtype=dtype)
            assert n_distinct_rows(X) == len(np.unique(X, axis=0))
    assert n_distinct_rows(np.array([[0.0, 1.0], [-0.0, 1.0], [1.0, 0.0]])) == 2
