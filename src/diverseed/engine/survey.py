"""One pass over the data: its size, its mean and spread, and a weighted sample that represents it.

Surveys merge, so rows can be surveyed in blocks, on any machine. Which rows are in the sample does not depend on the
order of the blocks or on how they are merged.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse

from ..arrays import FloatArray, IntArray
from ..errors import InputError
from .blocks import Block, Blocks


@dataclass(frozen=True)
class Moments:
    """Number of rows, their means, and their sums of squared deviations from them (not weighted).

    Two sets of rows merge by the formula of Chan, Golub & LeVeque (1983), which loses no digits far from the origin.
    """

    count: int
    means: FloatArray
    squares: FloatArray

    @classmethod
    @np.errstate(over="ignore", invalid="ignore")  # ``check_spread`` refuses what is not finite then
    def of(cls, rows: Any) -> "Moments":
        n = rows.shape[0]
        if n == 0:
            return cls(0, np.zeros(rows.shape[1]), np.zeros(rows.shape[1]))
        if scipy.sparse.issparse(rows):
            rows = rows.astype(np.float64, copy=False)  # SciPy adds up in the type of the rows
            means = np.asarray(rows.mean(axis=0)).ravel()
            squares = np.asarray(rows.multiply(rows).sum(axis=0)).ravel() - n * means**2
            return cls(n, means, np.maximum(squares, 0))
        deviations = rows.astype(np.float64)
        means = deviations.mean(axis=0)
        deviations -= means
        squares = np.einsum("ij,ij->j", deviations, deviations)
        equal = squares == 0
        if equal.any():  # or so near to each other that their squares underflow
            squares[equal] = np.where(np.ptp(rows[:, equal], axis=0) > 0, np.finfo(np.float64).tiny, 0)
        return cls(n, means, squares)

    @np.errstate(over="ignore", invalid="ignore")
    def merge(self, other: "Moments") -> "Moments":
        count = self.count + other.count
        if count == 0:
            return self
        share = other.count / count
        apart = other.means - self.means
        squares = self.squares + other.squares + apart**2 * self.count * share
        return Moments(count, self.means + share * apart, squares)

    @property
    def variances(self) -> FloatArray:
        return self.squares / max(self.count, 1)

    def rounded_means(self) -> FloatArray:
        """The means, rounded to powers of two: to an eighth of the spread, or to a millionth of the mean. All are zero
        if none exceeds the spread.

        An origin amid the data need not be exact, but should not depend on the order in which blocks were added up.
        """
        spreads = np.sqrt(self.variances)
        # Data around zero need not be moved, and so not copied. Where mean and spread are equal, as of as many zeros as
        # ones, rounding must not decide.
        if (np.abs(self.means) <= 1.000001 * spreads).all():
            return np.zeros_like(self.means)
        with np.errstate(divide="ignore"):
            eighth = np.floor(np.log2(spreads)) - 3
            millionth = np.floor(np.log2(np.abs(self.means))) - 20
        units = np.exp2(np.maximum(np.maximum(eighth, millionth), -1000))
        return np.round(self.means / units) * units


@dataclass(frozen=True)
class Sample:
    """Weighted rows that represent the data."""

    rows: Any  # (m, d) rows of the data
    weights: FloatArray  # (m,) positive unless the rows are all there are; in units of the largest weight of the data
    indices: IntArray  # (m,) the rows' numbers in the data, ascending

    @classmethod
    def whole(cls, rows: Any, weights: FloatArray) -> "Sample":
        """All rows of data in memory."""
        return cls(rows, weights / weights.max(), np.arange(rows.shape[0]))


@dataclass(frozen=True)
class Sketch:
    """A bottom-k sketch: the rows whose random keys are smallest.

    Each row has an exponential key with its weight as rate, so the smallest keys are a sample without replacement in
    proportion to weight (Efraimidis & Spirakis 2006). Given the smallest key that was dropped, t, a row of weight w was
    kept with probability ``1 - exp(-w t)``; dividing by it makes sums over the sample unbiased (Cohen & Kaplan 2007).
    """

    rows: Any  # those kept, in the order of the data, with their weights and keys
    weights: FloatArray
    keys: FloatArray
    places: IntArray  # (m, 2) their parts, and row numbers within them
    dropped: float = np.inf  # the smallest key that was dropped; infinite if none was

    @classmethod
    def of(cls, block: Block, size: int, rng: np.random.Generator) -> "Sketch":
        positive = np.flatnonzero(block.weights > 0)
        weights = block.weights[positive]
        with np.errstate(over="ignore"):  # ``check_total_weight`` refuses weights that underflow
            keys = rng.exponential(size=positive.size) / weights
        kept, dropped = _smallest(keys, size)
        rows = positive[kept]
        places = np.column_stack([np.full(rows.size, block.part), block.start + rows])
        return cls(_taken(block.rows, rows), weights[kept], keys[kept], places, dropped)

    def merge(self, other: "Sketch", *, size: int) -> "Sketch":
        """The sketch of both sets of rows; ``self`` holds the earlier ones."""
        keys = np.concatenate([self.keys, other.keys])
        kept, dropped = _smallest(keys, size)
        weights, places = np.concatenate([self.weights, other.weights]), np.concatenate([self.places, other.places])
        ours, theirs = kept[kept < self.keys.size], kept[kept >= self.keys.size] - self.keys.size
        stack = scipy.sparse.vstack if scipy.sparse.issparse(self.rows) else np.concatenate
        rows = stack([_taken(self.rows, ours), _taken(other.rows, theirs)])
        return Sketch(rows, weights[kept], keys[kept], places[kept], min(self.dropped, other.dropped, dropped))

    def fair_weights(self) -> FloatArray:
        """(m,) the weight that each row represents: its weight divided by the probability that it was kept."""
        return self.weights if np.isinf(self.dropped) else self.weights / -np.expm1(-self.weights * self.dropped)


def _taken(rows: Any, which: IntArray) -> Any:
    """Some of the rows. NumPy takes a quarter of the time that indexing takes."""
    return rows[which] if scipy.sparse.issparse(rows) else rows.take(which, axis=0)


def _smallest(keys: FloatArray, size: int) -> tuple[IntArray, float]:
    """Positions of the ``size`` smallest keys, ascending, and the smallest key that is not among them."""
    if keys.size <= size:
        return np.arange(keys.size), np.inf
    dropped = float(np.partition(keys, size)[size])
    return np.flatnonzero(keys < dropped), dropped


@dataclass(frozen=True)
class Survey:
    """What one pass over the data has found."""

    lengths: dict[int, int]  # number of rows of each part of the data
    n_positive: int  # rows of positive weight
    heaviest: float  # the largest weight
    total: float  # the sum of the weights, in units of the largest
    moments: Moments
    sketch: Sketch

    @property
    def sample(self) -> Sample:
        """At most as many weighted rows as the sketch holds; they weigh as much as the data together."""
        parts = sorted(self.lengths)
        ends = np.cumsum([0, *(self.lengths[part] for part in parts)])
        starts = ends[np.searchsorted(parts, self.sketch.places[:, 0])]
        weights = self.sketch.fair_weights() / self.heaviest
        if np.isfinite(self.sketch.dropped):
            weights = weights * (self.total / weights.sum())
        return Sample(self.sketch.rows, weights, starts + self.sketch.places[:, 1])


def take_survey(blocks: Blocks, *, size: int, rng: np.random.Generator, rows: Any = None) -> Survey:
    """Survey the data in one pass.

    Parameters
    ----------
    size : how many rows the sample may have
    rng : gives one number, from which the generator of each block is made, so that it does not matter where it runs
    rows : the rows of all blocks, if they are one array in memory: those of the sample are then taken from it at the
        end, and not carried from merge to merge
    """
    entropy = int(rng.integers(2**63))
    survey = blocks.fold(
        partial(_surveyed, size=size, entropy=entropy, with_rows=rows is None),
        partial(_merged, size=size),
        stage="scanning the data",
    )
    if rows is None:
        return survey
    return replace(survey, sketch=replace(survey.sketch, rows=_taken(rows, survey.sketch.places[:, 1])))


def extend_survey(earlier: Survey, rows: Any, weights: FloatArray, *, size: int, rng: np.random.Generator) -> Survey:
    """The survey of earlier rows and of new ones, which count as the next rows of the last part."""
    if scipy.sparse.issparse(rows) != scipy.sparse.issparse(earlier.sketch.rows):
        raise InputError("X and the earlier rows must be all sparse or all dense.")
    part = max(earlier.lengths)
    later = take_survey(Block(rows, weights, part, earlier.lengths[part]), size=size, rng=rng)
    return _merged(earlier, later, size=size)


def take_moments(blocks: Blocks) -> Moments:
    """The moments alone, in one pass."""
    return blocks.fold(lambda block: Moments.of(block.rows), Moments.merge, stage="scanning the columns")


def _surveyed(block: Block, *, size: int, entropy: int, with_rows: bool) -> Survey:
    weights = block.weights
    if weights.size and not (np.isfinite(weights).all() and weights.min() >= 0):
        raise InputError(
            f"sample_weight has a value that is negative or not finite in block {block.part}, between its rows "
            f"{block.start} and {block.start + weights.size - 1}. Weights must be finite and non-negative."
        )
    rng = np.random.default_rng([entropy, block.part, block.start])
    heaviest = float(weights.max(initial=0))
    return Survey(
        lengths={block.part: block.rows.shape[0]},
        n_positive=int((weights > 0).sum()),
        heaviest=heaviest,
        total=float((weights / heaviest).sum()) if heaviest > 0 else 0.0,
        moments=Moments.of(block.rows),
        sketch=Sketch.of(block if with_rows else replace(block, rows=block.rows[:, :0]), size, rng),
    )


def _merged(left: Survey, right: Survey, *, size: int) -> Survey:
    heaviest = max(left.heaviest, right.heaviest)
    unit = heaviest if heaviest > 0 else 1.0
    return Survey(
        lengths={
            part: left.lengths.get(part, 0) + right.lengths.get(part, 0) for part in {**left.lengths, **right.lengths}
        },
        n_positive=left.n_positive + right.n_positive,
        heaviest=heaviest,
        total=left.total * (left.heaviest / unit) + right.total * (right.heaviest / unit),
        moments=left.moments.merge(right.moments),
        sketch=left.sketch.merge(right.sketch, size=size),
    )
