"""Checks of parameters: what they accept, and what they say to everything else."""

import numpy as np
import pytest
import scipy.sparse

from diverseed.engine.checks import (
    check_metric,
    check_positive_integer,
    check_scale,
    check_spread,
    number_of_draws,
    weights_of,
    without_duplicates,
)
from diverseed.errors import InputError


@pytest.mark.parametrize("value", [1, 7, np.int32(3)])
def test_positive_integers(value) -> None:
    assert check_positive_integer("k", value) == value
    assert number_of_draws(value) == value


@pytest.mark.parametrize("value", [0, -1, True, 2.0, "3", None, np.nan])
def test_other_values_are_not_positive_integers(value) -> None:
    with pytest.raises(InputError, match=r"k must be a positive integer \(or None\); it is"):
        check_positive_integer("k", value, or_else="None")
    with pytest.raises(InputError, match=r'n_init must be a positive integer \(or "auto"\)'):
        number_of_draws(value)


def test_five_draws_by_default() -> None:
    assert number_of_draws("auto") == 5


@pytest.mark.parametrize("value", ["auto", 1, 0.5, 1e300, np.float32(2)])
def test_scales(value) -> None:
    check_scale("gamma", value)
    check_scale("sharpness", value, may_be_infinite=True)


@pytest.mark.parametrize("value", ["Auto", 0, -1.0, True, None, np.nan, [1.0]])
def test_other_values_are_not_scales(value) -> None:
    with pytest.raises(InputError, match='gamma must be "auto" or a positive number'):
        check_scale("gamma", value)
    with pytest.raises(InputError, match='sharpness must be "auto", a positive number or inf'):
        check_scale("sharpness", value, may_be_infinite=True)


def test_only_the_sharpness_may_be_infinite() -> None:
    check_scale("sharpness", np.inf, may_be_infinite=True)
    with pytest.raises(InputError, match="gamma"):
        check_scale("gamma", np.inf)


def test_metrics() -> None:
    check_metric("euclidean")
    check_metric("cosine")
    with pytest.raises(InputError, match="metric='l1' is not supported"):
        check_metric("l1")
    with pytest.raises(InputError, match=r"metric=array\(\['cosine', 'euclidean'\]"):
        check_metric(np.array(["cosine", "euclidean"]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_spreads_whose_squares_fit(dtype) -> None:
    limits = np.finfo(dtype)
    largest, smallest = float(limits.max) / 1e6, float(limits.tiny) * 1e6
    for total in (0.0, 1.0, 0.9 * largest, 1.1 * smallest):
        check_spread(np.array([total / 2, total / 2]), dtype)
    for total, wrong in ((1.1 * largest, "too large"), (np.inf, "too large"), (0.9 * smallest, "too small")):
        with pytest.raises(InputError, match=wrong):
            check_spread(np.array([total]), dtype)


def test_weights_default_to_ones_that_take_no_memory() -> None:
    X = scipy.sparse.csr_array((1000, 2))
    ones = weights_of(X, None)
    assert ones.shape == (1000,)
    assert (ones == 1).all()
    assert ones.strides == (0,)
    np.testing.assert_array_equal(weights_of(np.zeros((3, 2)), [1, 2, 0]), [1.0, 2.0, 0.0])
    assert weights_of(np.zeros((2, 2), dtype=np.float32), np.ones(2, dtype=np.float32)).dtype == np.float64
    with pytest.raises(ValueError, match=r"[Nn]egative"):
        weights_of(np.zeros((3, 2)), [1, -2, 0])


@pytest.mark.parametrize("unit", [1e-304, 1e-320, 1e303, 1e308])
def test_weights_whose_sum_is_out_of_range(unit: float) -> None:
    with pytest.raises(InputError, match=r"sample_weight sums to .*; the sum must lie between 2.2e-302 and 1.8e\+302"):
        weights_of(np.zeros((3, 2)), [unit, 0, unit])


@pytest.mark.parametrize("unit", [1e-301, 1e301])
def test_other_units_of_weights_are_fine(unit: float) -> None:
    np.testing.assert_array_equal(weights_of(np.zeros((3, 2)), [unit, 1e-320, unit]), [unit, 1e-320, unit])


def test_sparse_rows_without_duplicates() -> None:
    parts = scipy.sparse.csr_matrix(([1.0, 2, 0, 3], [1, 1, 0, 0], [0, 3, 4]), shape=(2, 2))
    found = without_duplicates(parts)
    assert (found.data.tolist(), found.indices.tolist(), parts.data.size) == ([3.0, 3.0], [1, 0], 4)
    assert without_duplicates(found) is found
    zeros = scipy.sparse.csr_array(([0.0, 3], [0, 1], [0, 2]), shape=(1, 2))
    assert without_duplicates(zeros).data.tolist() == [3.0]
    dense = np.zeros((2, 2))
    assert without_duplicates(dense) is dense
