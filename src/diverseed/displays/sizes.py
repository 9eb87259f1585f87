"""How probable each number of clusters is."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

from sklearn.utils.validation import check_is_fitted

from .drawing import ACCENT, QUIET, new_axes, tidy, whole_numbers


@dataclass(eq=False, repr=False)
class SizeDistributionDisplay:
    """The numbers of clusters and their probabilities, as bars.

    Parameters
    ----------
    size_distribution : number of clusters to probability
    n_clusters : the number that was used, which is marked
    """

    size_distribution: Mapping[int, float]
    _: KW_ONLY
    n_clusters: int | None = None

    @classmethod
    def from_estimator(cls, estimator: Any, *, ax: Any = None) -> Self:
        """Draw the ``size_distribution_`` of a fitted estimator."""
        check_is_fitted(estimator)
        return cls(estimator.size_distribution_, n_clusters=estimator.n_clusters_).plot(ax)

    def plot(self, ax: Any = None) -> Self:
        """Draw, on new axes unless given."""
        ax = new_axes(size=(4.6, 3.2)) if ax is None else ax
        shown = {k: p for k, p in sorted(self.size_distribution.items()) if p >= 0.001}
        colours = [ACCENT if k == self.n_clusters else QUIET for k in shown]
        ax.bar(list(shown), list(shown.values()), color=colours, width=0.8)
        middle = self.n_clusters or next(iter(shown))
        ax.set(xlabel="number of clusters", ylabel="probability", ylim=(0, max(shown.values(), default=1.0) * 1.15))
        # a single bar must not be as wide as the picture
        ax.set_xlim(min(*shown, middle - 3) - 0.6, max(*shown, middle + 3) + 0.6)
        whole_numbers(ax.xaxis)
        tidy(ax)
        self.ax_, self.figure_ = ax, ax.figure
        return self
