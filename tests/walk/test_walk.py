"""The walk: numbers and labels of shapes, levels, the verdict, and what must not matter."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from diverseed.kernels.vectors import squared_distances
from diverseed.walk import take_walk, walk_on_distances
from diverseed.walk.partition import diverse_nodes, effective_number, partition, projection_process
from diverseed.walk.roundness import compared_with_k_means
from diverseed.walk.spectrum import Spectrum
from tests.data import SHAPES, grid


def walk(X: np.ndarray, weights: np.ndarray | None = None, seed: int = 0):
    return take_walk(X, np.ones(len(X)) if weights is None else weights, rng=np.random.default_rng(seed))


def rows_in_order(X: np.ndarray) -> np.ndarray:
    """The order in which the walk looks at different rows."""
    return np.unique(X, axis=0, return_index=True)[1]


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_are_counted_and_labelled(shape: str) -> None:
    X, labels = SHAPES[shape]
    found = walk(X)
    assert (found.evidence.n_clusters, found.evidence.verdict) == (labels.max() + 1, "clear")
    assert compared_with_k_means(found).is_round is False
    assert adjusted_rand_score(labels[rows_in_order(X)], found.labels_at(found.evidence.n_clusters)) == 1


@pytest.mark.parametrize("k", [2, 4])
@pytest.mark.parametrize(("ratio", "gap"), [(10, 5), (20, 6)])
def test_clusters_that_are_elongated_alike_are_counted(ratio: float, gap: float, k: int) -> None:
    labels = np.repeat(np.arange(k), 1000 // k)
    rng = np.random.default_rng([int(ratio), k])
    X = rng.standard_normal((1000, 2)) * (ratio, 1) + labels[:, None] * (0, gap)
    X = X @ np.array([[0.8, 0.6], [-0.6, 0.8]])
    found = walk(X)
    assert found.evidence.n_clusters == k
    assert compared_with_k_means(found).is_round is False
    assert adjusted_rand_score(labels[rows_in_order(X)], found.labels_at(k)) > 0.9


@pytest.mark.parametrize("side", [2, 5, 10])
def test_grids_are_round(side: int) -> None:
    X, labels = grid(side, per_cluster=60)
    found = walk(X)
    assert found.evidence.n_clusters == side**2
    assert compared_with_k_means(found).is_round is True
    assert adjusted_rand_score(labels[rows_in_order(X)], found.labels_at(side**2)) > 0.999


@pytest.mark.parametrize("k", [60, 210, 300])
def test_clusters_by_the_hundred_are_counted(k: int) -> None:
    centres = np.stack(np.divmod(np.arange(k), 15), axis=1) * 8.0
    X = np.repeat(centres, 40, axis=0) + np.random.default_rng(k).standard_normal((40 * k, 2))
    assert walk(X).evidence.n_clusters == k


def test_nested_groups_are_levels() -> None:
    rng = np.random.default_rng(0)
    offsets = np.array([(i, j) for i in range(2) for j in range(2)])
    centres = (60 * offsets[:, None] + 9 * offsets[None]).reshape(-1, 2)
    X = np.repeat(centres, 60, axis=0) + rng.standard_normal((960, 2))
    found = walk(X)
    levels = {level.n_clusters: level for level in found.evidence.levels}
    assert {4, 16} <= set(levels)
    assert sum(level.share for level in levels.values()) == pytest.approx(1)
    assert levels[4].time_scale > 0 < levels[16].bandwidth
    order = rows_in_order(X)
    assert adjusted_rand_score(np.repeat(range(4), 240)[order], found.labels_at(4)) == 1
    assert adjusted_rand_score(np.repeat(range(16), 60)[order], found.labels_at(16)) == 1


def test_evidence_is_consistent() -> None:
    X, _ = grid(3, per_cluster=50)
    evidence = walk(X).evidence
    best = evidence.levels[0]
    assert evidence.n_clusters == evidence.best_n_clusters == best.n_clusters == evidence.candidates[0] == 9
    assert evidence.strength == pytest.approx(evidence.scores[8] - evidence.null_level)
    assert best.score == pytest.approx(evidence.separations[8] * (9 - 1) ** 0.4, rel=1e-3)
    assert evidence.bandwidth == best.bandwidth
    assert evidence == walk(X).evidence
    assert hash(evidence) == hash(walk(X).evidence)
    assert evidence != walk(X[:200]).evidence
    assert len(repr(evidence)) < 200


@pytest.mark.parametrize("law", ["gauss", "cube", "t", "exponential"])
@pytest.mark.parametrize("d", [1, 2, 5, 16])
def test_false_discoveries_are_rare(law: str, d: int) -> None:
    """One cluster of many shapes, elongated: never clear, and hardly ever weak (benchmarks/no_structure.py counts)."""
    rng = np.random.default_rng([d, len(law)])
    draw = {"gauss": rng.standard_normal, "cube": rng.random, "t": lambda s: rng.standard_t(5, s)}
    X = draw.get(law, rng.standard_exponential)((600, d)) * 10 ** rng.uniform(0, 0.7, d)
    assert walk(X).evidence.verdict != "clear"


def test_units_turns_and_order_do_not_matter() -> None:
    X, labels = SHAPES["moons"]
    first = walk(X)
    turn = np.array([[np.cos(1), -np.sin(1)], [np.sin(1), np.cos(1)]])
    for other in (1e6 * X, 1e-6 * X, X @ turn.T + 100):
        again = walk(other)
        assert again.evidence.n_clusters == first.evidence.n_clusters
        assert adjusted_rand_score(labels[rows_in_order(other)], again.labels_at(2)) == 1
    order = np.random.default_rng(0).permutation(len(X))
    assert walk(X[order]).evidence == first.evidence
    np.testing.assert_array_equal(walk(X[order]).labels_at(2), first.labels_at(2))


def test_weights_are_repeats() -> None:
    X, _ = grid(2, per_cluster=40)
    repeats = np.random.default_rng(0).integers(1, 4, len(X))
    weighted, repeated = walk(X, repeats.astype(float)), walk(np.repeat(X, repeats, axis=0))
    np.testing.assert_array_equal(weighted.labels_at(4), repeated.labels_at(4))
    np.testing.assert_allclose(
        weighted.evidence.separations[:6], repeated.evidence.separations[:6], atol=5e-3
    )  # single precision
    nobody = np.vstack([X, X + 500]), np.concatenate([repeats, np.zeros(len(X))])
    assert walk(*nobody).evidence == weighted.evidence


def test_a_few_points_far_away_are_not_a_cluster() -> None:
    X, _ = grid(3, per_cluster=100)
    far = np.array([400.0, -300.0]) + np.random.default_rng(0).standard_normal((3, 2))
    found = walk(np.vstack([X, far]))
    assert found.evidence.n_clusters == 9
    assert {*found.labels_at(9)} == set(range(9))
    for draw in found.draws(9, 5, np.random.default_rng(0)):
        assert {*found.labels_at(9)[draw]} == set(range(9))
    one = np.vstack([np.random.default_rng(1).standard_normal((500, 2)), far])
    assert walk(one).evidence.verdict != "clear"


@pytest.mark.parametrize("n", [1, 2, 5, 8])
def test_few_points_are_one_cluster(n: int) -> None:
    evidence = walk(np.random.default_rng(n).standard_normal((n, 2))).evidence
    assert (evidence.n_clusters, evidence.verdict) == (1, "none")


def test_a_handful_of_values_are_clusters() -> None:
    found = walk(np.repeat([[0.0], [1.0], [7.0]], 30, axis=0))
    assert (found.evidence.n_clusters, found.evidence.verdict) == (3, "clear")
    assert found.labels_at(3).tolist() == [0, 1, 2]
    assert walk(np.ones((50, 2))).evidence.n_clusters == 1


def test_distances_alone_give_the_same_answer() -> None:
    X, _ = grid(3, per_cluster=40)
    assert walk_on_distances(squared_distances(X), np.ones(360), rng=np.random.default_rng(0)).evidence.n_clusters == 9
    noise = np.random.default_rng(0).standard_normal((300, 3))
    assert (
        walk_on_distances(squared_distances(noise), np.ones(300), rng=np.random.default_rng(0)).evidence.verdict
        == "none"
    )


def test_points_without_weight_do_not_count_where_only_distances_are_known() -> None:
    X, labels = grid(2, per_cluster=30)
    far = np.array([[100.0, 100.0], [-100.0, 50.0]])
    weights = np.append(np.ones(len(X)), np.zeros(20))
    squares = squared_distances(np.vstack([X, np.repeat(far, 10, axis=0)]))
    walk = walk_on_distances(squares, weights, rng=np.random.default_rng(0))
    assert walk.evidence.n_clusters == 4
    assert np.isfinite(walk.evidence.scores).all()
    assert adjusted_rand_score(labels, walk.labels_at(4)[: len(X)]) == 1


def test_the_process_draws_one_point_of_each_cluster() -> None:
    X, labels = grid(3, per_cluster=30)
    found = walk(X)
    of_row = labels[rows_in_order(X)]
    for draw in found.draws(9, 20, np.random.default_rng(0)):
        assert sorted(of_row[draw]) == list(range(9))
    spectrum = found.curve.spectrum_for(9)
    nodes = projection_process(spectrum, 9).sample(9, random_state=0)
    assert partition(spectrum, nodes)[1] > 0.99


@pytest.mark.parametrize("k", [2, 9, 14])
def test_diverse_nodes_are_the_greedy_mode_of_the_process(k: int) -> None:
    """On a random basis, where no two choices tie."""
    basis = np.linalg.qr(np.random.default_rng(k).standard_normal((40, k)))[0]
    spectrum = Spectrum(1.0, np.ones(k), lambda k: basis[:, :k], np.ones(40))
    assert diverse_nodes(spectrum, k).tolist() == projection_process(spectrum, k).greedy_map(k).tolist()


def test_the_effective_number() -> None:
    assert effective_number(np.full(7, 3.0)) == pytest.approx(7)
    labels = np.repeat([0, 1, 3], [60, 30, 10])
    alike = (labels[:, None] == labels).mean()  # over all pairs of points
    assert effective_number(np.bincount(labels).astype(float)) == pytest.approx(1 / alike)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("column", ["normal", "uniform", "three normal", "row number"])
def test_irrelevant_columns_do_not_change_the_number(column: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    blob = rng.integers(0, 4, 2000)
    corners = 6.0 * np.vstack([np.zeros(3), np.eye(3)])
    irrelevant = {
        "normal": rng.normal(size=(2000, 1)),
        "uniform": rng.uniform(size=(2000, 1)),
        "three normal": rng.normal(size=(2000, 3)),
        "row number": np.arange(2000.0)[:, None],
    }
    X = np.hstack([corners[blob] + rng.normal(size=(2000, 3)), irrelevant[column]])
    assert walk(X / X.std(axis=0)).evidence.n_clusters == 4


@pytest.mark.parametrize("n", [800, 12_000])
@pytest.mark.parametrize("values", [2, 5])
def test_columns_of_few_values_do_not_multiply_the_clusters(values: int, n: int) -> None:
    """In their own unit, which is that of the deviations within clusters; also where means represent the points."""
    rng = np.random.default_rng(0)
    corners = 6.0 * np.vstack([np.zeros(3), np.eye(3)])
    X = corners[rng.integers(0, 4, n)] + rng.normal(size=(n, 3))
    assert walk(np.column_stack([X, rng.integers(values, size=n)])).evidence.n_clusters == 4


@pytest.mark.parametrize("kind", ["counts", "answers", "drift", "ring"])
def test_one_shape_is_never_clearly_clusters(kind: str) -> None:
    rng = np.random.default_rng(5)
    t = np.sort(rng.uniform(size=1000))
    opinion = rng.normal(size=(1000, 1))
    X = {
        "counts": rng.poisson(2, (1000, 3)).astype(float),
        "answers": np.clip(np.round(3 + opinion + 0.8 * rng.normal(size=(1000, 4))), 1, 5),
        "drift": np.column_stack([t, t**2, np.sin(3 * t)]) + 0.1 * rng.normal(size=(1000, 3)),
        "ring": np.column_stack([np.cos(6.3 * t), np.sin(6.3 * t)]) + 0.1 * rng.normal(size=(1000, 2)),
    }[kind]
    assert walk(X / X.std(axis=0)).evidence.verdict != "clear"


@pytest.mark.parametrize("n", [1000, 2000, 3400])
def test_evenly_spaced_values_have_no_clusters(n: int) -> None:
    """Ties between the last neighbours were 32, 49 and 64 clusters."""
    X = np.arange(float(n))[:, None] - (n - 1) / 2
    assert take_walk(X, np.ones(n), rng=np.random.default_rng(0)).evidence.verdict == "none"


@pytest.mark.parametrize("law", ["uniform", "standard_normal"])
def test_columns_of_different_units_without_clusters_have_none(law: str) -> None:
    """In most samples. Distances along paths, which enlarge chance gaps, made every sixth rectangle "clear"."""
    verdicts = []
    for seed in range(30):
        X = getattr(np.random.default_rng(seed), law)(size=(300, 2)) * (200, 1)
        verdicts.append(take_walk(X - X.mean(axis=0), np.ones(300), rng=np.random.default_rng(0)).evidence.verdict)
    assert verdicts.count("none") >= 26
    assert "clear" not in verdicts
