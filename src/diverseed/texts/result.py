"""What was found among lines: the groups, and how they were cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import numpy as np

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from .expected_size import ExpectedSize
from .masking import Tokens, parameters

if TYPE_CHECKING:
    from .sources import Source

Count = int | Literal["auto", "paper"]
Granularity = Literal["coarse", "normal", "fine"] | float
_NAMED = {"coarse": 1.3, "normal": 1.0, "fine": 0.7}
_COARSEST = 1.3  # usual cuts are at 0.4 to 0.6, so that lines of a group share a fifth or more at the coarsest


@dataclass(frozen=True)
class TextCluster:
    """One group of lines.

    Attributes
    ----------
    id : 0 for the largest group, and so on
    rows : (size,) positions of its lines in the input, ascending
    representative : the line nearest to the group's mean, the canonical value
    shared_words : words in most of its lines and rare elsewhere, the most distinctive first
    height : of the last merge inside it: 1 - mean similarity of the two parts; 0 for equal lines
    template : of a log, with ``<*>`` for parameters; else None
    """

    id: int
    rows: IntArray
    representative: str
    shared_words: tuple[str, ...]
    height: float
    template: str | None = None

    @property
    def size(self) -> int:
        return int(self.rows.size)


@dataclass(frozen=True)
class TextClusters:
    """What was found among n lines.

    Attributes
    ----------
    n, n_distinct : lines, and lines that differ in what is compared
    labels : (n,) group of each line, -1 for lines without a word
    similarity : (n,) of each line to the representative of its group, nan without one
    clusters : the groups, largest first
    numbers : "mask" or "keep", whether numbers were masked
    granularity : factor on the height of the cut
    cut : height of the cut, None where the number of groups was given
    notes : what a reader should know about this result
    chance : merges to expect by chance for each merge made below the cut, None where it was not estimated
    expected_size : of the paper's process, where the groups were counted by it
    """

    n: int
    n_distinct: int
    labels: IntArray
    similarity: FloatArray
    clusters: tuple[TextCluster, ...]
    numbers: Literal["mask", "keep"]
    granularity: float
    cut: float | None
    notes: tuple[str, ...]
    _source: Source = field(repr=False, compare=False)
    _templates: Sequence[Tokens] | None = field(repr=False, compare=False)  # of a log, that of each kind of line
    chance: float | None = None
    expected_size: ExpectedSize | None = None

    @property
    def n_clusters(self) -> int:
        return len(self.clusters)

    @property
    def heights(self) -> FloatArray:
        """Heights of all merges of the tree, ascending."""
        return self._source.tree.heights

    def at(self, granularity: Granularity) -> TextClusters:
        """The groups at another granularity, cut from the same tree."""
        return self._source.cut("auto", as_factor(granularity))

    def parameters(self, row: int) -> list[str]:
        """What a line of a log has where its template has ``<*>``; nothing for other lines."""
        kind = self._source.lines.which[row]
        if self._templates is None or kind < 0:
            return []
        return parameters(self._source.lines.written[row], self._templates[kind])


def as_factor(granularity: object) -> float:
    """The factor on the height of the cut that a name stands for, or the number itself."""
    named: object = _NAMED.get(granularity) if isinstance(granularity, str) else granularity
    if isinstance(named, bool) or not isinstance(named, int | float | np.number) or not 0 < named <= _COARSEST:
        names = ", ".join(f"{name} ({factor:g})" for name, factor in _NAMED.items())
        raise InputError(
            f"granularity={granularity!r} must be {names} or a number above 0 and up to {_COARSEST}; more gives fewer "
            "groups."
        )
    return float(named)
