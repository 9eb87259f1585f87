"""Numbers, dates and times as people write them."""

import math

import pytest

from diverseed.tables.cells import date_format, days, hours, number, yes_or_no

NO = float("nan")


@pytest.mark.parametrize(
    ("cell", "point", "comma"),
    [
        ("102.753,14", NO, 102753.14),
        ("102,753", 102753, 102.753),
        ("5.3%", 5.3, NO),
        ("12 %", 12, 12),
        ("€20", 20, 20),
        ("20 €", 20, 20),
        ("$1,200.50", 1200.5, NO),
        ("-$5", -5, -5),
        ("(1,200)", -1200, -1.2),
        ("1 234 567", 1234567, 1234567),
        ("1\u202f234,5", NO, 1234.5),
        ("1'234.50", 1234.5, NO),
        ("1\u2019234.50", 1234.5, NO),
        ("\u22124", -4, -4),
        ("$18.3M", 18.3e6, NO),
        ("537K", 537e3, 537e3),
        ("1,5 Mio. €", NO, 1.5e6),
        ("1.5e3", 1500, NO),
        ("inf", math.inf, NO),
        (".5", 0.5, NO),
        ("1,2,3", NO, NO),
        ("1,2345", NO, 1.2345),
        ("1.2.3", NO, NO),
        ("12 34", NO, NO),
        ("1_000", NO, NO),
        ("(5", NO, NO),
        ("2020-01-01", NO, NO),
        ("12 m", NO, NO),
        ("5-10", NO, NO),
        ("", NO, NO),
    ],
)
def test_numbers(cell, point, comma) -> None:
    assert number(cell) == pytest.approx(point, nan_ok=True)
    assert number(cell, ",") == pytest.approx(comma, nan_ok=True)


@pytest.mark.parametrize(
    ("cells", "first", "unsure"),
    [
        (["2020-03-01", "2020-12-24"], "2020-03-01", False),
        (["2020-03-01 12:00", "2020-12-24 13:30"], "2020-03-01", False),
        (["2020-03-01T12:00:00Z"], "2020-03-01", False),
        (["01.03.2020", "24.12.2020"], "2020-03-01", False),
        (["03/01/2020", "12/24/2020"], "2020-03-01", False),
        (["01/03/2020", "24/12/2020"], "2020-03-01", False),
        (["03/01/2020", "12/11/2020"], "2020-03-01", True),
        (["3/1/20 5:30 PM", "12/24/20 1:00 AM"], "2020-03-01", False),
        (["Mar 1, 2020", "Dec 24, 2020"], "2020-03-01", False),
        (["1 March 2020"], "2020-03-01", False),
        (["01-Mar-20", "24-Dec-20"], "2020-03-01", False),
        (["2020/03/01"], "2020-03-01", False),
        (["Mar 2020"], "2020-03-01", False),
        (["2020 Mar", "2021 Dec"], "2020-03-01", False),
        (["2020, March"], "2020-03-01", False),
        (["11:37:15  1 Mar 2020"], "2020-03-01", False),
    ],
)
def test_dates(cells, first, unsure) -> None:
    found = date_format(cells, 0.9)
    assert found is not None
    assert found[1] == unsure
    assert math.floor(days(cells[0], found[0])) == days(first, "iso")


@pytest.mark.parametrize("cells", [["12", "13"], ["20200101"], ["1.5"], ["a"], ["10-20"], ["32.01.2020"], []])
def test_not_a_date(cells) -> None:
    assert date_format(cells, 0.9) is None


def test_times_and_yes_or_no() -> None:
    assert hours("7:30") == 7.5
    assert hours("18.00.00") == 18
    assert math.isnan(hours("7.30"))
    assert hours("00:00:36") == pytest.approx(0.01)
    assert math.isnan(hours("7:61"))
    assert yes_or_no(["Yes", "no", "NO"]) == ("no", "yes")
    assert yes_or_no(["Ja", "nein"]) == ("nein", "ja")
    assert yes_or_no(["yes", "no", "maybe"]) is None
    assert yes_or_no(["yes"]) is None
