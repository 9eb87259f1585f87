"""What the number of clusters was read from."""

from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ..errors import InputError
from ..evidence import Evidence
from .drawing import ACCENT, COLOURS, QUIET, new_axes, tidy


class EvidenceDisplay:
    """Eigenvalues across scales, and the gap score of each number of clusters.

    Parameters
    ----------
    evidence : the ``evidence_`` of an estimator fitted with ``n_clusters="auto"``
    """

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Any = None) -> Self:
        """Draw the evidence of a fitted estimator."""
        check_is_fitted(estimator)
        if estimator.evidence_ is None:
            raise InputError('there is no evidence for a number that was given. Fit with n_clusters="auto".')
        return cls(estimator.evidence_).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw the eigenvalues on the first of two axes and the scores on the second; new ones unless given."""
        axes = new_axes(2, size=(9.2, 3.4)) if ax is None else np.asarray(ax, dtype=object)
        if axes.size != 2:
            raise InputError(f"the evidence is drawn on two axes; ax holds {axes.size}. Give two, or none.")
        self._plot_eigenvalues(axes.flat[0])
        self._plot_scores(axes.flat[1])
        self.ax_, self.figure_ = axes, axes.flat[0].figure
        return self

    def _plot_eigenvalues(self, ax: Any) -> None:
        evidence = self.evidence
        k = evidence.best_n_clusters
        shown = min(evidence.eigenvalues.shape[1], 2 * k + 4)
        for number in range(shown):
            inside = number < k
            ax.plot(
                evidence.bandwidths,
                evidence.eigenvalues[:, number],
                color=COLOURS[0] if inside else QUIET,
                linewidth=2 if number in (k - 1, k) else 0.9,
                alpha=1.0 if number in (k - 1, k) else 0.55,
                marker="o" if evidence.bandwidths.size == 1 else None,
                label=f"first {k}" if number == k - 1 else "the others" if number == k else None,
            )
        if evidence.bandwidth > 0 and shown > k:
            ax.set_xscale("log")
            row = int(np.abs(np.log(evidence.bandwidths / evidence.bandwidth)).argmin())
            upper, lower = evidence.eigenvalues[row, k - 1], evidence.eigenvalues[row, k]
            arrow = {"arrowstyle": "<->", "color": ACCENT, "linewidth": 1.6, "shrinkA": 0, "shrinkB": 0}
            ax.annotate("", (evidence.bandwidths[row], lower), (evidence.bandwidths[row], upper), arrowprops=arrow)
            _plain_ticks(ax, evidence.bandwidths)
        ax.set(xlabel="bandwidth, in the units of the data", ylabel="eigenvalue", ylim=(-0.03, 1.03))
        ax.legend(frameon=False, loc="lower left")
        tidy(ax)

    def _plot_scores(self, ax: Any) -> None:
        evidence = self.evidence
        numbers = np.arange(1, evidence.scores.size + 1)
        best = evidence.best_n_clusters
        colours = [ACCENT if number == evidence.n_clusters > 1 else QUIET for number in numbers]
        ax.bar(numbers, evidence.scores, color=colours, width=0.8)
        ax.axhline(evidence.null_level, color=COLOURS[0], linestyle="--", linewidth=1.2)
        ax.annotate(
            "highest without clusters",
            (1, evidence.null_level),
            (0, 3),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            ha="right",
            color=COLOURS[0],
            fontsize="small",
        )
        top = max(float(evidence.scores.max()), evidence.null_level, 0.1)
        beside = "left" if best < 0.08 * numbers.size else "center"  # not across the axis
        ax.annotate(f"k = {best}", (best, evidence.scores[best - 1]), (0, 3), textcoords="offset points", ha=beside)
        ax.set(xlabel="number of clusters", ylabel="gap score", ylim=(0, 1.18 * top), xlim=(0.2, numbers[-1] + 0.8))
        ax.xaxis.get_major_locator().set_params(integer=True)
        tidy(ax)


def _plain_ticks(ax: Any, bandwidths: Any) -> None:
    """A tick at every second bandwidth, in plain figures: a range within one decade would have no tick at all."""
    from matplotlib.ticker import FixedFormatter, FixedLocator, NullLocator

    ticks = bandwidths[:: max(1, -(-bandwidths.size // 4))]
    ax.xaxis.set_major_locator(FixedLocator(ticks))
    ax.xaxis.set_major_formatter(FixedFormatter([f"{tick:.3g}" for tick in ticks]))
    ax.xaxis.set_minor_locator(NullLocator())
