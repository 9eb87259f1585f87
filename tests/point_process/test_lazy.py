"""Intermediate sampling against the enumeration of all subsets, whatever the dictionary."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel

from diverseed.errors import InputError
from diverseed.point_process import LazyEnsemble, LEnsemble, intermediate
from diverseed.point_process import split as splits
from diverseed.point_process.intermediate import Proposal
from diverseed.point_process.rows import RBF, RowProcess
from diverseed.point_process.split import KernelSplit
from tests.oracles import counts_fit, dpp_law
from tests.point_process.test_conditioning import given

N_DRAWS = 600
X = np.random.default_rng(0).random((5, 2))
GAMMA, WEIGHTS = 2.0, np.full(5, 6.0)
LAW = dpp_law(6 * rbf_kernel(X, gamma=GAMMA))
PLAIN_LAW = dpp_law(rbf_kernel(X, gamma=GAMMA))


def draws_of(ensemble: LazyEnsemble, k: int | None = None, n_draws: int = N_DRAWS) -> list[np.ndarray]:
    return ensemble.sample(k, n_samples=n_draws, random_state=1)


@pytest.mark.parametrize("n_dictionary", [2, 5])
@pytest.mark.parametrize("k", [None, 3])
def test_the_law_does_not_depend_on_the_dictionary(n_dictionary: int, k: int | None) -> None:
    ensemble = LazyEnsemble(X, gamma=GAMMA, n_dictionary=n_dictionary)
    assert counts_fit(draws_of(ensemble, k, n_draws=100 * n_dictionary), given(PLAIN_LAW, k=k))


@pytest.mark.parametrize("sample", [3, 4])
def test_the_law_does_not_depend_on_the_sample_behind_the_dictionary(
    sample: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(splits, "SAMPLE", sample)  # below n: estimated from points drawn with replacement
    assert counts_fit(draws_of(LazyEnsemble(X, gamma=GAMMA), 2), given(PLAIN_LAW, k=2))


@pytest.mark.parametrize("acceptance", ["right", "always", "without the rest of the kernel"])
def test_the_law_needs_the_right_acceptance(acceptance: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With small samples and one row as the dictionary, draws depend most on which samples are kept."""
    right = Proposal.log_acceptance

    def changed(proposal: Proposal, points: np.ndarray, kernel: np.ndarray) -> float:
        rest = points.size * np.log1p(proposal.tau)
        return 0.0 if acceptance == "always" else right(proposal, points, kernel) + rest - 1

    monkeypatch.setattr(intermediate, "best_tau", lambda inside, delta: 4.7)
    if acceptance != "right":
        monkeypatch.setattr(Proposal, "log_acceptance", changed)
    process = RowProcess.of(X, RBF(GAMMA), np.ones(5))
    proposal = Proposal(KernelSplit.of(process, process.rows(np.arange(1))), None)
    rng, draws = np.random.default_rng(0), []
    while len(draws) < N_DRAWS:
        draw = proposal.draw(rng)
        draws += [] if draw is None else [draw]
    assert counts_fit(draws, PLAIN_LAW) == (acceptance == "right")


@pytest.mark.parametrize("form", ["linear", "function", "weights", "copies", "rescaled", "far from the origin"])
@pytest.mark.parametrize("k", [None, 2])
def test_kernels_and_weights(form: str, k: int | None) -> None:
    rows, weights = X, np.array([1, 0, 2, 0.5, 3])
    kernel = rbf_kernel(X, gamma=GAMMA)
    ensemble = LazyEnsemble(X, gamma=GAMMA)
    if form == "linear":
        rows = np.random.default_rng(2).standard_normal((5, 3))
        ensemble, kernel = LazyEnsemble(rows, "linear"), rows @ rows.T
    elif form == "function":
        ensemble, kernel = LazyEnsemble(X, lambda a, b: (1 + a @ b.T) ** 2), (1 + X @ X.T) ** 2
    elif form == "weights":
        ensemble = LazyEnsemble(X, gamma=GAMMA, weights=weights)
        kernel = np.sqrt(np.outer(weights, weights)) * kernel
    elif form == "copies":
        rows = X[[0, 0, 1, 3, 3]]
        ensemble, kernel = LazyEnsemble(rows, gamma=GAMMA), rbf_kernel(rows, gamma=GAMMA)
    elif form == "rescaled":
        ensemble, plain = ensemble.rescale(1.5), LEnsemble(kernel)
        kernel = kernel * plain.rescale(1.5).eigenvalues[0] / plain.eigenvalues[0]
    else:
        ensemble = LazyEnsemble(X + 1e6, gamma=GAMMA)
    assert counts_fit(draws_of(ensemble, k), dpp_law(kernel, k))


@pytest.mark.parametrize("k", [None, 3])
def test_conditions(k: int | None) -> None:
    ensemble = LazyEnsemble(X, gamma=GAMMA, weights=WEIGHTS).condition(include=[4], exclude=[0])
    assert counts_fit(draws_of(ensemble, k), given(LAW, (4,), (0,), k))
    again = ensemble.condition(include=[1])
    assert counts_fit(draws_of(again, k), given(LAW, (1, 4), (0,), k))
    assert not counts_fit(draws_of(ensemble, k), given(LAW, (1, 4), (0,), k))


