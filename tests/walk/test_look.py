"""The points that are looked at, their labels without outliers, and the spread of references, by definition."""

import numpy as np
import pytest
import scipy.sparse
from sklearn.metrics import adjusted_rand_score

from diverseed.engine.representatives import Summary
from diverseed.errors import InputError
from diverseed.kernels.vectors import squared_distances
from diverseed.walk import look, null, roundness, take_walk, walk_on_distances
from diverseed.walk.coarsening import refined
from diverseed.walk.curve import Curve, Partition
from diverseed.walk.evidence import NOTHING_TO_SEE, Level
from diverseed.walk.graph import kernel_graphs
from diverseed.walk.levels import Levels, check_level
from diverseed.walk.look import Walk, look_at, spectrum_at
from diverseed.walk.partition import diverse_nodes, partition
from diverseed.walk.roundness import compared_with_centres, compared_with_k_means, k_means_from
from diverseed.walk.separation import contrast, separation, time_scale
from diverseed.walk.spectrum import spectrum_of
from tests.data import grid


@pytest.mark.parametrize("as_rows", [np.asarray, scipy.sparse.csr_array])
def test_different_rows_are_looked_at_with_their_weights(as_rows) -> None:
    """Each once, whatever the order and the copies; rows without weight not at all."""
    rng = np.random.default_rng(0)
    X, weights = rng.integers(0, 6, (60, 2)).astype(float), rng.integers(0, 3, 60).astype(float)
    sums: dict[tuple[float, ...], float] = {}
    for row, weight in zip(X.tolist(), weights, strict=True):
        if weight:
            sums[tuple(row)] = sums.get(tuple(row), 0) + weight
    assert len(sums) < len(np.unique(X, axis=0))
    found = []
    for order in (np.arange(60), rng.permutation(60)):
        summary, seen = look_at(as_rows(X[order]), weights[order], rng)
        np.testing.assert_array_equal(seen.weights, summary.weights)
        points = summary.points.toarray() if scipy.sparse.issparse(summary.points) else summary.points
        assert dict(zip(map(tuple, points.tolist()), summary.weights, strict=True)) == sums
        found.append(points)
    np.testing.assert_array_equal(*found)


def test_rows_without_weight_for_the_precision_of_the_walk_are_not_looked_at() -> None:
    X, weights = np.arange(4.0)[:, None], np.array([1e20, 1e30, 1e10, 1e17])
    for scale in (1.0, 1e-30):
        summary, _ = look_at(X, scale * weights, np.random.default_rng(0))
        assert summary.points.ravel().tolist() == [0, 1]
        take_walk(X, scale * weights, rng=np.random.default_rng(0))


def test_few_different_rows_are_looked_at_with_their_weights_however_many_rows_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Means of copies were clusters: 10,001 rows of noise, of which 300 differ, were 149, "clear"."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((50, 2))[rng.integers(0, 50, 2000)]
    weights = rng.random(2000)
    few = look_at(X, weights, np.random.default_rng(0))
    monkeypatch.setattr(look, "MOST_POINTS", 100)
    many = look_at(X, weights, np.random.default_rng(0))
    for one, other in zip(few, many, strict=True):
        np.testing.assert_array_equal(one.points, other.points)
        np.testing.assert_array_equal(one.weights, other.weights)


def test_in_many_columns_minus_zero_is_zero_and_little_is_not() -> None:
    X = np.repeat([[0.0], [-0.0], [1e-30]], 40, axis=1)
    summary, _ = look_at(X, np.array([1.0, 2.0, 4.0]), np.random.default_rng(0))
    assert sorted(zip(summary.points.sum(axis=1), summary.weights, strict=True)) == [(0, 3), (pytest.approx(4e-29), 4)]


def test_sparse_rows_are_equal_whatever_the_order_of_their_values() -> None:
    X = scipy.sparse.csr_array((np.array([1.0, 2.0, 2.0, 1.0]), np.array([0, 2, 2, 0]), np.array([0, 2, 4])), (2, 3))
    summary, _ = look_at(X, np.array([1.0, 4.0]), np.random.default_rng(0))
    assert (summary.points.toarray().tolist(), summary.weights.tolist()) == ([[1, 0, 2]], [5])


