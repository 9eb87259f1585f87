"""The fast eigensolver against the complete decomposition."""

import numpy as np
import pytest

from diverseed.eigen import top_eigenpairs


def matrix_with(eigenvalues: np.ndarray, seed: int = 0) -> np.ndarray:
    basis = np.linalg.qr(np.random.default_rng(seed).standard_normal((eigenvalues.size, eigenvalues.size)))[0]
    return ((basis * eigenvalues) @ basis.T).astype(np.float32)


@pytest.mark.parametrize(
    "eigenvalues",
    [
        np.r_[np.ones(20), np.full(10, 0.7), np.geomspace(0.5, 1e-4, 570)],  # many equal ones
        np.linspace(1, 0, 600),  # no gap at all
        np.r_[1, np.zeros(599)],
        np.r_[np.linspace(1, 0.9, 40), np.linspace(0.1, -0.01, 560)],  # slightly indefinite
    ],
)
@pytest.mark.parametrize("count", [5, 25])
def test_against_the_complete_decomposition(eigenvalues: np.ndarray, count: int) -> None:
    matrix = matrix_with(eigenvalues)
    values, vectors = top_eigenpairs(matrix, count, tol=1e-4)
    np.testing.assert_allclose(values[:count], np.sort(eigenvalues)[::-1][:count], atol=0.01)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(vectors.shape[1]), atol=1e-4)
    residual = np.linalg.norm(matrix @ vectors - vectors * values, axis=0)[:count]
    assert residual.max() < 0.1


def test_small_matrices_are_exact() -> None:
    matrix = matrix_with(np.linspace(1, 0, 30))
    np.testing.assert_allclose(top_eigenpairs(matrix, 10)[0][:10], np.linspace(1, 0, 30)[:10], atol=1e-5)


def test_a_start_from_a_similar_matrix_helps() -> None:
    eigenvalues = np.linspace(1, 0.2, 600)
    matrix = matrix_with(eigenvalues)
    _, start = top_eigenpairs(matrix_with(eigenvalues + 1e-3), 20, tol=1e-5)
    values, _ = top_eigenpairs(matrix, 20, start=start, tol=1e-5)
    np.testing.assert_allclose(values[:20], eigenvalues[:20], atol=0.01)
