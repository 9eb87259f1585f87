"""The paper's way with text: word sequences, its process for the count and the seeds, and k-means."""

import unicodedata

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score
from sklearn.pipeline import make_pipeline

from diverseed import DPPKMeans
from diverseed.errors import InputError
from diverseed.kernels import WordSequenceVectorizer

LINES = ["Old mill, day", "The old mill", "Old mill - night", "Harbour, night", "The harbour", "Harbour - pier"]


def labels(texts, k):
    return make_pipeline(WordSequenceVectorizer(), DPPKMeans(k, random_state=0)).fit(texts)[-1].labels_.tolist()


def test_lines_by_a_given_number():
    assert adjusted_rand_score([0, 0, 0, 1, 1, 1], labels(LINES, 2)) == 1


def test_the_papers_count_finds_places():
    places = ["red lion inn", "market square", "harbour wall", "town hall archive", "old mill"]
    lines = [f"{place} {extra}".strip() for place in places for extra in ["", "night", "", "yard", ""]]
    paper = DPPKMeans("expected", kernel="linear", gamma=1, sharpness=1, random_state=0)
    model = make_pipeline(WordSequenceVectorizer(), paper).fit(lines)[-1]
    assert 5 <= model.n_clusters_ <= 7
    assert adjusted_rand_score(np.repeat(range(5), 5), labels(lines, 5)) == 1


def test_one_string_is_refused_with_the_least_number():
    with pytest.raises(ValueError, match="minimum of 2 is required"):
        labels(["a door"], 1)


def test_only_punctuation_is_refused():
    with pytest.raises(InputError, match="no text contains a word"):
        labels(["?!", "...", "--"], 2)


@pytest.mark.parametrize(
    "texts",
    [
        ["Café Stern", unicodedata.normalize("NFD", "Café Stern"), "Town hall", "TOWN HALL"],
        ["🎬 🎬 set", "🎬 set", "👍🏽 ok", "👍 ok"],
        ["שלום עולם", "שלום לכולם", "مرحبا بالعالم", "مرحبا يا عالم"],
    ],
    ids=["composed and decomposed", "emoji", "right to left"],
)
def test_any_script(texts):
    assert adjusted_rand_score([0, 0, 1, 1], labels(texts, 2)) == 1
