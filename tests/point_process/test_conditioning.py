"""Conditioned processes and marginal kernels against the enumeration of all subsets."""

import numpy as np
import pytest

from diverseed.errors import InputError
from diverseed.point_process import LEnsemble
from tests.oracles import Law, counts_fit, dpp_law, projection_law, subsets
from tests.point_process.test_samplers import random_factor, random_kernel

N_DRAWS = 4_000


def given(law: Law, include: tuple[int, ...] = (), exclude: tuple[int, ...] = (), k: int | None = None) -> Law:
    """The law of the draws that contain ``include``, miss ``exclude`` and have k points."""
    kept = {
        s: p
        for s, p in law.items()
        if set(include) <= set(s) and not set(exclude) & set(s) and (k is None or len(s) == k)
    }
    total = sum(kept.values())
    return {s: p / total for s, p in kept.items()}


def marginal_law(kernel: np.ndarray) -> Law:
    """``P(Y = S) = |det(K - I_{S^c})|``, whether or not I - K can be inverted."""
    n = len(kernel)
    return {s: abs(float(np.linalg.det(kernel - np.diag([float(i not in s) for i in range(n)])))) for s in subsets(n)}


def with_sure_part() -> np.ndarray:
    """A marginal kernel with two eigenvalues 1 and one 0."""
    basis = np.linalg.qr(random_factor(6, 6))[0]
    return (basis * [1, 1, 0.8, 0.4, 0.1, 0]) @ basis.T


def ensemble_and_law(form: str) -> tuple[LEnsemble, Law]:
    kernel, factor = random_kernel(6), random_factor(6, 4)
    if form == "kernel":
        return LEnsemble(kernel), dpp_law(kernel)
    if form == "factor":
        return LEnsemble.from_factor(factor), dpp_law(factor @ factor.T)
    if form == "thin factor":
        return LEnsemble.from_factor(factor[:, :3]), dpp_law(factor[:, :3] @ factor[:, :3].T)
    if form == "rescaled":
        ensemble = LEnsemble(kernel).rescale(3)
        return ensemble, dpp_law((ensemble.eigenvectors * ensemble.eigenvalues) @ ensemble.eigenvectors.T)
    if form == "far away":  # kernels of any size have the same k-DPP
        return LEnsemble(1e200 * kernel).rescale(2), dpp_law(
            kernel * np.exp(LEnsemble(kernel).rescale(2)._log_eigenvalues - LEnsemble(kernel)._log_eigenvalues)[0]
        )
    assert form == "marginal"
    return LEnsemble.from_marginal_kernel(with_sure_part()), marginal_law(with_sure_part())


FORM_NAMES = ["kernel", "factor", "thin factor", "rescaled", "far away", "marginal"]
CONDITIONS = [((2,), ()), ((), (1, 4)), ((0, 3), (5,)), ((5, 1), (0, 2))]


def assert_law(ensemble: LEnsemble, law: Law, n: int = 6) -> None:
    """Sizes, marginals and every probability, of the process and of each of its k-DPPs."""
    sizes = np.bincount([len(s) for s in law], weights=list(law.values()), minlength=n + 1)
    found = ensemble.size_distribution()
    np.testing.assert_allclose(found, sizes[: found.size], atol=1e-10)
    assert sizes[found.size :].sum() == pytest.approx(0, abs=1e-10)
    assert ensemble.expected_size == pytest.approx(sizes @ np.arange(n + 1))
    assert ensemble.size_variance == pytest.approx(sizes @ np.arange(n + 1) ** 2 - ensemble.expected_size**2, abs=1e-9)
    marginal = ensemble.marginal_kernel()
    for subset in subsets(n):
        contained = sum(p for s, p in law.items() if set(subset) <= set(s))
        assert np.linalg.det(marginal[np.ix_(subset, subset)]) == pytest.approx(contained, abs=1e-10)
        assert np.exp(ensemble.log_prob(subset)) == pytest.approx(law.get(subset, 0.0), abs=1e-10)
    for k in np.flatnonzero(sizes > 1e-9):
        of_size = given(law, k=int(k))
        inclusion = [sum(p for s, p in of_size.items() if i in s) for i in range(n)]
        np.testing.assert_allclose(ensemble.inclusion_probabilities(int(k)), inclusion, atol=1e-9)
        for subset, p in of_size.items():
            assert np.exp(ensemble.log_prob(subset, int(k))) == pytest.approx(p, abs=1e-9)


