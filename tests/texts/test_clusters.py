"""cluster_texts on the sets people have: empty, equal, different, any script, many copies."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.held_out_records import HELD_OUT
from benchmarks.near_duplicates import near_duplicates
from diverseed.errors import InputError
from diverseed.kernels.tokens import word_splitter
from diverseed.scores import macro_f1
from diverseed.texts import cluster_texts
from diverseed.texts.report import to_csv, to_report


def test_finds_the_groups_of_a_generated_set():
    data = near_duplicates("products", seed=8, n_groups=50, mean_size=4)
    found = cluster_texts(data.texts, random_state=0)
    assert found.n_clusters == pytest.approx(50, rel=0.3)
    assert macro_f1(data.groups, cluster_texts(data.texts, 50, random_state=0).labels) > 0.85


def test_a_handful_of_lines():
    """So few that words of one group are always together, and no word is rare."""
    lines = ["The app crashes on start", "App crashes on start-up", "the app crashes at start"]
    lines += ["Please add a dark mode", "add dark mode please", "Login takes too long", "Logging in takes too long"]
    assert cluster_texts(lines, random_state=0).labels.tolist() == [0, 0, 0, 1, 1, 2, 2]


def test_messages_of_a_log_are_found_whatever_their_parameters():
    rng = np.random.default_rng(0)
    messages = ["connection from 10.0.{}.{} closed", "worker {} done in {} ms", "user u{} has no quota on disk {}"]
    which = rng.integers(3, size=120)
    found = cluster_texts([messages[m].format(*rng.integers(1, 9999, 2)) for m in which], random_state=0)
    assert found.n_clusters == 3
    assert macro_f1(which, found.labels) == 1


def test_result_is_consistent():
    data = near_duplicates("survey answers", seed=8)
    found = cluster_texts(data.texts, random_state=0)
    assert found.n == len(data.texts) == sum(cluster.size for cluster in found.clusters)
    assert [cluster.size for cluster in found.clusters] == sorted((c.size for c in found.clusters), reverse=True)
    for cluster in found.clusters:
        assert (found.labels[cluster.rows] == cluster.id).all()
        assert cluster.representative in {data.texts[row] for row in cluster.rows}
        for word in cluster.shared_words:
            holding = [word in data.texts[row].lower() for row in cluster.rows]
            assert np.mean(holding) > 0.5


def test_case_spaces_and_punctuation_make_no_difference():
    found = cluster_texts(["Café Stern", "CAFE\u0301  STERN.", "Town hall", "town-hall"], random_state=0)
    assert found.n_distinct == 2
    assert found.labels.tolist() == [0, 0, 1, 1]


def test_one_string_and_all_equal():
    assert cluster_texts(["a door"]).n_clusters == 1
    found = cluster_texts(["a door"] * 9)
    assert (found.n_clusters, found.n_distinct, found.clusters[0].size) == (1, 1, 9)


def test_all_different_says_so():
    found = cluster_texts(["red door", "blue sky", "green hill", "old mill"])
    assert found.n_clusters == 4
    assert "stand alone" in found.notes[0]
    assert found.expected_size == pytest.approx(2)


def test_strings_without_words_are_left_out_with_a_note():
    found = cluster_texts(["a door", "", "?!", "a door"])
    assert found.labels.tolist() == [0, -1, -1, 0]
    assert "2 of 4 lines hold no word" in found.notes[0]


@pytest.mark.parametrize("texts", [[], ["", "..."]])
def test_nothing_to_group_is_an_error(texts):
    with pytest.raises(InputError, match=r"no lines|holds a word"):
        cluster_texts(texts)


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "many", 4])
def test_bad_k_is_named(k):
    with pytest.raises(InputError, match="k="):
        cluster_texts(["a b", "c d", "e f"], k)


def test_the_papers_count_is_available():
    data = near_duplicates("addresses", seed=2, n_groups=30)
    found = cluster_texts(data.texts, "paper", random_state=0)
    assert found.n_clusters == round(found.expected_size)


def test_any_script():
    texts = ["東京駅 北口", "東京駅 南口", "שלום עולם", "שלום לכולם", "🎬 🎬 set", "🎬 set", "กรุงเทพ", "กรุงเทพฯ"]
    found = cluster_texts(texts, 4, random_state=0)
    assert found.labels[0] == found.labels[1]
    assert found.labels[2] == found.labels[3]
    assert found.labels[4] == found.labels[5]


def test_many_copies_are_merged():
    texts = near_duplicates("log lines", seed=1, n_groups=20).texts * 500
    found = cluster_texts(texts, random_state=0)
    assert found.n == len(texts)
    assert found.n_clusters == cluster_texts(texts[: len(texts) // 500], random_state=0).n_clusters


def test_the_same_seed_gives_the_same_groups():
    texts = near_duplicates("products", seed=4).texts
    first, second = (cluster_texts(texts, random_state=3) for _ in range(2))
    assert np.array_equal(first.labels, second.labels)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=12), min_size=1, max_size=12))
def test_any_strings_are_grouped_or_refused_clearly(texts):
    if not any(word_splitter()(text) for text in texts):
        with pytest.raises(InputError, match="word"):
            cluster_texts(texts)
        return
    found = cluster_texts(texts, random_state=0)
    assert found.labels.shape == (len(texts),)
    assert 1 <= found.n_clusters <= found.n_distinct
    assert to_csv(found, texts)


def test_report_escapes_its_text():
    texts = ["<script>alert(1)</script> door", "<script>alert(1)</script> doors", "a&b", "<img src=x>"]
    page = to_report(cluster_texts(texts, 3, random_state=0), texts, source="<b>.txt")
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>.txt" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; door" in page


@pytest.mark.parametrize(
    "domain", ["addresses", "products", HELD_OUT["restaurants"]], ids=["addresses", "products", "restaurants"]
)
def test_many_lines_that_stand_alone_are_not_taken_for_families(domain):
    """Lines share streets, towns and makers; four in five are the only one of their group."""
    data = near_duplicates(domain, seed=5, n_groups=500, mean_size=2.0, size_law="equal", singletons=0.8)
    found = cluster_texts(data.texts, random_state=0)
    assert 450 < found.n_clusters < 550
    assert macro_f1(data.groups, found.labels) > 0.85


def test_the_time_before_each_line_of_a_log_makes_no_groups():
    rng = np.random.default_rng(0)
    messages = [
        "queued behind build {}",
        "tests passed after {} seconds",
        "cache cleared",
        "agent {} lost its connection",
        "mirror does not answer",
    ]
    gold = rng.integers(0, 5, 400)
    times = rng.integers((0, 0, 0), (24, 60, 60), (400, 3))
    texts = [
        "[{:02}:{:02}:{:02}] ".format(*time) + messages[group].format(rng.integers(10, 99))
        for time, group in zip(times, gold, strict=True)
    ]
    found = cluster_texts(texts, random_state=0)
    assert found.n_clusters == 5
    assert macro_f1(gold, found.labels) == 1
