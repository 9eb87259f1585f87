"""What is refused, and how it is named; kernels of rows against plain formulas."""

import numpy as np
import pytest
import scipy.sparse

from diverseed.errors import InputError
from diverseed.point_process import LEnsemble, greedy_pivots, pivoted_cholesky
from diverseed.point_process.checks import check_factor, check_indices, check_kernel, check_weights
from diverseed.point_process.rows import RBF, FunctionKernel, Linear, row_kernel
from tests.point_process.test_samplers import random_factor, random_kernel


@pytest.mark.parametrize(("i", "j"), [(0, 1), (255, 256), (300, 500), (10, 599)])
def test_the_entries_that_differ_are_named_wherever_they_are(i: int, j: int) -> None:
    kernel = np.eye(600)
    kernel[i, j], kernel[j, i] = 0.25, 0.5
    with pytest.raises(InputError, match=rf"L\[{i}, {j}\] = 0.25 but L\[{j}, {i}\] = 0.5"):
        check_kernel(kernel)


def test_asymmetry_counts_relative_to_the_largest_entry() -> None:
    for scale in (1e-9, 1.0, 1e9):
        for sign in (1, -1):
            kernel = sign * scale * np.array([[1.0, 0.5], [0.5 + 1e-12, 1.0]])
            assert check_kernel(kernel) is kernel
            kernel[1, 0] = sign * scale * 0.501
            with pytest.raises(InputError, match="not symmetric"):
                check_kernel(kernel)


@pytest.mark.parametrize("dtype", [bool, int, np.uint8, np.float16, np.float32, np.float64])
def test_kernels_of_any_real_type(dtype: type) -> None:
    checked = check_kernel(np.eye(3, dtype=dtype))
    assert checked.dtype == (dtype if dtype in (np.float32, np.float64) else np.float64)
    assert LEnsemble(np.eye(3, dtype=dtype)).expected_size == pytest.approx(1.5)
    with pytest.raises(InputError, match="its type is complex"):
        check_kernel(np.eye(3, dtype=complex))


def test_finite_entries_whose_sum_is_not_are_accepted() -> None:
    largest = np.finfo(np.float64).max
    with np.errstate(over="ignore"):
        assert check_factor(np.full((2, 2), largest)).max() == largest


@pytest.mark.parametrize(
    ("factor", "message"),
    [
        (scipy.sparse.csr_array((0, 3)), r"empty: its shape is \(0, 3\)"),
        (scipy.sparse.csr_array((3, 0)), r"empty: its shape is \(3, 0\)"),
        (scipy.sparse.csr_array(np.array([[1.0, np.nan]])), "NaN or infinity"),
        (np.zeros((3, 0)), r"empty: its shape is \(3, 0\)"),
        (np.ones(3), "1 dimension"),
        ([[1.0, 2.0], [3.0, -np.inf]], r"-inf at \[1, 1\]"),
    ],
    ids=range(6),
)
def test_factors(factor: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        LEnsemble.from_factor(factor)


def test_factors_become_double_precision() -> None:
    for factor in (np.ones((3, 2), dtype=np.float32), scipy.sparse.csc_array(np.ones((3, 2), dtype=np.float32))):
        checked = check_factor(factor)
        assert checked.dtype == np.float64
        assert not scipy.sparse.issparse(checked) or checked.format == "csr"


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0, np.inf, 1], "one of them is inf"),
        ([1.0, np.nan, 1], "one of them is nan"),
        ([1.0, 0, -0.5], "one of them is -0.5"),
        ([1.0, 2], r"shape \(3,\); its shape is \(2,\)"),
        (2.0, r"its shape is \(\)"),
    ],
)
def test_weights(weights: object, message: str) -> None:
    with pytest.raises(InputError, match=f"masses must .*{message}"):
        check_weights(weights, 3, name="masses")
    assert check_weights([0, 1, 2], 3).dtype == np.float64


@pytest.mark.parametrize(
    ("indices", "message"),
    [
        ([0, 4], "holds 0 .. 4; indices go from 0 to 3"),
        ([-1], "holds -1 .. -1"),
        ([1.0], "type float64"),
        ([[0, 1]], r"shape \(1, 2\)"),
        ([2, 1, 2], "twice"),
    ],
)
def test_indices(indices: object, message: str) -> None:
    with pytest.raises(InputError, match=f"subset .*{message}"):
        check_indices(indices, 4, name="subset")
    assert check_indices(np.array([3, 0], dtype=np.uint8), 4, name="subset").dtype == np.intp
    assert check_indices([], 4, name="subset").dtype == np.intp


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": -1}, "k must be a non-negative integer; it is -1"),
        ({"k": True}, "it is True"),
        ({"k": 2.0}, "it is 2.0"),
        ({"diagonal": np.ones((3, 1))}, r"its shape is \(3, 1\)"),
        ({"diagonal": []}, r"its shape is \(0,\)"),
        ({"diagonal": [1, np.inf, 1]}, "finite"),
        ({"n_candidates": 0}, "at least 1; it is 0"),
        ({"tol": np.nan}, "it is nan"),
    ],
)
def test_what_a_factorisation_needs(options: dict[str, object], message: str) -> None:
    settings = {"columns": lambda points: np.ones((3, len(points))), "diagonal": np.ones(3), "k": 1, **options}
    with pytest.raises(InputError, match=message):
        pivoted_cholesky(**settings)  # type: ignore[arg-type]