@pytest.mark.parametrize("kind", ["few columns", "many columns", "sparse"])
def test_many_points_are_represented_or_sampled_by_weight(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "MOST_POINTS", 300)
    monkeypatch.setattr(look, "_REPRESENTATIVES", 100)
    rng = np.random.default_rng(0)
    X = rng.standard_normal((400, 40 if kind == "many columns" else 2))
    weights = np.where(np.arange(400) < 350, 1.0, 0.0)
    weights[:100] = 50.0
    summary, _ = look_at(scipy.sparse.csr_array(X) if kind == "sparse" else X, weights, rng)
    assert look_at(X[:300], np.ones(300), rng)[0].weights.size == 300
    if kind == "few columns":
        assert 50 < summary.weights.size <= 100
        assert summary.weights.sum() == pytest.approx(weights.sum())
        assert summary.weights @ summary.points == pytest.approx(weights @ X)
    else:
        points = summary.points.toarray() if kind == "sparse" else summary.points
        rows = {tuple(row): i for i, row in enumerate(X.tolist())}
        drawn = [rows[tuple(row)] for row in points.tolist()]
        assert summary.weights.tolist() == [1.0] * 300
        assert len(set(drawn)) == 300
        assert max(drawn) < 350
        assert {*range(100)} <= set(drawn)  # fifty times the weight


def test_the_heaviest_point_of_each_node_and_the_first_of_equals() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        node_of, weights = np.append(rng.integers(0, 5, 25), np.arange(5)), rng.integers(1, 4, 30).astype(float)
        found = look._heaviest_points(node_of, weights)
        for node, point in enumerate(found):
            inside = np.flatnonzero(node_of == node)
            assert point == inside[weights[inside].argmax()]


def test_outliers_belong_to_the_cluster_of_the_nearest_point_that_is_none() -> None:
    rng = np.random.default_rng(0)
    points, labels = rng.standard_normal((40, 2)), rng.integers(0, 5, 40)
    walk = Walk(Summary(points, np.ones(40)), NOTHING_TO_SEE, None, np.zeros(40))
    light = np.array([False, True, False, False, True])
    found = walk._without_light(labels, light)
    number = {0: 0, 2: 1, 3: 2}
    heavy = np.flatnonzero(~light[labels])
    for i in range(40):
        closest = i if not light[labels[i]] else heavy[((points[heavy] - points[i]) ** 2).sum(axis=1).argmin()]
        assert found[i] == number[labels[closest]]
    assert walk._without_light(labels, np.zeros(5, dtype=bool)) is labels


def test_labels_and_draws_of_any_number() -> None:
    X, _ = grid(3, per_cluster=30)
    walk = take_walk(X, np.ones(len(X)), rng=np.random.default_rng(0))
    assert walk.most_clusters == walk.curve.scores.size
    for k in (1, 2, 5, 9, walk.most_clusters):
        assert {*walk.labels_at(k).tolist()} == set(range(k))
        known = walk.curve.partitions.get(k)
        if k > 1:
            spectrum = walk.curve.spectrum_for(k)
            of_nodes = partition(spectrum, diverse_nodes(spectrum, k))[0] if known is None else known.labels
            np.testing.assert_array_equal(walk.labels_at(k), of_nodes[walk.curve.node_of])
    rng = np.random.default_rng(0)
    assert walk.draws(1, 3, rng) == walk.draws(walk.most_clusters + 1, 3, rng) == []
    assert [draw.size for draw in walk.draws(5, 4, rng)] == [5] * 4
    labels, seeds = walk.best_partition(9, 5, rng)
    assert sorted(labels[seeds]) == list(range(9))
    qualities = [draw.quality for draw in walk._drawn(7, 6, np.random.default_rng(1))]
    best = walk.best_partition(7, 6, np.random.default_rng(1))[1]
    assert best.tolist() == walk._drawn(7, 6, np.random.default_rng(1))[int(np.argmax(qualities))].seeds.tolist()


