"""Hidden Markov chains over the lines of a file: forward-backward and the best path (Rabiner 1989).

The transition matrix may differ from step to step: ``codes[t]`` names the one between lines ``t`` and ``t + 1``.
"""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def marginals(
    start: FloatArray, emission: FloatArray, matrices: FloatArray, codes: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Probability of every state at every line, and expected number of steps between two states under every code.

    Parameters
    ----------
    start : (K,) probabilities of the first state
    emission : (n, K) positive likelihoods, each row known up to a factor
    matrices : (m, K, K) non-negative weights of a step, one matrix per code
    codes : (n - 1,) which matrix each step uses

    Returns
    -------
    (n, K) marginals, rows summing to one; (m, K, K) expected steps
    """
    n, k = emission.shape
    forward = np.empty((n, k))
    backward = np.empty((n, k))
    steps = matrices[codes]
    current = start * emission[0]
    forward[0] = current / current.sum()
    for t in range(1, n):
        current = (forward[t - 1] @ steps[t - 1]) * emission[t]
        forward[t] = current / current.sum()
    backward[n - 1] = 1.0 / k
    for t in range(n - 2, -1, -1):
        current = steps[t] @ (emission[t + 1] * backward[t + 1])
        backward[t] = current / current.sum()
    state = forward * backward
    state /= state.sum(axis=1, keepdims=True)
    pairs = forward[:-1, :, None] * steps * (emission[1:] * backward[1:])[:, None, :]
    pairs /= pairs.sum(axis=(1, 2), keepdims=True)
    expected = np.zeros(matrices.shape)
    np.add.at(expected, codes, pairs)
    return state, expected


def best_path(start: FloatArray, emission: FloatArray, matrices: FloatArray, codes: IntArray) -> IntArray:
    """The most probable sequence of states (Viterbi 1967); arguments as for `marginals`."""
    n, k = emission.shape
    log_emission = np.log(emission)
    log_steps = np.log(matrices)
    score = np.log(start) + log_emission[0]
    came_from = np.empty((n, k), dtype=np.int64)
    columns = np.arange(k)
    for t in range(1, n):
        candidates = score[:, None] + log_steps[codes[t - 1]]
        came_from[t] = candidates.argmax(axis=0)
        score = candidates[came_from[t], columns] + log_emission[t]
    path = np.empty(n, dtype=np.int64)
    path[-1] = score.argmax()
    for t in range(n - 1, 0, -1):
        path[t - 1] = came_from[t, path[t]]
    return path
