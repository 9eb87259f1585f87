from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.metrics import adjusted_rand_score

from diverseed.engine import assignment
from diverseed.errors import InputError
from diverseed.scores import adjusted_rand, cost, macro_f1, missed_clusters, pairwise_f1

PARTITIONS = [
    tuple(np.random.default_rng(seed).integers(0, k, (2, n)))
    for seed, (k, n) in enumerate([(1, 1), (2, 5), (3, 12), (5, 30), (40, 30)])
]


@pytest.mark.parametrize(("gold", "labels"), PARTITIONS)
def test_macro_f1_by_definition(gold: np.ndarray, labels: np.ndarray) -> None:
    best = []
    for g in set(gold):
        mine = {i for i in range(len(gold)) if gold[i] == g}
        clusters = [{i for i in range(len(gold)) if labels[i] == c} for c in set(labels)]
        best.append(max(2 * len(mine & cluster) / (len(mine) + len(cluster)) for cluster in clusters))
    assert macro_f1(gold, labels) == pytest.approx(np.mean(best))


@pytest.mark.parametrize(("gold", "labels"), PARTITIONS)
def test_pairwise_f1_by_definition(gold: np.ndarray, labels: np.ndarray) -> None:
    pairs = list(combinations(range(len(gold)), 2))
    together = {(i, j) for i, j in pairs if gold[i] == gold[j]}
    found = {(i, j) for i, j in pairs if labels[i] == labels[j]}
    total = len(together) + len(found)
    assert pairwise_f1(gold, labels) == pytest.approx(2 * len(together & found) / total if total else 1)


def test_a_worked_example() -> None:
    gold, labels = ["a", "a", "a", "b"], [0, 0, 1, 1]
    assert macro_f1(gold, labels) == pytest.approx((2 * 2 / 5 + 2 * 1 / 3) / 2)
    assert pairwise_f1(gold, labels) == pytest.approx(2 * 1 / (3 + 2))
    assert adjusted_rand(gold, labels) == adjusted_rand_score(gold, labels)


@pytest.mark.parametrize("score", [macro_f1, pairwise_f1, adjusted_rand])
def test_equal_partitions_score_one_for_any_names(score) -> None:
    gold = np.array([0, 0, 1, 2, 2, 2])
    assert score(gold, np.array(["x", "y", "z"])[gold]) == pytest.approx(1)
    assert score(np.arange(4), np.arange(4)) == 1


@pytest.mark.parametrize("score", [macro_f1, pairwise_f1, adjusted_rand])
@pytest.mark.parametrize(("gold", "labels"), [([0, 1], [0]), ([], []), ([[0]], [[0]])])
def test_unfit_labels_are_refused(score, gold: list, labels: list) -> None:
    with pytest.raises(InputError, match="gold"):
        score(gold, labels)


def test_pairs_of_many_points_do_not_overflow() -> None:
    n = 3_000_000
    assert pairwise_f1(np.zeros(n, dtype=np.int32), np.zeros(n, dtype=np.int32)) == pytest.approx(1)


def test_missed_clusters() -> None:
    gold = ["a", "a", "b", "c", "c"]
    assert missed_clusters(gold, [0, 1]) == 2
    assert missed_clusters(gold, [4, 2, 0]) == 0
    assert missed_clusters(gold, []) == 3


@pytest.mark.parametrize("seeds", [[0, 5], [-1], [0.5]])
def test_seeds_that_are_not_rows_are_refused(seeds: list[float]) -> None:
    with pytest.raises(InputError, match="seed_indices"):
        missed_clusters([0, 1, 1, 2, 2], seeds)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("as_sparse", [False, True])
@pytest.mark.parametrize("tile", [1, 40, 4_000_000])
def test_cost_by_definition(monkeypatch: pytest.MonkeyPatch, dtype: type, as_sparse: bool, tile: int) -> None:
    monkeypatch.setattr(assignment, "_TILE", tile)
    rng = np.random.default_rng(0)
    X, centers, weight = rng.normal(size=(50, 3)).astype(dtype), rng.normal(size=(4, 3)), rng.uniform(size=50)
    squared = np.array([min(((x - c) ** 2).sum() for c in centers) for x in X.astype(float)])
    points = sp.csr_array(X) if as_sparse else X
    assert cost(points, centers) == pytest.approx(squared.sum())
    assert cost(points, centers, sample_weight=weight) == pytest.approx(weight @ squared)


def test_cost_keeps_its_digits_far_from_the_origin() -> None:
    X = np.array([[0.0], [1.0], [5.0]]) + 1e8
    assert cost(X, X[:1] + 0.5) == pytest.approx(0.25 + 0.25 + 4.5**2)


def test_cost_names_what_does_not_fit() -> None:
    with pytest.raises(InputError, match=r"shape \(.*, 2\) and centers \(.*, 3\)"):
        cost(np.zeros((4, 2)), np.zeros((1, 3)))
    with pytest.raises(InputError, match="sample_weight"):
        cost(np.zeros((4, 2)), np.zeros((1, 2)), sample_weight=np.ones(3))