def test_points_of_joined_nodes_are_looked_at_one_by_one() -> None:
    """In many columns, where nodes are groups of points: at the level's time scale, and each seed keeps its cluster."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 1500)
    X = 1.1 * np.eye(40)[truth] * np.sqrt(40) / 2 + rng.standard_normal((1500, 40))
    walk = take_walk(X, np.ones(1500), rng=rng, judge=False)
    spectrum, found = walk.curve.spectrum_for(3), walk.curve.partitions[3]
    assert spectrum.of_points is not None
    of_nodes = found.labels[walk.curve.node_of]
    steps = time_scale(spectrum.eigenvalues, 3)
    np.testing.assert_array_equal(walk.labels_at(3), refined(spectrum.of_points, of_nodes, steps))
    row = np.array([int(np.flatnonzero((point == X).all(axis=1))[0]) for point in walk.summary.points])
    single, joined = (adjusted_rand_score(truth[row], labels) for labels in (walk.labels_at(3), of_nodes))
    assert single > joined > 0.5
    for seed in range(5):
        labels, seeds = walk.best_partition(3, 1, np.random.default_rng(seed))
        assert labels[seeds].tolist() == [0, 1, 2]


def test_draws_that_disagree_about_outliers_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    X, _ = grid(2, per_cluster=30)
    walk = take_walk(X, np.ones(len(X)), rng=np.random.default_rng(0))
    labels_at = walk.labels_at(4)
    few = walk.curve.spectrum_for(4).degrees.size // 2
    two_outliers = Partition(5, np.arange(2 * few) // few, np.array([True, False, False, False, False]), 4.0)
    monkeypatch.setitem(walk.curve.partitions, 4, two_outliers)
    monkeypatch.setattr(look, "partition", lambda spectrum, seeds: (np.arange(2 * few) % 2, 0.9))  # light: 0 and 1
    monkeypatch.setattr(Walk, "labels_at", lambda *_: labels_at)
    assert walk.draws(4, 1, np.random.default_rng(0)) == []
    labels, seeds = walk.best_partition(4, 1, np.random.default_rng(0))
    np.testing.assert_array_equal(labels, labels_at)
    assert [int(np.flatnonzero(labels == c)[0]) for c in range(4)] == seeds.tolist()


def test_outliers_of_a_known_partition_are_no_seeds() -> None:
    """Three far points in one mode: every draw leaves the seed of their mode out, and gives them to a neighbour."""
    X, _ = grid(2, per_cluster=60)
    far = np.array([200.0, 0.0]) + np.random.default_rng(0).random((3, 2))
    walk = take_walk(np.vstack([X, far]), np.ones(243), rng=np.random.default_rng(0))
    found: Partition = walk.curve.partitions[4]
    assert (found.n_modes, int(found.light.sum()), found.n_clusters) == (5, 1, 4)
    outliers = walk.summary.points[:, 0] > 150
    for draw in walk._drawn(4, 5, np.random.default_rng(0)):
        assert not outliers[draw.seeds].any()
        assert 0.9 < draw.quality <= 1 + 1e-9
    labels, seeds = walk.best_partition(4, 5, np.random.default_rng(0))
    assert sorted(labels[seeds]) == list(range(4))
    assert len({*labels[outliers].tolist()}) == 1


def test_a_handful_of_values_needs_four_times_as_many_points() -> None:
    places = np.array([[0.0], [1.0], [7.0]])
    for copies, clusters in ((4, 1), (8, 3)):
        found = take_walk(np.repeat(places, copies, axis=0), np.ones(3 * copies), rng=np.random.default_rng(0))
        assert found.evidence.n_clusters == clusters
        assert found.most_clusters == 1
    assert found.evidence.scores.tolist() == found.evidence.separations.tolist() == [0, 0, 1]
    for n_places in (2, 5):
        few = np.repeat(np.arange(float(n_places))[:, None], 30, axis=0)
        of_few = take_walk(few, np.ones(30 * n_places), rng=np.random.default_rng(0))
        assert (of_few.evidence.n_clusters, of_few.evidence.candidates) == (n_places, [n_places])
    assert found.evidence.levels == (Level(3, 1.0, 1.0, 0.0, 0.0),)
    assert (found.evidence.is_round, found.evidence.agreement, found.evidence.strength) == (True, 1.0, 1.0)
    six = np.repeat(np.arange(6.0)[:, None], 30, axis=0)
    assert take_walk(six, np.ones(180), rng=np.random.default_rng(0)).evidence.n_clusters == 1  # fewer than ten points


def test_copies_without_weight_are_none() -> None:
    """Of three places: eight copies of each are many, four are not, whatever copies nobody counts."""
    X = np.repeat([[0.0], [1.0], [7.0]], 8, axis=0)
    for weights, clusters in ((np.ones(24), 3), (np.arange(24) % 2, 1)):
        found = take_walk(X, weights.astype(float), rng=np.random.default_rng(0)).evidence
        assert (found.n_clusters, found.null_level, found.bandwidths.tolist()) == (clusters, 0.0, [0.0])
        assert len(found.eigenvalues) == 1


def test_the_kernel_where_k_clusters_show_best() -> None:
    X, _ = grid(2, per_cluster=20)
    summary = Summary(X, np.ones(80))
    best = spectrum_at(summary, 4)
    others = [spectrum_at(summary, 4, bandwidth) for bandwidth in (0.1, 0.5, 2.0, 10.0)]
    assert [other.bandwidth for other in others] == [0.1, 0.5, 2.0, 10.0]
    assert separation(contrast(best.eigenvalues))[3] > 0.9
    assert best.eigenvalues.size == 5
    assert spectrum_at(Summary(np.ones((5, 2)), np.ones(5)), 2) is None
    assert squared_distances(X).max() > best.bandwidth


def test_of_the_kernels_the_one_with_the_largest_separation_is_taken() -> None:
    X, _ = grid(3, per_cluster=10)
    graphs = list(kernel_graphs(squared_distances(X), np.ones(90)))
    taken = set()
    for k in range(2, 12):
        best = max(graphs, key=lambda graph, k=k: contrast(spectrum_of(graph, 12).eigenvalues)[k - 1])
        assert spectrum_at(Summary(X, np.ones(90)), k).bandwidth == best.bandwidth
        taken.add(best.bandwidth)
    assert len(taken) > 1


@pytest.mark.parametrize("as_rows", [np.asarray, scipy.sparse.csr_array])
@pytest.mark.parametrize("shape", [(50, 3), (20, 30)])
def test_deviations_are_the_roots_of_the_eigenvalues_of_the_covariance(as_rows, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(0)
    X, weights = rng.standard_normal(shape) + 5, rng.uniform(0.5, 2, shape[0])
    X[:, 1] = X[:, 0]  # one direction without spread
    covariance = np.cov(X.T, aweights=weights, ddof=0)
    wanted = np.sqrt(np.sort(np.linalg.eigvalsh(covariance))[::-1][: min(shape[1] - 1, shape[0] - 1)])
    found = null._deviations(Summary(as_rows(X), weights), rng)
    np.testing.assert_allclose(found, wanted, rtol=1e-5)
    for unit in (1e-5, 1e5):
        np.testing.assert_allclose(null._deviations(Summary(as_rows(unit * X), weights), rng), unit * found, rtol=1e-5)


@pytest.mark.parametrize("as_rows", [np.asarray, scipy.sparse.csr_array])
def test_deviations_of_many_points_are_those_of_a_sample_by_weight(as_rows, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 24 points, 12 weigh next to nothing: the others are drawn, each once, and count alike."""
    monkeypatch.setattr(null, "SMALL", 12)
    X = np.random.default_rng(0).standard_normal((24, 30))
    weights = np.where(np.arange(24) % 2, 1e-12, 1.0)
    found = null._deviations(Summary(as_rows(X), weights), np.random.default_rng(0))
    wanted = np.sqrt(np.linalg.eigvalsh(np.cov(X[::2].T, ddof=0))[::-1][:11])
    np.testing.assert_allclose(found, wanted, rtol=1e-6)


