"""The weights of experts: the static, fixed-share and learn-alpha updates as one Bayesian mixture.

Before each point every expert offers a centre, and the mixture offers their weighted mean. The loss of a centre c is
``|x - c|^2 / (4 R^2)``. It is at most 1 if all distances are at most 2 R, and there ``exp(-loss / 2)`` is concave in c:
its Hessian is a positive multiple of ``(c - x)(c - x)^T / (4 R^2) - I``. So the weighted mean loses no more than
``-2 log sum_i p_i exp(-loss_i / 2)``, the mixture's log-loss. Bounds on the sum of log-losses hold for the loss too:

- static: the best expert's loss ``+ 2 log n``,
- fixed share with rate a: the loss of any sequence of experts with s switches in T points
  ``+ 2 (log n + s log((n - 1) / a) + (T - 1 - s) log(1 / (1 - a)))``,
- learn-alpha: the same with any rate of the grid, ``+ 2 log m`` for a grid of m rates.

A radius that is not known in advance grows with the distances. Then all weights are raised to the power
``(R / R')^2``, which is what the smaller losses would have made of them, and normalised. This adds
``2 (1 / eta' - 1 / eta) log(n m)`` to the bound with ``eta = 1 / (4 R^2)``; over the stream these terms add up to what
the bounds above hold already, with the last radius as unit.

References
----------
Choromanska & Monteleoni (2012), Online clustering with experts. Herbster & Warmuth (1998), Tracking the best expert.
Monteleoni & Jaakkola (2003), Online learning of non-stationary sequences.
"""

from dataclasses import dataclass, replace

import numpy as np

from ...arrays import FloatArray


@dataclass(frozen=True)
class Mixture:
    """Weights of experts, and what has been lost so far.

    Attributes
    ----------
    rates : (m,) probabilities that the best expert changes from one point to the next
    log_weights : (m, n) of each rate and expert together, for the next point
    radius : R; all distances so far were at most 2 R
    cost : sum of squared distances to the weighted mean
    expert_costs : (n,) and to the centre that each expert offered
    """

    rates: FloatArray
    log_weights: FloatArray
    radius: float
    cost: float
    expert_costs: FloatArray

    @property
    def weights(self) -> FloatArray:
        """(n,) of the experts."""
        return np.exp(self.log_weights).sum(axis=0)

    @property
    def rate_weights(self) -> FloatArray:
        """(m,) of the rates."""
        return np.exp(self.log_weights).sum(axis=1)

    @property
    def unit(self) -> float:
        """The squared distance that is a loss of 1."""
        return 4 * self.radius**2


def start(n_experts: int, rates: FloatArray, *, radius: float = 0.0) -> Mixture:
    """All experts and rates with equal weights. ``rates=[0]`` is the static update, one rate fixed share, several
    learn-alpha.
    """
    rates = np.asarray(rates, dtype=np.float64)
    uniform = np.full((rates.size, n_experts), -np.log(rates.size * n_experts))
    return Mixture(rates, uniform, radius, 0.0, np.zeros(n_experts))


def step(mixture: Mixture, point: FloatArray, offers: FloatArray) -> Mixture:
    """The mixture after one more point.

    Parameters
    ----------
    point : (d,)
    offers : (n, d) the centre that each expert offers for it
    """
    apart = offers - point
    squares = np.einsum("ij,ij->i", apart, apart)
    mixture = _widened(mixture, float(np.sqrt(squares.max())) / 2)
    missed = mixture.weights @ apart
    losses = squares / mixture.unit if mixture.unit > 0 else squares
    return replace(
        mixture,
        log_weights=shared(_normalised(mixture.log_weights - losses / 2), mixture.rates),
        cost=mixture.cost + float(missed @ missed),
        expert_costs=mixture.expert_costs + squares,
    )


def shared(log_weights: FloatArray, rates: FloatArray) -> FloatArray:
    """Weights after a possible change of the best expert: each keeps ``1 - a`` and gives the rest to all others."""
    n = log_weights.shape[1]
    if n == 1:
        return log_weights
    with np.errstate(divide="ignore"):
        kept = np.log(np.maximum(1 - rates * n / (n - 1), 0))
        given = np.log(rates / (n - 1)) + np.logaddexp.reduce(log_weights, axis=1)
    return np.logaddexp(kept[:, None] + log_weights, given[:, None])


def _widened(mixture: Mixture, radius: float) -> Mixture:
    if radius <= mixture.radius:
        return mixture
    weaker = _normalised(mixture.log_weights * (mixture.radius / radius) ** 2)
    return replace(mixture, radius=radius, log_weights=weaker)


def _normalised(log_weights: FloatArray) -> FloatArray:
    return log_weights - np.logaddexp.reduce(log_weights, axis=None)