@pytest.mark.parametrize("form", FORM_NAMES)
@pytest.mark.parametrize(("include", "exclude"), CONDITIONS)
def test_probabilities_given_points(form: str, include: tuple[int, ...], exclude: tuple[int, ...]) -> None:
    ensemble, law = ensemble_and_law(form)
    conditioned = ensemble.condition(include=include, exclude=exclude)
    assert_law(conditioned, given(law, include, exclude))


@pytest.mark.parametrize("form", FORM_NAMES)
def test_a_condition_of_a_condition_is_both(form: str) -> None:
    ensemble, law = ensemble_and_law(form)
    first = ensemble.condition(include=[4], exclude=[2])
    assert_law(first.condition(include=[1, 4]), given(law, (1, 4), (2,)))
    assert_law(first.condition(exclude=[0]), given(law, (4,), (0, 2)))
    assert_law(first.condition(), given(law, (4,), (2,)))


@pytest.mark.parametrize("form", ["kernel", "thin factor", "marginal"])
@pytest.mark.parametrize("k", [None, 3])
def test_draws_given_points(form: str, k: int | None) -> None:
    ensemble, law = ensemble_and_law(form)
    conditioned = ensemble.condition(include=[3], exclude=[0])
    draws = conditioned.sample(k, n_samples=N_DRAWS, random_state=1)
    assert all(3 in draw and 0 not in draw and (np.diff(draw) > 0).all() for draw in draws)
    assert counts_fit(draws, given(law, (3,), (0,), k))
    # the judge has power: the same number of draws of the process without the condition on point 0 fails
    others = ensemble.condition(include=[3]).sample(k, n_samples=N_DRAWS, random_state=1)
    assert not counts_fit(others, given(law, (3,), (0,), k))


@pytest.mark.parametrize("k", [2, 3, 5])
def test_infinitely_sharp_given_points_is_the_projection_on_the_top_vectors_of_the_rest(k: int) -> None:
    kernel, include, rest = random_kernel(6), [3, 1], [0, 2, 4, 5]
    left = kernel - kernel[:, include] @ np.linalg.solve(kernel[np.ix_(include, include)], kernel[include])
    values, vectors = np.linalg.eigh(left[np.ix_(rest, rest)])
    others = projection_law(vectors, values, k - 2) if k > 2 else {(): 1.0}
    law = {tuple(sorted([*include, *(rest[i] for i in s)])): p for s, p in others.items()}
    sharp = LEnsemble(kernel).condition(include=include).sharpen(np.inf)
    for subset in subsets(6, k):
        assert np.exp(sharp.log_prob(subset, k)) == pytest.approx(law.get(subset, 0.0), abs=1e-9)
    inclusion = [sum(p for s, p in law.items() if i in s) for i in range(6)]
    np.testing.assert_allclose(sharp.inclusion_probabilities(k), inclusion, atol=1e-9)
    assert counts_fit(sharp.sample(k, n_samples=500, random_state=0), law)


@pytest.mark.parametrize("scale", [1e-200, 1e-20, 1e20])
def test_the_scale_of_the_kernel_does_not_matter_given_the_size(scale: float) -> None:
    kernel = random_kernel(6)
    law = given(dpp_law(kernel), (3,), (0,), 4)
    conditioned = LEnsemble(scale * kernel).condition(include=[3], exclude=[0])
    for subset, p in law.items():
        assert np.exp(conditioned.log_prob(subset, 4)) == pytest.approx(p, abs=1e-9)
    assert LEnsemble(np.zeros((3, 3))).condition(exclude=[1]).sample(random_state=0).size == 0


