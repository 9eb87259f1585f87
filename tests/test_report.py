"""The report: self-contained, escaped, and saying what the estimator found."""

import copy
import re

import numpy as np
import pytest

from diverseed import DPPKMeans
from diverseed.examples import load_example
from diverseed.report import html_report
from diverseed.report.limits import limits
from diverseed.report.profiles import distinguishing_columns, profiles
from diverseed.report.words import headline, readable_column, reasons, trait
from tests.html_page import HtmlPage


def fit(name: str, **settings):
    example = load_example(name)
    return DPPKMeans(random_state=0, **settings).fit(example.values), example


@pytest.fixture(scope="module")
def iris():
    return fit("iris")


def test_the_page_is_whole_and_loads_nothing(iris) -> None:
    model, example = iris
    page = HtmlPage(html_report(model, example.values, columns=example.columns))
    assert page.open == []
    assert "script" not in page.tags
    assert page.tags.count("svg") >= 2
    assert page.loaded
    assert all(address.startswith(("#", "data:")) for address in page.loaded)
    words = " ".join(page.words)
    assert headline(model) in words
    for size in np.bincount(model.labels_):
        assert f"{size} " in words


def test_the_same_report_twice(iris) -> None:
    model, example = iris
    first, second = (html_report(model, example.values, columns=example.columns) for _ in range(2))
    assert first == second


def test_text_from_the_data_is_escaped_and_bounded() -> None:
    model, example = fit("grid25", n_clusters=3)
    evil = "</title><script>alert(1)</script><img src=x onerror=y>$a_{" + "z" * 1000
    text = html_report(model, example.values, columns=[evil, "b & c"], title=evil, notes=[evil])
    page = HtmlPage(text)
    assert "script" not in page.tags
    assert "img" not in page.tags
    assert page.open == []
    assert "z" * 1500 not in text
    assert "b &amp; c" in text


def test_pictures_follow_the_colours_of_the_page(iris) -> None:
    model, example = iris
    page = html_report(model, example.values, columns=example.columns)
    drawn = " ".join(re.sub(r'"data:[^"]*"', "", svg) for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL)).lower()
    assert not re.search("#fff|#ffffff|white|#23262b", drawn)
    assert all(name in drawn for name in ("var(--paper)", "var(--accent)", "currentcolor"))


def test_ids_are_unique(iris) -> None:
    model, example = iris
    ids = re.findall(r' id="([^"]+)"', html_report(model, example.values, columns=example.columns))
    assert len(ids) == len(set(ids))


@pytest.mark.filterwarnings("ignore:no clusters found")
@pytest.mark.parametrize(
    ("name", "settings", "expected"),
    [
        ("grid25", {}, "25 clusters (strong evidence)"),
        ("noise", {}, "No clusters found"),
        ("iris", {"n_clusters": 3}, "3 clusters (you chose this)"),
        ("iris", {"n_clusters": "sample", "gamma": 0.5}, "the size of one draw"),
    ],
)
def test_every_kind_of_answer_has_its_words(name, settings, expected) -> None:
    model, example = fit(name, **settings)
    assert expected in headline(model)
    assert all(sentence.endswith(".") for sentence in reasons(model))
    assert expected in html_report(model, example.values, columns=example.columns)


def test_probabilities_are_drawn_only_where_the_number_was_drawn(iris) -> None:
    model, example = iris
    assert "How many clusters" not in html_report(model, example.values, columns=example.columns)
    drawn, _ = fit("iris", n_clusters="sample", gamma=0.5)
    page = html_report(drawn, example.values, columns=example.columns)
    assert "How many clusters" in page
    assert "probability" in page


def test_clusters_chosen_after_the_search_are_not_called_given(iris) -> None:
    model, example = iris
    chosen = copy.copy(model)
    chosen.labels_, chosen.evidence_ = model.labels_at(model.n_clusters_), None
    page = html_report(chosen, example.values, columns=example.columns)
    assert "your choice" in page
    assert "was not searched" not in page
    assert "How many clusters" not in page


def test_names_of_clusters_are_in_the_table_and_in_the_picture() -> None:
    model, example = fit("iris", n_clusters=3)
    text = html_report(model, example.values, columns=example.columns, names=["Ann", "a <b> & $c$", "Cy" * 90])
    table, picture = re.search(r"<table.*</table>", text, re.DOTALL), re.search(r"<svg.*?</svg>", text, re.DOTALL)
    for part in (table, picture):
        assert part is not None
        assert "Ann" in part.group()
        assert "a &lt;b&gt; &amp; $c$" in part.group()
        assert "Cy" * 40 not in part.group()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("number", ("high x", "low x")),
        ("date", ("late x", "early x")),
        ("yes/no", ("often x", "rarely x")),
        ("category", ("often x", "rarely x")),
    ],
)
def test_traits_in_words(kind, words) -> None:
    assert (trait("x", kind, 0.7), trait("x", kind, -0.7)) == words


def test_a_column_without_a_name_is_known_by_its_number() -> None:
    assert trait("3", "number", -1.0) == "low column 3"


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([13.35, 2.14149, 2.1], ["13.35", "2.14", "2.10"]),
        ([4.0, 17.0], ["4", "17"]),
        ([101_500.2, 3.5], ["101,500", "4"]),
        ([101_500.0, 0.0125], ["101,500", "0.0125"]),  # and not 0
        ([0.0, 0.0], ["0", "0"]),
    ],
)
def test_numbers_below_each_other_have_the_same_decimals(values, texts) -> None:
    assert readable_column(values) == texts


def test_profiles(iris) -> None:
    model, example = iris
    found = profiles(model, example.values, values=2 * example.values, columns=example.columns, kinds=["number"] * 4)
    assert sum(profile.size for profile in found) == 150
    assert sum(profile.size * profile.spread**2 for profile in found) == pytest.approx(model.inertia_)
    for profile in found:
        np.testing.assert_allclose(profile.centre, 2 * model.cluster_centers_[profile.label])
        assert profile.traits[0][0].startswith(("high petal", "low petal"))


def test_the_columns_that_tell_most_are_shown() -> None:
    rng = np.random.default_rng(0)
    points = rng.standard_normal((300, 40))
    points[:, [7, 21]] += 20 * (np.arange(300) % 3)[:, None]
    model = DPPKMeans(3, random_state=0).fit(points)
    found = profiles(model, points, values=points, columns=[str(i) for i in range(40)], kinds=["number"] * 40)
    shown = distinguishing_columns(found, points)
    assert {7, 21} <= set(shown)
    assert shown.size < 40


def test_limits_that_apply_are_stated() -> None:
    rng = np.random.default_rng(0)
    blob = rng.standard_normal((400, 2))
    said = " ".join(limits(DPPKMeans(4, random_state=0).fit(blob), blob, shown_share=1.0))
    assert "near a border" in said
    assert "of the variance" not in said
    apart = np.concatenate([blob[:200] + 50, blob[200:] - 50])
    said = " ".join(limits(DPPKMeans(2, random_state=0).fit(apart), apart, shown_share=0.4))
    assert "near a border" not in said
    assert "40% of the variance" in said
