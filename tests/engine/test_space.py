"""One contract for all spaces: dense rows, sparse rows and the feature space of a linear kernel, on the same points."""

from collections.abc import Callable

import numpy as np
import pytest
import scipy.sparse
from sklearn.cluster import KMeans

from diverseed.engine.feature_space import FeatureSpace
from diverseed.engine.lloyd import best_run, lloyd
from diverseed.engine.plus_plus import extend
from diverseed.engine.points import Points
from diverseed.engine.space import Space

RNG = np.random.default_rng(0)
X = np.concatenate([RNG.standard_normal((40, 3)) + centre for centre in ([0, 0, 0], [9, 0, 0], [0, 9, 0], [0, 0, 9])])
WEIGHTS = RNG.uniform(0.5, 2, 160)
NONE = np.empty(0, dtype=np.intp)

SPACES: dict[str, Callable[[np.ndarray, np.ndarray], Space]] = {
    "dense": Points,
    "sparse": lambda X, weights: Points(scipy.sparse.csr_array(X), weights),
    "kernel": lambda X, weights: FeatureSpace(X @ X.T, weights),
}


@pytest.fixture(params=SPACES)
def space(request) -> Space:
    return SPACES[request.param](X, WEIGHTS)


def coordinates(space: Space, centres: np.ndarray) -> np.ndarray:
    """Centres as points of the plane, also those that are shares of points."""
    return centres @ X if isinstance(space, FeatureSpace) else centres


def brute_force(centres: np.ndarray) -> np.ndarray:
    return ((X[:, None] - centres) ** 2).sum(axis=2)


def test_squared_distances(space: Space) -> None:
    np.testing.assert_allclose(space.squared_distances(np.array([3, 90])), brute_force(X[[3, 90]]).T, atol=1e-9)


def test_copies_of_a_point_are_at_distance_zero() -> None:
    far = 1e3 + RNG.standard_normal((5, 3))
    for name, make in SPACES.items():
        copies = make(np.repeat(far, 2, axis=0), np.ones(10))
        squares = copies.squared_distances(np.arange(10))
        assert (squares[np.arange(10), np.arange(10) ^ 1] == 0).all(), name


def test_a_step_moves_to_the_means_of_the_nearest_points(space: Space) -> None:
    seeds = np.array([0, 50, 51, 130])
    squares = brute_force(X[seeds])
    labels, found = space.assign(space.at(seeds))
    np.testing.assert_array_equal(labels, squares.argmin(axis=1))
    np.testing.assert_allclose(found, squares.min(axis=1), atol=1e-9)
    means = [np.average(X[labels == c], axis=0, weights=WEIGHTS[labels == c]) for c in range(4)]
    moved, weights = space.step(space.at(seeds))
    np.testing.assert_allclose(coordinates(space, moved), means)
    np.testing.assert_allclose(weights, np.bincount(labels, WEIGHTS))


def test_an_empty_cluster_takes_the_point_farthest_from_its_centre() -> None:
    points = np.array([[0.0], [1.0], [2.0], [9.0]])
    for name, make in SPACES.items():
        space = make(points, np.ones(4))
        moved, weights = space.step(space.at(np.array([0, 0])))
        at = moved @ points if isinstance(space, FeatureSpace) else moved
        np.testing.assert_allclose(np.sort(at.ravel()), [1, 9], err_msg=name)
        assert (weights > 0).all(), name


def test_an_empty_cluster_takes_a_point_of_a_cluster_that_keeps_another() -> None:
    points = np.array([[9.0], [0.0], [1.0]])
    for name, make in SPACES.items():
        space = make(points, np.ones(3))
        moved, _ = space.step(space.at(np.array([1, 1, 0])))
        at = moved @ points if isinstance(space, FeatureSpace) else moved
        np.testing.assert_allclose(at.ravel(), [0, 1, 9], err_msg=name)


def test_lloyd_is_scikit_learns(space: Space) -> None:
    seeds = np.array([0, 1, 2, 130])
    ours = lloyd(space, space.at(seeds), tolerance=0, max_iter=100)
    theirs = KMeans(4, init=X[seeds], n_init=1, tol=0).fit(X, sample_weight=WEIGHTS)
    np.testing.assert_allclose(coordinates(space, ours.centres), theirs.cluster_centers_)
    assert ours.n_iter == theirs.n_iter_
    assert lloyd(space, space.at(seeds), tolerance=0, max_iter=2).n_iter == 2
    assert lloyd(space, space.at(seeds), tolerance=np.inf, max_iter=100).n_iter == 1