def test_curves_know_how_many_modes_show_a_number() -> None:
    known = Partition(4, np.zeros(3, dtype=int), np.array([True, False, False, False]), 3.0)
    curve = Curve(np.arange(3), (), np.zeros((1, 6)), np.zeros(6), {3: known})
    assert (curve.n_modes(3), curve.n_modes(5)) == (4, 5)


def test_distances_alone_give_the_points_back() -> None:
    """Up to a turn: the principal coordinates have the distances that they came from, and their weighted mean is 0."""
    X, _ = grid(2, per_cluster=10)
    weights = np.random.default_rng(0).uniform(0.5, 2, 40)
    squares = squared_distances(X)
    found = walk_on_distances(squares, weights, rng=np.random.default_rng(0))
    np.testing.assert_allclose(squared_distances(found.summary.points), squares, atol=1e-6 * squares.max())
    np.testing.assert_allclose(weights @ found.summary.points, 0, atol=1e-4)
    assert found.evidence.best_n_clusters == 4
    assert found.reach.tolist() == [0.0] * 40
    left = X[:, 0] < X[:, 0].mean()
    two = walk_on_distances(squared_distances(X[left]), weights[left], rng=np.random.default_rng(0))
    assert two.evidence.best_n_clusters == 2
    few = walk_on_distances(squares[:9, :9], weights[:9], rng=np.random.default_rng(0))
    assert (few.evidence.n_clusters, few.curve) == (1, None)


