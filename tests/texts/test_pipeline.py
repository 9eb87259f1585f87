"""``make_pipeline(WordSequenceVectorizer(), DPPKMeans())`` on the strings people have."""

import unicodedata
import warnings

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline

from diverseed import DPPKMeans
from diverseed.errors import InputError
from diverseed.kernels import WordSequenceVectorizer
from diverseed.point_process import LEnsemble

LINES = ["Old mill, day", "The old mill", "Old mill - night", "Harbour, night", "The harbour", "Harbour - pier"]


def labels(texts, k="auto"):
    return make_pipeline(WordSequenceVectorizer(), DPPKMeans(k, random_state=0)).fit(texts)[-1].labels_.tolist()


def test_strings_without_a_word_are_a_cluster_of_their_own_and_told_of():
    with pytest.warns(UserWarning, match=r"3 rows have no feature .* cluster of their own"):
        found = labels([*LINES, "", "", "?!"])
    assert len(set(found)) == 3
    assert found[:6] == [found[0]] * 3 + [found[3]] * 3
    assert found[6:] == [found[6]] * 3


def test_strings_without_a_word_take_no_cluster_of_a_number_that_is_told():
    with pytest.warns(UserWarning, match="join the nearest cluster"):
        found = labels([*LINES, "", "?!"], 2)
    assert found[:6] == [found[0]] * 3 + [found[3]] * 3


def test_one_string_is_refused_with_the_least_number():
    with pytest.raises(ValueError, match="minimum of 2 is required"):
        labels(["a door"])


def test_only_punctuation_is_refused():
    with pytest.raises(InputError, match="none of the 3 texts holds a word"):
        labels(["?!", "...", "--"])


def test_lines_like_no_other_are_told_of():
    with pytest.warns(UserWarning, match="4 of 4 rows share nothing with any other row"):
        assert len(set(labels(["red door", "blue sky", "green hill", "old mill"]))) == 4


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["a door"] * 9, [0] * 9),
        (["Café Stern", unicodedata.normalize("NFD", "Café Stern"), "Town hall", "TOWN HALL"], [0, 0, 1, 1]),
        (["🎬 🎬 set", "🎬 set", "👍🏽 ok", "👍 ok"], [0, 0, 1, 1]),
        (["שלום עולם", "שלום לכולם", "مرحبا بالعالم", "مرحبا يا عالم"], [0, 0, 1, 1]),
    ],
    ids=["equal", "composed and decomposed", "emoji", "right to left"],
)
def test_any_script_without_a_warning(texts, expected):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = labels(texts)
    assert [label == found[0] for label in found] == [label == 0 for label in expected]
    assert len(set(found)) == len(set(expected))


def test_a_log_is_counted_by_its_messages_and_not_by_its_numbers():
    """The paper's process draws a point for every other line: each has numbers of its own."""
    rng = np.random.default_rng(0)
    messages = [
        "session opened for operator {} on console {}",
        "backup of volume {} finished after {} seconds",
        "connection from host {} refused at port {}",
        "disk {} reports temperature {} above the limit",
    ]
    texts = [message.format(*rng.integers(1000, 99999, 2)) for message in messages for _ in range(60)]
    model = make_pipeline(WordSequenceVectorizer(), DPPKMeans(random_state=0)).fit(texts)[-1]
    assert model.n_clusters_ == 4
    assert adjusted_rand_score(np.repeat(range(4), 60), model.labels_) == 1
    assert LEnsemble.from_factor(WordSequenceVectorizer().fit_transform(texts)).expected_size > 40
