"""Spectra across scales and the verdict drawn from them."""

import numpy as np
import pytest

from diverseed.evidence import find_clusters, look_at_distances
from diverseed.kernels.vectors import neighbour_distance, normalised_kernel, squared_distances
from diverseed.references import BEYOND_DOUBT
from diverseed.scale import DRAFT, Scales, gap_scores
from tests.test_kmeans import grid


def found(X: np.ndarray, seed: int = 0):
    return find_clusters(X, np.ones(len(X)), rng=np.random.default_rng(seed)).evidence


def test_normalised_kernel_treats_weights_as_repeats() -> None:
    rng = np.random.default_rng(0)
    X, repeats, widths = rng.standard_normal((12, 2)), rng.integers(1, 4, 12), rng.uniform(0.5, 1.5, 12)
    rows = np.repeat(np.arange(12), repeats)
    weighted = normalised_kernel(squared_distances(X), repeats.astype(float), widths)
    repeated = normalised_kernel(squared_distances(X[rows]), np.ones(rows.size), widths[rows])
    spectra = [sorted(np.linalg.eigvalsh(kernel), key=abs)[-12:] for kernel in (weighted, repeated)]
    np.testing.assert_allclose(*spectra, atol=1e-5)
    assert np.linalg.eigvalsh(weighted)[-1] == pytest.approx(1, abs=1e-5)


def test_normalised_kernel_by_definition() -> None:
    rng = np.random.default_rng(1)
    X, weights, widths = rng.standard_normal((7, 2)), rng.random(7) + 0.1, rng.uniform(0.5, 1.5, 7)
    squares = ((X[:, None] - X) ** 2).sum(axis=2)
    kernel = np.exp(-squares / (2 * np.outer(widths, widths)))
    degree = kernel @ weights
    expected = np.sqrt(np.outer(weights, weights)) * kernel / np.sqrt(np.outer(degree, degree))
    np.testing.assert_allclose(normalised_kernel(squares, weights, widths), expected, rtol=1e-5)


def test_neighbour_distance_by_definition() -> None:
    rng = np.random.default_rng(2)
    X, weights = rng.standard_normal((40, 2)), rng.integers(1, 4, 40).astype(float)
    squares = squared_distances(X)
    for i, distance in enumerate(neighbour_distance(squares, weights, 5.0)):
        order = [j for j in np.argsort(squares[i]) if j != i]
        reached = order[int(np.argmax(np.cumsum(weights[order]) >= 5))]
        assert distance == pytest.approx(np.sqrt(squares[i, reached]))


def test_gap_scores_by_definition() -> None:
    eigenvalues = np.array([[1.0, 0.9, 0.3, 0.2], [1.0, 0.5, 0.4, 0.0]])
    np.testing.assert_allclose(gap_scores(eigenvalues), [0, 0.6 * np.sqrt(2), 0.4 * np.sqrt(3)])


def test_blocks_give_one_eigenvalue_near_one_each() -> None:
    X, _ = grid(3, per_cluster=30)
    scales = Scales.of(squared_distances(X), np.ones(270), 1.0)
    spectra = scales.spectra(12)
    assert (spectra.eigenvalues[:, 8] - spectra.eigenvalues[:, 9]).max() > 0.6
    for draw in spectra.process(9).sample(9, n_samples=20, random_state=0):
        assert sorted(draw // 30) == list(range(9))


@pytest.mark.parametrize("seed", range(4))
def test_evidence_is_consistent(seed: int) -> None:
    X, _ = grid(3, per_cluster=50, seed=seed)
    evidence = found(X, seed)
    assert evidence.n_clusters == evidence.best_n_clusters == evidence.candidates[0] == 9
    assert evidence.strength == pytest.approx(evidence.scores.max() - evidence.null_level)
    assert sum(evidence.shares.values()) == pytest.approx(1)
    assert max(evidence.shares, key=evidence.shares.get) == 9
    assert evidence.gaps.shape == (evidence.bandwidths.size, evidence.scores.size)
    assert 0.3 < evidence.bandwidth < 10  # between the clusters' deviation and their distance


def test_units_do_not_matter() -> None:
    X, _ = grid(3, per_cluster=50)
    small, large = found(X * 1e-6), found(X * 1e6)
    assert small.n_clusters == large.n_clusters == 9
    assert large.bandwidth / small.bandwidth == pytest.approx(1e12, rel=1e-3)


@pytest.mark.parametrize("n", [2, 3, 5, 8])
def test_few_points_give_no_verdict_rather_than_an_error(n: int) -> None:
    assert found(np.random.default_rng(n).standard_normal((n, 2))).n_clusters >= 1


def test_distances_alone_give_the_same_answer() -> None:
    X, _ = grid(3, per_cluster=40)
    evidence = look_at_distances(squared_distances(X), np.ones(360), rng=np.random.default_rng(0))
    assert evidence.n_clusters == 9
    noise = np.random.default_rng(0).standard_normal((300, 3))
    assert look_at_distances(squared_distances(noise), np.ones(300), rng=np.random.default_rng(0)).verdict == "none"


@pytest.mark.parametrize("seed", range(12))
def test_false_discoveries_are_rare(seed: int) -> None:
    """Sets without clusters of many shapes: elongated, heavy-tailed, skewed, in 1 to 16 dimensions."""
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 17))
    law = [rng.standard_normal, rng.random, lambda s: rng.standard_t(5, s), rng.standard_exponential][seed % 4]
    X = law((int(rng.integers(100, 1200)), d)) * 10 ** rng.uniform(0, 0.7, d)
    assert found(X, seed).verdict != "clear"


@pytest.mark.parametrize("n_outliers", [1, 3])
def test_a_few_points_far_away_are_not_a_cluster(n_outliers: int) -> None:
    X, _ = grid(3, per_cluster=100)
    rng = np.random.default_rng(0)
    far = np.array([400.0, -300.0]) + rng.standard_normal((n_outliers, 2))
    assert found(np.vstack([X, far])).n_clusters == found(X).n_clusters == 9


def test_small_groups_in_small_data_are_clusters() -> None:
    rng = np.random.default_rng(0)
    centres = np.array([[0, 0], [50, 0], [0, 50], [50, 50], [100, 0]])
    assert found(np.repeat(centres, 5, axis=0) + rng.standard_normal((25, 2))).n_clusters == 5


@pytest.mark.parametrize("k", [60, 120, 210])
def test_clusters_by_the_hundred_are_counted(k: int) -> None:
    """A quick look sees some twenty, the first full one 150."""
    centres = np.stack(np.divmod(np.arange(k), 15), axis=1) * 8.0
    X = np.repeat(centres, 40, axis=0) + np.random.default_rng(k).standard_normal((40 * k, 2))
    assert found(X).n_clusters == k


@pytest.mark.parametrize(("side", "d"), [(0, 2), (0, 8), (7, 2), (10, 2)])
def test_a_draft_is_near_enough_for_what_is_beyond_doubt(side: int, d: int) -> None:
    X = np.random.default_rng(0).standard_normal((1200, d)) if side == 0 else grid(side, per_cluster=1200 // side**2)[0]
    scales = Scales.of(squared_distances(X), np.ones(len(X)), 1.0).narrow()
    exact = np.array([np.linalg.eigvalsh(scales.kernel(h).astype(float))[::-1][:121] for h in scales.bandwidths])
    drafted = gap_scores(scales.spectra(120, tol=DRAFT).eigenvalues)
    assert np.abs(drafted - gap_scores(exact)).max() < BEYOND_DOUBT / 3
