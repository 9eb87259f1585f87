"""What each column of a table is: numbers, dates, yes or no, categories, text, or an id that only names the rows."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, cast

import numpy as np

from ..arrays import FloatArray
from .cells import (
    NO,
    Decimal,
    TextColumn,
    date_format,
    days,
    hours,
    is_number,
    number,
    styles,
    thousands_with_points,
    yes_or_no,
)
from .table import NO_NAME, Column, Table, as_texts, quoted

ColumnKind = Literal["number", "date", "yes/no", "category", "id", "constant", "text", "empty"]
# A column is one of numbers (or dates) if at least this share of the filled cells are: the others are mistakes.
_MEANT = 0.9
# Or half of them are, with at least this many distinct ones, and all others are one mark, such as "**" or "n.d.". Fewer
# different numbers may be grades, and the mark another grade.
_MARKED, _FEWEST_MARKED = 0.5, 10
# With more values than there are US states, a column identifies rows rather than describing them.
_MOST_LEVELS = 50
# Rows per category at least; names with a few namesakes have less.
_SHARED = 1.5
# n whole numbers drawn from 2n differ by chance with probability below exp(-n/4), for 20 rows under 1%.
_FEWEST_IDS, _ROOM_FOR_IDS = 20, 2
_SAMPLE = 200
# fmt: off
_ID_WORDS = frozenset((
    "id", "ids", "uuid", "guid", "nr", "nrs", "no", "postcode", "postcodes", "postleitzahl", "plz", "zip", "zipcode",
    "isbn", "issn", "ean", "upc", "sku", "ssn", "iban", "fips", "objectid",
))
# Names that ids often have, but other columns too: they count where all values are different whole numbers.
_OFTEN_IDS = frozenset((
    "index", "idx", "row", "rows", "rownum", "number", "num", "nummer", "key", "code", "unnamed", "phone", "telephone",
    "record",
))
# fmt: on
_ID_PAIRS = frozenset({("zip", "code"), ("postal", "code"), ("post", "code"), ("area", "code"), ("country", "code")})
DECIMAL_COMMA = "written with a decimal comma"
MONTH_FIRST = "ambiguous dates, read with the month first"
_WORDS = re.compile(r"(?:[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_a-zA-Z]+)\d*")


@dataclass(frozen=True)
class Recognised:
    """What a column is."""

    kind: ColumnKind
    # (n,) numbers, days, 0 and 1, or the number of the category; NaN where a cell is missing or something else
    values: FloatArray
    # what is needed to read such cells again: the decimal mark, the format of dates, the words for yes and no (no is ""
    # where an empty cell means no), the categories in order
    how: Mapping[str, Any] = field(default_factory=dict)
    why: str = ""  # how the cells are read, or why they cannot be used; "" for a number that stays one
    content: "Recognised | None" = None  # of an id or a constant column whose cells can be used: what they are

    @cached_property
    def missing(self) -> int:
        return int(np.isnan(self.values).sum())


def recognise(table: Table, wanted: Sequence[int]) -> list[Recognised]:
    """What the wanted columns of a table are."""
    marks = _decimal_marks(table, wanted)
    # beside a column of those who said yes, "no" is an answer and not short for "number"
    answers = any(_words(name)[-1:] == ["yes"] for name in table.names)
    found = []
    for place in wanted:
        cells = table.cells[place]
        if isinstance(cells, np.ndarray):
            one = Recognised("number", _finite(cells))
        else:
            one = _of_texts(cells, marks.get(place, "."))
        one = _ticks(one, table, place) or one
        name = table.names[place]
        found.append(_checked(one, "" if answers and _words(name)[-1:] == ["no"] else name))
    return found


def read_as(cells: Column, kind: ColumnKind, how: Mapping[str, Any]) -> FloatArray:
    """(n,) cells of a column that is known already; NaN where a cell is missing or something else, and for categories
    -1 where it is one that was not there before."""
    if isinstance(cells, np.ndarray):
        if kind == "number":
            return _finite(cells)
        cells = TextColumn(as_texts(cells))
    if kind == "date":
        return cells.read(lambda cell: days(cell, how["format"]))
    if kind == "yes/no":
        no, yes = how["words"]
        if no == "":
            return np.nan_to_num(cells.read(lambda cell: float(cell.casefold() not in NO)))
        words = {"0": 0.0, "false": 0.0, no: 0.0, "1": 1.0, "true": 1.0, yes: 1.0}
        return cells.read(lambda cell: words.get(cell.casefold(), float("nan")))
    if kind == "category":
        levels = {level: float(place) for place, level in enumerate(how["levels"])}
        cells = cells.of_words() if "none" in map(str.casefold, levels) else cells
        return cells.read(lambda cell: levels.get(cell, -1.0))
    if how.get("format") == "hours":
        return cells.read(hours)
    decimal: Decimal = how.get("decimal", ".")
    plain = cells.plain if decimal == "." else None
    return _finite(cells.read(lambda cell: number(cell, decimal)) if plain is None else plain)


def _decimal_marks(table: Table, wanted: Sequence[int]) -> dict[int, Decimal]:
    """The decimal mark of each column of numbers: by its own cells, else as the other columns have it."""
    texts = {place: cells for place in wanted if isinstance(cells := table.cells[place], TextColumn)}
    counts = {place: styles(_sample(column.filled)) for place, column in texts.items() if column.plain is None}
    counts = {place: count for place, count in counts.items() if max(count)}
    if not counts:
        return {}
    own: dict[int, Decimal] = {place: "." if a > b else "," for place, (a, b) in counts.items() if a != b}
    pointed = {
        place: thousands_with_points(column[:_SAMPLE]) for place, column in texts.items() if column.plain is not None
    }
    votes = list(own.values())
    votes += ["." for groups in pointed.values() if groups is False]
    usual: Decimal = max(votes, key=votes.count) if votes else "," if table.decimal_comma else "."
    marks = dict.fromkeys(counts, usual) | own
    if usual == ",":  # then 1.234 and 950 in one column are whole numbers with thousands
        marks |= {place: "," for place, groups in pointed.items() if groups}
    return marks


def _sample(cells: Sequence[str]) -> Sequence[str]:
    return cells[:: max(1, len(cells) // _SAMPLE)]


def _of_texts(texts: TextColumn, decimal: Decimal) -> Recognised:
    one = None
    if decimal == "." and texts.plain is not None:
        one = Recognised("number", _finite(texts.plain))
    elif any(map(is_number, _sample(texts.filled))):
        one = _meant(texts, "number", {"decimal": decimal}, DECIMAL_COMMA if decimal == "," else "")
    if one is not None and not _too_long(texts, one.values):
        return one
    filled = texts.filled
    if not filled:
        return Recognised("empty", np.full(len(texts), np.nan))
    form = date_format(filled, _MEANT)
    one = form and _meant(texts, "date", {"format": form[0]}, MONTH_FIRST if form[1] else "dates")
    if not one and not np.isnan(hours(filled[0])):  # after dates: 10.03.04 is one
        one = _meant(texts, "number", {"format": "hours"})
    if not one and (words := yes_or_no(filled)):
        one = _meant(texts, "yes/no", {"words": list(words)}, " is 0, ".join(words) + " is 1")
    return one or _of_words(texts.of_words())


def _too_long(texts: TextColumn, values: FloatArray) -> bool:
    """Whether different numbers of many digits, as ids have, are equal as floats."""
    numbers = values[~np.isnan(values)]
    equal = numbers.size > 0 and numbers.min() == numbers.max()
    return bool(equal) and len(set(texts.filled)) > 1 and any(len(cell) > 15 for cell in texts.filled)


def _meant(texts: TextColumn, kind: ColumnKind, how: Mapping[str, Any], why: str = "") -> Recognised | None:
    """The column as this kind, if nearly all filled cells are of it, or half of them and the others are one mark."""
    values, filled = read_as(texts, kind, how), ~texts.missing
    stray = np.isnan(values) & filled
    one_mark = kind == "number" and np.unique(texts.codes[stray]).size == 1
    marked = one_mark and np.unique(values[~np.isnan(values)]).size >= _FEWEST_MARKED
    fits = stray.sum() <= (1 - (_MARKED if marked else _MEANT)) * filled.sum()
    return Recognised(kind, values, how, why) if fits else None


def _of_words(texts: TextColumn) -> Recognised:
    filled = texts.filled
    codes = np.where(texts.missing, np.nan, texts.codes.astype(np.float64))
    n, distinct = int((~texts.missing).sum()), len(set(filled))
    if 1 < distinct <= min(_MOST_LEVELS, n / _SHARED):
        how = {"levels": sorted(set(filled))}
        return Recognised("category", read_as(texts, "category", how), how)
    if distinct == n and n >= _FEWEST_IDS and not any(" " in cell for cell in filled):
        return Recognised("id", codes, why="every cell is different")
    if distinct == 1:
        return Recognised("constant", codes, why=f"always {quoted(filled[0])}")
    return Recognised("text", codes, why=f"{distinct:,} different texts in {n:,} cells")


def _ticks(one: Recognised, table: Table, place: int) -> Recognised | None:
    """The column as yes and no, if it holds the same mark in some cells and nothing in others; else None.

    That is how answers of which several may be ticked are written: "x", 1, TRUE or the answer itself. Where nearly all
    cells hold it, the column is constant and the others are missing.
    """
    filled = ~np.isnan(one.values)
    if not 2 <= filled.sum() < _MEANT * filled.size:
        return None
    if one.kind != "constant" and not (one.kind == "number" and np.all(one.values[filled] == 1)):
        return None
    mark = table.texts(place)[int(filled.argmax())].strip()
    if mark.casefold() in NO:
        return None
    why = f"an empty cell is 0, {quoted(mark)} is 1"
    return Recognised("yes/no", filled.astype(np.float64), {"words": ["", mark]}, why)


def _checked(one: Recognised, name: str) -> Recognised:
    """The column, or why it cannot be used: it is empty, constant or an id."""
    if one.kind in ("empty", "id", "constant"):
        return one
    filled = one.values[~np.isnan(one.values)] if one.missing else one.values
    if filled.size == 0:
        return Recognised("empty", one.values)
    low, high = filled.min(), filled.max()
    if low == high and one.kind != "text":
        return Recognised("constant", one.values, why="all values are equal", content=one)
    if one.kind == "category" and not any(map(str.isdigit, "".join(one.how["levels"]))):
        return one  # words describe, whatever the name of the column
    why = _why_id(name, one.kind, filled, float(high) - float(low))
    return Recognised("id", one.values, why=why, content=one) if why else one


def named_like_id(name: str) -> Literal["surely", "perhaps", ""]:
    """Whether a column has a name that ids have, or one that other columns have too."""
    words = _words(name)
    last = words[-1] if words else ""
    if (
        last in _ID_WORDS
        or last.rstrip("0123456789") == "id"
        or (last.endswith("nr") and len(last) > 4)
        or tuple(words[-2:]) in _ID_PAIRS
    ):
        return "surely"
    return "perhaps" if name in (NO_NAME, "#") or last in _OFTEN_IDS or last.endswith("id") else ""


def _words(name: str) -> list[str]:
    return [word.casefold() for word in _WORDS.findall(name)]


def _why_id(name: str, kind: ColumnKind, filled: FloatArray, width: float) -> str:
    """Why a column only names the rows; "" if it does not."""
    if kind == "yes/no" or (kind == "number" and np.any(filled != np.floor(filled))):
        return ""
    like = named_like_id(name)
    if kind != "date" and like == "surely":
        return "by its name"
    often = bool(like)
    if kind not in ("number", "date") or filled.size < (2 if often else _FEWEST_IDS):
        return ""
    room = np.inf if often and kind == "number" else _ROOM_FOR_IDS * filled.size
    if kind == "number" and width >= room:
        return ""
    gaps = np.diff(np.sort(filled))
    if gaps.min() <= 0 or width / gaps.min() >= room:
        return ""
    return (
        "different whole numbers" if often else "consecutive dates" if kind == "date" else "consecutive whole numbers"
    )


def _finite(values: FloatArray) -> FloatArray:
    """Numbers, with NaN for what is infinite."""
    infinite = np.isinf(values)
    return np.where(infinite, cast(Any, np.nan), values).astype(values.dtype) if infinite.any() else values