@pytest.mark.parametrize("unit", [1e-6, 1e6])
def test_the_unit_of_weights_does_not_matter_where_only_distances_are_known(unit: float) -> None:
    X, _ = grid(2, per_cluster=10)
    weights = np.append(np.random.default_rng(0).uniform(0.5, 2, 39), 0)
    one, other = (
        walk_on_distances(squared_distances(X), w, rng=np.random.default_rng(0)) for w in (weights, unit * weights)
    )
    np.testing.assert_allclose(other.summary.weights, unit * one.summary.weights)
    assert 0 < one.summary.weights[-1] < 1e-5
    np.testing.assert_allclose(other.evidence.scores, one.evidence.scores, rtol=1e-3)


def test_without_a_judgement_nothing_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    X, _ = grid(2, per_cluster=30)
    quick = take_walk(X, np.ones(120), rng=np.random.default_rng(0), judge=False)
    judged = take_walk(X, np.ones(120), rng=np.random.default_rng(0))
    assert (quick.evidence.null_level, quick.evidence.is_round, quick.evidence.agreement) == (0.0, None, None)
    assert quick.evidence.best_n_clusters == judged.evidence.n_clusters == 4
    assert judged.evidence.null_level > 0
    monkeypatch.setattr(look, "null_of", lambda *_: pytest.fail("no references are asked for"))
    take_walk(X, np.ones(120), rng=np.random.default_rng(0), judge=False)


