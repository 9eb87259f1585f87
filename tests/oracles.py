"""Brute-force truths: every subset of a small ground set, and a judge for counts."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, permutations

import numpy as np
from scipy.stats import chi2

# A correct sampler fails a check this rarely; with some hundred checks a suite, once in ten thousand runs.
FALSE_ALARM = 1e-6

Law = dict[tuple[int, ...], float]


def subsets(n: int, k: int | None = None) -> list[tuple[int, ...]]:
    sizes = range(n + 1) if k is None else [k]
    return [subset for size in sizes for subset in combinations(range(n), size)]


def dpp_law(kernel: np.ndarray, k: int | None = None) -> Law:
    """P(S) proportional to det(L_S), over all subsets or those of size k."""
    minors = {s: max(np.linalg.det(kernel[np.ix_(s, s)]), 0.0) if s else 1.0 for s in subsets(len(kernel), k)}
    total = sum(minors.values())
    return {s: minor / total for s, minor in minors.items()}


def matrix_power(kernel: np.ndarray, power: float) -> np.ndarray:
    values, vectors = np.linalg.eigh(kernel)
    return (vectors * np.clip(values, 0, None) ** power) @ vectors.T


def projection_law(vectors: np.ndarray, eigenvalues: np.ndarray, k: int) -> Law:
    """Limit of the k-DPP of L^m: the largest eigenvalues, every choice among those level with the k-th alike."""
    edge = np.sort(eigenvalues)[-k]
    above, level = np.flatnonzero(eigenvalues > edge), np.flatnonzero(eigenvalues == edge)
    choices = [np.concatenate([above, choice]).astype(int) for choice in combinations(level, k - above.size)]
    laws = [dpp_law(vectors[:, choice] @ vectors[:, choice].T, k) for choice in choices]
    return {subset: float(np.mean([law[subset] for law in laws])) for subset in laws[0]}


def sequential_law(kernel: np.ndarray, k: int) -> Law:
    """Law of the *ordered* draws of the paper's Algorithm 2: each step proportional to det(K_{S+x}) / det(K_S)."""
    law: Law = {}
    for order in permutations(range(len(kernel)), k):
        probability = 1.0
        for step in range(k):
            ratios = [
                np.linalg.det(kernel[np.ix_(s, s)]) if len(set(s)) == len(s) else 0.0
                for s in ((*order[:step], x) for x in range(len(kernel)))
            ]
            probability *= max(ratios[order[step]], 0.0) / sum(max(r, 0.0) for r in ratios)
        law[order] = probability
    return law


def counts_fit(draws: Iterable[Iterable[int]], law: Law) -> bool:
    """Pearson's chi-square test on counts; cells expected below 5 times are pooled, impossible draws fail at once."""
    counts = Counter(tuple(int(i) for i in draw) for draw in draws)
    total = sum(counts.values())
    if any(law.get(draw, 0.0) < 1e-13 for draw in counts):
        return False
    cells = [(counts.get(draw, 0), total * p) for draw, p in law.items()]
    large = [cell for cell in cells if cell[1] >= 5]
    small = [cell for cell in cells if cell[1] < 5]
    if sum(expected for _, expected in small) >= 5:
        large.append((sum(c for c, _ in small), sum(e for _, e in small)))
    statistic = sum((count - expected) ** 2 / expected for count, expected in large)
    return bool(statistic <= chi2.isf(FALSE_ALARM, max(len(large) - 1, 1)))
