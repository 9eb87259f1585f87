"""Each baseline on data where its answer is known, and its criterion against another computation of it."""

import warnings

import numpy as np
import pytest
from scipy.stats import anderson, multivariate_normal
from sklearn.datasets import make_blobs

from diverseed.choose_k import CHOOSE_K, SWEEPS, anderson_darling, choose_k, k_means_path, spherical_bic
from diverseed.errors import InputError

BY_DATA = [name for name in CHOOSE_K if name not in ("log n", "sqrt n")]


def separated(k: int, *, d: int = 2, n: int = 60, seed: int = 0) -> np.ndarray:
    """k Gaussians of variance 1 with centres at distance 12 or more from each other."""
    rng = np.random.default_rng(seed)
    centres = np.empty((0, d))
    while len(centres) < k:
        centre = rng.uniform(0, 12 * k, size=d)
        if (np.linalg.norm(centres - centre, axis=1) >= 12).all():
            centres = np.concatenate([centres, [centre]])
    return make_blobs([n] * k, centers=centres, cluster_std=1.0, random_state=seed)[0]


def test_x_means_finds_the_corners_of_a_square() -> None:
    corners = np.array([[0, 0], [0, 15], [15, 0], [15, 15]])
    X = make_blobs([60] * 4, centers=corners, cluster_std=1.0, random_state=0)[0]
    assert choose_k(X, "X-means", k_max=8, random_state=0) == 4


@pytest.mark.parametrize("method", BY_DATA)
@pytest.mark.parametrize(("k", "d"), [(2, 2), (4, 2), (7, 5)])
def test_finds_clusters_that_are_clear(method: str, k: int, d: int) -> None:
    answers = [choose_k(separated(k, d=d, seed=seed), method, k_max=10, random_state=seed) for seed in range(3)]
    assert np.median(answers) == k


@pytest.mark.parametrize("method", ["gap statistic", "X-means", "G-means", "BIC of mixtures"])
def test_one_cluster_can_be_the_answer(method: str) -> None:
    X = np.random.default_rng(0).standard_normal((200, 3))
    assert choose_k(X, method, k_max=6, random_state=0) == 1


def test_rules_of_thumb() -> None:
    X = np.random.default_rng(0).standard_normal((137, 2))
    assert choose_k(X, "log n", k_max=50) == 2  # log10(137) = 2.14
    assert choose_k(X, "sqrt n", k_max=50) == 12
    assert choose_k(X, "sqrt n", k_max=5) == 5
    assert choose_k(X[:1], "log n", k_max=5) == 1


@pytest.mark.parametrize("method", CHOOSE_K)
def test_reproducible(method: str) -> None:
    X = np.random.default_rng(0).standard_normal((60, 2))
    assert len({choose_k(X, method, k_max=6, random_state=3) for _ in range(2)}) == 1


@pytest.mark.parametrize("method", CHOOSE_K)
@pytest.mark.parametrize(
    "X",
    [
        np.zeros((1, 2)),
        np.zeros((12, 2)),
        np.arange(2.0)[:, None],
        np.repeat(np.arange(3.0), 5)[:, None],
        np.repeat(np.arange(3.0), 9)[:, None],
        np.eye(4),
    ],
    ids=["one point", "all equal", "two points", "three places", "three full places", "all different"],
)
def test_small_and_degenerate_data(method: str, X: np.ndarray) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert 1 <= choose_k(X, method, k_max=8, random_state=0) <= len(np.unique(X, axis=0))


@pytest.mark.parametrize("method", sorted(SWEEPS))
def test_sweeps_judge_the_clusterings_they_are_given(method: str) -> None:
    X = separated(4)
    path = k_means_path(separated(4), k_max=6, rng=np.random.default_rng(0))
    assert path.inertias.shape == (6,)
    assert CHOOSE_K[method](X, k_max=6, rng=np.random.default_rng(1), path=path) == 4
    shuffled = type(path)(tuple(np.random.default_rng(0).permutation(x) for x in path.labels), path.inertias[::-1])
    assert CHOOSE_K[method](X, k_max=6, rng=np.random.default_rng(1), path=shuffled) != 4


def test_bic_of_spherical_gaussians() -> None:
    """With the maximum likelihood variance in place of the unbiased one, the likelihood is that of the densities."""
    rng = np.random.default_rng(0)
    X, labels = rng.standard_normal((50, 3)), rng.integers(2, size=50)
    sizes = np.bincount(labels)
    centres = np.array([X[labels == i].mean(axis=0) for i in range(2)])
    variance = ((X - centres[labels]) ** 2).sum() / (3 * 48)
    log_likelihood = sum(
        np.log(sizes[i] / 50) + multivariate_normal(centres[i], variance * np.eye(3)).logpdf(x)
        for x, i in zip(X, labels, strict=True)
    )
    assert spherical_bic(X, labels) == pytest.approx(log_likelihood - (1 + 6 + 1) / 2 * np.log(50))


def test_anderson_darling_statistic() -> None:
    values = np.random.default_rng(0).gamma(3, size=40)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reference = anderson(values, "norm").statistic
    assert anderson_darling(values) == pytest.approx(reference * (1 + 4 / 40 - 25 / 1600))


@pytest.mark.parametrize(
    ("X", "method", "k_max", "message"),
    [
        (np.eye(3), "elbow", 3, "elbow.*silhouette"),
        (np.eye(3), "silhouette", 0, "k_max"),
        (np.full((3, 1), np.nan), "silhouette", 3, "NaN"),
    ],
)
def test_bad_input_is_named(X: np.ndarray, method: str, k_max: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        choose_k(X, method, k_max=k_max)


def test_the_largest_k_has_a_default() -> None:
    X, _ = make_blobs(160, centers=[[0, 0], [9, 0], [0, 9], [9, 9]], random_state=0)
    assert choose_k(X, "silhouette", random_state=0) == choose_k(X, "silhouette", k_max=12, random_state=0) == 4
