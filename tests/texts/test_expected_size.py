"""Sizes of the process against dense spectra."""

import numpy as np
import pytest
import scipy.sparse as sp

from benchmarks.near_duplicates import near_duplicates
from diverseed.kernels.words import WordSequenceVectorizer
from diverseed.point_process import LEnsemble
from diverseed.texts.expected_size import expected_size


@pytest.fixture(scope="module")
def rows():
    texts = sorted(set(near_duplicates("products", seed=3, n_groups=80).texts))
    return sp.csr_array(WordSequenceVectorizer().fit_transform(texts))


def rng():
    return np.random.default_rng(0)


def test_size_and_its_deviation_are_those_of_the_ensemble(rows):
    weights = rng().integers(1, 4, rows.shape[0]).astype(float)
    ensemble = LEnsemble((rows @ rows.T).toarray(), weights=weights)
    sizes = expected_size(rows, weights, rng=rng())
    assert sizes.mean == pytest.approx(ensemble.expected_size, rel=1e-9)
    assert sizes.deviation == pytest.approx(np.sqrt(ensemble.size_variance), rel=1e-9)
    assert sizes.standard_error == 0


def test_lines_that_share_no_word_add_up():
    texts = [f"{letter} common{i % 3} {letter}{i}" for i, letter in enumerate("aabbbccccdeeef" * 3)]
    texts += ["alone here", "by itself there"]
    rows = sp.csr_array(WordSequenceVectorizer().fit_transform(texts))
    values = np.linalg.eigvalsh((rows @ rows.T).toarray())
    sizes = expected_size(rows, np.ones(len(texts)), rng=rng())
    assert (sizes.mean, sizes.standard_error) == (pytest.approx((values / (1 + values)).sum()), 0)
    assert sizes.deviation**2 == pytest.approx((values / (1 + values) ** 2).sum())


@pytest.mark.parametrize("n", [50, 200, 500])
def test_exact_sizes_have_no_error(n):
    """Not even one of rounding: a note tells users that a size with an error is estimated."""
    texts = [f"{i % 7} {i % 11} {i % 13} {i * 7919 % 1000}" for i in range(n)]
    rows = sp.csr_array(WordSequenceVectorizer().fit_transform(texts))
    assert expected_size(rows, np.ones(n), rng=rng()).standard_error == 0


def test_estimated_sums_lie_within_their_error(rows, monkeypatch):
    weights = np.ones(rows.shape[0])
    exact = expected_size(rows, weights, rng=rng())
    monkeypatch.setattr("diverseed.texts.expected_size.EXACT_SIZE", 10)
    estimates = [expected_size(rows, weights, rng=np.random.default_rng(s)) for s in range(12)]
    off = np.array([(e.mean - exact.mean) / e.standard_error for e in estimates])
    assert all(e.standard_error > 0 for e in estimates)
    assert np.abs(off).max() < 6  # Student t with 11 degrees of freedom
    assert np.abs(off).mean() < 2
    assert np.mean([e.deviation for e in estimates]) == pytest.approx(exact.deviation, rel=0.02)


def test_merged_copies_have_the_spectrum_of_repeated_rows(rows):
    copies = rng().integers(1, 4, rows.shape[0])
    merged = expected_size(rows, copies.astype(float), rng=rng())
    repeated = expected_size(rows[np.repeat(np.arange(copies.size), copies)], np.ones(copies.sum()), rng=rng())
    assert merged.mean == pytest.approx(repeated.mean, rel=1e-9)
