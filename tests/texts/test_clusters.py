"""cluster_texts on the sets people have: empty, equal, different, any script, many copies."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.near_duplicates import near_duplicates
from diverseed.errors import InputError
from diverseed.kernels.tokens import word_splitter
from diverseed.scores import adjusted_rand, macro_f1
from diverseed.texts import cluster_texts
from diverseed.texts.export import table_text
from diverseed.texts.reading import TextTable
from diverseed.texts.report import how_cut, to_report


def test_finds_the_groups_of_a_generated_set():
    data = near_duplicates("products", seed=8, n_groups=50, mean_size=4)
    found = cluster_texts(data.texts, random_state=0)
    assert adjusted_rand(data.groups, found.labels) > 0.8
    assert macro_f1(data.groups, cluster_texts(data.texts, 50, random_state=0).labels) > 0.85


def test_a_handful_of_lines():
    """So few that words of one group are always together, and no word is rare."""
    lines = ["The app crashes on start", "App crashes on start-up", "the app crashes at start"]
    lines += ["Please add a dark mode", "add dark mode please", "Login takes too long", "Logging in takes too long"]
    assert cluster_texts(lines, random_state=0).labels.tolist() == [0, 0, 0, 1, 1, 2, 2]


def test_messages_of_a_log_are_found_for_any_parameters():
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
    assert "have no near-duplicate" in found.notes[0]
    assert "DPPSpectralClustering" in found.notes[0]


def test_strings_without_words_are_left_out_with_a_note():
    found = cluster_texts(["a door", "", "?!", "a door"])
    assert found.labels.tolist() == [0, -1, -1, 0]
    assert "Lines without a word are in no group (label -1): 2 of 4." in found.notes[0]


@pytest.mark.parametrize("texts", [[], ["", "..."]])
def test_nothing_to_group_is_an_error(texts):
    with pytest.raises(InputError, match=r"no lines|contains a word"):
        cluster_texts(texts)


@pytest.mark.parametrize("k", [0, -1, 1.5, True, "many", 4])
def test_bad_k_is_named(k):
    with pytest.raises(InputError, match="k="):
        cluster_texts(["a b", "c d", "e f"], k)


def test_the_papers_count_is_available():
    data = near_duplicates("addresses", seed=2, n_groups=30)
    found = cluster_texts(data.texts, "paper", random_state=0)
    assert found.n_clusters == round(found.expected_size.mean)


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
    assert table_text(found, TextTable.of_lines(texts)).count("\n") >= len(texts) + 1


def test_report_escapes_its_text():
    texts = ["<script>alert(1)</script> door", "<script>alert(1)</script> doors", "a&b", "<img src=x>"]
    page = to_report(cluster_texts(texts, 3, random_state=0), texts, source="<b>.txt")
    assert "<script" not in page
    assert "<img" not in page
    assert "<b>.txt" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; door" in page


@pytest.mark.parametrize("domain", ["addresses", "products"])
def test_many_unique_lines_are_not_grouped(domain):
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


@pytest.mark.parametrize("domain", ["addresses", "products"])
def test_the_number_holds_as_the_set_grows(domain):
    ratios = []
    for n_groups in (160, 1500):  # 500 to 4,500 lines
        data = near_duplicates(domain, seed=6, n_groups=n_groups, mean_size=3.0)
        ratios.append(cluster_texts(data.texts, random_state=0).n_clusters / n_groups)
    assert ratios[1] == pytest.approx(ratios[0], rel=0.1)


@pytest.mark.parametrize("numbers", ["keep", "mask"])
def test_granularity_moves_the_number_and_needs_no_second_run(numbers):
    rng = np.random.default_rng(0)
    words = ["lamp", "door", "disk", "fan", "port", "link"]
    lines = [f"{a} {b} of rack {c} is {d} again" for a in words for b in words for c in "xyz" for d in ("up", "down")]
    lines += [f"{a} {b}{c}" for a in words for b in words for c in ("", "s", " set", " sets")]
    lines = [lines[i] for i in rng.permutation(len(lines))]
    found = cluster_texts(lines, numbers=numbers, random_state=0)
    coarse, fine = found.at("coarse"), found.at("fine")
    assert coarse.n_clusters <= found.n_clusters <= fine.n_clusters
    assert coarse.n_clusters < fine.n_clusters
    assert np.array_equal(
        coarse.labels, cluster_texts(lines, numbers=numbers, granularity="coarse", random_state=0).labels
    )
    assert np.array_equal(fine.at(1).labels, found.labels)


@pytest.mark.parametrize("granularity", ["wide", 0, -1, 1.4, float("nan"), True, None])
def test_bad_granularity_is_named(granularity):
    with pytest.raises(InputError, match="granularity="):
        cluster_texts(["a b", "c d"], granularity=granularity)


def test_numbers_are_masked_with_a_note_if_that_leaves_few_lines():
    log = [f"worker {i} done in {7 * i} ms" for i in range(30)]
    found = cluster_texts(log)
    assert (found.numbers, found.n_clusters) == ("mask", 1)
    assert "leaves 1 of 30 distinct lines" in found.notes[0]
    assert cluster_texts(log, numbers="mask").notes == ()
    people = ["ann lee 1970", "bob ray 1981", "cy dunn 1992", "ann leigh 1970"]
    assert cluster_texts(people).numbers == "keep"
    assert cluster_texts([str(i) for i in range(1000, 1030)]).numbers == "keep"  # masked, nothing would be left


def test_templates_keep_verbs_apart_and_join_names():
    names = [f"{a}{b}" for a in ("an", "be", "ca", "do", "el", "fi") for b in ("na", "rt", "lo", "mu", "st")]
    lines = [f"session opened for user {name} by root" for name in names]
    lines += [f"{verb} block blk_{i} from /10.0.0.{i}:50010" for i in range(20) for verb in ("Received", "Receiving")]
    found = cluster_texts(lines)
    templates = {cluster.template: cluster.size for cluster in found.clusters}
    assert templates == {
        "session opened for user <*> by root": 30,
        "Received block <*> from <*>": 20,
        "Receiving block <*> from <*>": 20,
    }
    assert found.parameters(3) == [names[3]]
    assert found.parameters(30) == ["blk_0", "/10.0.0.0:50010"]


def test_headings_are_the_callers_decision():
    rng = np.random.default_rng(0)
    names = ["OLD MILL", "HARBOUR WALL", "TOWN HALL", "RAILWAY BRIDGE", "CORNER SHOP", "GREENHOUSE"]
    gold = rng.integers(6, size=600)
    bare = [names[place] for place in gold]
    headings = [f"{s} {name} - DAY" for s, name in zip(rng.choice(["INT.", "EXT."], 600), bare, strict=True)]
    place = dict(zip(headings, bare, strict=True))
    found = cluster_texts(headings, places=lambda lines: [place[line] for line in lines], random_state=0)
    same = cluster_texts(bare, places=lambda lines: list(lines), random_state=0)
    assert np.array_equal(found.labels, same.labels)
    assert found.n_clusters == round(found.expected_size.mean) == 6
    assert found.clusters[0].representative in headings


def test_places_must_name_every_line():
    with pytest.raises(InputError, match="one name per line; it returned 1 for 2"):
        cluster_texts(["INT. A", "INT. B"], places=lambda lines: ["A"])


def test_similarity_is_to_the_canonical_line():
    found = cluster_texts(["the old mill road", "the old mill road", "the old mil road", "?"], random_state=0)
    assert found.similarity[:2] == pytest.approx(1)
    assert 0.5 < found.similarity[2] < 1
    assert np.isnan(found.similarity[3])
    assert found.clusters[0].height == pytest.approx(1 - found.similarity[2])


def test_how_the_lines_were_cut_in_one_sentence() -> None:
    found = cluster_texts(["old mill road", "the old mill road", "harbour"] * 3, random_state=0)
    for chance, said in ((0.0, "Less than 1% of the merges"), (0.031, "About 3% of the merges")):
        assert said in how_cut(replace(found, chance=chance))
    lines = [f"{letter * 5} road" for letter in "abcdef"]
    assert how_cut(cluster_texts(lines, 3)) == "The number of groups, 3, was given."
    assert how_cut(cluster_texts(lines, "paper", random_state=0)).endswith("was counted by the paper's process.")