def test_the_best_run_is_the_cheapest_and_of_equal_ones_has_the_best_start(space: Space) -> None:
    poor, good, better = np.array([0, 1, 2, 3]), np.array([5, 45, 85, 125]), np.array([0, 0, 0, 0])
    centres = np.array([X[40 * c : 40 * c + 40].mean(axis=0) for c in range(4)])
    better = brute_force(centres).argmin(axis=0)
    best = best_run(space, [space.at(poor), space.at(good), space.at(better)], max_iter=100)
    assert best.start == 2
    np.testing.assert_array_equal(best.labels, np.repeat(range(4), 40))
    assert best.cost == pytest.approx(WEIGHTS @ best.squares)
    assert best.cost == pytest.approx(KMeans(4, init=centres, n_init=1).fit(X, sample_weight=WEIGHTS).inertia_)
    assert best_run(space, [space.at(good), space.at(better)], max_iter=100).start == 1
    assert best_run(space, [space.at(good), space.at(poor)], max_iter=1).start == 0


def test_the_best_run_is_the_cheapest_of_all_starts() -> None:
    rng = np.random.default_rng(3)
    space = Points(rng.random((60, 2)), rng.uniform(0.5, 2, 60))
    starts = [space.at(rng.choice(60, 6, replace=False)) for _ in range(20)]
    runs = [best_run(space, [start], max_iter=100) for start in starts]
    before = [space.weights @ space.assign(start)[1] for start in starts]
    best = best_run(space, starts, max_iter=100)
    assert best.cost == pytest.approx(min(run.cost for run in runs))
    level = [i for i, run in enumerate(runs) if run.cost <= best.cost * (1 + 1e-9)]
    assert len(level) > 1  # of equal results that of the fewest steps, and then of the lowest cost at the start
    assert best.start == min(level, key=lambda i: (runs[i].n_iter, before[i])) != int(np.argmin(before))
    assert best.start != min(level, key=lambda i: before[i])


def test_the_best_run_is_the_cheapest_of_those_wanted() -> None:
    rng = np.random.default_rng(3)
    space = Points(rng.random((60, 2)), rng.uniform(0.5, 2, 60))
    starts = [space.at(rng.choice(60, 6, replace=False)) for _ in range(20)]
    costs = np.array([best_run(space, [start], max_iter=100).cost for start in starts])
    dear = set(np.argsort(costs)[10:].tolist())
    best = best_run(space, starts, max_iter=100, wanted=lambda run: run.start in dear)
    assert best.start in dear
    assert best.cost == pytest.approx(np.sort(costs)[10])
    usual = best_run(space, starts, max_iter=100)
    assert best_run(space, starts, max_iter=100, wanted=lambda run: False).start == usual.start
    assert best_run(space, starts, max_iter=100, wanted=lambda run: True).start == usual.start


def test_a_run_may_cost_nothing(space: Space) -> None:
    points = np.arange(160)
    assert best_run(space, [space.at(points), space.at(points[::-1])], max_iter=3).cost == pytest.approx(0, abs=1e-9)
    alike = Points(np.zeros((4, 2)), np.ones(4))
    assert best_run(alike, [alike.at(np.array([0]))], max_iter=3).cost == 0


@pytest.mark.parametrize("n_candidates", [1, 3, None])
def test_k_means_plus_plus_draws_the_same_in_every_space(space: Space, n_candidates: int | None) -> None:
    found = extend(space, np.array([7]), 6, rng=np.random.default_rng(1), n_candidates=n_candidates)
    dense = extend(Points(X, WEIGHTS), np.array([7]), 6, rng=np.random.default_rng(1), n_candidates=n_candidates)
    np.testing.assert_array_equal(found, dense)
    assert found[0] == 7
    assert np.unique(found).size == 6


@pytest.mark.parametrize("k", [2, 3, 8])
def test_as_many_candidates_as_scikit_learn_by_default(k: int) -> None:
    space = Points(X, WEIGHTS)
    for seed in range(5):
        found, wanted = (
            extend(space, NONE, k, rng=np.random.default_rng(seed), n_candidates=n) for n in (None, 2 + int(np.log(k)))
        )
        np.testing.assert_array_equal(found, wanted)


def test_the_unit_of_a_kernel_does_not_matter() -> None:
    start = np.random.default_rng(4).choice(160, 9, replace=False)
    plain = lloyd(FeatureSpace(X @ X.T, WEIGHTS), FeatureSpace(X @ X.T, WEIGHTS).at(start), tolerance=0, max_iter=50)
    for unit in (1e-20, 1e20):
        scaled = FeatureSpace(unit * (X @ X.T), WEIGHTS)
        found = lloyd(scaled, scaled.at(start), tolerance=0, max_iter=50)
        np.testing.assert_allclose(found.centres, plain.centres)
        assert found.n_iter == plain.n_iter > 2


