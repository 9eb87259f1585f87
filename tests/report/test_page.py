"""What the page says of columns, and names that are too long for it."""

import re

import numpy as np
import pytest

from diverseed.report.clustered_table import ClusteredTable, cluster_table
from diverseed.tables import prepare
from tests.html_page import HtmlPage

N = 120
LONG = "administration, accounting, finance and human resources"
PLACES = [f"{LONG}, north", f"{LONG}, south", "warehouse"]


def clustered(frame, k: int = 3, shape="round", scale="auto", **options) -> ClusteredTable:
    prepared = prepare(frame, scale=scale)
    return cluster_table(prepared, settings={"n_clusters": k, "random_state": 0}, shape=shape, **options)


def orders() -> dict:
    groups = np.arange(N) % 3
    return {
        "amount": 100.0 * groups + np.random.default_rng(0).normal(size=N),
        "day": np.datetime64("2021-01-01") + 40 * groups + np.arange(N) // 12,
        "paid": np.where(groups > 0, "yes", "no"),
        "place": np.array(PLACES)[groups],
    }


def words_of(outcome: ClusteredTable) -> str:
    return " ".join(" ".join(HtmlPage(outcome.report("orders")).words).split())


@pytest.mark.parametrize(
    ("names", "scale", "sentence"),
    [
        (
            ("amount", "day", "paid", "place"),
            "standard",
            "120 rows, 4 columns. Numbers and dates were standardised to mean 0 and variance 1; each other column "
            "counts as much as one of them.",
        ),
        (("amount", "day"), "standard", "120 rows, 2 columns, each standardised to mean 0 and variance 1."),
        (("amount", "place"), "robust", "120 rows, 2 columns. Numbers were scaled by median and quartiles; each other"),
        (("place",), "standard", "120 rows, 1 column."),
        (("amount", "place"), "none", "120 rows, 2 columns."),
    ],
)
def test_columns_are_those_of_the_table(names, scale, sentence) -> None:
    frame = {name: cells for name, cells in orders().items() if name in names}
    assert f"Data: {sentence}" in words_of(clustered(frame, scale=scale))


def test_long_names_are_told_apart_and_whole_in_a_title() -> None:
    page = clustered(orders()).report("orders")
    table = re.search(r"<table.*</table>", page, re.DOTALL).group().replace("\u00a0", " ")
    heads = re.findall(r"<th scope=\"col\"[^>]*>(?:<span[^>]*>)?([^<]*)", table)
    assert len(set(heads)) == len(heads) == 4 + 6
    for place in PLACES[:2]:
        assert f'<span title="place = {place}">place = ' in table
        assert f'<span title="often place = {place}">often place' in table
        assert f">place = {place}<" not in table


def test_no_heading_without_limits() -> None:
    assert "Limits" in words_of(clustered(orders()))
    of_the_walk = clustered({"x": np.repeat([0.0, 50.0, 90.0], 40) + np.arange(N) / N}, shape="any")
    assert "Limits" not in words_of(of_the_walk)


def test_rounding_is_not_an_inertia() -> None:
    page = words_of(clustered({"place": np.repeat(PLACES, 41)}))
    assert "inertia 0 " in page
    assert not re.search(r"\de-\d", page)


@pytest.mark.parametrize(
    ("share", "why"), [(0.05, "no outlier score is above 0.5"), (0.001, "0.001 of 120 rows is less than one")]
)
def test_outliers_that_are_not_there(share, why) -> None:
    rows = {"x": np.repeat([0.0, 50.0, 90.0], 40), "y": np.arange(N) % 4 / 4}
    assert f"No row was marked as an outlier: {why}." in clustered(rows, scale="none", outliers=share).notes
    assert not any("marked" in note for note in clustered(rows, scale="none").notes)