def test_the_contrasts_of_the_best_score_and_the_largest_are_compared_with_references(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    X, _ = grid(2, per_cluster=30)
    asked: list[tuple[float, float]] = []
    monkeypatch.setattr(look, "null_of", lambda found, *_: asked.append(found) or null.Null(0.3, 0.5))
    walk = take_walk(X, np.ones(120), rng=np.random.default_rng(0))
    assert asked == [(walk.curve.contrast_of(4), walk.curve.largest_contrast)]
    n = walk.curve.partitions[4].n_effective - 1
    assert walk.evidence.null_level == pytest.approx(separation(np.array(0.3 / n**0.4)) * n**0.4)


@pytest.mark.parametrize("few", [20, 30, 100])
@pytest.mark.parametrize("seed", range(3))
def test_a_small_group_far_away_is_found_although_chance_gives_higher_scores(few: int, seed: int) -> None:
    """The effective number of clusters is hardly above one, so the score is low; the ratio of time scales is not."""
    rng = np.random.default_rng(seed)
    X = np.concatenate([rng.standard_normal((1000, 2)), rng.standard_normal((few, 2)) + 12])
    walk = take_walk(X - X.mean(axis=0), np.ones(len(X)), rng=rng)
    assert (walk.evidence.n_clusters, walk.evidence.verdict) == (2, "clear")
    assert adjusted_rand_score(walk.labels_at(2), np.arange(len(X)) < 1000) == 1


@pytest.mark.parametrize("n", [9, 10])
def test_ten_points_are_enough_for_a_walk(n: int) -> None:
    """Two groups, of five points each but for one that is missing."""
    X = np.append(np.linspace(0, 1, 5), np.linspace(100, 101, 5))[:n, None]
    rows = take_walk(X, np.ones(n), rng=np.random.default_rng(0))
    distances = walk_on_distances(squared_distances(X), np.ones(n), rng=np.random.default_rng(0))
    for found in (rows, distances):
        assert found.evidence.best_n_clusters == (2 if n == 10 else 1)


@pytest.mark.parametrize("at_least", [1, 20])
def test_a_walk_has_as_many_modes_as_asked_for(at_least: int) -> None:
    X, _ = grid(2, per_cluster=30)
    walk = take_walk(X, np.ones(120), rng=np.random.default_rng(0), judge=False, at_least=at_least)
    assert walk.most_clusters == max(120 // 20, at_least)


def test_seeds_are_drawn_for_two_clusters_up_to_the_largest_number() -> None:
    """Whether its partition is known or not, and the same ones from the same generator."""
    X, _ = grid(3, per_cluster=30)
    walk = take_walk(X, np.ones(270), rng=np.random.default_rng(0), judge=False)
    unknown = next(k for k in range(3, walk.most_clusters) if k not in walk.curve.partitions)
    for k in (2, 9, unknown, walk.most_clusters):
        for draw in walk._drawn(k, 3, np.random.default_rng(0)):
            of_seeds = draw.labels[walk.curve.node_of[draw.seeds]].tolist()
            assert {*of_seeds} <= set(range(k))
            assert k != 9 or sorted(of_seeds) == list(range(k))
            assert 0 < draw.quality <= 1 + 1e-9
        first, again = (walk.draws(k, 3, np.random.default_rng(0)) for _ in range(2))
        assert [seeds.size for seeds in first] == [k] * 3
        np.testing.assert_array_equal(first, again)
    assert walk.draws(1, 3, np.random.default_rng(0)) == []


@pytest.mark.parametrize("scale", [0.01, 1.0, 100.0])
def test_k_means_ends_at_a_ten_thousandth_of_the_variance(scale: float, monkeypatch: pytest.MonkeyPatch) -> None:
    points = scale * np.random.default_rng(0).standard_normal((50, 3))
    asked: list[float] = []
    monkeypatch.setattr(roundness, "best_run", lambda *a, tolerance, max_iter: asked.append(tolerance))
    k_means_from(Summary(points, np.ones(50)), np.arange(50) % 2, 2)
    assert asked == pytest.approx([1e-4 * points.var(axis=0).mean()])


def test_two_clusters_are_compared_with_k_means_too() -> None:
    X, _ = grid(2, per_cluster=20)
    walk = take_walk(X[:40], np.ones(40), rng=np.random.default_rng(0), judge=False)
    compared = compared_with_k_means(walk)
    assert (walk.evidence.n_clusters, compared.is_round, compared.agreement) == (2, True, 1.0)
    assert (walk.evidence.is_round, walk.evidence.agreement) == (None, None)


def test_clusters_are_compared_with_those_of_the_nearest_centres() -> None:
    X, labels = grid(2, per_cluster=30)
    walk = take_walk(X, np.ones(120), rng=np.random.default_rng(0), judge=False)
    means = np.array([X[labels == label].mean(axis=0) for label in range(4)])
    kept = compared_with_centres(walk, means[::-1])
    assert (kept.is_round, kept.agreement) == (True, 1.0)
    # one cluster cut in two, two joined
    moved = np.vstack([means[0] - [0.2, 0], means[0] + [0.2, 0], means[1], means[2:].mean(axis=0)])
    given = [np.linalg.norm(moved - point, axis=1).argmin() for point in walk.summary.points]
    lost = compared_with_centres(walk, moved)
    assert lost.agreement == pytest.approx(adjusted_rand_score(walk.labels_at(4), given))
    assert lost.is_round is False
    one = Walk(walk.summary, NOTHING_TO_SEE, None, walk.reach)
    assert compared_with_centres(one, means[:1]) is NOTHING_TO_SEE


def test_levels_that_are_kept() -> None:
    X, _ = grid(2, per_cluster=30)
    walk = take_walk(X, np.ones(120), rng=np.random.default_rng(0))
    levels = Levels.of(walk)
    assert levels.numbers == sorted({1, *walk.evidence.candidates})
    assert check_level(levels, 4) is levels
    np.testing.assert_array_equal(levels.labels[4], walk.labels_at(4))
    means = [walk.summary.points[levels.labels[4] == c].mean(axis=0) for c in range(4)]
    np.testing.assert_allclose(levels.centres(4), means, atol=1e-6)
    with pytest.raises(InputError, match="3 is not a level of this data"):
        check_level(levels, 3)
    with pytest.raises(InputError, match="there are no levels"):
        check_level(None, 4)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_kernels_do_not_depend_on_the_unit(scale: float) -> None:
    X = np.random.default_rng(0).standard_normal((30, 2))
    X[:12] = X[0]  # more copies than a neighbourhood weighs: the least bandwidth is a share of the closest distance
    plain, scaled = (list(kernel_graphs(squared_distances(x), np.ones(30))) for x in (X, scale * X))
    for one, other in zip(plain, scaled, strict=True):
        assert other.bandwidth == pytest.approx(scale * one.bandwidth, rel=1e-6)
        np.testing.assert_allclose(other.affinity, one.affinity, atol=1e-4)


def test_data_without_clusters_has_one_level() -> None:
    found = take_walk(np.random.default_rng(0).standard_normal((300, 2)), np.ones(300), rng=np.random.default_rng(0))
    assert found.evidence.verdict == "none"
    assert (found.evidence.levels, found.evidence.candidates) == ((), [1])
    assert Levels.of(found).numbers == [1]
    with pytest.raises(InputError, match="'2' is not a level"):
        check_level(Levels.of(found), "2")  # type: ignore[arg-type]
