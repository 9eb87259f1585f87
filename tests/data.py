"""Data sets that several tests share."""

import numpy as np
from sklearn.datasets import make_circles, make_moons


def grid(side: int, *, per_cluster: int = 100, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """The paper's grid: Gaussians of variance 1, 10 apart."""
    centres = 10.0 * np.array([(i, j) for i in range(side) for j in range(side)])
    labels = np.repeat(np.arange(side * side), per_cluster)
    return centres[labels] + np.random.default_rng(seed).standard_normal((labels.size, 2)), labels


def spirals() -> tuple[np.ndarray, np.ndarray]:
    t = np.linspace(1, 3 * np.pi, 250)
    arms = [np.column_stack([t * np.cos(t + turn), t * np.sin(t + turn)]) for turn in (0, 2 * np.pi / 3, 4 * np.pi / 3)]
    X = np.vstack(arms) + 0.05 * np.random.default_rng(0).standard_normal((750, 2))
    return X, np.repeat(range(3), 250)


def bars() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    bar = rng.uniform(0, 1, (900, 2)) * [30, 1]
    return bar + [0, 3] * np.repeat(range(3), 300)[:, None], np.repeat(range(3), 300)


SHAPES = {
    "rings": make_circles(800, noise=0.04, factor=0.4, random_state=0),
    "moons": make_moons(600, noise=0.05, random_state=0),
    "spirals": spirals(),
    "bars": bars(),
}