def test_conditions_that_cannot_be_met_are_refused() -> None:
    points = np.array([0.0, 0.0, 1.0, 2.0])  # the first two are copies
    ensemble = LEnsemble(np.exp(-((points[:, None] - points) ** 2)))
    with pytest.raises(InputError, match=r"det\(L_include\) is .*zero to rounding, and the rank .* at most 1"):
        ensemble.condition(include=[0, 1])
    with pytest.raises(InputError, match=r"det\(L_include\) is 0, zero to rounding, and the rank .* at most 2"):
        LEnsemble.from_factor(random_factor(5, 2)).condition(include=[0, 1, 2])
    with pytest.raises(InputError, match="point 2 is in both include and exclude"):
        ensemble.condition(include=[2], exclude=[3, 2])
    with pytest.raises(InputError, match="point 2 is included by an earlier condition"):
        ensemble.condition(include=[2]).condition(exclude=[2])
    with pytest.raises(InputError, match=r"include holds 9 .. 9; indices go from 0 to 3"):
        ensemble.condition(include=[9])
    with pytest.raises(InputError, match=r"cannot be conditioned. Condition first"):
        ensemble.sharpen(np.inf).condition(include=[2])
    with pytest.raises(InputError, match="k=1 is below the smallest possible size: 2 for the included"):
        ensemble.condition(include=[2, 3]).sample(1)
    line = np.linalg.qr(random_factor(4, 1))[0]
    with pytest.raises(InputError, match=r"every draw contains an excluded point \(of 4\)"):
        LEnsemble.from_marginal_kernel(line @ line.T).condition(exclude=range(4))


def test_all_points_decided() -> None:
    conditioned = LEnsemble(random_kernel(4)).condition(include=[1, 2], exclude=[0, 3])
    assert conditioned.sample(random_state=0).tolist() == conditioned.sample(2).tolist() == [1, 2]
    assert conditioned.log_prob([2, 1]) == pytest.approx(0)
    assert conditioned.expected_size == conditioned.rank == 2
    full = LEnsemble.from_factor(random_factor(6, 3)).condition(include=[1, 2, 5])  # nothing is left of the others
    assert full.sample(random_state=0).tolist() == full.sample(3).tolist() == [1, 2, 5]
    assert full.rank == full.expected_size == 3


def test_greedy_map_continues_from_the_included_points() -> None:
    kernel, found = random_kernel(7), [5, 2]
    order = LEnsemble(kernel).condition(include=found, exclude=[0]).greedy_map(5)
    for _ in range(3):
        gains = [
            np.linalg.det(kernel[np.ix_([*found, x], [*found, x])]) if x not in (0, *found) else -1 for x in range(7)
        ]
        found.append(int(np.argmax(gains)))
    assert order.tolist() == [2, 5, *found[2:]]


def test_greedy_map_with_infinite_eigenvalues_is_the_limit_of_large_ones() -> None:
    kernel = with_sure_part()
    nearly = LEnsemble.from_marginal_kernel(kernel - 1e-9 * np.eye(6) + 2e-10 * np.ones((6, 6)) / 6)
    values, vectors = np.linalg.eigh(kernel)
    large = LEnsemble.from_eigenvectors(
        np.where(values > 0.99, 1e9, values / (1 - np.minimum(values, 0.99)))[1:], vectors[:, 1:]
    )
    assert nearly.rank >= 5
    for k in (2, 3, 5):
        assert LEnsemble.from_marginal_kernel(kernel).greedy_map(k).tolist() == large.greedy_map(k).tolist()


@pytest.mark.parametrize("form", FORM_NAMES)
@pytest.mark.parametrize("include", [(), (1,), (0, 3)])
def test_any_expected_size_between_the_smallest_size_and_the_rank(form: str, include: tuple[int, ...]) -> None:
    ensemble = ensemble_and_law(form)[0].condition(include=include)
    sure = int(np.isposinf(ensemble.eigenvalues).sum()) + len(include)
    for share in (0.1, 0.5, 0.9):
        size = sure + share * (ensemble.rank - sure)
        if size > sure:
            assert ensemble.rescale(size).expected_size == pytest.approx(size)
    for k in range(sure):
        with pytest.raises(InputError, match=f"k={k} is below the smallest possible size: {len(include)} "):
            ensemble.sample(k)
    assert ensemble.sample(sure, random_state=0).size == sure
    for size in (sure, ensemble.rank):
        with pytest.raises(InputError, match=f"must lie between {sure} and the rank, {ensemble.rank}"):
            ensemble.rescale(size)


