"""Where to cut the tree of lines: where as many merges would be made by chance, among lines that are strangers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from ..arrays import FloatArray, IntArray
from .features import LineFeatures, Words
from .linkage import FLOOR, TIGHT, Tree, thresholded

# Share of the merges at the height of the cut that chance would make: there, a merge is as likely chance as not. On
# public records it is also the best of the levels that benchmarks/text_level.py compares.
LEVEL = 0.5
_PIECES = 3  # that a stranger is made of; halves and thirds choose the same cuts, single words are too unlike records
_STRANGERS = 1000  # so that a share of 2 % has a standard error of 0.4 %
SEARCHED = np.round(np.arange(TIGHT, 1 - FLOOR + 1e-9, 0.025), 3)
_TOGETHER = 2  # steps with the same groups
_ROWS_AT_ONCE = 100
_LEAST = 0.1  # similarity to a line that counts, to keep the products sparse


@dataclass(frozen=True)
class Cut:
    """A cut of the tree."""

    height: float  # of the cut
    made: int  # merges below it
    expected: float  # merges below it that chance would make

    @property
    def chance(self) -> float:
        """Merges to expect by chance for each merge made."""
        return self.expected / max(self.made, 1)


def chance_cut(tree: Tree, features: LineFeatures, lines: Sequence[Words], *, rng: np.random.Generator) -> Cut:
    """Where to cut a tree of lines, above lines that differ only in typing errors and below the end of the tree."""
    return best_cut(tree, expected_merges(tree, features, lines, SEARCHED, rng=rng))


def best_cut(tree: Tree, expected: FloatArray, *, level: float = LEVEL) -> Cut:
    """The cut among ``SEARCHED`` that maximises ``made - expected / level``.

    Above it, more than a share ``level`` of the merges would be due to chance, as with a threshold on the local false
    discovery rate (Efron 2004). One more merge, equally likely at any of these heights, is expected in any set, so that
    two lines alone are not always merged: they are if they share half of their weight.
    """
    made = np.searchsorted(tree.heights, SEARCHED, side="right")
    one_more = np.linspace(0, 1, SEARCHED.size)
    best = int(np.argmax(made - (expected + one_more) / level))
    return Cut(float(SEARCHED[best]), int(made[best]), float(expected[best]))


def expected_merges(
    tree: Tree, features: LineFeatures, lines: Sequence[Words], heights: FloatArray, *, rng: np.random.Generator
) -> FloatArray:
    r"""Merges below each of the ascending heights if the groups were strangers: (len(heights),), from 0.

    A stranger is a line whose beginning, middle and end come from three lines, cut where a third of the weight of
    their words lies: parts keep the words that belong together, lines do not. Its nearest group, those of its sources
    left out, is nearest by chance. k groups that were not merged up to a height a are like the strangers that have no
    group as near: if the nearest group of a share p of those lies between a and b, chance makes :math:`k p / 2` merges
    there, as each joins two. The groups are those of the tree at a, or a step below.
    """
    pool = np.unique(tree.labels(float(heights[0])), return_index=True)[1]
    made, (row, source) = _strangers([lines[i] for i in pool.tolist()], features, rng)
    strange, turned = features.of(made).astype(np.float32), features.X.T.tocsr().astype(np.float32)
    parts = (strange[start : start + _ROWS_AT_ONCE] @ turned for start in range(0, len(made), _ROWS_AT_ONCE))
    near = sp.vstack([thresholded(part, _LEAST) for part in parts], format="csr")
    expected = np.zeros(len(heights))
    for first in range(0, len(heights) - 1, _TOGETHER):
        groups = tree.labels(float(heights[first]))
        sizes = np.bincount(groups)
        member = sp.csr_array((1 / sizes[groups], (np.arange(groups.size), groups)), dtype=np.float32)
        means = sp.csr_array(near @ member)
        own = sp.csr_array((np.ones(row.size), (row, groups[pool[source]])), shape=means.shape, dtype=bool)
        distance = 1 - (means - means.multiply(own)).max(axis=1).toarray().ravel()
        apart = np.sort(distance[distance > heights[first]])
        steps = slice(first + 1, first + 1 + _TOGETHER)
        joined = np.searchsorted(apart, heights[steps], side="right")
        expected[steps] = expected[first] + sizes.size * joined / max(apart.size, 1) / 2
    return expected


def _strangers(
    pool: Sequence[Words], features: LineFeatures, rng: np.random.Generator
) -> tuple[list[Words], tuple[IntArray, IntArray]]:
    """Strangers made of pieces of lines of the pool, and of which lines: (stranger, line)."""
    made: list[Words] = []
    sources: list[list[int]] = []
    for _ in range(_STRANGERS):
        taken = rng.choice(len(pool), size=min(_PIECES, len(pool)), replace=False).tolist()
        words = len(pool[taken[0]])
        if words == 1:  # the pieces are those of a word
            spelt = (pool[i][int(rng.integers(len(pool[i])))] for i in taken)
            pieces = [word[_piece(np.ones(len(word)), at, len(taken))] for at, word in enumerate(spelt)]
            made.append(("".join(pieces),) if any(pieces) else pool[taken[0]])
        else:
            taken = taken[:words]
            parts = [pool[i][_piece(features.weights(pool[i]) ** 2, at, len(taken))] for at, i in enumerate(taken)]
            made.append(tuple(word for part in parts for word in part) or pool[taken[0]])
        sources.append(taken)
    row = np.repeat(np.arange(len(made)), [len(taken) for taken in sources])
    return made, (row, np.concatenate(sources).astype(np.intp))


def _piece(weights: FloatArray, at: int, pieces: int) -> slice:
    """Where the piece of this number lies, of pieces of equal weight."""
    done = np.append(0.0, np.cumsum(weights)) / weights.sum()
    begin, end = (int(np.abs(done - bound / pieces).argmin()) for bound in (at, at + 1))
    return slice(begin, end)
