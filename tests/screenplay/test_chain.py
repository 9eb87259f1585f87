"""Forward-backward and Viterbi against the enumeration of every sequence of states."""

import itertools

import numpy as np
import pytest

from diverseed.screenplay.tagging.chain import best_path, marginals


def _model(n, states=3, codes=4, seed=0):
    rng = np.random.default_rng(seed)
    return (
        rng.random(states),
        rng.random((n, states)) ** 4,
        rng.random((codes, states, states)) ** 3,
        rng.integers(0, codes, max(0, n - 1)),
    )


def _weights(start, emission, matrices, codes):
    for path in itertools.product(range(len(start)), repeat=len(emission)):
        weight = start[path[0]] * np.prod([emission[t, s] for t, s in enumerate(path)])
        yield path, weight * np.prod([matrices[codes[t], a, b] for t, (a, b) in enumerate(itertools.pairwise(path))])


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
def test_marginals_and_path_match_enumeration(n):
    start, emission, matrices, codes = _model(n)
    state = np.zeros_like(emission)
    steps = np.zeros_like(matrices)
    best, best_weight = (), -1.0
    for path, weight in _weights(start, emission, matrices, codes):
        state[np.arange(n), path] += weight
        for t, (a, b) in enumerate(itertools.pairwise(path)):
            steps[codes[t], a, b] += weight
        if weight > best_weight:
            best, best_weight = path, weight
    total = state[0].sum()
    found, expected = marginals(start, emission, matrices, codes)
    np.testing.assert_allclose(found, state / total, atol=1e-12)
    np.testing.assert_allclose(expected, steps / total, atol=1e-12)
    assert tuple(best_path(start, emission, matrices, codes)) == best


def test_long_chains_stay_finite():
    start, emission, matrices, codes = _model(5000, seed=1)
    state, expected = marginals(start, emission * 1e-30 + 1e-300, matrices, codes)
    np.testing.assert_allclose(state.sum(axis=1), 1.0)
    assert expected.sum() == pytest.approx(4999)
