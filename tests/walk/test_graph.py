"""Graphs and their coarsening, against their definitions."""

from typing import Any

import numpy as np
import pytest
import scipy.sparse

from diverseed.engine.representatives import Summary
from diverseed.kernels.vectors import squared_distances
from diverseed.walk.coarsening import Edges, coarsened
from diverseed.walk.graph import Neighbours, graphs_of, kernel_graphs, neighbour_graphs, shared_neighbour_graphs
from diverseed.walk.spectrum import spectrum_of


def test_the_kernel_by_definition() -> None:
    rng = np.random.default_rng(0)
    X, weights = rng.standard_normal((40, 2)), rng.integers(1, 4, 40).astype(float)
    squares, resolution = squared_distances(X), 1.5
    widest = np.sqrt(np.median(squares[squares > 0]))
    own = np.empty(40)
    for i in range(40):
        order = [j for j in np.argsort(squares[i]) if j != i]
        own[i] = 0.5 * np.sqrt(squares[i, order[int(np.argmax(np.cumsum(weights[order]) >= 4 * resolution))]])
    ladder = np.geomspace(0.5 * np.median(own), widest, 7)[:-1]
    graphs = list(kernel_graphs(squares, weights, resolution))
    assert [graph.bandwidth for graph in graphs] == pytest.approx(ladder)
    masses = weights / weights.mean()
    for graph, bandwidth in zip(graphs, ladder, strict=True):
        b = np.maximum(own, bandwidth)
        expected = np.outer(masses, masses) * np.exp(-squares / (2 * np.outer(b, b)))
        np.testing.assert_allclose(graph.affinity, expected, rtol=1e-4, atol=1e-6)


def test_neighbour_graphs_are_the_kernel_between_neighbours() -> None:
    summary = Summary(np.random.default_rng(1).standard_normal((60, 2)), np.ones(60))
    squares = squared_distances(summary.points)
    every = Neighbours.of(summary, 59)
    np.testing.assert_allclose(every.reach, np.sqrt(np.sort(squares, axis=1)[:, 4]))
    node_of, graphs = neighbour_graphs(summary, every)
    np.testing.assert_array_equal(node_of, np.arange(60))
    graph = graphs[0]
    own = 0.7 * every.reach
    b = np.maximum(own, 0.5 * np.median(own))
    np.testing.assert_allclose(graph.affinity, np.exp(-squares / (2 * np.outer(b, b))), rtol=1e-4, atol=1e-6)
    few = neighbour_graphs(summary, Neighbours.of(summary, 5))[1][0].affinity
    kept = few > 0
    np.testing.assert_allclose(few[kept], graph.affinity[kept], rtol=1e-4)
    assert ((kept.sum(axis=1) >= 6) & (kept == kept.T).all(axis=1)).all()


def test_shared_neighbours_by_definition() -> None:
    rng = np.random.default_rng(3)
    summary = Summary(rng.standard_normal((50, 40)), rng.integers(1, 4, 50).astype(float))
    near = Neighbours.of(summary, 6)
    sets = [{i, *near.near[i].tolist()} for i in range(50)]
    shares = np.array([[len(a & b) / len(a | b) for b in sets] for a in sets])
    shares[shares < 0.1] = 0
    masses = summary.weights / summary.weights.mean()
    node_of, graphs = shared_neighbour_graphs(summary, near)
    np.testing.assert_array_equal(node_of, np.arange(50))
    np.testing.assert_allclose(graphs[0].affinity, shares**2 * np.outer(masses, masses), rtol=1e-5, atol=1e-7)


def test_a_neighbour_of_everybody_joins_nobody() -> None:
    """A point that all 500 others name as a neighbour counts for none of them, so two halves stay apart."""
    half, ring = np.repeat([0, 1], 250), np.arange(250)
    near = np.vstack([np.column_stack([(ring + step) % 250 + 250 * side for step in (1, 2)]) for side in (0, 1)])
    near = np.vstack([np.column_stack([near, np.full(500, 500)]), [[0, 1, 2]]])
    points = Summary(np.zeros((501, 40)), np.ones(501))
    affinity = shared_neighbour_graphs(points, Neighbours(np.ones((501, 3)), near, np.ones(501)))[1][0].affinity
    assert affinity[:250, 250:500].max() == 0
    assert (affinity[:500, :500] > 0)[half[:, None] == half].sum() > 500


def test_equal_points_have_no_graph() -> None:
    equal = Summary(np.ones((9, 2)), np.ones(9))
    assert graphs_of(equal, Neighbours.of(equal, 4))[1] == []
    assert list(kernel_graphs(np.zeros((9, 9)), np.ones(9), 1.0)) == []


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


def test_nodes_without_neighbours_stay() -> None:
    group = coarsened(edges_of(scipy.sparse.eye_array(9, format="csr")), 3)
    assert group.tolist() == list(range(9))


def test_stars_are_coarsened_evenly() -> None:
    """Two hubs with 400 neighbours each, as where short documents are everybody's neighbours."""
    hub = np.repeat([0, 1], 400)
    star = Edges(hub, np.arange(2, 802), np.linspace(1, 2, 800), np.ones(802))
    group = coarsened(star, 50)
    assert len({*group}) == 50
    assert not {*group[2:][hub == 0]} & {*group[2:][hub == 1]}
    assert np.bincount(group).max() < 100


def test_eigenvalues_are_those_of_the_walk() -> None:
    X = np.random.default_rng(2).standard_normal((50, 3))
    graph = next(kernel_graphs(squared_distances(X), np.ones(50), 1.0))
    spectrum = spectrum_of(graph, 8)
    walk = graph.affinity.astype(float) / graph.affinity.sum(axis=1, keepdims=True, dtype=float)
    exact = np.sort(np.linalg.eigvals(walk).real)[::-1]
    np.testing.assert_allclose(spectrum.eigenvalues, exact[:9], atol=1e-5)
    assert spectrum.vectors.shape == (50, 9)
