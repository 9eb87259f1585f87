import os
import pickle
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.utils import estimator_checks

from benchmarks.near_duplicates import near_duplicates
from diverseed.errors import InputError
from diverseed.kernels.words import WordSequenceVectorizer

TEXTS = [
    "the red door",
    "The RED door!",
    "a red red door",
    "blue sky",
    "",
    "...",
    "the red door of the red house",
    "sky",
]
VARIANTS = [
    {},
    {"max_length": None},
    {"weighting": "idf"},
    {"normalize": False, "decay": 0.6},
    {"stop_words": ["the"], "dtype": np.float32},
    {"n_features": 64},
    {"n_features": 1000, "weighting": "idf", "max_length": 2},
]


def sequence_counts(text: str, max_length: int | None) -> Counter[tuple[str, ...]]:
    words = "".join(c if c.isalnum() else " " for c in text.lower()).split()
    longest = max_length or len(words)
    return Counter(
        tuple(words[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(words) - length + 1)
    )


def kernel_by_definition(texts: list[str], max_length: int | None, decay: float, idf: bool) -> np.ndarray:
    counts = [sequence_counts(text, max_length) for text in texts]
    holders = Counter(word for count in counts for word in {word for sequence in count for word in sequence})

    def squared_weight(sequence: tuple[str, ...]) -> float:
        rarities = [np.log((1 + len(texts)) / (1 + holders[word])) + 1 for word in sequence]
        return decay ** (2 * len(sequence)) * (float(np.mean(rarities)) if idf else 1.0)

    return np.array([[sum(x[u] * y[u] * squared_weight(u) for u in x) for y in counts] for x in counts])


@pytest.mark.parametrize("max_length", [1, 2, 5, None])
@pytest.mark.parametrize("decay", [1.0, 0.5])
@pytest.mark.parametrize("weighting", ["count", "idf"])
def test_dot_products_are_the_kernel(max_length: int | None, decay: float, weighting: str) -> None:
    options = {"max_length": max_length, "decay": decay, "weighting": weighting}
    truth = kernel_by_definition(TEXTS, max_length, decay, weighting == "idf")
    X = WordSequenceVectorizer(**options, normalize=False).fit_transform(TEXTS)
    np.testing.assert_allclose((X @ X.T).toarray(), truth)
    unit = WordSequenceVectorizer(**options).fit_transform(TEXTS)
    lengths = np.sqrt(np.diag(truth))
    cosines = np.divide(truth, np.outer(lengths, lengths), out=np.zeros_like(truth), where=truth > 0)
    np.testing.assert_allclose((unit @ unit.T).toarray(), cosines, atol=1e-12)


def test_columns_are_those_of_scikit_learn() -> None:
    texts = near_duplicates("products", seed=1, n_groups=40).texts
    ours = WordSequenceVectorizer(4, normalize=False, token_pattern=r"\w+")
    theirs = CountVectorizer(ngram_range=(1, 4), token_pattern=r"\w+")
    X, Y = ours.fit_transform(texts), theirs.fit_transform(texts)
    names = ours.get_feature_names_out()
    order = np.argsort(names.astype(str))
    assert names[order].tolist() == theirs.get_feature_names_out().tolist()
    np.testing.assert_array_equal(X[:, order].toarray(), Y.toarray())
    new = near_duplicates("products", seed=2, n_groups=40).texts
    np.testing.assert_array_equal(ours.transform(new)[:, order].toarray(), theirs.transform(new).toarray())


@pytest.mark.parametrize("options", VARIANTS)
def test_fit_transform_is_fit_then_transform(options: dict[str, object]) -> None:
    together = WordSequenceVectorizer(**options).fit_transform(iter(TEXTS))
    fitted = WordSequenceVectorizer(**options).fit(TEXTS)
    for apart in (fitted.transform(TEXTS), pickle.loads(pickle.dumps(fitted)).transform(TEXTS)):
        assert (together != apart).nnz == 0
        assert apart.format == "csr"
        assert apart.dtype == options.get("dtype", np.float64)
    subset = fitted.transform(TEXTS[2:5])
    np.testing.assert_array_equal(subset.toarray(), together[2:5].toarray())
    np.testing.assert_array_equal(clone(fitted).fit_transform(TEXTS).toarray(), together.toarray())


def test_a_text_without_words_gives_an_empty_row() -> None:
    X = WordSequenceVectorizer().fit_transform(TEXTS)
    lengths = np.sqrt(np.asarray(X.multiply(X).sum(axis=1))).ravel()
    np.testing.assert_allclose(lengths, [1, 1, 1, 1, 0, 0, 1, 1])


def test_unseen_sequences_are_left_out_before_normalising() -> None:
    vectorizer = WordSequenceVectorizer().fit(["red door", "blue sky"])
    X = vectorizer.transform(["red sky", "green red door", "green"]).toarray()
    names = vectorizer.get_feature_names_out().tolist()
    assert names == ["blue", "door", "red", "sky", "red door", "blue sky"]
    np.testing.assert_allclose(X[0], np.array([0, 0, 1, 1, 0, 0]) / np.sqrt(2))
    np.testing.assert_allclose(X[1], np.array([0, 1, 1, 0, 1, 0]) / np.sqrt(3))
    assert not X[2].any()


def test_unicode_forms_are_one_text() -> None:
    X = WordSequenceVectorizer().fit_transform(["cafe\u0301 noir", "CAFÉ NOIR", "ＣＡＦÉ noir"])
    np.testing.assert_allclose((X @ X.T).toarray(), 1)


def test_near_equal_lines_of_a_spaceless_script_are_alike() -> None:
    X = WordSequenceVectorizer().fit_transform(["東京都千代田区丸の内", "東京都千代田区丸ノ内", "大阪府堺市"])
    K = (X @ X.T).toarray()
    assert K[0, 1] > 0.5
    assert K[0, 2] == 0


@pytest.mark.parametrize("weighting", ["count", "idf"])
def test_hashing_keeps_the_kernel(weighting: str) -> None:
    texts = near_duplicates("addresses", seed=0, n_groups=30).texts
    exact = WordSequenceVectorizer(weighting=weighting).fit_transform(texts)
    wide = WordSequenceVectorizer(weighting=weighting, n_features=2**24).fit_transform(texts)
    np.testing.assert_allclose((wide @ wide.T).toarray(), (exact @ exact.T).toarray(), atol=1e-3)
    narrow = WordSequenceVectorizer(weighting=weighting, n_features=2**9).fit_transform(texts)
    error = (narrow @ narrow.T).toarray() - (exact @ exact.T).toarray()
    assert abs(error.mean()) < 0.01  # collisions have either sign
    assert np.sqrt((error**2).mean()) < 0.1


def test_hashing_is_the_same_in_every_process() -> None:
    code = (
        "from diverseed.kernels.words import WordSequenceVectorizer;"
        "print(*WordSequenceVectorizer(n_features=9999).transform(['a b c']).indices)"
    )
    other = subprocess.check_output([sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": "12"}, text=True)
    assert WordSequenceVectorizer(n_features=9999).transform(["a b c"]).indices.tolist() == list(
        map(int, other.split())
    )


def test_hashed_counts_need_no_fit_and_hashed_idf_does() -> None:
    assert WordSequenceVectorizer(n_features=10).transform(["a b"]).shape == (1, 10)
    with pytest.raises(NotFittedError):
        WordSequenceVectorizer(n_features=10, weighting="idf").transform(["a b"])
    with pytest.raises(NotFittedError):
        WordSequenceVectorizer().transform(["a b"])
    with pytest.raises(InputError, match="have no names"):
        WordSequenceVectorizer(n_features=10).get_feature_names_out()


@pytest.mark.parametrize("texts", [[], ["", "?!"]])
def test_no_word_at_all_is_an_error(texts: list[str]) -> None:
    with pytest.raises(InputError, match="no text contains a word"):
        WordSequenceVectorizer().fit(texts)


@pytest.mark.parametrize(
    "options",
    [
        {"max_length": 0}, {"max_length": 2.5}, {"max_length": True}, {"n_features": 0}, {"decay": 0}, {"decay": "1"},
        {"decay": float("nan")}, {"weighting": "tfidf"}, {"dtype": np.int64},
    ],
)  # fmt: skip
def test_bad_parameters_are_named(options: dict[str, object]) -> None:
    name, value = next(iter(options.items()))
    with pytest.raises(InputError, match=rf"{name}\b.*{value!r}"):
        WordSequenceVectorizer(**options).fit(["a b"])


def test_one_string_in_place_of_a_list_is_refused() -> None:
    with pytest.raises(InputError, match="one str was given"):
        WordSequenceVectorizer().fit("the red door")


def test_single_text_and_equal_texts() -> None:
    assert WordSequenceVectorizer().fit_transform(["one"]).toarray().tolist() == [[1.0]]
    X = WordSequenceVectorizer(weighting="idf").fit_transform(["same old line"] * 5)
    np.testing.assert_allclose((X @ X.T).toarray(), 1)


def test_one_long_text_and_all_its_sequences() -> None:
    n = 300
    X = WordSequenceVectorizer(None, normalize=False).fit_transform([" ".join(f"w{i}" for i in range(n)), "w0"])
    assert X.shape == (2, n * (n + 1) // 2)


# scikit-learn yields no checks for estimators of text, its own included; these are the ones that need no numbers.
@pytest.mark.parametrize(
    "check",
    [
        "check_estimator_cloneable",
        "check_estimator_tags_renamed",
        "check_valid_tag_types",
        "check_estimator_repr",
        "check_no_attributes_set_in_init",
        "check_parameters_default_constructible",
        "check_mixin_order",
        "check_get_params_invariance",
        "check_set_params",
    ],
)
def test_estimator_check(check: str) -> None:
    getattr(estimator_checks, check)("WordSequenceVectorizer", WordSequenceVectorizer())


def test_all_checks_of_scikit_learn_that_apply() -> None:
    with pytest.warns(estimator_checks.SkipTestWarning):  # says that text estimators are not tested further
        results = estimator_checks.check_estimator(WordSequenceVectorizer(), on_skip="warn")
    assert all(result["status"] != "failed" for result in results)


def test_fitting_leaves_parameters_alone() -> None:
    vectorizer = WordSequenceVectorizer(weighting="idf")
    before = vectorizer.get_params()
    state = dict(vars(vectorizer.fit(TEXTS)))
    vectorizer.transform(TEXTS)
    assert vectorizer.get_params() == before
    assert vars(vectorizer).keys() == state.keys()
    assert all(vars(vectorizer)[name] is value for name, value in state.items())
