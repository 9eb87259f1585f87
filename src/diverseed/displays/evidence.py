"""The evidence for the number of clusters, as a picture."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ..errors import InputError
from ..walk import Evidence
from ..walk.separation import relaxation_times
from .drawing import ACCENT, COLOURS, PAPER, QUIET, new_axes, tidy


@dataclass(eq=False, repr=False)
class EvidenceDisplay:
    """Time scales of the walk, and the score of each number of clusters.

    A gap in the time scales after the k-th mode shows that the walk explores each of k clusters much faster than it
    leaves them. The score is that separation times ``(n - 1)^0.4``, where n is the effective number of clusters.

    Parameters
    ----------
    evidence : the ``evidence_`` of an estimator fitted with ``n_clusters="auto"``
    """

    evidence: Evidence

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Any = None) -> Self:
        """Draw the evidence of a fitted estimator."""
        check_is_fitted(estimator)
        if estimator.evidence_ is None:
            raise InputError('there is no evidence: n_clusters was given. Fit with n_clusters="auto".')
        return cls(estimator.evidence_).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw the time scales on the first of two axes and the scores on the second; new ones unless given."""
        axes = new_axes(2, size=(9.2, 3.4)) if ax is None else np.asarray(ax, dtype=object)
        if axes.size != 2:
            raise InputError(f"the evidence needs two axes; ax has {axes.size}. Pass two, or none.")
        self._plot_time_scales(axes.flat[0])
        self._plot_scores(axes.flat[1])
        self.ax_, self.figure_ = axes, axes.flat[0].figure
        return self

    def _plot_time_scales(self, ax: Any) -> None:
        evidence = self.evidence
        k = evidence.best_n_clusters
        row = int(np.abs(evidence.bandwidths - evidence.bandwidth).argmin())
        times = relaxation_times(evidence.eigenvalues[row])
        shown = np.arange(1, min(times.size, 2 * k + 6))  # the first mode never fades
        times = times[shown]
        inside = shown < k
        ax.semilogy(shown[inside] + 1, times[inside], "o", color=COLOURS[0], label="between clusters")
        ax.semilogy(shown[~inside] + 1, times[~inside], "o", color=QUIET, label="inside clusters")
        if evidence.bandwidth > 0 and inside.any() and not inside.all():
            arrow = {"arrowstyle": "<->", "color": ACCENT, "linewidth": 1.6, "shrinkA": 3, "shrinkB": 3}
            ax.annotate("", (k + 0.5, times[k - 1]), (k + 0.5, times[k - 2]), arrowprops=arrow)
        ax.set(xlabel="mode of the walk", ylabel="relaxation time (steps)")
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.legend(frameon=False, loc="best")
        tidy(ax)

    def _plot_scores(self, ax: Any) -> None:
        evidence = self.evidence
        best = evidence.best_n_clusters
        numbers = np.arange(1, min(evidence.scores.size, max(12, 2 * best + 4)) + 1)
        colours = [ACCENT if number == evidence.n_clusters > 1 else QUIET for number in numbers]
        ax.bar(numbers, evidence.scores[: numbers.size], color=colours, width=0.8)
        ax.axhline(evidence.null_level, color=COLOURS[0], linestyle="--", linewidth=1.2)
        ax.annotate(
            "random data",
            (0.99, evidence.null_level),
            (0, 4),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha="right",
            color=COLOURS[0],
            bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8, "pad": 1},
            fontsize="small",
        )
        top = max(float(evidence.scores.max()), evidence.null_level, 0.1)
        beside = "left" if best < 0.08 * numbers.size else "center"  # not across the axis
        ax.annotate(f"k = {best}", (best, evidence.scores[best - 1]), (0, 3), textcoords="offset points", ha=beside)
        ax.set(xlabel="number of clusters", ylabel="score", ylim=(0, 1.18 * top), xlim=(0.2, numbers[-1] + 0.8))
        ax.xaxis.get_major_locator().set_params(integer=True)
        tidy(ax)
