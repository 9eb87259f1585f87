"""Graphs and their coarsening, against their definitions."""

from typing import Any

import numpy as np
import pytest
import scipy.linalg
import scipy.sparse

from diverseed.engine.representatives import Summary
from diverseed.kernels.vectors import squared_distances
from diverseed.walk import graph as walk_graph
from diverseed.walk.coarsening import Edges, _matched, coarsened, refined
from diverseed.walk.graph import Neighbours, graphs_of, kernel_graphs, shared_neighbour_graph
from diverseed.walk.spectrum import spectrum_of


def test_the_kernel_by_definition() -> None:
    rng = np.random.default_rng(0)
    X, weights = rng.standard_normal((40, 2)), rng.integers(1, 4, 40).astype(float)
    squares = squared_distances(X)
    local = np.sqrt(np.sort(squares, axis=1)[:, 5]) / 2  # a point is its own nearest one
    ladder = np.geomspace(np.median(local) / 2, np.sqrt(np.median(squares[squares > 0])), 5)[:-1]
    graphs = list(kernel_graphs(squares, weights))
    assert [graph.bandwidth for graph in graphs] == pytest.approx(ladder)
    masses = weights / weights.mean()
    for graph, bandwidth in zip(graphs, ladder, strict=True):
        b = np.maximum(local, bandwidth)
        expected = np.outer(masses, masses) * np.exp(-squares / (2 * np.outer(b, b)))
        np.testing.assert_allclose(graph.affinity, expected, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("d", [2, 12, 40])
@pytest.mark.parametrize("as_rows", [np.asarray, scipy.sparse.csr_array])
def test_neighbours_are_the_nearest_points(d: int, as_rows: Any) -> None:
    X = np.random.default_rng(d).standard_normal((60, d))
    distances = np.sqrt(squared_distances(X))
    found = Neighbours.of(as_rows(X), 7)
    np.testing.assert_array_equal(found.near, np.argsort(distances, axis=1)[:, 1:8])
    np.testing.assert_allclose(found.reach, np.sort(distances, axis=1)[:, 5], rtol=1e-6)
    assert Neighbours.of(as_rows(X[:4]), 7).near.shape == (4, 3)


@pytest.mark.parametrize("count", [6, 9])
@pytest.mark.parametrize("n_rows", [7, 1000])
def test_shared_neighbours_by_definition(n_rows: int, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk_graph, "_ROWS", n_rows)  # compared at a time
    rng = np.random.default_rng(3)
    X, weights = rng.standard_normal((50, 40)), rng.integers(1, 4, 50).astype(float)
    near = Neighbours.of(X, count)
    sets = [{i, *near.near[i].tolist()} for i in range(50)]
    shares = np.array([[len(a & b) / len(a | b) for b in sets] for a in sets])
    shares[shares < 0.1] = 0
    masses = weights / weights.mean()
    node_of, graph = shared_neighbour_graph(near, weights)
    np.testing.assert_array_equal(node_of, np.arange(50))
    np.testing.assert_allclose(graph.affinity, shares**2 * np.outer(masses, masses), rtol=1e-5, atol=1e-7)
    farthest = [np.sort(np.sqrt(squared_distances(X)[i]))[count] for i in range(50)]
    assert graph.bandwidth == pytest.approx(np.median(farthest))


@pytest.mark.parametrize(("d", "n_graphs"), [(1, 5), (2, 9), (32, 9), (33, 1)])
def test_distances_are_measured_twice_but_for_one_column_and_not_at_all_in_many(d: int, n_graphs: int) -> None:
    summary = Summary(np.random.default_rng(d).standard_normal((60, d)), np.ones(60))
    assert len(list(graphs_of(summary, Neighbours.of(summary.points))[1])) == n_graphs


def test_columns_along_one_line_are_one_column() -> None:
    column = np.random.default_rng(0).standard_normal((60, 1))
    summary = Summary(np.column_stack([column, 3 * column + 1]), np.ones(60))
    assert len(list(graphs_of(summary, Neighbours.of(summary.points))[1])) == 5


def test_equal_points_have_no_kernel() -> None:
    assert list(kernel_graphs(np.zeros((9, 9)), np.ones(9))) == []


def random_graph(seed: int, n: int = 300) -> scipy.sparse.csr_array:
    rng = np.random.default_rng(seed)
    half = scipy.sparse.random_array((n, n), density=0.03, rng=rng)
    return (half + half.T + scipy.sparse.eye_array(n)).tocsr()


def edges_of(affinity: Any) -> Edges:
    upper = scipy.sparse.triu(affinity, 1).tocoo()
    return Edges(*upper.coords, upper.data, affinity.diagonal())


@pytest.mark.parametrize("seed", range(4))
def test_coarsening_adds_up_affinities_of_groups(seed: int) -> None:
    affinity = random_graph(seed)
    edges = edges_of(affinity)
    np.testing.assert_allclose(edges.dense(), affinity.toarray(), rtol=1e-6)
    walk, degrees = edges.walk
    np.testing.assert_allclose(walk.toarray() * degrees[:, None], edges.dense(), rtol=1e-6)
    np.testing.assert_allclose(walk.sum(axis=1), 1, rtol=1e-6)
    group = coarsened(edges, 70)
    member = np.eye(70)[group]
    np.testing.assert_allclose(edges.joined(group).dense(), member.T @ affinity @ member, rtol=1e-5)


def test_coarsening_never_joins_what_does_not_touch() -> None:
    blocks = [random_graph(seed, 100) for seed in range(3)]
    group = coarsened(edges_of(scipy.sparse.block_diag(blocks, format="csr")), 20)
    first, second, third = (set(group[start : start + 100]) for start in (0, 100, 200))
    assert len(first | second | third) == len(first) + len(second) + len(third)


def test_coarsening_joins_the_strongest_edges_first() -> None:
    affinity = scipy.sparse.csr_array(
        np.array([[1, 0.9, 0.1, 0], [0.9, 1, 0, 0.1], [0.1, 0, 1, 0.8], [0, 0.1, 0.8, 1]])
    )
    group = coarsened(edges_of(affinity), 3)
    assert group[0] == group[1]
    assert len({*group}) == 3
    group = coarsened(edges_of(affinity), 2)
    assert group[0] == group[1] != group[2] == group[3]


@pytest.mark.parametrize("seed", range(4))
def test_pairs_are_each_others_strongest_partners(seed: int) -> None:
    """By ``w_ij / sqrt(d_i d_j)``: no node in two pairs; all edges that are the strongest of both their ends."""
    affinity = random_graph(seed, 60)
    edges = edges_of(affinity)
    degrees = affinity.sum(axis=1)
    strength = edges.weights / np.sqrt(degrees[edges.first] * degrees[edges.second])
    best = np.zeros(60)
    np.maximum.at(best, np.concatenate([edges.first, edges.second]), np.tile(strength, 2))
    mutual = (strength == best[edges.first]) & (strength == best[edges.second])
    first, second = _matched(edges, most=60)
    assert len({*first.tolist(), *second.tolist()}) == 2 * first.size
    pairs = set(zip(first.tolist(), second.tolist(), strict=True))
    assert set(zip(edges.first[mutual].tolist(), edges.second[mutual].tolist(), strict=True)) <= pairs
    strongest = int(strength.argmax())
    one = _matched(edges, most=1)
    assert [int(end[0]) for end in one] == [edges.first[strongest], edges.second[strongest]]


@pytest.mark.parametrize(("steps", "taken"), [(0.2, 1), (3.4, 3), (1e5, 16)])
def test_nodes_go_where_the_walk_from_them_is_more_often_than_by_chance(steps: float, taken: int) -> None:
    affinity, labels = random_graph(0, 60).toarray(), np.random.default_rng(1).integers(0, 4, 60)
    step = affinity / affinity.sum(axis=1, keepdims=True)
    inside = np.linalg.matrix_power(step, taken) @ np.eye(4)[labels]
    chance = affinity.sum(axis=1) @ inside / affinity.sum()
    expected = (inside / chance).argmax(axis=1)
    assert np.unique(expected).size == 4
    found = refined(edges_of(scipy.sparse.csr_array(affinity)), labels, steps)
    sure = np.diff(np.sort(inside / chance, axis=1)[:, -2:]).ravel() > 1e-4  # the others are equal to rounding
    assert sure.sum() > 5
    np.testing.assert_array_equal(found[sure], expected[sure])


def test_no_cluster_is_left_empty() -> None:
    block = np.ones((10, 10))
    edges = edges_of(scipy.sparse.csr_array(scipy.linalg.block_diag(block, block)))
    labels = np.repeat([0, 1], 10)
    wrong = labels.copy()
    wrong[[3, 15]] = 1, 0
    np.testing.assert_array_equal(refined(edges, wrong, 2), labels)
    lost = labels.copy()
    lost[3] = 2
    assert {*refined(edges, lost, 2).tolist()} == {0, 1, 2}
    gap = np.where(labels == 1, 2, 0)  # no node has label 1
    np.testing.assert_array_equal(refined(edges, gap, 2), gap)
    even = np.tile([0, 1], 10)
    np.testing.assert_array_equal(refined(edges_of(scipy.sparse.csr_array(np.ones((20, 20)))), even, 1), even)


def test_nodes_without_neighbours_stay() -> None:
    group = coarsened(edges_of(scipy.sparse.eye_array(9, format="csr")), 3)
    assert group.tolist() == list(range(9))
    alone = edges_of(scipy.sparse.eye_array(9, format="csr")).joined(np.arange(9) // 3)
    np.testing.assert_array_equal(alone.dense(), 3 * np.eye(3))


@pytest.mark.parametrize("count", [8, 30, 49, 60])
def test_eigenvalues_are_those_of_the_walk(count: int) -> None:
    X = np.random.default_rng(2).standard_normal((50, 3))
    graph = next(kernel_graphs(squared_distances(X), np.ones(50)))
    spectrum = spectrum_of(graph, count)
    walk = graph.affinity.astype(float) / graph.affinity.sum(axis=1, keepdims=True, dtype=float)
    exact = np.sort(np.linalg.eigvals(walk).real)[::-1]
    np.testing.assert_allclose(spectrum.eigenvalues, exact[: count + 1], atol=1e-5)


@pytest.mark.parametrize("groups", [1, 5])
def test_vectors_are_those_of_the_walk_in_any_order_of_asking(groups: int) -> None:
    """Components that do not touch have equal eigenvalues."""
    X = np.random.default_rng(3).standard_normal((60, 2)) + 1000 * (np.arange(60) % groups)[:, None]
    graph = next(kernel_graphs(squared_distances(X), np.ones(60), bandwidth=1.0))
    spectrum = spectrum_of(graph, 20)
    roots = np.sqrt(graph.affinity.sum(axis=1, dtype=float))
    walk = graph.affinity / np.outer(roots, roots)
    for k in (3, 21, 1, 8):
        vectors = spectrum.vectors(k)
        np.testing.assert_allclose(vectors.T @ vectors, np.eye(k), atol=1e-5)
        np.testing.assert_allclose(walk @ vectors, vectors * spectrum.eigenvalues[:k], atol=1e-5)
    np.testing.assert_allclose(spectrum.eigenvalues[:groups], 1, atol=1e-5)
