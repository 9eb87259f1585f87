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
    n = len(emission)
    if n == 1:
        first = start * emission
        return first / first.sum(), np.zeros(matrices.shape)
    weights = matrices[codes]
    blocks = _in_blocks(weights * emission[1:, None, :])
    forward, backward = _messages(start * emission[0], blocks)
    forward, backward = forward[:n], backward[:n]
    state = forward * backward
    state /= state.sum(axis=1, keepdims=True)
    pairs = forward[:-1, :, None] * weights * (emission[1:] * backward[1:])[:, None, :]
    pairs /= pairs.sum(axis=(1, 2), keepdims=True)
    by_code = np.eye(len(matrices))[codes].T @ pairs.reshape(n - 1, -1)
    return state, by_code.reshape(matrices.shape)


def _in_blocks(steps: FloatArray) -> FloatArray:
    """(m, K, K) steps cut into about sqrt(m) blocks of equal length, filled up with identities."""
    m, k = len(steps), steps.shape[1]
    length = int(np.ceil(np.sqrt(m)))
    count = -(-m // length)
    blocks = np.tile(np.eye(k), (count * length, 1, 1))
    blocks[:m] = steps
    return blocks.reshape(count, length, k, k)


def _messages(first: FloatArray, blocks: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Forward and backward messages, exact, in O(sqrt(n)) array operations instead of O(n).

    The product of every block is taken for all blocks at once; messages run from block to block by these products, and
    then inside all blocks at once. Each message is known up to a factor, which is divided out as it goes.
    """
    count, length, k, _ = blocks.shape
    product = blocks[:, 0]
    for t in range(1, length):
        product = product @ blocks[:, t]
        product = product / product.max(axis=(1, 2), keepdims=True)
    forward = np.empty((count, length + 1, k))
    backward = np.empty((count, length + 1, k))
    entering, leaving = first / first.sum(), np.full(k, 1 / k)
    for b in range(count):
        forward[b, 0] = entering
        entering = entering @ product[b]
        entering = entering / entering.sum()
    for b in range(count - 1, -1, -1):
        backward[b, length] = leaving
        leaving = product[b] @ leaving
        leaving = leaving / leaving.sum()
    for t in range(length):
        message = (forward[:, t, None, :] @ blocks[:, t])[:, 0]
        forward[:, t + 1] = message / message.sum(axis=1, keepdims=True)
        message = (blocks[:, length - 1 - t] @ backward[:, length - t, :, None])[:, :, 0]
        backward[:, length - 1 - t] = message / message.sum(axis=1, keepdims=True)
    # The last message of a block is the first of the next: keep it once, and at the very end.
    flat = [np.concatenate([table[:, :length].reshape(-1, k), table[-1:, length]]) for table in (forward, backward)]
    return flat[0], flat[1]


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
