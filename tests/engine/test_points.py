"""Points in memory against brute force, and draws of rows in proportion to their weights."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.sparse

from diverseed.engine import plus_plus
from diverseed.engine.points import Points
from diverseed.engine.weighted_draws import draw_rows, propose
from tests.oracles import counts_fit

RNG = np.random.default_rng(3)
X = RNG.standard_normal((50, 4)) + 100
SQUARES = ((X[:, None] - X[None]) ** 2).sum(axis=2)


@pytest.mark.parametrize("held", [1, 120, 10**7])
@pytest.mark.parametrize("form", [np.array, scipy.sparse.csr_array, scipy.sparse.csr_matrix])
def test_squared_distances(form: Callable[..., Any], held: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever number of squared distances is held at a time."""
    monkeypatch.setattr(plus_plus, "HELD", held)
    found = Points.of(form(X), np.ones(50))
    centres, some = np.array([3, 17, 40, 17, 8]), np.array([1, 3, 9])
    np.testing.assert_allclose(found.squared_distances(centres), SQUARES[centres], atol=1e-9)
    np.testing.assert_allclose(found.squared_distances(centres, among=some), SQUARES[np.ix_(centres, some)], atol=1e-9)
    np.testing.assert_allclose(plus_plus._to_nearest(found, centres), SQUARES[centres].min(axis=0), atol=1e-9)
    assert (plus_plus._to_nearest(found, centres)[centres] == 0).all()


@pytest.mark.parametrize("held", [1, 120, 10**7])
def test_few_distances_are_held_at_a_time(held: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as allowed, or those of one centre; all points at once where that is no more."""
    monkeypatch.setattr(plus_plus, "HELD", held)
    sizes: list[int] = []
    distances = Points.squared_distances

    def noted(space: Points, centres: np.ndarray) -> np.ndarray:
        sizes.append(centres.size)
        return distances(space, centres)

    monkeypatch.setattr(Points, "squared_distances", noted)
    plus_plus._to_nearest(Points.of(X, np.ones(50)), np.arange(5))
    assert sizes == {1: [1] * 5, 120: [2, 2, 1], 10**7: [5]}[held]


@pytest.mark.parametrize("sparse", [False, True])
def test_points_are_a_copy_in_double_precision(sparse: bool) -> None:
    data = X.astype(np.float32)
    given = scipy.sparse.csr_array(data) if sparse else data.copy()
    found = Points.of(given, np.arange(50))
    assert found.rows.dtype == found.weights.dtype == np.float64
    np.testing.assert_array_equal(
        found.at(np.array([2, 7])), found.rows[[2, 7]].toarray() if sparse else found.rows[[2, 7]]
    )
    if sparse:
        np.testing.assert_array_equal(found.rows.toarray(), data)
    else:
        np.testing.assert_allclose(found.rows.mean(axis=0), 0, atol=1e-12)
        np.testing.assert_allclose(found.rows - found.rows[0], (data - data[0]).astype(np.float64), atol=1e-4)
        np.testing.assert_array_equal(given, data)
    few = Points(found.rows[[4, 4, 9]], np.array([1.0, 2, 3]))
    assert len(few) == 3
    assert few.cost(np.array([1.0, 10, 100])) == 321


def test_draw_rows_takes_rows_without_weight_last() -> None:
    rng = np.random.default_rng(0)
    with np.errstate(divide="raise"):
        draws = [tuple(draw_rows(np.array([0.0, 2.0, 0.0, 1.0]), 3, rng=rng)) for _ in range(600)]
    law = {(a, b, c): p / 2 for a, b, p in ((1, 3, 2 / 3), (3, 1, 1 / 3)) for c in (0, 2)}
    assert counts_fit(draws, law)


class Edge:
    """A generator at one end of its range."""

    def __init__(self, value: float) -> None:
        self.value = value

    def random(self, size: int) -> np.ndarray:
        return np.full(size, self.value)


def test_proposals_are_in_proportion_to_weight_and_never_without() -> None:
    rng = np.random.default_rng(0)
    for weights in ([0.0, 1.0, 0.0, 3.0], [0.0, 1.0, 0.0, 3.0, 0.0]):
        cumulative = np.cumsum(weights)
        assert counts_fit([(i,) for i in propose(cumulative, 1000, rng)], {(1,): 0.25, (3,): 0.75})
    for scale in (1.0, 1e-310, 3.0):  # the product with the total may round up to it
        for value, index in ((0.0, 1), (np.nextafter(1, 0), 3), (1.0, 3)):
            assert propose(scale * cumulative, 2, Edge(value)).tolist() == [index, index]  # type: ignore[arg-type]