@pytest.mark.parametrize("form", ["kernel", "thin factor", "rescaled"])
def test_marginal_kernels_there_and_back(form: str) -> None:
    ensemble, law = ensemble_and_law(form)
    again = LEnsemble.from_marginal_kernel(ensemble.marginal_kernel())
    np.testing.assert_allclose(again.marginal_kernel(), ensemble.marginal_kernel(), atol=1e-13)
    np.testing.assert_allclose(again.eigenvalues, ensemble.eigenvalues, rtol=1e-9)
    assert_law(again, law)


def test_marginal_kernels_of_single_precision_are_used_in_double() -> None:
    kernel = LEnsemble(random_kernel(6)).marginal_kernel().astype(np.float32)
    single, double = (LEnsemble.from_marginal_kernel(kernel.astype(t)) for t in (np.float32, np.float64))
    np.testing.assert_allclose(single.eigenvalues, double.eigenvalues, rtol=1e-12)


def test_infinite_eigenvalues_are_always_drawn() -> None:
    kernel = with_sure_part()
    ensemble = LEnsemble.from_marginal_kernel(kernel)
    np.testing.assert_allclose(ensemble.marginal_kernel(), kernel, atol=1e-13)
    assert np.isinf(ensemble.eigenvalues).tolist() == [True, True, False, False, False]
    law = marginal_law(kernel)
    assert sum(law.values()) == pytest.approx(1)
    assert_law(ensemble, law)
    assert counts_fit(ensemble.sample(n_samples=N_DRAWS, random_state=0), law)
    for k in (2, 4):
        assert counts_fit(ensemble.sample(k, n_samples=N_DRAWS, random_state=0), given(law, k=k))
    assert not counts_fit(LEnsemble(kernel).sample(n_samples=N_DRAWS, random_state=0), law)
    assert ensemble.rescale(4).expected_size == pytest.approx(4)
    with pytest.raises(InputError, match=r"k=1 is below the smallest possible size: 0 for .*, 2 for"):
        ensemble.sample(1)
    with pytest.raises(InputError, match=r"between 2 and the rank, 5; it is 1.5"):
        ensemble.rescale(1.5)


def test_a_projection_is_drawn_with_all_its_points() -> None:
    basis = np.linalg.qr(random_factor(6, 3))[0]
    ensemble = LEnsemble.from_marginal_kernel(basis @ basis.T)
    law = dpp_law(basis @ basis.T, 3)
    assert_law(ensemble, law)
    assert counts_fit(ensemble.sample(n_samples=N_DRAWS, random_state=0), law)


@pytest.mark.parametrize(
    ("value", "message"), [(1.2, "one of them is 1.2. Clip it to 1"), (-0.1, "-0.1. Clip it to 0")]
)
def test_kernels_that_are_not_marginal_are_refused(value: float, message: str) -> None:
    with pytest.raises(InputError, match=message):
        LEnsemble.from_marginal_kernel(np.diag([0.5, value])).sample()


def test_vectors_taken_back_one_by_one_are_those_taken_back_together() -> None:
    points = np.random.default_rng(0).random((300, 5))
    kernel = np.exp(-4 * ((points[:, None] - points) ** 2).sum(axis=2))
    piecewise, at_once = LEnsemble(kernel), LEnsemble(kernel)
    draws = [piecewise.sample(n_samples=3, random_state=seed) for seed in range(3)]
    vectors = at_once.eigenvectors
    assert at_once.rank > 200  # not the low-rank route
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(at_once.rank), atol=1e-12)
    np.testing.assert_allclose((vectors * at_once.eigenvalues) @ vectors.T, kernel, atol=1e-12)
    np.testing.assert_allclose(piecewise.eigenvectors, vectors, atol=1e-12)
    # probabilities of all sets follow from the marginal kernel: it is right to rounding
    exact = np.linalg.solve(np.eye(300) + kernel, kernel)
    np.testing.assert_allclose(at_once.marginal_kernel(), exact, atol=1e-13)
    assert [d.tolist() for run in draws for d in run] == [
        d.tolist() for seed in range(3) for d in at_once.sample(n_samples=3, random_state=seed)
    ]
