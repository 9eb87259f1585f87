"""Every sampler against the enumeration of all subsets, and wrong samplers against the same judge."""

import numpy as np
import pytest
import scipy.sparse

from diverseed.point_process import LEnsemble, pivoted, pivoted_cholesky
from tests.oracles import counts_fit, dpp_law, matrix_power, projection_law, sequential_law, subsets

N_DRAWS = 6_000
SCALES = [1e-6, 1.0, 1e6]


def random_kernel(n: int = 6, *, rank: int | None = None, scale: float = 1.0, seed: int = 0) -> np.ndarray:
    factor = random_factor(n, rank or n, seed=seed)
    return scale * factor @ factor.T


def random_factor(n: int, rank: int, *, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((n, rank))


def draws_of(ensemble: LEnsemble, k: int | None = None, seed: int = 1) -> list[np.ndarray]:
    return ensemble.sample(k, n_samples=N_DRAWS, random_state=seed)


@pytest.mark.parametrize("scale", [0.05, 1.0, 20.0])
@pytest.mark.parametrize("rank", [2, 6])
def test_plain(scale: float, rank: int) -> None:
    kernel = random_kernel(rank=rank, scale=scale)
    assert counts_fit(draws_of(LEnsemble(kernel)), dpp_law(kernel))


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("k", [1, 2, 3, 5, 6])
def test_fixed_size(scale: float, k: int) -> None:
    kernel = random_kernel(scale=scale)
    assert counts_fit(draws_of(LEnsemble(kernel), k), dpp_law(kernel, k))


@pytest.mark.parametrize("k", [1, 3])
def test_fixed_size_below_full_rank(k: int) -> None:
    kernel = random_kernel(rank=3)
    assert counts_fit(draws_of(LEnsemble(kernel), k), dpp_law(kernel, k))


@pytest.mark.parametrize(("power", "scale"), [(0.5, 1.0), (2.0, 3.0), (5.0, 2.0)])
@pytest.mark.parametrize("k", [None, 2])
def test_sharpened(power: float, scale: float, k: int | None) -> None:
    kernel = random_kernel()
    law = dpp_law(matrix_power(kernel / scale, power), k)
    assert counts_fit(draws_of(LEnsemble(kernel).sharpen(power, scale), k), law)


@pytest.mark.parametrize("k", [1, 2, 4])
def test_infinitely_sharp_is_the_projection_on_the_top_vectors(k: int) -> None:
    kernel = random_kernel()
    top = np.linalg.eigh(kernel)[1][:, -k:]
    assert counts_fit(draws_of(LEnsemble(kernel).sharpen(np.inf), k), dpp_law(top @ top.T, k))


def test_infinitely_sharp_settles_ties_by_chance() -> None:
    basis = np.linalg.qr(random_factor(5, 5))[0]
    eigenvalues = np.array([3.0, 2.0, 2.0, 2.0, 1.0])
    sharp = LEnsemble((basis * eigenvalues) @ basis.T).sharpen(np.inf)
    assert counts_fit(draws_of(sharp, 2), projection_law(basis, eigenvalues, 2))


def test_infinitely_sharp_without_k_keeps_eigenvalues_above_the_scale() -> None:
    basis = np.linalg.qr(random_factor(5, 5))[0]
    kernel = (basis * [9.0, 4.0, 1.0, 0.5, 0.1]) @ basis.T
    law = dpp_law(basis[:, :2] @ basis[:, :2].T, 2)
    assert counts_fit(draws_of(LEnsemble(kernel).sharpen(np.inf, 2.0)), law)


@pytest.mark.parametrize("k", [None, 2])
def test_weighted(k: int | None) -> None:
    kernel, weights = random_kernel(), np.array([0.0, 0.5, 1.0, 1.0, 2.0, 7.0])
    law = dpp_law(np.sqrt(weights)[:, None] * kernel * np.sqrt(weights), k)
    assert counts_fit(draws_of(LEnsemble(kernel, weights=weights), k), law)
    factor = np.linalg.cholesky(kernel)
    assert counts_fit(draws_of(LEnsemble.from_factor(factor, weights=weights), k), law)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("rank", [3, 6, 9])
@pytest.mark.parametrize("k", [None, 2])
def test_factor(sparse: bool, rank: int, k: int | None) -> None:
    factor = random_factor(6, rank)
    ensemble = LEnsemble.from_factor(scipy.sparse.csr_array(factor) if sparse else factor)
    assert counts_fit(draws_of(ensemble, k), dpp_law(factor @ factor.T, k))


def test_rescaled() -> None:
    kernel = random_kernel()
    ensemble = LEnsemble(kernel).rescale(2.5)
    law = dpp_law(kernel * float(ensemble.eigenvalues[0] / np.linalg.eigvalsh(kernel)[-1]))
    assert counts_fit(draws_of(ensemble), law)
    assert sum(len(subset) * p for subset, p in law.items()) == pytest.approx(2.5)


def test_duplicate_points_share_their_place_and_never_meet() -> None:
    points = np.array([[0.0], [0.0], [1.0], [1.0], [1.0], [3.0]])
    kernel = np.exp(-((points - points.T) ** 2))
    draws = draws_of(LEnsemble(kernel), 3)
    assert counts_fit(draws, dpp_law(kernel, 3))
    assert all(len(set(points[draw, 0])) == 3 for draw in draws)


@pytest.mark.parametrize("block_size", [1, 2, 5])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_pivoted(block_size: int, k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pivoted, "_block_size", lambda k: block_size)
    kernel, rng = random_kernel(5), np.random.default_rng(3)
    draws = [pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), k, rng=rng).pivots for _ in range(4000)]
    assert counts_fit(draws, sequential_law(kernel, k))


