"""One pass over the data: moments without cancellation, and a sample whose law is that of the weights."""

import itertools
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest
import scipy.sparse

from diverseed.engine.blocks import Block, merged
from diverseed.engine.rows import Frame
from diverseed.engine.survey import Moments, Sample, Sketch, extend_survey, take_moments, take_survey
from diverseed.engine.survey import _merged as merge_surveys
from diverseed.errors import InputError
from diverseed.progress import heard_by


def sketches(n_blocks: int, *, size: int, seed: int = 0) -> list[Sketch]:
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, 60, n_blocks)
    return [
        Sketch.of(Block(rng.standard_normal((n, 2)), rng.exponential(size=n), part), size, np.random.default_rng(part))
        for part, n in enumerate(lengths)
    ]


def test_moments_of_blocks_are_those_of_the_whole_also_far_away() -> None:
    X = np.random.default_rng(0).standard_normal((1000, 3)) * [1, 1e-3, 1e3] + 1e6
    parts = [Moments.of(block) for block in np.array_split(X, [0, 1, 17, 400])]
    whole = merged(parts, Moments.merge)
    assert whole.count == 1000
    np.testing.assert_allclose(whole.means, X.mean(axis=0), rtol=1e-14)
    np.testing.assert_allclose(whole.variances, X.var(axis=0), rtol=1e-7)
    sparse = Moments.of(scipy.sparse.csr_array(np.where(X > 1e6, X - 1e6, 0)))
    np.testing.assert_allclose(sparse.variances, np.where(X > 1e6, X - 1e6, 0).var(axis=0), rtol=1e-9)


def test_moments_of_rows_in_single_precision_have_the_digits_of_double() -> None:
    X = (3 + np.random.default_rng(0).random((200_000, 2))).astype(np.float32)
    exact = Moments.of(X.astype(np.float64))
    for rows in (X, scipy.sparse.csr_array(X)):
        found = Moments.of(rows)
        np.testing.assert_allclose(found.means, exact.means, rtol=1e-12)
        np.testing.assert_allclose(found.variances, exact.variances, rtol=1e-9)


def test_rounded_means_are_near_the_means_and_the_same_for_all_blocks() -> None:
    X = np.random.default_rng(0).standard_normal((1000, 5)) * [1, 1e-3, 1e3, 0, 1] + [0, 1e6, -7, 3.3, 5]
    found = [
        merged([Moments.of(block) for block in np.array_split(X, n)], Moments.merge).rounded_means() for n in (1, 3, 50)
    ]
    assert np.ptp(found, axis=0).max() == 0
    np.testing.assert_array_less(np.abs(found[0] - X.mean(axis=0)), X.std(axis=0) / 8 + 1e-6 * np.abs(X.mean(axis=0)))
    np.testing.assert_array_equal(found[0], found[0].astype(np.float32))
    with np.errstate(divide="raise"):
        np.testing.assert_array_equal(Moments.of(np.zeros((5, 2))).rounded_means(), [0, 0])


