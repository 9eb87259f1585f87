"""The evidence for the number of clusters, as a picture."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from ..errors import InputError
from ..walk import Evidence
from ..walk.separation import contrast, relaxation_times
from .drawing import ACCENT, COLOURS, QUIET, new_axes, tidy, whole_numbers

# Widths in points: bars of three hundred numbers would be thinner than a pixel without an outline.
_OUTLINE, _BEST_OUTLINE = 1.0, 2.0


@dataclass(eq=False, repr=False)
class EvidenceDisplay:
    """Time scales of the walk, and the score of each number of clusters.

    A gap in the time scales after the k-th mode shows that the walk explores each of k clusters much faster than it
    leaves them. The score is that separation times ``(n - 1)^0.4``, where n is the effective number of clusters; the
    dashed line is what random data with the same spread may score. Modes that last more than 100,000 steps, as those of
    clusters that do not touch, are drawn at 100,000.

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

    def _most_shown(self, extra: int) -> int:
        """Room for every plausible number, and as many beyond it."""
        return 2 * max(self.evidence.best_n_clusters, *self.evidence.candidates) + extra

    def _plot_time_scales(self, ax: Any) -> None:
        evidence = self.evidence
        best = evidence.best_n_clusters
        gaps = np.nan_to_num(contrast(evidence.eigenvalues)[:, best - 1 : best])
        times = relaxation_times(evidence.eigenvalues[int(gaps.sum(axis=1).argmax())])
        shown = np.arange(1, min(times.size, self._most_shown(6)))  # the first mode never fades
        times = times[shown]
        between = shown < evidence.n_clusters
        for some, colour, label in ((between, COLOURS[0], "between clusters"), (~between, QUIET, "inside clusters")):
            if some.any():
                ax.semilogy(shown[some] + 1, times[some], "o", color=colour, label=label)
        if 1 < best <= times.size:
            arrow = {"arrowstyle": "<->", "color": self._colour, "linewidth": 1.6, "shrinkA": 3, "shrinkB": 3}
            ax.annotate("", (best + 0.5, times[best - 1]), (best + 0.5, times[best - 2]), arrowprops=arrow)
        ax.set(xlabel="mode of the walk", ylabel="relaxation time (steps)")
        whole_numbers(ax.xaxis)
        ax.legend(frameon=False, loc="best")
        tidy(ax)

    def _plot_scores(self, ax: Any) -> None:
        evidence = self.evidence
        best = evidence.best_n_clusters
        scores = evidence.scores[: max(12, self._most_shown(4))]
        numbers = np.arange(1, scores.size + 1)
        bars = ax.bar(numbers, scores, width=0.8, color=QUIET, edgecolor=QUIET, linewidth=_OUTLINE)
        bars[best - 1].set(color=self._colour, linewidth=_BEST_OUTLINE, zorder=bars[best - 1].get_zorder() + 0.1)
        null = evidence.null_scores[: scores.size]
        ends = np.column_stack([numbers - 0.5, numbers + 0.5])[1:].ravel()  # one cluster has no score
        ax.plot(ends, np.repeat(null[1:], 2), color=COLOURS[0], linestyle="--", linewidth=1.2)
        # outside the axes, where it hides no bar
        ax.annotate(
            "random\ndata",
            (1, null[-1]),
            (4, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            color=COLOURS[0],
            fontsize="small",
        )
        top, place = max(float(scores.max()), float(null.max()), 0.1), best / numbers.size
        beside = "left" if place < 0.08 else "right" if place > 0.92 else "center"  # not across the sides
        ax.annotate(f"k = {best}", (best, scores[best - 1]), (0, 4), textcoords="offset points", ha=beside)
        limits = {"ylim": (0, 1.18 * top), "xlim": (0.4, numbers[-1] + 0.6)}
        ax.set(xlabel="number of clusters", ylabel="score (scaled separation)", **limits)
        whole_numbers(ax.xaxis)
        tidy(ax)

    @property
    def _colour(self) -> str:
        """Of the best number: grey if it is no clearer than in random data."""
        return ACCENT if self.evidence.n_clusters > 1 else QUIET
