"""What the estimators of rows share: sparse input as it comes, rows too far away, copies, types."""

import copy
import pickle
import re
import warnings
from typing import Any

import numpy as np
import pytest
import scipy.sparse
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from diverseed import DPPKernelKMeans, DPPKMeans, DPPSpectralClustering
from diverseed.errors import InputError
from diverseed.seeding import SEEDINGS

X, LABELS = make_blobs(300, centers=[[0, 0], [8, 0], [0, 8]], random_state=0)
WIDE = np.hstack([X, np.random.default_rng(0).standard_normal((300, 10))])

both = pytest.mark.parametrize("kind", [DPPKMeans, DPPSpectralClustering])


def in_parts(rows: np.ndarray) -> Any:
    """A CSR matrix that holds every entry as two halves, and one more zero in each row; out of order."""
    n, d = rows.shape
    columns = np.tile([*range(d), *range(d)[::-1], 0], n)
    data = np.hstack([rows / 2, rows[:, ::-1] / 2, np.zeros((n, 1))]).ravel()
    return scipy.sparse.csr_matrix((data, columns, (2 * d + 1) * np.arange(n + 1)), shape=(n, d))


@both
@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
def test_sparse_entries_in_several_parts_add_up(kind: Any, metric: str) -> None:
    parts, plain = in_parts(WIDE), scipy.sparse.csr_matrix(WIDE)
    np.testing.assert_array_equal(parts.toarray(), WIDE)
    split, whole = (kind(3, metric=metric, random_state=0).fit(rows) for rows in (parts, plain))
    assert parts.data.size == (2 * WIDE.shape[1] + 1) * 300  # the caller's matrix is as it was
    assert split.inertia_ == pytest.approx(whole.inertia_)
    np.testing.assert_array_equal(split.labels_, whole.labels_)
    np.testing.assert_array_equal(split.predict(parts), whole.predict(plain))
    np.testing.assert_allclose(split.score_outliers(parts), whole.score_outliers(plain))
    np.testing.assert_allclose(split.transform(parts), whole.transform(plain))
    if kind is DPPKMeans:
        assert split.score(parts) == pytest.approx(whole.score(plain))


def test_seedings_of_sparse_entries_in_several_parts() -> None:
    for seeding in ("k-means++", "k-dpp"):
        seeds = (SEEDINGS[seeding].indices(rows, 3, random_state=0) for rows in (in_parts(WIDE), WIDE))
        np.testing.assert_array_equal(*seeds)


@both
@pytest.mark.parametrize("form", [np.asarray, scipy.sparse.csr_array])
@pytest.mark.parametrize("data", [X, WIDE], ids=["narrow", "wide"])
def test_new_rows_too_far_for_squared_distances_are_refused(kind: Any, form: Any, data: np.ndarray) -> None:
    model = kind(3, random_state=0).fit(form(data))
    rows = data[:3].copy()
    rows[1, 0] = 1e150
    assert model.predict(form(rows)).shape == (3,)
    for value in (-1e155, 1e200, 1e308):
        rows[1, 0] = value
        for method in (model.predict, model.transform, model.score_outliers):
            with pytest.raises(
                InputError,
                match=rf"row 1 of X holds {re.escape(f'{value:.3g}')}, too large .* 64-bit .* about \de\+153",
            ):
                method(form(rows))


@both
def test_the_limit_is_that_of_the_type_of_the_fit(kind: Any) -> None:
    model = kind(3, random_state=0).fit(X.astype(np.float32))
    with pytest.raises(InputError, match=r"row 0 of X holds 1e\+30, too large for squared distances in 32-bit floats"):
        model.predict([[1e30, 0]])
    assert model.predict(np.full((5, 2), 5e17, dtype=np.float32)).shape == (5,)


@both
def test_rows_too_large_to_be_scaled_to_length_1(kind: Any) -> None:
    model = kind(3, metric="cosine", random_state=0).fit(X)
    for method in (model.fit, model.predict):
        with pytest.raises(InputError, match=r"row 0 of X holds 1e\+200, too large"):
            method(np.vstack([[[1e200, 0]], X]))


def test_kernel_k_means_refuses_new_rows_that_are_too_large() -> None:
    model = DPPKernelKMeans(3, random_state=0).fit(X)
    with pytest.raises(InputError, match=r"row 1 of X holds 1e\+308, too large"):
        model.predict([[0, 0], [1e308, 0]])


@pytest.mark.parametrize("kind", [DPPKMeans, DPPSpectralClustering, DPPKernelKMeans])
@pytest.mark.parametrize("weight", [1e308, 1e-320])
def test_weights_whose_sum_overflows_or_underflows(kind: Any, weight: float) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InputError, match=r"sample_weight sums to .*Divide the weights by the largest"):
            kind(random_state=0).fit(X, sample_weight=np.full(300, weight))


@both
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copies_can_do_what_the_original_can(kind: Any, copied: Any) -> None:
    model = kind(random_state=0).fit(X)
    twin = copied(model)
    np.testing.assert_array_equal(twin.labels_at(1), model.labels_at(1))
    twin.random_state = 1
    assert model.random_state == 0
    if copied is copy.deepcopy:
        twin.cluster_centers_ += 1
        assert not np.array_equal(twin.cluster_centers_, model.cluster_centers_)
    if kind is DPPKMeans:
        assert twin.partial_fit(X).update_report_.n_rows_before == 300


def test_pickles_leave_the_data_out() -> None:
    model = DPPKMeans(random_state=0).fit(np.repeat(X, 100, axis=0))
    pickled = pickle.dumps(model)
    assert len(pickled) < model._X_fit.nbytes
    with pytest.raises(InputError, match="does not keep its training data"):
        pickle.loads(pickled).labels_at(1)


@both
def test_types_of_labels_and_seeds(kind: Any) -> None:
    """Labels have 32 bits, as those of scikit-learn's clusterers."""
    for n_clusters in ("auto", 3):
        model = kind(n_clusters, random_state=0).fit(X)
        assert model.labels_.dtype == model.predict(X).dtype == np.int32
        assert model.seed_indices_.dtype == np.intp
        assert adjusted_rand_score(model.labels_, LABELS) == 1
    assert kind(random_state=0).fit(X).labels_at(1).dtype == np.int32


@both
@pytest.mark.parametrize("name", ["metric", "n_neighbors"])
def test_arrays_are_not_names(kind: Any, name: str) -> None:
    if name in kind().get_params():
        with pytest.raises(InputError, match=rf"{name}.*array\("):
            kind(**{name: np.array(["auto", "cosine"])}).fit(X)