def test_k_means_plus_plus_has_its_law(space: Space) -> None:
    """The second seed by weight times squared distance to the first: chi-square over four groups of points."""
    density = WEIGHTS * brute_force(X[:1])[:, 0]
    expected = 2000 * density.reshape(4, 40).sum(axis=1) / density.sum()
    rng = np.random.default_rng(2)
    drawn = [extend(space, np.array([0]), 2, rng=rng)[1] for _ in range(2000)]
    counts = np.bincount(np.array(drawn) // 40, minlength=4)
    assert (counts - expected) ** 2 @ (1 / expected) < 21  # 3 degrees of freedom: passed by chance in 1 of 10,000


def test_k_means_plus_plus_with_fewer_distinct_points_than_seeds() -> None:
    for name, make in SPACES.items():
        space = make(np.repeat([[0.0, 0.0], [3.0, 4.0]], 4, axis=0), np.array([1.0, 1, 1, 0, 1, 1, 1, 0]))
        seeds = extend(space, NONE, 6, rng=np.random.default_rng(0))
        assert np.unique(seeds).size == 6, name
        assert not {3, 7} & set(seeds.tolist()), name  # points without weight come last
        np.testing.assert_array_equal(extend(space, np.array([4, 2, 1]), 2, rng=np.random.default_rng(0)), [4, 2])


def test_means_of_points_without_weight_are_plain_means() -> None:
    space = FeatureSpace(X[:6] @ X[:6].T, np.array([1.0, 3, 0, 0, 0, 2]))
    shares = space.means(np.array([0, 0, 0, 1, 1, 2]), 3)
    np.testing.assert_allclose(shares, [[0.25, 0.75, 0, 0, 0, 0], [0, 0, 0, 0.5, 0.5, 0], [0, 0, 0, 0, 0, 1]])


def test_a_point_between_two_centres_stays_in_its_cluster() -> None:
    """Where the nearest centre is a matter of rounding, labels would otherwise go back and forth."""
    points = np.array([[-1.5], [3.0], [0.0]])  # the last is as far from the first as from the mean of the others
    space = FeatureSpace(points @ points.T, np.ones(3))
    for labels in ([0, 1, 1], [1, 0, 0]):
        np.testing.assert_array_equal(space.assign(space.means(np.array(labels), 2))[0], labels)


def test_an_empty_cluster_never_takes_the_only_point_of_another() -> None:
    """Though that one is farthest from its centre."""
    points = np.array([[0.0], [1.0], [12.0], [40.0]])
    space = FeatureSpace(points @ points.T, np.ones(4))
    centres = np.array([[1, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0.5, 0.5]])  # at 0, 0 and 26
    np.testing.assert_array_equal(space.assign(centres)[0], [0, 0, 1, 2])


@pytest.mark.parametrize("n_seeds", [1, 2])
def test_k_means_plus_plus_starts_with_one_seed_by_weight(n_seeds: int) -> None:
    """Every other one by squared distance: with two places, one in each, also where only one row is in a place."""
    for lonely, unit in ((0, 1.0), (5, 1.0), (5, 1e-6)):
        rows = np.where(np.arange(6) == lonely, unit, 0.0)[:, None]
        for seed in range(5):
            seeds = extend(Points(rows, np.ones(6)), NONE, n_seeds, rng=np.random.default_rng(seed))
            assert seeds.size == n_seeds
            assert n_seeds == 1 or lonely in seeds


def test_rows_in_single_precision_stay_so() -> None:
    space = Points(X.astype(np.float32), WEIGHTS)
    moved, _ = space.step(space.at(np.array([0, 50, 130])))
    assert moved.dtype == space.assign(moved)[1].dtype == np.float32


def test_copies_of_a_point_stay_in_one_cluster_and_empty_clusters_where_they_are() -> None:
    points = np.repeat([[1.0, 1.0], [4.0, 5.0]], 3, axis=0)
    space = FeatureSpace(points @ points.T, np.ones(6))
    centres = space.at(np.array([1, 0, 2, 4]))
    labels, squares = space.assign(centres)
    assert labels.tolist() == [0, 0, 0, 3, 3, 3]
    assert squares.tolist() == [0] * 6
    moved, weights = space.step(centres)
    np.testing.assert_array_equal(moved[[1, 2]], centres[[1, 2]])
    np.testing.assert_allclose(moved[[0, 3]] @ points, [[1, 1], [4, 5]])
    assert weights.tolist() == [3, 0, 0, 3]


def test_an_empty_cluster_takes_no_point_without_weight() -> None:
    points = np.array([[0.0], [0.0], [9.0]])
    space = FeatureSpace(points @ points.T, np.array([1.0, 1.0, 0.0]))
    assert space.assign(space.at(np.array([0, 1])))[0].tolist() == [0, 0, 0]


@pytest.mark.parametrize("unit", [1e-300, 1e300])
def test_the_unit_of_weights_does_not_matter_for_empty_clusters(unit: float) -> None:
    points = 1e-5 * np.array([[0.0], [1.0], [2.0], [9.0]])
    space = FeatureSpace(points @ points.T, np.full(4, unit))
    assert space.assign(space.at(np.array([0, 0])))[0].tolist() == [0, 0, 0, 1]