def test_factorisations_keep_the_precision_of_the_columns() -> None:
    kernel = np.diag([4.0, 2.0, 1.0])
    for dtype, wanted in ((np.float32, np.float32), (np.float64, np.float64), (int, np.float64)):
        run = pivoted_cholesky(lambda j, t=dtype: kernel[:, j].astype(t), kernel.diagonal().astype(dtype), 3, rng=0)
        assert run.factor.dtype == wanted
        np.testing.assert_allclose(run.factor @ run.factor.T, kernel, rtol=1e-6)
    assert pivoted_cholesky(lambda j: kernel[:, j], kernel.diagonal(), 0, rng=0).pivots.size == 0
    assert pivoted_cholesky(lambda j: kernel[:, j], kernel.diagonal(), 9, rng=0).pivots.size == 3


def test_greedy_pivots_take_the_first_of_equal_points_and_stop_at_the_rank() -> None:
    copies = np.repeat(np.arange(3), 2)
    kernel = random_kernel(3)[np.ix_(copies, copies)]
    assert greedy_pivots(lambda j: kernel[:, j], kernel.diagonal(), 6).size == 3
    assert greedy_pivots(lambda j: np.eye(5)[:, j], np.ones(5), 3).tolist() == [0, 1, 2]
    assert greedy_pivots(lambda j: np.eye(5)[:, j], np.ones(5), 5, first=[1, 3]).tolist() == [0, 2, 4]


@pytest.mark.parametrize("k", [0, 5, 8, 12])
def test_greedy_pivots_go_on_from_the_first_by_the_determinant(k: int) -> None:
    kernel, first = random_kernel(12), [4, 2, 5, 9]
    found = greedy_pivots(lambda j: kernel[:, j], kernel.diagonal(), k, first=first).tolist()
    for step, point in enumerate(found):
        chosen = [*first, *found[:step]]
        minors = [np.linalg.det(kernel[np.ix_([*chosen, x], [*chosen, x])]) for x in range(12)]
        assert np.argmax(minors) == point
    assert len(found) == min(k, 8)


