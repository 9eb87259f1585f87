"""Sizes of the process against dense spectra; the number of groups on trees whose answer is known."""

import numpy as np
import pytest
import scipy.sparse as sp

from benchmarks.near_duplicates import near_duplicates
from diverseed.kernels.words import WordSequenceVectorizer
from diverseed.point_process import LEnsemble
from diverseed.texts.count import CUTS, count_by_sequences, process_sizes, split_likelihood
from diverseed.texts.dense_linkage import Tree, link
from diverseed.texts.savings import Savings
from diverseed.texts.spectrum import spectral_sums


@pytest.fixture(scope="module")
def rows():
    texts = sorted(set(near_duplicates("products", seed=3, n_groups=80).texts))
    return sp.csr_array(WordSequenceVectorizer().fit_transform(texts))


def rng():
    return np.random.default_rng(0)


def test_size_and_its_deviation_are_those_of_the_ensemble(rows):
    weights = rng().integers(1, 4, rows.shape[0]).astype(float)
    ensemble = LEnsemble((rows @ rows.T).toarray(), weights=weights)
    sizes = process_sizes(rows, weights, rng=rng())
    assert sizes.mean == pytest.approx(ensemble.expected_size, rel=1e-9)
    assert sizes.deviation == pytest.approx(np.sqrt(ensemble.size_variance), rel=1e-9)
    assert sizes.standard_error == 0


def test_blocks_give_the_same_sums_as_the_whole():
    texts = [f"{letter} common{i % 3} {letter}{i}" for i, letter in enumerate("aabbbccccdeeef" * 3)]
    texts += ["alone here", "by itself there"]
    rows = sp.csr_array(WordSequenceVectorizer().fit_transform(texts))
    values = np.linalg.eigvalsh((rows @ rows.T).toarray())
    for power in (1, 2, 3):
        total, error = spectral_sums(rows, np.ones(len(texts)), rng=rng()).total(lambda v, power=power: v**power)
        assert (total, error) == (pytest.approx((values**power).sum()), 0)


def test_estimated_sums_lie_within_their_error(rows):
    weights = np.ones(rows.shape[0])
    exact = process_sizes(rows, weights, rng=rng())
    estimates = [process_sizes(rows, weights, rng=np.random.default_rng(s), exact_size=10) for s in range(12)]
    off = np.array([(e.mean - exact.mean) / e.standard_error for e in estimates])
    assert all(e.standard_error > 0 for e in estimates)
    assert np.abs(off).max() < 6  # Student t with 11 degrees of freedom
    assert np.abs(off).mean() < 2


def test_merged_copies_have_the_spectrum_of_repeated_rows(rows):
    copies = rng().integers(1, 4, rows.shape[0])
    merged = process_sizes(rows, copies.astype(float), rng=rng())
    repeated = process_sizes(rows[np.repeat(np.arange(copies.size), copies)], np.ones(copies.sum()), rng=rng())
    assert merged.mean == pytest.approx(repeated.mean, rel=1e-9)


def test_a_set_repeated_as_a_whole_keeps_its_size_of_lines(rows):
    once = process_sizes(rows, np.ones(rows.shape[0]), rng=rng())
    seven = process_sizes(rows, np.full(rows.shape[0], 7.0), rng=rng())
    assert seven.of_lines == pytest.approx(once.of_lines) == pytest.approx(once.mean)
    assert seven.mean > once.mean


RULES = [count_by_sequences]


@pytest.mark.parametrize("count", RULES)
def test_lines_that_share_nothing_are_one_group_each(count):
    assert count(link(sp.csr_array(np.eye(40)), rng=rng()), 20.0) == 40


@pytest.mark.parametrize("count", RULES)
def test_equal_blocks_count_one_each(count):
    tree = link(sp.csr_array(np.kron(np.eye(5), np.ones((4, 1)))), rng=rng())
    assert count(tree, 4.0) == 5


def _tree(heights):
    n = len(heights) + 1
    first = np.concatenate([[0], n + np.arange(n - 2)])
    return Tree(np.column_stack([first, np.arange(1, n)]), np.sort(heights))


def test_split_of_one_normal_sample_has_no_likelihood_and_of_two_has():
    one = np.sort(np.clip(rng().normal(0.5, 0.12, 300), 0, 1))
    two = np.sort(np.concatenate([rng().normal(0.25, 0.06, 150), rng().normal(0.75, 0.06, 150)]))
    cuts = np.linspace(0.02, 0.98, 97)
    best = [split_likelihood(heights, cuts, spread=0.03).max() for heights in (one, two)]
    assert best[0] < 15 < 100 < best[1]
    assert not split_likelihood(np.array([0.2, 0.5, 0.7, 0.9]), cuts, spread=0.03).any()


def test_split_likelihood_is_that_of_normal_samples():
    heights, cut = np.sort(rng().uniform(0, 1, 50)), 0.4
    parts = [heights[heights <= cut], heights[heights > cut]]

    def log_likelihood(sample, share):  # of a normal sample at its own mean and deviation, the same constants left out
        return -sample.size * np.log(sample.std() + 0.01) + sample.size * np.log(share)

    expected = sum(log_likelihood(part, part.size / 50) for part in parts) - log_likelihood(heights, 1)
    assert split_likelihood(heights, np.array([cut]), spread=0.01) == pytest.approx([expected])


def test_where_groups_save_clearly_the_process_is_bounded_by_the_shortest_description():
    tree = _tree(np.linspace(0.3, 0.95, 199))
    free = count_by_sequences(tree, 80.0)
    saved = np.interp(CUTS, [0, 0.3, 0.86, 1], [0, 0, 2.0, 0])
    assert count_by_sequences(tree, 80.0, Savings(CUTS, saved, in_one=0.0)) == tree.n_groups(0.86) < free
    assert count_by_sequences(tree, 80.0, Savings(CUTS, saved / 5, in_one=0.0)) == free
    apart = np.interp(CUTS, [0, 0.1, 1], [2.0, 1.0, 0])  # the more groups, the shorter: no bound
    assert count_by_sequences(tree, 80.0, Savings(CUTS, apart, in_one=0.0)) == free
    in_towns = np.interp(CUTS, [0, 0.5, 0.94, 1], [0, 0, 4.0, 3.0])  # strangers that share a word: no bound
    assert count_by_sequences(tree, 80.0, Savings(CUTS, in_towns, in_one=2.0)) == free
