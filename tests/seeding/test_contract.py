"""What every registered seeding must do, whatever it is."""

import warnings
from collections import Counter

import numpy as np
import pytest
import scipy.sparse
from scipy.stats import chi2
from sklearn.cluster import KMeans

from diverseed.errors import InputError
from diverseed.seeding import SEEDINGS, Seeding, get_seeding
from tests.oracles import FALSE_ALARM

every_seeding = pytest.mark.parametrize("seeding", SEEDINGS.values(), ids=SEEDINGS.keys())

LINE = np.array([[0.0], [1.0], [3.0], [7.0], [7.5]])
COPIES = np.array([1, 3, 2, 1, 4])


def blobs(n_each: int = 8, dtype: type = np.float64) -> np.ndarray:
    rng = np.random.default_rng(0)
    centres = 10 * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1], [0, 2, 1]])
    return (np.repeat(centres, n_each, axis=0) + rng.standard_normal((5 * n_each, 3))).astype(dtype)


def are_different_rows(indices: np.ndarray, k: int, n: int) -> bool:
    return (
        indices.dtype == np.intp and indices.shape == (k,) and len(set(indices)) == k and set(indices) <= set(range(n))
    )


@every_seeding
@pytest.mark.parametrize("k", [1, 2, 5, 39, 40])
def test_k_different_rows(seeding: Seeding, k: int) -> None:
    for seed in range(3):
        assert are_different_rows(seeding.indices(blobs(), k, random_state=seed), k, 40)


@every_seeding
def test_the_same_state_gives_the_same_seeds(seeding: Seeding) -> None:
    X = blobs()
    draws = [tuple(seeding.indices(X, 5, random_state=seed)) for seed in (0, 0, 1, 2, 3, 4)]
    assert draws[0] == draws[1]
    assert len(set(draws)) > 1


@every_seeding
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_centres_are_a_copy_of_the_type_of_the_data(seeding: Seeding, dtype: type) -> None:
    X = blobs(dtype=dtype)
    before = X.copy()
    centres = seeding(X, 5, random_state=0)
    assert centres.shape == (5, 3)
    assert centres.dtype == dtype
    assert not np.shares_memory(centres, X)
    np.testing.assert_array_equal(X, before)
    np.testing.assert_array_equal(centres, X[seeding.indices(X, 5, random_state=0)])


@every_seeding
def test_sparse_data_give_the_seeds_of_dense_data(seeding: Seeding) -> None:
    X = np.where(np.abs(blobs()) < 1.5, 0, blobs())
    for sparse in (scipy.sparse.csr_array(X), scipy.sparse.csr_matrix(X), scipy.sparse.csc_array(X)):
        np.testing.assert_array_equal(seeding.indices(sparse, 5, random_state=3), seeding.indices(X, 5, random_state=3))
    centres = seeding(scipy.sparse.csr_array(X), 5, random_state=3)
    assert isinstance(centres, np.ndarray)


@every_seeding
def test_a_weight_is_as_good_as_copies(seeding: Seeding) -> None:
    """Two samples of which places are chosen: by weights, and among repeated rows. The chi-square test of homogeneity.

    Random rows can take two copies of one place, weighted ones cannot: there k = 1 is what must agree.
    """
    k, n_draws, rng = 1 if seeding.name == "random" else 2, 500, np.random.default_rng(0)
    place = np.repeat(np.arange(len(LINE)), COPIES)
    weighted, repeated = (
        Counter(tuple(sorted(draw)) for draw in draws)
        for draws in (
            [seeding.indices(LINE, k, sample_weight=COPIES, random_state=rng) for _ in range(n_draws)],
            [place[seeding.indices(LINE[place], k, random_state=rng)] for _ in range(n_draws)],
        )
    )
    assert homogeneous(weighted, repeated)
    unweighted = Counter(tuple(sorted(seeding.indices(LINE, 1, random_state=rng))) for _ in range(n_draws))
    assert not homogeneous(unweighted, Counter({(i,): 300 * c for i, c in enumerate(COPIES)}))