def test_greedy_pivots_are_as_many_as_the_rank() -> None:
    """In spite of rounding, which may leave a little of a point that the pivots already span."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        n = int(rng.integers(2, 40))
        factor = rng.standard_normal((n, int(rng.integers(1, n + 1)))) * 10 ** rng.uniform(-2, 2)
        kernel = factor @ factor.T
        found = greedy_pivots(lambda j, kernel=kernel: kernel[:, j], kernel.diagonal(), n)
        assert found.size == np.linalg.matrix_rank(kernel, hermitian=True)
        assert np.linalg.matrix_rank(factor[found]) == found.size


X = np.random.default_rng(0).standard_normal((150, 3))
SQUARES = ((X[:, None] - X[None]) ** 2).sum(axis=2)


@pytest.mark.parametrize(
    ("kernel", "matrix"),
    [
        (RBF(0.7), np.exp(-0.7 * SQUARES)),
        (Linear(0.3), 0.3 * X @ X.T),
        (FunctionKernel(lambda a, b: (1 + a @ b.T) ** 2), (1 + X @ X.T) ** 2),
    ],
    ids=["rbf", "linear", "function"],
)
def test_kernels_of_rows(kernel: RBF | Linear | FunctionKernel, matrix: np.ndarray) -> None:
    np.testing.assert_allclose(kernel(X, X[:20]), matrix[:, :20], atol=1e-12)
    np.testing.assert_allclose(kernel.diagonal(X), matrix.diagonal(), atol=1e-12)


def test_kernels_of_rows_keep_their_precision_and_use_known_norms() -> None:
    narrow = X.astype(np.float32)
    norms = (narrow**2).sum(axis=1)
    assert RBF(0.7)(narrow, narrow).dtype == np.float32
    np.testing.assert_allclose(RBF(0.7)(narrow, narrow[:4], left_norms=norms), np.exp(-0.7 * SQUARES[:, :4]), atol=1e-5)
    assert RBF(0.7)(1e6 + narrow, 1e6 + narrow).max() <= 1  # no negative squared distance
    assert FunctionKernel(lambda a, b: a @ b.T)(narrow, narrow).dtype == np.float64
    sparse = scipy.sparse.csr_array(X)
    np.testing.assert_allclose(Linear(2.0)(sparse, sparse), 2 * X @ X.T)


def test_kernels_by_name() -> None:
    assert row_kernel("rbf", 0.5) == RBF(0.5)
    assert isinstance(row_kernel("linear", 1.0), Linear)
    assert isinstance(row_kernel(lambda a, b: a @ b.T, 1.0), FunctionKernel)
    for gamma in (0.0, -1.0, np.inf, np.nan):
        with pytest.raises(InputError, match="gamma must be a positive number"):
            row_kernel("rbf", gamma)
    with pytest.raises(InputError, match="'cosine' is not supported"):
        row_kernel("cosine", 1.0)


@pytest.mark.parametrize("smallest", [1e-1, 1e-3, 1e-6])
@pytest.mark.parametrize("shape", [(12, 4), (12, 9)])
def test_eigenvalues_of_a_factor_of_any_spread(shape: tuple[int, int], smallest: float) -> None:
    """Singular values from 1 down to ``smallest``: thin factors keep all digits, wide ones those of the kernel."""
    n, r = shape
    left, right = np.linalg.qr(random_factor(n, r))[0], np.linalg.qr(random_factor(r, r, seed=1))[0]
    singular = np.geomspace(1, smallest, r)
    for factor in ((left * singular) @ right, scipy.sparse.csr_array((left * singular) @ right)):
        ensemble = LEnsemble.from_factor(factor)
        np.testing.assert_allclose(ensemble.eigenvalues, singular**2, rtol=1e-6 if r <= n // 2 else 1e-2)
        vectors = ensemble.eigenvectors
        np.testing.assert_allclose(vectors.T @ vectors, np.eye(r), atol=1e-8)


@pytest.mark.parametrize("singular", [[1, 0.9, 0.8, 1e-6], [1, 1e-5, 1e-5, 1e-6]])
def test_eigenvectors_of_a_thin_factor_are_orthonormal_however_small_their_eigenvalues(singular: list[float]) -> None:
    left, right = np.linalg.qr(random_factor(12, 4))[0], np.linalg.qr(random_factor(4, 4, seed=1))[0]
    ensemble = LEnsemble.from_factor((left * singular) @ right)
    np.testing.assert_allclose(ensemble.eigenvectors.T @ ensemble.eigenvectors, np.eye(4), atol=1e-8)
    np.testing.assert_allclose(ensemble.eigenvalues, np.square(singular), rtol=1e-6)


@pytest.mark.parametrize("scale", [1e-100, 1e-8, 1.0, 1e8])
def test_the_rank_of_a_factor_does_not_depend_on_its_scale(scale: float) -> None:
    factor = random_factor(12, 2) @ random_factor(2, 4, seed=1)
    assert LEnsemble.from_factor(scale * factor).rank == 2


def test_no_draws_and_one_draw() -> None:
    ensemble = LEnsemble(random_kernel(4))
    assert ensemble.sample(n_samples=0) == []
    assert len(ensemble.sample(2, n_samples=1)) == 1
    one, other = np.random.default_rng(0), np.random.default_rng(0)
    assert (
        ensemble.sample(2, random_state=one).tolist() == ensemble.sample(2, n_samples=1, random_state=other)[0].tolist()
    )
    assert one.random() == other.random()  # nothing more was drawn
    assert len(ensemble) == 4
    assert repr(ensemble).startswith("LEnsemble(n=4, rank=4, expected_size=")


@pytest.mark.parametrize(
    ("values", "vectors", "message"),
    [
        ([1.0, 0.0], np.eye(2), "must be positive"),
        ([1.0, np.inf], np.eye(2), "must be positive"),
        ([1.0, 2.0], np.array([[1.0, np.nan], [0, 1]]), "eigenvectors finite"),
        ([1.0, 2.0], np.eye(3), r"got \(2,\) and \(3, 3\)"),
        ([1.0], np.ones(1), r"got \(1,\) and \(1,\)"),
    ],
    ids=range(5),
)
def test_eigenvalues_and_eigenvectors(values: list[float], vectors: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=message):
        LEnsemble.from_eigenvectors(values, vectors)


def test_ensembles_of_fewer_eigenvectors_than_points() -> None:
    basis = np.linalg.qr(random_factor(5, 2))[0]
    ensemble = LEnsemble.from_eigenvectors([0.5, 2.0], basis)
    assert (len(ensemble), ensemble.rank, ensemble.eigenvalues.tolist()) == (5, 2, [2.0, 0.5])
    np.testing.assert_array_equal(ensemble.eigenvectors, basis[:, ::-1])


def test_eigenvectors_of_single_precision_are_used_in_double() -> None:
    basis = np.linalg.qr(random_factor(5, 3))[0].astype(np.float32)
    values = np.array([3.0, 0.7, 0.1], dtype=np.float32)
    single = LEnsemble.from_eigenvectors(values, basis)
    double = LEnsemble.from_eigenvectors(values.astype(float), basis.astype(float))
    assert single.eigenvectors.dtype == np.float64
    assert single.expected_size == double.expected_size
    np.testing.assert_array_equal(single.marginal_kernel(), double.marginal_kernel())


def test_eigenvectors_of_equal_eigenvalues_keep_their_order() -> None:
    basis, values = np.linalg.qr(random_factor(60, 60))[0], np.tile([1.0, 2.0], 30)
    ensemble = LEnsemble.from_eigenvectors(values, basis)
    np.testing.assert_array_equal(ensemble.eigenvectors, np.hstack([basis[:, 1::2], basis[:, ::2]]))


def test_weights_of_the_rows_of_a_factor() -> None:
    factor, weights = random_factor(6, 3), np.array([0, 1, 2, 0.5, 3, 1])
    kernel = np.sqrt(np.outer(weights, weights)) * (factor @ factor.T)
    for form in (factor, scipy.sparse.csr_array(factor), scipy.sparse.coo_array(factor)):
        ensemble = LEnsemble.from_factor(form, weights=weights)
        np.testing.assert_allclose(ensemble.eigenvalues, np.linalg.eigvalsh(kernel)[::-1][:3])


def test_eigenvalues_too_large_for_floats_are_infinite() -> None:
    with np.errstate(over="raise"):
        assert np.isposinf(LEnsemble(1e200 * np.eye(3)).sharpen(5).eigenvalues).all()


def test_points_that_no_draw_contains_together_are_counted() -> None:
    copies = np.array([0, 0, 1, 1, 2])
    kernel = 4 * random_kernel(3)[np.ix_(copies, copies)]
    for ensemble in (LEnsemble(kernel), LEnsemble.from_marginal_kernel(LEnsemble(kernel).marginal_kernel())):
        with pytest.raises(InputError, match=r"all included points .3.: .*zero to rounding, and the rank .* at most 2"):
            ensemble.condition(include=[0, 1, 2])
        assert ensemble.condition(include=[0, 2, 4]).rank == 3


def test_they_are_counted_in_their_own_unit() -> None:
    """Beside a point that outweighs them."""
    copies = np.array([0, 0, 1, 1, 2])
    kernel = np.diag([0.0, 0, 0, 0, 0, 1e7])
    kernel[:5, :5] = random_kernel(3)[np.ix_(copies, copies)]
    with pytest.raises(InputError, match=r"all included points .3.: .*zero to rounding, and the rank .* at most 2"):
        LEnsemble(kernel).condition(include=[0, 1, 2])


def test_copies_of_an_included_point_exclude_each_other() -> None:
    kernel = np.diag([0.5, 0.5, 1.0, 0.4])
    kernel[0, 1] = kernel[1, 0] = 0.5
    ensemble = LEnsemble.from_marginal_kernel(kernel)
    with pytest.raises(InputError, match=r"all included points .3.: .*at most 2"):
        ensemble.condition(include=[0, 1, 2])
    np.testing.assert_allclose(ensemble.condition(include=[0, 2]).inclusion_probabilities(), [1, 0, 1, 0.4], atol=1e-9)


@pytest.mark.parametrize("values", [[0.2, 0.5, 1.5], [-0.5, 0.3, 0.9]])
def test_marginal_kernels_have_no_eigenvalue_beyond_0_and_1(values: list[float]) -> None:
    worst = min(values) if min(values) < 0 else max(values)
    with pytest.raises(InputError, match=f"lie between 0 and 1; one of them is {worst}. Clip it to {int(worst > 0)}"):
        LEnsemble.from_marginal_kernel(np.diag(values)).rank  # noqa: B018


def test_greedy_choices_follow_the_determinant_of_many_kernels() -> None:
    for seed in range(30):
        factor = np.random.default_rng(seed).standard_normal((7, 5)) * np.geomspace(1, 0.05, 5)
        kernel, chosen = factor @ factor.T, list[int]()
        for _ in range(4):
            minors = [np.linalg.det(kernel[np.ix_([*chosen, x], [*chosen, x])]) for x in range(7)]
            chosen.append(int(np.argmax(minors)))
        assert LEnsemble(kernel).greedy_map(4).tolist() == chosen
