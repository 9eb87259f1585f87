"""Where to cut the tree of lines: as high as lines of shuffled words allow."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from ..arrays import IntArray
from .features import LineFeatures, Words
from .linkage import Tree, group_means

# At the highest cut, lines of a group share more than half of their weight on average; the granularity moves it. On the
# labelled records of benchmarks/text.py 0.45 to 0.55 differ by .01 in mean ARI; the lowest of these is taken, because
# product titles, which those sets lack, share maker and kind with strangers. At the lowest cut, lines are the same but
# for slips and endings: no null model may part those.
HIGHEST, LOWEST = 0.45, 0.3
# Merges among shuffled lines for each merge made. On the labelled records of benchmarks/text.py 0.05, 0.1 and 0.2 give
# the same mean (ARI .94); 0.02 parts the names of companies.
LEVEL = 0.1
_SHUFFLED = 1000  # lines, so that a share of 2 % has a standard error of 0.4 %
_HALVINGS = 3
_ROWS_AT_ONCE = 100


@dataclass(frozen=True)
class Cut:
    """A cut of the tree.

    Attributes
    ----------
    height : of the cut
    made : merges below it
    expected : merges to expect below it if the groups were lines of shuffled words
    """

    height: float
    made: int
    expected: float

    @property
    def chance(self) -> float:
        """Merges to expect by chance for each merge made."""
        return self.expected / max(self.made, 1)

    @property
    def holds(self) -> bool:
        """Whether few merges come by chance: one in ten of those made, or one in all, for small sets."""
        return self.expected <= max(LEVEL * self.made, 1.0)


def chance_cut(tree: Tree, features: LineFeatures, lines: Sequence[Words], *, rng: np.random.Generator) -> Cut:
    """The highest cut, from 0.3 to 0.45, below which at most one in ten merges would come by chance.

    Found by halving the interval, as the share of chance merges rises with the height.
    """
    seed = int(rng.integers(2**32))

    def looked_at(height: float) -> Cut:
        return cut_at(tree, features, lines, height, rng=np.random.default_rng(seed))

    best = looked_at(HIGHEST)
    if best.holds:
        return best
    best, above = looked_at(LOWEST), HIGHEST
    for _ in range(_HALVINGS):
        tried = looked_at((best.height + above) / 2)
        best, above = (tried, above) if tried.holds else (best, tried.height)
    return best


def cut_at(
    tree: Tree, features: LineFeatures, lines: Sequence[Words], height: float, *, rng: np.random.Generator
) -> Cut:
    """A cut, and how many merges to expect below it if the groups were lines of shuffled words.

    The null model: k strangers, as many as there are groups, whose words are those of the groups' lines, dealt out
    anew. Each word of a shuffled line comes from another group, and those groups are not counted: a stranger is near
    to a group by chance if its words, or words spelt like them, are in a group that they were not taken from.
    """
    groups = tree.labels(height)
    means, sizes = group_means(features.X, groups)
    k = sizes.size
    if k < 2:
        return Cut(height, tree.n_rows - k, 0.0)
    typical = np.unique(groups, return_index=True)[1]
    shuffled, row, source = _shuffled([lines[i] for i in typical], rng)
    sources = sp.csr_array((np.ones(row.size), (row, source)), shape=(len(shuffled), k))
    rows, turned = features.of(shuffled), means.T.tocsr()
    joined = 0
    for start in range(0, len(shuffled), _ROWS_AT_ONCE):
        part = slice(start, start + _ROWS_AT_ONCE)
        near = sp.coo_array(rows[part] @ turned)
        close = sp.csr_array(((near.data >= 1 - height).astype(float), near.coords), shape=near.shape)
        others = close - close.multiply(sources[part])
        joined += int((others.max(axis=1).toarray() > 0).sum())
    return Cut(height, tree.n_rows - k, k * joined / len(shuffled))


def _shuffled(pool: Sequence[Words], rng: np.random.Generator) -> tuple[list[Words], IntArray, IntArray]:
    """Lines as long as those of the pool, each word from another of its lines; and which lines: (row, source)."""
    lines: list[Words] = []
    row: list[int] = []
    source: list[int] = []
    for i in range(_SHUFFLED):
        length = min(len(pool[int(rng.integers(len(pool)))]), len(pool))
        taken = rng.choice(len(pool), size=length, replace=False, shuffle=False).tolist()
        lines.append(tuple(pool[j][int(rng.integers(len(pool[j])))] for j in taken))
        row += [i] * length
        source += taken
    return lines, np.array(row, dtype=np.intp), np.array(source, dtype=np.intp)
