"""Hidden Markov chains over the lines of a file: forward-backward and the best path (Rabiner 1989).

The transition matrix may differ from step to step: ``codes[t]`` names the one between lines ``t`` and ``t + 1``.
"""

import numpy as np

from ...arrays import FloatArray, IntArray


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
    weights = matrices[codes]
    forward, backward = _messages(start * emission[0], weights * emission[1:, None, :])
    state = forward * backward
    state /= state.sum(axis=1, keepdims=True)
    pairs = forward[:-1, :, None] * weights * (emission[1:] * backward[1:])[:, None, :]
    pairs /= pairs.sum(axis=(1, 2), keepdims=True)
    by_code = np.eye(len(matrices))[codes].T @ pairs.reshape(len(pairs), start.size**2)
    return state, by_code.reshape(matrices.shape)


def _messages(first: FloatArray, steps: FloatArray) -> tuple[FloatArray, FloatArray]:
    """(n, K) forward and backward messages, each known up to a factor; the two run side by side, in opposite ways."""
    both = np.stack([steps, steps[::-1].swapaxes(1, 2)], axis=1)
    messages = np.empty((len(steps) + 1, 2, 1, first.size))
    messages[0] = np.stack([first, np.ones_like(first)])[:, None]
    for t, step in enumerate(both):
        message = messages[t] @ step
        messages[t + 1] = message / message.sum(axis=2, keepdims=True)
    return messages[:, 0, 0], messages[::-1, 1, 0]


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