def homogeneous(one: Counter, other: Counter) -> bool:
    """Whether two sets of counts can come from one law; outcomes seen fewer than 20 times in all are pooled."""
    outcomes = one.keys() | other.keys()
    table = np.array([[one[o], other[o]] for o in outcomes], dtype=float)
    rare = table.sum(axis=1) < 20
    table = np.concatenate([table[~rare], table[rare].sum(axis=0, keepdims=True)])
    table = table[table.sum(axis=1) > 0]
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    statistic = ((table - expected) ** 2 / expected).sum()
    return bool(statistic <= chi2.isf(FALSE_ALARM, max(len(table) - 1, 1)))


@every_seeding
def test_rows_without_weight_are_not_chosen(seeding: Seeding) -> None:
    X, weights = blobs(), np.zeros(40)
    weights[[3, 11, 18, 25, 38]] = [1, 2, 0.5, 1, 1e-3]
    for k in (1, 3, 5):
        assert set(seeding.indices(X, k, sample_weight=weights, random_state=0)) <= {3, 11, 18, 25, 38}
    assert set(seeding.indices(X, 7, sample_weight=weights, random_state=0)) > {3, 11, 18, 25, 38}
    weightless = [seeding.indices(X, 7, sample_weight=np.zeros(40), random_state=seed) for seed in range(4)]
    assert all(are_different_rows(indices, 7, 40) for indices in weightless)
    assert not all(0 in indices for indices in weightless)  # any row, not the first ones


@every_seeding
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_copies_are_taken_only_when_places_run_out(seeding: Seeding, offset: float) -> None:
    X = np.repeat(LINE[:3] + offset, 4, axis=0)
    assert are_different_rows(seeding.indices(X, 9, random_state=0), 9, 12)
    assert are_different_rows(seeding.indices(X, 12, random_state=0), 12, 12)
    if seeding.name != "random":
        for seed in range(5):
            assert set(X[seeding.indices(X, 3, random_state=seed), 0]) == set(LINE[:3, 0] + offset)


@every_seeding
def test_points_all_equal(seeding: Seeding) -> None:
    for X in (np.full((6, 2), 3.3), np.zeros((6, 2)), scipy.sparse.csr_array((6, 2))):
        assert are_different_rows(seeding.indices(X, 4, random_state=0), 4, 6)


@every_seeding
@pytest.mark.parametrize("scale", [1e-8, 1e8])
def test_the_unit_of_the_data_does_not_matter(seeding: Seeding, scale: float) -> None:
    assert set(seeding.indices(blobs() * scale, 5, random_state=0)) == set(seeding.indices(blobs(), 5, random_state=0))


@every_seeding
@pytest.mark.parametrize("unit", [2.0**-30, 2.0**30])
def test_the_unit_of_the_weights_does_not_matter(seeding: Seeding, unit: float) -> None:
    weights = np.random.default_rng(1).uniform(0.1, 1, 40)
    for k in (2, 5):
        plain, scaled = (
            seeding.indices(blobs(), k, sample_weight=w, random_state=0) for w in (weights, unit * weights)
        )
        np.testing.assert_array_equal(scaled, plain)


@every_seeding
def test_two_tight_groups_far_apart(seeding: Seeding) -> None:
    """Distances a hundred million times smaller than the data's extent: rounding must not break a factorisation."""
    rng = np.random.default_rng(1)
    X = np.repeat([[-1e4], [1e4]], 30, axis=0) + 1e-4 * rng.standard_normal((60, 2))
    for k in (2, 6, 50):
        for seed in range(3):
            assert are_different_rows(seeding.indices(X, k, random_state=seed), k, 60)


@every_seeding
def test_one_far_outlier(seeding: Seeding) -> None:
    X = np.concatenate([blobs(), [[1e9, 0, 0]]])
    for seed in range(3):
        assert are_different_rows(seeding.indices(X, 6, random_state=seed), 6, 41)


