from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.near_duplicates import near_duplicates
from diverseed.errors import InputError
from diverseed.kernels import subsequences
from diverseed.kernels.subsequences import word_subsequence_kernel
from diverseed.kernels.words import WordSequenceVectorizer


def features_by_enumeration(text: str, lengths: range, decay: float) -> dict[tuple[str, ...], float]:
    words = text.split()
    features: dict[tuple[str, ...], float] = {}
    for length in lengths:
        for places in combinations(range(len(words)), length):
            sequence = tuple(words[place] for place in places)
            features[sequence] = features.get(sequence, 0) + decay ** (places[-1] - places[0] + 1)
    return features


def kernel_by_enumeration(texts: list[str], other: list[str], lengths: range, decay: float) -> np.ndarray:
    left = [features_by_enumeration(text, lengths, decay) for text in texts]
    right = [features_by_enumeration(text, lengths, decay) for text in other]
    return np.array([[sum(x[u] * y.get(u, 0) for u in x) for y in right] for x in left])


lines = st.lists(st.lists(st.sampled_from("abcd"), max_size=7).map(" ".join), min_size=1, max_size=5)


@settings(max_examples=60, deadline=None)
@given(lines, lines, st.integers(1, 4), st.integers(0, 2), st.sampled_from([0.3, 0.5, 1.0]))
def test_agrees_with_enumeration(texts: list[str], other: list[str], shortest: int, more: int, decay: float) -> None:
    options = {"min_length": shortest, "max_length": shortest + more, "decay": decay, "normalize": False}
    lengths = range(shortest, shortest + more + 1)
    np.testing.assert_allclose(
        word_subsequence_kernel(texts, other, **options),
        kernel_by_enumeration(texts, other, lengths, decay),
        rtol=1e-12,
    )
    np.testing.assert_allclose(
        word_subsequence_kernel(texts, **options), kernel_by_enumeration(texts, texts, lengths, decay), rtol=1e-12
    )


def test_the_example_of_the_paper_on_words() -> None:
    # Lodhi et al.: k_2("cat", "car") = l^4, k_2("cat", "cat") = 2 l^4 + l^6
    K = word_subsequence_kernel(["c a t", "c a r"], min_length=2, max_length=2, decay=0.7, normalize=False)
    np.testing.assert_allclose(K[0], [2 * 0.7**4 + 0.7**6, 0.7**4])


@pytest.mark.parametrize("domain", ["scene headings", "log lines"])
def test_positive_semi_definite_with_unit_diagonal(domain: str) -> None:
    texts = near_duplicates(domain, seed=0, n_groups=25).texts
    K = word_subsequence_kernel(texts)
    np.testing.assert_allclose(np.diag(K), 1)
    np.testing.assert_array_equal(K, K.T)
    assert np.linalg.eigvalsh(K).min() > -1e-10
    assert K.min() >= 0
    assert K.max() <= 1 + 1e-12


def test_batches_do_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = near_duplicates("survey answers", seed=3, n_groups=10).texts
    whole = word_subsequence_kernel(texts, texts[:7])
    monkeypatch.setattr(subsequences, "_CELLS_PER_BATCH", 150)
    np.testing.assert_array_equal(word_subsequence_kernel(texts, texts[:7]), whole)
    np.testing.assert_allclose(word_subsequence_kernel(texts)[:, :7], whole)


def test_single_words_are_the_contiguous_kernel() -> None:
    texts = near_duplicates("products", seed=0, n_groups=10).texts
    X = WordSequenceVectorizer(1).fit_transform(texts)
    np.testing.assert_allclose(word_subsequence_kernel(texts, max_length=1), (X @ X.T).toarray())


def test_a_gap_costs_less_than_a_different_word_and_order_matters() -> None:
    K = word_subsequence_kernel(["red door", "red old door", "door red"], min_length=2, max_length=2)
    assert 0 < K[0, 1] < 1
    assert K[0, 2] == 0


def test_too_short_texts_have_rows_of_zeros() -> None:
    K = word_subsequence_kernel(["red door", "red", "", "!?"], min_length=2)
    np.testing.assert_allclose(K, np.diag([1, 0, 0, 0]))


def test_words_are_split_as_asked() -> None:
    assert word_subsequence_kernel(["The red"], ["cafe RED"], stop_words=["the", "cafe"])[0, 0] == pytest.approx(1)
    assert word_subsequence_kernel(["Red"], ["red"], lowercase=False)[0, 0] == 0
    assert word_subsequence_kernel(["ab"], ["ba"], token_pattern=".", max_length=1)[0, 0] == pytest.approx(1)


@pytest.mark.parametrize(
    "options", [{"max_length": 0}, {"min_length": 4}, {"min_length": 0}, {"decay": 0}, {"decay": 1.5}]
)
def test_bad_parameters_are_named(options: dict[str, float]) -> None:
    name, value = next(iter(options.items()))
    with pytest.raises(InputError, match=f"{name}={value}"):
        word_subsequence_kernel(["a"], **options)
    with pytest.raises(InputError, match="row 1"):
        word_subsequence_kernel(["a"], ["b", None])  # type: ignore[list-item]
