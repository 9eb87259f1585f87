"""Spectral sums and counts against dense spectra."""

import numpy as np
import pytest
import scipy.sparse as sp

from benchmarks.near_duplicates import near_duplicates
from diverseed.kernels.words import WordSequenceVectorizer
from diverseed.point_process import LEnsemble
from diverseed.texts.count import count_groups
from diverseed.texts.spectrum import spectral_sums


@pytest.fixture(scope="module")
def rows():
    texts = sorted(set(near_duplicates("products", seed=3, n_groups=80).texts))
    return sp.csr_array(WordSequenceVectorizer().fit_transform(texts))


def rng():
    return np.random.default_rng(0)


def test_expected_size_and_variance_are_those_of_the_ensemble(rows):
    weights = rng().integers(1, 4, rows.shape[0]).astype(float)
    ensemble = LEnsemble((rows @ rows.T).toarray(), weights=weights)
    count = count_groups(rows, weights, rng=rng())
    assert count.expected_size == pytest.approx(ensemble.expected_size, rel=1e-9)
    assert count.size_sd == pytest.approx(np.sqrt(ensemble.size_variance), rel=1e-9)
    assert count.standard_error == 0


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
    exact = count_groups(rows, weights, rng=rng())
    estimates = [count_groups(rows, weights, rng=np.random.default_rng(s), exact_size=10) for s in range(12)]
    off = np.array([(e.expected_size - exact.expected_size) / e.standard_error for e in estimates])
    assert all(e.standard_error > 0 for e in estimates)
    assert np.abs(off).max() < 6  # Student t with 11 degrees of freedom
    assert np.abs(off).mean() < 2
    assert np.mean([e.n_groups for e in estimates]) == pytest.approx(exact.n_groups, rel=0.03)


def test_merged_copies_have_the_spectrum_of_repeated_rows(rows):
    copies = rng().integers(1, 4, rows.shape[0])
    merged = count_groups(rows, copies.astype(float), rng=rng())
    repeated = count_groups(rows[np.repeat(np.arange(copies.size), copies)], np.ones(copies.sum()), rng=rng())
    assert merged.expected_size == pytest.approx(repeated.expected_size, rel=1e-9)


def test_a_set_repeated_as_a_whole_keeps_its_number(rows):
    once = count_groups(rows, np.ones(rows.shape[0]), rng=rng())
    seven = count_groups(rows, np.full(rows.shape[0], 7.0), rng=rng())
    assert seven.n_groups == pytest.approx(once.n_groups)
    assert seven.expected_size > once.expected_size


def test_lines_that_share_nothing_are_one_group_each():
    rows = sp.csr_array(np.eye(40))
    count = count_groups(rows, np.ones(40), rng=rng())
    assert count.expected_size == pytest.approx(20)
    assert count.n_groups == pytest.approx(40, rel=1e-6)
    assert count.isolated == 40


def test_equal_blocks_count_one_each():
    rows = sp.csr_array(np.kron(np.eye(5), np.ones((4, 1))))
    assert round(count_groups(rows, np.ones(20), rng=rng()).n_groups) == 5


@pytest.mark.parametrize("domain", ["products", "addresses", "scene headings"])
def test_generated_groups_are_counted_within_a_quarter(domain):
    texts = near_duplicates(domain, seed=41, n_groups=100, mean_size=4).texts
    distinct, copies = np.unique(texts, return_counts=True)
    rows = WordSequenceVectorizer().fit_transform(distinct.tolist())
    assert count_groups(rows, copies.astype(float), rng=rng()).n_groups == pytest.approx(100, rel=0.25)
