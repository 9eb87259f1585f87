"""The scale of a kernel, by the sizes that it leads to."""

import numpy as np
import pytest

from diverseed import LEnsemble, which_kernel
from diverseed.errors import InputError
from diverseed.kernels import scale
from diverseed.kernels.vectors import rbf

X = np.random.default_rng(0).standard_normal((200, 3))


def test_sizes_are_those_of_the_ensembles() -> None:
    choice = which_kernel(X)
    for row in choice.table:
        ensemble = LEnsemble(rbf(X, gamma=row.gamma))
        assert row.gamma == pytest.approx(1 / (2 * row.bandwidth**2))
        assert row.expected_size == pytest.approx(ensemble.expected_size, rel=1e-6)
        assert row.size_deviation == pytest.approx(np.sqrt(ensemble.size_variance), rel=1e-6)
    assert choice.expected_size == pytest.approx(LEnsemble(rbf(X, gamma=choice.gamma)).expected_size, rel=1e-6)
    distances = np.linalg.norm(X[:, None] - X, axis=2)[np.triu_indices(200, 1)]
    assert choice.gamma == pytest.approx(1 / (2 * np.median(distances) ** 2))
    assert "expected size" in str(choice)
    assert f"{choice.gamma:.4g}" in str(choice)


@pytest.mark.parametrize("size", [3, 20, 80])
def test_a_scale_for_a_given_size(size: int) -> None:
    gamma = which_kernel(X, size).gamma
    assert LEnsemble(rbf(X, gamma=gamma)).expected_size == pytest.approx(size, rel=0.01)


def test_a_sample_represents_larger_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "_SAMPLE", 400)
    points = np.random.default_rng(1).standard_normal((2_000, 2))
    choice = which_kernel(points)
    assert choice.expected_size == pytest.approx(LEnsemble(rbf(points, gamma=choice.gamma)).expected_size, rel=0.12)


def test_unit_and_metric() -> None:
    assert which_kernel(100 * X).expected_size == pytest.approx(which_kernel(X).expected_size)
    lengths = np.random.default_rng(2).uniform(1, 5, (200, 1))
    assert which_kernel(lengths * X, metric="cosine").gamma == pytest.approx(which_kernel(X, metric="cosine").gamma)


def test_errors() -> None:
    with pytest.raises(InputError, match=r"no two different rows \(n=5\)"):
        which_kernel(np.ones((5, 2)))
    with pytest.raises(InputError, match=r"size must lie between .* and 100, .* it is 150"):
        which_kernel(X, 150)