@pytest.mark.parametrize("k", [None, 3])
def test_conditions_on_a_factor(k: int | None) -> None:
    factor, weights = np.random.default_rng(2).standard_normal((5, 3)), np.array([2.0, 1, 3, 1, 2])
    ensemble = LazyEnsemble(factor, "linear", weights=weights).condition(include=[4], exclude=[0])
    law = dpp_law(np.sqrt(np.outer(weights, weights)) * (factor @ factor.T))
    assert counts_fit(draws_of(ensemble, k), given(law, (4,), (0,), k))


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_as_many_points_as_the_rank_at_any_scale(scale: float) -> None:
    factor = np.random.default_rng(2).standard_normal((6, 3))
    draws = draws_of(LazyEnsemble(scale * factor, "linear"), 3, n_draws=300)
    assert counts_fit(draws, dpp_law(factor @ factor.T, 3))
    many = np.random.default_rng(3).standard_normal((60, 20))
    assert LazyEnsemble(scale * many, "linear").sample(20, random_state=0).size == 20


@pytest.mark.parametrize("scale", [1e-10, 1.0, 1e10])
def test_nothing_is_left_of_what_included_points_span(scale: float) -> None:
    for rank in range(1, 9):
        factor = np.random.default_rng(rank).standard_normal((30, rank))
        ensemble = LazyEnsemble(scale * factor, "linear").condition(include=range(rank))
        assert ensemble.sample(random_state=0).tolist() == list(range(rank))
        with pytest.raises(InputError, match=rf"k={rank + 1} exceeds .* \(about {rank}, with n=30\)"):
            ensemble.sample(rank + 1)


def test_only_rounding_is_left_out_given_points() -> None:
    """However much of it the included points make; not what is small, whatever the other points are."""
    for seed in range(100):
        factor = np.random.default_rng(seed).standard_normal((30, 11))
        assert not LazyEnsemble(factor, "linear").condition(include=range(11))._process.diagonal.any()
    rows = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1e-5], [1e8, 0, 0]])
    process = LazyEnsemble(rows, "linear").condition(include=[0, 1])._process
    np.testing.assert_allclose(process.diagonal, [0, 0, 1e-10, 0], rtol=1e-3)


def test_copies_of_included_points_are_not_drawn() -> None:
    copies = np.repeat(np.random.default_rng(0).random((4, 2)), 3, axis=0)
    ensemble = LazyEnsemble(copies, gamma=GAMMA).condition(include=[0, 3])
    law = dpp_law(rbf_kernel(copies, gamma=GAMMA))
    assert counts_fit(draws_of(ensemble, 3, n_draws=200), given(law, (0, 3), (), 3))
    split = KernelSplit.of(ensemble._process, ensemble._process.rows(np.arange(12)))
    assert not split.rest[:6].any()
    assert not split.leverage[:6].any()


def test_sizes_are_estimated_from_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splits, "SAMPLE", 1_000)
    points = np.random.default_rng(0).random((4_000, 2))
    exact = LEnsemble(rbf_kernel(points, gamma=5.0)).expected_size
    assert LazyEnsemble(points, gamma=5.0).expected_size == pytest.approx(exact, rel=0.03)
    sizes = [d.size for d in LazyEnsemble(points, gamma=5.0).rescale(8).sample(n_samples=60, random_state=0)]
    assert np.mean(sizes) == pytest.approx(8, abs=1.5)


def test_printing_computes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LazyEnsemble, "_estimate", None)
    assert repr(LazyEnsemble(np.ones((5, 2)), gamma=0.5)) == "LazyEnsemble(shape=(5, 2), kernel=RBF(gamma=0.5))"
    assert repr(LazyEnsemble(np.ones((5, 2)), "linear")) == "LazyEnsemble(shape=(5, 2), kernel=Linear(gamma=1.0))"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LazyEnsemble(X, "sigmoid"), "kernel='sigmoid' is not supported"),
        (lambda: LazyEnsemble(X, gamma=0), "gamma must be a positive number; it is 0"),
        (lambda: LazyEnsemble([1.0, 2.0]), r"its shape is \(2,\)"),
        (lambda: LazyEnsemble([[np.nan]]), "NaN or infinity in rows 0"),
        (lambda: LazyEnsemble(X, n_dictionary=0), r"n_dictionary must be a positive integer \(or None\); it is 0"),
        (lambda: LazyEnsemble(X, n_dictionary=2.5), r"n_dictionary must be a positive integer \(or None\); it is 2.5"),  # type: ignore[arg-type]
        (lambda: LazyEnsemble(X, weights=np.zeros(5)).sample(2), r"k=2 exceeds .* \(about 0, with n=5\)"),
        (lambda: LazyEnsemble(X).sample(6), "from 0 .* to n=5"),
        (lambda: LazyEnsemble(X).condition(include=[1]).sample(0), "from 1 "),
        (lambda: LazyEnsemble(X[[0, 0, 1]]).condition(include=[0, 1]), "zero to rounding"),
        (lambda: LazyEnsemble(X, weights=[0, 1, 1, 1, 1]).condition(include=[0]), "zero to rounding"),
        (lambda: LazyEnsemble(X).condition(include=[1]).condition(exclude=[1]), "included by an earlier"),
        (lambda: LazyEnsemble(X).rescale(5), "between 0 and n=5"),
        (
            lambda: LazyEnsemble(X, "linear").rescale(2),
            "expected_size=2 must be below the numerical rank .* .about 2, with",
        ),
        (lambda: LazyEnsemble(X).condition(include=[1]).rescale(1), "between 1 and n=5; it is 1"),
        (
            lambda: LazyEnsemble(np.arange(2000.0)[:, None], gamma=10, n_dictionary=100).sample(),
            "and .* trials; the limits are 20,000 and 20,000. Ask for fewer points",
        ),
    ],
    ids=range(16),
)
def test_errors(make, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()