@every_seeding
def test_more_points_than_a_full_kernel_is_made_for(seeding: Seeding) -> None:
    X = blobs(n_each=1000)
    indices = seeding.indices(X, 7, random_state=0)
    assert are_different_rows(indices, 7, 5000)
    if seeding.name == "sharpened-k-dpp":
        assert len(set(seeding.indices(X, 5, random_state=0) // 1000)) == 5


@every_seeding
def test_serves_scikit_learn_as_init(seeding: Seeding) -> None:
    for X in (blobs(), scipy.sparse.csr_array(blobs()), blobs(dtype=np.float32)):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            model = KMeans(5, init=seeding, n_init=10, random_state=0).fit(X)
        assert model.cluster_centers_.shape == (5, 3)
        assert model.inertia_ == pytest.approx(KMeans(5, random_state=0, n_init=10).fit(blobs()).inertia_, rel=0.5)


@every_seeding
@pytest.mark.parametrize(
    ("X", "k", "message"),
    [
        (LINE, 6, "n_clusters=6 .* n=5"),
        (LINE, 0, "n_clusters=0"),
        (LINE, 2.5, "2.5"),
        (LINE, True, "True"),
        (LINE[:0], 1, "0 sample"),
        (np.array([[np.nan], [1.0]]), 1, "NaN"),
        (LINE[:, 0], 1, "1D array"),
    ],
)
def test_bad_input_is_named(seeding: Seeding, X: np.ndarray, k: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        seeding.indices(X, k)


@every_seeding
@pytest.mark.parametrize("weights", [np.ones(4), -np.ones(5), np.full(5, np.nan)])
def test_bad_weights_are_named(seeding: Seeding, weights: np.ndarray) -> None:
    with pytest.raises(InputError, match="weights must"):
        seeding.indices(LINE, 2, sample_weight=weights)


def test_by_name_or_by_function() -> None:
    def first_rows(X, n_clusters, *, sample_weight, rng):
        return np.arange(n_clusters)

    assert get_seeding("k-dpp") is SEEDINGS["k-dpp"]
    assert get_seeding(SEEDINGS["k-dpp"]) is SEEDINGS["k-dpp"]
    own = get_seeding(first_rows)
    assert own.name == "first_rows"
    assert (
        get_seeding(lambda X, n_clusters, **_: np.arange(n_clusters, dtype=np.int32)).indices(LINE, 3).dtype == np.intp
    )
    np.testing.assert_array_equal(own.indices(LINE, 3), [0, 1, 2])
    with pytest.raises(InputError, match=r"n_clusters must be an integer; it is None"):
        own.indices(LINE, None)
    with pytest.raises(InputError, match=r"no seeding 'kmeans'.*k-means\+\+"):
        get_seeding("kmeans")


def test_which_seedings_use_a_kernel_and_which_draw_their_number() -> None:
    kernels = {"dpp", "k-dpp", "sharpened-k-dpp", "sequential", "greedy-sequential"}
    assert {name for name, seeding in SEEDINGS.items() if seeding.uses_kernel} == kernels
    assert not get_seeding(lambda X, n_clusters, *, sample_weight, rng: np.arange(n_clusters)).uses_kernel
    for name, seeding in SEEDINGS.items():
        with pytest.raises(InputError, match=r"it is 2\.5") as error:
            seeding.indices(LINE, 2.5)
        assert ('Only the seeding "dpp"' in str(error.value)) == (name != "dpp")


def test_whole_numbers_become_floats() -> None:
    centres = SEEDINGS["k-means++"](LINE.astype(int), 2, random_state=0)
    assert centres.dtype == np.float64


@pytest.mark.parametrize("returned", [[0, 0, 1], [0, 1]])
def test_a_function_that_breaks_the_contract_is_named(returned: list[int]) -> None:
    with pytest.raises(InputError, match="must return 3 different rows"):
        get_seeding(lambda X, n_clusters, *, sample_weight, rng: np.array(returned)).indices(LINE, 3)
