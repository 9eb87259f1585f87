"""``make_pipeline(WordSequenceVectorizer(), DPPKMeans())`` on the strings people have."""

import pickle
import unicodedata
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.pipeline import make_pipeline

from benchmarks.near_duplicates import near_duplicates
from diverseed import DPPKMeans, plan
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


def test_centres_too_many_to_be_dense_stay_sparse(monkeypatch):
    texts = near_duplicates("products", seed=2, n_groups=40, mean_size=4).texts
    X = WordSequenceVectorizer().fit_transform(texts)
    dense = DPPKMeans(random_state=0).fit(X)
    monkeypatch.setattr(plan, "_MOST_CENTRE_ENTRIES", 1000)
    model = DPPKMeans(random_state=0).fit(X)
    assert sp.issparse(model.cluster_centers_)
    assert model.n_clusters_ == dense.n_clusters_ == model.cluster_centers_.shape[0]
    assert adjusted_rand_score(dense.labels_, model.labels_) > 0.95  # the dense road goes on with Lloyd's algorithm
    assert model.inertia_ == pytest.approx(dense.inertia_, rel=0.02)
    centres = model.cluster_centers_.toarray()
    distances = euclidean_distances(X.toarray(), centres)
    assert model.transform(X) == pytest.approx(distances, abs=1e-6)
    assert model.inertia_ == pytest.approx((distances.min(axis=1) ** 2).sum()) == pytest.approx(-model.score(X))
    for rows in (X, X.toarray()):
        assert distances[np.arange(len(texts)), model.predict(rows)] == pytest.approx(distances.min(axis=1))
    assert (pickle.loads(pickle.dumps(model)).predict(X) == model.labels_).all()
