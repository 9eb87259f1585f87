"""Streams for the tests, and the best that a sequence of experts can do on them."""

import numpy as np

from diverseed.online import Mixture, start, step


def played(points: np.ndarray, offers: np.ndarray, rates: list[float], *, radius: float = 0.0) -> list[Mixture]:
    """The mixture before every point and after the last one."""
    mixtures = [start(offers.shape[1], np.array(rates), radius=radius)]
    for point, offered in zip(points, offers, strict=True):
        mixtures.append(step(mixtures[-1], point, offered))
    return mixtures


def adversarial(offers: np.ndarray, rates: list[float], rng: np.random.Generator) -> np.ndarray:
    """Points in the unit ball, each chosen to hurt the mixture most beyond an expert drawn anew at times."""
    mixture, points, favourite = start(offers.shape[1], np.array(rates), radius=1.0), [], 0
    for offered in offers:
        if rng.random() < 0.05:
            favourite = int(rng.integers(offers.shape[1]))
        candidates = rng.standard_normal((200, offers.shape[2]))
        candidates /= np.linalg.norm(candidates, axis=1, keepdims=True)
        harm = ((candidates - mixture.weights @ offered) ** 2).sum(axis=1)
        harm -= ((candidates - offered[favourite]) ** 2).sum(axis=1)
        points.append(candidates[harm.argmax()])
        mixture = step(mixture, points[-1], offered)
    return np.array(points)


def cheapest_sequence(losses: np.ndarray, rate: float) -> float:
    """Over all sequences of experts: loss plus twice the cost of describing the sequence, by dynamic programming."""
    n = losses.shape[1]
    with np.errstate(divide="ignore"):
        move = np.full((n, n), -2 * np.log(rate / (n - 1)))
        np.fill_diagonal(move, -2 * np.log(1 - rate))
    best = 2 * np.log(n) + losses[0]
    for row in losses[1:]:
        best = (best[:, None] + move).min(axis=0) + row
    return float(best.min())
