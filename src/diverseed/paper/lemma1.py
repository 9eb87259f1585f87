r"""Lemma 1: kmeansD++ may prefer a point that is not the farthest from the seeds chosen.

On a line stand the seeds ``x1 = -D`` and ``x2 = D``. Candidates are ``x3'' = 0``, at distance D from both, and
``x3' = 2D - e``, at distance D - e from x2: nearer to a seed, and yet preferred for small e.
"""

from typing import Any

import numpy as np
from scipy.optimize import brentq

from ..arrays import FloatArray
from ..displays.drawing import ACCENT, COLOURS, QUIET, tidy
from ..report.pictures import picture
from .findings import Cell, Finding, finding
from .settings import RunSettings

BOUND = float(np.sqrt(np.log(6) / 4))
"""The lemma asks for D above this, in units of 1 / sqrt(sigma)."""
_SHARES = (0.0, 0.05, 0.1, 0.2, 0.4)  # as the columns of the table are named
_DISTANCES = (0.25, 0.5, BOUND, 1.0, 1.5, 2.0)


def preference(x1: float, x2: float, x3: Any) -> FloatArray:
    r"""``det(K_{12 3}) / det(K_12)`` for ``K(x, y) = exp(-|x - y|^2)``, the weight of x3 given the seeds x1 and x2.

    .. math:: 1 - \frac{a^2 + b^2 - 2 a b c}{1 - c^2}, \quad a = K(x_1, x_3),\ b = K(x_2, x_3),\ c = K(x_1, x_2)
    """
    a, b, c = (np.exp(-((x1 - x3) ** 2)), np.exp(-((x2 - x3) ** 2)), np.exp(-((x1 - x2) ** 2)))
    return 1 - (a**2 + b**2 - 2 * a * b * c) / (1 - c**2)


def advantage(distance: Any, share: Any) -> FloatArray:
    """``P(x3') - P(x3'')`` at D = ``distance`` (in units of 1 / sqrt(sigma)) and e = ``share`` D."""
    return preference(-distance, distance, (2 - share) * distance) - preference(-distance, distance, 0.0)


def guaranteed_share(distance: Any) -> FloatArray:
    """The e / D up to which the proof reaches, ``exp(-2 D^2 (1 - e/D)^2) < 1.5 exp(-2 D^2)``; 0 below the bound."""
    reach = 1 - np.sqrt(np.maximum(1 - np.log(1.5) / (2 * distance**2), 0.0))
    return np.where(distance > BOUND, reach, 0.0)


def largest_share(distance: float) -> float:
    """The e / D up to which x3' is actually preferred.

    For e = 0 the advantage has the sign of ``(1 - u)^3 (1 + u)`` with ``u = exp(-4 D^2)``, positive for every D: the
    lemma holds without its bound.
    """
    return float(brentq(lambda share: float(advantage(distance, share)), 1e-9, 1 - 1e-9))


def lemma1(settings: RunSettings) -> Finding:
    """The curve over D and e, the bound, and how far the lemma reaches beyond its proof."""
    violations = _violations()
    svg = picture(_draw, "Advantage of the nearer point over D, and where it is positive", height=3.5)
    rows = {
        f"{distance:.3f}" + (" (the bound)" if distance == BOUND else ""): [
            *(Cell(float(advantage(distance, share)), decimals=4) for share in _SHARES),
            Cell(largest_share(distance), decimals=3),
            Cell(float(guaranteed_share(distance)), decimals=3),
        ]
        for distance in _DISTANCES
    }
    data = {"bound": BOUND, **violations, "largest_share": {f"{d:.4f}": largest_share(d) for d in _DISTANCES}}
    exception = ", except some" if violations["negative"] else ""
    facts = {"bound": BOUND, "points": violations["points"], "exception": exception}
    return finding("lemma1", rows, pictures=[svg], facts=facts, data=data)


def _violations() -> dict[str, int]:
    """Points of the region that the proof covers, and those among them where the lemma fails."""
    distances = np.linspace(BOUND, 3, 400)[1:]
    shares = np.linspace(0, guaranteed_share(distances), 52)[1:-1]
    return {"points": shares.size, "negative": int((advantage(distances, shares) <= 0).sum())}


def _draw(figure: Any) -> None:
    left, right = figure.subplots(1, 2)
    distances = np.linspace(0.02, 2.2, 400)
    for share, colour in zip(_SHARES, COLOURS, strict=False):
        left.plot(distances, advantage(distances, share), color=colour, linewidth=1.6, label=f"ε = {share:g} D")
    left.axhline(0, color=QUIET, linewidth=0.8)
    left.set(xlabel="D √σ", ylabel="P(x₃′) − P(x₃″)", xlim=(0, 2.2))
    shares = np.linspace(0.001, 1, 300)
    signs = advantage(distances[:, None], shares[None, :])
    levels = np.linspace(-0.3, 0.3, 13)
    shading = right.contourf(distances, shares, signs.T, levels=levels, cmap="RdBu", extend="both")
    shading.set_rasterized(True)
    right.contour(distances, shares, signs.T, levels=[0], colors=[QUIET], linewidths=1.2)
    covered = guaranteed_share(distances)
    style = {"facecolor": "none", "edgecolor": "black", "hatch": "////", "linewidth": 0}
    right.fill_between(distances, covered, where=covered > 0, **style)
    right.set(xlabel="D √σ", ylabel="ε / D", xlim=(0, 2.2), ylim=(0, 1))
    figure.colorbar(shading, ax=right, label="P(x₃′) − P(x₃″)", ticks=[-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3])
    for axis in (left, right):
        axis.axvline(BOUND, color=ACCENT, linewidth=1.4)
        tidy(axis)
    bottom = left.get_ylim()[0]
    left.annotate("√(log 6 / 4σ)", (BOUND, bottom), (-4, 4), textcoords="offset points", ha="right", color=ACCENT)
    left.legend(frameon=False, fontsize=9, loc="upper right")
