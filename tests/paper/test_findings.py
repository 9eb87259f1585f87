import numpy as np
import pytest

from diverseed.paper.films import TITLES
from diverseed.paper.findings import PUBLISHED, Cell, beside, correlation, mean_cell, median_cell


@pytest.mark.parametrize(
    ("cell", "tolerance", "within"),
    [
        (Cell(3.83, 0.39, 3.80, 0.41), 0.41, True),
        (Cell(2187.0, 500.0, 2122.3, 27.4), 27.4, False),  # our own spread does not help where the paper prints one
        (Cell(38.0, 3.4, 31, decimals=0), 3.4, False),
        (Cell(13.0, 3.0, 10, decimals=0), 3.0, True),
        (Cell(0.0, 0.0, 0, decimals=0), 0.5, True),
        (Cell(136.0, None, 137, decimals=0), 0.5, False),
        (Cell(float(np.log10(137)), None, 2.13), 0.01, True),  # the paper cuts digits off
        (Cell(0.9998, 0.001, 0.99), 0.01, True),
        (Cell(1.0), None, None),
        (Cell(paper=1.0), None, None),
    ],
)
def test_tolerance_is_the_papers_spread_else_ours_else_its_last_digit(cell, tolerance, within) -> None:
    assert cell.tolerance == pytest.approx(tolerance)
    assert cell.within is within


def test_figures_are_printed_with_the_papers_decimals() -> None:
    assert Cell(3.8348, 0.3852, 3.80, 0.41).our_text() == "3.83 ±0.39"
    assert Cell(2.5, 1.0, decimals=0).our_text() == "2.5 ±1.0"
    assert Cell(2.0, decimals=0).our_text() == "2"
    assert Cell(paper=11.7, decimals=1).paper_text() == "11.7"
    assert Cell().our_text() == ""


def test_cells_of_runs() -> None:
    assert mean_cell([1, 2, 6]).ours == 3
    assert mean_cell([1, 2, 6]).spread == pytest.approx(np.sqrt(7))
    assert median_cell([1, 2, 6]).ours == 2
    assert mean_cell([4]).spread is None


def test_correlation_needs_three_pairs_that_vary() -> None:
    assert correlation([1, 2, 3], [2, 4, 6]) == pytest.approx(1)
    assert correlation([1, 2], [2, 4]) is None
    assert correlation([1, 1, 1], [2, 4, 6]) is None


def test_published_figures_keep_the_decimals_they_are_printed_with() -> None:
    cells = beside([Cell(2.0, 0.5), Cell(11.0), Cell(), Cell(7.0)], ["2.20 ±0.10", "11.7", "105"])
    assert [cell.paper for cell in cells] == [2.2, 11.7, 105, None]
    assert [cell.paper_text() for cell in cells] == ["2.20 ±0.10", "11.7", "105", ""]
    assert [cell.ours for cell in cells] == [2.0, 11.0, None, 7.0]
    assert [cell.within for cell in cells] == [False, False, None, None]
    assert beside([], ["35"]) == (Cell(paper=35.0, decimals=0),)


@pytest.mark.parametrize("table", ["table4", "table5"])
def test_every_film_of_the_paper_has_its_published_row(table) -> None:
    assert list(PUBLISHED[table]) == [title.name for title in TITLES]
