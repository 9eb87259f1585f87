"""Where a table begins in rows of cells: title lines above it, a row of names, or neither."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from .cells import MISSING, is_number, plain_number
from .table import distinct_names

_SAMPLE_ROWS = 100
_YEARS = range(1900, 2101)  # as names of columns
_MOST_TITLES = 3  # rows over the names, each of which titles groups of columns


@dataclass(frozen=True)
class Header:
    """Where the table begins."""

    skipped: int  # rows above the names, or above the first row of data
    named: bool  # whether the next row names the columns
    names: tuple[str, ...]  # of the columns; 0-based numbers where none are given

    @property
    def first(self) -> int:
        """The first row of data."""
        return self.skipped + self.named


def find_header(rows: Sequence[Sequence[str]]) -> Header:
    """Where the table begins, by its first rows; there is at least one."""
    rows = rows[:_SAMPLE_ROWS]
    skipped = _titles(rows)
    below = _names_below(rows, skipped)
    if below is not None:
        return Header(below, True, tuple(distinct_names(_under_titles(rows[skipped], rows[below]))))
    head, body = rows[skipped], rows[skipped + 1 :]
    if not _names_columns(head, body):
        return Header(skipped, False, tuple(str(number) for number in range(max(map(len, rows[skipped:])))))
    spare = [row for row in body if len(row) == len(head) + 1 and row[-1].strip()]
    names = list(head)
    if len(spare) > len(body) / 2:  # as R writes tables: the names of the rows have no name
        names.insert(0, "")
    return Header(skipped, True, tuple(distinct_names(names)))


def _titles(rows: Sequence[Sequence[str]]) -> int:
    """Rows above the table: their first cell is filled, and at most half as many cells as usual."""
    filled = [sum(bool(cell.strip()) for cell in row) for row in rows]
    usual = float(np.median(filled[len(filled) // 2 :]))
    for place, count in enumerate(filled):
        if count > usual / 2 or not rows[place] or (count and not rows[place][0].strip()):
            names = [cell for cell in rows[place] if cell.strip()]
            looks_like_names = len(names) > 1 and (_counts_up(names) or _no_number_but_years(names))
            return place if place and looks_like_names else 0
    return 0


def _names_below(rows: Sequence[Sequence[str]], first: int) -> int | None:
    """The row of names below titles over groups of columns: it holds more words than they do, some above numbers."""
    for place in range(first + 1, min(first + 1 + _MOST_TITLES, len(rows))):
        words = [i for i, cell in enumerate(rows[place]) if not _missing(cell)]
        if len(words) > sum(not _missing(cell) for cell in rows[first]):
            if any(is_number(rows[place][i]) for i in words):
                return None
            below = ([row[i] for row in rows[place + 1 :] if i < len(row) and not _missing(row[i])] for i in words)
            # below the table there may be words again: a footnote, a source
            return place if any(2 * sum(map(is_number, column)) > len(column) for column in below) else None
    return None


def _under_titles(titles: Sequence[str], names: Sequence[str]) -> list[str]:
    """Names of columns, with the title of their group where a name comes again, or the title where there is no name."""
    counts = Counter(names)
    title, result = "", []
    for above, name in zip_longest(titles, names, fillvalue=""):
        title = above.strip() or title
        named = f"{title}: {name}" if counts[name] > 1 and title else name
        result.append(named if name.strip() else above)
    return result


def _names_columns(head: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether a row names the columns: a word above numbers, a number above words, words and numbers that count up, or
    years above other numbers, two at least where there is no word.

    A row of words alone does too, unless most of them are cells of their columns.
    """
    numbers = [is_number(cell) for cell in head]
    words = [not number and not _missing(cell) for cell, number in zip(head, numbers, strict=True)]
    others = [row for row in body if list(row) != list(head)]  # the names may be repeated, above each page
    columns = [[row[i] for row in others if i < len(row) and not _missing(row[i])] for i in range(len(head))]
    if not any(numbers):
        again = sum(word and cell in column for word, cell, column in zip(words, head, columns, strict=True))
        return any(words) and again <= sum(words) / 2
    below = [cell for number, column in zip(numbers, columns, strict=True) if number for cell in column]
    of_years = bool(below) and _no_number_but_years(head) and not any(map(_is_year, below))
    if not any(words):
        return of_years and sum(numbers) > 1
    if of_years or _counts_up(head):
        return True
    for word, number, column in zip(words, numbers, columns, strict=True):
        of_numbers = [is_number(cell) for cell in column]
        if (word and column and all(of_numbers)) or (number and len(column) > 1 and not any(of_numbers)):
            return True
    return False


def _missing(cell: str) -> bool:
    return cell.strip().casefold() in MISSING


def _is_year(cell: str) -> bool:
    return plain_number(cell) in _YEARS


def _no_number_but_years(cells: Sequence[str]) -> bool:
    return all(_is_year(cell) for cell in cells if is_number(cell))


def _counts_up(cells: Sequence[str]) -> bool:
    """Whether the numbers among the cells are three or more in sequence, as years are above a table of them."""
    numbers = np.array([value for cell in cells if np.isfinite(value := plain_number(cell))])
    return numbers.size >= 3 and bool(np.all(np.diff(numbers) == 1))