def test_data_around_zero_is_not_moved() -> None:
    """In any order of the blocks, also where mean and spread are equal; one column elsewhere moves the others too."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.permutation(1000) % 2, rng.standard_normal(1000) + 0.3])
    for n in (1, 3, 7, 50):
        moments = merged([Moments.of(block) for block in np.array_split(X, n)], Moments.merge)
        np.testing.assert_array_equal(moments.rounded_means(), [0, 0])
    rows = X.astype(np.float32)
    assert np.shares_memory(Frame(moments.rounded_means().astype(np.float32)).rows(rows), rows)
    elsewhere = Moments.of(np.column_stack([X, X[:, 1] + 3])).rounded_means()
    assert (elsewhere != 0).all()


def test_the_sample_does_not_depend_on_how_sketches_are_merged() -> None:
    parts = sketches(5, size=40)
    everything = np.concatenate([part.keys for part in parts])
    for order in itertools.permutations(range(5)):
        sketch = parts[order[0]]
        for other in order[1:]:
            sketch = sketch.merge(parts[other], size=40)
        np.testing.assert_array_equal(np.sort(sketch.keys), np.sort(everything)[:40])
        assert sketch.dropped == min([*np.sort(everything)[40:], *(part.dropped for part in parts)])


def test_sums_over_the_sample_are_unbiased() -> None:
    rng = np.random.default_rng(0)
    weights = rng.pareto(1.2, 300) + 0.01
    values = rng.random((300, 1))
    truth = float(weights @ values[:, 0])
    block = Block(values, weights)
    found = []
    for seed in range(800):
        sketch = Sketch.of(block, 30, np.random.default_rng(seed))
        found.append(sketch.fair_weights() @ sketch.rows[:, 0])
    assert abs(np.mean(found) - truth) < 4 * np.std(found) / np.sqrt(800)


@pytest.mark.parametrize("size", [498, 1000])
def test_a_sample_of_few_rows_is_all_of_them_in_order(size: int) -> None:
    X, weights = np.random.default_rng(0).standard_normal((500, 2)), np.random.default_rng(1).random(500)
    weights[[3, 400]] = 0
    survey = take_survey(Block(X, weights), size=size, rng=np.random.default_rng(0))
    kept = np.flatnonzero(weights)
    np.testing.assert_array_equal(survey.sample.indices, kept)
    np.testing.assert_array_equal(survey.sample.rows, X[kept])
    np.testing.assert_allclose(survey.sample.weights, weights[kept] / weights.max())
    assert survey.n_positive == 498


def test_every_generator_has_its_own_sample() -> None:
    blocks = Block(np.arange(100.0)[:, None], np.ones(100))
    surveys = (take_survey(blocks, size=10, rng=np.random.default_rng(seed)) for seed in range(300))
    assert len({tuple(survey.sample.indices) for survey in surveys}) == 300


def test_a_sample_of_many_rows_has_their_weight_and_their_law() -> None:
    X = np.repeat([0.0, 1.0], 600_000)[:, None]
    weights = np.repeat([1.0, 3.0], 600_000) * 1e300
    survey = take_survey(Block(X, weights), size=5000, rng=np.random.default_rng(0))
    sample = survey.sample
    np.testing.assert_array_equal(sample.rows[:, 0], X[sample.indices, 0])
    assert np.unique(sample.indices).size == 5000
    assert sample.weights.sum() == pytest.approx(600_000 * 4 / 3)
    assert sample.weights[sample.rows[:, 0] == 1].sum() / sample.weights.sum() == pytest.approx(0.75, abs=0.025)


@pytest.mark.parametrize("sparse", [False, True])
def test_rows_in_memory_need_not_be_carried(sparse: bool) -> None:
    """The same sample: of dense rows in five blocks, or of sparse ones in one."""
    X = np.random.default_rng(0).standard_normal((400_000, 13))
    if sparse:
        X = scipy.sparse.csr_array(X[:1000])
    blocks = Block(X, np.ones(X.shape[0]))
    carried, taken = (
        take_survey(blocks, size=500, rng=np.random.default_rng(0), rows=rows).sample for rows in (None, X)
    )
    np.testing.assert_array_equal(taken.indices, carried.indices)
    assert taken.rows.shape == (500, 13)
    assert not (taken.rows != carried.rows).sum()
    assert not (taken.rows != X[taken.indices]).sum()


@pytest.mark.parametrize("value", [np.nan, np.inf, -1.0])
def test_bad_weights_are_named(value: float) -> None:
    weights = np.append(np.ones(9), value)
    with pytest.raises(InputError, match="not finite in block 0, between its rows 0 and 9"):
        take_survey(Block(np.zeros((10, 1)), weights), size=5, rng=np.random.default_rng(0))


def test_rows_of_a_sample_are_numbered_across_parts() -> None:
    X = np.arange(12.0)[:, None]
    blocks = [Block(rows, np.ones(len(rows)), part) for part, rows in enumerate(np.split(X, [5, 5, 7]))]
    surveys = [take_survey(OneBlock(block), size=100, rng=np.random.default_rng(0)) for block in blocks]
    whole = merged(surveys, partial(merge_surveys, size=100))
    assert whole.lengths == {0: 5, 1: 0, 2: 2, 3: 5}
    assert whole.n_positive == 12
    np.testing.assert_array_equal(whole.sample.indices, np.arange(12))
    np.testing.assert_array_equal(whole.sample.rows, X)
    longer = extend_survey(whole, X[:3], np.ones(3), size=100, rng=np.random.default_rng(0))
    assert longer.lengths == {0: 5, 1: 0, 2: 2, 3: 8}
    np.testing.assert_array_equal(longer.sample.indices, np.arange(15))


@dataclass(frozen=True)
class OneBlock:
    block: Block

    def fold(self, function, merge, *, stage=""):
        return self.block.fold(function, merge)


@pytest.mark.parametrize("unit", [1.0, 0.01])
@pytest.mark.parametrize("heavier", [0, 1])
def test_the_total_weight_is_in_units_of_the_largest_of_all_blocks(heavier: int, unit: float) -> None:
    weights = [unit * np.array([1.0, 2.0]), unit * np.array([1.0, 3.0])]
    weights[heavier] = 4 * weights[heavier]
    blocks = [Block(np.zeros((2, 1)), own, part) for part, own in enumerate(weights)]
    surveys = [take_survey(OneBlock(block), size=10, rng=np.random.default_rng(0)) for block in blocks]
    whole = merge_surveys(*surveys, size=10)
    assert whole.heaviest == np.max(weights)
    assert whole.total * whole.heaviest == pytest.approx(np.sum(weights))


def test_passes_say_what_they_do() -> None:
    blocks, heard = Block(np.ones((4, 2)), np.ones(4)), []
    with heard_by(lambda stage, done, total: heard.append(stage)):
        take_survey(blocks, size=3, rng=np.random.default_rng(0))
        assert take_moments(blocks).count == 4
    assert list(dict.fromkeys(heard)) == ["scanning the data", "scanning the columns"]


def test_no_rows_and_no_weight() -> None:
    """Parts of a data set may be empty, or weigh nothing."""
    empty = take_survey(Block(np.zeros((0, 2)), np.zeros(0)), size=3, rng=np.random.default_rng(0))
    weightless = take_survey(Block(np.ones((4, 2)), np.zeros(4)), size=3, rng=np.random.default_rng(0))
    for survey in (empty, weightless, merge_surveys(empty, weightless, size=3)):
        assert (survey.n_positive, survey.heaviest, survey.total) == (0, 0, 0)
    assert merge_surveys(empty, weightless, size=3).moments.count == 4
    np.testing.assert_array_equal(empty.moments.variances, 0)


def test_all_rows_as_a_sample() -> None:
    X = np.arange(6.0)[:, None]
    sample = Sample.whole(X, np.array([1.0, 0, 4, 2, 2, 1]))
    np.testing.assert_array_equal(sample.weights, [0.25, 0, 1, 0.5, 0.5, 0.25])
    np.testing.assert_array_equal(sample.indices, range(6))
    np.testing.assert_array_equal(sample.rows, X)