def test_pivoted_stops_where_the_plain_algorithm_would(monkeypatch: pytest.MonkeyPatch) -> None:
    kernel, rng = random_kernel(6), np.random.default_rng(4)
    lengths = {}
    for block_size in (1, 4):
        monkeypatch.setattr(pivoted, "_block_size", lambda k, size=block_size: size)
        runs = [pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), 6, rng=rng, tol=0.2) for _ in range(3000)]
        assert all(run.trace_error <= 0.2 for run in runs)
        lengths[block_size] = [(run.pivots.size,) for run in runs]
    sizes = [s[0] for s in lengths[1]]
    law = {(size,): sizes.count(size) / len(sizes) for size in set(sizes)}
    # the reference is itself a sample, which doubles the variance of the difference: thin the other to match
    assert counts_fit(lengths[4][::4], law)


def test_pivoted_is_not_a_k_dpp() -> None:
    kernel, rng = np.diag([1.0, 2.0, 4.0, 8.0]), np.random.default_rng(5)
    draws = [pivoted_cholesky(lambda j: kernel[:, j], np.diag(kernel), 2, rng=rng).pivots for _ in range(N_DRAWS)]
    assert not counts_fit([sorted(draw) for draw in draws], dpp_law(kernel, 2))


def test_the_law_holds_where_elementary_symmetric_polynomials_overflow() -> None:
    """n = 1000, 1000 x RBF, k = 100: the frequency of each point against its exact inclusion probability."""
    rng = np.random.default_rng(0)
    points = rng.random((1000, 2))
    squares = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    ensemble = LEnsemble(1000 * np.exp(-50 * squares))
    draws = ensemble.sample(100, n_samples=300, random_state=1)
    assert all(draw.size == 100 for draw in draws)
    expected = LEnsemble(np.exp(-50 * squares)).inclusion_probabilities(100)
    # counts in a 4 x 4 partition of the square: sums of inclusion probabilities, less spread out than Poisson
    cell = (points * 4).astype(int) @ [4, 1]
    counts = np.bincount(cell[np.concatenate(draws)], minlength=16)
    means = 300 * np.bincount(cell, weights=expected, minlength=16)
    assert np.abs(counts - means).max() < 5 * np.sqrt(means).max()
    corner = np.bincount(cell, minlength=16) / 1000 * 300 * 100
    assert np.abs(corner - means).max() > 0.03 * means.max()  # uniform draws would have failed


def wrong_uniform(kernel: np.ndarray, k: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    everything = subsets(len(kernel), k)
    return [everything[i] for i in rng.integers(len(everything), size=N_DRAWS)]


def wrong_without_last_eigenvalue(kernel: np.ndarray, k: int, rng: np.random.Generator) -> list[np.ndarray]:
    values, vectors = np.linalg.eigh(kernel)
    return LEnsemble.from_eigenvectors(values[1:], vectors[:, 1:]).sample(k, n_samples=N_DRAWS, random_state=rng)


def wrong_slightly_rescaled(kernel: np.ndarray, k: None, rng: np.random.Generator) -> list[np.ndarray]:
    return LEnsemble(1.25 * kernel).sample(n_samples=N_DRAWS, random_state=rng)


def wrong_slightly_sharpened(kernel: np.ndarray, k: int, rng: np.random.Generator) -> list[np.ndarray]:
    return LEnsemble(kernel).sharpen(1.15).sample(k, n_samples=N_DRAWS, random_state=rng)


@pytest.mark.parametrize(
    ("sampler", "k"),
    [
        (wrong_uniform, 3),
        (wrong_without_last_eigenvalue, 3),
        (wrong_slightly_rescaled, None),
        (wrong_slightly_sharpened, 3),
    ],
)
def test_the_judge_finds_wrong_samplers(sampler, k: int | None) -> None:
    kernel = random_kernel()
    assert not counts_fit(sampler(kernel, k, np.random.default_rng(2)), dpp_law(kernel, k))
